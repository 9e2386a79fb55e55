import { useId, useState } from "react";
import type { FromTo } from "../chess/san";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { submitting, TextField } from "../ui/Field";
import styles from "./MoveInput.module.css";

interface Props {
  /** The typed move, or the names of the moves that it can mean. */
  parse: (text: string) => FromTo | string[];
  /** Examples of moves to type. */
  example?: string;
  /** Whether it is the player's turn; the field keeps its place either way. */
  enabled: boolean;
  /** Whether the game has ended: the field is hidden, and its place stays, so that nothing moves. */
  isOver?: boolean;
  onMove: (move: FromTo) => void;
  /** Needed if `parse` can return an illegal move. */
  isLegal?: (move: FromTo) => boolean;
}

/** A field for a move in letters. */
export function MoveInput({ parse, example = "Nf3, e7e8q", enabled, isOver, onMove, isLegal }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const hint = useId();

  function submit() {
    if (!enabled) return;
    const move = parse(text.trim());
    if (Array.isArray(move)) {
      const values = { text: text.trim(), moves: move.join(", ") };
      return setProblem(
        move.length > 0 ? t('"{text}" is ambiguous: {moves}', values) : t('"{text}" is not a move here', values),
      );
    }
    if (isLegal && !isLegal(move)) return setProblem(t("{text} can't be played here", { text: text.trim() }));
    setText("");
    onMove(move);
  }

  return (
    <form className={styles.form} style={{ visibility: isOver ? "hidden" : undefined }} onSubmit={submitting(submit)}>
      <TextField
        aria-label={t("Type a move")}
        aria-describedby={hint}
        placeholder={enabled ? t("Type a move: {example}", { example }) : t("Type a move")}
        autoCapitalize="off"
        readOnly={!enabled}
        value={text}
        aria-invalid={problem !== "" || undefined}
        onChange={(typed) => {
          setText(typed);
          setProblem("");
        }}
      />
      <Button type="submit" disabled={!enabled || text.trim() === ""}>
        {t("Play")}
      </Button>
      <p id={hint} role="status" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}
