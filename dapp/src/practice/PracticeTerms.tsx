import { LEVELS, strengthText } from "../chain/engines/levels";
import type { Color } from "../chain/game";
import { isSameClock, PRESETS, presetText } from "../challenge/presets";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { SelectField } from "../ui/Field";
import type { PracticeTerms as Terms, usePractice } from "./usePractice";

const CLOCKS = ["none", "3+2", "10+5"].flatMap((name) => PRESETS.find((preset) => preset.name === name) ?? []);

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
            choices={CLOCKS.map(({ name }) => ({ value: name, text: presetText(name) }))}
            value={CLOCKS.find(({ clock }) => isSameClock(clock, game.clock))?.name ?? "none"}
            onChange={(chosen) => change({ clock: CLOCKS.find(({ name }) => name === chosen)?.clock })}
          />
        </fieldset>
        {hasBegun && <Button onClick={() => change({})}>{t("New game")}</Button>}
      </section>
    </aside>
  );
}
