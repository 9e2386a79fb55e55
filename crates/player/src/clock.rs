//! The clocks that players keep off the chain.

use chess_rules::Color;

/// How long before the end of a player's time a resignation already counts as a loss on time: the
/// program of a player who runs out of time resigns for them.
const SLACK_MILLIS: i64 = 1_000;

/// The clocks of a game by signature. They run starting with each player's second move, so that nobody loses
/// time before both are there. Times are in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// White's and Black's, in milliseconds; below 0 once the time has expired.
    left: [i64; 2],
    increment: i64,
    plies: usize,
    /// When the last ply was made, if that is known.
    last: Option<u64>,
}

impl Clocks {
    /// The clocks after some plies. `control`: the time for the game and the increment for each move, in
    /// seconds. `times`: when each ply was made; a ply whose time isn't known costs no time.
    ///
    /// ```
    /// use chess_player::{Clocks, Color};
    ///
    /// let at = |seconds: &[u64]| Clocks::of((180, 2), seconds.iter().map(|at| Some(at * 1_000)));
    /// let clocks = at(&[0, 50, 60, 61, 91]);
    /// assert_eq!(clocks.left(Color::White), 180_000 + 6_000 - 10_000 - 30_000);
    /// assert_eq!(clocks.left(Color::Black), 180_000 + 4_000 - 1_000);
    /// assert_eq!(clocks.runs_out_at(), Some(91_000 + 183_000));
    /// assert_eq!(at(&[0]).runs_out_at(), None);
    /// ```
    pub fn of(control: (u32, u32), times: impl IntoIterator<Item = Option<u64>>) -> Self {
        let [base, increment] = [control.0, control.1].map(|seconds| i64::from(seconds) * 1_000);
        let mut clocks = Clocks {
            left: [base; 2],
            increment,
            plies: 0,
            last: None,
        };
        times.into_iter().for_each(|at| clocks.move_made(at));
        clocks
    }

    /// The player to move makes a ply.
    pub fn move_made(&mut self, at: Option<u64>) {
        let since = self.since();
        let thought = at
            .zip(since)
            .map_or(0, |(at, since)| at as i64 - since as i64);
        self.left[self.turn() as usize] += self.increment - thought;
        (self.plies, self.last) = (self.plies + 1, at);
    }

    /// The player to move.
    pub fn turn(&self) -> Color {
        match self.plies.is_multiple_of(2) {
            true => Color::White,
            false => Color::Black,
        }
    }

    /// The player's time when the current wait began, in milliseconds; below 0 once it has expired.
    pub fn left(&self, color: Color) -> i64 {
        self.left[color as usize]
    }

    /// When the time of the player to move began to run, if it is running.
    fn since(&self) -> Option<u64> {
        self.last.filter(|_| self.plies >= 2)
    }

    /// When the time of the player to move runs out; `None` if no clock is running.
    pub fn runs_out_at(&self) -> Option<i64> {
        Some(self.since()? as i64 + self.left(self.turn()))
    }

    /// Whether a player who resigned at that moment had no time left.
    ///
    /// ```
    /// use chess_player::{Clocks, Color};
    ///
    /// // a minute for each of three plies of 3+2
    /// let after = |plies: u64| Clocks::of((180, 2), (0..plies).map(|ply| Some(60_000 * ply)));
    /// // White's clock at ply 3: 180 s and one increment, since the second ply
    /// assert!(!after(2).is_loss_on_time(Color::White, 60_000 + 180_000));
    /// assert!(after(2).is_loss_on_time(Color::White, 60_000 + 181_000));
    /// // Black's at ply 4: the second ply took no time yet
    /// assert!(!after(3).is_loss_on_time(Color::Black, 120_000 + 180_000));
    /// assert!(after(3).is_loss_on_time(Color::Black, 120_000 + 181_000));
    /// // the player who isn't to move has time, and before both have moved no clock runs
    /// assert!(!after(3).is_loss_on_time(Color::White, 1_000_000));
    /// assert!(!after(1).is_loss_on_time(Color::Black, 1_000_000));
    /// ```
    pub fn is_loss_on_time(&self, loser: Color, resigned_at: u64) -> bool {
        let until = self.runs_out_at().filter(|_| loser == self.turn());
        until.is_some_and(|until| resigned_at as i64 + SLACK_MILLIS >= until)
    }
}
