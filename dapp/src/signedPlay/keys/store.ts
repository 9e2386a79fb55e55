import { openTranscripts, type TranscriptStore } from "../transcripts";

let store: Promise<TranscriptStore> | undefined;

/** This browser's store of signed games, opened once. It fails where the browser keeps nothing. */
export function transcriptStore(): Promise<TranscriptStore> {
  store ??= openTranscripts().catch((error) => {
    store = undefined;
    throw error;
  });
  return store;
}
