//! Matches: many games of the same two players, one settlement.
//!
//! Colours change with every round. The chain follows to a later round when both players' messages
//! of that round show it, and a match ends when both sign that they leave, or with an end of the
//! last round. The rules of a round itself are in [`signed_play`](crate::signed_play) and
//! [`end`](crate::end).

use chess_record::{Awaits, EndReason, GameClock, U64};
use chess_rules::Color;
use multiversx_sc::imports::*;
use signed_play::{Action, points};

use crate::call::Call;
use crate::errors::*;
use crate::stored::StoredGame;

#[multiversx_sc::module]
pub trait MatchModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::signatures::SignaturesModule
    + crate::events::EventsModule
{
    /// Refuses a match: calls of players don't name the round that they mean.
    fn require_single_game(&self, game: &StoredGame<Self::Api>) {
        check!(!game.head.is_match(), ERROR_IN_A_MATCH);
    }

    /// Moves the chain on to the call's round if that is a later one. Returns whether it is.
    fn follow_to_round(
        &self,
        game: &mut StoredGame<Self::Api>,
        call: &Call<Self::Api>,
        is_late: bool,
    ) -> bool {
        if call.round == u16::from(game.head.round) {
            let is_same = call.points == u16::from(game.head.points);
            check!(is_same, ERROR_WRONG_POINTS);
            return false;
        }
        self.require_later_round(game, call, game.head.rounds);
        check!(!is_late, ERROR_TOO_LATE);
        self.begin_round(game, call.round as u8, call.points as u8);
        true
    }

    /// Both have left: the match ended before the call's round, with its points.
    fn leave_match(&self, game: &mut StoredGame<Self::Api>, call: &Call<Self::Api>) {
        check!(game.head.is_match(), ERROR_NOT_A_MATCH);
        let [white, black] = &call.messages;
        check!(
            !white.is_empty() && !black.is_empty(),
            ERROR_SIGNATURE_MISSING
        );
        let [of_white, of_black] = call.actions;
        let both_leave = of_white == Action::Leave && of_black == Action::Leave;
        check!(both_leave, ERROR_BOTH_ACT);
        check!(call.moves.is_empty(), ERROR_NO_EFFECT);
        self.require_later_round(game, call, game.head.rounds + 1);
        self.verify(game, call, Color::White, 0);
        self.verify(game, call, Color::Black, 0);
        let (played, points) = (call.round as u8, call.points as u8);
        self.end_game(game, EndReason::Left, played, points);
    }

    /// The call's round must come after the one that the chain knows, and before `end`; the rounds
    /// between give 0 to 2 points each.
    fn require_later_round(&self, game: &StoredGame<Self::Api>, call: &Call<Self::Api>, end: u8) {
        let (round, points) = (u16::from(game.head.round), u16::from(game.head.points));
        let is_to_come = call.round > round && call.round < u16::from(end);
        check!(is_to_come, ERROR_WRONG_ROUND);
        let is_possible = points::can_become(points, call.points, call.round - round);
        check!(is_possible, ERROR_WRONG_POINTS);
    }

    /// Resets the board and the clocks. Offers, asks and open ends are void.
    fn begin_round(&self, game: &mut StoredGame<Self::Api>, round: u8, points: u8) {
        (game.head.round, game.head.points) = (round, points);
        game.head.go_to_start();
        game.head.draw_offer = 0;
        game.head.end_reason = EndReason::None as u8;
        let mut clock = GameClock::empty();
        if game.load_clock(&mut clock) {
            clock.white_used = U64::ZERO;
            clock.black_used = U64::ZERO;
            game.set_clock(&clock);
        }
        self.begin_wait(game, Awaits::Move);
        self.round_begun_event(game.id, round, points);
    }
}
