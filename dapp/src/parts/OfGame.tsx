import type { ComponentType } from "react";
import { type Snapshot, useSnapshot } from "../chain/hooks";

/** A view of a game as the chain has it, from when it is there; each game has a view of its own. */
export function OfGame({ id, view: View }: { id: number; view: ComponentType<Snapshot> }) {
  const { data, error } = useSnapshot(id);
  if (data) return <View key={id} {...data} />;
  if (error)
    return (
      <p role="alert">
        Game {id}: {error.message}.
      </p>
    );
  return <p aria-busy="true">Asking the chain for game {id}…</p>;
}
