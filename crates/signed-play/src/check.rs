//! Whether a message continues the game so far.

use core::fmt;

use chess_rules::{Color, Move};

use crate::action::{Action, ArgumentError, SignedAction};
use crate::line::{EndOnBoard, Line, ReplayError};
use crate::message::Game;
use crate::moves::{MAX_PLIES, MovesError, count_plies};
use crate::signature::VerifyError;
use crate::transcript::{Entry, Standing, Transcript, common_beginning};

/// Why a message is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It contains nothing new. The answer is the longest game.
    Known,
    /// Its moves differ from the known ones, and they aren't a longer game that both players have
    /// signed. The answer holds the longest game.
    Fork,
    /// It is such a longer game, or a message about the next round with other points, after
    /// [`MOST_REPLACED`] others.
    Replaced,
    /// Its moves aren't canonical, or too many.
    Moves(MovesError),
    /// A move isn't legal.
    Illegal(usize, Move, chess_rules::IllegalMove),
    /// A move or an action after the game's end.
    Over,
    /// An invalid argument of `play`.
    Argument(&'static str, ArgumentError),
    /// A signature is missing.
    Unsigned(&'static str),
    /// A signature is invalid.
    Signature(&'static str, VerifyError),
    /// A player acts over moves that aren't known yet.
    Ahead,
    /// Both players act in one message.
    TwoActions,
    /// Nobody can be asked to move here.
    CannotAsk,
    /// There is nothing to leave.
    CannotLeave,
    /// An earlier round, or one that can't come next.
    Round,
    /// The points don't follow from the rounds before.
    Points,
    /// The round is still running: nobody can begin the next one or leave.
    NotOver,
    /// A player leaves before a round that they have begun.
    Begun,
    /// A player begins a round before which they have left.
    Left,
    /// A mate isn't a draw.
    NotDrawn,
    /// A draw that the player to move can neither accept nor claim.
    CannotOffer,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Refusal::Known => "that is known: here is the longest game",
            Refusal::Fork => {
                "the moves differ from the game so far, and aren't a longer game that both players \
                 have signed"
            }
            Refusal::Replaced => {
                "the game's moves were replaced too often here: bring this game to the chain"
            }
            Refusal::Moves(error) => return error.fmt(f),
            Refusal::Illegal(ply, mv, error) => {
                return ReplayError::Illegal(*ply, *mv, *error).fmt(f);
            }
            Refusal::Over => "the game is over",
            Refusal::Argument(name, error) => return write!(f, "{name}: {error}"),
            Refusal::Unsigned(name) => return write!(f, "{name}'s signature is needed"),
            Refusal::Signature(name, error) => return write!(f, "{name}: {error}"),
            Refusal::Ahead => {
                "send the moves first, each signed with action 0, then what you say besides"
            }
            Refusal::TwoActions => "one message says one thing besides moves",
            Refusal::CannotAsk => {
                "only who waits for the opponent's move can ask for it, until ply 1,000"
            }
            Refusal::CannotLeave => {
                "only a match can be left, before a round that hasn't begun: this is a single game, \
                 or its last round"
            }
            Refusal::Round => "the round isn't the current one, nor the next",
            Refusal::Points => "the points don't follow from the rounds before",
            Refusal::NotOver => "the previous round isn't over",
            Refusal::Begun => "who has begun a round doesn't leave before it",
            Refusal::Left => "who has left the match begins no round",
            Refusal::NotDrawn => "a mate can't be a draw",
            Refusal::CannotOffer => {
                "offer a draw after your own move; on move you can only accept or claim one"
            }
        };
        f.write_str(words)
    }
}

impl core::error::Error for Refusal {}

impl From<MovesError> for Refusal {
    fn from(error: MovesError) -> Self {
        Refusal::Moves(error)
    }
}

impl Refusal {
    /// The word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Known => "known",
            Refusal::Fork => "fork",
            Refusal::Moves(_) => "moves",
            Refusal::Illegal(..) => "illegal",
            Refusal::Over => "over",
            Refusal::Argument(..) => "argument",
            Refusal::Unsigned(_) => "unsigned",
            Refusal::Signature(..) => "signature",
            Refusal::Ahead => "ahead",
            Refusal::TwoActions => "two-actions",
            Refusal::Replaced => "replaced",
            Refusal::CannotAsk => "cannot-ask",
            Refusal::CannotLeave => "cannot-leave",
            Refusal::Round => "round",
            Refusal::Points => "points",
            Refusal::NotOver => "not-over",
            Refusal::Begun => "begun",
            Refusal::Left => "left",
            Refusal::NotDrawn => "not-drawn",
            Refusal::CannotOffer => "cannot-offer",
        }
    }
}

impl From<ReplayError> for Refusal {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Moves(error) => Refusal::Moves(error),
            ReplayError::Illegal(ply, mv, error) => Refusal::Illegal(ply, mv, error),
            ReplayError::AfterTheEnd(_) => Refusal::Over,
        }
    }
}

/// How often a longer game that both players have signed may replace other moves. Each has to
/// be replayed from the start whenever the game is read, and an honest player, whose signature each
/// of them needs, signs few.
pub(crate) const MOST_REPLACED: u32 = 32;

pub(crate) const NAMES: [(Color, &str); 2] = [(Color::White, "White"), (Color::Black, "Black")];

/// Checks a message against the longest game so far, as the contract would; in a match, against a
/// round that has begun ([`Match::check`](crate::Match::check) for all of it). `moves`, `white`
/// and `black` are the arguments of the endpoint `play`. `now`: the time in milliseconds since 1970.
///
/// # Errors
/// The message is refused.
pub fn check(
    game: &Game<'_>,
    known: &Transcript,
    moves: &[u8],
    white: &[u8],
    black: &[u8],
    now: u64,
) -> Result<Entry, Refusal> {
    let signed = read_arguments(white, black)?;
    let place = allows(known, moves, actions_of(&signed))?;
    let [white, black] = signed;
    let entry = Entry {
        at: now.max(known.last_entry_at()),
        round: known.round(),
        points: known.points(),
        first: place.first,
        new_moves: moves[place.known..].to_vec(),
        white,
        black,
    };
    // the expensive part comes last
    verify_all(game, &entry, moves)?;
    Ok(entry)
}

/// Where a message's moves leave the known game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of plies that stay, if the moves replace all after them.
    pub first: Option<usize>,
    /// The number of bytes of the moves that are known.
    pub known: usize,
}

/// White's and Black's actions, `None` for a player without a message.
pub(crate) type Actions = [Option<Action>; 2];

pub(crate) fn actions_of(signed: &[Option<SignedAction>; 2]) -> Actions {
    signed.map(|signed| signed.map(|signed| signed.action))
}

/// [`check`] without the signatures.
pub(crate) fn allows(known: &Transcript, moves: &[u8], actions: Actions) -> Result<Place, Refusal> {
    let plies = count_plies(moves)?;
    let mut acts = NAMES.into_iter().filter_map(|(color, _)| {
        let action = actions[color as usize]?;
        (action != Action::Move).then_some((color, action))
    });
    if actions.contains(&Some(Action::Leave)) {
        return Err(Refusal::CannotLeave);
    }
    let (act, second) = (acts.next(), acts.next());
    let both_signed = actions.iter().all(Option::is_some);
    let place = place(known, moves, plies, both_signed, act.is_none())?;
    match (act, second) {
        (None, _) => require_moves(known, moves, place.first.is_some(), plies, actions)?,
        (Some((color, action)), None) => require_action(known, color, action)?,
        _ => return Err(Refusal::TwoActions),
    }
    Ok(place)
}

/// Both players' messages.
pub(crate) fn read_arguments(
    white: &[u8],
    black: &[u8],
) -> Result<[Option<SignedAction>; 2], Refusal> {
    let mut signed = [None; 2];
    for ((color, name), argument) in NAMES.into_iter().zip([white, black]) {
        let read = SignedAction::from_argument(argument);
        signed[color as usize] = read.map_err(|error| Refusal::Argument(name, error))?;
    }
    Ok(signed)
}

/// Checks an entry's signatures, over all moves of its round.
pub(crate) fn verify_all(game: &Game<'_>, entry: &Entry, moves: &[u8]) -> Result<(), Refusal> {
    for (color, signed) in entry.signed() {
        let (_, name) = NAMES[color as usize];
        let verified = game.verify(color, &signed, moves);
        verified.map_err(|error| Refusal::Signature(name, error))?;
    }
    Ok(())
}

/// Where a message's moves leave the known game. `is_move`: the message contains only moves.
fn place(
    known: &Transcript,
    moves: &[u8],
    plies: usize,
    both_signed: bool,
    is_move: bool,
) -> Result<Place, Refusal> {
    let (first, known) = if known.moves().starts_with(moves) {
        if plies < known.plies() || is_move {
            return Err(Refusal::Known);
        }
        (None, moves.len())
    } else if moves.starts_with(known.moves()) {
        if !is_move {
            return Err(Refusal::Ahead);
        }
        (None, known.moves().len())
    } else {
        // as on the chain, the longest game counts that both have signed
        if !both_signed || !is_move || plies <= known.plies() {
            return Err(Refusal::Fork);
        }
        if known.replaced() >= MOST_REPLACED {
            return Err(Refusal::Replaced);
        }
        let (same_plies, same_bytes) = common_beginning(known.moves(), moves);
        (Some(same_plies), same_bytes)
    };
    Ok(Place { first, known })
}

/// Whether these moves may continue or replace the game, and whose signatures that needs.
/// `differs`: the moves don't continue from the known game.
fn require_moves(
    known: &Transcript,
    moves: &[u8],
    differs: bool,
    plies: usize,
    actions: Actions,
) -> Result<(), Refusal> {
    let more = plies - known.plies();
    let both_signed = actions.iter().all(Option::is_some);
    // on the chain a longer game that both have signed undoes an end, unless the loser, or in a
    // draw the player to move, has acknowledged it
    let is_open = match known.standing() {
        Standing::GoesOn => true,
        Standing::Agreed => both_signed && more > 1,
        // the contract takes no single ply after a fifth repetition, whose maker has signed nothing
        // more
        Standing::EndedOnBoard => both_signed && (differs || more > 1),
        Standing::Final => false,
    };
    if !is_open {
        return Err(Refusal::Over);
    }
    let position = match differs {
        true => Line::default().after(moves)?,
        false => known.line().after(&moves[known.moves().len()..])?,
    };
    let last_mover = position.turn().other();
    for (color, name) in NAMES {
        let needed = color == last_mover || more > 1;
        if needed && actions[color as usize].is_none() {
            return Err(Refusal::Unsigned(name));
        }
    }
    Ok(())
}

/// Whether a player can say this over the game's last position.
fn require_action(known: &Transcript, color: Color, action: Action) -> Result<(), Refusal> {
    if known.has_said(color, action) {
        return Err(Refusal::Known);
    }
    if known.is_agreed() {
        return Err(Refusal::Over);
    }
    let end = known.end();
    let waits = known.position().turn() != color;
    match action {
        Action::Leave => Err(Refusal::CannotLeave),
        Action::Ask if !waits || end.is_some() || known.plies() >= MAX_PLIES => {
            Err(Refusal::CannotAsk)
        }
        Action::Draw if end == Some(EndOnBoard::Checkmate) => Err(Refusal::NotDrawn),
        Action::Draw if !known.may_sign_draw(color) => Err(Refusal::CannotOffer),
        _ => Ok(()),
    }
}
