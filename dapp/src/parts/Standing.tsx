import type { Color } from "../chain/chess";
import { formatPayment } from "../chain/format";
import { type Snapshot, useDecimals, useTerms } from "../chain/hooks";
import { endText, wagersPaid } from "../chess/reason";
import { href } from "../router";

/** Whose turn it is, or how it ended and what it paid. */
export function Standing({ game, drawOffer, claims, you }: Snapshot & { you: Color | undefined }) {
  const { data: terms } = useTerms();
  const decimals = useDecimals(terms?.wager?.token);
  const wager = terms?.wager;
  const address = you === "white" ? game.white : game.black;
  if (game.state !== "ongoing") {
    const paid = wagersPaid(game, you ? address : game.state === "blackWon" ? game.black : game.white);
    const amount = wager && formatPayment({ ...wager, amount: paid * wager.amount }, decimals);
    return (
      <article className="standing over" data-testid="end">
        <strong>{endText(game)}</strong>
        {wager && (
          <p>
            {you
              ? paid > 0n
                ? `You were paid ${amount}.`
                : "Your opponent was paid both wagers."
              : game.state === "drawn"
                ? "Both got their wagers back."
                : `The winner was paid ${amount}.`}
          </p>
        )}
        {you && <a href={href({ view: "lobby" })}>Play another game</a>}
      </article>
    );
  }
  const turn = !you
    ? `${game.turn === "white" ? "White" : "Black"} to move`
    : game.turn === you
      ? "Your turn"
      : "Their turn";
  return (
    <article className="standing" data-testid="standing">
      <strong>{turn}</strong>
      {terms?.paused && <p>The contract is paused. The clock stands still.</p>}
      {claims.inactivity && <p>{game.turn === you ? "Your time is over." : "Their time is over."}</p>}
      {claims.illegalMove && game.turn === you && <p>Your opponent left their king attacked.</p>}
      {claims.illegalMove && game.turn !== you && you && <p>Your king is attacked: your opponent may call it.</p>}
      {drawOffer && (
        <p>
          {drawOffer === address && you
            ? "You offer a draw."
            : you
              ? "Your opponent offers a draw."
              : "A draw is offered."}
        </p>
      )}
    </article>
  );
}
