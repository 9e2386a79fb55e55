import { type Message, msg, t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
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

/** What of the open challenges is shown. */
export function FilterFields({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div className={styles.filter}>
      {(Object.keys(CHOICES) as (keyof Filter)[]).map((name) => (
        <select
          key={name}
          className={controls.field}
          aria-label={t(CHOICES[name].label)}
          value={filter[name]}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
        >
          {Object.entries(CHOICES[name].texts).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
