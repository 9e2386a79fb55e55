import { useQuery } from "@tanstack/react-query";
import { useChain } from "../../chain/ChainContext";
import { formatPayment } from "../../chain/format";
import { EGLD, type Payment } from "../../chain/payment";
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

const FRESH_MS = 600_000;

/** The price of one token in US dollars, if the network's API knows it; only tokens on mainnet have one. */
function usePrice(token: string): number | undefined {
  const { settings } = useChain();
  const { data } = useQuery({
    queryKey: ["price", token],
    queryFn: async () => {
      const answer = await fetch(`${settings.api}${token === EGLD ? "/economics" : `/tokens/${token}`}`);
      const { price } = await answer.json();
      return typeof price === "number" && price > 0 ? price : null;
    },
    enabled: settings.network === "mainnet",
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
  return data ?? undefined;
}

/** "≈ $1.70", or nothing if no price is known. */
export function FiatValue({ payment }: { payment: Payment }) {
  const price = usePrice(payment.token);
  const decimals = useDecimals(payment.token);
  if (price === undefined || decimals === undefined) return null;
  const value = (Number(payment.amount) / 10 ** decimals) * price;
  return <span>≈ {new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(value)} </span>;
}

/** An amount with its value, if a price is known. */
export const Priced = ({ payment }: { payment: Payment }) => (
  <>
    <Amount payment={payment} /> <FiatValue payment={payment} />
  </>
);
