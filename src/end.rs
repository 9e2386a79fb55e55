//! How rounds and games end: the record first, then the scores, then the money leaves.

use chess_record::{Awaits, EndReason, GameState, flags};
use chess_rules::{Board, BoardCopy, Color, Outcome, Position};
use multiversx_sc::imports::*;
use signed_play::MAX_PLIES;
use signed_play::points::{self, Share};

use crate::errors::*;
use crate::stored::{Stake, StoredGame};
use crate::types::GameEnd;

#[multiversx_sc::module]
pub trait EndModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::events::EventsModule
{
    // ---- whether a round is at its end

    /// Why the position ends the round, if it does. `game` holds the moves that led there.
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
            Outcome::Ongoing if self.has_occurred(5, game, position) => {
                Some(EndReason::FivefoldRepetition)
            }
            Outcome::Ongoing => {
                let is_full = game.head.is_match() && position.ply() as usize >= MAX_PLIES;
                is_full.then_some(EndReason::PlyLimit)
            }
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

    // ---- how a round ends

    /// An end on the board, by claim or by agreement. If a longer game that both players have
    /// signed could undo it, it stays open for a while first.
    fn end_or_open(&self, game: &mut StoredGame<Self::Api>, reason: EndReason) {
        let winner = match reason {
            EndReason::Checkmate => Some(game.head.turn().other()),
            _ => None,
        };
        match game.head.is_signed_play() {
            true => self.open_end(game, reason, winner),
            false => self.end_round(game, reason, winner),
        }
    }

    /// An end that both players have signed, or that harms its signer alone. It is final in the last
    /// round. In the others it is open first, because later rounds may have been played.
    fn conclude(&self, game: &mut StoredGame<Self::Api>, reason: EndReason, winner: Option<Color>) {
        match game.head.is_last_round() {
            true => self.end_round(game, reason, winner),
            false => self.open_end(game, reason, winner),
        }
    }

    /// A player resigns. In the last round a mated player acknowledges the mate this way. `end`: the
    /// round's end so far, open on the chain or reached by the call's moves.
    fn resign_round(
        &self,
        game: &mut StoredGame<Self::Api>,
        player: Color,
        end: Option<EndReason>,
    ) {
        check!(end != Some(EndReason::Resignation), ERROR_RESIGNED);
        let is_mated = end == Some(EndReason::Checkmate)
            && game.head.is_last_round()
            && player == game.head.turn();
        let reason = match is_mated {
            true => EndReason::Checkmate,
            false => EndReason::Resignation,
        };
        self.conclude(game, reason, Some(player.other()));
    }

    /// The round ends for this reason, unless a longer game or a later round undoes it in time. If an
    /// end is already open for the same winner, its window keeps running.
    fn open_end(&self, game: &mut StoredGame<Self::Api>, reason: EndReason, winner: Option<Color>) {
        let head = &mut game.head;
        let confirms = head.awaits(Awaits::LongerGame) && head.open_winner() == winner;
        head.end_reason = reason as u8;
        head.open_winner = winner.map_or(0, |color| color as u8 + 1);
        head.draw_offer = 0;
        if !confirms {
            self.begin_wait(game, Awaits::LongerGame);
        }
        self.end_opened_event(game.id, reason);
        self.store_game(game);
    }

    /// The time has expired. An open end becomes final. A round with a clock is aborted if not both
    /// players have moved, which ends a match before it. Else the player to move has lost on time.
    fn end_by_time(&self, game: &mut StoredGame<Self::Api>) {
        let head = &game.head;
        if head.awaits(Awaits::LongerGame) {
            self.end_round(game, head.end_reason(), head.open_winner());
        } else if head.has(flags::CLOCK) && head.ply.get() < 2 {
            let (round, points) = (head.round, head.points);
            self.end_game(game, EndReason::Aborted, round, points);
        } else {
            let mut board = BoardCopy::start();
            let position = self.position(game, &mut board);
            let waiting = game.head.turn().other();
            self.win_if_able(game, &position, waiting, EndReason::Inactivity);
        }
    }

    /// The player wins if they can still mate, else the round is drawn (FIDE 6.9, 7.5.5).
    fn win_if_able(
        &self,
        game: &mut StoredGame<Self::Api>,
        position: &Position<&mut Board>,
        player: Color,
        reason: EndReason,
    ) {
        let winner = position.can_still_mate(player).then_some(player);
        self.end_round(game, reason, winner);
    }

    /// The round has a result, and with it the game, or the whole match, is over.
    fn end_round(
        &self,
        game: &mut StoredGame<Self::Api>,
        reason: EndReason,
        winner: Option<Color>,
    ) {
        let (round, before) = (game.head.round, game.head.points);
        let points = points::of_round(round.into(), winner) as u8;
        self.end_game(game, reason, round + 1, before + points);
    }

    // ---- the end of a game

    /// Ends a game or a match. `played`: the number of rounds; `points`: those of the player who was
    /// White in round 0. Each player gets a stake back for each round that wasn't played. Games
    /// without a stake change no score.
    fn end_game(
        &self,
        game: &mut StoredGame<Self::Api>,
        reason: EndReason,
        played: u8,
        points: u8,
    ) {
        let stake = self.stake_of(game);
        let head = &mut game.head;
        let [first, second] = points::shares(head.rounds.into(), played.into(), points.into());
        let (white_share, black_share) = match head.first_color() {
            Color::White => (first, second),
            Color::Black => (second, first),
        };
        let state = if played == 0 {
            GameState::NoResult
        } else if white_share.points > black_share.points {
            GameState::WhiteWon
        } else if white_share.points < black_share.points {
            GameState::BlackWon
        } else {
            GameState::Stalemate
        };
        head.state = state as u8;
        head.end_reason = reason as u8;
        head.awaits = Awaits::Move as u8;
        head.draw_offer = 0;
        (head.played, head.points) = (played, points);
        self.store_game(game);
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let end = GameEnd {
            state,
            reason,
            rounds: played.into(),
            points: points.into(),
        };
        self.game_ended_event(game.id, &white, &black, &end);
        if stake.is_none() {
            return;
        }
        let all = white_share.stakes + black_share.stakes;
        let are_there = self.has_stakes(&stake, all.into());
        self.pay_share(&stake, &white, white_share, are_there);
        self.pay_share(&stake, &black, black_share, are_there);
    }

    /// Pays a player's stakes, or credits them unless all `are_there`, and adds their points.
    fn pay_share(
        &self,
        stake: &Stake<Self::Api>,
        player: &ManagedAddress,
        share: Share,
        are_there: bool,
    ) {
        if share.points > 0 {
            let points = usize::from(share.points);
            self.score(player).update(|score| *score += points);
        }
        if share.stakes > 0 {
            self.pay_or_credit(stake, player, share.stakes.into(), are_there);
        }
    }

    // ---- who may act on a game

    fn require_ongoing(&self, game: &StoredGame<Self::Api>) {
        check!(!game.head.is_challenge(), ERROR_NOT_STARTED);
        check!(game.head.is_ongoing(), ERROR_GAME_OVER);
    }

    /// The colour of the caller, who must play the game.
    fn caller_color(&self, game: &StoredGame<Self::Api>) -> Color {
        let caller = self.blockchain().get_caller();
        let turn = game.head.turn();
        if caller == game.player(turn) {
            return turn;
        }
        check!(caller == game.player(turn.other()), ERROR_NOT_A_PLAYER);
        turn.other()
    }
}

/// The end that is open, if one is.
pub fn open_end<M: ManagedTypeApi>(game: &StoredGame<M>) -> Option<EndReason> {
    let is_open = game.head.awaits(Awaits::LongerGame);
    is_open.then(|| game.head.end_reason())
}
