import { inWords, t } from "../../i18n/i18n";
import type { SignedTable } from "../line/useSignedTable";
import styles from "./SignedPanel.module.css";

/** What is wrong with a game by signature: in sight, and nothing where all is well. */
export function SignedProblem({ signed }: { signed: SignedTable }) {
  const { session, room, move } = signed;
  return (
    <p role="status" className={styles.problem}>
      {session.isChainElsewhere
        ? t("The chain has another game than the one signed: show it yours.")
        : inWords(session.problem ?? room?.problem ?? "")}
      {!move && ` ${t("A game this long goes on on the chain: bring it there, then move.")}`}
    </p>
  );
}
