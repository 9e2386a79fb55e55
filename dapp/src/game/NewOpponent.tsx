import { anewOf, pairAnew } from "../challenge/anew";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import type { GameSnapshot } from "./line/useGame";

/** Leads to a game of the same kind with whom quick pairing finds, where it has such games. */
export function NewOpponent({ snapshot: { game, clocks, stake } }: { snapshot: GameSnapshot }) {
  const anew = anewOf(clocks, stake, game.engines);
  return anew && <Button onClick={() => pairAnew(anew)}>{t("New opponent")}</Button>;
}
