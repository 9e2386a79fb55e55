import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTitle } from "../browser/notices";
import { useChain } from "../chain/ChainContext";
import { useTerms } from "../chain/queries";
import { nextTry } from "../chain/rest";
import { SITES } from "../chain/settings";
import { type Message, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { ToLobby } from "../ui/Button";
import styles from "./HowItWorksPage.module.css";

const FORFEIT: Message =
  "A move that leaves your own king attacked loses if your opponent calls it. This page offers no such move.";

const TO_KNOW: readonly Message[] = [
  "If your opponent is away, you can ask for the move on the chain. A player who doesn't answer in time loses: look in once in the clock's base time, in three minutes if that is longer, and once a day.",
  "A resignation can be taken back until the chain has it.",
  "The key of a game is in your purse, or else in this browser alone. Without it you can bring the game to the chain and continue with your wallet.",
  "A dispute over a long game costs some 0.007 EGLD in fees, so it doesn't pay for tiny stakes.",
  FORFEIT,
  "Only stake what you can lose, and only if you are of age where you live.",
];

/** How to play, what for, and what can go wrong, in at most 400 words. */
export function HowItWorksPage() {
  const { settings } = useChain();
  const { data: terms } = useTerms({ isPolled: false });
  useTitle(t("How it works"));
  return (
    <main className={`page ${styles.text}`}>
      <h1>{t("How it works")}</h1>
      <Section
        title="Play"
        texts={[
          "Practise against the computer at once: no wallet, no account, nothing at stake. Against people and bots you choose a time in the lobby: one click accepts a game that waits, or opens one.",
          "For a game with a friend, send its link.",
        ]}
      />
      <Section
        title="What you need"
        texts={[
          "To play people you connect a MultiversX wallet with a little EGLD, the network's coin. A game without a stake costs one small fee to open or accept.",
        ]}
      >
        <ul>
          <li>
            <Say
              text="<0>Phone:</0> <1>xPortal</1> is a wallet with a browser inside; open this page there."
              parts={[<b key="phone" />, <a key="xportal" href="https://xportal.com" />]}
            />
          </li>
          <li>
            <Say
              text="<0>Computer:</0> the <1>web wallet</1>, or the MultiversX extension of your browser."
              parts={[<b key="computer" />, <a key="wallet" href={SITES.mainnet.wallet} />]}
            />
          </li>
        </ul>
        {(settings.network === "devnet" || settings.network === "testnet") && (
          <p>
            <Say
              text="This is the {network}: its EGLD is free. Open the <0>{network} wallet</0> and press Faucet."
              values={{ network: settings.network }}
              parts={[<a key="wallet" href={SITES[settings.network].wallet} />]}
            />
          </p>
        )}
        <p>
          {t(
            "A purse saves you the wallet's windows: filled once, it pays for your games. You can take everything home at any time.",
          )}
        </p>
      </Section>
      <Section
        title="What you play for"
        texts={[
          "Both players pay the stake into a contract. The winner gets both, a draw gives each player their own back. Nobody keeps a part of it.",
        ]}
      />
      <Section
        title="How a game goes"
        texts={[
          "Your page signs each move, free of charge, and a relay carries it to your opponent. At the end one call tells the contract the whole game: it checks every move by FIDE's Laws and both signatures, and pays. Nobody can move for you.",
          "In a match you play several games in a row, with sides changing, and can leave after each. Without a relay, or if you turn it off, each move is a transaction.",
        ]}
      />
      <Section title="What you should know">
        <ul>
          {TO_KNOW.filter((text) => text !== FORFEIT || terms?.illegalMoves === "forfeit").map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      </Section>
      <ContractCode />
      <ToLobby isPrimary />
    </main>
  );
}

/** Whether the game contract's code can be replaced, and which code the contracts have. */
function ContractCode() {
  const { gateway, settings } = useChain();
  const { data } = useQuery({
    queryKey: ["code"],
    queryFn: () => gateway.account(settings.contract),
    refetchInterval: nextTry,
  });
  const isKnown = data?.isUpgradeable !== undefined;
  if (!isKnown && !settings.contracts) return null;
  return (
    <Section title="The contract's code">
      {isKnown && (
        <p>
          {data.isUpgradeable
            ? t("The owner can replace the code, and so take every stake.")
            : t("Nobody can replace the code.")}
        </p>
      )}
      {settings.contracts && (
        <>
          <p>
            <Say
              text="<0>chess verify settings.json</0> checks these hashes at any gateway."
              parts={[<code key="command" />]}
            />
          </p>
          <ul data-testid="manifest">
            {settings.contracts.map(({ address, version, codeHash }) => (
              <li key={address} className="mono">
                <code>{address}</code>, {version}, <code>{codeHash}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

interface SectionProps {
  title: Message;
  texts?: readonly Message[];
  children?: ReactNode;
}

const Section = ({ title, texts = [], children }: SectionProps) => (
  <section className="stack">
    <h2>{t(title)}</h2>
    {texts.map((text) => (
      <p key={text}>{t(text)}</p>
    ))}
    {children}
  </section>
);
