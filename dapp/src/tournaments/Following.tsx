import { type ReactNode, useState } from "react";
import { href, type Route } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { t } from "../i18n/i18n";
import { IconButton } from "../ui/Button";
import { ActingWallet, useWallet } from "../wallet/wallet";
import type { Standings } from "./contract";
import { followed } from "./followed";
import styles from "./Tournaments.module.css";
import { useOwnTournament } from "./useOwnTournament";
import { useStandings } from "./useTournament";

/** The games that were shown since the page was loaded. */
const shownGames = new Set<number>();

export const hasShown = (game: number): boolean => shownGames.has(game);

/** The player's tournaments that aren't shown: the page does the player's duties there, and shows their news. */
export function Following({ route }: { route: Route }) {
  const { settings } = useChain();
  const { wallet, main } = useWallet();
  const player = wallet?.address;
  const shown = route.view === "tournament" ? route.id : undefined;
  if (route.view === "game") shownGames.add(route.id);
  const ids = followed(settings.tournaments, main?.address).filter((id) => id !== shown);
  if (!player) return null;
  return (
    <section className="stack" aria-label={t("Tournaments")} aria-live="polite">
      {ids.map((id) => (
        <FollowedTournament key={`${player} ${id}`} id={id} route={route} />
      ))}
    </section>
  );
}

function FollowedTournament({ id, route }: { id: number; route: Route }) {
  const { data } = useStandings(id);
  return (
    data && (
      <AsEntrant standings={data}>
        <Told standings={data} route={route} />
      </AsEntrant>
    )
  );
}

/** Views in which a payment isn't announced. */
const PLAYED: readonly Route["view"][] = ["game", "engine", "engine8x8", "practice"];

function Told({ standings, route }: { standings: Standings; route: Route }) {
  const { news } = useOwnTournament(standings);
  const { id } = standings.tournament;
  const [closed, setClosed] = useState<string>();
  if (!news || news.name === closed || (route.view === "game" && route.id === news.game)) return null;
  if (news.name === "claim" && PLAYED.includes(route.view)) return null;
  return (
    <p className={`slip between ${styles.told}`} data-testid="tournament-news">
      <span>
        {news.text}{" "}
        <a href={href(news.game ? { view: "game", id: news.game } : { view: "tournament", id })}>
          {news.game ? t("To the game") : t("To the tournament")}
        </a>
      </span>
      <IconButton icon="close" aria-label={t("Dismiss")} onClick={() => setClosed(news.name)} />
    </p>
  );
}

/** Its content acts as the account that has entered: the purse, or the wallet itself if it has entered earlier. */
export function AsEntrant({ standings: { entrants }, children }: { standings: Standings; children: ReactNode }) {
  const { wallet, main } = useWallet();
  const isIn = (address: string | undefined) => entrants.some(({ player }) => player === address);
  return (
    <ActingWallet value={!isIn(wallet?.address) && isIn(main?.address) ? main : undefined}>{children}</ActingWallet>
  );
}
