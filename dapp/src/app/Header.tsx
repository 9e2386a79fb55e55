import { useState } from "react";
import { href, type Route } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { formatAmount } from "../chain/format";
import { useBalance } from "../chain/queries";
import { useWaitingGames } from "../games/useWaitingGames";
import { type Message, msg, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { IconButton } from "../ui/Button";
import { extra } from "../ui/extra";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import { usePlayer, useWallet, type WalletStatus } from "../wallet/wallet";
import styles from "./Header.module.css";

/** The text of the link to the wallet while there is none. */
const CONNECT: Record<WalletStatus, Message> = {
  none: msg("Connect"),
  connecting: msg("Connecting…"),
  restoring: msg("Connecting…"),
  connected: msg("Connecting…"),
  lost: msg("Reconnect"),
};

const SettingsDialog = extra(() => import("./SettingsDialog"), "SettingsDialog");

/** Links to the main views, and the connected wallet. */
export function Header({ route }: { route: Route }) {
  const { view } = route;
  const { settings } = useChain();
  const [isOpen, setOpen] = useState(false);
  const current = (name: Route["view"]) => (view === name ? ("page" as const) : undefined);
  return (
    <header className={`between ${styles.header}`}>
      <nav aria-label={t("Main")} className={`line ${styles.nav}`}>
        <a href={href({ view: "lobby" })} className={styles.brand} aria-current={current("lobby")}>
          <img src="./icon.svg" alt="" width="28" height="28" /> <span>{t("Onchain Chess")}</span>
        </a>
        {(settings.minichess ?? settings.enginechess) && (
          <a
            href={href({ view: "engine", id: undefined })}
            aria-current={current("engine") ?? current("engine8x8")}
            className={styles.engine}
          >
            <Say text="<0>Play the </0>engine" parts={[<span key="roomy" className={styles.roomy} />]} />
          </a>
        )}
        <a href={href({ view: "players" })} aria-current={current("players")} className={styles.wide}>
          {t("Players")}
        </a>
        <a href={href({ view: "how" })} aria-current={current("how")} className={styles.wide}>
          {t("How it works")}
        </a>
        {settings.network !== "mainnet" && <span className={`chip ${styles.roomy}`}>{settings.network}</span>}
      </nav>
      <div className={`line ${styles.tools}`}>
        <WaitingGames route={route} />
        <IconButton icon="settings" title={t("Settings")} onClick={() => setOpen(true)} />
        <AccountLink isCurrent={view === "wallet"} />
      </div>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </header>
  );
}

function AccountLink({ isCurrent }: { isCurrent: boolean }) {
  const { wallet, status } = useWallet();
  const { data: balance } = useBalance(wallet?.address);
  return (
    <a
      href={href({ view: "wallet" })}
      aria-current={isCurrent ? "page" : undefined}
      className={`line ${styles.account}`}
      data-testid="account"
      data-status={status}
    >
      {wallet ? (
        <>
          <Identicon address={wallet.address} size={28} />
          <span className={styles.name}>
            {wallet.home ? <span title={wallet.address}>{t("Purse")}</span> : <PlayerName address={wallet.address} />}
            {/* one text: a unit in a separate element would move with the number's digits */}
            {balance !== undefined && (
              <small data-testid="balance" dir="ltr">{`${formatAmount(balance, 18, 4)} EGLD`}</small>
            )}
          </span>
        </>
      ) : (
        <span>{t(CONNECT[status])}</span>
      )}
    </a>
  );
}

/** The number of other games and challenges that wait for the player, with a link to the one, or to all of them. */
export function WaitingGames({ route }: { route: Route }) {
  const shown = route.view === "game" ? route.id : undefined;
  const games = useWaitingGames(usePlayer(), shown, href(route));
  const [first] = games;
  if (!first) return null;
  const text = t("{count, plural, one {# game waits} other {# games wait}} for you", { count: games.length });
  return (
    <a
      className={styles.waiting}
      href={games.length === 1 ? href({ view: "game", id: first.id }) : href({ view: "lobby" })}
      aria-label={text}
      title={text}
      data-testid="waiting"
    >
      <span>{games.length}</span>
    </a>
  );
}
