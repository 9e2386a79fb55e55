//! Keys, and the calls of `play` with their signatures.

use chess_model::rules::Move;
use chess_model::transcript;
use signed_play::{Action, Game, PlayKey};

use super::Script;
use super::call::expanded;
use super::cast::or_empty;

/// `sc:chess` as 32 bytes.
const CONTRACT: &[u8; 32] = b"\0\0\0\0\0\0\0\0\x05\0chess_________________";

/// The two keys of a game or match, and the round that they sign for.
#[derive(Clone, Copy)]
pub struct Keys {
    id: u32,
    round: u16,
    points: u16,
}

impl Keys {
    /// `GAME`, or `GAME/ROUND/POINTS` for a later round with White's points of round 0 before it.
    pub fn named(text: &str) -> Self {
        let mut numbers = text
            .trim_end_matches(':')
            .split('/')
            .map(|n| n.parse().expect("a number"));
        let mut next = || numbers.next().unwrap_or_default();
        Keys {
            id: next(),
            round: next() as u16,
            points: next() as u16,
        }
    }

    /// The key of a colour in this round: 0 White, 1 Black.
    fn secret(self, color: usize) -> PlayKey {
        let mut secret = [1 + ((color + self.round as usize) % 2) as u8; 32];
        secret[0] = self.id as u8;
        PlayKey::from_secret(&secret)
    }

    /// A colour's public key as an argument.
    pub fn key(self, color: usize) -> String {
        format!("0x{}", hex::encode(self.secret(color).public()))
    }

    /// A colour's message over these moves as an argument of `play`.
    fn sign(self, color: usize, action: Action, moves: &[String]) -> String {
        let game = Game {
            contract: CONTRACT,
            id: self.id,
            white_key: &self.secret(0).public(),
            black_key: &self.secret(1).public(),
            round: self.round,
            points: self.points,
        };
        let signed = self.secret(color).sign(&game, action, &bytes_of(moves));
        format!(
            "0x{}",
            hex::encode(signed.expect("a message").to_argument())
        )
    }

    /// A colour's message with a name: `move` is over the moves up to their own last one, `leave`
    /// over none, the others over all. `b.move` is Black's, `ask@2` of another game or round,
    /// `move:e2e4` over other moves; `00/move` has another first byte, `~move` another last digit.
    /// Anything else is the argument itself.
    fn message(self, color: usize, name: &str, moves: &[String]) -> String {
        if let Some((byte, name)) = name.split_once('/').filter(|(byte, _)| byte.len() == 2) {
            let message = self.message(color, name, moves);
            return format!("0x{byte}{}", &message[4..]);
        }
        if let Some(name) = name.strip_prefix('~') {
            let mut message = self.message(color, name, moves);
            let last = message.pop();
            message.push(if last == Some('0') { '1' } else { '0' });
            return message;
        }
        let (color, name) = match name.split_once('.') {
            Some((color, name)) => (usize::from(color == "b"), name),
            None => (color, name),
        };
        if let Some((name, moves)) = name.split_once(':') {
            return self.message(color, name, &[moves.into()]);
        }
        let (name, keys) = match name.split_once('@') {
            Some((name, other)) => (name, Keys::named(other)),
            None => (name, self),
        };
        let own = (1..=moves.len()).rev().find(|ply| ply % 2 != color);
        let (action, plies) = match name {
            "move" => (Action::Move, own.unwrap_or(0)),
            "leave" => (Action::Leave, 0),
            "ask" => (Action::Ask, moves.len()),
            "draw" => (Action::Draw, moves.len()),
            "resign" => (Action::Resign, moves.len()),
            "unsigned" => return format!("0x{}", "00".repeat(65)),
            given => return expanded(given),
        };
        keys.sign(color, action, &moves[..plies])
    }
}

/// Moves in canonical binary; `0x` has bytes that aren't moves.
pub fn bytes_of(moves: &[String]) -> Vec<u8> {
    let of_text = |text: &String| match text.strip_prefix("0x") {
        Some(digits) => hex::decode(digits).expect("hexadecimal digits"),
        None => {
            let m: cozy_chess::Move = text.parse().unwrap_or_else(|_| panic!("{text}"));
            transcript::encode_move(&Move {
                from: m.from,
                to: m.to,
                promotion: m.promotion,
            })
        }
    };
    moves.iter().flat_map(of_text).collect()
}

impl Script {
    /// Alice and Bob start a game with keys. Arguments: its id and optionally its clock and rounds.
    pub(super) fn start_signed(&mut self, words: &[&str]) {
        let (id, clock) = (words[0], *words.get(1).unwrap_or(&"-"));
        let rounds = words.get(2).unwrap_or(&"1");
        self.run(&format!(
            "~alice challenge - - {clock} {rounds} - %w{id} +{rounds}w
             ~bob accept {id} %b{id} +{rounds}w"
        ));
    }

    /// Carol submits moves with White's and Black's message from `w=` and `b=`, or with those of
    /// each player's last move if both are missing.
    pub(super) fn signs(
        &mut self,
        mark: Option<char>,
        game: &str,
        words: &[&str],
        given: Option<&str>,
    ) {
        let keys = Keys::named(game);
        let (messages, moves): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| word.contains('='));
        let moves = crate::lines::words(&moves);
        let message = |color: usize, letter| {
            let found = messages.iter().find_map(|word| word.strip_prefix(letter));
            let has_moved = moves.len() > color || keys.round > 0;
            match found {
                Some(name) => keys.message(color, name, &moves),
                None if messages.is_empty() && has_moved => keys.message(color, "move", &moves),
                None => String::new(),
            }
        };
        let bytes = bytes_of(&moves);
        let arguments = vec![
            keys.id.to_string(),
            or_empty(keys.round),
            or_empty(keys.points),
            chess_model::step::hexadecimal(&bytes),
            message(0, "w="),
            message(1, "b="),
        ];
        self.call(mark, None, ("carol", "play", arguments, vec![]), given);
    }
}
