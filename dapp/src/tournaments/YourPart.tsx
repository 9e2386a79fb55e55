import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { formatClock } from "../chain/format";
import { overLimit } from "../chain/launchLimit";
import { playFee } from "../chain/network/fees";
import { useBalance, useTokenBalance } from "../chain/queries";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { isSamePool, poolOf } from "../ratings/rating";
import { useRatings } from "../ratings/useRatings";
import { Button, ButtonLink, PrimaryButton } from "../ui/Button";
import { ConfirmButton } from "../ui/ConfirmButton";
import { Amount, useAmountText } from "../ui/values/Amount";
import { PlayerName } from "../ui/values/PlayerName";
import { useConnecting } from "../wallet/ConnectDialog";
import { usePlayer, useWallet } from "../wallet/wallet";
import type { Duty, Seat } from "./boards";
import type { Standings } from "./contract";
import { prizesOf } from "./prizes";
import { type Acts, useActs } from "./useDuties";
import type { Now } from "./useTournament";

interface Props {
  standings: Standings;
  round: Now;
  claim: bigint;
  isEntrant: boolean;
}

/** The visitor's part in a tournament: entering, the current duty, the prize. */
export function YourPart({ standings, round, claim, isEntrant }: Props) {
  const { tournament } = standings;
  const { wallet } = useWallet();
  const acts = useActs(standings, round);
  const amount = useAmountText({ ...tournament.pot, amount: claim });
  const { phase, terms } = tournament;
  const own = prizesOf(standings).find(({ player }) => player !== undefined && player === wallet?.address);
  const won = useAmountText({ ...tournament.pot, amount: own?.amount ?? 0n });
  const next = phase === "Entering" ? t("Start the tournament") : t("Next round");
  const isEntering = phase === "Entering" && round.now < terms.start;
  return (
    <section className="card stack" aria-label={t("Your part")} data-testid="part">
      {isEntering && <Entering {...{ standings, acts, isEntrant }} />}
      {round.seat && <BoardDuty {...{ round, acts }} seat={round.seat} />}
      {phase === "Running" && !round.isNextDue && isEntrant && !round.seat && (
        <p>{t("You have a bye in this round.")}</p>
      )}
      {round.isNextDue && (
        <>
          <p>{phase === "Entering" ? t("It begins now.") : t("The round is over.")}</p>
          <Button disabled={acts.busy || !wallet} onClick={() => acts.call(next, "next")}>
            {next}
          </Button>
        </>
      )}
      {phase === "Cancelled" && <p>{t("It was cancelled: everyone gets back what they have paid.")}</p>}
      {phase === "Ended" && claim === 0n && (
        <p>{own ? t("It is over: you won {amount}.", { amount: won }) : t("It is over.")}</p>
      )}
      {claim > 0n && (
        <PrimaryButton disabled={acts.busy} onClick={() => acts.call(t("Claim the prize"), "claim")}>
          {t("Claim {amount}", { amount })}
        </PrimaryButton>
      )}
      {wallet?.home && isEntrant && (phase === "Entering" || phase === "Running") && <ByPurse purse={wallet.address} />}
    </section>
  );
}

/** Lists the acts that the page does automatically, or says that the purse can't pay for them. */
function ByPurse({ purse }: { purse: string }) {
  const { config } = useChain();
  const { data: balance } = useBalance(purse);
  if (balance !== undefined && balance < playFee(config))
    return (
      <p role="alert">
        {t("Your purse is empty.")} <a href={href({ view: "wallet" })}>{t("Fill the purse")}</a>
      </p>
    );
  return (
    <p className="muted">
      {t("Your purse opens, accepts and reports your games, and claims, as long as this page is open.")}
    </p>
  );
}

/** Before the start: enter or leave. */
function Entering({ standings, acts, isEntrant }: Pick<Props, "standings" | "isEntrant"> & { acts: Acts }) {
  const { terms, entrants } = standings.tournament;
  const { settings } = useChain();
  const player = usePlayer();
  const balance = useTokenBalance(player, terms.fee.token);
  const ratings = useRatings(player);
  const amount = useAmountText(terms.fee);
  const payment = terms.fee.amount > 0n ? terms.fee : undefined;
  const pool = poolOf(terms.clock, terms.engines);
  // it decides nothing; a player without rated games has none
  const rating = ratings?.ratings.find((own) => isSamePool(own, pool))?.rating;
  const { press, dialog } = useConnecting((wallet) =>
    acts.call(t("Enter the tournament"), "enter", rating ? [Math.round(rating)] : [], payment, wallet),
  );
  if (isEntrant)
    return (
      <>
        <p>{t("You have entered. Be here when it begins.")}</p>
        <ConfirmButton
          isAside
          label={payment ? t("Leave: {amount} back", { amount }) : t("Leave")}
          disabled={acts.busy}
          onConfirm={() => acts.call(t("Leave"), "leave")}
        />
      </>
    );
  if (entrants >= terms.players) return <p>{t("The tournament is full.")}</p>;
  const isPoor = balance !== undefined && balance < terms.fee.amount;
  const tooMuch = overLimit(settings.launchLimit, payment);
  return (
    <>
      <PrimaryButton className="large" disabled={acts.busy || isPoor || tooMuch !== undefined} onClick={press}>
        {payment ? t("Enter for {amount}", { amount }) : t("Enter")}
      </PrimaryButton>
      {tooMuch && <p role="alert">{tooMuch}</p>}
      {isPoor && (
        <p role="alert">
          {t("You have too little for the fee.")} <a href={href({ view: "wallet" })}>{t("Wallet")}</a>
        </p>
      )}
      {dialog}
    </>
  );
}

/** The opponent, and the duty with its deadline. */
function BoardDuty({ round: { duty, now }, seat, acts }: { round: Now; seat: Seat; acts: Acts }) {
  const opponent = <PlayerName address={seat.opponent} />;
  const isToDo = duty && (duty.what === "challenge" || duty.what === "accept" || duty.what === "report");
  return (
    <>
      <p>
        {seat.color === "white" ? (
          <Say text="You play White against {opponent}." values={{ opponent }} />
        ) : (
          <Say text="You play Black against {opponent}." values={{ opponent }} />
        )}
      </p>
      <p role="status">{duty ? dutyText(duty, now) : seat.board.state === "Done" && t("Your board has its result.")}</p>
      {duty && isToDo && (
        <PrimaryButton disabled={acts.busy} onClick={() => acts.board(duty)}>
          {duty.what === "challenge" ? t("Open the game") : duty.what === "accept" ? t("Accept") : t("Report")}
        </PrimaryButton>
      )}
      {duty?.isBegun && (
        <ButtonLink isPrimary={!isToDo} to={{ view: "game", id: duty.game }}>
          {t("To the game")}
        </ButtonLink>
      )}
    </>
  );
}

function dutyText({ what, game, until }: Duty, now: number): string {
  const time = formatClock(until - now);
  if (what === "challenge") return t("Open the game: {time} left.", { time });
  if (what === "accept") return t("Your opponent waits for you. Accept the game: {time} left.", { time });
  if (what === "report") return t("Report your game, which proves that you are here: {time} left.", { time });
  if (what === "play") return t("Your game is being played. It counts if it ends within {time}.", { time });
  if (what === "late") return t("It is too late to open a game: your opponent was here before.");
  return game
    ? t("You wait for your opponent. If they aren't here within {time}, the point is yours.", { time })
    : t("Your opponent opens the game. If not within {time}, you do.", { time });
}

/** The prizes, and their winners once the tournament is over. */
export function Prizes({ standings }: { standings: Standings }) {
  const { pot } = standings.tournament;
  return (
    <ol className="row" data-testid="prizes">
      {prizesOf(standings).map(({ place, amount, player }) => (
        <li key={player ?? place} className="chip">
          {place}. {player && <PlayerName address={player} />} <Amount payment={{ ...pot, amount }} most={4} />
        </li>
      ))}
    </ol>
  );
}
