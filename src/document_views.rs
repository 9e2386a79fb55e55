//! The views of documents 001 and 003. The game's contract answers them itself (label `document`);
//! all other views are in the view contract.

use chess_record::{GameClock, PauseTimes, U16, U32, U64, clock, flags};
use chess_rules::{BoardCopy, Color};
use multiversx_sc::imports::*;
use zerocopy::{Immutable, IntoBytes, Unaligned};

use crate::abi_values::{Encoded, GameId, GivenOut};
use crate::stored::StoredGame;
use crate::stored::buffers::append_u32;
use crate::types::Game;

/// A [`Game`] from the turn to the second deadline, as it is encoded.
#[derive(IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct GameAfterPlayers {
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
    rounds: [u8; 2],
    round: [u8; 2],
    points: [u8; 2],
    engines: u8,
    played: [u8; 2],
}

#[multiversx_sc::module]
pub trait DocumentViewsModule: crate::stored::StorageModule + crate::clock::ClockModule {
    /// Whether user transactions are stopped.
    #[label("document")]
    #[label("view")]
    #[view(isPaused)]
    fn is_paused(&self) -> bool {
        self.state().head.is_paused()
    }

    /// The wager's token, `EGLD-000000` for EGLD; empty until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerTokenId)]
    fn wager_token_id(&self) -> Encoded<Self::Api, TokenId> {
        // a `TokenId` can't be empty
        Encoded::new(self.state().wager().token())
    }

    /// The wager's amount in the token's smallest unit, 0 until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerAmount)]
    fn wager_amount(&self) -> Encoded<Self::Api, BigUint> {
        Encoded::new(self.state().wager().amount_bytes())
    }

    /// A player's score: a win counts 2, a draw 1.
    #[label("document")]
    #[label("view")]
    #[view(getScore)]
    fn get_score(&self, player: Encoded<Self::Api, ManagedAddress>) -> u64 {
        self.score(&player.address()).get() as u64
    }

    /// Who waits for an opponent, if anyone.
    #[label("document")]
    #[label("view")]
    #[view(getIsPlayerWaitingOpt)]
    fn is_player_waiting_opt(&self) -> Encoded<Self::Api, Option<ManagedAddress>> {
        let waiting = self.state().waiting();
        Encoded::optional(waiting.map(|waiting| waiting.player()))
    }

    /// The 64 piece codes of a game's board, a8 first.
    #[label("document")]
    #[label("view")]
    #[view(getBoard)]
    fn get_board(&self, game_id: GameId) -> ManagedByteArray<Self::Api, 64> {
        let game = self.game(game_id.0);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        ManagedByteArray::new_from_bytes(position.board())
    }

    /// Who offers a draw in a game, if anyone.
    #[label("document")]
    #[label("view")]
    #[view(getDrawOffer)]
    fn draw_offer(&self, game_id: GameId) -> Encoded<Self::Api, Option<ManagedAddress>> {
        let game = self.game(game_id.0);
        let offerer = game.head.draw_offered_by();
        Encoded::optional(offerer.map(|color| game.player(color)))
    }

    /// Every game. Beyond some thousands, ask for pages.
    #[label("document")]
    #[label("view")]
    #[view(getGames)]
    fn get_games(&self) -> GivenOut<Self::Api, Game<Self::Api>> {
        let count = self.last_game_id().get();
        GivenOut::all((0..count).map(|id| Encoded::new(self.encoded_game(&self.game(id + 1)))))
    }

    // ---- what several views share

    /// A [`Game`] as it is encoded. The record has most of it in the same form.
    fn encoded_game(&self, game: &StoredGame<Self::Api>) -> ManagedBuffer {
        let head = &game.head;
        let mut after = GameAfterPlayers {
            player_turn: game.head.turn() as u8,
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
            rounds: [0, head.rounds],
            round: [0, head.round],
            points: [0, head.points],
            engines: head.has(flags::ENGINES) as u8,
            played: [0, head.played],
        };
        self.set_deadline(game, &mut after);
        let mut encoded = ManagedBuffer::new_from_bytes(&[0; 4]);
        append_u32(&mut encoded, game.id as u32);
        encoded.append(game.player(Color::White).as_managed_buffer());
        encoded.append(game.player(Color::Black).as_managed_buffer());
        encoded.append_bytes(after.as_bytes());
        encoded
    }

    /// The first epoch in which the time is over of what the game awaits, and the block time in
    /// milliseconds after which it is; 0 if that doesn't count. While the contract is paused,
    /// what they would be if the pause ended now.
    fn set_deadline(&self, game: &StoredGame<Self::Api>, view: &mut GameAfterPlayers) {
        if !clock::does_time_run(&game.head) {
            return;
        }
        let state = &game.contract;
        let mut clock = GameClock::empty();
        if game.load_clock(&mut clock) {
            let counted = clock.wait_millis.get() + self.allowance(game, &clock);
            let mut times = PauseTimes::empty();
            state.load_pause_times(&mut times);
            let stopped = times.stopped_millis(state.head.is_paused(), self.millis());
            view.deadline_millis.set(counted + stopped);
        } else {
            let counted = game.head.wait_counted_epoch.get() + 2;
            let epoch = counted + state.head.stopped_epochs(self.epoch());
            view.deadline_epoch.set(epoch.into());
        }
    }
}
