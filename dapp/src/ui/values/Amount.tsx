import { formatPayment } from "../../chain/format";
import type { Payment } from "../../chain/payment";
import { useDecimals } from "../../chain/queries";

/** "0.05 EGLD", with the token's own decimals. */
export function Amount({ payment, times = 1n, most }: { payment: Payment; times?: bigint; most?: number }) {
  const text = useAmountText(payment, times, most);
  return <span dir="ltr">{text}</span>;
}

/** The same as text, for titles and labels. */
export function useAmountText(payment: Payment | undefined, times = 1n, most?: number): string {
  const decimals = useDecimals(payment?.token);
  return payment ? formatPayment({ ...payment, amount: times * payment.amount }, decimals, most) : "";
}
