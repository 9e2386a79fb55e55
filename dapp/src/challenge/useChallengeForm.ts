import { useState } from "react";
import { navigate } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { addressIn, formatAmount, formatPayment, parseAmount, ticker } from "../chain/format";
import { SIDES, type Side } from "../chain/game";
import { overLimit } from "../chain/launchLimit";
import { EGLD, type Payment } from "../chain/payment";
import { useDecimals, useTokenBalance } from "../chain/queries";
import { useRelayUrl } from "../chain/relayUrl";
import { t } from "../i18n/i18n";
import { newGameKey } from "../signedPlay/keys/newKey";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { clockOf, FIRST_CLOCK } from "./ClockFields";
import { keptStake } from "./stake";

export const NO_STAKE = "";

/** The contents of the fields of a challenge as it is shown first. */
const firstFields = (opponent: string | undefined, isSigned: boolean) => ({
  whom: opponent ? ("one" as const) : ("anyone" as const),
  opponentText: opponent ?? "",
  side: "drawn" as Side,
  clock: FIRST_CLOCK,
  // the same as in the lobby
  token: keptStake() === "0" ? NO_STAKE : EGLD,
  amountText: keptStake() === "0" ? "0.01" : keptStake(),
  isSigned,
  games: "1",
});

type ChallengeFields = ReturnType<typeof firstFields>;

/** The terms that the fields describe, and why they don't make a challenge yet. */
function useTerms(fields: ChallengeFields, player: string | undefined) {
  const { whom, token, clock, isSigned, games } = fields;
  const { launchLimit } = useChain().settings;
  const decimals = useDecimals(token || undefined);
  const balance = useTokenBalance(player, token || undefined);
  const amount = parseAmount(fields.amountText, decimals);
  // a match is played by signature alone
  const rounds = isSigned ? BigInt(games) : 1n;
  const opponent = whom === "one" ? addressIn(fields.opponentText) : undefined;
  const chosenClock = clockOf(clock);
  const stake = token && amount ? { token, amount } : undefined;
  const payment: Payment | undefined = stake && { ...stake, amount: stake.amount * rounds };

  function firstProblem(): string | undefined {
    if (whom === "one" && !opponent) return t("Whom do you challenge? Paste an address that begins with erd1.");
    if (opponent !== undefined && opponent === player) return t("You can't play yourself.");
    // in the contract's words
    if (chosenClock === "impossible") return `${t("Time")}: ${t("30 s to 30 days, increment up to 1 day")}`;
    if (token === NO_STAKE) return undefined;
    if (decimals === undefined) return t("The token's decimals are not known yet.");
    if (amount === undefined || amount === 0n)
      return t("The stake is not an amount of {token}.", { token: ticker(token) });
    const tooMuch = overLimit(launchLimit, payment);
    if (tooMuch) return tooMuch;
    if (balance !== undefined && amount * rounds > balance)
      return t("You have {amount}: too little.", { amount: formatAmount(balance, decimals, 6) });
    return undefined;
  }

  const total = payment && rounds > 1n ? formatPayment(payment, decimals) : undefined;
  return { rounds, opponent, clock: chosenClock, stake, payment, total, problem: firstProblem() };
}

/** How often the page asks for a new challenge's number. */
const ATTEMPTS = 5;

/** The fields of a challenge, what they say, and how it is opened. */
export function useChallengeForm(opponent: string | undefined, onClose: () => void) {
  const { chess } = useChain();
  const hasRelay = useRelayUrl() !== undefined;
  const { player, busy, send } = useSendTransaction();
  const [fields, setFields] = useState(() => firstFields(opponent, hasRelay));
  const [trouble, setTrouble] = useState<string>();
  const terms = useTerms(fields, player);
  const change = (changed: Partial<ChallengeFields>) => setFields((before) => ({ ...before, ...changed }));

  async function submit() {
    const { problem, clock, opponent, rounds, payment } = terms;
    if (problem || clock === "impossible" || !player) return;
    // without chess programs
    const args: unknown[] = [opponent ?? null, SIDES.indexOf(fields.side), clock ?? null, Number(rounds), false];
    try {
      if (fields.isSigned) args.push(Buffer.from(await newGameKey()));
    } catch {
      return setTrouble(t("This browser stores nothing: you can't play by signature here."));
    }
    onClose();
    const build: Parameters<typeof send>[0]["build"] = (caller) => chess.call(caller, "challenge", args, payment);
    if (!(await send({ title: t("Challenge"), build, leadsOn: true }))) return;
    // a gateway that fails is queried again, with the pauses that it asks for; the lobby shows the challenge in any case
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const newest = (await chess.playerGames(player, 0, 1).catch(() => undefined))?.items[0];
      if (newest) return navigate({ view: "game", id: newest.id });
    }
  }
  return { fields, change, terms, player, busy, hasRelay, trouble, submit };
}

export type ChallengeForm = ReturnType<typeof useChallengeForm>;
