import { LEVELS, strengthText } from "../chain/engines/levels";
import type { Color, TimeControl } from "../chain/game";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { SelectField } from "../ui/Field";
import type { PracticeTerms as Terms, usePractice } from "./usePractice";

const CLOCKS: Record<string, TimeControl | undefined> = {
  none: undefined,
  "3+2": { base: 180, increment: 2 },
  "10+5": { base: 600, increment: 5 },
};

const nameOf = (clock: TimeControl | undefined) => (clock ? `${clock.base / 60}+${clock.increment}` : "none");

/** The terms of the next practice game; before the first move, of this one. */
export function PracticeTerms({ practice }: { practice: ReturnType<typeof usePractice> }) {
  const { game, begin } = practice;
  const change = (changed: Partial<Terms>) => begin({ ...game, ...changed });
  const hasBegun = practice.plies.length > 1 && !practice.end;
  return (
    <aside aria-label={t("Practice")}>
      <section className={`${controls.card} ${controls.stack}`}>
        <h2>{t("Practice")}</h2>
        <p className={controls.muted}>
          {t("In this browser alone: no wallet, no network, nothing at stake, and no rating changes.")}
        </p>
        <label>
          {t("Level")}{" "}
          <SelectField
            disabled={hasBegun}
            value={game.level}
            options={LEVELS.map(({ level, elo }) => [level, `${level} · ${strengthText(elo)}`])}
            onChange={(level) => change({ level })}
          />
        </label>
        <fieldset className={controls.stack} disabled={hasBegun}>
          <ChoiceGroup
            label={t("Your side")}
            name="practice-side"
            choices={[
              { value: "white" as Color, text: t("White") },
              { value: "black" as Color, text: t("Black") },
            ]}
            value={game.side}
            onChange={(side) => change({ side })}
          />
          <ChoiceGroup
            label={t("Time")}
            name="practice-time"
            choices={Object.keys(CLOCKS).map((value) => ({ value, text: value === "none" ? t("No clock") : value }))}
            value={nameOf(game.clock)}
            onChange={(name) => change({ clock: CLOCKS[name] })}
          />
        </fieldset>
        {hasBegun && <Button onClick={() => change({})}>{t("New game")}</Button>}
      </section>
    </aside>
  );
}
