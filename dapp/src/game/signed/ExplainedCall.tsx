import { type ReactNode, useState } from "react";
import { t } from "../../i18n/i18n";
import { Button, PrimaryButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

interface Props {
  /** The action of the call, on the button that opens the explanation and on the one that does it. */
  label: string;
  disabled: boolean;
  /** The call is the player's next step, not one of several actions. */
  isMain?: boolean;
  /** The explanation: the call's action, its cost and what comes after it. */
  children: ReactNode;
  onConfirm: () => void;
}

/** A call to the chain that is explained before it is made. */
export function ExplainedCall({ label, disabled, isMain = true, children, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={isMain ? "primary" : "button"} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
        {"\u00a0"}…
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          {children}
          <div className="row">
            <PrimaryButton
              disabled={disabled}
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {label}
            </PrimaryButton>
            <Button onClick={() => setOpen(false)}>{t("Not now")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
