import type { ComponentProps, SyntheticEvent } from "react";

/** The submit handler of a form that the page handles itself: nothing is sent. */
export const submitting = (act: () => void) => (event: SyntheticEvent) => {
  event.preventDefault();
  act();
};

type TextProps = Omit<ComponentProps<"input">, "onChange"> & { onChange: (text: string) => void };

/** A field for an amount or an address: the browser neither completes nor spell-checks it. */
export const TextField = ({ onChange, ...props }: TextProps) => (
  <input
    className="field"
    autoComplete="off"
    spellCheck={false}
    {...props}
    onChange={({ target }) => onChange(target.value)}
  />
);

type AreaProps = Omit<ComponentProps<"textarea">, "onChange"> & { onChange: (text: string) => void };

/** The same with several lines: a key, a transcript, a game. */
export const TextArea = ({ onChange, ...props }: AreaProps) => (
  <textarea
    className="field"
    rows={3}
    spellCheck={false}
    {...props}
    onChange={({ target }) => onChange(target.value)}
  />
);

interface SelectProps<Value extends string | number>
  extends Omit<ComponentProps<"select">, "onChange" | "value" | "children"> {
  value: Value;
  /** Each value with its text, and its language if that isn't the page's. */
  options: readonly (readonly [value: Value, text: string, language?: string])[];
  onChange: (value: Value) => void;
}

/** A list to choose from. */
export function SelectField<Value extends string | number>({ options, onChange, ...props }: SelectProps<Value>) {
  return (
    <select
      className="field"
      {...props}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex];
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([value, text, language]) => (
        <option key={value} value={value} lang={language}>
          {text}
        </option>
      ))}
    </select>
  );
}
