import { href } from "../../browser/router";
import { useChain } from "../../chain/ChainContext";
import { playFee } from "../../chain/network/fees";
import { useBalance } from "../../chain/queries";
import { inWords, t } from "../../i18n/i18n";
import { useWallet } from "../../wallet/wallet";
import type { SignedTable } from "../line/useSignedTable";

/** The problem with a game by signature; empty if there is none. */
export function SignedProblem({ signed }: { signed: SignedTable }) {
  const { session, room, move } = signed;
  const { config } = useChain();
  const { wallet } = useWallet();
  const { data: balance } = useBalance(wallet?.home && wallet.address);
  const isPurseEmpty = balance !== undefined && balance < playFee(config);
  return (
    <p role="status" className="problem">
      {session.isChainElsewhere
        ? t("The chain has a different game from the signed one: show it yours.")
        : inWords(session.problem ?? room?.problem ?? "")}
      {!move && ` ${t("A game this long continues on the chain: bring it there, then move.")}`}
      {isPurseEmpty && (
        <>
          {" "}
          {t("Your purse is empty.")} <a href={href({ view: "wallet" })}>{t("Fill the purse")}</a>
        </>
      )}
    </p>
  );
}
