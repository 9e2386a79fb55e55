import { Suspense, useEffect, useRef } from "react";
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

const GamePage = later(loadGamePage, "GamePage");
const loadLobby = () => import("../lobby/LobbyPage");
// loaded while the chain is queried; without a network the view itself reports it
if (parseRoute(location.hash).view === "lobby") loadLobby().catch(() => {});
const LobbyPage = later(loadLobby, "LobbyPage");
const AnalysisPage = later(() => import("../analysis/AnalysisPage"), "AnalysisPage");
const EnginePage = later(() => import("../engine/EnginePage"), "EnginePage");
const ChessEngineGamePage = later(() => import("../engine/ChessEngineGamePage"), "ChessEngineGamePage");
const ProfilePage = later(() => import("../profile/ProfilePage"), "ProfilePage");
const LeaderboardPage = later(() => import("../profile/LeaderboardPage"), "LeaderboardPage");
const WalletPage = later(() => import("../account/WalletPage"), "WalletPage");
const FreeAnalysisPage = later(() => import("../analysis/free/FreeAnalysisPage"), "FreeAnalysisPage");
const loadTournaments = () => import("../tournaments/views");
const Tournaments = later(loadTournaments, "Tournaments");
const Following = extra(loadTournaments, "Following");
const HowItWorksPage = later(() => import("./HowItWorksPage"), "HowItWorksPage");

export function App() {
  useLanguage();
  const route = useRoute();
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
            <View route={route} />
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

function View({ route }: { route: Route }) {
  switch (route.view) {
    case "lobby":
      return <LobbyPage />;
    case "game":
      return <GamePage id={route.id} />;
    case "replay":
      return <AnalysisPage id={route.id} />;
    case "engine":
      return <EnginePage id={route.id} />;
    case "engine8x8":
      return <ChessEngineGamePage key={route.id} id={route.id} />;
    case "player":
      return <ProfilePage address={route.address} />;
    case "wallet":
      return <WalletPage />;
    case "players":
      return <LeaderboardPage />;
    case "analysis":
      return <FreeAnalysisPage />;
    case "practice":
      return <PracticePage />;
    case "tournaments":
    case "tournament":
      return <Tournaments route={route} />;
    case "how":
      return <HowItWorksPage />;
    case "notFound":
      return <NotFoundPage />;
  }
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
