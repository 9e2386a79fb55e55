import { useState } from "react";
import { copy } from "../browser/clipboard";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { type Game, isOver } from "../chain/game";
import { useRelayPath } from "../chain/relayUrl";
import { shareLink } from "../chain/settings";
import type { GameSnapshot } from "../game/line/useGame";
import { t } from "../i18n/i18n";
import { AboutGame } from "../table/GameFrame";
import { Button, DownloadLink } from "../ui/Button";
import { CopyButton, ShareButton } from "../ui/ShareButton";
import styles from "./AnalysisPage.module.css";
import { Evidence } from "./evidence/Evidence";
import { OpeningExplorer } from "./explorer/OpeningExplorer";
import { useOpening } from "./openings";
import { pgn } from "./pgn";
import type { Analysis } from "./useAnalysis";
import { useGameRecord } from "./useGameRecord";

/** The position and the game, to use elsewhere. */
export function TakeAlong({ analysis, onChain }: { analysis: Analysis; onChain: GameSnapshot }) {
  const { times, match, snapshot, result, you, fens, fen, isPlaying, tried } = analysis;
  const { game, plies, clocks } = snapshot;
  const { chess, settings } = useChain();
  const record = { ...useGameRecord(snapshot, times), opening: useOpening(fens) };
  return (
    <AboutGame id={game.id} label={t("Take along")}>
      <CopyText label="FEN" text={fen} />
      <CopyText
        label="PGN"
        text={pgn({ game, plies, clocks }, record, settings, chess.address)}
        file={`game-${game.id}.pgn`}
      />
      {/* the relay has only the chain's moves, not those of each round */}
      {match.rounds.length === 0 && <GifLink game={onChain.game} />}
      <ShareButton url={shareLink(settings, game.id)} />
      <CopyButton text={embedCode(location.href, game.id)} done={t("Copied")}>
        {t("Copy the code to embed")}
      </CopyButton>
      {isOver(result) && <Evidence game={game} you={you} times={record.times ?? []} />}
      {/* not for a player of a running game */}
      {!isPlaying && <OpeningExplorer players={[game.white, game.black]} fen={fen} onPlay={tried.play} />}
    </AboutGame>
  );
}

/** A text to look at, copy and download. */
function CopyText({ label, text, file }: { label: string; text: string; file?: string }) {
  const [said, setSaid] = useState<string>();
  async function onCopy() {
    setSaid((await copy(text)) ? t("Copied") : t("Not allowed to copy"));
    setTimeout(() => setSaid(undefined), 2_000);
  }
  const field = { className: "field", dir: "ltr", "aria-label": label, readOnly: true, value: text };
  return (
    <div className={`stack ${styles.text}`}>
      {file ? <textarea rows={4} {...field} /> : <input {...field} />}
      <div className="row">
        <Button onClick={onCopy}>{said ?? t("Copy {label}", { label })}</Button>
        {file && (
          <DownloadLink className="button" file={file} type="application/vnd.chess-pgn" text={text}>
            {t("Download")}
          </DownloadLink>
        )}
      </div>
    </div>
  );
}

/** The element that shows a game inside of another page. */
const embedCode = (page: string, id: number): string =>
  `<iframe src="${new URL(`embed.html${href({ view: "game", id })}`, page).href}" width="640" height="480" style="border:0" title="Game ${id}"></iframe>`;

/** The whole game as an animated GIF, which a relay draws once the game is over on the chain. */
function GifLink({ game }: { game: Game }) {
  const { settings } = useChain();
  const url = useRelayPath(`share/${settings.contract}/${game.id}.gif`);
  if (!url || !isOver(game) || game.plies === 0) return null;
  return (
    <a className="button" href={url} target="_blank" rel="noreferrer">
      {t("The game as a GIF")}
    </a>
  );
}
