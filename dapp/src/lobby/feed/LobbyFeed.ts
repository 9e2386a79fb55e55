import { parseUci } from "chessops/util";
import { Changing } from "../../browser/Changing";
import { ChessEndReasonNames, ChessGameStateNames } from "../../chain/abiTypes";
import type { Terms } from "../../chain/chess";
import {
  type Challenge,
  type Color,
  type Game,
  isOver,
  type Match,
  NOBODY,
  otherColor,
  STATES,
  type TimeControl,
} from "../../chain/game";
import { keepReason } from "../../chain/knownReason";
import { BackOff } from "../../chain/network/backOff";
import { areBots, type BotName } from "../../chain/settings";
import type { Glimpse } from "../../games/useGlimpse";
import type { Rating } from "../../ratings/rating";

/** A game as the relay shows it, which may have more moves than the chain. */
export interface FeedGame extends Game, Glimpse {
  /** The terms, if it is an open challenge. */
  challenge: Challenge | undefined;
  /** The players' ratings in games of this kind, if the relay knows them. */
  ratings: Readonly<Record<Color, Rating | undefined>>;
}

/** The changing part of the terms that apply to every game. */
type FeedTerms = Pick<Terms, "paused" | "waiting" | "gameCount">;

/** Changes are collected for this long before they are drawn. */
const GATHERED_MS = 50;

interface FeedItem {
  contract: string;
  game: number;
  /** The contract's numbers of both. */
  state: number;
  reason: number;
  white: string | null;
  black: string | null;
  whiteRating?: Rating | null;
  blackRating?: Rating | null;
  challenger: Color | null;
  drawnSides: boolean;
  stake: { token: string; amount: string } | null;
  clock: TimeControl | null;
  plies: number;
  fen: string;
  lastMove?: string;
  /** Present in a match, and if programs are allowed. */
  rounds?: number;
  engines?: boolean;
  round?: number;
  points?: number;
  played?: number;
  /** Whether the round has ended by its messages, and whether that was on time. */
  ended?: boolean;
  onTime?: boolean;
}

interface FeedContract {
  contract: string;
  games: number;
  paused: boolean;
  waiting: string | null;
}

/** A game as the relay's lobby sends it (docs/relay.md). */
export function readFeedGame(item: FeedItem): FeedGame {
  const state = STATES[ChessGameStateNames[item.state] ?? "NoResult"];
  const challenger = state === "open" && item.challenger ? item.challenger : undefined;
  const stake = item.stake ? { token: item.stake.token, amount: BigInt(item.stake.amount) } : undefined;
  return {
    id: item.game,
    white: item.white ?? NOBODY,
    black: item.black ?? NOBODY,
    turn: item.plies % 2 === 0 ? "white" : "black",
    state,
    endReason: reasonOf(item),
    deadlineEpoch: 0,
    hasDeadline: false,
    plies: item.plies,
    awaits: "move",
    match: matchOf(item),
    engines: item.engines ?? false,
    isEnded: item.ended ?? false,
    ratings: { white: item.whiteRating ?? undefined, black: item.blackRating ?? undefined },
    fen: item.fen,
    lastMove: moveOf(item.lastMove),
    stake,
    challenge: challenger && {
      id: item.game,
      challenger: item[challenger] ?? "",
      opponent: item[otherColor(challenger)] ?? undefined,
      side: item.drawnSides ? "drawn" : challenger,
      stake,
      clock: item.clock ?? undefined,
      key: undefined,
      rounds: item.rounds ?? 1,
      engines: item.engines ?? false,
    },
  };
}

const reasonOf = ({ reason, onTime }: FeedItem): string => {
  const name = ChessEndReasonNames[reason] ?? "None";
  return name === "Resignation" && onTime ? "TimeOver" : name;
};

function matchOf({ rounds = 1, round = 0, points = 0, played = 0 }: FeedItem): Match | undefined {
  return rounds > 1 ? { rounds, round, points, played } : undefined;
}

function moveOf(text: string | undefined): Glimpse["lastMove"] {
  const move = text ? parseUci(text) : undefined;
  return move && "from" in move ? move : undefined;
}

/** The relay's lobby: a contract's challenges, games and results as they change. */
export class LobbyFeed extends Changing {
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawing: ReturnType<typeof setTimeout> | undefined;
  private readonly backOff = new BackOff();
  private news: FeedGame[] = [];
  /** Whether the whole lobby was received, and changes arrive. */
  isOnline = false;
  games = new Map<number, FeedGame>();
  terms: FeedTerms | undefined;
  /** The number of pages connected to the relay. */
  online: number | undefined;
  /** Players that are programs, as the relay names them. */
  bots: BotName[] = [];
  /** Called with changed games, once the whole lobby was received. */
  onNews: (games: FeedGame[]) => void = () => {};

  constructor(
    private readonly url: string,
    private readonly contract: string,
  ) {
    super();
    this.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.drawing);
    this.source?.close();
  }

  private connect() {
    const source = new EventSource(this.url);
    this.source = source;
    source.onopen = () => {
      // the relay sends the whole lobby again
      this.games = new Map();
      this.terms = undefined;
    };
    source.addEventListener("game", ({ data }) => {
      const item = JSON.parse(data) as FeedItem;
      if (item.contract !== this.contract) return;
      const game = readFeedGame(item);
      this.games.set(game.id, game);
      // other views also show the reason
      if (isOver(game)) keepReason(this.contract, game);
      if (this.isOnline) this.news.push(game);
      this.changed();
    });
    source.addEventListener("contract", ({ data }) => {
      const { contract, games, paused, waiting } = JSON.parse(data) as FeedContract;
      if (contract !== this.contract) return;
      this.terms = { gameCount: games, paused, waiting: waiting ?? undefined };
      this.changed();
    });
    source.addEventListener("bots", ({ data }) => {
      const bots: unknown = JSON.parse(data);
      if (areBots(bots)) this.bots = bots;
    });
    source.addEventListener("online", ({ data }) => {
      this.online = Number(data);
      this.changed();
    });
    source.addEventListener("ready", () => {
      this.backOff.answered();
      // a relay that doesn't watch this contract sends no terms
      this.isOnline = this.terms !== undefined;
      this.changed();
    });
    source.onerror = () => {
      this.isOnline = false;
      this.changed();
      // otherwise the browser itself tries again
      if (source.readyState !== EventSource.CLOSED) return;
      this.backOff.refused(undefined);
      this.timer = setTimeout(() => this.connect(), this.backOff.remaining());
    };
  }

  override changed(): void {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      const news = this.news;
      this.news = [];
      if (news.length > 0) this.onNews(news);
      super.changed();
    }, GATHERED_MS);
  }
}
