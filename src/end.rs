//! How games end: the record first, then the scores, then the money leaves.

use chess_rules::{Board, Color, Outcome, Position};
use multiversx_sc::imports::*;

use crate::errors::*;
use crate::numbers::Number;
use crate::stored_game::StoredGame;
use crate::stored_state::Stake;
use crate::types::{Awaits, EndReason, GameEnd, GameState};

#[multiversx_sc::module]
pub trait EndModule:
    crate::storage::StorageModule
    + crate::stored_state::StateModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::events::EventsModule
{
    /// Why the position ends the game, if it does. `game` holds the moves that led there.
    #[inline(never)]
    fn end_by_position(
        &self,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> Option<EndReason> {
        match position.outcome() {
            Outcome::Checkmate => Some(EndReason::Checkmate),
            Outcome::Stalemate => Some(EndReason::Stalemate),
            Outcome::DeadPosition => Some(EndReason::DeadPosition),
            Outcome::SeventyFiveMoves => Some(EndReason::SeventyFiveMoves),
            Outcome::Ongoing => self
                .has_occurred(5, game, position)
                .then_some(EndReason::FivefoldRepetition),
        }
    }

    /// Why the player to move may claim a draw: 50 moves by each player without a capture or a
    /// pawn move (FIDE 9.3), or the third occurrence of the position (9.2).
    fn claimable_draw(
        &self,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> Option<EndReason> {
        if position.half_move_clock() >= 100 {
            return Some(EndReason::FiftyMoves);
        }
        self.has_occurred(3, game, position)
            .then_some(EndReason::ThreefoldRepetition)
    }

    /// An end on the board, by claim or by agreement. Where a longer game that both players have
    /// signed could undo it, it stays open for a while first.
    #[inline(never)] // smaller than a copy at each call
    fn end_or_open(
        &self,
        game: &mut StoredGame<Self::Api>,
        reason: EndReason,
    ) {
        game.head.end_reason = reason as u8;
        if !game.is_signed_play() {
            self.settle_open_end(game);
            return;
        }
        game.head.draw_offer = 0;
        self.begin_wait(game, Awaits::LongerGame);
        self.end_opened_event(Number(game.id as u32), reason);
        self.store_game(game);
    }

    /// Ends a game for the reason that its record names: a mate by the player who moved last, or
    /// a draw.
    fn settle_open_end(
        &self,
        game: &mut StoredGame<Self::Api>,
    ) {
        let reason = game.end_reason();
        let winner = (reason == EndReason::Checkmate).then_some(game.turn().other());
        self.end_game(game, won_by(winner), reason);
    }

    /// Ends a game by resignation. Who is mated acknowledges the mate by it.
    fn resign_game(
        &self,
        game: &mut StoredGame<Self::Api>,
        player: Color,
    ) {
        let is_mated = player == game.turn() && game.is_end_open(EndReason::Checkmate);
        let reason = match is_mated {
            true => EndReason::Checkmate,
            false => EndReason::Resignation,
        };
        self.end_game(game, won_by(Some(player.other())), reason);
    }

    /// Ends a game. The winner gets both stakes and two points, in a draw each player one;
    /// without a result the stakes go back. Games without a stake score nothing.
    #[inline(never)]
    fn end_game(
        &self,
        game: &mut StoredGame<Self::Api>,
        result: GameState,
        reason: EndReason,
    ) {
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let stake = self.stake_of(game);
        let end = GameEnd {
            state: result,
            reason,
        };
        game.end(end);
        self.store_game(game);
        self.game_ended_event(Number(game.id as u32), &white, &black, end);
        if stake.is_none() {
            return;
        }
        let white_share = match result {
            GameState::WhiteWon => 2,
            GameState::BlackWon => 0,
            _ => 1,
        };
        let points = result != GameState::NoResult;
        self.pay_share(&stake, &white, white_share, points);
        self.pay_share(&stake, &black, 2 - white_share, points);
    }

    /// Pays a player's share of both stakes, with as many points if there are any.
    #[inline(never)]
    fn pay_share(
        &self,
        stake: &Stake<Self::Api>,
        player: &ManagedAddress,
        share: u32,
        points: bool,
    ) {
        if share == 0 {
            return;
        }
        if points {
            self.score(player).update(|score| *score += share as u64);
        }
        self.pay_stakes(stake, player, share);
    }

    fn require_ongoing(&self, game: &StoredGame<Self::Api>) {
        check!(!game.is_challenge(), ERROR_NOT_STARTED);
        check!(game.is_ongoing(), ERROR_GAME_OVER);
    }

    /// The colour of the caller, who must play the game.
    #[inline(never)]
    fn caller_color(&self, game: &StoredGame<Self::Api>) -> Color {
        let caller = self.blockchain().get_caller();
        let turn = game.turn();
        if caller == game.player(turn) {
            return turn;
        }
        check!(caller == game.player(turn.other()), ERROR_NOT_A_PLAYER);
        turn.other()
    }
}

/// The state of a game that this player has won, or that is drawn.
pub fn won_by(winner: Option<Color>) -> GameState {
    match winner {
        Some(Color::White) => GameState::WhiteWon,
        Some(Color::Black) => GameState::BlackWon,
        None => GameState::Stalemate,
    }
}

impl<M: ManagedTypeApi> StoredGame<M> {
    /// Whether an end for this reason is open.
    pub fn is_end_open(&self, reason: EndReason) -> bool {
        self.awaits(Awaits::LongerGame) && self.head.end_reason == reason as u8
    }
}
