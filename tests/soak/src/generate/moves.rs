//! Moves.

use chess_model::chain::{Account, Game, State};
use chess_model::lines::pair_of;
use chess_model::model::Model;
use chess_model::rules;
use chess_model::step::{Call, argument};
use cozy_chess::Square;

use super::Generator;
use super::calls::games_in;
use super::choice::{back, is_mate, pseudo_legal};

impl Generator {
    pub(super) fn move_or_join(&mut self, model: &Model) -> Call {
        let mut ongoing = games_in(model, State::Ongoing);
        if self.percent(90) {
            ongoing.retain(|&index| !model.chain.is_late(model.game(index)));
        }
        let open = games_in(model, State::Open);
        if !open.is_empty() && self.percent(if ongoing.is_empty() { 50 } else { 15 }) {
            let index = self.any(&open);
            return self.accept(model, index);
        }
        let join = match (ongoing.len(), model.chain.waiting()) {
            (0, _) => 90,
            (_, Some(_)) => 8,
            (1, _) => 6,
            (2..6, _) => 3,
            _ => 1,
        };
        if ongoing.is_empty() || self.percent(join) {
            return match self.percent(60) {
                true => self.challenge(model),
                false => self.join(model),
            };
        }
        let index = match self.percent(60) {
            true => ongoing[ongoing.len() - 1],
            false => self.any(&ongoing),
        };
        let game = model.game(index);
        if self.percent(3) {
            let player = self.player_of(game);
            return self.game_call(model, index, player, "draw");
        }
        let by_signature = match (game.is_signed(), game.open_end.is_some()) {
            (true, true) => 90,
            (true, false) => 70,
            (false, _) => 1,
        };
        if self.percent(by_signature) {
            return self.play(model, index);
        }
        self.chosen_move(model, index)
    }

    /// One of a game's players, or the opponent that a challenge names.
    pub(super) fn player_of(&mut self, game: &Game) -> Account {
        let players: Vec<Account> = game.players.into_iter().flatten().collect();
        match self.any(&players) {
            Account::Chess => Account::Stranger,
            player => player,
        }
    }

    pub(super) fn chosen_move(&mut self, model: &Model, index: usize) -> Call {
        let game = model.game(index);
        let from = match self.rng.u32(..40) {
            0 => self.any(&Account::CALLERS),
            _ if game.state == State::Open => self.player_of(game),
            _ => game.player(game.turn()),
        };
        if self.percent(2) {
            let (a, b) = (self.rng.u8(..70), self.rng.u8(..70));
            return self.move_call(model, index, from, a, b, None);
        }
        let Some((a, b)) = self.pair(game) else {
            let (a, b) = (self.rng.u8(..64), self.rng.u8(..64));
            return self.move_call(model, index, from, a, b, None);
        };
        let promotion = match (game.position().promotes(a, b), self.rng.u32(..40)) {
            (true, 0..10) => None,
            (true, 10..16) => Some(self.any(&[0, 5, 200])),
            (true, _) => Some(self.rng.u8(1..5)),
            (false, 0) => Some(self.rng.u8(..5)),
            (false, _) => None,
        };
        let (a, b) = (rules::number(a), rules::number(b));
        let mut call = self.move_call(model, index, from, a, b, promotion);
        if self.percent(if self.shuffles { 8 } else { 2 }) {
            call.function = "makeMoveAndClaim";
        }
        call
    }

    pub(super) fn move_call(
        &mut self,
        model: &Model,
        index: usize,
        player: Account,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    ) -> Call {
        let mut arguments = vec![self.game_id(model, index)];
        arguments.push(argument(from.into()));
        arguments.push(argument(to.into()));
        arguments.extend(promotion.map(|piece| argument(piece.into())));
        Call::new(player, "makeMove", arguments)
    }

    /// A move's squares; usually those of a legal move.
    pub(super) fn pair(&mut self, game: &Game) -> Option<(Square, Square)> {
        if self.percent(90)
            && let Some(pair) = self.of_line(game)
        {
            return Some(pair);
        }
        let position = game.position();
        let own = position.squares(|_, color| color == position.turn);
        if self.percent(3) {
            let from = own.iter().nth(self.rng.usize(..own.len() as usize))?;
            return Some((from, Square::index(self.rng.usize(..64))));
        }
        if self.percent(match position.in_check(position.turn) {
            true => 30,
            false => 6,
        }) {
            let unsafe_pairs: Vec<(Square, Square)> = pseudo_legal(position)
                .filter(|&(from, to)| !position.keeps_king_safe(from, to))
                .collect();
            if !unsafe_pairs.is_empty() {
                return Some(self.any(&unsafe_pairs));
            }
        }
        if self.percent(if self.shuffles { 85 } else { 10 })
            && let Some(pair) = back(game)
        {
            return Some(pair);
        }
        let legal = position.legal_pairs();
        if legal.is_empty() {
            let all: Vec<(Square, Square)> = pseudo_legal(position).collect();
            return (!all.is_empty()).then(|| self.any(&all));
        }
        if self.percent(40)
            && let Some(mate) = legal.iter().find(|pair| is_mate(position, **pair))
        {
            return Some(*mate);
        }
        Some(self.often_a_capture(position, &legal))
    }

    /// The next move of the line, if the game has followed it so far.
    pub(super) fn of_line(&mut self, game: &Game) -> Option<(Square, Square)> {
        let line = self.line.as_ref()?;
        let next = line.get(game.moves.len())?;
        let mut played = game.moves.iter().zip(line);
        let keeps_to_it = played.all(|(m, text)| pair_of(text) == Some((m.from, m.to)));
        pair_of(next).filter(|_| keeps_to_it)
    }
}
