import type { ReactNode } from "react";
import { DownloadLink } from "../../ui/Button";

/** Gives what was signed as a file. */
export const TranscriptLink = ({ game, ...props }: { game: number; text: string; children: ReactNode }) => (
  <DownloadLink className="button" file={`game-${game}.json`} type="application/json" {...props} />
);
