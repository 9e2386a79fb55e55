//! The player's advice to a page: the state that its messages and the chain give, asked in bytes.
//!
//! Numbers are big-endian. A question:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2, 1, 1, 1 | rounds; whether this player is White in round 0; whether there is a clock; whether they wish to ask |
//! | 2, 2, 1, 1 | the chain's round and points; what it awaits, by the ABI; the end that is open |
//! | 1, 1, 1 | whether the time is over; who offers a draw by account; whether the contract is paused |
//! | 2 + moves | the chain's moves in canonical binary, after their length |
//! | then for each round from the earliest | round 2, points 2, moves 2 + moves, White's and Black's last move, then one byte for how many words follow |
//! | a word | the colour, then 65 bytes as `play` takes them |
//!
//! A last move is 65 bytes or, if there is none, one byte [`NONE`]. A side is 0 for nobody, 1 for this
//! player, 2 for the opponent. An open end is 0 for none, 1 for one on the board, 2 for a draw that players
//! made, 3 and 4 for a resignation of this player and of the opponent.

use alloc::vec::Vec;

use chess_player::{Awaits, Cause, Color, Deed, End, Player, Shown, Side, Terms};
use signed_play::{Action, Entry, Line, Match, SignedAction};

/// Stands for no message.
pub const NONE: u8 = 0xff;

/// A player's possible acts, and the due call on the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Whether they may begin the next round of a match, or leave before it.
    pub may_go_on: bool,
    /// Whether they may make a move.
    pub may_move: bool,
    /// The acknowledgement that they are to say.
    pub unsaid: Option<Action>,
    /// Why a call is due; `None` if none is.
    pub cause: Option<Cause>,
    /// The arguments of `play`: those of the call that is due, or of the moves alone if none is.
    pub call: Option<signed_play::Call>,
}

/// What is asked.
struct Question {
    log: Match,
    shown: Shown<Line>,
    asks: bool,
}

/// Answers a question; `None` if the bytes are none, or the chain shows play that this player never
/// agreed to.
///
/// ```
/// use chess_player::Cause;
/// use rules_wasm::advice::{NONE, advise};
///
/// // Black of a single game with a clock; White asks for an answer to 1. e4 e5 2. Nf3, which Black has
/// let chain = [&[0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6][..], &[12, 28, 52, 36, 6, 21]].concat();
/// let mut round = [&[0, 0, 0, 0, 0, 8][..], &[12, 28, 52, 36, 6, 21, 57, 42]].concat();
/// round.extend([[0; 65], [0; 65]].concat());
/// round.push(0);
/// let advice = advise(&[chain.clone(), round].concat()).unwrap();
/// assert_eq!(advice.cause, Some(Cause::Meets));
/// assert_eq!(advice.call.unwrap().moves.len(), 8);
/// // without the answer there is nothing to bring, and it is Black's move
/// let round = [&[0, 0, 0, 0, 0, 6][..], &[12, 28, 52, 36, 6, 21], &[NONE, NONE, 0]].concat();
/// let advice = advise(&[chain, round].concat()).unwrap();
/// assert_eq!((advice.cause, advice.call, advice.may_move), (None, None, true));
/// ```
pub fn advise(bytes: &[u8]) -> Option<Advice> {
    let Question { log, shown, asks } = Reader(bytes).question()?;
    let player = Player::looking(&log, &shown).ok()?;
    let due = player.due_by(&log, &shown, asks);
    let goes_on = |deed: &Deed<Line>| matches!(deed, Deed::Begin | Deed::Leave);
    Some(Advice {
        may_go_on: player.may_do(&shown).iter().any(goes_on),
        may_move: player.may_move(&shown),
        unsaid: player.unsaid(&log, shown.terms),
        cause: due.as_ref().map(|(due, _)| due.cause),
        call: match due {
            Some((_, call)) => call,
            None => player.moves_by(&log, &shown),
        },
    })
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

    fn moves(&mut self) -> Option<&'a [u8]> {
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

    fn question(mut self) -> Option<Question> {
        let terms = Terms {
            rounds: self.short()?,
            is_first: self.byte()? != 0,
            has_clock: self.byte()? != 0,
        };
        let asks = self.byte()? != 0;
        let shown = self.shown(terms)?;
        let mut log = Match::default();
        log.set_agreed(terms.rounds);
        while !self.0.is_empty() {
            self.round(&mut log)?;
        }
        Some(Question { log, shown, asks })
    }

    fn shown(&mut self, terms: Terms) -> Option<Shown<Line>> {
        let (round, points) = (self.short()?, self.short()?);
        let awaits = awaits_of(self.byte()?);
        let open_end = match self.byte()? {
            0 => None,
            1 => Some(End::Board),
            2 => Some(End::ByPlayers),
            3 => Some(End::Resigned(Side::Own)),
            _ => Some(End::Resigned(Side::Theirs)),
        };
        let mut shown = Shown {
            round,
            points,
            awaits,
            open_end,
            is_late: self.byte()? != 0,
            draw_offer: self.side()?,
            ..Shown::new(terms)
        };
        shown.pauses.is_paused = self.byte()? != 0;
        shown.pauses.takes_calls = !shown.pauses.is_paused;
        shown.line = Line::read(self.moves()?).ok()?;
        Some(shown)
    }

    fn round(&mut self, log: &mut Match) -> Option<()> {
        let mut entry = Entry {
            at: 0,
            round: self.short()?,
            points: self.short()?,
            first: None,
            new_moves: self.moves()?.to_vec(),
            white: self.signed()?,
            black: self.signed()?,
        };
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

impl Advice {
    /// Hands the answer to `give`, piece by piece: 1 if the player may go on, with 2 added if they may
    /// move; the cause's number from 1 in the order of its declaration, or 0; the action of the
    /// acknowledgement, or 0; then, for `play`, its round, points, White's and Black's message and the moves,
    /// each of these three after its length in two bytes.
    pub fn write(&self, mut give: impl FnMut(&[u8])) {
        let cause = self.cause.map_or(0, |cause| cause as u8);
        let may = u8::from(self.may_go_on) | u8::from(self.may_move) << 1;
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
