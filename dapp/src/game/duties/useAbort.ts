import { useEffect, useState } from "react";
import { Abort } from "../../signedPlay/relay/Abort";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import type { SignedSession } from "../../signedPlay/SignedSession";

/** By which a game, or a match's round, is called off before both have moved. */
export function useAbort(session: SignedSession | undefined, room: RelayRoom | undefined): Abort | undefined {
  const [abort, setAbort] = useState<Abort>();
  useEffect(() => {
    if (!session || !room) return;
    const opened = new Abort(session, room);
    setAbort(opened);
    return () => {
      opened.close();
      setAbort(undefined);
    };
  }, [session, room]);
  return abort;
}
