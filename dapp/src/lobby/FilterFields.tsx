import { type Message, msg, t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { SelectField } from "../ui/Field";
import type { Filter } from "./filter";
import styles from "./OpenChallenges.module.css";

const CHOICES: { [Name in keyof Filter]: { label: Message; texts: Record<Filter[Name], Message> } } = {
  time: { label: msg("Time"), texts: { any: msg("Any time"), live: msg("Live"), days: msg("Days") } },
  stake: { label: msg("Stake"), texts: { any: msg("Any stake"), none: msg("No stake"), some: msg("For a stake") } },
  engines: {
    label: msg("Programs"),
    texts: { any: msg("All players"), off: msg("No programs"), on: msg("Programs allowed") },
  },
};

/** The fields that choose which open challenges are shown. */
export function FilterFields({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div className={`${controls.row} ${styles.filter}`}>
      {(Object.keys(CHOICES) as (keyof Filter)[]).map((name) => (
        <SelectField<string>
          key={name}
          aria-label={t(CHOICES[name].label)}
          value={filter[name]}
          options={Object.entries(CHOICES[name].texts).map(([value, text]) => [value, t(text)])}
          onChange={(value) => onChange({ ...filter, [name]: value })}
        />
      ))}
    </div>
  );
}
