//! The plan for a game: when the settlement looks at it, and whom to notify of their turn.

use super::duties::{Duty, Rank};
use super::verdict::{Verdict, When, verdict};
use crate::chain::{Awaits, ChainError, ChainGame, ChainTime};
use crate::clock::now_millis;
#[cfg(feature = "program")]
use crate::protocol::People;
use crate::store::StoreError;
use chess_player::Pauses;
#[cfg(feature = "program")]
use chess_rules::Color;

use super::Room;
#[cfg(feature = "program")]
use super::in_first_round;
use super::kept::Kept;
use super::load_error::{LoadError, count_failure};

/// After how long a game is looked at again that the chain couldn't be asked about, in milliseconds.
const UNREAD_MILLIS: u64 = 2_000;

impl Room {
    /// Notifies a player who is away of their turn.
    #[cfg(feature = "program")]
    fn tell(&self, kept: &Kept) {
        let Some(notices) = &self.shared.notices else {
            return;
        };
        let game = kept.game.current();
        let is_over = game.end().is_some() || kept.chain.as_ref().is_some_and(ChainGame::is_over);
        let to_move = (!is_over).then(|| game.position().turn());
        let to_move = to_move.map(|color| in_first_round(color, game.round()));
        let People { white, black, .. } = self.members().people();
        let clock = kept.chain.as_ref().and_then(|chain| chain.clock.as_ref());
        let here = [white.here, black.here];
        let place = (game.round(), game.plies());
        notices.played(&self.id, place, to_move, here, clock);
        let is_decided = is_over || game.result().is_some();
        if let Some(next) = kept.game.next().filter(|_| is_decided) {
            let missing = [Color::White, Color::Black].into_iter();
            let missing = missing.filter(|color| next.action_of(*color).is_none());
            let mut missing = missing.map(|color| in_first_round(color, next.round));
            if let (Some(who), None) = (missing.next(), missing.next()) {
                notices.next_round(&self.id, next.round, who, here, clock);
            }
        }
    }

    /// Notes when the settlement must look at the game, and notifies players who are away.
    pub(super) fn plan(&self, kept: &Kept) {
        #[cfg(feature = "program")]
        self.tell(kept);
        let Some((duties, chain)) = self.shared.duties.as_ref().zip(self.shared.chain.as_ref())
        else {
            return;
        };
        let time = chain.time();
        let verdict = judge(kept, self.pauses(kept, &time), &time);
        let rank = rank(kept, &verdict);
        let due = match verdict {
            Verdict::Rest => None,
            Verdict::Later(due) => Some(due),
            Verdict::Bring(..) | Verdict::Signal => Some(When::Now),
        };
        duties.set(self.id, due.map(|due| Duty { due, rank }));
    }

    /// The plan for the game, and its rank. If the chain couldn't be queried when the game was
    /// loaded, this tries again.
    pub async fn verdict(&self, time: &ChainTime) -> Result<(Verdict, Rank), LoadError> {
        let mut kept = self.kept.lock().await;
        let kept = self.load(&mut kept).await?;
        if kept.chain.is_none() && self.shared.chain.is_some() {
            let (shared, id) = (self.shared.clone(), self.id);
            let read = tokio::task::spawn_blocking(move || {
                shared.chain.as_ref().map(|chain| chain.game_of(&id))
            });
            let read = read.await;
            match read.map_err(|error| StoreError::Damaged(error.to_string()))? {
                // looked at again soon
                Some(Err(error @ ChainError::Gateway(_))) => {
                    count_failure(&self.shared.metrics, &error.into());
                }
                Some(game) => self.take_over(kept, game?).await,
                None => {}
            }
        }
        let verdict = judge(kept, self.pauses(kept, time), time);
        let rank = rank(kept, &verdict);
        Ok((verdict, rank))
    }

    /// The pauses' effect on the game, if it is known.
    fn pauses(&self, kept: &Kept, time: &ChainTime) -> Pauses {
        let known = kept.chain.as_ref().zip(self.shared.chain.as_ref());
        known.map_or(Pauses::NONE, |(game, chain)| {
            chain.pauses_of(self.id.game().contract, &game.head, time.epoch)
        })
    }
}

/// The plan for a game of a chain. One that the chain couldn't be asked about isn't
/// forgotten.
fn judge(kept: &Kept, pauses: Pauses, time: &ChainTime) -> Verdict {
    match &kept.chain {
        None => Verdict::Later(When::Wall(now_millis() + UNREAD_MILLIS)),
        Some(chain) => verdict(&kept.game, chain, pauses, time, now_millis()),
    }
}

/// The rank of the game's next call. A game that the chain couldn't be asked for ranks as one with
/// a stake.
fn rank(kept: &Kept, verdict: &Verdict) -> Rank {
    let chain = kept.chain.as_ref();
    let time_runs = chain.is_some_and(|game| game.head.awaited() != Awaits::Move);
    Rank {
        has_stake: chain.is_none_or(ChainGame::has_stake),
        is_urgent: time_runs && matches!(verdict, Verdict::Bring(..)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Place;
    use signed_play::Match;

    #[test]
    fn a_game_that_the_chain_was_not_asked_about_is_not_forgotten() {
        let kept = Kept {
            game: Match::default(),
            place: Place { count: 1, last: 0 },
            unsaved: vec![],
            chain: None,
        };
        let verdict = judge(&kept, Pauses::NONE, &ChainTime::default());
        let Verdict::Later(due @ When::Wall(_)) = verdict else {
            panic!("{verdict:?}");
        };
        let in_an_hour = now_millis() + 60 * 60 * 1_000;
        assert!(due.is_over(&ChainTime::default(), in_an_hour));
    }
}
