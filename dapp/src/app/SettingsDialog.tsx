import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { chooseRelay, chosenRelay, isRelayChoice } from "../signedPlay/relayUrl";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { choicesOf, type PreferenceName, setPreference, usePreference } from "../ui/preferences";

/** Notices have buttons of their own, beside the games. */
type Offered = Exclude<PreferenceName, "notices">;

const LABELS: Record<Offered, string> = {
  theme: "Light or dark",
  board: "Board",
  pieces: "Pieces",
  coordinates: "Coordinates",
  sound: "Sound",
  confirmMoves: "Ask before each move",
};

/** What a player can choose about the look and the manners of the page. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Settings" onClose={onClose}>
      {(Object.keys(LABELS) as Offered[]).map((name) => (
        <PreferenceChoice key={name} name={name} />
      ))}
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
  return (
    <ChoiceGroup
      label={LABELS[name]}
      name={name}
      choices={choicesOf(name).map((choice) => ({ value: choice, text: choice[0]?.toUpperCase() + choice.slice(1) }))}
      value={value}
      onChange={(choice) => setPreference(name, choice)}
    />
  );
}
