//! The views of documents 001 and 003. The game's contract answers them itself (label `document`);
//! all other views are in the view contract.

use chess_rules::{BoardCopy, Color};
use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeDescriptionContainer, TypeName};
use multiversx_sc::codec::{
    DecodeErrorHandler, EncodeErrorHandler, TopDecode, TopDecodeInput, TopEncode, TopEncodeOutput,
};
use multiversx_sc::imports::*;
use zerocopy::big_endian::{U16, U32, U64};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

use crate::clock::does_time_run;
use crate::errors::*;
use crate::numbers::*;
use crate::parts::address_at;
use crate::stored_game::{GameClock, StoredGame};
use crate::types::Game;

/// An address as it comes, its length unchecked.
pub struct AddressArgument<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> TopDecode for AddressArgument<M> {
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        ManagedBuffer::top_decode_or_handle_err(input, h).map(AddressArgument)
    }
}

impl<M: ManagedTypeApi> TypeAbiFrom<Self> for AddressArgument<M> {}

impl<M: ManagedTypeApi> TypeAbi for AddressArgument<M> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        ManagedAddress::<M>::type_name()
    }
}

/// A [`Game`], encoded.
pub struct EncodedGame<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> TopEncode for EncodedGame<M> {
    fn top_encode_or_handle_err<O, H>(&self, output: O, h: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        self.0.top_encode_or_handle_err(output, h)
    }
}

impl<M: ManagedTypeApi> TypeAbiFrom<Self> for EncodedGame<M> {}

impl<M: ManagedTypeApi> TypeAbi for EncodedGame<M> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        Game::<M>::type_name()
    }

    fn type_name_rust() -> TypeName {
        Game::<M>::type_name_rust()
    }

    fn provide_type_descriptions<A: TypeDescriptionContainer>(accumulator: &mut A) {
        Game::<M>::provide_type_descriptions(accumulator);
    }
}

/// A [`Game`] from the turn on, as it is encoded.
#[derive(IntoBytes, Immutable, Unaligned)]
#[repr(C)]
struct GameAfterPlayers {
    player_turn: u8,
    last_move_epoch: [U32; 2],
    state: u8,
    end_reason: u8,
    deadline_epoch: U64,
    kings: [u8; 2],
    castling: u8,
    en_passant: u8,
    half_move_clock: u8,
    plies: U16,
    awaits: u8,
    deadline_millis: U64,
}

#[multiversx_sc::module]
pub trait DocumentViewsModule:
    crate::storage::StorageModule + crate::stored_state::StateModule + crate::clock::ClockModule
{
    /// Whether user transactions are stopped.
    #[label("document")]
    #[label("view")]
    #[view(isPaused)]
    fn is_paused(&self) -> bool {
        self.state().is_paused()
    }

    /// The wager's token, `EGLD-000000` for EGLD; empty until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerTokenId)]
    fn wager_token_id(&self) -> TokenId {
        // SAFETY: a token identifier as `setWager` took it, or none yet.
        unsafe { TokenId::new_unchecked(self.state().wager().token()) }
    }

    /// The wager's amount in the token's smallest unit, 0 until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerAmount)]
    fn wager_amount(&self) -> BigUint {
        self.state().wager().amount()
    }

    /// A player's score: a win counts 2, a draw 1.
    #[label("document")]
    #[label("view")]
    #[view(getScore)]
    fn get_score(&self, player: AddressArgument<Self::Api>) -> u64 {
        check!(player.0.len() == 32, ERROR_INVALID_ARGUMENT);
        self.score(&address_at(&player.0, 0)).get()
    }

    /// Who waits for an opponent, if anyone.
    #[label("document")]
    #[label("view")]
    #[view(getIsPlayerWaitingOpt)]
    fn is_player_waiting_opt(&self) -> Option<ManagedAddress> {
        self.state().waiting().map(|waiting| waiting.player())
    }

    /// The 64 piece codes of a game's board, a8 first.
    #[label("document")]
    #[label("view")]
    #[view(getBoard)]
    fn get_board(&self, game_id: usize) -> ManagedByteArray<Self::Api, 64> {
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        ManagedByteArray::new_from_bytes(position.board())
    }

    /// Who offers a draw in a game, if anyone.
    #[label("document")]
    #[label("view")]
    #[view(getDrawOffer)]
    fn draw_offer(&self, game_id: usize) -> Option<ManagedAddress> {
        let game = self.game(game_id);
        match game.head.draw_offer {
            0 => None,
            1 => Some(game.player(Color::White)),
            _ => Some(game.player(Color::Black)),
        }
    }

    /// Every game. Beyond some thousands, ask for pages.
    #[label("document")]
    #[label("view")]
    #[view(getGames)]
    fn get_games(&self) -> MultiValueEncoded<EncodedGame<Self::Api>> {
        let mut games = MultiValueEncoded::new();
        let count = self.last_game_id().get() as usize;
        for id in 0..count {
            games.push(EncodedGame(self.encoded_game(id + 1)));
        }
        games
    }

    // ---- what several views share

    /// A [`Game`] as it is encoded. The record has most of it in the same form.
    fn encoded_game(&self, game_id: usize) -> ManagedBuffer {
        let game = self.game(game_id);
        let head = &game.head;
        let (deadline_epoch, deadline_millis) = self.deadline(&game);
        let mut after = GameAfterPlayers {
            player_turn: game.turn() as u8,
            last_move_epoch: [U32::ZERO, head.wait_epoch],
            state: head.state,
            end_reason: head.end_reason,
            deadline_epoch: U64::ZERO,
            kings: head.kings,
            castling: head.castling,
            en_passant: head.en_passant,
            half_move_clock: head.half_move_clock,
            plies: head.ply,
            awaits: head.awaits,
            deadline_millis: U64::ZERO,
        };
        set64(&mut after.deadline_epoch, deadline_epoch);
        set64(&mut after.deadline_millis, deadline_millis);
        let mut encoded = ManagedBuffer::new_from_bytes(&[0; 4]);
        append32(&mut encoded, game_id as u32);
        encoded.append(game.player(Color::White).as_managed_buffer());
        encoded.append(game.player(Color::Black).as_managed_buffer());
        encoded.append_bytes(after.as_bytes());
        encoded
    }

    /// The first epoch in which the time is over of what the game awaits, and the block time in
    /// milliseconds after which it is; 0 where that doesn't count. While the contract is paused,
    /// what they would be if the pause ended now.
    fn deadline(&self, game: &StoredGame<Self::Api>) -> (u64, u64) {
        let state = &game.contract;
        if !does_time_run(game) {
            return (0, 0);
        }
        let mut clock = GameClock::new_zeroed();
        match game.load_clock(&mut clock) {
            false => {
                let counted = get32(&game.head.wait_counted_epoch) + 2;
                let epoch = counted + state.stopped_epochs(self.epoch());
                (epoch as u64, 0)
            }
            true => {
                let counted = get64(&clock.wait_millis) + self.allowance(game, &clock);
                (0, counted + state.stopped_millis(self.millis()))
            }
        }
    }
}
