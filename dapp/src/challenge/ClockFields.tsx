import type { TimeControl } from "../chain/game";
import { t } from "../i18n/i18n";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { TextField } from "../ui/Field";
import styles from "./ChallengeDialog.module.css";
import { isPossible, isUsual, PRESETS, type Preset, presetText } from "./presets";

const CUSTOM = "custom";

/** A preset's name, or a custom clock as it is typed: minutes and seconds. */
interface ClockChoice {
  preset: string;
  minutes: string;
  increment: string;
}

/** The clock that the fields show first. */
export const FIRST_CLOCK: ClockChoice = { preset: "10+5", minutes: "10", increment: "5" };

/** The chosen clock, undefined for the chain's day a move; "impossible" if the contract would refuse it. */
export function clockOf({ preset, minutes, increment }: ClockChoice): TimeControl | undefined | "impossible" {
  const known = PRESETS.find(({ name }) => name === preset);
  if (known) return known.clock;
  const clock = { base: Math.round(Number(minutes || Number.NaN) * 60), increment: Number(increment || Number.NaN) };
  return isPossible(clock) ? clock : "impossible";
}

interface Props {
  value: ClockChoice;
  onChange: (value: ClockChoice) => void;
}

const asChoice = ({ name }: Preset) => ({ value: name, text: presetText(name) });

/** The first values of a custom clock: the preset's minutes and seconds, or the values typed before. */
function typedFrom(value: ClockChoice): ClockChoice {
  const clock = PRESETS.find(({ name }) => name === value.preset)?.clock;
  return clock ? { ...value, minutes: String(clock.base / 60), increment: String(clock.increment) } : value;
}

/** The times that are played most. */
export function UsualClocks({ value, onChange }: Props) {
  return (
    <ChoiceGroup
      label={t("Time")}
      name="clock"
      choices={PRESETS.filter(({ name }) => isUsual(name)).map(asChoice)}
      value={value.preset}
      onChange={(preset) => onChange({ ...value, preset })}
    />
  );
}

/** The other times, and a custom one. */
export function OtherClocks({ value, onChange }: Props) {
  return (
    <>
      <ChoiceGroup
        label={t("Other times")}
        name="clock"
        choices={[...PRESETS.filter(({ name }) => !isUsual(name)).map(asChoice), { value: CUSTOM, text: t("Custom") }]}
        value={value.preset}
        onChange={(preset) => onChange({ ...typedFrom(value), preset })}
      />
      {value.preset === CUSTOM && (
        <div className={styles.stake}>
          <label className={styles.field}>
            {t("Minutes each")}
            <TextField
              inputMode="decimal"
              value={value.minutes}
              onChange={(minutes) => onChange({ ...value, minutes })}
            />
          </label>
          <label className={styles.field}>
            {t("Seconds a move")}
            <TextField
              inputMode="numeric"
              value={value.increment}
              onChange={(increment) => onChange({ ...value, increment })}
            />
          </label>
        </div>
      )}
    </>
  );
}
