import { lazy, type ReactNode, Suspense, useState } from "react";
import { localStore } from "../browser/storage";
import { useChain } from "../chain/ChainContext";
import { useRelayUrl } from "../chain/relayUrl";

// only who has never read it needs it
const FirstNotice = lazy(() => import("./FirstNotice").then(({ FirstNotice }) => ({ default: FirstNotice })));

const READ = "chess.signedPlayRead";

function keepRead(): void {
  try {
    localStore.setItem(READ, "yes");
  } catch {
    // a full store: it shows again
  }
}

/** Says once what play by signature is about, before the first game by it; then what was wanted goes on. */
export function useFirstNotice(): { tellFirst: (goOn: () => void) => void; notice: ReactNode } {
  const { settings } = useChain();
  const hasRelay = useRelayUrl(settings) !== undefined;
  const [waiting, setWaiting] = useState<() => void>();
  const tellFirst = (goOn: () => void) => {
    if (localStore.getItem(READ)) goOn();
    else setWaiting(() => goOn);
  };
  const notice = waiting && (
    <Suspense>
      <FirstNotice
        hasRelay={hasRelay}
        onGoOn={() => {
          setWaiting(undefined);
          keepRead();
          waiting();
        }}
        onClose={() => setWaiting(undefined)}
      />
    </Suspense>
  );
  return { tellFirst, notice };
}
