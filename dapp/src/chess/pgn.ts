import { ChildNode, makePgn, Node, type PgnNodeData } from "chessops/pgn";
import type { Clocks, Game } from "../chain/game";
import { type Settings, SITES } from "../chain/settings";
import type { Ply } from "./history";
import { reasonText } from "./reason";

const RESULTS = { ongoing: "*", whiteWon: "1-0", blackWon: "0-1", drawn: "1/2-1/2", open: "*", noResult: "*" } as const;

/** A game as PGN, as the chain has it: where it is kept stands in the tags. */
export function pgn(
  { game, plies, clocks }: { game: Game; plies: Ply[]; clocks?: Clocks | undefined },
  settings: Pick<Settings, "network">,
  contract: string,
): string {
  const moves = new Node<PgnNodeData>();
  let last = moves;
  for (const { san } of plies) {
    const child = new ChildNode<PgnNodeData>({ san });
    last.children.push(child);
    last = child;
  }
  const { explorer } = SITES[settings.network];
  const headers = new Map([
    ["Event", "On-chain chess"],
    ["Site", explorer ? `${explorer}/accounts/${contract}` : settings.network],
    ["Date", "????.??.??"],
    ["Round", String(game.id)],
    ["White", game.white],
    ["Black", game.black],
    ["Result", RESULTS[game.state]],
    ["Variant", "Standard"],
    ["TimeControl", clocks ? `${clocks.base}+${clocks.increment}` : "-"],
    ["Contract", contract],
  ]);
  if (game.state !== "ongoing") headers.set("Termination", reasonText(game.endReason));
  return makePgn({ headers, moves });
}

/** A page of lichess with a position on its analysis board. */
export const lichessLink = (fen: string): string => `https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}`;
