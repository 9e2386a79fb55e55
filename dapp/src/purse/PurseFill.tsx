import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { formatAmount, parseAmount, ticker } from "../chain/format";
import { playFee } from "../chain/network/fees";
import { EGLD } from "../chain/payment";
import { useBalance, useDecimals, useTokenBalance, useTokens } from "../chain/queries";
import { t } from "../i18n/i18n";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, ButtonLink } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { SelectField, submitting, TextField } from "../ui/Field";
import type { Wallet } from "../wallet/wallet";

const OWN = "own";
/** The amounts to choose from, in EGLD. */
const SIZES = ["0.1", "0.5", "2"];
/** The EGLD sent along with tokens, for the fees of more than ten games (docs/gas.md): 0.02 EGLD. */
const GAS = 20_000_000_000_000_000n;

/** The transfer from the wallet to the purse as the fields describe it. */
function useFilling(purse: string, main: Wallet) {
  const { settings } = useChain();
  const { busy, send } = useSendTransaction();
  const [token, setToken] = useState(EGLD);
  const [size, setSize] = useState("0.5");
  const [own, setOwn] = useState("1");
  const decimals = useDecimals(token);
  const tokens = useTokens(main.address) ?? [];
  const balance = useTokenBalance(main.address, token);
  const isOwn = token !== EGLD || size === OWN;
  const text = isOwn ? own : size;
  const amount = parseAmount(text, decimals);
  const problem =
    decimals === undefined
      ? t("The token's decimals are not known yet.")
      : amount === undefined || amount === 0n
        ? t("This is not an amount of {token}.", { token: ticker(token) })
        : balance !== undefined && balance < amount
          ? t("Your wallet has {amount}: too little.", {
              amount: `${formatAmount(balance, decimals, 6)} ${ticker(token)}`,
            })
          : undefined;
  const fill = () => {
    if (!amount) return;
    const gas = token === EGLD ? [] : [{ token: EGLD, amount: GAS }];
    send(
      {
        title: t("Fill the purse"),
        build: async ({ address }) => {
          const { buildTransfer } = await import("../chain/calls");
          return buildTransfer(settings.chainId, address, purse, [{ token, amount }, ...gas]);
        },
      },
      main,
    );
  };
  return { token, setToken, size, setSize, own, setOwn, tokens, isOwn, text, problem, busy, fill };
}

/** Sends from the wallet to the purse, in the only window that the purse needs. */
export function PurseFill({ purse, main }: { purse: string; main: Wallet }) {
  const filling = useFilling(purse, main);
  const { token, setToken, size, setSize, own, setOwn, tokens, isOwn, text, problem, busy, fill } = filling;
  const { config } = useChain();
  const { data: held = 0n } = useBalance(purse);
  const isFilled = held >= playFee(config);
  return (
    <form className="stack" onSubmit={submitting(fill)}>
      {tokens.length > 0 && (
        <label className="row">
          {t("In")}
          <SelectField
            value={token}
            options={[EGLD, ...tokens].map((name) => [name, ticker(name)])}
            onChange={setToken}
          />
        </label>
      )}
      {token === EGLD && (
        <ChoiceGroup
          label={t("Fill with, in EGLD")}
          name="purse-fill"
          choices={[...SIZES.map((value) => ({ value, text: value })), { value: OWN, text: t("other") }]}
          value={size}
          onChange={setSize}
        />
      )}
      <div className="row">
        {isOwn && (
          <TextField
            aria-label={t("Amount of {token}", { token: ticker(token) })}
            inputMode="decimal"
            value={own}
            onChange={setOwn}
          />
        )}
        <Button look={isFilled ? "button" : "primary"} type="submit" disabled={busy || problem !== undefined}>
          {token === EGLD
            ? t("Fill: {amount}", { amount: `${text} EGLD` })
            : t("Fill: {amount} and {gas} EGLD for fees", {
                amount: `${text} ${ticker(token)}`,
                gas: formatAmount(GAS, 18),
              })}
        </Button>
        {isFilled && (
          <ButtonLink isPrimary to={{ view: "lobby" }}>
            {t("Play")}
          </ButtonLink>
        )}
      </div>
      {problem && <p role="alert">{problem}</p>}
      <p className="muted">
        {t(
          "The only time your wallet asks. Fees are paid from what is in the purse: usually some 0.0015 EGLD for a game of 40 moves by signature.",
        )}
      </p>
    </form>
  );
}
