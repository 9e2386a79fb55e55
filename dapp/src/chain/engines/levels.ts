import LEVELS from "../../../../contracts/enginechess/levels.json";
import { t } from "../../i18n/i18n";

/** The engine's levels: the search of each, and its measurements (docs/engine.md). */
export { LEVELS };

/** How strong a level plays, on the scale of Stockfish's UCI_Elo. */
export const strengthText = (elo: number) => t("About {elo} Elo", { elo });

/** A level by its number. */
export const levelOf = (number: number) => LEVELS.find(({ level }) => level === number);
