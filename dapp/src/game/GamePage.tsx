import { Suspense } from "react";
import { colorOf } from "../chain/game";
import { t } from "../i18n/i18n";
import { ToLobby } from "../ui/Button";
import { later } from "../ui/extra";
import { QueryView } from "../ui/QueryView";
import { ActingWallet, useWallet } from "../wallet/wallet";
import { GameTable, type TableProps } from "./GameTable";
import { type GameSnapshot, useGame } from "./line/useGame";
import { useBeginNotice } from "./useGameEffects";

const ChallengeView = later(() => import("../challenge/ChallengeView"), "ChallengeView");

/** A running or finished game, for its players and for spectators. */
export function GamePage({ id }: { id: number }) {
  const { wallet, main } = useWallet();
  const player = wallet?.address;
  const query = useGame(id, player);
  return (
    <QueryView what={t("game {id}", { id })} query={query} wayBack={<ToLobby />}>
      {(snapshot) => {
        // a game of the wallet itself continues by the wallet
        const acting = main && isPartOf(snapshot, main.address) ? main : wallet;
        return (
          <ActingWallet value={acting}>
            <GameOrChallenge
              key={id}
              snapshot={snapshot}
              error={query.error}
              dataUpdatedAt={query.dataUpdatedAt}
              player={acting?.address}
            />
          </ActingWallet>
        );
      }}
    </QueryView>
  );
}

const isPartOf = ({ game, challenge }: GameSnapshot, address: string): boolean =>
  challenge ? challenge.challenger === address || challenge.opponent === address : colorOf(game, address) !== undefined;

/** The ends of a challenge without a game. */
const NEVER_PLAYED = ["Cancelled", "Declined"];

function GameOrChallenge(props: TableProps) {
  const { game, challenge } = props.snapshot;
  useBeginNotice(props.snapshot, colorOf(game, props.player));
  if (challenge || NEVER_PLAYED.includes(game.endReason)) {
    return (
      <Suspense fallback={<main aria-busy="true" className="page" />}>
        <ChallengeView challenge={challenge} game={game} />
      </Suspense>
    );
  }
  return <GameTable {...props} />;
}
