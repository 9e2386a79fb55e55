import { expect, test } from "vitest";
import { EMPTY } from "../../signedPlay/message";
import { BARE_KING } from "../../signedPlay/test/testGame";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { resignsAt } from "./useResignOnTime";

const NOW = 1_000_000;

interface Given {
  turn?: "white" | "black";
  awaits?: "move" | "answer" | "longerGame";
  playsAhead?: boolean;
  end?: object;
  hasClaimed?: boolean;
  isReclaimable?: boolean;
  moves?: Uint8Array;
}

/** White's table in a game of one minute after two plies, the second one a moment ago. */
const at = ({
  turn = "white",
  awaits = "move",
  playsAhead = true,
  end,
  hasClaimed = false,
  isReclaimable = false,
  moves = EMPTY,
}: Given = {}) =>
  resignsAt(
    {
      chain: { game: { awaits } },
      snapshot: { game: { turn }, moves, clocks: { base: 60, increment: 0 } },
      session: { playsAhead, game: { color: "white", said: () => (hasClaimed ? {} : undefined) } },
      end,
      pauses: { isReclaimable },
      ownTimes: [NOW - 1_000, NOW],
    } as unknown as SignedTable,
    { players: { white: { until: NOW + 59_000 }, black: { standing: 60_000 } }, until: undefined } as Timers,
  );

test("who runs out of time resigns, by the relay's times and by the page's own", () => {
  expect(at()).toBe(NOW + 60_000);
  // who has claimed a draw doesn't resign while the claim is on its way to the chain
  const stopped: Given[] = [{ turn: "black" }, { awaits: "answer" }, { playsAhead: false }, { end: {} }];
  // nor who plays against a bare king: out of time is a draw then
  for (const given of [...stopped, { hasClaimed: true }, { moves: BARE_KING }, { isReclaimable: true }])
    expect(at(given), JSON.stringify(given)).toBeUndefined();
});
