import { useEffect, useRef } from "react";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { formatPayment } from "../chain/format";
import { EGLD } from "../chain/payment";
import { useBalance, useDecimals, usePlayerGames, useScore, useTerms, useTokenBalance } from "../chain/queries";
import { GameCards } from "../games/GameCard";
import { mostUrgentFirst } from "../games/order";
import { GAMES_AT_ONCE } from "../games/useWaitingGames";
import { t } from "../i18n/i18n";
import { useLobbyFeed, withFeed } from "../lobby/feed/useLobbyFeed";
import { PurseCard } from "../purse/PurseCard";
import { WithdrawButton } from "../transactions/WithdrawButton";
import { Button, PrimaryButton } from "../ui/Button";
import { Identicon, PlayerLink } from "../ui/values/PlayerName";
import { useConnecting } from "../wallet/ConnectDialog";
import { ReadyPlayers } from "../wallet/ReadyPlayers";
import { ActingWallet, disconnect, hasReadyPlayers, reconnect, useWallet } from "../wallet/wallet";

/** The number of games that are shown. */
const SHOWN = 3;

/** The connected wallet, or how to connect one. */
export function WalletPage() {
  const { settings } = useChain();
  const { wallet, main, status, connecting } = useWallet();
  useTitle(t("Wallet"));
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(status);
  // the pressed button is gone with the choice of wallets: the focus continues here
  useEffect(() => {
    if (before.current === "connecting" && status === "connected") heading.current?.focus();
    before.current = status;
  }, [status]);
  return (
    <main className="page">
      <h1 ref={heading} tabIndex={-1}>
        {t("Wallet")}
      </h1>
      {main && (
        <ActingWallet value={main}>
          <ConnectedWallet address={main.address} />
        </ActingWallet>
      )}
      <PurseCard />
      {wallet && <Games player={wallet.address} />}
      {main && wallet?.home && <Games player={main.address} of="wallet" />}
      {status === "lost" && <LostWallet />}
      {!wallet && __LOCAL_CHAIN__ && hasReadyPlayers(settings) && (
        <section className="card stack">
          <h2>{t("Ready players")}</h2>
          <ReadyPlayers />
        </section>
      )}
      {!wallet && settings.network !== "local" && <WalletChoice connecting={connecting} />}
    </main>
  );
}

/** An earlier wallet that can't be restored now. */
function LostWallet() {
  const { settings } = useChain();
  return (
    <section className="card stack">
      <p role="alert">{t("Your wallet could not be restored. It is still remembered.")}</p>
      <div className="row">
        <PrimaryButton onClick={() => reconnect(settings)}>{t("Try again")}</PrimaryButton>
        <Button onClick={disconnect}>{t("Disconnect")}</Button>
      </div>
    </section>
  );
}

/** The available wallets, and the way to choose one. */
function WalletChoice({ connecting }: { connecting: boolean }) {
  const { settings } = useChain();
  const { press, dialog } = useConnecting(() => {});
  return (
    <section className="card stack">
      <p>
        {settings.walletConnectProjectId
          ? t(
              "The browser extension, the web wallet, a passkey, Ledger or xPortal on your phone: you sign there, this page never sees a key.",
            )
          : t(
              "The browser extension, the web wallet, a passkey or Ledger: you sign there, this page never sees a key.",
            )}
      </p>
      <p>
        <PrimaryButton disabled={connecting} aria-busy={connecting} onClick={press}>
          {t("Choose a wallet")}
        </PrimaryButton>
      </p>
      {dialog}
    </section>
  );
}

/** The player's games that wait, and the newest others. */
function Games({ player, of = "you" }: { player: string; of?: "you" | "wallet" }) {
  const { data } = usePlayerGames(player, 0, GAMES_AT_ONCE);
  const feed = useLobbyFeed(player);
  const games = mostUrgentFirst(
    (data?.items ?? []).map((game) => withFeed(game, feed)),
    player,
  );
  const title = of === "you" ? t("Your games") : t("Games of the wallet itself");
  if (games.length === 0) return null;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <GameCards games={games.slice(0, SHOWN)} of={player} />
      <p>
        <a href={href({ view: "player", address: player })}>
          {of === "you" ? t("All your games") : t("All of its games")}
        </a>
      </p>
    </section>
  );
}

function ConnectedWallet({ address }: { address: string }) {
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  const { data: egld } = useBalance(address);
  const token = useTokenBalance(address, wager?.token);
  const score = useScore(address);
  return (
    <section className="card stack">
      <div className="row">
        <Identicon address={address} size={48} />
        <h2>
          <PlayerLink address={address} />
        </h2>
        {score !== undefined && <span className="chip">{t("score {score}", { score })}</span>}
      </div>
      <p className="mono">{address}</p>
      {egld !== undefined && (
        <p>
          {formatPayment({ token: EGLD, amount: egld }, 18, 6)}
          {wager && wager.token !== EGLD && token !== undefined && (
            <> · {formatPayment({ ...wager, amount: token }, decimals)}</>
          )}
        </p>
      )}
      <WithdrawButton />
      <p>
        <Button onClick={() => disconnect()}>{t("Disconnect")}</Button>
      </p>
    </section>
  );
}
