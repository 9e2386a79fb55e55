//! Challenges: a game that waits for its second player, whom the challenger may name, for a stake
//! of the challenger's choice.

use chess_rules::{BoardCopy, Color};
use multiversx_sc::imports::*;
use zerocopy::FromZeros;

use crate::errors::*;
use crate::numbers::*;
use crate::stored_game::{GameClock, StoredGame, traits};
use crate::types::{Awaits, EndReason, GameState, Side, TimeControl};

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
        opponent: Option<ManagedAddress>,
        side: Side,
        clock: Option<TimeControl>,
        key: OptionalValue<ManagedBuffer>,
    ) {
        self.require_running();
        let stake = self.payment();
        let challenger = self.blockchain().get_caller();
        let opponent = opponent.unwrap_or_default();
        require!(opponent != challenger, ERROR_OWN_CHALLENGE);
        let previous = self.last_game(&challenger).get();
        let mut game = match side {
            Side::Black => StoredGame::new(&opponent, 0, &challenger, previous),
            _ => StoredGame::new(&challenger, previous, &opponent, 0),
        };
        game.head.state = GameState::Open as u8;
        game.head.traits = traits::CHALLENGE
            | match side {
                Side::White => 0,
                Side::Black => traits::CHALLENGER_IS_BLACK,
                Side::Drawn => traits::DRAWN_SIDE,
            };
        if let Some(TimeControl { base, increment }) = clock {
            require!(
                (30..=2_592_000).contains(&base) && increment <= 86_400,
                ERROR_INVALID_CLOCK
            );
            let mut clock = GameClock::new_zeroed();
            set32(&mut clock.base, base);
            set32(&mut clock.increment, increment);
            game.add_clock(&clock);
        }
        if stake.is_some() {
            game.head.traits |= traits::STAKE;
        }
        let id = self.games().push(game.record());
        self.last_game(&challenger).set(id as u32);
        if let Some(stake) = stake {
            self.stake(id).set(stake.to_stored());
        }
        let key = self.checked_key(key, &ManagedBuffer::new());
        if !key.is_empty() {
            self.keys(id).set(key);
        }
        self.challenged_event(id, &challenger, &opponent);
    }

    /// Accepts a challenge with the same stake: the game starts.
    #[payable]
    #[endpoint(accept)]
    fn accept(&self, game_id: usize, key: OptionalValue<ManagedBuffer>) {
        let state = self.require_running();
        let mut game = self.open_challenge(game_id);
        let caller = self.blockchain().get_caller();
        let side = challenger_side(&game);
        let (challenger, named) = (game.player(side), game.player(side.other()));
        require!(caller != challenger, ERROR_OWN_CHALLENGE);
        require!(named.is_zero() || named == caller, ERROR_NOT_YOUR_CHALLENGE);
        self.require_stake_paid(self.stake_of(&state, game_id, &game));

        let mut challenger_color = side;
        if game.has(traits::DRAWN_SIDE) {
            // A contract could look at its colour and undo the draw that it doesn't like.
            require!(
                !self.blockchain().is_smart_contract(&caller),
                ERROR_CONTRACT_CANNOT_DRAW
            );
            let mut seed = [0];
            let block_seed = self.blockchain().get_block_random_seed();
            let block_seed = block_seed.as_managed_buffer();
            if !block_seed.is_empty() {
                block_seed.load_slice(0, &mut seed);
            }
            if (seed[0] ^ game_id as u8) & 1 != 0 {
                challenger_color = Color::Black;
                let previous = game.previous_game(&challenger) as u32;
                game.set_player(Color::Black, &challenger, previous);
            }
        }
        let previous = self.last_game(&caller).get();
        game.set_player(challenger_color.other(), &caller, previous);
        self.last_game(&caller).set(game_id as u32);

        let challenger_key = self.keys(game_id).get();
        let key = self.checked_key(key, &challenger_key);
        let keys = match challenger_color {
            Color::White => keys_of_game(challenger_key, &key),
            Color::Black => keys_of_game(key, &challenger_key),
        };
        if !keys.is_empty() {
            game.head.traits |= traits::KEYS;
            self.keys(game_id).set(keys);
        }
        game.head.state = GameState::Ongoing as u8;
        self.begin_wait(&state, &mut game, Awaits::Move);
        self.store_board(game_id, BoardCopy::start().board_mut());
        self.store_game(game_id, &mut game);
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        self.game_started_event(game_id, &white, &black);
    }

    /// Takes a challenge back, or declines one as the opponent whom it names: the stake goes back.
    /// Also open once a pause has outlasted 30 epochs.
    #[endpoint(cancelChallenge)]
    fn cancel_challenge(&self, game_id: usize) {
        let state = self.require_running_or_long_pause();
        let mut game = self.open_challenge(game_id);
        let caller = self.blockchain().get_caller();
        let side = challenger_side(&game);
        let challenger = game.player(side);
        require!(
            caller == challenger || caller == game.player(side.other()),
            ERROR_NOT_YOUR_CHALLENGE
        );
        let stake = self.stake_of(&state, game_id, &game);
        game.head.state = GameState::NoResult as u8;
        game.head.end_reason = EndReason::Cancelled as u8;
        self.store_game(game_id, &mut game);
        self.challenge_cancelled_event(game_id, &caller);
        if let Some(stake) = stake {
            self.pay_stakes(&stake, &challenger, 1);
        }
    }

    fn open_challenge(&self, game_id: usize) -> StoredGame<Self::Api> {
        let game = self.game(game_id);
        require!(game.is_challenge(), ERROR_NOT_A_CHALLENGE);
        game
    }

    // ---- keys

    /// The key that a player names, empty for none.
    fn checked_key(
        &self,
        key: OptionalValue<ManagedBuffer>,
        opponents: &ManagedBuffer,
    ) -> ManagedBuffer {
        let key = key.into_option().unwrap_or_default();
        let is_good = key.is_empty()
            || key.len() == 32 && key != *opponents && key != ManagedBuffer::from(&[0; 32]);
        require!(is_good, ERROR_INVALID_KEY);
        key
    }
}

/// The keys of a game as they are stored; empty where not both players have named one.
pub fn keys_of_game<M: ManagedTypeApi>(
    white: ManagedBuffer<M>,
    black: &ManagedBuffer<M>,
) -> ManagedBuffer<M> {
    if white.is_empty() || black.is_empty() {
        return ManagedBuffer::new();
    }
    let mut keys = white;
    keys.append(black);
    keys
}

/// In which entry of an open challenge the challenger is.
pub fn challenger_side<M: ManagedTypeApi>(game: &StoredGame<M>) -> Color {
    match game.has(traits::CHALLENGER_IS_BLACK) {
        true => Color::Black,
        false => Color::White,
    }
}
