import { type ReactNode, useState } from "react";
import { localStore, tryToKeep } from "../browser/storage";
import { extra } from "../ui/extra";

// only who has never read it needs it
const FirstNotice = extra(() => import("./FirstNotice"), "FirstNotice");

const READ = "chess.signedPlayRead";

/** Says once what play by signature means, before the first such game with a stake; then the wanted action follows. */
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
        // where it can't be kept it shows again
        tryToKeep(READ, "yes");
        waiting();
      }}
      onClose={() => setWaiting(undefined)}
    />
  );
  return { tellFirst, notice };
}
