/** Carries transcripts between the two players' pages. Nobody has to trust it: what comes is checked. */
export interface Transport {
  /** Hands a transcript on to the opponent's page, if there is one. */
  send(transcript: string): void;
  /** Calls back with each transcript that comes, until `close`. */
  onReceive(listener: (transcript: string) => void): void;
  close(): void;
}

/** Between tabs and windows of one browser. */
export function betweenTabs(contract: string, game: number): Transport {
  const channel = new BroadcastChannel(`chess.play.${contract}.${game}`);
  return {
    send: (transcript) => channel.postMessage(transcript),
    onReceive: (listener) => {
      channel.onmessage = ({ data }) => listener(String(data));
    },
    close: () => channel.close(),
  };
}
