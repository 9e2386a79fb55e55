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

use chess_rules::{Board, Color, Outcome, Position};
use errors::*;
use game::{EndReason, GameEnd, GameState, IllegalMoveRule, StoredGame};
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
    fn init(&self, rule: OptionalValue<IllegalMoveRule>) {
        let rule = rule.into_option().unwrap_or(IllegalMoveRule::Forfeit);
        let epoch = self.blockchain().get_block_epoch();
        self.store_settings(Settings::new(rule, epoch));
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
        require!(
            wager_token_id.is_native() || wager_token_id.is_valid(),
            NO_TOKEN
        );
        require!(wager_amount > 0u64, ZERO_WAGER);
        settings.set_wager(&wager_token_id, &wager_amount);
        self.store_settings(settings);
        self.wager_set_event(&wager_token_id, &wager_amount);
    }

    /// Stops every user transaction.
    #[only_owner]
    #[endpoint(pause)]
    fn pause(&self) {
        let mut settings = self.settings();
        require!(!settings.is_paused(), ALREADY_PAUSED);
        settings.pause(self.blockchain().get_block_epoch());
        self.store_settings(settings);
        self.paused_event();
    }

    /// Starts user transactions again; the epochs of the pause don't count for any clock.
    #[only_owner]
    #[endpoint(unpause)]
    fn unpause(&self) {
        let mut settings = self.settings();
        require!(settings.is_paused(), NOT_PAUSED);
        require!(settings.has_wager(), NO_WAGER);
        settings.unpause(self.blockchain().get_block_epoch());
        self.store_settings(settings);
        self.unpaused_event();
    }

    // ---- the queue

    /// Pays the wager and waits for an opponent, or starts the game against the one who waits,
    /// who is White.
    #[payable]
    #[endpoint(joinGame)]
    fn join_game(&self) {
        let settings = self.require_running();
        self.require_wager_paid(&settings);
        let caller = self.blockchain().get_caller();
        let waiting = self.waiting_player();
        if waiting.is_empty() {
            waiting.set(&caller);
            self.queue_joined_event(&caller);
            return;
        }
        let white = waiting.take();
        require!(white != caller, ALREADY_WAITING);
        self.start_game(&settings, &white, &caller);
    }

    /// Leaves the queue; the wager comes back. Also open once a pause has outlasted 30 epochs.
    #[endpoint(leaveQueue)]
    fn leave_queue(&self) {
        let settings = self.require_running_or_long_pause();
        let caller = self.blockchain().get_caller();
        let waiting = self.waiting_player();
        require!(!waiting.is_empty() && waiting.get() == caller, NOT_WAITING);
        waiting.clear();
        self.queue_left_event(&caller);
        self.pay_wagers(&settings, &caller, 1);
    }

    fn start_game(
        &self,
        settings: &Settings<Self::Api>,
        white: &ManagedAddress,
        black: &ManagedAddress,
    ) {
        let id = self.games().len() + 1;
        let previous_of = |player| self.last_game(player).replace(id as u32);
        let previous = [previous_of(white), previous_of(black)];
        let game = StoredGame::new(white, black, previous, self.clock_now(settings));
        self.games().push(&game.into_blob());
        self.board_blob(id)
            .set(ManagedBuffer::new_from_bytes(&Position::START.board));
        self.game_started_event(id, white, black);
    }

    // ---- the game

    /// Plays a move. Squares count from 0 (a8) to 63 (h1); castling is the king's two steps.
    ///
    /// `promotion`: 1 queen, 2 rook, 3 bishop, 4 knight, where a pawn reaches the last rank;
    /// a queen where it is left out. The opponent's draw offer falls.
    #[endpoint(makeMove)]
    fn make_move(&self, game_id: usize, from: u8, to: u8, promotion: OptionalValue<u8>) {
        let promotion = promotion.into_option();
        let settings = self.require_running();
        let mut game = self.game_on_move(game_id, &settings);
        let mover = game.turn();
        let mut encoded = ManagedBuffer::new();
        let mut end = None;
        let board = self.with_position(game_id, &mut game, &mut |game, mut position| {
            let m = self.validate_move(&position, from, to, promotion);
            position.apply(m);
            encoded = self.record_move(game_id, game, m);
            game.set_position(&position);
            if !position.is_in_check(mover) {
                end = self.end_by_position(game_id, game, &position);
            } else {
                require!(!settings.rejects_illegal_moves(), KING_ATTACKED);
            }
        });
        game.withdraw_offer_of(mover.other());
        game.set_clock(self.clock_now(&settings));
        self.board_blob(game_id).set(board);
        self.move_made_event(
            game_id,
            &game.player(Color::White),
            &game.player(Color::Black),
            &encoded,
        );

        match end {
            None => self.store_game(game_id, game),
            Some(EndReason::Checkmate) => {
                self.win(&settings, game_id, game, mover, EndReason::Checkmate)
            }
            Some(reason) => self.end_drawn(&settings, game_id, game, reason),
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
            self.end_drawn(&settings, game_id, game, EndReason::Agreement);
            return;
        }
        require!(!game.is_draw_offered_by(player), ALREADY_OFFERED);
        game.offer_draw(player);
        self.draw_offered_event(game_id, &game.player(player));
        self.store_game(game_id, game);
    }

    /// Claims a draw, when it is the caller's turn: the position has occurred three times
    /// (FIDE 9.2), or 50 moves by each player went by without a capture or a pawn move (9.3).
    #[endpoint(claimDraw)]
    fn claim_draw(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.game_on_move(game_id, &settings);
        let mut reason = EndReason::FiftyMoves;
        self.with_position(game_id, &mut game, &mut |game, position| {
            if position.half_move_clock < 100 {
                require!(self.occurrences(game_id, game, &position) >= 3, NO_CLAIM);
                reason = EndReason::ThreefoldRepetition;
            }
        });
        self.end_drawn(&settings, game_id, game, reason);
    }

    /// Shows, when it is the caller's turn, that the opponent's last move left the opponent's
    /// own king attacked: the caller gets both wagers. Moving gives the call up.
    #[endpoint(callIllegalMove)]
    fn call_illegal_move(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.game_on_move(game_id, &settings);
        self.with_position(game_id, &mut game, &mut |_, position| {
            require!(position.is_in_check(position.turn.other()), LEGAL_MOVE);
        });
        let player = game.turn();
        self.win(&settings, game_id, game, player, EndReason::IllegalMove);
    }

    /// Shows that the opponent, whose turn it is, let a full epoch go by without a move: the
    /// caller gets both wagers, or a draw with nothing but a king (FIDE 6.9).
    #[endpoint(signalInactivity)]
    fn signal_inactivity(&self, game_id: usize) {
        let settings = self.require_running();
        let mut game = self.ongoing_game(game_id);
        let player = self.caller_in(&game);
        require!(game.turn() != player, OWN_TURN);
        require!(self.is_late(&game, &settings), NOT_LATE);
        let mut bare = false;
        self.with_position(game_id, &mut game, &mut |_, position| {
            bare = position.has_bare_king(player);
        });
        if bare {
            self.end_drawn(&settings, game_id, game, EndReason::Inactivity);
        } else {
            self.win(&settings, game_id, game, player, EndReason::Inactivity);
        }
    }

    /// Gives the game up: the opponent gets both wagers.
    #[endpoint(resign)]
    fn resign(&self, game_id: usize) {
        let settings = self.require_running();
        let game = self.ongoing_game(game_id);
        let winner = self.caller_in(&game).other();
        self.win(&settings, game_id, game, winner, EndReason::Resignation);
    }

    /// Ends a game as a draw once a pause has outlasted 30 epochs, so that no pause keeps the
    /// players' wagers.
    #[endpoint(reclaimWager)]
    fn reclaim_wager(&self, game_id: usize) {
        let settings = self.settings();
        require!(
            settings.is_long_pause(self.blockchain().get_block_epoch()),
            NO_LONG_PAUSE
        );
        let game = self.ongoing_game(game_id);
        self.caller_in(&game);
        self.end_drawn(&settings, game_id, game, EndReason::Pause);
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
    fn caller_in(&self, game: &StoredGame<Self::Api>) -> Color {
        let caller = self.blockchain().get_caller();
        for color in [Color::White, Color::Black] {
            if caller == game.player(color) {
                return color;
            }
        }
        sc_panic!(NOT_A_PLAYER)
    }

    /// The game, when it is the caller's turn and their time isn't over.
    fn game_on_move(
        &self,
        game_id: usize,
        settings: &Settings<Self::Api>,
    ) -> StoredGame<Self::Api> {
        let game = self.ongoing_game(game_id);
        require!(self.caller_in(&game) == game.turn(), NOT_YOUR_TURN);
        require!(!self.is_late(&game, settings), TOO_LATE);
        game
    }

    /// Whether a full epoch went by since the last move, those of pauses left out.
    fn is_late(&self, game: &StoredGame<Self::Api>, settings: &Settings<Self::Api>) -> bool {
        self.clock_now(settings).running_epochs_since(game.clock()) > 1
    }

    /// Why the position after a move ends the game, if it does.
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
            Outcome::Ongoing => (position.reversible_plies >= 16
                && self.occurrences(game_id, game, position) >= 5)
                .then_some(EndReason::FivefoldRepetition),
        }
    }

    // ---- the end of a game: stored first, then the scores, then the money

    fn win(
        &self,
        settings: &Settings<Self::Api>,
        game_id: usize,
        game: StoredGame<Self::Api>,
        winner: Color,
        reason: EndReason,
    ) {
        let state = match winner {
            Color::White => GameState::WhiteWon,
            Color::Black => GameState::BlackWon,
        };
        let player = game.player(winner);
        self.store_end(game_id, game, GameEnd { state, reason });
        self.score(&player).update(|score| *score += 2);
        self.pay_wagers(settings, &player, 2);
    }

    fn end_drawn(
        &self,
        settings: &Settings<Self::Api>,
        game_id: usize,
        game: StoredGame<Self::Api>,
        reason: EndReason,
    ) {
        let players = [Color::White, Color::Black].map(|color| game.player(color));
        let state = GameState::Stalemate;
        self.store_end(game_id, game, GameEnd { state, reason });
        for player in &players {
            self.score(player).update(|score| *score += 1);
            self.pay_wagers(settings, player, 1);
        }
    }

    fn store_end(&self, game_id: usize, mut game: StoredGame<Self::Api>, end: GameEnd) {
        game.end(end);
        self.game_ended_event(
            game_id,
            &game.player(Color::White),
            &game.player(Color::Black),
            end,
        );
        self.store_game(game_id, game);
    }
}
