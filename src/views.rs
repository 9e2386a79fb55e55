//! What anyone can ask. All of it (label `view`) is in the view contract, which reads the game
//! contract's storage: here it would cost every move its code.

use core::ops::ControlFlow;

use chess_rules::{BoardCopy, Color, Promotion};
use game_moves::chess::write_json;
use multiversx_sc::imports::*;

use crate::stored_game::StoredGame;
use crate::types::{Claims, Game, IllegalMoveRule, LegalMove};

#[multiversx_sc::module]
pub trait ViewsModule:
    crate::storage::StorageModule + crate::stored_state::StateModule + crate::history::HistoryModule
{
    /// Whether user transactions are stopped.
    #[label("view")]
    #[view(isPaused)]
    fn is_paused(&self) -> bool {
        self.state().is_paused()
    }

    /// The wager's token, `EGLD-000000` for EGLD; empty until it is set.
    #[label("view")]
    #[view(getWagerTokenId)]
    fn wager_token_id(&self) -> TokenId {
        // SAFETY: a token identifier as `setWager` took it, or none yet.
        unsafe { TokenId::new_unchecked(self.state().wager().token) }
    }

    /// The wager's amount in the token's smallest unit, 0 until it is set.
    #[label("view")]
    #[view(getWagerAmount)]
    fn wager_amount(&self) -> BigUint {
        BigUint::from_bytes_be_buffer(&self.state().wager().amount)
    }

    /// A player's score: a win counts 2, a draw 1.
    #[label("view")]
    #[view(getScore)]
    fn get_score(&self, player: &ManagedAddress) -> u64 {
        self.score(player).get()
    }

    /// Who waits for an opponent, if anyone.
    #[label("view")]
    #[view(getIsPlayerWaitingOpt)]
    fn is_player_waiting_opt(&self) -> Option<ManagedAddress> {
        self.state().waiting().map(|waiting| waiting.player())
    }

    /// The 64 piece codes of a game's board, a8 first.
    #[label("view")]
    #[view(getBoard)]
    fn get_board(&self, game_id: usize) -> ManagedByteArray<Self::Api, 64> {
        self.game(game_id);
        self.board(game_id).get()
    }

    /// Who offers a draw in a game, if anyone.
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
    #[label("view")]
    #[view(getGames)]
    fn get_games(&self) -> MultiValueEncoded<Game<Self::Api>> {
        self.games_page(1, usize::MAX)
    }

    /// Up to `count` games from the id `first` on.
    #[label("view")]
    #[view(getGamesPage)]
    fn games_page(&self, first: usize, count: usize) -> MultiValueEncoded<Game<Self::Api>> {
        let last = self
            .games()
            .len()
            .min(first.saturating_add(count).saturating_sub(1));
        (first.max(1)..=last)
            .map(|id| self.game_view(id, &self.game(id)))
            .collect()
    }

    /// How many games were ever started, which is the last game's id.
    #[label("view")]
    #[view(getGameCount)]
    fn game_count(&self) -> usize {
        self.games().len()
    }

    #[label("view")]
    #[view(getGame)]
    fn get_game(&self, game_id: usize) -> Game<Self::Api> {
        self.game_view(game_id, &self.game(game_id))
    }

    /// A player's games, the newest first: up to `count` of those before the game `before` (0:
    /// from the newest on). The first result is the `before` of the next page, 0 at the end.
    #[label("view")]
    #[view(getPlayerGames)]
    fn player_games(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        self.player_games_before(player, before, count, |_| true)
    }

    /// A player's ongoing games, the newest first, among up to `count` games before the game
    /// `before` (0: from the newest on). The first result is the `before` of the next page, 0 at
    /// the end.
    #[label("view")]
    #[view(getOngoingGames)]
    fn ongoing_games(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        self.player_games_before(player, before, count, StoredGame::is_ongoing)
    }

    /// A game's moves in canonical chess binary, two or three bytes each (crate `game-moves`).
    #[label("view")]
    #[view(getMoves)]
    fn get_moves(&self, game_id: usize) -> ManagedBuffer {
        let game = self.game(game_id);
        let mut moves = ManagedBuffer::new();
        for block in 0..game.full_blocks() {
            moves.append(&self.full_block(game_id, block).get());
        }
        moves.append(&game.current_block());
        moves
    }

    /// The legal moves of the player to move; none once the game is over.
    #[label("view")]
    #[view(getLegalMoves)]
    fn legal_moves(&self, game_id: usize) -> MultiValueEncoded<LegalMove> {
        let mut moves = MultiValueEncoded::new();
        let game = self.game(game_id);
        if game.is_ongoing() {
            let mut board = BoardCopy::start();
            let position = self.position(&self.board_buffer(game_id), &game, &mut board);
            let visited = position.try_each_legal(|m| {
                moves.push(LegalMove {
                    from: m.from.index_from_a8(),
                    to: m.to.index_from_a8(),
                    promotion: m.promotion.map_or(0, |p: Promotion| p as u8),
                });
                ControlFlow::<()>::Continue(())
            });
            debug_assert!(visited.is_continue());
        }
        moves
    }

    /// The position in Forsyth–Edwards Notation; the en-passant square only where a capture
    /// there is legal.
    #[label("view")]
    #[view(getFen)]
    fn get_fen(&self, game_id: usize) -> ManagedBuffer {
        let mut fen = ManagedBuffer::new();
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        self.position(&self.board_buffer(game_id), &game, &mut board)
            .each_fen_byte(|byte| fen.append_bytes(&[byte]));
        fen
    }

    /// SHA-256 of the position as a canonical chess state (crate `game-moves`). Under the rule
    /// `forfeit` a position whose last move can be called illegal has a hash too, though it is no
    /// state that a legal game can have.
    #[label("view")]
    #[view(getStateHash)]
    fn state_hash(&self, game_id: usize) -> ManagedByteArray<Self::Api, 32> {
        let mut json = ManagedBuffer::new();
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&self.board_buffer(game_id), &game, &mut board);
        write_json(&position, &mut |piece: &[u8]| {
            json.append_bytes(piece);
        });
        self.crypto().sha256(&json)
    }

    /// What can be claimed in a game now.
    #[label("view")]
    #[view(getClaims)]
    fn get_claims(&self, game_id: usize) -> Claims {
        let game = self.game(game_id);
        let late = game.is_late(self.clock_now(&self.state()));
        let mut board = BoardCopy::start();
        let position = self.position(&self.board_buffer(game_id), &game, &mut board);
        Claims {
            draw: game.is_ongoing()
                && !late
                && (position.half_move_clock() >= 100
                    || self.has_occurred(3, game_id, &game, &position)),
            illegal_move: game.is_ongoing()
                && !late
                && position.is_in_check(position.turn().other()),
            inactivity: game.is_ongoing() && late,
        }
    }

    /// What is owed to a player and can be withdrawn, in the wager's token.
    #[label("view")]
    #[view(getCredit)]
    fn get_credit(&self, player: &ManagedAddress) -> BigUint {
        self.credit(player).get()
    }

    /// What becomes of a move that leaves the mover's own king attacked.
    #[label("view")]
    #[view(getIllegalMoveRule)]
    fn illegal_move_rule(&self) -> IllegalMoveRule {
        match self.state().rejects_illegal_moves() {
            true => IllegalMoveRule::Reject,
            false => IllegalMoveRule::Forfeit,
        }
    }

    // ---- what several views share

    fn player_games_before(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
        wanted: impl Fn(&StoredGame<Self::Api>) -> bool,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        let mut games = MultiValueEncoded::new();
        let mut id = match before {
            0 => self.last_game(player).get() as usize,
            _ => self.game(before).previous_game(player),
        };
        let mut last = before;
        for _ in 0..count {
            if id == 0 {
                last = 0;
                break;
            }
            let game = self.game(id);
            if wanted(&game) {
                games.push(self.game_view(id, &game));
            }
            last = id;
            id = game.previous_game(player);
        }
        let next = if id == 0 { 0 } else { last };
        (next, games).into()
    }

    fn game_view(&self, game_id: usize, game: &StoredGame<Self::Api>) -> Game<Self::Api> {
        let position = game.position(());
        Game {
            game_id: game_id as u64,
            white_player: game.player(Color::White),
            black_player: game.player(Color::Black),
            player_turn: position.turn() as u8,
            last_move_epoch: game.clock().epoch as u64,
            state: game.state(),
            end_reason: game.end_reason(),
            deadline_epoch: self.deadline(game),
            white_king: position.king(Color::White).index_from_a8(),
            black_king: position.king(Color::Black).index_from_a8(),
            castling: position.castling().bits(),
            en_passant: position.context().en_passant,
            half_move_clock: position.half_move_clock(),
            plies: position.ply(),
        }
    }

    /// The first epoch in which inactivity can be signalled.
    fn deadline(&self, game: &StoredGame<Self::Api>) -> u64 {
        (game.clock().counted + self.state().paused_epochs() + 2) as u64
    }
}
