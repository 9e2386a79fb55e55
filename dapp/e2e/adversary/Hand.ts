import { otherColor } from "../../src/chain/game";
import { encodeMove } from "../../src/chess/canonical";
import { contractSquare, promotionRole } from "../../src/chess/history";
import { legalMoves } from "../../src/chess/rules";
import { toHex } from "../../src/signedPlay/hex";
import { ACTIONS, playArgument } from "../../src/signedPlay/message";
import type { Page, Shown } from "./Page";
import type { SignedHere } from "./protocol";

type Move = Parameters<typeof encodeMove>[0];

/** The player, at one page at a time: presses something, or nothing. */
export class Hand {
  private readonly shuffles: boolean;
  private at = 0;
  /** The state that all pages showed a moment ago. */
  private before = "";
  /** The last thing that the player has said, other than an ask, and at which page: what they remember. */
  private last: { said: SignedHere; at: Page } | undefined;

  constructor(private readonly random: () => number) {
    this.shuffles = random() < 0.2;
  }

  /**
   * Remembers a message: anything that is signed at a page is the player's. A page that is behind may say something by
   * itself over an earlier position: who has moved at another one knows better.
   */
  remembers(said: SignedHere, at: Page): void {
    const last = this.last?.said;
    const isEarlier =
      last && (said.round < last.round || (said.round === last.round && said.moves.length < last.moves.length));
    if (said.action !== ACTIONS.ask && !(isEarlier && at !== this.last?.at)) this.last = { said, at };
  }

  /** Acts at one of the pages, now and then at another one than before. */
  act(pages: readonly Page[], isPaused: boolean): void {
    const { random } = this;
    if (pages.length > 1 && random() < 0.1) this.at++;
    this.takesBack(pages);
    const isStill = this.isStill(pages);
    const page = pages[this.at % pages.length];
    const { shown } = page ?? {};
    if (!page || !shown?.signed || page.problem) return;
    if (pages.length > 1 && !isStill) return;
    // nobody plays on who has said more than they see
    if (pages.length > 1 && !this.sees(page, shown)) {
      if (random() < 0.1) this.at = Math.max(0, pages.indexOf(this.last?.at ?? page));
      return;
    }
    if (shown.signed.session.isPlayedElsewhere && !shown.end) {
      if (random() < 0.5) takeOver(page, shown);
      return;
    }
    this.press(shown, isPaused);
  }

  /** A person takes back what is set in advance at a page that doesn't show what they have said at another one. */
  private takesBack(pages: readonly Page[]): void {
    for (const page of pages) if (page.shown && !this.sees(page, page.shown)) page.shown.play.clearPremoves();
  }

  /** A person is slower than a page: what another one does by itself in this moment is heard of first. */
  private isStill(pages: readonly Page[]): boolean {
    const { before } = this;
    this.before = pages
      .map(({ shown, seen }) => `${seen} ${shown?.snapshot.plies.length} ${shown?.play.premoves.length}`)
      .join();
    return this.before === before;
  }

  private sees(page: Page, { signed }: Shown): boolean {
    const { last } = this;
    const { game } = signed?.session ?? {};
    if (!last || !game || last.at === page || last.said.round < game.id.round) return true;
    if (last.said.round > game.id.round) return signed?.match?.interval?.mine !== undefined;
    return game.messages.some((message) => toHex(playArgument(message)) === last.said.signed);
  }

  private press(shown: Shown, isPaused: boolean): void {
    const { random } = this;
    const { signed, snapshot, end, isLooking, due, you, play, abort } = shown;
    if (!signed) return;
    const { game, drawOffer } = snapshot;
    const off = signed.busy || isPaused;
    const interval = signed.match?.interval;
    // no button asks for it before the chain has a draw
    const isWaiting = !interval || interval.mine || interval.wish || interval.isBroughtFirst;
    if (!isWaiting && random() < 0.3) signed.match?.want(random() < 0.75 ? "begin" : "leave");
    if ((due?.what === "ask" || due?.what === "claim" || due?.what === "bring") && !due.byRelay && !off) {
      if (random() < 0.2) {
        if (due.what === "ask") signed.ask();
        else signed.bring("", due.what === "claim" ? "draw" : undefined);
        return;
      }
    }
    const isOpen = game.state === "ongoing" && !end && game.awaits !== "longerGame" && !isLooking;
    if (!isOpen) return;
    if (abort?.isOpen && !abort.isWished && random() < 0.02) return void abort.wish();
    if (random() < 0.003) return void signed.say("resign");
    if (drawOffer === otherColor(you) && random() < 0.1) return void signed.say("draw");
    if (drawOffer === undefined && signed.move && random() < 0.01) return void signed.session.offerDraw();
    if (game.turn !== you && play.canPremove && play.premoves.length === 0 && random() < 0.2) this.plan(shown);
    if (game.turn !== you || snapshot.legal.length === 0 || !signed.move || random() < 0.3) return;
    const move = this.choose(snapshot.moves, snapshot.plies.at(-2)?.move);
    if (move) signed.move(move);
  }

  /** Some moves in advance, as if the opponent's were known. */
  private plan({ snapshot, play }: Shown): void {
    let { moves } = snapshot;
    for (let count = 0; count < 3 && this.random() < 0.8; count++) {
      for (const isOwn of [false, true]) {
        const move = this.choose(moves);
        if (!move) return;
        if (isOwn) play.addPremove({ from: move.from, to: move.to });
        moves = withMove(moves, move);
      }
    }
  }

  /** A random legal move, often one that mates. */
  private choose(moves: Uint8Array, last?: Pick<Move, "from" | "to">): Move | undefined {
    const all: Move[] = legalMoves(moves).map(({ from, to, promotion }) => {
      const role = promotion ? promotionRole(promotion) : undefined;
      return { from: contractSquare(from), to: contractSquare(to), ...(role ? { promotion: role } : {}) };
    });
    if (this.random() < 0.5) {
      const ending = all.find((move) => legalMoves(withMove(moves, move)).length === 0);
      if (ending) return ending;
    }
    const back = last && all.find(({ from, to }) => from === last.to && to === last.from);
    if (this.shuffles && back && this.random() < 0.85) return back;
    return all[Math.floor(this.random() * all.length)];
  }
}

const withMove = (moves: Uint8Array, move: Move): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...moves, ...encodeMove(move)]);

function takeOver({ client }: Page, { signed }: Shown): void {
  client.invalidateQueries();
  signed?.takeOver();
}
