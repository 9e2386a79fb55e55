//! Play by signature: the players move off the chain, and one call tells the chain the whole
//! game. What they sign is in the crate `signed-play`.

use chess_rules::{Board, BoardCopy, Color, Position, Promotion};
use multiversx_sc::imports::*;
use signed_play::DOMAIN;

use crate::errors::*;
use crate::history::from_canonical;
use crate::numbers::{get16, append32};
use crate::parts::{byte_at, part, rest};
use crate::numbers::Number;
use crate::stored_game::{
    BLOCK_LEN, LAST_SIGNED_PLY, LONGEST_MOVE, StoredGame, is_block_full, traits,
};
use crate::types::{Awaits, EndReason};

/// What a player says besides making moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Action {
    None,
    Resign,
    Draw,
    Ask,
}

/// How many bytes of moves are loaded at once: as many as a block holds at most.
const LOADED: usize = BLOCK_LEN;

/// A message: its action and where its signature is.
const MESSAGE_LEN: usize = 65;

#[multiversx_sc::module]
pub trait SignedPlayModule:
    crate::storage::StorageModule
    + crate::stored_state::StateModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::move_validation::MoveValidationModule
    + crate::events::EventsModule
{
    /// Brings a game that was played by signature.
    ///
    /// `moves`: the whole game in canonical binary. `white`, `black`: each empty, or an action
    /// (0 none, 1 resigns, 2 draw, 3 asks for a move) and a signature of 64 bytes.
    #[endpoint(play)]
    fn play(
        &self,
        game_id: usize,
        moves: ManagedBuffer,
        white: ManagedBuffer,
        black: ManagedBuffer,
    ) {
        let mut game = self.running_game(game_id);
        self.require_ongoing(&game);
        check!(game.has(traits::KEYS), ERROR_NO_KEYS);
        let messages = [white, black];
        let actions = [self.action_of(&messages[0]), self.action_of(&messages[1])];

        // what the chain knows, and how it stands there
        let known_ply = get16(&game.head.ply);
        let is_late = self.is_time_over(&game);
        let is_asked = game.awaits(Awaits::Answer);
        let open_end = game.awaits(Awaits::LongerGame).then(|| game.end_reason());
        if is_asked {
            self.charge_player_to_move(&mut game);
        }

        // the moves that it doesn't know
        let known = self.all_moves(&game);
        let continues = part(&moves, 0, known.len()) == known;
        let mut board = BoardCopy::start();
        let at = match continues {
            true => known.len(),
            false => {
                game.go_to_start();
                0
            }
        };
        let mut position = self.position(&game, &mut board);
        self.replay(&mut game, &mut position, &moves, at);
        let ply = position.ply();
        let is_longer = ply > known_ply;
        check!(
            is_longer || ply == known_ply && continues,
            ERROR_NOT_LONGER
        );

        // whose signatures are needed, and whether they hold
        let last_mover = position.turn().other();
        let new_plies = ply - known_ply;
        let last_len = self.last_move_len(&moves);
        let keys = self.keys(game_id).get();
        for (side, message) in messages.iter().enumerate() {
            let color = match side {
                0 => Color::White,
                _ => Color::Black,
            };
            let moves_here = new_plies > 1 || new_plies == 1 && color == last_mover;
            if message.is_empty() {
                check!(continues && !moves_here, ERROR_SIGNATURE_MISSING);
                continue;
            }
            let covers_last = actions[color as usize] != Action::None || color == last_mover;
            let covered = moves.len() - if covers_last { 0 } else { last_len };
            self.verify(game.id, &keys, color, message, &moves, covered);
        }

        // what it does to the chain's game
        let [of_white, of_black] = actions;
        let both_act = of_white != Action::None && of_black != Action::None;
        check!(
            !both_act || of_white == Action::Draw && of_black == Action::Draw,
            ERROR_BOTH_ACT
        );
        // where nobody acts the colour isn't used
        let (action, actor) = match of_white {
            Action::None => (of_black, Color::Black),
            _ => (of_white, Color::White),
        };
        let mut end = open_end;
        if is_longer {
            check!(!is_late, ERROR_TOO_LATE);
            if let Some(reason) = open_end {
                // an end on the board is undone by one ply, one that the players made by two
                check!(
                    new_plies > 1 || is_end_by_board(reason),
                    ERROR_NOT_LONG_ENOUGH
                );
            }
            game.head.draw_offer = 0;
            game.head.end_reason = EndReason::None as u8;
            self.begin_wait(&mut game, Awaits::Move);
            let first_ply = if continues { known_ply } else { 0 };
            let new = rest(&moves, at);
            self.moves_played_event(Number(game_id as u32), Number(first_ply.into()), &new);
            end = self.end_by_position(&game, &position);
        }
        match action {
            Action::None => {
                check!(is_longer, ERROR_NO_EFFECT);
                match end {
                    Some(reason) => self.end_or_open(&mut game, reason),
                    None => self.store_game(&mut game),
                }
            }
            Action::Resign => {
                if let Some(reason) = end {
                    // a mate, if it is one, can be acknowledged in the same call
                    game.head.awaits = Awaits::LongerGame as u8;
                    game.head.end_reason = reason as u8;
                }
                self.resign_game(&mut game, actor);
            }
            Action::Draw => {
                check!(!is_late || end.is_some(), ERROR_TOO_LATE);
                let by_player_to_move = both_act || actor != last_mover;
                let reason = match end {
                    // the other player acknowledges a draw on the board
                    Some(reason) => {
                        let is_drawn_on_board =
                            reason != EndReason::Checkmate && is_end_by_board(reason);
                        check!(by_player_to_move && is_drawn_on_board, ERROR_NO_EFFECT);
                        game.head.end_reason = reason as u8;
                        self.settle_open_end(&mut game);
                        return;
                    }
                    None if both_act => EndReason::Agreement,
                    None => match self.claimable_draw(&game, &position) {
                        Some(reason) if by_player_to_move => reason,
                        _ => refuse!(ERROR_DRAW_NOT_CLAIMABLE),
                    },
                };
                self.end_or_open(&mut game, reason);
            }
            Action::Ask => {
                let is_answered = is_longer || !is_asked;
                check!(
                    is_answered && end.is_none() && actor == last_mover && game.is_signed_play(),
                    ERROR_CANNOT_ASK
                );
                self.begin_wait(&mut game, Awaits::Answer);
                self.move_asked_event(Number(game_id as u32), &game.player(actor));
                self.store_game(&mut game);
            }
        }
    }

    /// What a message says; empty for none.
    fn action_of(&self, message: &ManagedBuffer) -> Action {
        if message.is_empty() {
            return Action::None;
        }
        check!(message.len() == MESSAGE_LEN, ERROR_INVALID_MESSAGE);
        match byte_at(message, 0) {
            0 => Action::None,
            1 => Action::Resign,
            2 => Action::Draw,
            3 => Action::Ask,
            _ => refuse!(ERROR_INVALID_MESSAGE),
        }
    }

    /// Plays the moves from a byte on, each of which must be legal, and appends them to the game's
    /// history.
    fn replay(
        &self,
        game: &mut StoredGame<Self::Api>,
        position: &mut Position<&mut Board>,
        moves: &ManagedBuffer,
        start: usize,
    ) {
        let mut at = start;
        // The history's blocks are slices of the moves, which are canonical.
        let mut block_start = at - game.head.block_len as usize;
        let mut full_blocks = game.full_blocks();
        let block = |from: usize, to: usize| part(moves, from, to - from);
        // A load pays for the whole buffer, so it takes many moves. It finds enough bytes wherever
        // a move begins.
        let mut padded = moves.clone();
        padded.append_bytes(&[0; LOADED]);
        let mut loaded = BoardCopy::start(); // 64 bytes; clearing them would be a call of `memset`
        let loaded = loaded.board_mut();
        let mut loaded_end = at;
        while at < moves.len() {
            check!(position.ply() < LAST_SIGNED_PLY, ERROR_TOO_MANY_PLIES);
            // a mate or stalemate leaves no legal move anyway, and only a capture or a promotion
            // makes a position dead
            let is_dead = position.half_move_clock() == 0 && position.is_dead();
            let may_go_on = position.half_move_clock() < 150 && !is_dead;
            check!(may_go_on, ERROR_AFTER_THE_END);
            if at + LONGEST_MOVE > loaded_end {
                padded.load_slice(at, loaded);
                loaded_end = at + LOADED;
            }
            let byte = |i: usize| loaded[(at + LOADED - loaded_end + i) % LOADED];
            // What canonical moves must be besides, the rules ask for too.
            let (from, to) = (byte(0), byte(1));
            let (chosen, len) = match to & 0x40 {
                0 => (0, 2),
                _ => (byte(2) as u32 + 1, LONGEST_MOVE),
            };
            check!(
                from < 64 && to < 128 && chosen <= 4 && at + len <= moves.len(),
                ERROR_INVALID_MOVES
            );
            let m = chess_rules::Move {
                from: from_canonical(from),
                to: from_canonical(to),
                promotion: Promotion::from_number(chosen as u8),
            };
            let mover = position.turn();
            check!(
                position.is_pseudo_legal(m.from, m.to)
                    && position.promotes(m.from, m.to) == m.promotion.is_some(),
                ERROR_PIECE_CANNOT_GO_THERE
            );
            position.apply(m);
            check!(!position.is_in_check(mover), ERROR_OWN_KING_ATTACKED);
            if is_block_full(at - block_start) {
                self.full_block(game.id, full_blocks)
                    .set(block(block_start, at));
                full_blocks += 1;
                block_start = at;
            }
            at += len;
        }
        if at != start {
            self.store_position(game, position);
            game.set_current_block(full_blocks, &block(block_start, at));
        }
    }

    /// How many bytes the last move takes. The last byte but one is the first square of a move of
    /// two bytes, below 64, or the second of a promotion, with a flag of 64.
    fn last_move_len(&self, moves: &ManagedBuffer) -> usize {
        let Some(last_but_one) = moves.len().checked_sub(2) else {
            return 0;
        };
        if byte_at(moves, last_but_one) & 0x40 == 0 {
            2
        } else {
            LONGEST_MOVE
        }
    }

    /// Fails where the signature doesn't hold for the first `covered` bytes of the moves.
    fn verify(
        &self,
        game_id: usize,
        keys: &ManagedBuffer,
        color: Color,
        message: &ManagedBuffer,
        moves: &ManagedBuffer,
        covered: usize,
    ) {
        let mut signed = ManagedBuffer::new_from_bytes(DOMAIN);
        signed.append(self.blockchain().get_sc_address().as_managed_buffer());
        append32(&mut signed, game_id as u32);
        signed.append(keys);
        signed.append(&part(message, 0, 1));
        signed.append(&part(moves, 0, covered));
        self.crypto().verify_ed25519(
            &part(keys, color as usize * 32, 32),
            &signed,
            &rest(message, 1),
        );
    }
}

/// Whether this end came about on the board, rather than by a claim or by agreement.
fn is_end_by_board(reason: EndReason) -> bool {
    matches!(
        reason,
        EndReason::Checkmate
            | EndReason::Stalemate
            | EndReason::DeadPosition
            | EndReason::FivefoldRepetition
            | EndReason::SeventyFiveMoves
    )
}
