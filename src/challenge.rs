//! Challenges: a game that waits for its second player, whom the challenger may name, for a stake
//! of the challenger's choice.

use chess_record::{Awaits, EndReason, GameClock, GameState, clock, flags};
use chess_rules::Color;
use multiversx_sc::imports::*;
use zerocopy::IntoBytes;

use crate::abi_values::{Byte, Encoded, GameId, OptionalBytes};
use crate::errors::*;
use crate::stored::buffers::{append_u32, byte_at};
use crate::stored::{Keys, Paused, StoredGame};
use crate::types::{Side, TimeControl};

/// The longest match.
const MOST_ROUNDS: u8 = 100;

/// The bytes of a [`TimeControl`], which a [`GameClock`] begins with.
const CONTROL_LEN: usize = 8;

#[multiversx_sc::module]
pub trait ChallengeModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::events::EventsModule
{
    /// Opens a game that waits for its second player. The payment is what each player pays for all
    /// rounds: EGLD, one fungible token, or nothing.
    ///
    /// `opponent`: who may accept, none for anyone. `side`: 0 White, 1 Black, 2 drawn by lot, which
    /// is refused to contracts. `clock`: each player's time and what a move adds, in seconds; none
    /// for a full epoch a move. `rounds`: 1 for a single game, up to 100 for a match, whose colours
    /// change each round. `engines`: both players may use a chess program; a word that the contract
    /// only keeps.
    /// `key`: 32 bytes, for play by signature; a match needs one.
    #[payable]
    #[endpoint(challenge)]
    fn challenge(
        &self,
        opponent: Encoded<Self::Api, Option<ManagedAddress>>,
        side: Byte<Side>,
        clock: Encoded<Self::Api, Option<TimeControl>>,
        rounds: Byte<u16>,
        engines: Byte<bool>,
        key: OptionalBytes<Self::Api>,
    ) {
        let opponent = opponent.address_or_zero();
        let side_flag = self.flag_of_side(side);
        let control = clock.bytes(CONTROL_LEN);
        let engines_flag = self.flag_of_engines(engines);
        let contract = self.open_state(Paused::Closed);
        let rounds = rounds.0;
        check!((1..=MOST_ROUNDS).contains(&rounds), ERROR_INVALID_ROUNDS);
        let stake = self.payment_for_a_round(rounds);
        let challenger = self.blockchain().get_caller();
        check!(opponent != challenger, ERROR_OWN_CHALLENGE);
        if side_flag == flags::DRAWN_SIDE {
            self.require_account(&challenger);
        }

        let id = self.new_game_id();
        let challengers = self.enter_game(id, &challenger);
        let mut opponents = opponent.as_managed_buffer().clone();
        append_u32(&mut opponents, 0); // no game before this one, yet
        let (first, second) = match side_flag {
            flags::CHALLENGER_IS_SECOND => (opponents, challengers),
            _ => (challengers, opponents),
        };
        let mut game = StoredGame::new(id, contract, first, &second);
        game.head.state = GameState::Open as u8;
        game.head.flags = flags::CHALLENGE | side_flag | engines_flag;
        game.head.rounds = rounds;
        if !control.is_empty() {
            self.set_clock(&mut game, &control);
        }
        if !stake.is_none() {
            game.head.flags |= flags::STAKE;
            self.stake(id).set(stake);
        }
        self.store_game(&mut game);
        let key = self.checked_key(key.0, &ManagedBuffer::new(), rounds);
        if !key.is_empty() {
            self.keys(id).set(Keys(key));
        }
        self.challenged_event(id.into(), &challenger, &opponent);
    }

    fn flag_of_side(&self, side: Byte<Side>) -> u8 {
        match side.0 {
            0 => 0,
            1 => flags::CHALLENGER_IS_SECOND,
            2 => flags::DRAWN_SIDE,
            _ => refuse!(ERROR_INVALID_ARGUMENT),
        }
    }

    fn flag_of_engines(&self, engines: Byte<bool>) -> u8 {
        check!(engines.0 < 2, ERROR_INVALID_ARGUMENT);
        match engines.0 {
            0 => 0,
            _ => flags::ENGINES,
        }
    }

    /// Gives a challenge the clock of a [`TimeControl`]'s bytes.
    fn set_clock(&self, game: &mut StoredGame<Self::Api>, control: &ManagedBuffer) {
        let mut clock = GameClock::empty();
        control.load_slice(0, &mut clock.as_mut_bytes()[..CONTROL_LEN]);
        check!(
            clock::BASE_SECONDS.contains(&clock.base.get())
                && clock.increment.get() <= clock::LONGEST_INCREMENT_SECONDS,
            ERROR_INVALID_CLOCK
        );
        game.add_clock(&clock);
    }

    /// Accepts a challenge with the same stake: the game starts.
    #[payable]
    #[endpoint(accept)]
    fn accept(&self, game_id: GameId, key: OptionalBytes<Self::Api>) {
        let mut game = self.open_game(game_id.0, Paused::Closed);
        check!(game.head.is_challenge(), ERROR_NOT_A_CHALLENGE);
        let caller = self.blockchain().get_caller();
        let side = challenger_side(&game);
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
        let challengers = game.entry(side);
        let callers = self.enter_game(game.id, &caller);
        let challengers_key = self.keys(game.id).get().0;
        let key = self.checked_key(key.0, &challengers_key, rounds);
        let (white, black, white_key, black_key) = match challenger_color {
            Color::White => (challengers, callers, challengers_key, key),
            Color::Black => (callers, challengers, key, challengers_key),
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
        // `&` asks for both lengths: the gas must not tell who of the two is White before the lot is
        // drawn, or a limit between would refuse one colour
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
        self.game_started_event(game.id.into(), &white, &black, self.terms_of(game));
    }

    /// The event's [`GameTerms`](crate::types::GameTerms).
    fn terms_of(
        &self,
        game: &StoredGame<Self::Api>,
    ) -> Encoded<Self::Api, crate::types::GameTerms> {
        let mut terms = [0; 3 + CONTROL_LEN];
        terms[1] = game.head.rounds;
        terms[2] = game.head.has(flags::ENGINES) as u8;
        game.load_control(&mut terms[3..]);
        Encoded::new(ManagedBuffer::new_from_bytes(&terms))
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

    /// Takes a challenge back, or declines one as the opponent whom it names: the stake goes back.
    /// Also open once a pause has outlasted 30 epochs.
    #[endpoint(cancelChallenge)]
    fn cancel_challenge(&self, game_id: GameId) {
        let mut game = self.open_game(game_id.0, Paused::OpenIfLong);
        check!(game.head.is_challenge(), ERROR_NOT_A_CHALLENGE);
        let caller = self.blockchain().get_caller();
        let side = challenger_side(&game);
        let challenger = game.player(side);
        check!(
            caller == challenger || caller == game.player(side.other()),
            ERROR_NOT_YOUR_CHALLENGE
        );
        let stake = self.stake_of(&game);
        game.head.state = GameState::NoResult as u8;
        game.head.end_reason = EndReason::Cancelled as u8;
        self.store_game(&mut game);
        self.challenge_cancelled_event(game.id.into(), &caller);
        if !stake.is_none() {
            self.pay_stakes(&stake, &challenger, game.head.rounds.into());
        }
    }

    // ---- keys

    /// The key that a player names, empty for none, which a match doesn't allow.
    fn checked_key(
        &self,
        key: ManagedBuffer,
        opponents: &ManagedBuffer,
        rounds: u8,
    ) -> ManagedBuffer {
        let zeros = ManagedBuffer::from(&[0; 32]);
        let is_good = key.is_empty() || key.len() == 32 && key != *opponents && key != zeros;
        check!(is_good, ERROR_INVALID_KEY);
        check!(rounds == 1 || !key.is_empty(), ERROR_MATCH_NEEDS_KEY);
        key
    }
}

/// In which entry of an open challenge the challenger is.
pub fn challenger_side<M: ManagedTypeApi>(game: &StoredGame<M>) -> Color {
    match game.head.has(flags::CHALLENGER_IS_SECOND) {
        true => Color::Black,
        false => Color::White,
    }
}
