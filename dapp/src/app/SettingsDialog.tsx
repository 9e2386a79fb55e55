import type { Role } from "chessops";
import { type ComponentProps, useEffect, useState } from "react";
import { loadFlatPieces } from "../board/pieces";
import { choicesOf, type Preference, type PreferenceName, setPreference, usePreference } from "../browser/preferences";
import { useChain } from "../chain/ChainContext";
import type { Color } from "../chain/game";
import { chooseRelay, chosenRelay, isRelayChoice } from "../chain/relayUrl";
import { type Message, msg, t } from "../i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n/languages";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { Dialog } from "../ui/Dialog";
import { SelectField, TextField } from "../ui/Field";
import styles from "./SettingsDialog.module.css";

/** Notices have their own buttons beside the games, and "People only" has one beside the stake. */
type Offered = Exclude<PreferenceName, "notices" | "language" | "peopleOnly">;

const LABELS: Record<Offered, Message> = {
  theme: msg("Light or dark"),
  board: msg("Board"),
  pieces: msg("Pieces"),
  coordinates: msg("Coordinates"),
  sound: msg("Sound"),
  confirmMoves: msg("Ask before each move"),
  promotion: msg("A pawn on the last rank"),
  claimThreefold: msg("Claim a draw by repetition"),
  zen: msg("Zen in games with others: board and clocks alone (z)"),
  blindfold: msg("Blindfold: no pieces on your board (b)"),
};

const CHOICES: Record<Preference<Offered>, Message> = {
  system: msg("System"),
  light: msg("Light"),
  dark: msg("Dark"),
  brown: msg("Brown"),
  green: msg("Green"),
  blue: msg("Blue"),
  grey: msg("Grey"),
  classic: msg("Classic"),
  flat: msg("Flat"),
  on: msg("On"),
  off: msg("Off"),
  ask: msg("Ask"),
  queen: msg("Queen"),
};

const LOOKS = ["theme", "board", "pieces"] as const;
const SWITCHES = ["coordinates", "sound", "confirmMoves", "promotion", "claimThreefold", "zen", "blindfold"] as const;

/** The squares in the samples: for the board a piece of each color on a square of each kind. */
const SAMPLES: Partial<Record<Offered, Pick<ComponentProps<typeof ThemeSample>, "squares" | "columns">>> = {
  board: { squares: ["black knight", "black queen", "white queen", "white knight"], columns: 2 },
  pieces: { squares: ["white king", "black queen", "white knight", "black rook"], columns: 4 },
};

/** The player's choices about the look and the behaviour of the page. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  // the sample shows them
  useEffect(loadFlatPieces, []);
  return (
    <Dialog title={t("Settings")} onClose={onClose}>
      <LanguageField />
      {LOOKS.map((name) => (
        <PreferenceChoice key={name} name={name} />
      ))}
      <div className={`row ${styles.switches}`}>
        {SWITCHES.map((name) => (
          <PreferenceChoice key={name} name={name} />
        ))}
      </div>
      <RelayField />
      <p className="muted">{t("Kept in this browser.")}</p>
    </Dialog>
  );
}

/** The language that the page speaks: the browser's, or another. */
const LanguageField = () => (
  <label className="stack">
    {t("Language")}
    <SelectField
      value={usePreference("language")}
      options={[
        ["browser", t("As the browser")],
        ...LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language], language] as const),
      ]}
      onChange={(language) => setPreference("language", language)}
    />
  </label>
);

/** Which relay carries moves by signature. */
function RelayField() {
  const { settings } = useChain();
  const [text, setText] = useState(chosenRelay);
  const isGood = isRelayChoice(text.trim());
  return (
    <label className="stack">
      {t("Relay for games by signature")}
      <TextField
        placeholder={settings.relay ?? t("wss://…, none is known")}
        aria-invalid={!isGood}
        value={text}
        onChange={(text) => {
          setText(text);
          if (isRelayChoice(text.trim())) chooseRelay(text.trim());
        }}
      />
      <small className="muted">
        {isGood ? t("Empty: the usual one. off: none.") : t("An address like wss://relay.example/play, or off.")}
      </small>
    </label>
  );
}

function PreferenceChoice({ name }: { name: Offered }) {
  const value = usePreference(name);
  const board = usePreference("board");
  const pieces = usePreference("pieces");
  const sample = SAMPLES[name];
  return (
    <ChoiceGroup
      label={t(LABELS[name])}
      name={name}
      choices={choicesOf(name).map((choice) => ({
        value: choice,
        text: t(CHOICES[choice]),
        sample: sample && <ThemeSample {...{ board, pieces, [name]: choice }} {...sample} />,
      }))}
      value={value}
      onChange={(choice) => setPreference(name, choice)}
    />
  );
}

interface SampleProps {
  board: Preference<"board">;
  pieces: Preference<"pieces">;
  /** The pieces on the squares, by rows. */
  squares: readonly `${Color} ${Role}`[];
  columns: number;
}

/** A few squares with a board's colours and a set of pieces. */
function ThemeSample({ board, pieces, squares, columns }: SampleProps) {
  const rows = squares.length / columns;
  const size = {
    gridTemplateColumns: `repeat(${columns}, 1fr)`,
    aspectRatio: columns / rows,
    backgroundSize: `${200 / columns}% ${200 / rows}%`,
  };
  return (
    <span
      className={`${styles.sample} cg-wrap pieces`}
      data-board={board}
      data-pieces={pieces}
      data-testid="sample"
      style={size}
      aria-hidden="true"
    >
      {squares.map((piece) => (
        <piece key={piece} className={piece} />
      ))}
    </span>
  );
}
