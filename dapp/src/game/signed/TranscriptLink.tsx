import type { ReactNode } from "react";
import { DownloadLink } from "../../ui/Button";

/** A link that saves a transcript as a file. */
export const TranscriptLink = ({ game, ...props }: { game: number; text: string; children: ReactNode }) => (
  <DownloadLink className="button" file={`game-${game}.json`} type="application/json" {...props} />
);
