import { type ReactNode, useState } from "react";
import { formatAmount, parseAmount } from "../../chain/format";
import { EGLD, type Payment } from "../../chain/payment";
import { keepStake, keptStake } from "../../challenge/stake";
import { t } from "../../i18n/i18n";
import { ChoiceGroup } from "../../ui/ChoiceGroup";
import controls from "../../ui/controls.module.css";
import { TextField } from "../../ui/Field";
import { FiatValue } from "../../ui/values/FiatValue";
import styles from "./QuickPairing.module.css";

const OWN = "own";
/** The stakes to choose from, in EGLD; none first. */
const SIZES = ["0", "0.01", "0.05", "0.2"];
const DECIMALS = 18;

export interface Choice {
  /** A size in EGLD, or "own". */
  chosen: string;
  own: string;
  stake: Payment | undefined;
  /** Why what was typed is no stake. */
  problem: string | undefined;
  choose: (chosen: string) => void;
  type: (own: string) => void;
  /** Chooses what a game was played for. */
  take: (stake: Payment | undefined) => void;
}

/** The stake of the next game; it is stored in this browser. */
export function useStakeChoice(): Choice {
  const kept = keptStake();
  const [chosen, setChosen] = useState(SIZES.includes(kept) ? kept : OWN);
  const [own, setOwn] = useState(SIZES.includes(kept) ? "0.5" : kept);
  const amount = parseAmount(chosen === OWN ? own : chosen, DECIMALS);
  const keep = (text: string) => {
    // where it can't be kept it is chosen for this time
    if (parseAmount(text, DECIMALS) !== undefined) keepStake(text);
  };
  return {
    chosen,
    own,
    stake: amount ? { token: EGLD, amount } : undefined,
    problem:
      amount === undefined || (chosen === OWN && amount === 0n) ? t("The stake is not an amount of EGLD.") : undefined,
    choose: (next) => {
      setChosen(next);
      keep(next === OWN ? own : next);
    },
    type: (text) => {
      setOwn(text);
      keep(text);
    },
    take: (taken) => {
      const text = formatAmount(taken?.amount ?? 0n, DECIMALS);
      const isSize = SIZES.includes(text);
      setChosen(isSize ? text : OWN);
      if (!isSize) setOwn(text);
      keep(text);
    },
  };
}

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
      <div className={`${controls.line} ${styles.beside}`}>
        <label className={`${controls.line} ${styles.own}`}>
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
