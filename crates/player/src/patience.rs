//! How long a player waits for others before they act themselves.

/// A relay that submits games to the chain has at most this long for a due call: two or three
/// rounds of the slowest network and its own queue.
pub const RELAY_MILLIS: u64 = 20_000;

/// Others have at most one of this many parts of the time that is left on the chain: the player must
/// have time to submit the game alone.
pub const PART: u64 = 10;

/// How long the opponent has to begin or leave a match's next round, before this player submits the
/// end of the last one, so that they are paid after its window. Also how long a winner has to submit
/// the end of a single game before the loser does: two calls cost two fees.
pub const OPPONENT_MILLIS: u64 = 120_000;

/// How long the line to a relay is away before the chain is the way to the opponent: it may soon be back.
pub const CUT_OFF_MILLIS: u64 = 30_000;

/// How long an opponent whose time has expired has to resign: their page does so a moment later.
pub const RESIGNS_MILLIS: u64 = 10_000;

/// The longest wait for an opponent who hasn't moved yet, before they can be asked.
pub const FIRST_MOVE_MILLIS: u64 = 180_000;

/// How long each of those who could send a due call waits for the one before them: two calls cost two fees.
pub const RANK_MILLIS: u64 = 8_000;

/// How long a page waits for the acknowledgement of an end before it submits the end.
pub const EARLY_MILLIS: u64 = 2_000;

/// How long a relay waits for the acknowledgement of an end on the board: less than a round of the
/// network, so that no transaction of an opponent's gets in between. The program of a player who is
/// there acknowledges immediately, and one call settles the game.
pub const ACKNOWLEDGED_MILLIS: u64 = 400;

/// How long to wait for others, at most `most`, if `left` milliseconds are left until it is too
/// late; `None` if no time runs.
///
/// ```
/// use chess_player::patience::{RELAY_MILLIS, within};
///
/// assert_eq!(within(RELAY_MILLIS, None), 20_000);
/// assert_eq!(within(RELAY_MILLIS, Some(60_000)), 6_000);
/// ```
pub fn within(most: u64, left: Option<u64>) -> u64 {
    left.map_or(most, |left| most.min(left / PART))
}
