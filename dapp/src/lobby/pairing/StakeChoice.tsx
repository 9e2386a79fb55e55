import { type ReactNode, useState } from "react";
import { formatAmount, parseAmount } from "../../chain/format";
import { EGLD, type Payment } from "../../chain/payment";
import { keepStake, keptStake } from "../../challenge/stake";
import { t } from "../../i18n/i18n";
import { ChoiceGroup } from "../../ui/ChoiceGroup";
import { TextField } from "../../ui/Field";
import { FiatValue } from "../../ui/values/Amount";
import styles from "./QuickPairing.module.css";

const OWN = "own";
/** The stakes to choose from, in EGLD; none first. */
const SIZES = ["0", "0.01", "0.05", "0.2"];
const DECIMALS = 18;

/** The stake of the next game; it is stored in this browser. */
export function useStakeChoice() {
  const kept = keptStake();
  /** A size in EGLD, or "own". */
  const [chosen, setChosen] = useState(SIZES.includes(kept) ? kept : OWN);
  const [own, setOwn] = useState(SIZES.includes(kept) ? "0.5" : kept);
  const amount = parseAmount(chosen === OWN ? own : chosen, DECIMALS);
  const keep = (text: string) => {
    // if it can't be stored, the choice lasts until the page is closed
    if (parseAmount(text, DECIMALS) !== undefined) keepStake(text);
  };
  return {
    chosen,
    own,
    stake: amount ? { token: EGLD, amount } : undefined,
    /** The reason why the typed text is no stake. */
    problem:
      amount === undefined || (chosen === OWN && amount === 0n) ? t("The stake is not an amount of EGLD.") : undefined,
    choose: (next: string) => {
      setChosen(next);
      keep(next === OWN ? own : next);
    },
    type: (text: string) => {
      setOwn(text);
      keep(text);
    },
    /** Chooses the stake of an earlier game. */
    take: (taken: Payment | undefined) => {
      const text = formatAmount(taken?.amount ?? 0n, DECIMALS);
      const isSize = SIZES.includes(text);
      setChosen(isSize ? text : OWN);
      if (!isSize) setOwn(text);
      keep(text);
    },
  };
}

export type Choice = ReturnType<typeof useStakeChoice>;

interface Props {
  choice: Choice;
  disabled: boolean;
  /** Other choices, shown beside the stake. */
  children: ReactNode;
}

export function StakeChoice({ choice, disabled, children }: Props) {
  const { chosen, own, stake } = choice;
  return (
    <fieldset className={styles.stakes} disabled={disabled}>
      <ChoiceGroup
        label={t("Stake")}
        name="pairing-stake"
        choices={[
          ...SIZES.map((size) => ({ value: size, text: size === "0" ? t("none") : size })),
          { value: OWN, text: t("other") },
        ]}
        value={chosen}
        onChange={choice.choose}
      />
      <div className={`line ${styles.beside}`}>
        <label className="line">
          <TextField
            aria-label={t("Stake in EGLD")}
            inputMode="decimal"
            disabled={chosen !== OWN}
            value={chosen === OWN ? own : chosen}
            onChange={choice.type}
          />
          EGLD {stake ? <FiatValue payment={stake} /> : null}
        </label>
        {children}
      </div>
    </fieldset>
  );
}
