//! Whether a message goes on from the game so far.

use chess_rules::{Color, Position};
use signed_play::{
    Action, ArgumentError, MAX_PLIES, MovesError, SignedAction, VerifyError, count_plies,
};

use crate::room_id::RoomId;
use crate::transcript::{
    EndOnBoard, Entry, ReplayError, Standing, Transcript, common_beginning, replay,
};

/// Why a message isn't kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It says nothing that isn't known. The answer is the longest game.
    #[error("that is known: here is the longest game")]
    Known,
    /// Its moves differ from the known ones, and they aren't a longer game that both players have
    /// signed. The answer holds the longest game.
    #[error(
        "the moves differ from the game so far, and aren't a longer game that both players have signed"
    )]
    Fork,
    /// It is such a longer game, after [`MOST_REPLACED`] others.
    #[error("the game's moves were replaced too often here: bring this game to the chain")]
    Replaced,
    /// Its moves aren't canonical, or too many.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// A move isn't legal.
    #[error("ply {0}: {1}")]
    Illegal(usize, chess_rules::IllegalMove),
    /// A move or an action after the game's end.
    #[error("the game is over")]
    Over,
    /// An argument of `play` that is none.
    #[error("{0}: {1}")]
    Argument(&'static str, ArgumentError),
    /// A signature is missing.
    #[error("{0}'s signature is needed")]
    Unsigned(&'static str),
    /// A signature doesn't hold.
    #[error("{0}: {1}")]
    Signature(&'static str, VerifyError),
    /// A player acts over moves that aren't known yet.
    #[error("send the moves first, each signed with action 0, then what you say besides")]
    Ahead,
    /// Both players act in one message.
    #[error("one message says one thing besides moves")]
    TwoActions,
    /// Nobody can be asked to move here.
    #[error("only who waits for the opponent's move can ask for it, until ply 1,000")]
    CannotAsk,
    /// There is nothing to leave.
    #[error("only a match can be left, and this is a single game")]
    CannotLeave,
    /// A mate isn't a draw.
    #[error("a mate can't be a draw")]
    NotDrawn,
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
            Refusal::NotDrawn => "not-drawn",
        }
    }
}

impl From<ReplayError> for Refusal {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Moves(error) => Refusal::Moves(error),
            ReplayError::Illegal(ply, error) => Refusal::Illegal(ply, error),
            ReplayError::AfterTheEnd(_) => Refusal::Over,
        }
    }
}

/// So often a longer game that both players have signed takes the place of other moves. Each has to
/// be replayed from the start whenever the game is read, and an honest player, whose signature each
/// of them needs, signs few.
const MOST_REPLACED: u32 = 32;

const NAMES: [(Color, &str); 2] = [(Color::White, "White"), (Color::Black, "Black")];

/// Checks a message against the longest game so far, as the contract would. `moves`, `white` and
/// `black` are the arguments of the endpoint `play`. `now`: the time in milliseconds since 1970.
///
/// # Errors
/// The message isn't to be kept.
pub fn check(
    room: &RoomId,
    known: &Transcript,
    moves: &[u8],
    white: &[u8],
    black: &[u8],
    now: u64,
) -> Result<Entry, Refusal> {
    let plies = count_plies(moves)?;
    let mut signed = [None; 2];
    for ((color, name), argument) in NAMES.into_iter().zip([white, black]) {
        let read = SignedAction::from_argument(argument);
        signed[color as usize] = read.map_err(|error| Refusal::Argument(name, error))?;
    }
    let acts: Vec<(Color, Action)> = NAMES
        .into_iter()
        .filter_map(|(color, _)| Some((color, signed[color as usize]?.action)))
        .filter(|(_, action)| *action != Action::Move)
        .collect();

    let (first, same_bytes) = if known.moves().starts_with(moves) {
        if plies < known.plies() || acts.is_empty() {
            return Err(Refusal::Known);
        }
        (None, moves.len())
    } else if moves.starts_with(known.moves()) {
        if !acts.is_empty() {
            return Err(Refusal::Ahead);
        }
        (None, known.moves().len())
    } else {
        // as on the chain, the longest game counts that both have signed
        let both_signed = signed.iter().all(Option::is_some) && acts.is_empty();
        if !both_signed || plies <= known.plies() {
            return Err(Refusal::Fork);
        }
        if known.replaced() >= MOST_REPLACED {
            return Err(Refusal::Replaced);
        }
        let (same_plies, same_bytes) = common_beginning(known.moves(), moves);
        (Some(same_plies), same_bytes)
    };
    match acts[..] {
        [] => require_moves(known, moves, first.is_some(), plies, &signed)?,
        [(color, action)] => require_action(known, color, action)?,
        _ => return Err(Refusal::TwoActions),
    }
    // the dear part comes last
    for (color, name) in NAMES {
        if let Some(signed) = &signed[color as usize] {
            let verified = room.game().verify(color, signed, moves);
            verified.map_err(|error| Refusal::Signature(name, error))?;
        }
    }
    let [white, black] = signed;
    Ok(Entry {
        at: now.max(known.last_entry_at()),
        first,
        new_moves: moves[same_bytes..].to_vec(),
        white,
        black,
    })
}

/// Whether the game may go on by these moves, or give way to them, and whose signatures that needs.
/// `differs`: the moves don't go on from the known game.
fn require_moves(
    known: &Transcript,
    moves: &[u8],
    differs: bool,
    plies: usize,
    signed: &[Option<SignedAction>; 2],
) -> Result<(), Refusal> {
    let more = plies - known.plies();
    let both_signed = signed.iter().all(Option::is_some);
    // on the chain a longer game that both have signed undoes an end, but for one that the loser, or
    // in a draw the player to move, has acknowledged
    let is_open = match known.standing() {
        Standing::GoesOn => true,
        Standing::Agreed => both_signed && more > 1,
        Standing::EndedOnBoard => both_signed,
        Standing::Final => false,
    };
    if !is_open {
        return Err(Refusal::Over);
    }
    let position = match differs {
        true => replay(&Position::START, moves)?,
        false => replay(known.position(), &moves[known.moves().len()..])?,
    };
    let last_mover = position.turn().other();
    for (color, name) in NAMES {
        let needed = color == last_mover || more > 1;
        if needed && signed[color as usize].is_none() {
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
        _ => Ok(()),
    }
}
