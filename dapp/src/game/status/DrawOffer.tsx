import { t } from "../../i18n/i18n";
import { Button } from "../../ui/Button";
import { ConfirmButton } from "../../ui/ConfirmButton";

interface Props {
  disabled: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

/** An opponent's offer of a draw: two presses accept it, and the player's next move declines it. */
export const DrawOffer = ({ disabled, onAccept, onDecline }: Props) => (
  <>
    <ConfirmButton
      label={t("Accept the draw")}
      title={t("Both get their stakes back")}
      disabled={disabled}
      onConfirm={onAccept}
    />
    <Button title={t("The offer falls with your next move")} onClick={onDecline}>
      {t("Decline")}
    </Button>
  </>
);
