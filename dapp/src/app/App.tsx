import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTitle } from "../browser/notices";
import { href, type Route, useRoute } from "../browser/router";
import { loadGamePage } from "../game/loadGamePage";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import { LobbyPage } from "../lobby/LobbyPage";
import { StakeQuestions } from "../purse/StakeQuestions";
import { TransactionToasts } from "../transactions/TransactionToasts";
import controls from "../ui/controls.module.css";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import styles from "./App.module.css";
import { GatewayBanner } from "./GatewayBanner";
import { Header } from "./Header";
import { OtherGames } from "./OtherGames";

const GamePage = lazy(() => loadGamePage().then(({ GamePage }) => ({ default: GamePage })));
const AnalysisPage = lazy(() =>
  import("../analysis/AnalysisPage").then(({ AnalysisPage }) => ({ default: AnalysisPage })),
);
const EnginePage = lazy(() => import("../engine/EnginePage").then(({ EnginePage }) => ({ default: EnginePage })));
const ChessEngineGamePage = lazy(() =>
  import("../engine/ChessEngineGamePage").then(({ ChessEngineGamePage }) => ({ default: ChessEngineGamePage })),
);
const ProfilePage = lazy(() => import("../profile/ProfilePage").then(({ ProfilePage }) => ({ default: ProfilePage })));
const LeaderboardPage = lazy(() =>
  import("../profile/LeaderboardPage").then(({ LeaderboardPage }) => ({ default: LeaderboardPage })),
);
const WalletPage = lazy(() => import("../account/WalletPage").then(({ WalletPage }) => ({ default: WalletPage })));
const HowItWorksPage = lazy(() =>
  import("./HowItWorksPage").then(({ HowItWorksPage }) => ({ default: HowItWorksPage })),
);

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
    <I18nProvider i18n={i18n}>
      <Header route={route} />
      <GatewayBanner />
      <div ref={view} tabIndex={-1} className={styles.view}>
        <ErrorBoundary key={address}>
          <Suspense
            fallback={
              <main aria-busy="true" className={controls.page}>
                <p>{t("Loading…")}</p>
              </main>
            }
          >
            <View route={route} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <OtherGames route={route} />
      </ErrorBoundary>
      <TransactionToasts />
      <StakeQuestions />
    </I18nProvider>
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
    case "how":
      return <HowItWorksPage />;
    case "notFound":
      return <NotFoundPage />;
  }
}

function NotFoundPage() {
  useTitle(t("Not found"));
  return (
    <main className={controls.page}>
      <h1>{t("There is nothing at this address")}</h1>
      <p>{t("Games are numbered: #/game/1 is the first one.")}</p>
      <p>
        <a className={controls.primary} href={href({ view: "lobby" })}>
          {t("To the lobby")}
        </a>
      </p>
    </main>
  );
}
