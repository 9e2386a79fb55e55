import { useEffect, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { useRelayUrl } from "../signedPlay/relayUrl";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { askForNotices, noticePermission } from "../ui/notices";

interface Props {
  gameId: number;
  /** The player's key for play by signature, if the game has one. */
  publicKey: Uint8Array | undefined;
}

/** Asks the browser, and the relay where there is one, to tell a player what happens in a game. */
export function NoticeButton({ gameId, publicKey }: Props) {
  const { settings } = useChain();
  const relay = useRelayUrl(settings);
  const [permission, setPermission] = useState(noticePermission);
  const [isPushed, setPushed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key comes anew with each answer, its bytes count
  useEffect(() => {
    if (permission !== "granted" || !relay || !publicKey) return;
    const ask = async () => {
      const { askRelayForNotices } = await import("./push");
      return askRelayForNotices(relay, { contract: settings.contract, id: gameId, publicKey });
    };
    // without the relay's notices there are those of the open page
    ask().then(setPushed, () => setPushed(false));
  }, [permission, relay, settings.contract, gameId, publicKey?.join()]);

  if (permission === "unsupported") return null;
  if (permission === "default") {
    return (
      <button
        type="button"
        className={`${controls.button} ${controls.wide}`}
        onClick={async () => setPermission(await askForNotices())}
      >
        <Icon name="bell" /> Tell me when it's my turn
      </button>
    );
  }
  const where = isPushed ? "also while this page is closed" : "also in another tab";
  return (
    <p className={controls.muted} data-testid="notices" data-pushed={isPushed}>
      {permission === "granted"
        ? `You are told when it is your turn, ${where}.`
        : "This browser doesn't let the page tell you when it is your turn."}
    </p>
  );
}
