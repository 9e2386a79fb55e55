//! Challenges: a game that waits for its second player, whom the challenger may name, for a stake
//! of the challenger's choice.

use chess_record::{Awaits, EndReason, GameClock, GameState, clock, flags};
use chess_rules::Color;
use multiversx_sc::imports::*;
use signed_play::points::MAX_ROUNDS;

use crate::errors::*;
use crate::stored::buffers::{append_u32, byte_at};
use crate::stored::{Keys, Paused, StoredGame};
use crate::types::{GameTerms, Side, TimeControl};

#[multiversx_sc::module]
pub trait ChallengeModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::events::EventsModule
{
    /// Anyone opens a game that waits for its second player. The payment is the stake of each player
    /// for all rounds together: EGLD, one fungible token, or nothing.
    ///
    /// - `opponent`: the player who may accept; none for anyone.
    /// - `side`: the challenger's colour. `Drawn` is decided by lot; contracts can't use it.
    /// - `clock`: in seconds; none for a full epoch a move.
    /// - `rounds`: 1 for a single game, 2 to 100 for a match, whose colours change each round.
    /// - `engines`: whether both players may use a chess program. Nothing enforces it.
    /// - `key`: an Ed25519 public key of 32 bytes, for play by signature. A match needs one.
    ///
    /// Errors: paused; `rounds` or `clock` out of range; a payment of more than 32 bytes, or that
    /// isn't a multiple of `rounds`; the caller as opponent; a contract that draws sides; a key that
    /// isn't valid, or none in a match.
    #[payable]
    #[endpoint(challenge)]
    fn challenge(
        &self,
        opponent: Option<ManagedAddress>,
        side: Side,
        clock: Option<TimeControl>,
        rounds: u16,
        engines: bool,
        key: OptionalValue<ManagedBuffer>,
    ) {
        let contract = self.open_state(Paused::Closed);
        check!((1..=MAX_ROUNDS).contains(&rounds), ERROR_INVALID_ROUNDS);
        let rounds = rounds as u8;
        let stake = self.payment_for_a_round(rounds);
        let challenger = self.blockchain().get_caller();
        let opponent = opponent.unwrap_or_default();
        check!(opponent != challenger, ERROR_OWN_CHALLENGE);
        if side == Side::Drawn {
            self.require_account(&challenger);
        }
        let key = self.checked_key(
            key.into_option().unwrap_or_default(),
            &ManagedBuffer::new(),
            rounds,
        );

        let id = self.new_game_id();
        let challenger_entry = self.enter_game(id, &challenger);
        let mut opponent_entry = opponent.as_managed_buffer().clone();
        append_u32(&mut opponent_entry, 0); // no game before this one, yet
        let (first, second) = match side {
            Side::Black => (opponent_entry, challenger_entry),
            Side::White | Side::Drawn => (challenger_entry, opponent_entry),
        };
        let mut game = StoredGame::new(id, contract, first, &second);
        game.head.state = GameState::Open as u8;
        game.head.flags = flags::CHALLENGE
            | match side {
                Side::White => 0,
                Side::Black => flags::CHALLENGER_IS_SECOND,
                Side::Drawn => flags::DRAWN_SIDE,
            };
        if engines {
            game.head.flags |= flags::ENGINES;
        }
        game.head.rounds = rounds;
        if let Some(control) = clock {
            self.set_clock(&mut game, &control);
        }
        if !stake.is_none() {
            game.head.flags |= flags::STAKE;
            self.stake(id).set(stake);
        }
        self.store_game(&mut game);
        if !key.is_empty() {
            self.keys(id).set(Keys(key));
        }
        self.challenged_event(id, &challenger, &opponent);
    }

    fn set_clock(&self, game: &mut StoredGame<Self::Api>, control: &TimeControl) {
        check!(
            clock::BASE_SECONDS.contains(&control.base)
                && control.increment <= clock::LONGEST_INCREMENT_SECONDS,
            ERROR_INVALID_CLOCK
        );
        let mut clock = GameClock::empty();
        clock.base.set(control.base);
        clock.increment.set(control.increment);
        game.add_clock(&clock);
    }

    /// The named opponent, or anyone if none is named, accepts a challenge with the same payment: the
    /// game starts.
    ///
    /// Errors: paused; not an open challenge; the caller's own, or another player's; another payment;
    /// a contract that draws sides; a key that isn't valid or is the challenger's, or none in a
    /// match.
    #[payable]
    #[endpoint(accept)]
    fn accept(&self, game_id: usize, key: OptionalValue<ManagedBuffer>) {
        let mut game = self.open_game(game_id, Paused::Closed);
        check!(game.head.is_challenge(), ERROR_NOT_A_CHALLENGE);
        let caller = self.blockchain().get_caller();
        let side = game.head.challengers_side();
        let (challenger, named) = (game.player(side), game.player(side.other()));
        check!(caller != challenger, ERROR_OWN_CHALLENGE);
        check!(
            named == caller || named == ManagedAddress::zero(),
            ERROR_NOT_YOUR_CHALLENGE
        );
        let rounds = game.head.rounds;
        self.require_stake_paid(&self.stake_of(&game), rounds);

        let mut challenger_color = side;
        if game.head.has(flags::DRAWN_SIDE) {
            self.require_account(&caller);
            if self.draw_by_lot(game.id) {
                challenger_color = Color::Black;
            }
        }
        let challenger_entry = game.entry(side);
        let caller_entry = self.enter_game(game.id, &caller);
        let challenger_key = self.keys(game.id).get().0;
        let key = self.checked_key(
            key.into_option().unwrap_or_default(),
            &challenger_key,
            rounds,
        );
        let (white, black, white_key, black_key) = match challenger_color {
            Color::White => (challenger_entry, caller_entry, challenger_key, key),
            Color::Black => (caller_entry, challenger_entry, key, challenger_key),
        };
        game.set_entries(white, &black);
        self.start_game(&mut game, white_key, &black_key);
    }

    /// Starts a game: it can be played by signature if both keys are there.
    fn start_game(
        &self,
        game: &mut StoredGame<Self::Api>,
        white_key: ManagedBuffer,
        black_key: &ManagedBuffer,
    ) {
        // `&`, not `&&`, always reads both lengths. If one colour's acceptance took less gas, a gas
        // limit between the two would let only that lot pass.
        if !white_key.is_empty() & !black_key.is_empty() {
            game.head.flags |= flags::KEYS;
            let mut keys = white_key;
            keys.append(black_key);
            self.keys(game.id).set(Keys(keys));
        }
        game.head.state = GameState::Ongoing as u8;
        self.begin_wait(game, Awaits::Move);
        self.store_game(game);
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        self.game_started_event(game.id, &white, &black, &self.terms_of(game));
    }

    /// The game's terms for the event.
    fn terms_of(&self, game: &StoredGame<Self::Api>) -> GameTerms {
        let mut clock = GameClock::empty();
        game.load_clock(&mut clock);
        GameTerms {
            rounds: game.head.rounds.into(),
            engines: game.head.has(flags::ENGINES),
            clock: TimeControl::of(&clock),
        }
    }

    /// A contract can see the lot before it is drawn: it could undo an acceptance, or take back its
    /// challenge before the acceptance in the same block.
    fn require_account(&self, player: &ManagedAddress) {
        check!(
            !self.blockchain().is_smart_contract(player),
            ERROR_CONTRACT_CANNOT_DRAW
        );
    }

    /// One of two sides, by the block's random seed: true if the challenger is Black.
    fn draw_by_lot(&self, game_id: usize) -> bool {
        let seed = self.blockchain().get_block_random_seed();
        (byte_at(seed.as_managed_buffer(), 0) ^ game_id as u8) & 1 != 0
    }

    /// The challenger withdraws a challenge, or the named opponent declines it: the challenger gets
    /// the payment back. Open if a pause has lasted more than 30 epochs.
    ///
    /// Errors: paused; not an open challenge; another player's.
    #[endpoint(cancelChallenge)]
    fn cancel_challenge(&self, game_id: usize) {
        let mut game = self.open_game(game_id, Paused::OpenIfLong);
        check!(game.head.is_challenge(), ERROR_NOT_A_CHALLENGE);
        let caller = self.blockchain().get_caller();
        let side = game.head.challengers_side();
        let challenger = game.player(side);
        check!(
            caller == challenger || caller == game.player(side.other()),
            ERROR_NOT_YOUR_CHALLENGE
        );
        let stake = self.stake_of(&game);
        game.head.state = GameState::NoResult as u8;
        game.head.end_reason = match caller == challenger {
            true => EndReason::Cancelled,
            false => EndReason::Declined,
        } as u8;
        self.store_game(&mut game);
        self.challenge_cancelled_event(game.id, &caller);
        if !stake.is_none() {
            self.pay_stakes(&stake, &challenger, game.head.rounds.into());
        }
    }

    // ---- keys

    /// The key that a player names, empty for none, which a match doesn't allow.
    fn checked_key(
        &self,
        key: ManagedBuffer,
        opponent_key: &ManagedBuffer,
        rounds: u8,
    ) -> ManagedBuffer {
        let zeros = ManagedBuffer::from(&[0; 32]);
        let is_good = key.is_empty() || key.len() == 32 && key != *opponent_key && key != zeros;
        check!(is_good, ERROR_INVALID_KEY);
        check!(rounds == 1 || !key.is_empty(), ERROR_MATCH_NEEDS_KEY);
        key
    }
}
