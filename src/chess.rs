//! Wagered chess for two players, with all of FIDE's Laws.
//!
//! A move flows one way: arguments → [`make_move`](Chess::make_move) loads settings, game and
//! board → `move_validation` asks `chess-rules` → board and game are stored → whoever is owed is
//! paid → one event. Views that no transaction needs are compiled into a contract of their own
//! (`views`), because every byte of code costs every move 100 gas.

#![no_std]

use multiversx_sc::imports::*;

pub mod chess_proxy;
pub mod errors;
pub mod events;
pub mod history;
pub mod money;
pub mod move_validation;
pub mod storage;
pub mod stored_game;
pub mod stored_state;
pub mod types;
pub mod views;

use chess_rules::{Board, BoardCopy, Color, Outcome, Position};
use errors::*;
use stored_game::{Clock, StoredGame};
use stored_state::{ContractState, Waiting};
use types::{EndReason, GameEnd, GameState, IllegalMoveRule, PromotionPiece};

/// A winner's share of a game, in wagers and points.
const WIN: u32 = 2;

/// Each player's share of a drawn game, in wagers and points.
const DRAW: u32 = 1;

#[multiversx_sc::contract]
pub trait Chess:
    stored_state::StateModule
    + storage::StorageModule
    + history::HistoryModule
    + money::MoneyModule
    + move_validation::MoveValidationModule
    + events::EventsModule
    + views::ViewsModule
{
    /// A new contract is paused; `unpause` starts it once the wager is set.
    ///
    /// `rule`: what becomes of a move that leaves the mover's own king attacked: 0 `forfeit`
    /// (the default), 1 `reject`. It can't be changed later.
    #[init]
    fn init(&self, rule: OptionalValue<IllegalMoveRule>) {
        let rule = rule.into_option().unwrap_or(IllegalMoveRule::Forfeit);
        self.store_state(&mut ContractState::new(rule, self.epoch()));
    }

    /// Leaves games, money and settings as they are.
    /// Refused where the storage is edition 1's: its records have another layout.
    #[upgrade]
    fn upgrade(&self) {
        require!(!self.state_record().is_empty(), ERROR_OTHER_EDITION);
    }

    // ---- the owner's

    /// Sets the wager of every game, once and for all: EGLD (`EGLD-000000` or `EGLD`) or a
    /// fungible ESDT, and an amount above zero in the token's smallest unit.
    #[only_owner]
    #[endpoint(setWager)]
    fn set_wager(&self, wager_token_id: TokenId, wager_amount: BigUint) {
        let mut state = self.state();
        require!(!state.has_wager(), ERROR_WAGER_ALREADY_SET);
        require!(wager_token_id.is_valid(), ERROR_INVALID_TOKEN);
        let amount = wager_amount.to_bytes_be_buffer();
        require!((1..256).contains(&amount.len()), ERROR_INVALID_AMOUNT);
        state.set_wager(wager_token_id.as_managed_buffer(), &amount);
        self.store_state(&mut state);
        self.wager_set_event(&wager_token_id, &wager_amount);
    }

    /// Stops every user transaction.
    #[only_owner]
    #[endpoint(pause)]
    fn pause(&self) {
        let mut state = self.state();
        require!(!state.is_paused(), ERROR_ALREADY_PAUSED);
        state.pause(self.epoch());
        self.store_state(&mut state);
        self.paused_event();
    }

    /// Starts user transactions again; the epochs of the pause don't count for any clock.
    #[only_owner]
    #[endpoint(unpause)]
    fn unpause(&self) {
        let mut state = self.state();
        require!(state.is_paused(), ERROR_NOT_PAUSED);
        require!(state.has_wager(), ERROR_WAGER_NOT_SET);
        state.unpause(self.epoch());
        self.store_state(&mut state);
        self.unpaused_event();
    }

    // ---- the queue

    /// Pays the wager and waits for an opponent, or starts the game against the one who waits,
    /// who is White.
    #[payable]
    #[endpoint(joinGame)]
    fn join_game(&self) {
        let mut state = self.require_running();
        self.require_wager_paid(&state);
        let caller = self.blockchain().get_caller();
        let previous_game = self.last_game(&caller).get();
        match state.waiting() {
            None => {
                state.enqueue(&caller, previous_game);
                self.queue_joined_event(&caller);
            }
            Some(white) => {
                state.clear_queue();
                self.start_game(white, &caller, previous_game, self.clock_now(&state));
            }
        }
        self.store_state(&mut state);
    }

    /// Leaves the queue; the wager comes back. Also open once a pause has outlasted 30 epochs.
    #[endpoint(leaveQueue)]
    fn leave_queue(&self) {
        let mut state = self.require_running_or_long_pause();
        let caller = self.blockchain().get_caller();
        match state.waiting() {
            Some(waiting) if waiting.player() == caller => state.clear_queue(),
            _ => sc_panic!(ERROR_NOT_WAITING),
        }
        self.store_state(&mut state);
        self.queue_left_event(&caller);
        self.pay_wagers(&state, &caller, 1);
    }

    fn start_game(
        &self,
        white: Waiting<Self::Api>,
        black: &ManagedAddress,
        black_previous_game: u32,
        now: Clock,
    ) {
        let first = white.player();
        require!(first != *black, ERROR_ALREADY_WAITING);
        let mut game = StoredGame::new(
            &first,
            white.previous_game(),
            black,
            black_previous_game,
            now,
        );
        let id = self.games().push(game.record());
        self.board_buffer(id).set(ManagedBuffer::new_from_bytes(
            BoardCopy::start().board_mut(),
        ));
        self.last_game(&first).set(id as u32);
        self.last_game(black).set(id as u32);
        self.game_started_event(id, &first, black);
    }

    // ---- the game

    /// Plays a move. Squares count from 0 (a8) to 63 (h1); castling is the king's two steps.
    ///
    /// `promotion`: 1 queen, 2 rook, 3 bishop, 4 knight, where a pawn reaches the last rank;
    /// a queen where it is left out. The opponent's draw offer falls.
    #[endpoint(makeMove)]
    fn make_move(
        &self,
        game_id: usize,
        from: u8,
        to: u8,
        promotion: OptionalValue<PromotionPiece>,
    ) {
        let state = self.require_running();
        let now = self.clock_now(&state);
        let mut game = self.game_where_caller_moves(game_id, now);
        let mover = game.turn();
        let mut board = BoardCopy::start();
        let stored_board = self.board_buffer(game_id);
        let mut position = self.position(&stored_board, &game, &mut board);
        let promotion = promotion.into_option().unwrap_or(PromotionPiece::None);
        let m = self.validate_move(&position, from, to, promotion);

        position.apply(m);
        let leaves_king_attacked = position.is_in_check(mover);
        require!(
            !(leaves_king_attacked && state.rejects_illegal_moves()),
            ERROR_OWN_KING_ATTACKED
        );
        let moved = self.record_move(game_id, &mut game, m);
        game.set_position(&position);
        game.withdraw_offer_of(mover.other());
        game.set_clock(now);
        stored_board.set(ManagedBuffer::new_from_bytes(position.board()));
        self.move_made_event(game_id, &self.blockchain().get_caller(), &moved);

        let end = match leaves_king_attacked {
            true => None,
            false => self.end_by_position(game_id, &game, &position),
        };
        match end {
            None => self.store_game(game_id, &mut game),
            Some(reason) => {
                let winner = (reason == EndReason::Checkmate).then_some(mover);
                self.end_game(&state, game_id, &mut game, winner, reason);
            }
        }
    }

    /// Offers a draw, or accepts the opponent's offer: both get their wagers back. An offer
    /// stands until the opponent moves (FIDE 9.1.2.1).
    #[endpoint(draw)]
    fn draw(&self, game_id: usize) {
        let state = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let player = self.caller_color(&game);
        if game.is_draw_offered_by(player.other()) {
            self.end_game(&state, game_id, &mut game, None, EndReason::Agreement);
            return;
        }
        require!(!game.is_draw_offered_by(player), ERROR_DRAW_ALREADY_OFFERED);
        game.offer_draw(player);
        self.draw_offered_event(game_id, &game.player(player));
        self.store_game(game_id, &mut game);
    }

    /// Claims a draw, when it is the caller's turn: the position has occurred three times
    /// (FIDE 9.2), or 50 moves by each player went by without a capture or a pawn move (9.3).
    #[endpoint(claimDraw)]
    fn claim_draw(&self, game_id: usize) {
        let state = self.require_running();
        let mut game = self.game_where_caller_moves(game_id, self.clock_now(&state));
        let mut board = BoardCopy::start();
        let position = self.position(&self.board_buffer(game_id), &game, &mut board);
        let reason = if position.half_move_clock() >= 100 {
            EndReason::FiftyMoves
        } else {
            require!(
                self.has_occurred(3, game_id, &game, &position),
                ERROR_DRAW_NOT_CLAIMABLE
            );
            EndReason::ThreefoldRepetition
        };
        self.end_game(&state, game_id, &mut game, None, reason);
    }

    /// Shows, when it is the caller's turn, that the opponent's last move left the opponent's
    /// own king attacked: the caller gets both wagers. Moving gives the call up.
    #[endpoint(callIllegalMove)]
    fn call_illegal_move(&self, game_id: usize) {
        let state = self.require_running();
        let mut game = self.game_where_caller_moves(game_id, self.clock_now(&state));
        let player = game.turn();
        let mut board = BoardCopy::start();
        let position = self.position(&self.board_buffer(game_id), &game, &mut board);
        require!(
            position.is_in_check(player.other()),
            ERROR_KING_NOT_ATTACKED
        );
        self.end_game(
            &state,
            game_id,
            &mut game,
            Some(player),
            EndReason::IllegalMove,
        );
    }

    /// Shows that the opponent, whose turn it is, let a full epoch go by without a move: the
    /// caller gets both wagers, or a draw with nothing but a king (FIDE 6.9).
    #[endpoint(signalInactivity)]
    fn signal_inactivity(&self, game_id: usize) {
        let state = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let player = self.caller_color(&game);
        require!(game.turn() != player, ERROR_YOUR_OWN_TURN);
        require!(game.is_late(self.clock_now(&state)), ERROR_STILL_IN_TIME);
        let mut board = BoardCopy::start();
        let position = self.position(&self.board_buffer(game_id), &game, &mut board);
        let winner = (!position.has_bare_king(player)).then_some(player);
        self.end_game(&state, game_id, &mut game, winner, EndReason::Inactivity);
    }

    /// Gives the game up: the opponent gets both wagers.
    #[endpoint(resign)]
    fn resign(&self, game_id: usize) {
        let state = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let winner = self.caller_color(&game).other();
        self.end_game(
            &state,
            game_id,
            &mut game,
            Some(winner),
            EndReason::Resignation,
        );
    }

    /// Ends a game as a draw once a pause has outlasted 30 epochs, so that no pause keeps the
    /// players' wagers.
    #[endpoint(reclaimWager)]
    fn reclaim_wager(&self, game_id: usize) {
        let state = self.state();
        require!(state.is_long_pause(self.epoch()), ERROR_NO_LONG_PAUSE);
        let mut game = self.ongoing_game(game_id);
        self.caller_color(&game);
        self.end_game(&state, game_id, &mut game, None, EndReason::Pause);
    }

    /// Pays out what could not be delivered to the caller before. Also open once a pause has
    /// outlasted 30 epochs.
    #[endpoint(withdraw)]
    fn withdraw(&self) {
        let state = self.require_running_or_long_pause();
        self.pay_credit(&state, &self.blockchain().get_caller());
    }

    // ---- steps that several endpoints share

    fn ongoing_game(&self, game_id: usize) -> StoredGame<Self::Api> {
        let game = self.game(game_id);
        require!(game.is_ongoing(), ERROR_GAME_OVER);
        game
    }

    /// The colour of the caller, who must play the game.
    #[inline(never)] // smaller than a copy at each call
    fn caller_color(&self, game: &StoredGame<Self::Api>) -> Color {
        let caller = self.blockchain().get_caller();
        let turn = game.turn();
        if caller == game.player(turn) {
            return turn;
        }
        require!(caller == game.player(turn.other()), ERROR_NOT_A_PLAYER);
        turn.other()
    }

    /// The game, when it is the caller's turn and their time isn't over.
    fn game_where_caller_moves(&self, game_id: usize, now: Clock) -> StoredGame<Self::Api> {
        let game = self.ongoing_game(game_id);
        require!(self.caller_color(&game) == game.turn(), ERROR_NOT_YOUR_TURN);
        require!(!game.is_late(now), ERROR_TOO_LATE);
        game
    }

    /// Why the position after a move ends the game, if it does.
    #[inline(never)] // smaller so
    fn end_by_position(
        &self,
        game_id: usize,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> Option<EndReason> {
        match position.outcome() {
            Outcome::Checkmate => Some(EndReason::Checkmate),
            Outcome::Stalemate => Some(EndReason::Stalemate),
            Outcome::DeadPosition => Some(EndReason::DeadPosition),
            Outcome::SeventyFiveMoves => Some(EndReason::SeventyFiveMoves),
            Outcome::Ongoing => self
                .has_occurred(5, game_id, game, position)
                .then_some(EndReason::FivefoldRepetition),
        }
    }

    /// Ends a game: it is stored first, then the scores, then the money leaves. The winner gets
    /// two wagers and two points, in a draw each player one.
    fn end_game(
        &self,
        state: &ContractState<Self::Api>,
        game_id: usize,
        game: &mut StoredGame<Self::Api>,
        winner: Option<Color>,
        reason: EndReason,
    ) {
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let (result, white_share) = match winner {
            Some(Color::White) => (GameState::WhiteWon, WIN),
            Some(Color::Black) => (GameState::BlackWon, 0),
            None => (GameState::Stalemate, DRAW),
        };
        let end = GameEnd {
            state: result,
            reason,
        };
        game.end(end);
        self.store_game(game_id, game);
        self.game_ended_event(game_id, &white, &black, end);
        self.settle(state, &white, white_share);
        self.settle(state, &black, WIN - white_share);
    }

    /// Gives a player their share of a game, in points and wagers.
    fn settle(&self, state: &ContractState<Self::Api>, player: &ManagedAddress, share: u32) {
        if share > 0 {
            self.score(player).update(|score| *score += share as u64);
            self.pay_wagers(state, player, share);
        }
    }
}
