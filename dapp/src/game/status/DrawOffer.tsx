import { t } from "../../i18n/i18n";
import { ConfirmButton } from "../../ui/ConfirmButton";
import controls from "../../ui/controls.module.css";

interface Props {
  disabled: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

/** An opponent's offer of a draw, to be accepted by two presses or left aside; one's next move declines it. */
export const DrawOffer = ({ disabled, onAccept, onDecline }: Props) => (
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
      onClick={onDecline}
    >
      {t("Decline")}
    </button>
  </>
);
