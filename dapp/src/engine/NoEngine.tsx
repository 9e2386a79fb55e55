/** Replaces a view of an engine on a chain without one. */
export const NoEngine = ({ text }: { text: string }) => (
  <main className="page">
    <p role="status">{text}</p>
  </main>
);
