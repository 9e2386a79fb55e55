export function Ai({ id }: { id: number | undefined }) {
  return (
    <main>
      <h1>AI {id}</h1>
    </main>
  );
}
