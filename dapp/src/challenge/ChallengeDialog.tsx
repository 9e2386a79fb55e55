import { useState } from "react";
import { href, navigate } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { formatAmount, formatPayment, formatTimeControl, parseAmount, ticker } from "../chain/format";
import { SIDES, type Side } from "../chain/game";
import { EGLD } from "../chain/payment";
import { useDecimals, useTokenBalance, useTokens } from "../chain/queries";
import { useRelayUrl } from "../chain/relayUrl";
import { newGameKey } from "../signedPlay/keys/newKey";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { FiatValue } from "../ui/values/FiatValue";
import styles from "./ChallengeDialog.module.css";
import { type ClockChoice, ClockFields, clockOf, firstClock } from "./ClockFields";
import type { ChallengeTerms } from "./terms";
import { useFirstNotice } from "./useFirstNotice";

interface Props {
  /** What the fields begin with. */
  initial?: Partial<ChallengeTerms>;
  onClose: () => void;
}

const NO_STAKE = "";
/** How many games one after the other. */
const GAMES = ["1", "3", "5", "10"];
const SIDE_TEXTS: Record<Side, string> = { white: "White", black: "Black", drawn: "By lot" };

/** An address, also out of a link to a profile. */
const addressIn = (text: string): string | undefined => /erd1[02-9ac-hj-np-z]{58}/.exec(text)?.[0];

/** How often the page asks for a new challenge's number. */
const ATTEMPTS = 5;

/** Asks for what a game is to be, and opens it. */
export function ChallengeDialog({ initial = {}, onClose }: Props) {
  const { chess, settings } = useChain();
  const relay = useRelayUrl(settings);
  const { player, busy, send } = useSendTransaction();
  const [whom, setWhom] = useState<"anyone" | "one">(initial.opponent ? "one" : "anyone");
  const [opponentText, setOpponentText] = useState(initial.opponent ?? "");
  const [side, setSide] = useState<Side>(initial.side ?? "drawn");
  const [clock, setClock] = useState<ClockChoice>(() => firstClock(initial));
  const [token, setToken] = useState(initial.stake?.token ?? ("stake" in initial ? NO_STAKE : EGLD));
  const decimals = useDecimals(token || undefined);
  const [typed, setTyped] = useState<string>();
  const [isSigned, setSigned] = useState(relay !== undefined);
  const [games, setGames] = useState(String(initial.rounds ?? 1));
  // a match is played by signature alone
  const rounds = isSigned ? BigInt(games) : 1n;
  const [trouble, setTrouble] = useState<string>();
  const balance = useTokenBalance(player, token || undefined);
  const tokens = useTokens(player);
  const { tellFirst, notice } = useFirstNotice();

  const amountText = typed ?? (initial.stake ? formatAmount(initial.stake.amount, decimals) : "0.01");
  const amount = parseAmount(amountText, decimals);
  const opponent = whom === "one" ? addressIn(opponentText) : undefined;
  const chosenClock = clockOf(clock);
  const stake = token && amount ? { token, amount } : undefined;
  const payment = stake && { ...stake, amount: stake.amount * rounds };
  const total = payment && rounds > 1n ? formatPayment(payment, decimals) : undefined;
  const problem = firstProblem();

  function firstProblem(): string | undefined {
    if (whom === "one" && !opponent) return "Whom do you challenge? Paste an address that begins with erd1.";
    if (opponent !== undefined && opponent === player) return "You can't play yourself.";
    if (chosenClock === "impossible") return "The clock goes from 30 seconds to 30 days, what a move adds up to a day.";
    if (token === NO_STAKE) return undefined;
    if (amount === undefined || amount === 0n) return `The stake is not an amount of ${ticker(token)}.`;
    if (balance !== undefined && amount * rounds > balance)
      return `You have ${formatAmount(balance, decimals, 6)}: too little.`;
    return undefined;
  }

  async function submit() {
    if (problem || chosenClock === "impossible" || !player) return;
    // without chess programs
    const args: unknown[] = [opponent ?? null, SIDES.indexOf(side), chosenClock ?? null, Number(rounds), false];
    try {
      if (isSigned) args.push(Buffer.from(await newGameKey()));
    } catch {
      return setTrouble("This browser keeps nothing: no game by signature from here.");
    }
    onClose();
    const opened = await send({
      title: "Challenge",
      build: (caller) => chess.call(caller, "challenge", args, payment),
    });
    if (!opened) return;
    // a gateway without an answer is asked again, as it says when; the lobby shows the challenge in any case
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const newest = (await chess.playerGames(player, 0, 1).catch(() => undefined))?.items[0];
      if (newest) return navigate({ view: "game", id: newest.id });
    }
  }

  return (
    <Dialog title="New challenge" onClose={onClose}>
      <form
        className={`${controls.stack} ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSigned) tellFirst(submit);
          else submit();
        }}
      >
        <ChoiceGroup
          label="Opponent"
          name="whom"
          choices={[
            { value: "anyone", text: "Anyone" },
            { value: "one", text: "One player" },
          ]}
          value={whom}
          onChange={setWhom}
        />
        <label className={`${styles.field} ${styles.beside}`}>
          Their address
          <input
            className={controls.field}
            placeholder="erd1…"
            autoComplete="off"
            spellCheck={false}
            disabled={whom === "anyone"}
            value={opponentText}
            onChange={(event) => setOpponentText(event.target.value)}
          />
        </label>
        <div className={styles.sides}>
          <ChoiceGroup
            label="You play"
            name="side"
            choices={SIDES.map((value) => ({ value, text: SIDE_TEXTS[value] }))}
            value={side}
            onChange={setSide}
          />
          <label className={styles.field}>
            Games
            <select
              className={controls.field}
              title="One after the other, sides changing; by signature"
              disabled={!isSigned}
              value={isSigned ? games : "1"}
              onChange={(event) => setGames(event.target.value)}
            >
              {GAMES.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </label>
        </div>
        <ClockFields value={clock} onChange={setClock} />
        <div className={styles.stake}>
          <label className={`${styles.field} ${styles.beside}`}>
            Stake
            <input
              className={controls.field}
              inputMode="decimal"
              autoComplete="off"
              disabled={token === NO_STAKE}
              value={amountText}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <label className={`${styles.field} ${styles.beside}`}>
            Token
            <select
              className={controls.field}
              aria-label="Token"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            >
              <option value={EGLD}>EGLD</option>
              {tokens?.map((identifier) => (
                <option key={identifier} value={identifier}>
                  {ticker(identifier)} ({identifier})
                </option>
              ))}
              <option value={NO_STAKE}>no stake</option>
            </select>
          </label>
        </div>
        <label>
          <input type="checkbox" checked={isSigned} onChange={(event) => setSigned(event.target.checked)} /> Play by
          signature: moves cost nothing and need no wallet, the chain is told the whole game at the end
        </label>
        <p className={controls.muted}>
          {token === NO_STAKE
            ? "Nothing is paid, and the game doesn't count for the score."
            : "Each player pays the stake; the winner gets both, a draw gives them back."}{" "}
          {total && `For ${rounds} games each pays ${total} now; what isn't played for comes back.`}{" "}
          {stake && <FiatValue payment={stake} />}
          {chosenClock === "impossible" ? "" : `Time: ${formatTimeControl(chosenClock)}.`}{" "}
          {isSigned
            ? `${relay ? "The relay carries the moves." : "Both pages must find each other: in one browser, or by the transcript that you copy."}`
            : "Every move is a transaction and takes the chain some seconds."}
          {isSigned && (
            <>
              {" "}
              <a href={href({ view: "how" })}>How it works</a> says what you should know.
            </>
          )}
        </p>
        <div className={styles.end}>
          <p role="status" className={styles.problem}>
            {problem ?? trouble}
          </p>
          <button type="submit" className={`${controls.primary} ${controls.large}`} disabled={busy || !!problem}>
            Challenge
          </button>
        </div>
      </form>
      {notice}
    </Dialog>
  );
}
