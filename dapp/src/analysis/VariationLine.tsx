import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import styles from "./AnalysisPage.module.css";
import type { Variations } from "./useVariation";

/** The line that a player tries on the board, and the buttons to leave it. */
export function VariationLine({ tried: { variation, back, leave } }: { tried: Variations }) {
  if (!variation) {
    return <p className={`muted ${styles.tried}`}>{t("Move a piece to try your own line.")}</p>;
  }
  const moves = variation.steps.map(({ san }, index) => {
    const ply = variation.from + index;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}… ` : "";
    return number + san;
  });
  return (
    <div className={styles.tried} data-testid="variation">
      <p>{moves.join(" ")}</p>
      <div className="row">
        <Button onClick={back}>{t("Take back")}</Button>
        <Button onClick={leave}>{t("Back to the game")}</Button>
      </div>
    </div>
  );
}
