import type { ReactNode } from "react";
import styles from "./ChoiceGroup.module.css";

interface Props<Value extends string> {
  /** The name of the choice. */
  label: string;
  name: string;
  /** A sample shows how a choice looks; either all choices of a group have one, or none. */
  choices: readonly { value: Value; text: string; sample?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one among a few values, as buttons in a row. */
export function ChoiceGroup<Value extends string>({ label, name, choices, value, onChange }: Props<Value>) {
  const isSampled = choices.some(({ sample }) => sample !== undefined);
  return (
    <fieldset className={`row ${styles.choice} ${isSampled ? styles.sampled : ""}`}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.face}>
            {choice.sample}
            <span>{choice.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
