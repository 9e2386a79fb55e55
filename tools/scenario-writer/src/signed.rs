//! Keys, and the calls of `play` that they sign.

use chess_rules::Move;
use game_moves::chess::Move as CanonicalMove;
use signed_play::{Action, Game, PlayKey};

use crate::text::hex;
use crate::*;

/// `sc:chess` as 32 bytes.
const CONTRACT: &[u8; 32] = b"\0\0\0\0\0\0\0\0\x05\0chess_________________";

/// The two keys, and the game and the round that they sign for.
pub struct Keys {
    id: u32,
    /// White's of round 0, then Black's.
    keys: [PlayKey; 2],
    round: u16,
    points: u16,
}

impl Keys {
    pub fn of(id: u32) -> Self {
        let key = |seed: u8| {
            let mut secret = [seed; 32];
            secret[0] = id as u8;
            PlayKey::from_secret(&secret)
        };
        Keys {
            id,
            keys: [key(1), key(2)],
            round: 0,
            points: 0,
        }
    }

    /// The same players in a round of a match, with so many points of White of round 0 before.
    pub fn in_round(&self, round: u16, points: u16) -> Self {
        Keys {
            round,
            points,
            ..Keys::of(self.id)
        }
    }

    /// The key of a colour in this round: 0 White, 1 Black.
    fn key(&self, color: usize) -> &PlayKey {
        &self.keys[(color + self.round as usize) % 2]
    }

    /// A player's message over these moves as the argument of `play`.
    fn sign(&self, key: &PlayKey, action: Action, moves: &str) -> String {
        let (white, black) = (self.key(0).public(), self.key(1).public());
        let game = Game {
            contract: CONTRACT,
            id: self.id,
            white_key: &white,
            black_key: &black,
            round: self.round,
            points: self.points,
        };
        let signed = key.sign(&game, action, &bytes(moves)).expect("a message");
        hex(&signed.to_argument())
    }

    /// White's public key as an argument.
    pub fn white_key(&self) -> String {
        hex(&self.key(0).public())
    }

    /// Black's public key as an argument.
    pub fn black_key(&self) -> String {
        hex(&self.key(1).public())
    }

    pub fn white(&self, action: Action, moves: &str) -> String {
        self.sign(self.key(0), action, moves)
    }

    pub fn black(&self, action: Action, moves: &str) -> String {
        self.sign(self.key(1), action, moves)
    }

    /// `play` with these messages.
    pub fn play(&self, moves: &str, white: &str, black: &str) -> Call {
        let (id, moves) = (self.id.to_string(), argument(moves));
        let text = |number: u16| match number {
            0 => String::new(),
            number => number.to_string(),
        };
        let (round, points) = (text(self.round), text(self.points));
        call(CAROL, "play", &[&id, &round, &points, &moves, white, black])
    }

    /// `play` with each player's last move signed.
    pub fn moves(&self, moves: &str) -> Call {
        let count = moves.split_whitespace().count();
        let upto = |plies: usize| {
            let texts: Vec<&str> = moves.split_whitespace().take(plies).collect();
            texts.join(" ")
        };
        let last = |parity: usize| (1..=count).rev().find(|ply| ply % 2 == parity);
        // in a later round, who hasn't moved yet begins it
        let begins = (self.round > 0).then_some(0);
        let white = last(1).or(begins);
        let white = white.map(|ply| self.white(Action::Move, &upto(ply)));
        let black = last(0).or(begins);
        let black = black.map(|ply| self.black(Action::Move, &upto(ply)));
        self.play(
            moves,
            &white.unwrap_or_default(),
            &black.unwrap_or_default(),
        )
    }
}

/// Moves as canonical binary.
pub fn bytes(moves: &str) -> Vec<u8> {
    let encoded = |text: &str| {
        let m: Move = text.parse().expect("a move");
        let m = CanonicalMove::try_from(m).expect("a move");
        m.encode().as_bytes().to_vec()
    };
    moves.split_whitespace().flat_map(encoded).collect()
}

pub fn argument(moves: &str) -> String {
    match moves {
        "" => String::new(),
        moves => hex(&bytes(moves)),
    }
}

/// Alice and Bob start a match of so many rounds, for one stake each.
pub fn start_match(s: &mut Scenario, id: u32, clock: &str, rounds: u128) -> Keys {
    let keys = Keys::of(id);
    let (white, black, count) = (keys.white_key(), keys.black_key(), rounds.to_string());
    let challenge = call(ALICE, "challenge", &["", "", clock, &count, "", &white]);
    s.accept_any(challenge.egld(rounds * EGLD_WAGER));
    let accept = call(BOB, "accept", &[&id.to_string(), &black]);
    s.accept_any(accept.egld(rounds * EGLD_WAGER));
    keys
}

/// Alice and Bob start a game with keys, and for one stake.
pub fn start(s: &mut Scenario, id: u32) -> Keys {
    start_with_clock(s, id, "")
}

pub fn start_with_clock(s: &mut Scenario, id: u32, clock: &str) -> Keys {
    let keys = Keys::of(id);
    let (white, black) = (keys.white_key(), keys.black_key());
    let challenge = call(ALICE, "challenge", &["", "", clock, "1", "", &white]);
    s.accept_any(challenge.egld(EGLD_WAGER));
    let accept = call(BOB, "accept", &[&id.to_string(), &black]);
    s.accept_any(accept.egld(EGLD_WAGER));
    keys
}

pub fn played(game: &str, first_ply: &str, moves: &str) -> Event {
    Event(
        "movesPlayed",
        vec![game.into(), first_ply.into()],
        argument(moves),
    )
}

pub fn opened(game: &str, reason: &str) -> Event {
    Event("endOpened", vec![game.into()], reason.into())
}
