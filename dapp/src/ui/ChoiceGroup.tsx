import styles from "./ChoiceGroup.module.css";

interface Props<Value extends string> {
  /** What is chosen. */
  label: string;
  name: string;
  choices: readonly { value: Value; text: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few things of which one is chosen, as buttons in a row. */
export function ChoiceGroup<Value extends string>({ label, name, choices, value, onChange }: Props<Value>) {
  return (
    <fieldset className={styles.choice}>
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
          <span>{choice.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
