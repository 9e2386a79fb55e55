import type { Route } from "../browser/router";
import { isOver } from "../chain/game";
import { useGamesAtHand } from "../chain/queries";
import { GAMES_AT_ONCE } from "../games/useWaitingGames";
import { extra } from "../ui/extra";
import { useWallet } from "../wallet/wallet";

const OtherGame = extra(() => import("../game/duties/OtherGame"), "OtherGame");

/**
 * With a purse the page does a player's duties in all of the purse's games, whichever view it shows: it answers asks, old
 * states and open ends in time. Without a purse the wallet's window would open for a game that isn't shown.
 */
export function OtherGames({ route }: { route: Route }) {
  const { wallet } = useWallet();
  const player = wallet?.home && wallet.address;
  const shown = route.view === "game" ? route.id : undefined;
  const others = useGamesAtHand(player, GAMES_AT_ONCE).filter((game) => game.id !== shown && !isOver(game));
  if (!player || others.length === 0) return null;
  return (
    <>
      {others.map(({ id }) => (
        <OtherGame key={id} id={id} player={player} />
      ))}
    </>
  );
}
