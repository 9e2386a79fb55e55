import type { Role } from "chessops";
import { type ReactNode, useEffect, useState } from "react";
import { loadFlatPieces } from "../board/pieces";
import { choicesOf, type Preference, type PreferenceName, setPreference, usePreference } from "../browser/preferences";
import { useChain } from "../chain/ChainContext";
import type { Color } from "../chain/game";
import { chooseRelay, chosenRelay, isRelayChoice } from "../chain/relayUrl";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import styles from "./SettingsDialog.module.css";
import { ThemeSample } from "./ThemeSample";

/** Notices have buttons of their own, beside the games. */
type Offered = Exclude<PreferenceName, "notices">;

const LABELS: Record<Offered, string> = {
  theme: "Light or dark",
  board: "Board",
  pieces: "Pieces",
  coordinates: "Coordinates",
  sound: "Sound",
  confirmMoves: "Ask before each move",
  promotion: "A pawn on the last rank",
  claimThreefold: "Claim a draw by repetition",
  zen: "Zen: board and clocks alone (z)",
};

const LOOKS = ["theme", "board", "pieces"] as const;
const SWITCHES = ["coordinates", "sound", "confirmMoves", "promotion", "claimThreefold", "zen"] as const;

type SamplePiece = readonly [Color, Role];

/** A piece of each color on a square of each kind. */
const BOARD_SAMPLE: readonly SamplePiece[] = [
  ["black", "knight"],
  ["black", "queen"],
  ["white", "queen"],
  ["white", "knight"],
];

const PIECES_SAMPLE: readonly SamplePiece[] = [
  ["white", "king"],
  ["black", "queen"],
  ["white", "knight"],
  ["black", "rook"],
];

/** What a player can choose about the look and the manners of the page. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  // for their sample
  useEffect(loadFlatPieces, []);
  return (
    <Dialog title="Settings" onClose={onClose}>
      {LOOKS.map((name) => (
        <PreferenceChoice key={name} name={name} />
      ))}
      <div className={styles.switches}>
        {SWITCHES.map((name) => (
          <PreferenceChoice key={name} name={name} />
        ))}
      </div>
      <RelayField />
      <p className={controls.muted}>Kept in this browser.</p>
    </Dialog>
  );
}

/** Which relay carries moves by signature. */
function RelayField() {
  const { settings } = useChain();
  const [text, setText] = useState(chosenRelay);
  const isGood = isRelayChoice(text.trim());
  return (
    <label className={controls.stack}>
      Relay for games by signature
      <input
        className={controls.field}
        placeholder={settings.relay ?? "wss://…, none is known"}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={!isGood}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (isRelayChoice(target.value.trim())) chooseRelay(target.value.trim());
        }}
      />
      <small className={controls.muted}>
        {isGood ? "Empty: the usual one. off: none." : "An address like wss://relay.example/play, or off."}
      </small>
    </label>
  );
}

function PreferenceChoice({ name }: { name: Offered }) {
  const value = usePreference(name);
  const board = usePreference("board");
  const pieces = usePreference("pieces");
  const sample = (choice: string): ReactNode => {
    if (name === "board") {
      return <ThemeSample board={choice as Preference<"board">} pieces={pieces} squares={BOARD_SAMPLE} columns={2} />;
    }
    if (name === "pieces") {
      return <ThemeSample board={board} pieces={choice as Preference<"pieces">} squares={PIECES_SAMPLE} columns={4} />;
    }
    return undefined;
  };
  return (
    <ChoiceGroup
      label={LABELS[name]}
      name={name}
      choices={choicesOf(name).map((choice) => ({
        value: choice,
        text: choice[0]?.toUpperCase() + choice.slice(1),
        sample: sample(choice),
      }))}
      value={value}
      onChange={(choice) => setPreference(name, choice)}
    />
  );
}
