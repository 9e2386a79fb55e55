import "./ui/controls.css";
import { followLanguage } from "./browser/language";
import { t } from "./i18n/i18n";
import "./polyfill";
import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.cburnett.css";
import "./ui/tokens.css";
import "./ui/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { watchPieces } from "./board/pieces";
import { applyPreferences } from "./browser/preferences";
import { parseRoute } from "./browser/router";
import { type Chain, ChainContext } from "./chain/ChainContext";
import { ChessContract } from "./chain/chess";
import { Gateway } from "./chain/network/gateway";
import { nextTry, watchActivity } from "./chain/rest";
import { EmbeddedGame } from "./embed/EmbeddedGame";
import { firstAnswer, firstSettings, lasting, passing } from "./start";

/*
 * embed.html#/game/17: a game embedded in another site's page. That site decides what covers it, so it has no wallet:
 * none is restored, no purse is opened, and nothing in it sends or signs.
 */

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: "always", staleTime: 200, refetchInterval: nextTry } },
});

async function start(say: (what: string) => void): Promise<Chain> {
  const settings = await firstSettings(say);
  const gateway = new Gateway(settings.gateway);
  const config = await firstAnswer(gateway, say);
  return { settings, gateway, config, chess: new ChessContract(gateway, settings) };
}

async function main(): Promise<void> {
  const root = createRoot(document.getElementById("root") ?? document.body);
  applyPreferences();
  await followLanguage();
  watchPieces();
  watchActivity();
  const route = parseRoute(location.hash);
  // another game is another page
  addEventListener("hashchange", () => location.reload());
  if (route.view !== "game") return root.render(<p>{t("There is nothing at this address")}</p>);
  try {
    const chain = await start((what) => root.render(passing(what)));
    root.render(
      <QueryClientProvider client={client}>
        <ChainContext value={chain}>
          <EmbeddedGame id={route.id} />
        </ChainContext>
      </QueryClientProvider>,
    );
  } catch (error) {
    root.render(lasting(error));
  }
}

main();
