import { useChain } from "../../chain/ChainContext";
import { msg, t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { useTransactions } from "../../transactions/TransactionsContext";
import { Amount, FiatValue } from "../../ui/values/Amount";
import { ExplorerLink } from "../../ui/values/ExplorerLink";
import type { GameSnapshot } from "../line/useGame";

interface Props {
  snapshot: GameSnapshot;
  room: RelayRoom | undefined;
}

/** The details behind the mark: the stake, the contract, and how moves are carried. */
export function GameTerms({ snapshot: { game, stake, keys }, room }: Props) {
  const { chess, settings } = useChain();
  const sent = useTransactions().findLast(({ move, hash }) => move?.game === game.id && hash);
  return (
    <>
      <p className="muted">
        {stake ? (
          <>
            <Say
              text={msg("{amount} each. The winner takes both, a draw gives them back.")}
              values={{ amount: <Amount payment={stake} /> }}
            />{" "}
            <FiatValue payment={stake} />{" "}
            {game.match && t("That is for one game, of at most {count}.", { count: game.match.rounds })}
          </>
        ) : (
          t("No stake: it counts for the rating, not for the score.")
        )}
      </p>
      <p className="muted">
        {keys
          ? t("Every move is checked by the contract, at the latest at the end.")
          : t("Every move is checked and kept by the contract.")}{" "}
        <ExplorerLink path={`accounts/${chess.address}`}>
          {t("The contract on {network}", { network: settings.network })}
        </ExplorerLink>{" "}
        {sent && <ExplorerLink path={`transactions/${sent.hash}`}>{t("Your last move")}</ExplorerLink>}
      </p>
      {room && <p className="muted">{relayText(room)}</p>}
    </>
  );
}

/** The relay's part, and the number of spectators, as text. */
function relayText(room: RelayRoom): string {
  if (room.state === "connecting") return t("Asking the relay for the longest game …");
  if (room.state === "offline") return "";
  const watching = room.people?.spectators ?? 0;
  return watching === 0
    ? t("Moves go through the relay at once. Nobody looks on.")
    : t("Moves go through the relay at once. {count, plural, one {One looks on.} other {# look on.}}", {
        count: watching,
      });
}
