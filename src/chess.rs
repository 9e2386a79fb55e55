//! Wagered chess for two players, with all of FIDE's Laws. The crate's root has the endpoints of the
//! owner, the queue and play by calls; `challenge` and `signed_play` have the others.
//!
//! A move flows one way: arguments → [`make_move`](Chess::make_move) loads state and game →
//! `move_validation` asks `chess-rules` → `moveMade` → the game is stored, and its end paid. In a
//! game with keys an end is *open* first: a longer signed game undoes it in time. Epochs and
//! milliseconds that *count* are those outside of pauses (crate `chess-record`). Most views are in a
//! separate contract, `contracts/views`: every byte of code costs every move 100 gas.

#![no_std]

use multiversx_sc::imports::*;

// `check!` and `refuse!`, in place of the framework's `require!` and `sc_panic!`
#[macro_use]
pub mod errors;

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

use chess_record::{Awaits, EndReason, IllegalMoveRule, LONG_PAUSE_EPOCHS, flags};
use chess_rules::{Board, BoardCopy, Position, Promotion};
use end::open_end;
use errors::*;
use stored::{ContractState, Paused, StoredGame, first_state};
use types::PromotionPiece;

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
    /// Deploys the contract, paused: the owner sets the wager and calls `unpause`.
    ///
    /// `rule` decides about moves that leave the mover's own king attacked: `Forfeit` (the default)
    /// accepts such a move and the opponent may call it, `Reject` refuses it. It is final.
    #[init]
    fn init(&self, rule: OptionalValue<IllegalMoveRule>) {
        let rule = rule.into_option().unwrap_or(IllegalMoveRule::Forfeit);
        self.state_record().set(first_state(rule, self.epoch()));
    }

    /// Changes nothing in storage. A build whose records have another form must also write the new
    /// [`VERSION`](chess_record::VERSION) into the state: tournaments read it.
    #[upgrade]
    fn upgrade(&self) {}

    // ---- the owner

    /// The owner sets the wager of every queued game, once: EGLD (`EGLD-000000` or `EGLD`) or a
    /// fungible ESDT, and an amount above zero in the token's smallest unit, of at most 32 bytes.
    ///
    /// Errors: the wager is already set; the identifier or the amount is not valid.
    #[only_owner]
    #[endpoint(setWager)]
    fn set_wager(&self, wager_token_id: TokenId, wager_amount: BigUint) {
        let mut state = self.state();
        check!(!state.has_wager(), ERROR_WAGER_ALREADY_SET);
        check!(wager_token_id.is_valid(), ERROR_INVALID_TOKEN);
        let amount = wager_amount.to_bytes_be_buffer();
        check!(
            (1..=money::MAX_AMOUNT_LEN).contains(&amount.len()),
            ERROR_INVALID_AMOUNT
        );
        state.set_wager(wager_token_id.as_managed_buffer(), &amount);
        self.store_state(&mut state);
        self.wager_set_event(&wager_token_id, &wager_amount);
    }

    /// The owner stops the players' transactions, see [`Paused`].
    ///
    /// Errors: already paused; fewer than four full epochs since the last pause.
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

    /// The owner starts the players' transactions again. No clock counts the pause or the day after
    /// it.
    ///
    /// Errors: not paused; the wager isn't set.
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

    /// Anyone pays the wager and waits for an opponent, or starts a game against the player who
    /// waits, who gets White. If that player has waited for more than 7 epochs, they get the wager
    /// back and the caller waits instead.
    ///
    /// `key`: an Ed25519 public key of 32 bytes. If both players name one, they can play by
    /// signature.
    ///
    /// Errors: paused; another payment than the wager; the caller already waits; the key isn't 32
    /// bytes, is zero, or is the opponent's.
    #[payable]
    #[endpoint(joinGame)]
    fn join_game(&self, key: OptionalValue<ManagedBuffer>) {
        let key = key.into_option().unwrap_or_default();
        let mut state = self.open_state(Paused::Closed);
        let wager = state.wager();
        self.require_stake_paid(&wager, 1); // a queued game has one round
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
                let black_key = self.checked_key(key, &white_key, 1);
                let id = self.new_game_id();
                let first = self.enter_game(id, &white.player());
                let second = self.enter_game(id, &caller);
                let mut game = StoredGame::new(id, state, first, &second);
                self.start_game(&mut game, white_key, &black_key);
            }
            Some(overdue) => {
                let overdue = overdue.player();
                self.queue_left_event(&overdue);
                self.join_queue(&mut state, &caller, epoch, key);
                self.pay_stakes(&wager, &overdue, 1);
            }
            None => self.join_queue(&mut state, &caller, epoch, key),
        }
    }

    /// Puts the caller into the queue.
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

    /// The waiting player leaves the queue and gets the wager back. Open if a pause has lasted more
    /// than 30 epochs.
    ///
    /// Errors: paused; the caller isn't waiting.
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

    /// The player to move plays a move (FIDE 3). Squares count from 0 (a8) to 63 (h1); castling is
    /// the king's move of two squares. `promotion` defaults to a queen. The opponent's draw offer
    /// lapses.
    ///
    /// Errors: paused; no such game, or it isn't being played; an end is open; a match; not the
    /// caller's turn; the caller's time has expired; the piece can't make the move; nothing promotes
    /// there; under `Reject`, the caller's king would be attacked.
    #[endpoint(makeMove)]
    fn make_move(
        &self,
        game_id: usize,
        from: u8,
        to: u8,
        promotion: OptionalValue<PromotionPiece>,
    ) {
        self.move_piece(game_id, from, to, promotion, false);
    }

    /// The player to move plays a move like `makeMove` and claims a draw with it: the position
    /// occurs for the third time (FIDE 9.2.1.1), or each player has made 50 moves without a capture
    /// or a pawn move (9.3.1). If the move ends the game, the claim has no effect.
    ///
    /// Errors: those of `makeMove`; the claim is wrong; a game with keys, because the opponent may
    /// have signed a mate in reply, which the claim would undo.
    #[endpoint(makeMoveAndClaim)]
    fn make_move_and_claim(
        &self,
        game_id: usize,
        from: u8,
        to: u8,
        promotion: OptionalValue<PromotionPiece>,
    ) {
        self.move_piece(game_id, from, to, promotion, true);
    }

    /// Plays a move and, if `claims`, claims a draw with it.
    fn move_piece(
        &self,
        game_id: usize,
        from: u8,
        to: u8,
        promotion: OptionalValue<PromotionPiece>,
        claims: bool,
    ) {
        let mut game = self.open_game(game_id, Paused::Closed);
        self.require_turn_of_caller(&game);
        let may_claim = !claims || !game.head.has(flags::KEYS);
        check!(may_claim, ERROR_CLAIM_BEFORE_YOUR_MOVE);
        let mover = game.head.turn();
        let ply = game.head.ply.get();
        let mut board = BoardCopy::start();
        let mut position = self.position(&game, &mut board);
        let chosen = promotion
            .into_option()
            .and_then(|piece| Promotion::from_number(piece as u8));
        let m = self.validate_move(&position, from, to, chosen);

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
        self.move_made_event(game.id, &caller, ply, &moved);

        // such a move ends nothing: the opponent may call it
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

    /// A player offers a draw, or accepts the opponent's offer: both get their stakes back. An offer
    /// is valid until the opponent moves (FIDE 9.1.2.1).
    ///
    /// Errors: paused; the game isn't being played, an end is open, or it is a match; not a player of
    /// it; accepted after the caller's time has expired; already offered; in a game with keys, an
    /// offer on the caller's turn.
    #[endpoint(draw)]
    fn draw(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::Closed);
        self.require_open_to_calls(&game);
        let player = self.caller_color(&game);
        let is_to_move = player == game.head.turn();
        if game.is_draw_offered_by(player.other()) {
            let is_late = is_to_move && self.is_time_over(&game);
            check!(!is_late, ERROR_TOO_LATE);
            self.charge_if_asked(&mut game);
            self.end_or_open(&mut game, EndReason::Agreement);
            return;
        }
        check!(!game.is_draw_offered_by(player), ERROR_DRAW_ALREADY_OFFERED);
        let may_offer = !(is_to_move && game.head.has(flags::KEYS));
        check!(may_offer, ERROR_OFFER_AFTER_YOUR_MOVE);
        game.offer_draw(player);
        self.draw_offered_event(game.id, &self.blockchain().get_caller());
        self.store_game(&mut game);
    }

    /// The player to move claims a draw: the position has occurred three times (FIDE 9.2), or each
    /// player has made 50 moves without a capture or a pawn move (9.3).
    ///
    /// Errors: as for `makeMove`, if the caller may not move now; the claim is wrong.
    #[endpoint(claimDraw)]
    fn claim_draw(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::Closed);
        self.require_turn_of_caller(&game);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        self.charge_if_asked(&mut game);
        self.claim(&mut game, &position);
    }

    /// The player to move shows that the opponent's last move left the opponent's own king attacked.
    /// The caller gets both stakes, or a draw if they can't mate (FIDE 7.5.5). After a move of the
    /// caller it is too late to call.
    ///
    /// Errors: as for `makeMove`, if the caller may not move now; the king isn't attacked.
    #[endpoint(callIllegalMove)]
    fn call_illegal_move(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::Closed);
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

    /// Anyone ends a game whose time has expired. The opponent of the player to move gets both
    /// stakes, or a draw if they can no longer mate (FIDE 6.9). If the game has a clock and a player
    /// hasn't moved yet, it is aborted without a result. An open end becomes final. Open if a pause
    /// has lasted more than 30 epochs.
    ///
    /// Errors: paused; the game isn't being played; its time hasn't expired.
    #[endpoint(signalInactivity)]
    fn signal_inactivity(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::OpenIfLong);
        self.require_ongoing(&game);
        check!(self.is_time_over(&game), ERROR_STILL_IN_TIME);
        self.end_by_time(&mut game);
    }

    /// A player resigns (FIDE 5.1.2): the opponent gets both stakes. Open if a pause has lasted more
    /// than 30 epochs.
    ///
    /// Errors: paused; the game isn't being played, or it is a match; not a player of it; a
    /// resignation is already open.
    #[endpoint(resign)]
    fn resign(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::OpenIfLong);
        self.require_ongoing(&game);
        let player = self.caller_color(&game);
        self.require_single_game(&game);
        let end = open_end(&game);
        self.resign_round(&mut game, player, end);
    }

    /// A player ends a game as a draw, if pauses have taken more than 30 epochs of one move's time:
    /// no pause may withhold the players' stakes. An open end becomes final instead, and a game whose
    /// time has expired ends as by `signalInactivity`. Open in every pause.
    ///
    /// Errors: the game isn't being played; not a player of it; the pauses were shorter; in a game
    /// with keys, `play` hasn't been open for two epochs.
    #[endpoint(reclaimWager)]
    fn reclaim_wager(&self, game_id: usize) {
        let mut game = self.game(game_id);
        self.require_ongoing(&game);
        self.caller_color(&game); // refuses anyone else
        let epoch = self.epoch();
        let waited = epoch - game.head.wait_epoch.get();
        let counted = game.contract.head.counted_epoch(epoch) - game.head.wait_counted_epoch.get();
        let is_long = waited > counted + LONG_PAUSE_EPOCHS; // the difference is that of pauses
        let could_play = !game.head.has(flags::KEYS) || game.contract.head.could_play(epoch);
        check!(is_long && could_play, ERROR_NO_LONG_PAUSE);
        let is_decided = game.head.awaits(Awaits::LongerGame) || self.is_time_over(&game);
        match is_decided {
            true => self.end_by_time(&mut game),
            false => self.end_round(&mut game, EndReason::Pause, None),
        }
    }

    /// Anyone gets the payouts that could not be delivered to them before, up to 16 tokens in a call.
    /// Credits that still can't be delivered remain. Open if a pause has lasted more than 30 epochs.
    ///
    /// Errors: paused; nothing is owed to the caller; no token could be delivered.
    #[endpoint(withdraw)]
    fn withdraw(&self) {
        self.open_state(Paused::OpenIfLong); // refuses in a short pause
        self.pay_credits(&self.blockchain().get_caller());
    }

    // ---- steps that several endpoints share

    /// The game is being played, no end is open, and it isn't a match.
    fn require_open_to_calls(&self, game: &StoredGame<Self::Api>) {
        self.require_ongoing(game);
        check!(!game.head.awaits(Awaits::LongerGame), ERROR_END_IS_OPEN);
        self.require_single_game(game);
    }

    /// It must be the caller's turn, with time left.
    fn require_turn_of_caller(&self, game: &StoredGame<Self::Api>) {
        self.require_open_to_calls(game);
        let is_turn = self.caller_color(game) == game.head.turn();
        check!(is_turn, ERROR_NOT_YOUR_TURN);
        check!(!self.is_time_over(game), ERROR_TOO_LATE);
    }

    /// Ends the game as a draw; refused if there is nothing to claim.
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
