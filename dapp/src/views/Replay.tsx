import { useState } from "react";
import type { Color } from "../chain/chess";
import { type Snapshot, useChain, useSnapshot } from "../chain/hooks";
import { START_FEN } from "../chess/history";
import { lichessLink, pgn } from "../chess/pgn";
import { endText } from "../chess/reason";
import { Board } from "../parts/Board";
import { MoveList } from "../parts/MoveList";
import { OfGame } from "../parts/OfGame";
import { Player } from "../parts/Players";
import { useCall } from "../parts/useCall";
import { useStepper } from "../parts/useStepper";
import { href } from "../router";

export const Replay = ({ id }: { id: number }) => (
  <OfGame id={id} query={useSnapshot(id)}>
    {(snapshot) => <Stepping key={id} {...snapshot} />}
  </OfGame>
);

function Stepping({ game, plies }: Snapshot) {
  const { chess, settings } = useChain();
  const { player } = useCall();
  const [index, step] = useStepper(plies.length);
  const [flipped, setFlipped] = useState(player === game.black);
  const shown = plies[index - 1];
  const fen = shown?.fen ?? START_FEN;
  const text = pgn(game, plies, `${settings.network} ${chess.address}`);
  const sides: [Color, Color] = flipped ? ["white", "black"] : ["black", "white"];
  return (
    <main className="game" data-testid="replay">
      <h1 className="visually-hidden">Replay of game {game.id}</h1>
      <div className="table">
        <Player game={game} color={sides[0]} plies={plies.slice(0, index)} you={player} time={undefined} />
        <Board
          fen={fen}
          orientation={sides[1]}
          turn={index % 2 === 0 ? "white" : "black"}
          check={shown?.check ?? false}
          lastMove={shown?.move}
        />
        <Player game={game} color={sides[1]} plies={plies.slice(0, index)} you={player} time={undefined} />
      </div>
      <aside>
        <article className="standing">
          <strong>{game.state === "ongoing" ? "Still going on" : endText(game)}</strong>
          <p className="quiet">Game {game.id}, as the chain has it.</p>
        </article>
        <MoveList plies={plies} index={index} onStep={step} />
        <section className="share" aria-label="Take along">
          <Text label="FEN" text={fen} />
          <Text label="PGN" text={text} file={`game-${game.id}.pgn`} />
          <div className="links">
            <a className="button" href={lichessLink(fen)} target="_blank" rel="noreferrer">
              Analyse on lichess
            </a>
            <button type="button" className="secondary outline" onClick={() => setFlipped(!flipped)}>
              Turn the board
            </button>
            {game.state === "ongoing" && (
              <a className="button" href={href({ view: "game", id: game.id })}>
                To the game
              </a>
            )}
          </div>
        </section>
      </aside>
    </main>
  );
}

/** A text to look at, copy and download. */
function Text({ label, text, file }: { label: string; text: string; file?: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <div className="text">
      {file ? (
        <textarea aria-label={label} readOnly rows={3} value={text} />
      ) : (
        <input aria-label={label} readOnly value={text} />
      )}
      <div>
        <button type="button" className="secondary outline" onClick={copy}>
          {copied ? "Copied" : `Copy ${label}`}
        </button>
        {file && (
          <a
            className="button"
            download={file}
            href={`data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(text)}`}
          >
            Download
          </a>
        )}
      </div>
    </div>
  );
}
