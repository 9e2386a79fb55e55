import { href, type Route } from "../browser/router";
import { useWaitingGames } from "../games/useWaitingGames";
import { t } from "../i18n/i18n";
import { usePlayer } from "../wallet/wallet";
import styles from "./Header.module.css";

/** How many other games wait for the player: a link to the one, or to all of them. */
export function WaitingGames({ route }: { route: Route }) {
  const shown = route.view === "game" ? route.id : undefined;
  const games = useWaitingGames(usePlayer(), shown, href(route));
  const [first] = games;
  if (!first) return null;
  const text =
    games.length === 1
      ? t("Game {id} waits for your move", { id: first.id })
      : t("{count, plural, one {# game waits} other {# games wait}} for your move", { count: games.length });
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
