//! How long a player waits for others before they act themselves.

/// A relay that brings games to the chain has at most this long for what is due there: two or three
/// rounds of the slowest network and its own queue.
pub const RELAY_MILLIS: u64 = 20_000;

/// Of the time that is left on the chain others have at most one part of this many: the player must
/// have time to bring it alone.
pub const PART: u64 = 10;

/// How long the opponent has to say whether they play the next round of a match: then the end of the
/// round before is brought, so that a player who is left alone is paid after its window. And how long a
/// winner has to bring the end of a single game before the loser does: two calls cost two fees.
pub const OPPONENT_MILLIS: u64 = 120_000;

/// How long the line to a relay is away before the chain is the way to the opponent: it may come back at once.
pub const CUT_OFF_MILLIS: u64 = 30_000;

/// How long an opponent whose time is over has to resign: their page does so a moment later.
pub const RESIGNS_MILLIS: u64 = 10_000;

/// How long an opponent who hasn't moved yet is waited for at most before they are asked.
pub const FIRST_MOVE_MILLIS: u64 = 180_000;

/// How long each of those who could send a due call waits for the one before them: two calls cost two fees.
pub const RANK_MILLIS: u64 = 8_000;

/// How long a page waits for the acknowledgement of an end before it brings that.
pub const EARLY_MILLIS: u64 = 2_000;

/// How long a relay waits for the acknowledgement of an end on the board: less than a round of the
/// network, so that no transaction of an opponent's gets in between. The program of a player who is
/// there acknowledges at once, and one call settles the game.
pub const ACKNOWLEDGED_MILLIS: u64 = 400;

/// How long others are waited for, at most `most`, where `left` milliseconds are left until it is
/// too late; `None` if no time runs.
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
