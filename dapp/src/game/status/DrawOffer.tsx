import { useState } from "react";
import { t } from "../../i18n/i18n";
import { ConfirmButton } from "../../ui/ConfirmButton";
import controls from "../../ui/controls.module.css";

interface Props {
  /** The offer stands over so many plies. */
  plies: number;
  disabled: boolean;
  onAccept: () => void;
}

/** An opponent's offer of a draw, to be accepted by two presses or left aside; one's next move declines it. */
export function DrawOffer({ plies, disabled, onAccept }: Props) {
  const [declined, setDeclined] = useState<number>();
  if (declined === plies) return null;
  return (
    <>
      <ConfirmButton
        label={t("Accept the draw")}
        title={t("Both get their stakes back")}
        disabled={disabled}
        onConfirm={onAccept}
      />
      <button
        type="button"
        className={controls.button}
        title={t("The offer falls with your next move")}
        onClick={() => setDeclined(plies)}
      >
        {t("Decline")}
      </button>
    </>
  );
}
