//! The views of documents 001 and 003. The game's contract answers them itself (label `document`);
//! all other views are in the view contract.

use chess_record::{GameClock, PauseTimes, clock, flags};
use chess_rules::{BoardCopy, Color};
use multiversx_sc::imports::*;

use crate::stored::StoredGame;
use crate::types::Game;

#[multiversx_sc::module]
pub trait DocumentViewsModule: crate::stored::StorageModule + crate::clock::ClockModule {
    /// Whether user transactions are stopped.
    #[label("document")]
    #[label("view")]
    #[view(isPaused)]
    fn is_paused(&self) -> bool {
        self.state().head.is_paused()
    }

    /// The wager's token, `EGLD-000000` for EGLD and until it is set.
    #[label("document")]
    #[label("view")]
    #[view(getWagerTokenId)]
    fn wager_token_id(&self) -> TokenId {
        self.state().wager().token().into()
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
    fn get_score(&self, player: ManagedAddress) -> u64 {
        self.score(&player).get() as u64
    }

    /// The player who waits for an opponent, if there is one.
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
    fn get_board(&self, game_id: usize) -> ManagedBuffer {
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        position.board().into()
    }

    /// The player who offers a draw in a game, if there is one.
    #[label("document")]
    #[label("view")]
    #[view(getDrawOffer)]
    fn draw_offer(&self, game_id: usize) -> Option<ManagedAddress> {
        let game = self.game(game_id);
        let offerer = game.head.draw_offered_by();
        offerer.map(|color| game.player(color))
    }

    /// Every game. Beyond some thousands use `getGamesPage`.
    #[label("document")]
    #[label("view")]
    #[view(getGames)]
    fn get_games(&self) -> MultiValueEncoded<Game<Self::Api>> {
        (1..=self.last_game_id().get())
            .map(|id| self.game_view(&self.game(id)))
            .collect()
    }

    // ---- what several views share

    fn game_view(&self, game: &StoredGame<Self::Api>) -> Game<Self::Api> {
        let head = &game.head;
        let (deadline_epoch, deadline_millis) = self.deadline(game);
        Game {
            game_id: game.id as u64,
            white_player: game.player(Color::White),
            black_player: game.player(Color::Black),
            player_turn: head.turn() as u8,
            last_move_epoch: head.wait_epoch.get().into(),
            state: head.state(),
            end_reason: head.end_reason(),
            deadline_epoch,
            white_king: head.kings[0],
            black_king: head.kings[1],
            castling: head.castling,
            en_passant: head.en_passant,
            half_move_clock: head.half_move_clock,
            plies: head.ply.get(),
            awaits: head.awaited(),
            deadline_millis,
            rounds: head.rounds.into(),
            round: head.round.into(),
            points: head.points.into(),
            engines: head.has(flags::ENGINES),
            played: head.played.into(),
        }
    }

    /// The first epoch in which the game's time has expired, and the block time in milliseconds
    /// after which it has; 0 for the one that doesn't count. While the contract is paused, as if
    /// the pause ended now.
    fn deadline(&self, game: &StoredGame<Self::Api>) -> (u64, u64) {
        if !clock::does_time_run(&game.head) {
            return (0, 0);
        }
        let state = &game.contract;
        let mut clock = GameClock::empty();
        if game.load_clock(&mut clock) {
            let counted = clock.wait_millis.get() + self.allowance(game, &clock);
            let mut times = PauseTimes::empty();
            state.load_pause_times(&mut times);
            let stopped = times.stopped_millis(state.head.is_paused(), self.millis());
            (0, counted + stopped)
        } else {
            let counted = game.head.wait_counted_epoch.get() + 2;
            let epoch = counted + state.head.stopped_epochs(self.epoch());
            (epoch.into(), 0)
        }
    }
}
