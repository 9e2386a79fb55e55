//! Play by signature: the players move off the chain, and one call submits the whole game, or the
//! whole round of a match, in the four steps of this file.
//!
//! A message is an [`Action`] with a signature of the moves (crate `signed-play`). An *ask* starts
//! the opponent's clock on the chain. An *open* end becomes final when its window expires
//! ([`end`](crate::end)).

use chess_record::{Awaits, BLOCK_LEN, EndReason, LONGEST_MOVE, flags, is_block_full};
use chess_rules::{Board, BoardCopy, Color, Move, Position, Promotion};
use multiversx_sc::imports::*;
use signed_play::{Action, MAX_PLIES, SignedAction, covered_plies};

use crate::call::Call;
use crate::end::open_end;
use crate::errors::*;
use crate::history::{from_canonical, has_occurred_in};
use crate::stored::buffers::{byte_at, part, rest};
use crate::stored::{Paused, StoredGame};

/// The chain's state of the round before a call.
pub struct Known {
    ply: u16,
    /// The length in bytes of the chain's moves if the call's begin with them, else 0.
    common_len: usize,
    /// Whether the call's moves begin with the chain's.
    continues: bool,
    /// Whether the chain has just followed to this round.
    is_new_round: bool,
    /// Whether the time had expired.
    is_late: bool,
    /// Whether the opponent had asked for the move.
    is_asked: bool,
    /// The end that is open, until longer play takes its place.
    open_end: Option<EndReason>,
}

#[multiversx_sc::module]
pub trait SignedPlayModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::money::MoneyModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::matches::MatchModule
    + crate::signatures::SignaturesModule
    + crate::events::EventsModule
{
    /// Anyone submits a game that was played by signature. Open if a pause has lasted more than 30
    /// epochs.
    ///
    /// - `round`, `points`: in a match, the round, and the points of the player who was White in
    ///   round 0 in the rounds before it; in a single game 0.
    /// - `moves`: all moves of the round in canonical binary (crate `game-moves`).
    /// - `white`, `black`: each empty, or an [`Action`] of one byte and a signature of 64 bytes.
    ///
    /// Errors: paused; the game isn't being played, or has no keys; a message, a move, a round or
    /// points that aren't valid; a signature that is missing or not valid; the chain has as much
    /// already; the time has expired; an action that has no effect now.
    #[endpoint(play)]
    fn play(
        &self,
        game_id: usize,
        round: u16,
        points: u16,
        moves: ManagedBuffer,
        white: ManagedBuffer,
        black: ManagedBuffer,
    ) {
        let mut game = self.open_game(game_id, Paused::OpenIfLong);
        self.require_ongoing(&game);
        check!(game.head.has(flags::KEYS), ERROR_NO_KEYS);
        let call = Call {
            round,
            points,
            moves,
            actions: [self.action_of(&white), self.action_of(&black)],
            messages: [white, black],
        };
        let [of_white, of_black] = call.actions;
        if of_white == Action::Leave || of_black == Action::Leave {
            self.leave_match(&mut game, &call);
            return;
        }
        let mut known = self.follow_and_compare(&mut game, &call);
        let mut board = BoardCopy::start();
        let position = self.replay(&mut game, &mut board, &call, &known);
        self.require_more(&known, &position);
        self.require_signatures(&game, &call, &known, &position);
        self.carry_out(&mut game, &call, &mut known, &position);
    }

    /// The action of a message; [`Action::Move`] for an empty one.
    fn action_of(&self, message: &ManagedBuffer) -> Action {
        if message.is_empty() {
            return Action::Move;
        }
        let action = Action::from_byte(byte_at(message, 0));
        match action {
            Some(action) if message.len() == SignedAction::LEN => action,
            _ => refuse!(ERROR_INVALID_MESSAGE),
        }
    }

    // ---- 1. what the chain knows

    /// Follows to the call's round, charges a player who was asked, and compares the moves. If they
    /// differ, the game returns to its start.
    fn follow_and_compare(
        &self,
        game: &mut StoredGame<Self::Api>,
        call: &Call<Self::Api>,
    ) -> Known {
        let is_late = self.is_time_over(game);
        let is_new_round = self.follow_to_round(game, call, is_late);
        let head = &game.head;
        let mut known = Known {
            ply: head.ply.get(),
            common_len: 0,
            continues: true,
            is_new_round,
            is_late,
            is_asked: head.awaits(Awaits::Answer),
            open_end: open_end(game),
        };
        self.charge_if_asked(game);
        let moves = self.all_moves(game);
        known.common_len = moves.len();
        if part(&call.moves, 0, known.common_len) != moves {
            (known.common_len, known.continues) = (0, false);
            game.head.go_to_start();
        }
        known
    }

    // ---- 2. the moves that the chain doesn't know

    /// Plays the new moves, each of which must be legal, and appends them to the game's history.
    /// Returns the position after them.
    fn replay<'a>(
        &self,
        game: &mut StoredGame<Self::Api>,
        board: &'a mut BoardCopy,
        call: &Call<Self::Api>,
        known: &Known,
    ) -> Position<&'a mut Board> {
        let moves = &call.moves;
        let mut position = self.position(game, board);
        let (mut at, end) = (known.common_len, moves.len());
        // The history's blocks are slices of the moves, which are canonical.
        let mut block_start = at - game.head.block_len as usize;
        let mut full_blocks = game.full_blocks();
        let block = |from: usize, to: usize| part(moves, from, to - from);
        // A load costs the whole buffer's gas, so it reads many moves. Bytes after the last move
        // don't matter: a move that includes them is refused.
        let mut loaded = BoardCopy::start(); // 64 bytes; clearing them would be a call of `memset`
        let loaded = loaded.board_mut();
        let mut loaded_end = at;
        while at < end {
            self.require_can_continue(&position);
            if at + LONGEST_MOVE > loaded_end {
                let len = BLOCK_LEN.min(end - at);
                moves.load_slice(at, &mut loaded[..len]);
                loaded_end = at + BLOCK_LEN;
            }
            // `loaded` begins at `loaded_end - BLOCK_LEN`; the remainder spares an index check
            let byte = |i: usize| loaded[(at + BLOCK_LEN - loaded_end + i) % BLOCK_LEN];
            let (m, len) = self.decode_move([byte(0), byte(1), byte(2)]);
            check!(at + len <= end, ERROR_INVALID_MOVES);
            // after a fifth repetition one ply is refused; two undo it, as both players have signed
            let is_last = at + len == end;
            let is_after_fifth = is_last && has_occurred_in(5, &part(moves, 0, at), &position);
            self.play_move(&mut position, m);
            check!(!is_after_fifth, ERROR_AFTER_THE_END);
            if is_block_full(at - block_start) {
                self.full_block(game.id, full_blocks)
                    .set(block(block_start, at));
                full_blocks += 1;
                block_start = at;
            }
            at += len;
        }
        if at != known.common_len {
            self.store_position(game, &position);
            game.set_current_block(full_blocks, &block(block_start, at));
        }
        position
    }

    /// No move may follow ply 1,000, a dead position or the 75th move. (A mate or stalemate leaves
    /// no legal move anyway, and only a capture or a promotion makes a position dead.)
    fn require_can_continue(&self, position: &Position<&mut Board>) {
        check!((position.ply() as usize) < MAX_PLIES, ERROR_TOO_MANY_PLIES);
        let is_dead = position.half_move_clock() == 0 && position.is_dead();
        let can_continue = position.half_move_clock() < 150 && !is_dead;
        check!(can_continue, ERROR_AFTER_THE_END);
    }

    /// A move of canonical binary, and its length in bytes: two squares, the second with 0x40 for a
    /// promotion, and then the piece, 0 to 3. The rules check the rest.
    fn decode_move(&self, [from, to, chosen]: [u8; 3]) -> (Move, usize) {
        let promotes = to & 0x40 != 0;
        let is_canonical = from < 64 && to < 128 && !(promotes && chosen > 3);
        check!(is_canonical, ERROR_INVALID_MOVES);
        let (promotion, len) = match promotes {
            true => (Promotion::from_number(chosen + 1), LONGEST_MOVE),
            false => (None, LONGEST_MOVE - 1),
        };
        let m = Move {
            from: from_canonical(from),
            to: from_canonical(to),
            promotion,
        };
        (m, len)
    }

    fn play_move(&self, position: &mut Position<&mut Board>, m: Move) {
        let mover = position.turn();
        check!(
            position.is_pseudo_legal(m.from, m.to)
                && position.promotes(m.from, m.to) == m.promotion.is_some(),
            ERROR_PIECE_CANNOT_GO_THERE
        );
        position.apply(m);
        check!(!position.is_in_check(mover), ERROR_OWN_KING_ATTACKED);
    }

    // ---- 3. the signatures

    /// The call must have more moves than the chain, or all of the chain's.
    fn require_more(&self, known: &Known, position: &Position<&mut Board>) {
        let ply = position.ply();
        let has_more = ply > known.ply || known.is_new_round;
        let has_as_much = ply == known.ply && known.continues;
        check!(has_more || has_as_much, ERROR_NOT_LONGER);
    }

    /// Each message must be valid. One is needed from each player who made a new move, and from both
    /// if the moves differ from the chain's or begin a round.
    fn require_signatures(
        &self,
        game: &StoredGame<Self::Api>,
        call: &Call<Self::Api>,
        known: &Known,
        position: &Position<&mut Board>,
    ) {
        let ply = position.ply();
        let last_mover = position.turn().other();
        let last_len = self.last_move_len(&call.moves);
        for (side, message) in call.messages.iter().enumerate() {
            let color = match side {
                0 => Color::White,
                _ => Color::Black,
            };
            let moves_here = ply > known.ply + 1 || ply == known.ply + 1 && color == last_mover;
            if message.is_empty() {
                let is_needed = moves_here || !known.continues || known.is_new_round;
                check!(!is_needed, ERROR_SIGNATURE_MISSING);
                continue;
            }
            let action = call.actions[side & 1]; // of two: no index to check
            let plies = covered_plies(action, color, call.round, ply as usize);
            // none: a first message of Black's in a single game, over no moves, which nobody signs
            let covers_all = plies == Some(ply as usize);
            let covered = call.moves.len() - if covers_all { 0 } else { last_len };
            self.verify(game, call, color, covered);
        }
    }

    /// The number of bytes of the last move. The last byte but one is the first square of a move of
    /// two bytes, below 64, or the second of a promotion, with a flag of 64.
    fn last_move_len(&self, moves: &ManagedBuffer) -> usize {
        let Some(last_but_one) = moves.len().checked_sub(2) else {
            return 0;
        };
        match byte_at(moves, last_but_one) & 0x40 {
            0 => LONGEST_MOVE - 1,
            _ => LONGEST_MOVE,
        }
    }

    // ---- 4. what it does to the chain's game

    fn carry_out(
        &self,
        game: &mut StoredGame<Self::Api>,
        call: &Call<Self::Api>,
        known: &mut Known,
        position: &Position<&mut Board>,
    ) {
        let [of_white, of_black] = call.actions;
        let both_act = of_white != Action::Move && of_black != Action::Move;
        check!(
            !both_act || of_white == Action::Draw && of_black == Action::Draw,
            ERROR_BOTH_ACT
        );
        // if no player acts the colour isn't used
        let (action, actor) = match of_white {
            Action::Move => (of_black, Color::Black),
            _ => (of_white, Color::White),
        };
        let is_longer = position.ply() > known.ply || known.is_new_round;
        let end = match is_longer {
            true => self.take_moves(game, call, known, position),
            false => known.open_end,
        };
        match action {
            Action::Resign => {
                // before the last round it would open a new window after the time has expired
                let counts = !known.is_late || game.head.is_last_round();
                check!(counts, ERROR_TOO_LATE);
                self.resign_round(game, actor, end);
            }
            Action::Draw if both_act => self.draw_round(game, known, position, end, None),
            Action::Draw => self.draw_round(game, known, position, end, Some(actor)),
            Action::Ask => {
                check!(is_longer || !known.is_asked, ERROR_CANNOT_ASK);
                self.ask_for_move(game, position, end, actor);
            }
            // `play` has handled `Leave`
            Action::Move | Action::Leave => {
                check!(is_longer, ERROR_NO_EFFECT);
                match end {
                    Some(reason) => self.end_or_open(game, reason),
                    None => self.store_game(game),
                }
            }
        }
    }

    /// Longer play replaces the chain's, including an open end. Returns why it ends the round, if so.
    fn take_moves(
        &self,
        game: &mut StoredGame<Self::Api>,
        call: &Call<Self::Api>,
        known: &mut Known,
        position: &Position<&mut Board>,
    ) -> Option<EndReason> {
        check!(!known.is_late, ERROR_TOO_LATE);
        check!(
            known.open_end != Some(EndReason::Resignation),
            ERROR_RESIGNED
        );
        if let Some(reason) = known.open_end.take() {
            // one ply undoes an end on the board; an end that the players declared takes two
            check!(
                position.ply() > known.ply + 1 || reason.is_on_board(),
                ERROR_NOT_LONG_ENOUGH
            );
        }
        game.head.draw_offer = 0;
        game.head.end_reason = EndReason::None as u8;
        self.begin_wait(game, Awaits::Move);
        let first_ply = if known.continues { known.ply } else { 0 };
        let new = rest(&call.moves, known.common_len);
        if !new.is_empty() {
            self.moves_played_event(game.id, first_ply, &new);
        }
        self.end_by_position(game, position)
    }

    /// A draw: agreed by both (then `actor` is none), claimed by the player to move or, on the
    /// board, acknowledged by them.
    fn draw_round(
        &self,
        game: &mut StoredGame<Self::Api>,
        known: &Known,
        position: &Position<&mut Board>,
        end: Option<EndReason>,
        actor: Option<Color>,
    ) {
        check!(!known.is_late || end.is_some(), ERROR_TOO_LATE);
        let by_player_to_move = actor != Some(position.turn().other());
        let reason = match (end, actor) {
            (Some(reason), _) => {
                let is_drawn_on_board = reason != EndReason::Checkmate && reason.is_on_board();
                // before the last round acknowledging only opens an end
                let has_effect = game.head.is_last_round() || known.open_end.is_none();
                check!(
                    by_player_to_move && is_drawn_on_board && has_effect,
                    ERROR_NO_EFFECT
                );
                self.conclude(game, reason, None);
                return;
            }
            (None, None) => EndReason::Agreement,
            (None, Some(_)) => match self.claimable_draw(game, position) {
                Some(reason) if by_player_to_move => reason,
                _ => refuse!(ERROR_DRAW_NOT_CLAIMABLE),
            },
        };
        self.end_or_open(game, reason);
    }

    /// The waiting player asks the other to move on the chain: their clock starts.
    fn ask_for_move(
        &self,
        game: &mut StoredGame<Self::Api>,
        position: &Position<&mut Board>,
        end: Option<EndReason>,
        asker: Color,
    ) {
        check!(
            end.is_none() && asker != position.turn() && game.head.is_signed_play(),
            ERROR_CANNOT_ASK
        );
        self.begin_wait(game, Awaits::Answer);
        self.move_asked_event(game.id, &game.player(asker));
        self.store_game(game);
    }
}
