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
pub mod game;
pub mod history;
pub mod money;
pub mod move_validation;
pub mod settings;
pub mod storage;
pub mod views;

use chess_rules::{Board, BoardCopy, Color, Outcome, Position};
use errors::*;
use game::{Clock, EndReason, GameEnd, GameState, IllegalMoveRule, Seat, StoredGame};
use settings::Settings;

#[multiversx_sc::contract]
pub trait Chess:
    settings::SettingsModule
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
    fn init(&self, rule: OptionalValue<u8>) {
        let rule = rule.into_option().unwrap_or(IllegalMoveRule::Forfeit as u8);
        require!(rule <= IllegalMoveRule::Reject as u8, NO_RULE);
        self.settings_blob()
            .set(Settings::start_blob(rule, self.epoch()));
    }

    /// Leaves games, money and settings as they are.
    #[upgrade]
    fn upgrade(&self) {}

    // ---- the owner's

    /// Sets the wager of every game, once and for all: EGLD (`EGLD-000000` or `EGLD`) or a
    /// fungible ESDT, and an amount above zero in the token's smallest unit.
    #[only_owner]
    #[endpoint(setWager)]
    fn set_wager(&self, wager_token_id: TokenId, wager_amount: BigUint) {
        let mut settings = self.settings();
        require!(!settings.has_wager(), WAGER_ALREADY_SET);
        require!(wager_token_id.is_valid(), NO_TOKEN);
        let amount = wager_amount.to_bytes_be_buffer();
        require!((1..256).contains(&amount.len()), NO_AMOUNT);
        settings.set_wager(wager_token_id.as_managed_buffer(), &amount);
        self.store_settings(&mut settings);
        self.wager_set_event(&wager_token_id, &wager_amount);
    }

    /// Stops every user transaction.
    #[only_owner]
    #[endpoint(pause)]
    fn pause(&self) {
        let mut settings = self.settings();
        require!(!settings.is_paused(), ALREADY_PAUSED);
        settings.pause(self.epoch());
        self.store_settings(&mut settings);
        self.paused_event();
    }

    /// Starts user transactions again; the epochs of the pause don't count for any clock.
    #[only_owner]
    #[endpoint(unpause)]
    fn unpause(&self) {
        let mut settings = self.settings();
        require!(settings.is_paused(), NOT_PAUSED);
        require!(settings.has_wager(), NO_WAGER);
        settings.unpause(self.epoch());
        self.store_settings(&mut settings);
        self.unpaused_event();
    }

    // ---- the queue

    /// Pays the wager and waits for an opponent, or starts the game against the one who waits,
    /// who is White.
    #[payable]
    #[endpoint(joinGame)]
    fn join_game(&self) {
        let mut settings = self.require_running();
        self.require_wager_paid(&settings);
        let caller = self.blockchain().get_caller();
        let previous_game = self.last_game(&caller).get();
        match settings.waiting() {
            None => {
                settings.enqueue(&caller, previous_game);
                self.queue_joined_event(&caller);
            }
            Some(white) => {
                settings.clear_queue();
                self.start_game(white, &caller, previous_game, self.clock_now(&settings));
            }
        }
        self.store_settings(&mut settings);
    }

    /// Leaves the queue; the wager comes back. Also open once a pause has outlasted 30 epochs.
    #[endpoint(leaveQueue)]
    fn leave_queue(&self) {
        let mut settings = self.require_running_or_long_pause();
        let caller = self.blockchain().get_caller();
        match settings.waiting() {
            Some(seat) if seat.player() == caller => settings.clear_queue(),
            _ => sc_panic!(NOT_WAITING),
        }
        self.store_settings(&mut settings);
        self.queue_left_event(&caller);
        self.pay_wagers(&settings, &caller, 1);
    }

    fn start_game(
        &self,
        white: Seat<Self::Api>,
        black: &ManagedAddress,
        black_previous_game: u32,
        now: Clock,
    ) {
        let first = white.player();
        require!(first != *black, ALREADY_WAITING);
        let blob = StoredGame::start_blob(white, black, black_previous_game, now);
        let id = self.games().push(&blob);
        self.store_board(id, Position::START.board());
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
    fn make_move(&self, game_id: usize, from: u8, to: u8, promotion: OptionalValue<u8>) {
        let settings = self.require_running();
        let now = self.clock_now(&settings);
        let mut game = self.game_on_move(game_id, now);
        let mover = game.turn();
        let mut board = BoardCopy::start();
        self.load_board(game_id, board.board_mut());
        let mut position = game.position(&mut board);
        let m = self.validate_move(&position, from, to, promotion.into_option());

        position.apply(m);
        let moved = self.record_move(game_id, &mut game, m);
        game.set_position(&position);
        game.withdraw_offer_of(mover.other());
        game.set_clock(now);
        self.store_board(game_id, position.board());
        self.move_made_event(game_id, &self.blockchain().get_caller(), &moved);

        let end = if position.is_in_check(mover) {
            require!(!settings.rejects_illegal_moves(), KING_ATTACKED);
            None
        } else {
            self.end_by_position(game_id, &game, &position)
        };
        match end {
            None => self.store_game(game_id, &mut game),
            Some(reason) => {
                let winner = (reason == EndReason::Checkmate).then_some(mover);
                self.end(&settings, game_id, &mut game, winner, reason);
            }
        }
    }

    /// Offers a draw, or accepts the opponent's offer: both get their wagers back. An offer
    /// stands until the opponent moves (FIDE 9.1.2.1).
    #[endpoint(draw)]
    fn draw(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let player = self.caller_in(&game);
        if game.is_draw_offered_by(player.other()) {
            self.end(&settings, game_id, &mut game, None, EndReason::Agreement);
            return;
        }
        require!(!game.is_draw_offered_by(player), ALREADY_OFFERED);
        game.offer_draw(player);
        self.draw_offered_event(game_id, &game.player(player));
        self.store_game(game_id, &mut game);
    }

    /// Claims a draw, when it is the caller's turn: the position has occurred three times
    /// (FIDE 9.2), or 50 moves by each player went by without a capture or a pawn move (9.3).
    #[endpoint(claimDraw)]
    fn claim_draw(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.game_on_move(game_id, self.clock_now(&settings));
        let mut board = BoardCopy::start();
        self.load_board(game_id, board.board_mut());
        let position = game.position(&mut board);
        let reason = if position.half_move_clock() >= 100 {
            EndReason::FiftyMoves
        } else {
            require!(self.has_occurred(3, game_id, &game, &position), NO_CLAIM);
            EndReason::ThreefoldRepetition
        };
        self.end(&settings, game_id, &mut game, None, reason);
    }

    /// Shows, when it is the caller's turn, that the opponent's last move left the opponent's
    /// own king attacked: the caller gets both wagers. Moving gives the call up.
    #[endpoint(callIllegalMove)]
    fn call_illegal_move(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.game_on_move(game_id, self.clock_now(&settings));
        let player = game.turn();
        let mut board = BoardCopy::start();
        self.load_board(game_id, board.board_mut());
        let position = game.position(&mut board);
        require!(position.is_in_check(player.other()), LEGAL_MOVE);
        self.end(
            &settings,
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
        let settings = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let player = self.caller_in(&game);
        require!(game.turn() != player, OWN_TURN);
        require!(game.is_late(self.clock_now(&settings)), NOT_LATE);
        let mut board = BoardCopy::start();
        self.load_board(game_id, board.board_mut());
        let winner = (!game.position(&mut board).has_bare_king(player)).then_some(player);
        self.end(&settings, game_id, &mut game, winner, EndReason::Inactivity);
    }

    /// Gives the game up: the opponent gets both wagers.
    #[endpoint(resign)]
    fn resign(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let winner = self.caller_in(&game).other();
        self.end(
            &settings,
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
        let settings = self.settings();
        require!(settings.is_long_pause(self.epoch()), NO_LONG_PAUSE);
        let mut game = self.ongoing_game(game_id);
        self.caller_in(&game);
        self.end(&settings, game_id, &mut game, None, EndReason::Pause);
    }

    /// Pays out what could not be delivered to the caller before. Also open once a pause has
    /// outlasted 30 epochs.
    #[endpoint(withdraw)]
    fn withdraw(&self) {
        let settings = self.require_running_or_long_pause();
        self.pay_credit(&settings, &self.blockchain().get_caller());
    }

    // ---- steps that several endpoints share

    fn ongoing_game(&self, game_id: usize) -> StoredGame<Self::Api> {
        let game = self.game(game_id);
        require!(game.is_ongoing(), GAME_OVER);
        game
    }

    /// The colour of the caller, who must play the game.
    #[inline(never)]
    fn caller_in(&self, game: &StoredGame<Self::Api>) -> Color {
        let caller = self.blockchain().get_caller();
        let turn = game.turn();
        if caller == game.player(turn) {
            return turn;
        }
        require!(caller == game.player(turn.other()), NOT_A_PLAYER);
        turn.other()
    }

    /// The game, when it is the caller's turn and their time isn't over.
    fn game_on_move(&self, game_id: usize, now: Clock) -> StoredGame<Self::Api> {
        let game = self.ongoing_game(game_id);
        require!(self.caller_in(&game) == game.turn(), NOT_YOUR_TURN);
        require!(!game.is_late(now), TOO_LATE);
        game
    }

    /// Why the position after a move ends the game, if it does.
    #[inline(never)]
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
    fn end(
        &self,
        settings: &Settings<Self::Api>,
        game_id: usize,
        game: &mut StoredGame<Self::Api>,
        winner: Option<Color>,
        reason: EndReason,
    ) {
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let (state, white_share) = match winner {
            Some(Color::White) => (GameState::WhiteWon, 2),
            Some(Color::Black) => (GameState::BlackWon, 0),
            None => (GameState::Stalemate, 1),
        };
        let end = GameEnd { state, reason };
        game.end(end);
        self.store_game(game_id, game);
        self.game_ended_event(game_id, &white, &black, end);
        self.settle(settings, &white, white_share);
        self.settle(settings, &black, 2 - white_share);
    }

    /// Gives a player their share of a game, in points and wagers.
    fn settle(&self, settings: &Settings<Self::Api>, player: &ManagedAddress, share: u32) {
        if share > 0 {
            self.score(player).update(|score| *score += share as u64);
            self.pay_wagers(settings, player, share);
        }
    }
}
