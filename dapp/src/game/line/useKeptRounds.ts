import { useQuery } from "@tanstack/react-query";
import { useChain } from "../../chain/ChainContext";
import { type Color, isOver } from "../../chain/game";
import { replay } from "../../chess/history";
import { type PlyTimes, plyTimes } from "../../signedPlay/clock";
import { gameKeyOf } from "../../signedPlay/ed25519";
import { transcriptStore } from "../../signedPlay/keys/store";
import { colorIn, pointsAfter, roundOf, signedGameId } from "../../signedPlay/match";
import { SignedGame } from "../../signedPlay/SignedGame";
import { plyCount, signedEnd, signedResult } from "../../signedPlay/standing";
import type { GameSnapshot } from "./useGame";
import { withTime } from "./withTime";

/** A round of a match as its player's browser keeps it. */
export interface KeptRound {
  /** The round as if the chain had it. */
  snapshot: GameSnapshot;
  /** When each ply was made, by this machine's clock. */
  times: PlyTimes;
}

const NONE: readonly KeptRound[] = [];

/** The rounds of a match that is over, from the first on: the chain has the moves of the last one it was told alone. */
export function useKeptRounds(onChain: GameSnapshot, you: Color | undefined): readonly KeptRound[] {
  const { contract } = useChain().settings;
  const { game, keys } = onChain;
  const { data } = useQuery({
    queryKey: ["keptRounds", contract, game.id, you],
    queryFn: () => keptRounds(contract, onChain, you),
    enabled: game.match !== undefined && keys !== undefined && you !== undefined && isOver(game),
  });
  return data ?? NONE;
}

async function keptRounds(contract: string, onChain: GameSnapshot, you: Color | undefined): Promise<KeptRound[]> {
  const { game, keys, clocks } = onChain;
  const { match } = game;
  if (!match || !keys || !you) return [];
  const store = await transcriptStore();
  const there = { ...signedGameId(contract, game.id, keys), round: match.round };
  const rounds: KeptRound[] = [];
  let id = roundOf(there, 0, 0);
  for (;;) {
    const { round, points } = id;
    const transcript = await store.get(id, colorIn(you, match.round, round));
    if (!transcript) return rounds;
    const signed = new SignedGame(transcript, gameKeyOf(transcript.secret), store, true);
    const { moves, messages } = signed;
    const times = plyTimes(messages, plyCount(moves));
    const end = withTime(signedEnd(signed), clocks, times, (color) => signed.said(color, "resign")?.at);
    if (!end) return rounds;
    const plies = replay(moves);
    const side = (color: Color) => game[colorIn(color, round, match.round)];
    const ofRound = { ...match, round, points, played: 0 };
    const begun = { ...game, white: side("white"), black: side("black"), plies: plies.length, match: ofRound };
    rounds.push({ snapshot: { ...onChain, moves, plies, game: signedResult(begun, end) }, times });
    id = roundOf(id, round + 1, pointsAfter(id, end.winner));
  }
}
