import { type ComponentType, Suspense, useEffect, useRef } from "react";
import { useTitle } from "../browser/notices";
import { href, parseRoute, type Route, useRoute } from "../browser/router";
import { FOLLOWED, localStore } from "../browser/storage";
import { loadGamePage } from "../game/loadGamePage";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import { HERO, INTRODUCTION } from "../lobby/hero";
import { StakeQuestions } from "../purse/StakeQuestions";
import { TransactionToasts } from "../transactions/TransactionToasts";
import { ToLobby } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { extra, later } from "../ui/extra";
import { PracticePage } from "./Alone";
import { GatewayBanner, OldPage } from "./Banners";
import { Header } from "./Header";
import { OtherGames } from "./OtherGames";

const loadLobby = () => import("../lobby/LobbyPage");
// loaded while the chain is queried; without a network the view itself reports it
if (parseRoute(location.hash).view === "lobby") loadLobby().catch(() => {});

const loadTournaments = () => import("../tournaments/views");
const Following = extra(loadTournaments, "Following");

/** The component of each view, which gets the route as its properties. */
const VIEWS: { [View in Route["view"]]: ComponentType<Route & { view: View }> } = {
  lobby: later(loadLobby, "LobbyPage"),
  game: later(loadGamePage, "GamePage"),
  replay: later(() => import("../analysis/AnalysisPage"), "AnalysisPage"),
  engine: later(() => import("../engine/EnginePage"), "EnginePage"),
  engine8x8: later(() => import("../engine/ChessEngineGamePage"), "ChessEngineGamePage"),
  player: later(() => import("../profile/ProfilePage"), "ProfilePage"),
  players: later(() => import("../profile/LeaderboardPage"), "LeaderboardPage"),
  wallet: later(() => import("../account/WalletPage"), "WalletPage"),
  analysis: later(() => import("../analysis/free/FreeAnalysisPage"), "FreeAnalysisPage"),
  practice: PracticePage,
  tournaments: later<"TournamentsPage", object>(loadTournaments, "TournamentsPage"),
  tournament: later<"TournamentPage", { id: number }>(loadTournaments, "TournamentPage"),
  how: later(() => import("./HowItWorksPage"), "HowItWorksPage"),
  notFound: NotFoundPage,
};

export function App() {
  useLanguage();
  const route = useRoute();
  const View = VIEWS[route.view] as ComponentType<Route>;
  const view = useRef<HTMLDivElement>(null);
  const address = href(route);
  const before = useRef(address);
  // a new view is read from its beginning
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    view.current?.focus();
    scrollTo(0, 0);
  }, [address]);
  return (
    <>
      <ErrorBoundary isPart>
        <Header route={route} />
      </ErrorBoundary>
      <GatewayBanner />
      <div ref={view} tabIndex={-1}>
        <ErrorBoundary key={address}>
          <Suspense
            fallback={
              route.view === "lobby" ? (
                // the same as index.html shows before any code is loaded
                <main aria-busy="true" className="skeleton">
                  <h1>{t(HERO)}</h1>
                  <p>{t(INTRODUCTION)}</p>
                </main>
              ) : (
                <main aria-busy="true" className="page">
                  <p>{t("Loading…")}</p>
                </main>
              )
            }
          >
            <View {...route} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <ErrorBoundary isPart>
        <OtherGames route={route} />
      </ErrorBoundary>
      <div className="corner">
        <ErrorBoundary isPart>
          <TransactionToasts />
        </ErrorBoundary>
        <ErrorBoundary isPart>{localStore.getItem(FOLLOWED) && <Following route={route} />}</ErrorBoundary>
      </div>
      <ErrorBoundary isPart>
        <StakeQuestions />
      </ErrorBoundary>
      <OldPage />
    </>
  );
}

function NotFoundPage() {
  useTitle(t("Not found"));
  return (
    <main className="page">
      <h1>{t("There is nothing at this address")}</h1>
      <p>{t("Games are numbered: #/game/1 is the first one.")}</p>
      <ToLobby isPrimary />
    </main>
  );
}
