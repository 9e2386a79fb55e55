import controls from "../ui/controls.module.css";
import type { Filter } from "./filter";
import styles from "./OpenChallenges.module.css";

const CHOICES: { [Name in keyof Filter]: { label: string; texts: Record<Filter[Name], string> } } = {
  time: { label: "Time", texts: { any: "Any time", live: "Live", days: "Days" } },
  stake: { label: "Stake", texts: { any: "Any stake", none: "No stake", some: "For a stake" } },
  engines: { label: "Programs", texts: { any: "All players", off: "No programs", on: "Programs allowed" } },
};

/** What of the open challenges is shown. */
export function FilterFields({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div className={styles.filter}>
      {(Object.keys(CHOICES) as (keyof Filter)[]).map((name) => (
        <select
          key={name}
          className={controls.field}
          aria-label={CHOICES[name].label}
          value={filter[name]}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
        >
          {Object.entries(CHOICES[name].texts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
