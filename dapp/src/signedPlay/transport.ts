import type { SignedMessage } from "./message";
import type { SignedGame } from "./SignedGame";
import { writeTranscript } from "./transcriptFile";

/** Carries games between the two players' pages. Nobody has to trust it: what comes is checked. */
export interface Transport {
  /** Hands a game on to the opponent's page, if there is one: as a transcript, or what of it is missing there. */
  send(game: SignedGame): void;
  /** Calls back with what comes, a transcript or its messages, until `close`. */
  onReceive(listener: (came: string | readonly SignedMessage[]) => Promise<void>): void;
  close(): void;
}

/** Between tabs and windows of one browser; the rounds of a match are apart. */
export function betweenTabs(
  contract: string,
  game: number,
  { round, points }: { round: number; points: number },
): Transport {
  const channel = new BroadcastChannel(`chess.play.${contract}.${game}${round > 0 ? `.${round}.${points}` : ""}`);
  return {
    send: (game) => channel.postMessage(writeTranscript(game)),
    onReceive: (listener) => {
      channel.onmessage = ({ data }) => listener(String(data));
    },
    close: () => channel.close(),
  };
}
