import { useEffect, useState } from "react";
import { askForNotices, noticePermission } from "../browser/notices";
import { setPreference, usePreference } from "../browser/preferences";
import { useChain } from "../chain/ChainContext";
import { useRelayUrl } from "../chain/relayUrl";
import { t } from "../i18n/i18n";
import { Button, Icon } from "../ui/Button";

interface Props {
  gameId: number;
  /** The player's key for play by signature, if the game has one. */
  publicKey: Uint8Array | undefined;
  /** Whether it is offered to a player who was never asked; a player who has allowed notices keeps the button. */
  isOffered?: boolean;
}

/** Asks the browser, and the relay if there is one, to notify a player of events in a game, or to stop that. */
export function NoticeButton({ gameId, publicKey, isOffered = true }: Props) {
  const { settings } = useChain();
  const relay = useRelayUrl();
  const isWanted = usePreference("notices") === "on";
  const [permission, setPermission] = useState(noticePermission);
  const [isPushed, setPushed] = useState(false);
  const game = publicKey && { contract: settings.contract, id: gameId, publicKey };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new object in each answer, its bytes count
  useEffect(() => {
    if (permission !== "granted" || !isWanted || !relay || !game) return;
    let isLate = false;
    const begin = async () => (await import("./push")).beginNotices(relay, game);
    // without the relay's notices, the open page still has its own
    begin().then(
      (isBegun) => !isLate && setPushed(isBegun),
      () => {},
    );
    return () => {
      isLate = true;
      setPushed(false);
    };
  }, [permission, isWanted, relay, settings.contract, gameId, publicKey?.join()]);

  async function begin() {
    setPreference("notices", "on");
    setPermission(await askForNotices());
  }

  async function end() {
    setPreference("notices", "off");
    // the browser's own subscription ends even if the relay can't be reached
    await (await import("./push")).endNotices(relay, game).catch(() => {});
  }

  if (permission === "unsupported" || (permission !== "granted" && !isOffered)) return null;
  if (permission === "denied") {
    return (
      <p className="muted" data-testid="notices">
        {t("This browser doesn't let the page tell you when it is your turn.")}
      </p>
    );
  }
  if (permission === "default" || !isWanted) {
    return (
      <Button className="wide" onClick={begin}>
        <Icon name="bell" /> {t("Tell me when it's my turn")}
      </Button>
    );
  }
  return (
    <>
      <p className="muted" data-testid="notices" data-pushed={isPushed}>
        {isPushed
          ? t("You get a notice when it is your turn, even while this page is closed.")
          : t("You get a notice when it is your turn, even in another tab.")}
      </p>
      <Button className="wide" onClick={end}>
        <Icon name="close" /> {t("Stop telling me")}
      </Button>
    </>
  );
}
