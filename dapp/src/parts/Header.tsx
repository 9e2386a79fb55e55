import { useState } from "react";
import { EGLD } from "../chain/contract";
import { formatAmount, shortAddress } from "../chain/format";
import { useChain, useHoldings } from "../chain/hooks";
import { href, type Route } from "../router";
import { useWallet } from "../wallet/wallet";
import { Icon } from "./Icon";
import { isMuted, setMuted } from "./sound";

const THEME = "chess.theme";

/** Sets the theme that was chosen before; without one the system's holds. */
export function applyTheme(): void {
  const theme = localStorage.getItem(THEME);
  if (theme) document.documentElement.dataset.theme = theme;
}

export function Header({ view }: { view: Route["view"] }) {
  const { minichess, settings } = useChain();
  const { wallet, connecting } = useWallet();
  const { data: holdings } = useHoldings(wallet?.address, EGLD);
  const current = (name: Route["view"]) => (view === name ? ("page" as const) : undefined);
  return (
    <header className="top">
      <nav aria-label="Main">
        <a href={href({ view: "lobby" })} className="brand" aria-current={current("lobby")}>
          <img src="./icon.svg" alt="" width="28" height="28" /> <span>Chess</span>
        </a>
        {minichess && (
          <a href={href({ view: "ai", id: undefined })} aria-current={current("ai")}>
            Play the AI
          </a>
        )}
        {settings.network !== "mainnet" && <span className="network">{settings.network}</span>}
      </nav>
      <div className="tools">
        <SoundSwitch />
        <ThemeSwitch />
        <a href={href({ view: "wallet" })} aria-current={current("wallet")} className="account" data-testid="account">
          {wallet ? (
            <>
              <span>{shortAddress(wallet.address)}</span>
              {holdings && <small data-testid="balance">{formatAmount(holdings.egld, 18, 4)} EGLD</small>}
            </>
          ) : (
            <span>{connecting ? "Connecting…" : "Connect"}</span>
          )}
        </a>
      </div>
    </header>
  );
}

function SoundSwitch() {
  const [muted, set] = useState(isMuted);
  const toggle = () => {
    setMuted(!muted);
    set(!muted);
  };
  return (
    <button type="button" className="icon" aria-label="Sound" aria-pressed={!muted} title="Sound" onClick={toggle}>
      <Icon name={muted ? "muted" : "sound"} />
    </button>
  );
}

function ThemeSwitch() {
  const toggle = () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem(THEME, dataset.theme);
  };
  return (
    <button type="button" className="icon" aria-label="Light or dark" title="Light or dark" onClick={toggle}>
      <Icon name="theme" />
    </button>
  );
}
