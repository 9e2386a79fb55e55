import { lazy, Suspense, useSyncExternalStore } from "react";
import { useChain } from "./chain/hooks";
import { Failure } from "./parts/Failure";
import { Header } from "./parts/Header";
import { TransactionStates } from "./parts/TransactionState";
import { useRoute } from "./router";
import { Lobby } from "./views/Lobby";

const GameView = lazy(() => import("./views/Game").then(({ GameView }) => ({ default: GameView })));
const Replay = lazy(() => import("./views/Replay").then(({ Replay }) => ({ default: Replay })));
const Ai = lazy(() => import("./views/Ai").then(({ Ai }) => ({ default: Ai })));
const Wallets = lazy(() => import("./views/Wallets").then(({ Wallets }) => ({ default: Wallets })));

export function App() {
  const route = useRoute();
  return (
    <>
      <Header view={route.view} />
      <Connection />
      <Failure key={route.view}>
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          {route.view === "lobby" && <Lobby />}
          {route.view === "game" && <GameView id={route.id} />}
          {route.view === "replay" && <Replay id={route.id} />}
          {route.view === "ai" && <Ai id={route.id} />}
          {route.view === "wallet" && <Wallets />}
        </Suspense>
      </Failure>
      <TransactionStates />
    </>
  );
}

/** Says when the chain doesn't answer. */
function Connection() {
  const { gateway } = useChain();
  const isReachable = useSyncExternalStore(gateway.listen, gateway.isReachable);
  return (
    <div role="status" className={isReachable ? "" : "offline"} data-testid="connection">
      {isReachable ? "" : "The chain can't be reached. What you see may be old; trying again…"}
    </div>
  );
}
