//! The views of documents 001 and 003. The game's contract answers them itself (label `document`);
//! all other views are in the view contract.

use chess_rules::{BoardCopy, Color};
use multiversx_sc::imports::*;

use crate::clock::does_time_run;
use crate::numbers::*;
use crate::stored_game::StoredGame;
use crate::types::{Awaits, Game};

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
        unsafe { TokenId::new_unchecked(self.state().wager().token) }
    }

    /// The wager's amount in the token's smallest unit, 0 until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerAmount)]
    fn wager_amount(&self) -> BigUint {
        BigUint::from_bytes_be_buffer(&self.state().wager().amount)
    }

    /// A player's score: a win counts 2, a draw 1.
    #[label("document")]
    #[label("view")]
    #[view(getScore)]
    fn get_score(&self, player: &ManagedAddress) -> u64 {
        self.score(player).get()
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
        let position = game.position(&mut board);
        ManagedByteArray::new_from_bytes(position.board())
    }

    /// Who offers a draw in a game, if anyone.
    #[label("document")]
    #[label("view")]
    #[view(getDrawOffer)]
    fn draw_offer(&self, game_id: usize) -> Option<ManagedAddress> {
        let game = self.game(game_id);
        if game.is_draw_offered_by(Color::White) {
            Some(game.player(Color::White))
        } else if game.is_draw_offered_by(Color::Black) {
            Some(game.player(Color::Black))
        } else {
            None
        }
    }

    /// Every game. Beyond some thousands, ask for pages.
    #[label("document")]
    #[label("view")]
    #[view(getGames)]
    fn get_games(&self) -> MultiValueEncoded<Game<Self::Api>> {
        (1..=self.games().len())
            .map(|id| self.game_view(id, &self.game(id)))
            .collect()
    }

    // ---- what several views share

    fn game_view(&self, game_id: usize, game: &StoredGame<Self::Api>) -> Game<Self::Api> {
        let head = &game.head;
        let (deadline_epoch, deadline_millis) = self.deadline(game);
        Game {
            game_id: game_id as u64,
            white_player: game.player(Color::White),
            black_player: game.player(Color::Black),
            player_turn: game.turn() as u8,
            last_move_epoch: get32(&head.wait_epoch) as u64,
            state: game.state(),
            end_reason: game.end_reason(),
            deadline_epoch,
            white_king: head.kings[0],
            black_king: head.kings[1],
            castling: head.castling,
            en_passant: head.en_passant,
            half_move_clock: head.half_move_clock,
            plies: head.ply.get(),
            awaits: match head.awaits {
                0 => Awaits::Move,
                1 => Awaits::Answer,
                _ => Awaits::LongerGame,
            },
            deadline_millis,
        }
    }

    /// The first epoch in which the time is over of what the game awaits, and the block time in
    /// milliseconds after which it is; 0 where that doesn't count. While the contract is paused,
    /// what they would be if the pause ended now.
    fn deadline(&self, game: &StoredGame<Self::Api>) -> (u64, u64) {
        let state = self.state();
        if !does_time_run(game) {
            return (0, 0);
        }
        match game.clock() {
            None => {
                let counted = get32(&game.head.wait_counted_epoch) + 2;
                let epoch = counted + state.stopped_epochs(self.epoch());
                (epoch as u64, 0)
            }
            Some(clock) => {
                let counted = get64(&clock.wait_millis) + self.allowance(game, &clock);
                (0, counted + state.stopped_millis(self.millis()))
            }
        }
    }
}
