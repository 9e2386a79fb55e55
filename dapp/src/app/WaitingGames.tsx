import { href, type Route } from "../browser/router";
import { useWaitingGames } from "../games/useWaitingGames";
import { usePlayer } from "../wallet/wallet";
import styles from "./Header.module.css";

/** How many other games wait for the player: a link to the one, or to all of them. */
export function WaitingGames({ route }: { route: Route }) {
  const shown = route.view === "game" ? route.id : undefined;
  const games = useWaitingGames(usePlayer(), shown, href(route));
  const [first] = games;
  if (!first) return null;
  const text = games.length === 1 ? `Game ${first.id} waits for your move` : `${games.length} games wait for your move`;
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
