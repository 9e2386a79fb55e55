import { fromHex } from "../../src/signedPlay/hex";
import { plyEnds } from "../../src/signedPlay/message";
import type { ChainView, Told } from "./protocol";

interface Channel {
  onmessage: ((event: { data: string }) => void) | undefined;
}

/** Lines between the tabs of one browser, by which transcripts come where there is no relay. */
export class Tabs {
  private readonly open = new Map<string, Set<Channel>>();
  /** The pages are tabs of one browser: each hears the others. */
  areOfOneBrowser = true;

  constructor(readonly contract: string) {}

  /** The constructor in the place of the browser's `BroadcastChannel`. */
  get channel(): typeof BroadcastChannel {
    const tabs = this;
    const { open } = this;
    return class implements Channel {
      onmessage: ((event: { data: string }) => void) | undefined;
      constructor(readonly name: string) {
        open.set(name, (open.get(name) ?? new Set()).add(this));
      }
      postMessage(data: string) {
        if (!tabs.areOfOneBrowser) return;
        for (const other of open.get(this.name) ?? [])
          if (other !== this) setTimeout(() => other.onmessage?.({ data }), 1);
      }
      close() {
        open.get(this.name)?.delete(this);
      }
    } as unknown as typeof BroadcastChannel;
  }

  /** The opponent's page is a tab, too, and says something. */
  tell({ round, points, moves, signed, color }: Told, { keys, round: there }: ChainView): void {
    const suffix = round > 0 ? `.${round}.${points}` : "";
    const isSwapped = (round - there) % 2 !== 0;
    const data = JSON.stringify({
      contract: this.contract,
      gameId: 1,
      whiteKey: isSwapped ? keys.black : keys.white,
      blackKey: isSwapped ? keys.white : keys.black,
      round,
      points,
      moves,
      messages: [{ signer: color, plies: plyEnds(fromHex(moves) ?? new Uint8Array())?.length ?? 0, argument: signed }],
    });
    for (const channel of this.open.get(`chess.play.${this.contract}.1${suffix}`) ?? []) channel.onmessage?.({ data });
  }
}
