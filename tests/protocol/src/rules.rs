//! The variants: the bounds of an exploration, the contract's rules, the players' rules. The
//! specification is [`Rules::single`] and [`Rules::of_match`]; each known fault is a switch.

use std::fmt;

use chess_player::Faults;

use crate::board::Board;
use crate::line::Kind;

/// When `reclaimWager` is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reclaim {
    /// Once pauses have taken more than 30 epochs.
    AtOnce,
    /// Two epochs later in a game with an open end.
    OpenEndsLater,
    /// Two epochs later in every game.
    Later,
    /// After 30 epochs, and only if `play` has been open for two epochs.
    WherePlayWasOpen,
}

/// How often the honest player looks at the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// Sees every block.
    Always,
    /// Once before each deadline, at any time.
    OnceAWindow,
    /// Once in base + 3 minutes, even if an earlier ask has taken some of that.
    Seldom,
}

/// The contract's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contract {
    /// A single ply after a fifth repetition is refused.
    pub looks_for_fifth_before_last: bool,
    /// Before the last round every end is open first.
    pub ends_open_first: bool,
    /// A ply more undoes an open resignation; else only a later round does.
    pub ply_undoes_resignation: bool,
    /// `resign` by account, which names no round, counts in a match.
    pub resigns_by_account_in_match: bool,
    /// "I leave" also counts for the round that the chain is in.
    pub leaves_this_round: bool,
    /// `draw` by account by the player to move makes an offer.
    pub mover_may_offer: bool,
    /// `makeMoveAndClaim` counts in games with keys.
    pub claims_with_moves: bool,
    /// Before the last round of a match a resignation also counts after the deadline.
    pub resigns_late: bool,
    pub reclaim: Reclaim,
    /// `play`, `signalInactivity` and `resign` are open in a long pause.
    pub open_in_long_pause: bool,
}

/// The honest player's rules and habits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The player's fault.
    pub faults: Faults,
    /// Draws are also offered by account, and they accept them by account.
    pub draws_by_account: bool,
    /// Resigns sometimes.
    pub resigns: bool,
    pub looks: Looks,
    /// Leaves calls to a relay for any time.
    pub leaves_to_relay: bool,
}

/// One set of rules and bounds.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub rounds: u8,
    /// The most plies of a round; the last of them ends it.
    pub plies: usize,
    pub board: Board,
    /// With a clock an unanswered ask before both have moved gives no result; without, it loses.
    pub clock: bool,
    /// The owner helps the cheat.
    pub owner_helps: bool,
    /// Whether the honest player's transactions are counted: a number in the state makes many
    /// states of one.
    pub counts: bool,
    pub contract: Contract,
    pub player: Player,
}

impl Rules {
    /// A single game by the specification.
    pub const fn single(plies: usize, board: Board) -> Self {
        Rules {
            rounds: 1,
            plies,
            board,
            clock: true,
            owner_helps: false,
            counts: true,
            contract: Contract {
                looks_for_fifth_before_last: true,
                ends_open_first: true,
                ply_undoes_resignation: false,
                resigns_by_account_in_match: false,
                leaves_this_round: false,
                mover_may_offer: false,
                claims_with_moves: false,
                resigns_late: false,
                reclaim: Reclaim::WherePlayWasOpen,
                open_in_long_pause: true,
            },
            player: Player {
                faults: Faults::NONE,
                draws_by_account: false,
                resigns: false,
                looks: Looks::OnceAWindow,
                leaves_to_relay: false,
            },
        }
    }

    /// A match by the specification, in which the honest player sometimes resigns.
    pub const fn of_match(rounds: u8, plies: usize, board: Board) -> Self {
        let mut rules = Self::single(plies, board);
        rules.rounds = rounds;
        rules.counts = false;
        rules.player.resigns = true;
        rules
    }
}

/// The bounds and rules that set a run apart from others.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.rounds > 1 {
            write!(f, "{} rounds of ", self.rounds)?;
        }
        let plies = if self.plies == 1 { "ply" } else { "plies" };
        write!(f, "{} {plies}", self.plies)?;
        let has = |kind| matches!(self.board, Board::Any(kinds) if kinds.contains(&kind));
        [
            (has(Kind::Claimable), "claims"),
            (has(Kind::Fivefold), "repetitions"),
            (has(Kind::Dead), "draws"),
            (!self.clock, "without a clock"),
            (self.player.draws_by_account, "draws by account"),
            (self.rounds > 1 && !self.player.resigns, "nobody resigns"),
            (self.owner_helps, "pauses"),
        ]
        .into_iter()
        .filter(|(applies, _)| *applies)
        .try_for_each(|(_, words)| write!(f, ", {words}"))
    }
}
