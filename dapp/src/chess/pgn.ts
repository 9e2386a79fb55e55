import { ChildNode, makePgn, Node, type PgnNodeData } from "chessops/pgn";
import type { Game } from "../chain/chess";
import type { Ply } from "./history";
import { reasonText } from "./reason";

const RESULTS = { ongoing: "*", whiteWon: "1-0", blackWon: "0-1", drawn: "1/2-1/2" } as const;

/** A game as PGN, as the chain has it; `site` says where. */
export function pgn(game: Game, plies: Ply[], site: string): string {
  const moves = new Node<PgnNodeData>();
  let last = moves;
  for (const { san } of plies) {
    const child = new ChildNode<PgnNodeData>({ san });
    last.children.push(child);
    last = child;
  }
  const headers = new Map([
    ["Event", "On-chain chess for a wager"],
    ["Site", site],
    ["Date", "????.??.??"],
    ["Round", String(game.id)],
    ["White", game.white],
    ["Black", game.black],
    ["Result", RESULTS[game.state]],
  ]);
  if (game.state !== "ongoing") headers.set("Termination", reasonText(game.endReason));
  return makePgn({ headers, moves });
}

/** A page of lichess with a position on its analysis board. */
export const lichessLink = (fen: string): string => `https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}`;
