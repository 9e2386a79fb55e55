import { type ReactNode, Suspense, useState } from "react";
import { localStore, tryToKeep } from "../browser/storage";
import { useRelayUrl } from "../chain/relayUrl";
import { later } from "../ui/extra";

// only who has never read it needs it
const FirstNotice = later(() => import("./FirstNotice"), "FirstNotice");

const READ = "chess.signedPlayRead";

/** Says once what play by signature is about, before the first game by it; then what was wanted goes on. */
export function useFirstNotice(): { tellFirst: (isSigned: boolean, goOn: () => void) => void; notice: ReactNode } {
  const hasRelay = useRelayUrl() !== undefined;
  const [waiting, setWaiting] = useState<() => void>();
  const tellFirst = (isSigned: boolean, goOn: () => void) => {
    if (!isSigned || localStore.getItem(READ)) goOn();
    else setWaiting(() => goOn);
  };
  const notice = waiting && (
    <Suspense>
      <FirstNotice
        hasRelay={hasRelay}
        onGoOn={() => {
          setWaiting(undefined);
          // where it can't be kept it shows again
          tryToKeep(READ, "yes");
          waiting();
        }}
        onClose={() => setWaiting(undefined)}
      />
    </Suspense>
  );
  return { tellFirst, notice };
}
