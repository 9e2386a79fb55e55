import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { choicesOf, type PreferenceName, setPreference, usePreference } from "../ui/preferences";

const LABELS: Record<PreferenceName, string> = {
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
      {(Object.keys(LABELS) as PreferenceName[]).map((name) => (
        <PreferenceChoice key={name} name={name} />
      ))}
      <p className={controls.muted}>Kept in this browser.</p>
    </Dialog>
  );
}

function PreferenceChoice({ name }: { name: PreferenceName }) {
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
