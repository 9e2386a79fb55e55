//! Wagered chess for two players, with all of FIDE's Laws.
//!
//! A move flows one way: arguments → [`make_move`](Chess::make_move) loads state and
//! game → `move_validation` asks `chess-rules` → the game is stored → whoever is owed is paid →
//! one event. Views that no transaction needs are compiled into a contract of their own
//! (`views`), because every byte of code costs every move 100 gas.

#![no_std]

use multiversx_sc::imports::*;

#[macro_use]
pub mod errors;

pub mod abi_values;
pub mod call;
pub mod challenge;
pub mod chess_proxy;
pub mod clock;
pub mod document_views;
pub mod end;
pub mod events;
pub mod history;
pub mod matches;
pub mod money;
pub mod move_validation;
pub mod signatures;
pub mod signed_play;
pub mod stored;
pub mod types;
pub mod views;

use abi_values::{Byte, Encoded, GameId, OptionalByte, OptionalBytes};
use chess_record::{Awaits, EndReason, IllegalMoveRule, LONG_PAUSE_EPOCHS, flags};
use chess_rules::{Board, BoardCopy, Position};
use errors::*;
use stored::{ContractState, Paused, StoredGame, first_state};
use types::PromotionPiece;

/// A game with keys can be reclaimed once `play` was open for this number of epochs: its players can
/// submit the longest game first and undo a false end.
const EPOCHS_TO_PLAY: u32 = 2;

/// The length in bytes of the largest amount that the network transfers.
const MAX_AMOUNT_LEN: usize = 100;

#[multiversx_sc::contract]
pub trait Chess:
    stored::StorageModule
    + history::HistoryModule
    + money::MoneyModule
    + move_validation::MoveValidationModule
    + clock::ClockModule
    + end::EndModule
    + challenge::ChallengeModule
    + matches::MatchModule
    + signatures::SignaturesModule
    + signed_play::SignedPlayModule
    + events::EventsModule
    + document_views::DocumentViewsModule
    + views::ViewsModule
{
    /// A new contract is paused; `unpause` starts it once the wager is set.
    ///
    /// `rule`: what becomes of a move that leaves the mover's own king attacked: 0 `forfeit`
    /// (the default), 1 `reject`. It can't be changed later.
    #[init]
    fn init(&self, rule: OptionalByte<IllegalMoveRule>) {
        check!(rule.0 < 2, ERROR_INVALID_ARGUMENT);
        self.state_record().set(first_state(rule.0, self.epoch()));
    }

    /// Nothing to do: what is stored stays as it is.
    #[upgrade]
    fn upgrade(&self) {}

    // ---- the owner's

    /// Sets the wager of every game, once and for all: EGLD (`EGLD-000000` or `EGLD`) or a
    /// fungible ESDT, and an amount above zero in the token's smallest unit, of at most 100 bytes.
    #[only_owner]
    #[endpoint(setWager)]
    fn set_wager(
        &self,
        wager_token_id: Encoded<Self::Api, TokenId>,
        wager_amount: Encoded<Self::Api, BigUint>,
    ) {
        let (token, amount) = (wager_token_id.token(), wager_amount.number());
        let mut state = self.state();
        check!(!state.has_wager(), ERROR_WAGER_ALREADY_SET);
        check!(token.is_valid(), ERROR_INVALID_TOKEN);
        let amount_bytes = amount.to_bytes_be_buffer();
        check!(
            (1..=MAX_AMOUNT_LEN).contains(&amount_bytes.len()),
            ERROR_INVALID_AMOUNT
        );
        state.set_wager(token.as_managed_buffer(), &amount_bytes);
        self.store_state(&mut state);
        self.wager_set_event(&token, &amount);
    }

    /// Stops every user transaction. Four full epochs must lie between two pauses.
    #[only_owner]
    #[endpoint(pause)]
    fn pause(&self) {
        let mut state = self.state();
        let epoch = self.epoch();
        check!(!state.head.is_paused(), ERROR_ALREADY_PAUSED);
        check!(state.head.may_pause(epoch), ERROR_PAUSED_LATELY);
        state.pause(epoch, self.millis());
        self.store_state(&mut state);
        self.paused_event();
    }

    /// Starts user transactions again. Neither the pause nor the day after it counts for any clock.
    #[only_owner]
    #[endpoint(unpause)]
    fn unpause(&self) {
        let mut state = self.state();
        check!(state.head.is_paused(), ERROR_NOT_PAUSED);
        check!(state.has_wager(), ERROR_WAGER_NOT_SET);
        state.unpause(self.epoch(), self.millis());
        self.store_state(&mut state);
        self.unpaused_event();
    }

    // ---- the queue

    /// Pays the wager and waits for an opponent, or starts the game against the one who waits,
    /// who is White. Who has waited for more than 7 epochs gets the wager back, and the caller
    /// waits instead.
    ///
    /// `key`: 32 bytes. Where both players name one, the game can be played by signature.
    #[payable]
    #[endpoint(joinGame)]
    fn join_game(&self, key: OptionalBytes<Self::Api>) {
        let mut state = self.open_state(Paused::Closed);
        let wager = state.wager();
        self.require_stake_paid(&wager, 1);
        let caller = self.blockchain().get_caller();
        let epoch = self.epoch();
        let waiting = state.waiting();
        state.clear_queue();
        if let Some(waiting) = &waiting {
            check!(waiting.player() != caller, ERROR_ALREADY_WAITING);
        }
        match waiting {
            Some(white) if !white.is_expired(state.head.counted_epoch(epoch)) => {
                self.store_state(&mut state);
                let white_key = white.key();
                let black_key = self.checked_key(key.0, &white_key, 1);
                let id = self.new_game_id();
                let white = self.enter_game(id, &white.player());
                let mut game = StoredGame::new(id, state, white, &self.enter_game(id, &caller));
                self.start_game(&mut game, white_key, &black_key);
            }
            Some(sleeper) => {
                let sleeper = sleeper.player();
                self.queue_left_event(&sleeper);
                self.join_queue(&mut state, &caller, epoch, key.0);
                self.pay_stakes(&wager, &sleeper, 1);
            }
            None => self.join_queue(&mut state, &caller, epoch, key.0),
        }
    }

    /// The caller waits for an opponent from now on.
    fn join_queue(
        &self,
        state: &mut ContractState<Self::Api>,
        caller: &ManagedAddress,
        epoch: u32,
        key: ManagedBuffer,
    ) {
        let key = self.checked_key(key, &ManagedBuffer::new(), 1);
        state.enqueue(caller, epoch, &key);
        self.store_state(state);
        self.queue_joined_event(caller);
    }

    /// Leaves the queue; the wager comes back. Also open once a pause has outlasted 30 epochs.
    #[endpoint(leaveQueue)]
    fn leave_queue(&self) {
        let mut state = self.open_state(Paused::OpenIfLong);
        let caller = self.blockchain().get_caller();
        match state.waiting() {
            Some(waiting) if waiting.player() == caller => state.clear_queue(),
            _ => refuse!(ERROR_NOT_WAITING),
        }
        self.store_state(&mut state);
        self.queue_left_event(&caller);
        self.pay_stakes(&state.wager(), &caller, 1);
    }

    // ---- the game

    /// Plays a move. Squares count from 0 (a8) to 63 (h1); castling is the king's two steps.
    ///
    /// `promotion`: 1 queen, 2 rook, 3 bishop, 4 knight, if a pawn reaches the last rank; a queen if
    /// it is left out. The opponent's draw offer falls.
    #[endpoint(makeMove)]
    fn make_move(
        &self,
        game_id: GameId,
        from: Byte<u8>,
        to: Byte<u8>,
        promotion: OptionalByte<PromotionPiece>,
    ) {
        self.move_piece(game_id, [from.0, to.0, promotion.0], false);
    }

    /// Plays a move like `makeMove`, and claims a draw with it: it brings a position about for the
    /// third time (FIDE 9.2.1.1) or completes 50 moves (9.3.1). The move isn't made if the claim is
    /// wrong; if the move ends the game, the claim has no effect. Not in a game with keys: the
    /// opponent may have signed a mate in reply to the move, which a claim would undo.
    #[endpoint(makeMoveAndClaim)]
    fn make_move_and_claim(
        &self,
        game_id: GameId,
        from: Byte<u8>,
        to: Byte<u8>,
        promotion: OptionalByte<PromotionPiece>,
    ) {
        self.move_piece(game_id, [from.0, to.0, promotion.0], true);
    }

    /// `chosen`: from, to and what a pawn becomes, as in [`Chess::make_move`].
    fn move_piece(&self, game_id: GameId, chosen: [u8; 3], claims: bool) {
        let [from, to, promotion] = chosen;
        check!(promotion < 5, ERROR_INVALID_ARGUMENT);
        let mut game = self.open_game(game_id.0, Paused::Closed);
        self.require_turn_of_caller(&game);
        let may_claim = !claims || !game.head.has(flags::KEYS);
        check!(may_claim, ERROR_CLAIM_BEFORE_YOUR_MOVE);
        let mover = game.head.turn();
        let ply = game.head.ply.get();
        let mut board = BoardCopy::start();
        let mut position = self.position(&game, &mut board);
        let m = self.validate_move(&position, from, to, promotion);

        position.apply(m);
        let leaves_king_attacked = position.is_in_check(mover);
        check!(
            !(leaves_king_attacked && rejects_illegal_moves(&game)),
            ERROR_OWN_KING_ATTACKED
        );
        self.charge_player_to_move(&mut game);
        self.store_position(&mut game, &position);
        let encoded = self.record_move(&mut game, m);
        game.withdraw_offer_of(mover.other());
        self.begin_wait(&mut game, Awaits::Move);
        let moved = ManagedBuffer::new_from_bytes(encoded.as_bytes());
        let caller = self.blockchain().get_caller();
        self.move_made_event(game.id.into(), &caller, ply.into(), &moved);

        let end = match leaves_king_attacked {
            true => None,
            false => self.end_by_position(&game, &position),
        };
        match end {
            Some(reason) => self.end_or_open(&mut game, reason),
            None if claims => {
                check!(!leaves_king_attacked, ERROR_DRAW_NOT_CLAIMABLE);
                self.claim(&mut game, &position);
            }
            None => self.store_game(&mut game),
        }
    }

    /// Offers a draw, or accepts the opponent's offer: both get their stakes back. An offer
    /// stands until the opponent moves (FIDE 9.1.2.1). Who is late can't accept. In a game with
    /// keys an offer is made after one's own move.
    #[endpoint(draw)]
    fn draw(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::Closed);
        self.require_no_open_end(&game);
        let player = self.caller_color(&game);
        let is_to_move = player == game.head.turn();
        if game.is_draw_offered_by(player.other()) {
            let is_late = is_to_move && self.is_time_over(&game);
            check!(!is_late, ERROR_TOO_LATE);
            self.charge_who_was_asked(&mut game);
            self.end_or_open(&mut game, EndReason::Agreement);
            return;
        }
        check!(!game.is_draw_offered_by(player), ERROR_DRAW_ALREADY_OFFERED);
        let may_offer = !(is_to_move && game.head.has(flags::KEYS));
        check!(may_offer, ERROR_OFFER_AFTER_YOUR_MOVE);
        game.offer_draw(player);
        self.draw_offered_event(game.id.into(), &self.blockchain().get_caller());
        self.store_game(&mut game);
    }

    /// Claims a draw, when it is the caller's turn: the position has occurred three times
    /// (FIDE 9.2), or 50 moves by each player went by without a capture or a pawn move (9.3).
    #[endpoint(claimDraw)]
    fn claim_draw(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::Closed);
        self.require_turn_of_caller(&game);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        self.charge_who_was_asked(&mut game);
        self.claim(&mut game, &position);
    }

    /// Shows, when it is the caller's turn, that the opponent's last move left the opponent's
    /// own king attacked: the caller gets both stakes, or a draw without the material to mate
    /// (FIDE 7.5.5). Moving gives the call up.
    #[endpoint(callIllegalMove)]
    fn call_illegal_move(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::Closed);
        self.require_turn_of_caller(&game);
        let player = game.head.turn();
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        check!(
            position.is_in_check(player.other()),
            ERROR_KING_NOT_ATTACKED
        );
        self.win_if_able(&mut game, &position, player, EndReason::IllegalMove);
    }

    /// Shows that time is over. The opponent of the player to move gets both stakes, or a draw
    /// if the opponent couldn't mate any more (FIDE 6.9). A round with a clock in which not both have
    /// moved is aborted: it gives no result. An open end becomes final. Also open once a pause has
    /// outlasted 30 epochs.
    #[endpoint(signalInactivity)]
    fn signal_inactivity(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::OpenIfLong);
        self.require_ongoing(&game);
        check!(self.is_time_over(&game), ERROR_STILL_IN_TIME);
        self.end_by_time(&mut game);
    }

    /// Gives the game up: the opponent gets both stakes. Also open once a pause has outlasted 30
    /// epochs.
    #[endpoint(resign)]
    fn resign(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::OpenIfLong);
        self.require_ongoing(&game);
        let player = self.caller_color(&game);
        self.require_single_game(&game);
        self.resign_round(&mut game, player);
    }

    /// Ends a game as a draw once pauses have taken more than 30 epochs of one move's time, so
    /// that no pause keeps the players' stakes. An end that is open becomes final instead, and a game
    /// whose time is over ends as by `signalInactivity`. In a game with keys `play` must have been
    /// open for two epochs.
    #[endpoint(reclaimWager)]
    fn reclaim_wager(&self, game_id: GameId) {
        let mut game = self.game(game_id.0);
        self.require_ongoing(&game);
        self.caller_color(&game);
        let epoch = self.epoch();
        let waited = epoch - game.head.wait_epoch.get();
        let counted = game.contract.head.counted_epoch(epoch) - game.head.wait_counted_epoch.get();
        let is_long = waited > counted + LONG_PAUSE_EPOCHS;
        let could_play = !game.head.has(flags::KEYS)
            || game.contract.head.is_play_open_for(EPOCHS_TO_PLAY, epoch);
        check!(is_long && could_play, ERROR_NO_LONG_PAUSE);
        let is_decided = game.head.awaits(Awaits::LongerGame) || self.is_time_over(&game);
        match is_decided {
            true => self.end_by_time(&mut game),
            false => self.end_round(&mut game, EndReason::Pause, None),
        }
    }

    /// Pays out what could not be delivered to the caller before, up to 16 tokens in a call; what
    /// still can't be stays. Also open once a pause has outlasted 30 epochs.
    #[endpoint(withdraw)]
    fn withdraw(&self) {
        self.open_state(Paused::OpenIfLong);
        self.pay_credits(&self.blockchain().get_caller());
    }

    // ---- steps that several endpoints share

    fn require_no_open_end(&self, game: &StoredGame<Self::Api>) {
        self.require_ongoing(game);
        check!(!game.head.awaits(Awaits::LongerGame), ERROR_END_IS_OPEN);
        self.require_single_game(game);
    }

    /// It must be the caller's turn, and their time not be over.
    fn require_turn_of_caller(&self, game: &StoredGame<Self::Api>) {
        self.require_no_open_end(game);
        let is_turn = self.caller_color(game) == game.head.turn();
        check!(is_turn, ERROR_NOT_YOUR_TURN);
        check!(!self.is_time_over(game), ERROR_TOO_LATE);
    }

    /// The game is drawn, if it can be claimed.
    fn claim(&self, game: &mut StoredGame<Self::Api>, position: &Position<&mut Board>) {
        let Some(reason) = self.claimable_draw(game, position) else {
            refuse!(ERROR_DRAW_NOT_CLAIMABLE);
        };
        self.end_or_open(game, reason);
    }
}

/// Whether a move that leaves the mover's own king attacked is refused.
fn rejects_illegal_moves<M: ManagedTypeApi>(game: &StoredGame<M>) -> bool {
    game.contract.rejects_illegal_moves() || game.head.has_any(flags::CHALLENGE | flags::KEYS)
}
