// before the styles of views, which build on it
import "./ui/controls.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Alone } from "./app/Alone";
import { App } from "./app/App";
import { readPieces, watchPieces } from "./board/pieces";
import { followLanguage } from "./browser/language";
import { applyPreferences } from "./browser/preferences";
import { navigate, parseRoute } from "./browser/router";
import { wakeAudioOnGesture } from "./browser/sound";
import { localStore } from "./browser/storage";
import { nextTask } from "./browser/task";
import { type Chain, ChainContext } from "./chain/ChainContext";
import { ChessContract } from "./chain/chess";
import { keep, kept } from "./chain/kept";
import { Gateway, type NetworkConfig } from "./chain/network/gateway";
import { refreshChainData } from "./chain/queries";
import { nextTry, watchActivity } from "./chain/rest";
import { SettingsError } from "./chain/settings";
import { keptPurses } from "./purse/kept";
import { firstAnswer, firstSettings, lasting, passing } from "./start";
import { keepSettlement } from "./transactions/settlement";
import { TransactionStore } from "./transactions/TransactionStore";
import { TransactionsContext } from "./transactions/TransactionsContext";
import { keepPurses, reconnect, watchOtherTabs } from "./wallet/wallet";

import "./polyfill";
import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.cburnett.css";
import "./ui/tokens.css";
import "./ui/base.css";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: "always",
      staleTime: 200,
      refetchInterval: nextTry,
      refetchOnWindowFocus: "always",
    },
    // the store of transactions itself waits for the network
    mutations: { networkMode: "always" },
  },
});

async function start(): Promise<{ chain: Chain; transactions: TransactionStore }> {
  const settings = await firstSettings(sayPassing);
  const gateway = new Gateway(settings.gateway);
  const name = `chess.network ${settings.gateway} ${settings.chainId}`;
  const before = kept<NetworkConfig>(name);
  const answer = firstAnswer(gateway, before ? () => {} : sayPassing).then((config) => {
    if (config.chainId !== settings.chainId)
      throw new SettingsError(`settings.json names the chain "${settings.chainId}", its gateway "${config.chainId}"`);
    keep(name, config);
    return config;
  });
  const config = before ?? (await answer);
  // a game by signature needs no gateway, and the network's fees rarely change
  if (before) answer.then((newest) => Object.assign(config, newest)).catch(sayLasting);
  const transactions = new TransactionStore(gateway, settings.contract, localStore, config.roundMs);
  transactions.onSettled = (transaction) => {
    if (transaction) keepSettlement(settings.contract, transaction);
    refreshChainData(client);
  };
  transactions.resume();
  return { chain: { settings, gateway, config, chess: new ChessContract(gateway, settings) }, transactions };
}

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const root = createRoot(element);

const alone = (problem: ReactNode) => root.render(<Alone>{problem}</Alone>);
const sayPassing = (what: string) => alone(passing(what));
const sayLasting = (error: unknown) => alone(lasting(error));

async function main(): Promise<void> {
  applyPreferences();
  await followLanguage();
  watchPieces();
  readPieces();
  watchActivity();
  wakeAudioOnGesture();
  // a practice game waits for nothing
  if (parseRoute(location.hash).view === "practice") alone(null);
  try {
    const { chain, transactions } = await start();
    keepPurses(keptPurses(chain));
    // an interruptible rendering: the browser can do something else in between
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            <ChainContext value={chain}>
              <TransactionsContext value={transactions}>
                <App />
              </TransactionsContext>
            </ChainContext>
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
    watchOtherTabs(chain.settings);
    // on the local chain the page is rebuilt all the time
    if (!__LOCAL_CHAIN__ && "serviceWorker" in navigator) {
      navigator.serviceWorker.register("./sw.js").catch(() => {});
      // a notice was clicked
      navigator.serviceWorker.addEventListener("message", ({ data }) => {
        if (typeof data?.open === "number") navigate({ view: "game", id: data.open });
      });
    }
    reconnect(chain.settings);
  } catch (error) {
    sayLasting(error);
  }
}

// in a separate task, when all code is loaded
nextTask().then(main);
