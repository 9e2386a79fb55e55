import type { Color, Game } from "../chain/chess";
import { shortAddress } from "../chain/format";
import type { Ply } from "../chess/history";
import { Captured } from "./Captured";

interface Props {
  game: Game;
  color: Color;
  /** The plies of the position shown. */
  plies: Ply[];
  you: string | undefined;
  /** What is left of the player's time, where it runs. */
  time: string | undefined;
}

/** One side of a game: whose it is, what they have captured and how long they have. */
export function Player({ game, color, plies, you, time }: Props) {
  const address = color === "white" ? game.white : game.black;
  const isOnMove = game.state === "ongoing" && game.turn === color;
  return (
    <div className={isOnMove ? "player on-move" : "player"} data-color={color}>
      <span className={`dot ${color}`} aria-hidden="true" />
      <span className="name" title={address}>
        {color === "white" ? "White" : "Black"} · {address === you ? "you" : shortAddress(address)}
      </span>
      <Captured plies={plies} by={color} />
      {time && <span className="time">{time}</span>}
    </div>
  );
}
