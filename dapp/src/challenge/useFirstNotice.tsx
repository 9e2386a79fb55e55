import { type ReactNode, useState } from "react";
import { localStore, tryToKeep } from "../browser/storage";
import { extra } from "../ui/extra";

// only needed once in each browser
const FirstNotice = extra(() => import("./FirstNotice"), "FirstNotice");

const READ = "chess.signedPlayRead";

/** Explains play by signature once, before the first such game with a stake; then the wanted action follows. */
export function useFirstNotice(): { tellFirst: (isStaked: boolean, goOn: () => void) => void; notice: ReactNode } {
  const [waiting, setWaiting] = useState<() => void>();
  const tellFirst = (isStaked: boolean, goOn: () => void) => {
    if (!isStaked || localStore.getItem(READ)) goOn();
    else setWaiting(() => goOn);
  };
  const notice = waiting && (
    <FirstNotice
      onGoOn={() => {
        setWaiting(undefined);
        // if it can't be stored, the notice is shown again
        tryToKeep(READ, "yes");
        waiting();
      }}
      onClose={() => setWaiting(undefined)}
    />
  );
  return { tellFirst, notice };
}
