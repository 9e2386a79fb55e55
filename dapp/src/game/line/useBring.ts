import { useCallback } from "react";
import { useChain } from "../../chain/ChainContext";
import type { Game } from "../../chain/game";
import { t } from "../../i18n/i18n";
import type { Advice } from "../../signedPlay/advice";
import { roundOf } from "../../signedPlay/match";
import type { ChainCall, SignedGameId, SignedMessage } from "../../signedPlay/message";
import { SignedPlayError } from "../../signedPlay/refusals";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import type { Prepared, SignedSession, Wish } from "../../signedPlay/SignedSession";
import { plyCount, signedEnd } from "../../signedPlay/standing";
import { useSendTransaction } from "../../transactions/useSendTransaction";

/** How the chain is told of a game by signature. */
export interface Bringing {
  /** Brings the whole game to the chain, by one call of `play`; whether it succeeded. */
  bring: (title: string, wish?: Wish) => Promise<boolean>;
  /** Asks the opponent on the chain: by the relay, where it brings such things, or by a call of one's own. */
  ask: () => Promise<void>;
  busy: boolean;
}

/** A game that can be brought to the chain. */
export interface Bringable {
  id: SignedGameId;
  call: ChainCall;
}

/** The arguments of a call of `play`. */
export const playArguments = ({ id, call }: Bringable): unknown[] => [
  id.id,
  id.round,
  id.points,
  ...[call.moves, call.white, call.black].map((bytes) => Buffer.from(bytes)),
];

/** How a game by signature comes to the chain. */
export function useBring(
  { id, plies }: Pick<Game, "id" | "plies">,
  session: SignedSession | undefined,
  room: RelayRoom | undefined,
  advise: (wish?: SignedMessage) => Advice,
): Bringing {
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const bring = useCallback(
    async (title: string, wish?: Wish) => {
      if (!session) return false;
      const isEnd = wish === "draw" || signedEnd(session.game) !== undefined;
      // the chain doesn't hear of the rounds before a leave
      const settled = advise().cause === "parts" ? plies : plyCount(session.game.moves);
      const settles = isEnd ? { game: id, plies: settled } : undefined;
      let prepared: Prepared | undefined;
      return send({
        title,
        settles,
        build: (caller) => {
          prepared = wish && session.prepare(wish);
          const { call } = advise(prepared?.message);
          if (!call) throw new SignedPlayError("the game has gone on meanwhile");
          const bringable = { id: roundOf(session.game.id, call.round, call.points), call };
          return chess.call(caller, "play", playArguments(bringable));
        },
        onSend: async () => prepared?.onSend(),
      });
    },
    [session, chess, send, id, plies, advise],
  );
  const ask = useCallback(async () => {
    // what the relay was handed and hasn't brought the player brings
    if (room?.brings && !session?.game.said(session.game.color, "ask")) await session?.say("ask");
    else await bring(t("Ask on the chain"), "ask");
  }, [room, session, bring]);
  return { bring, ask, busy };
}
