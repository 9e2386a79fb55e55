//! Games of players who sign anything: moves, other lines, ends and asks, old messages again,
//! messages with a bit changed. A kept message continues the game, is in the transcript, and proves
//! it.

#![no_main]

use std::ops::ControlFlow;

use chess_rules::Color;
use game_moves::chess::Move;
use libfuzzer_sys::fuzz_target;
use relay::RoomId;
use signed_play::{Action, Entry, PlayKey, Refusal, Transcript, check};

/// A message as the endpoint `play` takes it.
#[derive(Clone)]
struct Message {
    moves: Vec<u8>,
    white: Vec<u8>,
    black: Vec<u8>,
}

struct Table {
    keys: [PlayKey; 2],
    room: RoomId,
    known: Transcript,
    sent: Vec<Message>,
}

impl Table {
    fn new() -> Self {
        let keys = [[1; 32], [2; 32]].map(|secret| PlayKey::from_secret(&secret));
        let [white, black] = [keys[0].public(), keys[1].public()];
        Table {
            keys,
            room: RoomId::of_keys(&[5; 32], 1, &[white, black]),
            known: Transcript::default(),
            sent: vec![],
        }
    }

    fn message(&self, color: Color, action: Action, moves: Vec<u8>) -> Option<Message> {
        let key = &self.keys[color as usize];
        let signed = key.sign(&self.room.game(), action, &moves).ok()?;
        let argument = signed.to_argument().to_vec();
        let (white, black) = match color {
            Color::White => (argument, vec![]),
            Color::Black => (vec![], argument),
        };
        Some(Message {
            moves,
            white,
            black,
        })
    }

    /// The game with another legal move, chosen by a byte.
    fn moved(&self, choice: u8) -> Option<Message> {
        let position = self.known.position();
        let mut legal = vec![];
        let _ = position.try_each_legal(|mv| {
            legal.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let mv = *legal.get(usize::from(choice) % legal.len().max(1))?;
        let mut moves = self.known.moves().to_vec();
        moves.extend_from_slice(Move::of_legal(mv).encode().as_bytes());
        self.message(position.turn(), Action::Move, moves)
    }

    /// A game that leaves the known one after some plies, by as many others as a byte says, signed by
    /// both: one of them has signed two games.
    fn other_line(&self, choice: u8, more: usize) -> Option<Message> {
        let stay = usize::from(choice) % (self.known.plies() + 1);
        let mut table = Table::new();
        let mut rest = self.known.moves();
        for _ in 0..stay {
            let (_, used) = Move::decode(rest).ok()?;
            let (mv, after) = rest.split_at(used);
            let moves = [table.known.moves(), mv].concat();
            rest = after;
            table.add(moves)?;
        }
        for ply in 0..more {
            let message = table.moved(choice.wrapping_add(ply as u8))?;
            table.add(message.moves)?;
        }
        let last = |color| Some(table.known.last_move(color)?.to_argument().to_vec());
        Some(Message {
            moves: table.known.moves().to_vec(),
            white: last(Color::White)?,
            black: last(Color::Black)?,
        })
    }

    /// The next move of a game, signed by its maker.
    fn add(&mut self, moves: Vec<u8>) -> Option<()> {
        let color = self.known.position().turn();
        let message = self.message(color, Action::Move, moves)?;
        let entry = self.check(&message).ok()?;
        self.known.add(&entry).ok()
    }

    fn check(&self, sent: &Message) -> Result<Entry, Refusal> {
        let game = self.room.game();
        check(&game, &self.known, &sent.moves, &sent.white, &sent.black, 1)
    }

    fn send(&mut self, message: &Message) -> bool {
        let before = (self.known.plies(), self.known.said().len());
        let entry = match self.check(message) {
            Ok(entry) => entry,
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                return false;
            }
        };
        self.known.add(&entry).expect("it was checked");
        assert!((self.known.plies(), self.known.said().len()) > before);
        assert!(self.known.moves().starts_with(&message.moves));
        assert_eq!(self.check(message), Err(Refusal::Known));
        true
    }

    /// The longest game goes to the chain with the signatures that it needs there.
    fn assert_proved(&self) {
        let Some(call) = self.known.call(&[]) else {
            return;
        };
        assert_eq!(call.moves, self.known.moves());
        let game = self.room.game();
        for (color, argument) in [(Color::White, call.white), (Color::Black, call.black)] {
            let signed = signed_play::SignedAction::from_argument(&argument).unwrap();
            if let Some(signed) = signed {
                assert_eq!(game.verify(color, &signed, &call.moves), Ok(()));
            }
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let mut table = Table::new();
    for step in input.chunks_exact(3) {
        let (what, choice, bit) = (step[0] % 9, step[1], usize::from(step[2]));
        let color = [Color::White, Color::Black][usize::from(choice & 1)];
        let actions = [Action::Resign, Action::Draw, Action::Ask];
        let is_old = !table.sent.is_empty();
        let message = match what {
            0..4 => table.moved(choice),
            8 => table.other_line(choice, bit % 8),
            4 | 5 => {
                let action = actions[usize::from(choice >> 1) % 3];
                let moves = table.known.moves().to_vec();
                table.message(color, action, moves)
            }
            _ if is_old => Some(table.sent[usize::from(choice) % table.sent.len()].clone()),
            _ => None,
        };
        let Some(mut message) = message else {
            continue;
        };
        if what == 7 {
            // any one bit of it
            let parts = [&mut message.moves, &mut message.white, &mut message.black];
            let part = parts.into_iter().filter(|part| !part.is_empty()).last();
            if let Some(part) = part {
                let at = (bit * 7) % (part.len() * 8);
                part[at / 8] ^= 1 << (at % 8);
                let kept = table.send(&message);
                assert!(!kept, "a changed message was kept");
            }
            continue;
        }
        table.sent.push(message.clone());
        table.send(&message);
    }
    table.assert_proved();
});
