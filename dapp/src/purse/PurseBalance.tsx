import { formatPayment } from "../chain/format";
import { EGLD } from "../chain/payment";
import { useBalance, useTokenBalance, useTokens } from "../chain/queries";
import controls from "../ui/controls.module.css";
import { Amount } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";

/** The contents of the purse. */
export function PurseBalance({ address }: { address: string }) {
  const { data: egld } = useBalance(address);
  const tokens = useTokens(address) ?? [];
  return (
    <>
      <p className={controls.mono}>{address}</p>
      <p className={controls.figures} data-testid="purse-balance">
        {egld === undefined ? "…" : formatPayment({ token: EGLD, amount: egld }, 18, 6)}
        {tokens.map((token) => (
          <Held key={token} address={address} token={token} />
        ))}{" "}
        {egld !== undefined && <FiatValue payment={{ token: EGLD, amount: egld }} />}
      </p>
    </>
  );
}

function Held({ address, token }: { address: string; token: string }) {
  const amount = useTokenBalance(address, token);
  if (!amount) return null;
  return (
    <>
      {" "}
      · <Amount payment={{ token, amount }} />
    </>
  );
}
