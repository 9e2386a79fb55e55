import type { ReactNode } from "react";

interface Props<T> {
  id: number;
  query: { data: T | undefined; error: Error | null };
  children: (data: T) => ReactNode;
}

/** What is shown of a game that the chain is asked for: until its answer that it is asked, or why it has none. */
export function OfGame<T>({ id, query: { data, error }, children }: Props<T>) {
  if (data) return children(data);
  if (error)
    return (
      <p role="alert">
        Game {id}: {error.message}.
      </p>
    );
  return <p aria-busy="true">Asking the chain for game {id}…</p>;
}
