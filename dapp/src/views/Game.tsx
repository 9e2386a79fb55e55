import type { Square } from "chessops";
import { useCallback, useMemo, useState } from "react";
import type { Color } from "../chain/chess";
import { type Snapshot, useChain, useSnapshot, useTerms } from "../chain/hooks";
import { contractPromotion, contractSquare, promotionRole, START_FEN } from "../chess/history";
import { type FromTo, sanOf } from "../chess/san";
import { Actions } from "../parts/Actions";
import { Announcer } from "../parts/Announcer";
import { Board } from "../parts/Board";
import { MoveList } from "../parts/MoveList";
import { OfGame } from "../parts/OfGame";
import { Player } from "../parts/Players";
import { Promotion } from "../parts/Promotion";
import { Standing } from "../parts/Standing";
import { TypeMove } from "../parts/TypeMove";
import { useCall } from "../parts/useCall";
import { useGameSounds, useTimeLeft, useTitle } from "../parts/useGameEffects";
import { useStepper } from "../parts/useStepper";
import { href } from "../router";

export const GameView = ({ id }: { id: number }) => (
  <OfGame id={id} query={useSnapshot(id)}>
    {(snapshot) => <Playing key={id} {...snapshot} />}
  </OfGame>
);

function Playing(snapshot: Snapshot) {
  const { game, plies, legal } = snapshot;
  const { chess } = useChain();
  const { data: terms } = useTerms();
  const { player, busy, call } = useCall();
  const [index, step] = useStepper(plies.length);
  const [flipped, setFlipped] = useState(false);
  const [promoting, setPromoting] = useState<FromTo>();
  const [pending, setPending] = useState<FromTo>();
  useGameSounds(snapshot);
  useTitle(game.state === "ongoing" && player === (game.turn === "white" ? game.white : game.black));

  const you: Color | undefined = player === game.white ? "white" : player === game.black ? "black" : undefined;
  const orientation: Color = (you === "black") !== flipped ? "black" : "white";
  const shown = plies[index - 1];
  const fen = shown?.fen ?? START_FEN;
  const isLatest = index === plies.length;
  const isOpen = game.state === "ongoing" && !snapshot.claims.inactivity && terms?.paused === false;
  const canMove = isOpen && you === game.turn && isLatest && !busy;

  const dests = useMemo(() => {
    if (!canMove) return undefined;
    const map = new Map<Square, Square[]>();
    for (const { from, to } of legal) {
      const list = map.get(contractSquare(from)) ?? [];
      const square = contractSquare(to);
      if (!list.includes(square)) list.push(square);
      map.set(contractSquare(from), list);
    }
    return map;
  }, [canMove, legal]);

  const submit = useCallback(
    async (move: FromTo) => {
      setPromoting(undefined);
      setPending(move);
      const args = [game.id, contractSquare(move.from), contractSquare(move.to)];
      if (move.promotion) args.push(contractPromotion(move.promotion));
      await call(`Move ${sanOf(fen, move)}`, (sender) => chess.call(sender, "makeMove", args));
      setPending(undefined);
    },
    [game.id, fen, call, chess],
  );

  const choose = useCallback(
    (from: Square, to: Square) => {
      const ways = legal.filter((move) => contractSquare(move.from) === from && contractSquare(move.to) === to);
      if (ways.some(({ promotion }) => promotionRole(promotion))) setPromoting({ from, to });
      else if (ways.length > 0) submit({ from, to });
    },
    [legal, submit],
  );

  const sides: [Color, Color] = orientation === "white" ? ["black", "white"] : ["white", "black"];
  const time = useTimeLeft(snapshot);
  const turn: Color = index % 2 === 0 ? "white" : "black";
  return (
    <main className="game" data-plies={game.plies} data-state={game.state}>
      <h1 className="visually-hidden">Game {game.id}</h1>
      <Announcer {...snapshot} />
      <div className="table">
        <Player game={game} color={sides[0]} plies={plies.slice(0, index)} you={player} time={time(sides[0])} />
        <Board
          fen={fen}
          orientation={orientation}
          turn={turn}
          check={shown?.check ?? false}
          lastMove={shown?.move}
          pending={isLatest ? pending : undefined}
          dests={dests}
          onMove={choose}
        />
        <Player game={game} color={sides[1]} plies={plies.slice(0, index)} you={player} time={time(sides[1])} />
      </div>
      <aside>
        <Standing {...snapshot} you={you} />
        <MoveList plies={plies} index={index} onStep={step} />
        {canMove && (
          <TypeMove fen={fen} onMove={(move) => submit(move)} isLegal={(move) => isOffered(snapshot, move)} />
        )}
        {game.state === "ongoing" && you && <Actions {...snapshot} you={you} />}
        <div className="links">
          <button type="button" className="secondary outline" onClick={() => setFlipped(!flipped)}>
            Turn the board
          </button>
          <a className="button" href={href({ view: "replay", id: game.id })}>
            Analysis
          </a>
        </div>
      </aside>
      {promoting && (
        <Promotion
          color={game.turn}
          onChoose={(promotion) => submit({ ...promoting, promotion })}
          onCancel={() => setPromoting(undefined)}
        />
      )}
    </main>
  );
}

function isOffered({ legal }: Snapshot, { from, to, promotion }: FromTo): boolean {
  const wanted = contractPromotion(promotion);
  return legal.some(
    (move) => contractSquare(move.from) === from && contractSquare(move.to) === to && move.promotion === wanted,
  );
}
