//! Moves in the notation of chess engines: `e2e4`, `e7e8q`; `e7e8` omits the piece.

use chess_model::rules::{Move, number, piece_number};

use super::{Script, kind};

/// A move's text, with the piece that a pawn becomes.
pub(super) fn text(m: &Move) -> String {
    let promotion = m.promotion.map(|piece| piece.to_string());
    format!("{}{}{}", m.from, m.to, promotion.unwrap_or_default())
}

impl Script {
    /// Moves of a game in order, each by the player to move.
    pub(super) fn moves(&mut self, mark: Option<char>, game: &str, words: &[&str], function: &str) {
        let id: usize = game.trim_end_matches(':').parse().expect("a game");
        for word in crate::lines::words(words) {
            let game = self.model.game(id - 1);
            let (ply, before) = (game.plies(), game.position().clone());
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let name = format!("game {id}: {}{dots} {word}", ply / 2 + 1);
            let m: cozy_chess::Move = word.parse().unwrap_or_else(|_| panic!("{name}"));
            let promotion = m.promotion.map(piece_number);
            let mut arguments = vec![id.to_string()];
            arguments.extend([m.from, m.to].map(|square| number(square).to_string()));
            arguments.extend(promotion.map(|number| number.to_string()));
            let by = self.who(game.player(before.turn));
            let at = self.steps.len();
            let has_id = self.next_id.is_some();
            let named = (mark != Some('!')).then(|| name.clone());
            self.call(mark, named, (by, function, arguments, vec![]), None);
            if mark == Some('!') {
                self.steps[at]["id"] = format!("refused: {name}").into();
                continue;
            }
            // the kind is known once the move is made
            let game = self.model.game(id - 1);
            if self.gas && !has_id {
                let kind = kind::of_move(&before, game);
                self.ids.remove(&name);
                let id = self.take_id(format!("makeMove/{kind}/{}", name.replace('/', " ")));
                self.steps[at]["id"] = id.into();
            }
        }
    }
}
