//! Challenges: a game that waits for its second player, whom the challenger may name, for a stake
//! of the challenger's choice.

use chess_rules::Color;
use core::marker::PhantomData;
use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeDescriptionContainer, TypeName};
use multiversx_sc::codec::{DecodeErrorHandler, TopDecode, TopDecodeInput};
use multiversx_sc::imports::*;
use zerocopy::{FromZeros, IntoBytes};

use crate::errors::*;
use crate::numbers::*;
use crate::parts::{address_at, byte_at, rest};
use crate::stored_game::{GameClock, StoredGame, traits};
use crate::types::{Awaits, Byte, EndReason, GameState, Side, TimeControl};

const WHITE: u8 = Side::White as u8;
const BLACK: u8 = Side::Black as u8;

/// The bytes of a [`TimeControl`], which a [`GameClock`] begins with.
const CONTROL_LEN: usize = 8;

/// An `Option<T>` as it comes: nothing, or a 1 and the value's bytes.
pub struct Maybe<M: ManagedTypeApi, T>(ManagedBuffer<M>, PhantomData<T>);

impl<M: ManagedTypeApi, T> Maybe<M, T> {
    /// The value's bytes, of which there must be so many.
    #[inline(never)]
    fn bytes(&self, len: usize) -> Option<ManagedBuffer<M>> {
        if self.0.is_empty() {
            return None;
        }
        let is_good = self.0.len() == len + 1 && byte_at(&self.0, 0) == 1;
        crate::errors::check::<M>(is_good, ERROR_INVALID_ARGUMENT);
        Some(rest(&self.0, 1))
    }
}

impl<M: ManagedTypeApi, T> TopDecode for Maybe<M, T> {
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        ManagedBuffer::top_decode_or_handle_err(input, h).map(|bytes| Maybe(bytes, PhantomData))
    }
}

impl<M: ManagedTypeApi, T> TypeAbiFrom<Self> for Maybe<M, T> {}

impl<M: ManagedTypeApi, T: TypeAbi> TypeAbi for Maybe<M, T> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        Option::<T>::type_name()
    }

    fn type_name_rust() -> TypeName {
        Option::<T>::type_name_rust()
    }

    fn provide_type_descriptions<A: TypeDescriptionContainer>(accumulator: &mut A) {
        T::provide_type_descriptions(accumulator);
    }
}

#[multiversx_sc::module]
pub trait ChallengeModule:
    crate::storage::StorageModule
    + crate::stored_state::StateModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::events::EventsModule
{
    /// Opens a game that waits for its second player. The payment is each player's stake: EGLD,
    /// one fungible token, or nothing.
    ///
    /// `opponent`: who may accept, none for anyone. `side`: 0 White, 1 Black, 2 drawn by lot.
    /// `clock`: each player's time and what a move adds, in seconds; none for a full epoch a
    /// move. `key`: 32 bytes, for play by signature.
    #[payable]
    #[endpoint(challenge)]
    fn challenge(
        &self,
        opponent: Maybe<Self::Api, ManagedAddress>,
        side: Byte<Side>,
        clock: Maybe<Self::Api, TimeControl>,
        key: OptionalValue<ManagedBuffer>,
    ) {
        let state = self.require_running();
        let stake = self.payment();
        let challenger = self.blockchain().get_caller();
        let opponent = match opponent.bytes(32) {
            Some(address) => address_at(&address, 0),
            None => ManagedAddress::zero(),
        };
        check!(opponent != challenger, ERROR_OWN_CHALLENGE);
        let id = self.new_game_id();
        let challenger_entry = self.enter_game(id, &challenger);
        let mut opponent_entry = opponent.as_managed_buffer().clone();
        opponent_entry.append_bytes(&[0; 4]);
        check!(side.0 < 3, ERROR_INVALID_ARGUMENT);
        let (white, black) = match side.0 {
            BLACK => (opponent_entry, challenger_entry),
            _ => (challenger_entry, opponent_entry),
        };
        let mut game = StoredGame::new(id, state, white, &black);
        game.head.state = GameState::Open as u8;
        game.head.traits = traits::CHALLENGE
            | match side.0 {
                WHITE => 0,
                BLACK => traits::CHALLENGER_IS_BLACK,
                _ => traits::DRAWN_SIDE,
            };
        if let Some(control) = clock.bytes(CONTROL_LEN) {
            let mut clock = GameClock::new_zeroed();
            control.load_slice(0, &mut clock.as_mut_bytes()[..CONTROL_LEN]);
            check!(
                (30..=2_592_000).contains(&get32(&clock.base)) && get32(&clock.increment) <= 86_400,
                ERROR_INVALID_CLOCK
            );
            game.add_clock(&clock);
        }
        if !stake.is_none() {
            game.head.traits |= traits::STAKE;
            self.stake(id).set(&stake.0);
        }
        self.store_game(&mut game);
        let key = self.checked_key(key, &ManagedBuffer::new());
        if !key.is_empty() {
            self.keys(id).set(key);
        }
        self.challenged_event(Number(id as u32), &challenger, &opponent);
    }

    /// Accepts a challenge with the same stake: the game starts.
    #[payable]
    #[endpoint(accept)]
    fn accept(&self, game_id: usize, key: OptionalValue<ManagedBuffer>) {
        let mut game = self.running_game(game_id);
        check!(game.is_challenge(), ERROR_NOT_A_CHALLENGE);
        let caller = self.blockchain().get_caller();
        let side = challenger_side(&game);
        let (challenger, named) = (game.player(side), game.player(side.other()));
        check!(caller != challenger, ERROR_OWN_CHALLENGE);
        check!(
            named == caller || named == ManagedAddress::zero(),
            ERROR_NOT_YOUR_CHALLENGE
        );
        self.require_stake_paid(&self.stake_of(&game));

        let mut challenger_color = side;
        if game.has(traits::DRAWN_SIDE) {
            // A contract could look at its colour and undo the draw that it doesn't like.
            check!(
                !self.blockchain().is_smart_contract(&caller),
                ERROR_CONTRACT_CANNOT_DRAW
            );
            if self.draw_by_lot(game_id) {
                challenger_color = Color::Black;
            }
        }
        let challenger_entry = game.entry(side);
        let caller_entry = self.enter_game(game_id, &caller);
        let challenger_key = self.keys(game_id).get();
        let key = self.checked_key(key, &challenger_key);
        let (white, black, white_key, black_key) = match challenger_color {
            Color::White => (challenger_entry, caller_entry, challenger_key, key),
            Color::Black => (caller_entry, challenger_entry, key, challenger_key),
        };
        game.set_entries(white, &black);
        self.start_game(&mut game, white_key, &black_key);
    }

    /// Starts a game: it can be played by signature where both keys are there.
    #[inline(never)] // smaller than a copy at each call
    fn start_game(
        &self,
        game: &mut StoredGame<Self::Api>,
        white_key: ManagedBuffer,
        black_key: &ManagedBuffer,
    ) {
        if !white_key.is_empty() && !black_key.is_empty() {
            game.head.traits |= traits::KEYS;
            let mut keys = white_key;
            keys.append(black_key);
            self.keys(game.id).set(keys);
        }
        game.head.state = GameState::Ongoing as u8;
        self.begin_wait(game, Awaits::Move);
        self.store_game(game);
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        self.game_started_event(Number(game.id as u32), &white, &black);
    }

    /// One of two sides, by the block's random seed: true where the challenger is Black.
    fn draw_by_lot(&self, game_id: usize) -> bool {
        let seed = self.blockchain().get_block_random_seed();
        (byte_at(seed.as_managed_buffer(), 0) ^ game_id as u8) & 1 != 0
    }

    /// Takes a challenge back, or declines one as the opponent whom it names: the stake goes back.
    /// Also open once a pause has outlasted 30 epochs.
    #[endpoint(cancelChallenge)]
    fn cancel_challenge(&self, game_id: usize) {
        let mut game = self.game(game_id);
        self.require_running_or_long_pause_in(&game.contract);
        check!(game.is_challenge(), ERROR_NOT_A_CHALLENGE);
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
        self.challenge_cancelled_event(Number(game_id as u32), &caller);
        if !stake.is_none() {
            self.pay_stakes(&stake, &challenger, 1);
        }
    }

    // ---- keys

    /// The key that a player names, empty for none.
    fn checked_key(
        &self,
        key: OptionalValue<ManagedBuffer>,
        opponents: &ManagedBuffer,
    ) -> ManagedBuffer {
        let key = key.into_option().unwrap_or_default();
        let zeros = ManagedBuffer::from(&[0; 32]);
        let is_good = key.is_empty() || key.len() == 32 && key != *opponents && key != zeros;
        check!(is_good, ERROR_INVALID_KEY);
        key
    }
}

/// In which entry of an open challenge the challenger is.
pub fn challenger_side<M: ManagedTypeApi>(game: &StoredGame<M>) -> Color {
    match game.has(traits::CHALLENGER_IS_BLACK) {
        true => Color::Black,
        false => Color::White,
    }
}
