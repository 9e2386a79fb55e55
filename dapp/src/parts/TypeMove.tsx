import { useState } from "react";
import { type FromTo, parseMove } from "../chess/san";

/** A field for a move in SAN or as two squares. */
export function TypeMove({
  fen,
  onMove,
  isLegal,
}: {
  fen: string;
  onMove: (move: FromTo) => void;
  isLegal: (move: FromTo) => boolean;
}) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  return (
    <form
      className="type-move"
      onSubmit={(event) => {
        event.preventDefault();
        const move = parseMove(fen, text.trim());
        if (!move || !isLegal(move)) return setWrong(true);
        setText("");
        onMove(move);
      }}
    >
      <input
        aria-label="Type a move"
        placeholder="Type a move: Nf3, e7e8q"
        autoComplete="off"
        value={text}
        aria-invalid={wrong || undefined}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <button type="submit" className="secondary" disabled={text === ""}>
        Play
      </button>
    </form>
  );
}
