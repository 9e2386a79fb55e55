import { StartProblem } from "./app/Alone";
import { Busy, type Gateway, type NetworkConfig, Passing, Unreachable } from "./chain/network/gateway";
import { loadSettings, type Settings, SettingsError } from "./chain/settings";
import { inWords, t } from "./i18n/i18n";

const OFFLINE_MS = 5_000;
/** The longest wait for a first answer without a message. */
const PATIENCE_MS = 3_000;

/** Shows why the page hasn't started yet. */
type Say = (what: string) => void;

/** A temporary problem: its meaning, and what to do. */
export const passing = (what: string) => (
  <StartProblem
    isPassing
    what={what}
    advice={`${t("Your games and stakes are on the chain: nothing is lost.")} ${t("Check your network. The page continues automatically once it gets an answer.")}`}
  />
);

/** The same for a permanent problem. */
export const lasting = (error: unknown) => (
  <StartProblem
    what={inWords(error)}
    advice={`${t("Your games and stakes are on the chain: nothing is lost.")} ${t("Load the page again later, or report the message above to its operator.")}`}
  />
);

const pause = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, OFFLINE_MS);
  });

/** Loads the settings; without a network, tries until there is one. */
export async function firstSettings(say: Say): Promise<Settings> {
  for (;;) {
    try {
      return await loadSettings();
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      say(t("There is no network."));
      await pause();
    }
  }
}

/** Waits for a gateway that isn't there yet or fails. */
export async function firstAnswer(gateway: Gateway, say: Say): Promise<NetworkConfig> {
  const { url } = gateway;
  const patience = setTimeout(() => say(t("The chain's gateway at {url} doesn't answer yet.", { url })), PATIENCE_MS);
  for (;;) {
    try {
      return await gateway.config().finally(() => clearTimeout(patience));
    } catch (error) {
      if (error instanceof Busy) say(t("The chain's gateway at {url} is busy. Trying again…", { url }));
      else if (error instanceof Unreachable) say(t("The chain at {url} can't be reached. Trying again…", { url }));
      else say(t("The chain's gateway at {url} fails: {problem}. Trying again…", { url, problem: inWords(error) }));
      // after a temporary failure the gateway itself delays the next question
      if (!(error instanceof Passing)) await pause();
    }
  }
}
