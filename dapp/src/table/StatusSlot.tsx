import { recentMoves } from "../chess/recent";
import { t } from "../i18n/i18n";
import { Button, PrimaryButton } from "../ui/Button";
import styles from "./GameStatus.module.css";

/** The text while a viewer looks at an earlier position. */
export const lookingAtText = (ply: number): string =>
  ply === 0 ? t("You are looking at the start.") : t("You are looking at move {move}.", { move: Math.ceil(ply / 2) });

/** Whether a title needs two lines of smaller letters. One line of the narrowest card has room for `most` letters. */
export const isLong = (title: string, most = 20): boolean => title.length > most;

interface Props {
  /** The move in notation. */
  move: string;
  onConfirm: () => void;
  onTakeBack: () => void;
}

/** Asks the player to confirm a move that is on the board. */
export function ProposedMove({ move, onConfirm, onTakeBack }: Props) {
  return (
    <>
      <PrimaryButton onClick={onConfirm}>{t("Play {move}", { move })}</PrimaryButton>
      <Button onClick={onTakeBack}>{t("Take back")}</Button>
    </>
  );
}

/** The last moves, for phones, where the list isn't visible. A screen reader has the list. */
export const RecentMoves = ({ moves }: { moves: readonly string[] }) => (
  <span className={styles.recent} aria-hidden="true">
    <bdi dir="ltr">{recentMoves(moves)}</bdi>
  </span>
);
