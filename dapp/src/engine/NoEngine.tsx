/** Stands where an engine would be played, on a chain that has none. */
export const NoEngine = ({ text }: { text: string }) => (
  <main className="page">
    <p role="status">{text}</p>
  </main>
);
