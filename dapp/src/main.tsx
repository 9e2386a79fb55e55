import "./polyfill";
import "@picocss/pico/css/pico.min.css";
import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.brown.css";
import "chessground/assets/chessground.cburnett.css";
import "./style.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { ChessContract } from "./chain/chess";
import { Gateway, type NetworkConfig, Unreachable } from "./chain/gateway";
import { type Chain, ChainContext } from "./chain/hooks";
import { MinichessContract } from "./chain/minichess";
import { loadSettings, SettingsError } from "./chain/settings";
import { applyTheme } from "./parts/Header";
import { reconnect } from "./wallet/wallet";

const RETRY_MS = 1_000;

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: "always", staleTime: 200, refetchOnWindowFocus: "always" },
  },
});

async function start(): Promise<Chain> {
  const settings = await loadSettings();
  const gateway = new Gateway(settings.gateway);
  const config = await firstAnswer(gateway);
  if (config.chainId !== settings.chainId) {
    throw new SettingsError(`settings.json names the chain "${settings.chainId}", its gateway "${config.chainId}"`);
  }
  const minichess = settings.minichess ? new MinichessContract(gateway, settings, settings.minichess) : undefined;
  return { settings, gateway, config, chess: new ChessContract(gateway, settings), minichess };
}

/** Waits for a gateway that isn't there yet. */
async function firstAnswer(gateway: Gateway): Promise<NetworkConfig> {
  for (;;) {
    try {
      return await gateway.config();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      root.render(<p role="status">The chain at {gateway.url} can't be reached. Trying again…</p>);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

applyTheme();
const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const root = createRoot(element);

try {
  const chain = await start();
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ChainContext value={chain}>
          <App />
        </ChainContext>
      </QueryClientProvider>
    </StrictMode>,
  );
  // a wallet that can't be come back to leaves the page as if nobody were connected
  reconnect(chain.settings).catch(() => {});
} catch (error) {
  root.render(<p role="alert">{error instanceof Error ? error.message : String(error)}</p>);
}
