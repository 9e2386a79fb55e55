import { t } from "../i18n/i18n";
import { WithdrawButton } from "../transactions/WithdrawButton";
import controls from "../ui/controls.module.css";
import type { Wallet } from "../wallet/wallet";
import { useTakeHome } from "./useTakeHome";

/** Everything back to the wallet. */
export function TakeHome({ purse, home }: { purse: Wallet; home: string }) {
  const { busy, takeHome } = useTakeHome(purse, home);
  return (
    <>
      <div className={controls.row}>
        <button type="button" className={controls.button} disabled={busy} aria-busy={busy} onClick={takeHome}>
          {t("Take home")}
        </button>
        <WithdrawButton />
      </div>
      <p className={controls.muted}>
        {t(
          "Take home sends all that is in the purse to your wallet, less the fees, and needs no window. A stake of a game that goes on comes to the purse when the game is over; until then leave it something for fees.",
        )}
      </p>
    </>
  );
}
