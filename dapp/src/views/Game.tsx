import type { Role, Square } from "chessops";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Color, Endpoint } from "../chain/chess";
import { formatDuration, formatPayment } from "../chain/format";
import {
  type Snapshot,
  untilEpoch,
  useChain,
  useClock,
  useDecimals,
  useReclaimable,
  useSnapshot,
  useTerms,
} from "../chain/hooks";
import { contractPromotion, contractSquare, promotionRole, START_FEN } from "../chess/history";
import { endText, wagersPaid } from "../chess/reason";
import { parseMove, sanOf } from "../chess/san";
import { Announcer } from "../parts/Announcer";
import { Board } from "../parts/Board";
import { Dialog } from "../parts/Dialog";
import { MoveList } from "../parts/MoveList";
import { Player } from "../parts/Players";
import { Promotion } from "../parts/Promotion";
import { play } from "../parts/sound";
import { useCall } from "../parts/useCall";
import { useStepper } from "../parts/useStepper";
import { href } from "../router";

interface Chosen {
  from: Square;
  to: Square;
  promotion?: Role | undefined;
}

export function GameView({ id }: { id: number }) {
  const { data, error } = useSnapshot(id);
  if (data) return <Playing key={id} {...data} />;
  if (error)
    return (
      <p role="alert">
        Game {id}: {error.message}.
      </p>
    );
  return <p aria-busy="true">Asking the chain for game {id}…</p>;
}

function Playing(snapshot: Snapshot) {
  const { game, plies, legal } = snapshot;
  const { chess } = useChain();
  const { data: terms } = useTerms();
  const { player, busy, call } = useCall();
  const [index, step] = useStepper(plies.length);
  const [flipped, setFlipped] = useState(false);
  const [promoting, setPromoting] = useState<Chosen>();
  const [pending, setPending] = useState<Chosen>();
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
    async (move: Chosen) => {
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

function isOffered({ legal }: Snapshot, { from, to, promotion }: Chosen): boolean {
  const wanted = contractPromotion(promotion);
  return legal.some(
    (move) => contractSquare(move.from) === from && contractSquare(move.to) === to && move.promotion === wanted,
  );
}

/** Whose turn it is, or how it ended and what it paid. */
function Standing({ game, drawOffer, claims, you }: Snapshot & { you: Color | undefined }) {
  const { data: terms } = useTerms();
  const decimals = useDecimals(terms?.wager?.token);
  const wager = terms?.wager;
  const address = you === "white" ? game.white : game.black;
  if (game.state !== "ongoing") {
    const paid = wagersPaid(game, you ? address : game.state === "blackWon" ? game.black : game.white);
    const amount = wager && formatPayment({ ...wager, amount: paid * wager.amount }, decimals);
    return (
      <article className="standing over" data-testid="end">
        <strong>{endText(game)}</strong>
        {wager && (
          <p>
            {you
              ? paid > 0n
                ? `You were paid ${amount}.`
                : "Your opponent was paid both wagers."
              : game.state === "drawn"
                ? "Both got their wagers back."
                : `The winner was paid ${amount}.`}
          </p>
        )}
        {you && <a href={href({ view: "lobby" })}>Play another game</a>}
      </article>
    );
  }
  const turn = !you
    ? `${game.turn === "white" ? "White" : "Black"} to move`
    : game.turn === you
      ? "Your turn"
      : "Their turn";
  return (
    <article className="standing" data-testid="standing">
      <strong>{turn}</strong>
      {terms?.paused && <p>The contract is paused. The clock stands still.</p>}
      {claims.inactivity && <p>{game.turn === you ? "Your time is over." : "Their time is over."}</p>}
      {claims.illegalMove && game.turn === you && <p>Your opponent left their king attacked.</p>}
      {claims.illegalMove && game.turn !== you && you && <p>Your king is attacked: your opponent may call it.</p>}
      {drawOffer && (
        <p>
          {drawOffer === address && you
            ? "You offer a draw."
            : you
              ? "Your opponent offers a draw."
              : "A draw is offered."}
        </p>
      )}
    </article>
  );
}

/** Draw, claims and resignation: each offered when it can be had. */
function Actions({ game, claims, drawOffer, you }: Snapshot & { you: Color }) {
  const { chess } = useChain();
  const { data: terms } = useTerms();
  const { busy, call, player } = useCall();
  const [resigning, setResigning] = useState(false);
  const isOnMove = game.turn === you;
  const isReclaimable = useReclaimable(game.id, player, terms?.paused ?? false);
  const off = busy || (terms?.paused ?? true);
  const send = (title: string, endpoint: Endpoint) => call(title, (sender) => chess.call(sender, endpoint, [game.id]));
  return (
    <section className="actions" aria-label="Actions">
      {claims.illegalMove && isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Call the illegal move", "callIllegalMove")}>
          Call the illegal move
        </button>
      )}
      {claims.inactivity && !isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Claim inactivity", "signalInactivity")}>
          Claim: their time is over
        </button>
      )}
      {claims.draw && isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Claim a draw", "claimDraw")}>
          Claim a draw
        </button>
      )}
      {isReclaimable && (
        <button type="button" disabled={busy} onClick={() => send("Take the wager back", "reclaimWager")}>
          Take the wager back
        </button>
      )}
      {drawOffer !== player && (
        <button
          type="button"
          className={drawOffer ? "" : "secondary"}
          disabled={off}
          onClick={() => send(drawOffer ? "Accept the draw" : "Offer a draw", "draw")}
        >
          {drawOffer ? "Accept the draw" : "Offer a draw"}
        </button>
      )}
      <button type="button" className="secondary" disabled={off} onClick={() => setResigning(true)}>
        Resign
      </button>
      {resigning && (
        <Dialog title="Resign this game?" onClose={() => setResigning(false)}>
          <p>Your opponent gets both wagers.</p>
          <footer>
            <button type="button" className="secondary" onClick={() => setResigning(false)}>
              Play on
            </button>
            <button
              type="button"
              onClick={() => {
                setResigning(false);
                send("Resign", "resign");
              }}
            >
              Resign
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  );
}

/** A field for a move in SAN or as two squares. */
function TypeMove({
  fen,
  onMove,
  isLegal,
}: {
  fen: string;
  onMove: (move: Chosen) => void;
  isLegal: (move: Chosen) => boolean;
}) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  return (
    <form
      className="type-move"
      onSubmit={(event) => {
        event.preventDefault();
        const move = parseMove(fen, text.trim());
        if (!move || !isLegal(move)) return setWrong(true);
        setText("");
        onMove(move);
      }}
    >
      <input
        aria-label="Type a move"
        placeholder="Type a move: Nf3, e7e8q"
        autoComplete="off"
        value={text}
        aria-invalid={wrong || undefined}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
      />
      <button type="submit" className="secondary" disabled={text === ""}>
        Play
      </button>
    </form>
  );
}

/** What is left of the time of the player to move. */
function useTimeLeft({ game, claims }: Snapshot): (color: Color) => string | undefined {
  const { config } = useChain();
  const { data: clock } = useClock();
  return (color) => {
    if (game.state !== "ongoing" || color !== game.turn || !clock) return undefined;
    if (claims.inactivity) return "time is over";
    return `${formatDuration(untilEpoch(game.deadlineEpoch, clock, config))} left`;
  };
}

/** The tab says when it is your turn. */
function useTitle(isYourTurn: boolean) {
  useEffect(() => {
    const title = document.title;
    if (isYourTurn) document.title = `Your turn – ${title}`;
    return () => {
      document.title = title;
    };
  }, [isYourTurn]);
}

/** Lets each new move and the end be heard. */
function useGameSounds({ game, plies }: Snapshot) {
  const heard = useRef({ plies: plies.length, state: game.state });
  useEffect(() => {
    const before = heard.current;
    heard.current = { plies: plies.length, state: game.state };
    if (game.state !== before.state) play("end");
    else if (plies.length > before.plies) {
      const last = plies.at(-1);
      play(last?.check ? "check" : last?.captured ? "capture" : "move");
    }
  }, [game.state, plies]);
}
