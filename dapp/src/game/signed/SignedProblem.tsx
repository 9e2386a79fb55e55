import { inWords, t } from "../../i18n/i18n";
import controls from "../../ui/controls.module.css";
import type { SignedTable } from "../line/useSignedTable";

/** What is wrong with a game by signature: in sight, and nothing where all is well. */
export function SignedProblem({ signed }: { signed: SignedTable }) {
  const { session, room, move } = signed;
  return (
    <p role="status" className={controls.problem}>
      {session.isChainElsewhere
        ? t("The chain has another game than the one signed: show it yours.")
        : inWords(session.problem ?? room?.problem ?? "")}
      {!move && ` ${t("A game this long goes on on the chain: bring it there, then move.")}`}
    </p>
  );
}
