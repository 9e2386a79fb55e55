//! The player's advice to a page, by its messages and the chain. Questions and answers are bytes.
//!
//! Numbers are big-endian. A question:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2, 1, 1 | rounds; whether this player is White in round 0; whether there is a clock |
//! | 2, 2, 1, 1 | the chain's round and points; what it awaits, by the ABI; why its round has ended |
//! | 1, 1, 1 | whether the time is over; who offers a draw by account; what pauses do: the sum of 1 while the contract is paused, 2 while it takes no `play` because of that, 4 if they took time from what the game awaits, 8 if the stakes may be taken back |
//! | 2 + moves | the chain's moves in canonical binary, after their length |
//! | then for each round from the earliest | round 2, points 2, moves 2 + moves, White's and Black's last move, then one byte for the number of words that follow |
//! | a word | the colour, then 65 bytes as `play` takes them |
//!
//! A message to check comes before the question: one byte for its signer (0 the opponent, 1 this player,
//! 2 this player for the call that submits it), then round 2, points 2, moves 2 + moves, the actions of
//! White and Black, [`NONE`] for a player who says nothing.
//!
//! A last move is 65 bytes or, if there is none, one byte [`NONE`]. A side is 0 for nobody, 1 for this
//! player, 2 for the opponent. A round has ended by 0 a resignation, 1 a draw that players made, 2 the board;
//! the number counts only if the end is open.

use alloc::vec::Vec;
// the module's memory is taken back as a whole after each answer
use core::mem::ManuallyDrop;

use chess_player::{Awaits, Cause, Color, Deed, Pauses, Player, Shown, Side, Terms};
use chess_record::EndReason;
use signed_play::{Action, Entry, Line, Match, Refusal, SignedAction, Transcript};

/// The number of a message that can't be read.
const UNREADABLE: usize = 17;

/// Stands for no message.
pub const NONE: u8 = 0xff;

/// A player's possible acts, and the due call on the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Whether they may begin the next round of a match.
    pub may_begin: bool,
    /// Whether they may leave before it.
    pub may_leave: bool,
    /// Whether they may make a move.
    pub may_move: bool,
    /// The acknowledgement that they still have to sign.
    pub unsaid: Option<Action>,
    /// Why a call is due; `None` if none is.
    pub cause: Option<Cause>,
    /// The arguments of `play`: those of the call that is due, or of the moves alone if none is.
    pub call: Option<signed_play::Call>,
}

/// A question.
struct Question {
    log: Match,
    shown: Shown<Line>,
}

/// A message that is checked.
struct Message<'a> {
    signer: u8,
    round: u16,
    points: u16,
    moves: &'a [u8],
    actions: [Option<Action>; 2],
}

/// Answers a question; `None` if the bytes are none, or the chain shows play that this player never
/// agreed to.
///
/// ```
/// use chess_player::Cause;
/// use rules_wasm::advice::{NONE, advise};
///
/// // Black of a single game with a clock; White asks for an answer to 1. e4 e5 2. Nf3, which Black has
/// let chain = [&[0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6][..], &[12, 28, 52, 36, 6, 21]].concat();
/// let mut round = [&[0, 0, 0, 0, 0, 8][..], &[12, 28, 52, 36, 6, 21, 57, 42]].concat();
/// round.extend([[0; 65], [0; 65]].concat());
/// round.push(0);
/// let advice = advise(&[chain.clone(), round.clone()].concat()).unwrap();
/// assert_eq!(advice.cause, Some(Cause::Meets));
/// assert_eq!(advice.call.unwrap().moves.len(), 8);
/// // without an ask nothing is due, but once a pause has taken time, as soon as it is long or over
/// for (pauses, cause) in [(0, None), (7, None), (5, Some(Cause::Meets)), (4, Some(Cause::Meets))] {
///     let mut paused = [chain.clone(), round.clone()].concat();
///     (paused[8], paused[12]) = (0, pauses);
///     assert_eq!(advise(&paused).unwrap().cause, cause);
/// }
/// // without the answer there is nothing to submit, and it is Black's move
/// let round = [&[0, 0, 0, 0, 0, 6][..], &[12, 28, 52, 36, 6, 21], &[NONE, NONE, 0]].concat();
/// let advice = advise(&[chain, round].concat()).unwrap();
/// assert_eq!((advice.cause, advice.call, advice.may_move), (None, None, true));
/// ```
pub fn advise(bytes: &[u8]) -> Option<Advice> {
    let Question { log, shown } = Reader(bytes).question()?;
    let log = ManuallyDrop::new(log);
    let player = ManuallyDrop::new(Player::looking(&log, &shown).ok()?);
    let due = player.due_by(&log, &shown);
    let deeds = player.may_do(&shown);
    Some(Advice {
        may_begin: deeds.contains(&Deed::Begin),
        may_leave: deeds.contains(&Deed::Leave),
        may_move: player.may_move(&shown),
        unsaid: player.unsaid(&log, shown.terms),
        cause: due.as_ref().map(|(due, _)| due.cause),
        call: match due {
            Some((_, call)) => call,
            None => player.moves_by(&log, &shown),
        },
    })
}

/// Checks a message without its signatures: whether the opponent's can be taken, or this player may sign
/// theirs.
///
/// # Errors
/// The number of the [`Refusal`] in the page's list (dapp/src/signedPlay/refusals.ts), from 1.
///
/// ```
/// use rules_wasm::advice::{NONE, refuse};
///
/// // Black of a single game after 1. e4; nothing of it is on the chain
/// let round = [&[0, 0, 0, 0, 0, 2, 12, 28][..], &[0; 65], &[NONE, 0]].concat();
/// let game = [&[0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &round].concat();
/// let said = |signer, moves: &[u8], actions: [u8; 2]| {
///     let message = [&[signer, 0, 0, 0, 0, 0, moves.len() as u8], moves, &actions].concat();
///     refuse(&[message, game.clone()].concat())
/// };
/// assert_eq!(said(1, &[12, 28, 52, 36], [NONE, 0]), Ok(()));
/// assert_eq!(said(1, &[12, 28, 52, 20], [NONE, 0]), Err(4));
/// assert_eq!(said(0, &[12, 28], [1, NONE]), Ok(()));
/// assert_eq!(said(1, &[12, 28], [NONE, 2]), Err(16));
/// // White of round 1, in which the chain is; Black's begin was not heard
/// let round = [&[0, 1, 0, 2, 0, 0][..], &[0; 65], &[NONE, 0]].concat();
/// let game = [&[0, 3, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0][..], &round].concat();
/// let first = [1, 0, 1, 0, 2, 0, 2, 12, 28, 0, NONE];
/// assert_eq!(refuse(&[&first[..], &game].concat()), Ok(()));
/// ```
pub fn refuse(bytes: &[u8]) -> Result<(), usize> {
    let mut reader = Reader(bytes);
    let message = reader.message().ok_or(UNREADABLE)?;
    let Question { log, shown } = reader.question().ok_or(UNREADABLE)?;
    let (round, moves, actions) = (message.round, message.moves, message.actions);
    let log = ManuallyDrop::new(log);
    log.allows(round, message.points, moves, actions, shown.end_of(&log))
        .map_err(number)?;
    let [white, black] = actions;
    let theirs = shown.terms.color(round).other();
    let Some(action) = white.or(black) else {
        return Ok(());
    };
    if message.signer == 0 {
        let is_theirs = actions[theirs as usize] == Some(Action::Draw);
        let is_told = is_theirs && is_claim(log.current(), theirs);
        return (!is_told).then_some(()).ok_or(number(Refusal::Known));
    }
    let mut player = ManuallyDrop::new(Player::of_log(&log, shown.terms));
    // if the chain has other play, what both have signed counts
    let _ = player.look(&shown);
    let may = player.may_sign(action, moves, message.signer == 2, &log, &shown);
    may.then_some(()).ok_or(number(Refusal::Over))
}

fn number(refusal: Refusal) -> usize {
    match refusal {
        Refusal::Known => 1,
        Refusal::Fork => 2,
        Refusal::Moves(_) => 3,
        Refusal::Illegal(..) => 4,
        Refusal::Over => 5,
        Refusal::Unsigned(_) => 6,
        Refusal::Ahead => 7,
        Refusal::TwoActions => 8,
        Refusal::CannotAsk => 9,
        Refusal::CannotLeave => 10,
        Refusal::Round => 11,
        Refusal::Points => 12,
        Refusal::NotOver => 13,
        Refusal::Begun => 14,
        Refusal::Left => 15,
        Refusal::CannotOffer => 16,
        Refusal::Argument(..) | Refusal::Signature(..) | Refusal::Replaced => UNREADABLE,
        Refusal::NotDrawn => 18,
    }
}

/// Whether a player's draw is a claim. The step that signs a claim also submits it, and the chain shows it to others.
fn is_claim(known: &Transcript, color: Color) -> bool {
    let is_offered = known.has_said(color.other(), Action::Draw);
    known.position().turn() == color && !is_offered && known.end().is_none()
}

/// The event with this number, as the page writes it.
pub(crate) fn awaits_of(number: u8) -> Awaits {
    match number {
        0 => Awaits::Move,
        1 => Awaits::Answer,
        _ => Awaits::LongerGame,
    }
}

/// Takes a question from the front of its bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn short(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn long(&mut self) -> Option<&'a [u8]> {
        let len = self.short()?;
        self.take(usize::from(len))
    }

    fn side(&mut self) -> Option<Option<Side>> {
        Some(match self.byte()? {
            0 => None,
            1 => Some(Side::Own),
            _ => Some(Side::Theirs),
        })
    }

    /// `None` in it for no message.
    fn signed(&mut self) -> Option<Option<SignedAction>> {
        if self.0.first() == Some(&NONE) {
            self.byte()?;
            return Some(None);
        }
        SignedAction::from_argument(self.take(SignedAction::LEN)?).ok()
    }

    fn message(&mut self) -> Option<Message<'a>> {
        Some(Message {
            signer: self.byte()?,
            round: self.short()?,
            points: self.short()?,
            moves: self.long()?,
            actions: [self.byte()?, self.byte()?].map(Action::from_byte),
        })
    }

    fn question(mut self) -> Option<Question> {
        let terms = Terms {
            rounds: self.short()?,
            is_first: self.byte()? != 0,
            has_clock: self.byte()? != 0,
        };
        let (shown, awaits, reason) = self.shown(terms)?;
        let mut log = Match::default();
        log.set_agreed(terms.rounds);
        while !self.0.is_empty() {
            self.round(&mut log, &shown)?;
        }
        begin(&mut log, &shown)?;
        let shown = shown.awaiting(awaits, reason, &log);
        Some(Question { log, shown })
    }

    /// The chain's game, what it awaits, and why.
    fn shown(&mut self, terms: Terms) -> Option<(Shown<Line>, Awaits, EndReason)> {
        let (round, points) = (self.short()?, self.short()?);
        let awaits = awaits_of(self.byte()?);
        let reason = match self.byte()? {
            0 => EndReason::Resignation,
            1 => EndReason::Agreement,
            _ => EndReason::Checkmate,
        };
        let mut shown = Shown {
            round,
            points,
            is_late: self.byte()? != 0,
            draw_offer: self.side()?,
            ..Shown::new(terms)
        };
        let pauses = self.byte()?;
        shown.pauses = Pauses {
            is_paused: pauses & 1 != 0,
            takes_calls: pauses & 2 == 0,
            took_time: pauses & 4 != 0,
            is_reclaimable: pauses & 8 != 0,
        };
        shown.line = Line::read(self.long()?).ok()?;
        Some((shown, awaits, reason))
    }

    fn round(&mut self, log: &mut Match, shown: &Shown<Line>) -> Option<()> {
        let mut entry = Entry {
            at: 0,
            round: self.short()?,
            points: self.short()?,
            first: None,
            new_moves: self.long()?.to_vec(),
            white: self.signed()?,
            black: self.signed()?,
        };
        if (entry.round, entry.points) == (shown.round, shown.points) {
            begin(log, shown)?;
        }
        // nobody leaves before a round that has begun, whatever they have signed
        if entry.round == log.current().round() {
            let stays = |signed: &SignedAction| signed.action != Action::Leave;
            entry.white = entry.white.filter(stays);
            entry.black = entry.black.filter(stays);
        }
        log.add(&entry).ok()?;
        entry.new_moves = Vec::new();
        for _ in 0..self.byte()? {
            let color = match self.byte()? {
                0 => Color::White,
                _ => Color::Black,
            };
            let signed = self.signed()?;
            (entry.white, entry.black) = match color {
                Color::White => (signed, None),
                Color::Black => (None, signed),
            };
            log.add(&entry).ok()?;
        }
        Some(())
    }
}

/// The round that the chain is in has begun, even if nothing of it was heard.
fn begin(log: &mut Match, shown: &Shown<Line>) -> Option<()> {
    if shown.round > log.current().round() {
        log.add(&log.catch_up(shown.round, shown.points, &[], 0)?)
            .ok()?;
    }
    Some(())
}

impl Advice {
    /// Hands the answer to `give`, piece by piece: 1 if the player may begin the next round, with 2 added
    /// if they may move and 4 if they may leave; the cause's number from 1 in the order of its declaration, or 0; the action of the
    /// acknowledgement, or 0; then, for `play`, its round, points, White's and Black's message and the moves,
    /// each of these three after its length in two bytes.
    pub fn write(&self, mut give: impl FnMut(&[u8])) {
        let cause = self.cause.map_or(0, |cause| cause as u8);
        let may = [self.may_begin, self.may_move, self.may_leave].map(u8::from);
        let may = may[0] | may[1] << 1 | may[2] << 2;
        let unsaid = self.unsaid.map_or(0, |action| action as u8);
        give(&[may, cause, unsaid]);
        let Some(call) = &self.call else {
            return;
        };
        give(&call.round.to_be_bytes());
        give(&call.points.to_be_bytes());
        for part in [&call.white, &call.black, &call.moves] {
            give(&(part.len() as u16).to_be_bytes());
            give(part);
        }
    }
}
