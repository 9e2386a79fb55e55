//! The contract's interface: how the model's calls are made, and what the contract shows.

use std::collections::HashMap;

use chess_model::chain::{Account, Token};
use chess_model::rules::number;
use chess_model::signing::{Action as Signed, Key, Table};
use chess_model::step::{Call as ContractCall, argument};
use chess_protocol::chain::{Action, Awaits, Call, Chain, Side, Why};
use chess_protocol::line::{Kind, Line};
use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use num_bigint::BigUint;

use crate::opening::Games;

pub const HONEST: Account = Account::Alice;
/// In the contract's shard, too.
pub const CHEAT: Account = Account::Stranger;
/// Anyone can bring signed moves.
const CARRIER: Account = Account::Carol;

/// A round's stake.
pub const STAKE: u32 = 10;
/// Each player's clock, in seconds.
pub const BASE: u32 = 60;

/// The content of a message: round, points, who, action and moves.
type Said = (u16, u16, Side, u8, Vec<u8>);

/// Makes the contract's calls of the model's, for one game.
pub struct Adapter {
    pub contract: [u8; 32],
    pub rounds: u8,
    pub honest_begins: bool,
    secrets: [SigningKey; 2],
    signatures: HashMap<Said, Vec<u8>>,
}

pub fn account(side: Side) -> Account {
    match side {
        Side::Honest => HONEST,
        Side::Cheat => CHEAT,
    }
}

impl Adapter {
    pub fn new(contract: [u8; 32], rounds: u8, honest_begins: bool) -> Self {
        Adapter {
            contract,
            rounds,
            honest_begins,
            secrets: [1, 2].map(|byte| SigningKey::from_bytes(&[byte; 32])),
            signatures: HashMap::new(),
        }
    }

    fn secret(&self, side: Side) -> &SigningKey {
        &self.secrets[side as usize]
    }

    fn key(&self, side: Side) -> Key {
        self.secret(side).verifying_key().to_bytes()
    }

    /// The player who is White in a round.
    fn white(&self, round: u8) -> Side {
        match self.honest_begins == round.is_multiple_of(2) {
            true => Side::Honest,
            false => Side::Cheat,
        }
    }

    /// Points of who is White in round 0, of the honest player's.
    pub fn points_of_first(&self, round: u8, honest: u8) -> u8 {
        match self.honest_begins {
            true => honest,
            false => (2 * round).saturating_sub(honest),
        }
    }

    /// The calls that start the game, the honest player's challenge first.
    pub fn start(&self, clock: bool) -> [ContractCall; 2] {
        let clock = match clock {
            true => [&[1][..], &BASE.to_be_bytes(), &0u32.to_be_bytes()].concat(),
            false => vec![],
        };
        let side = argument(u64::from(!self.honest_begins));
        let challenge = vec![
            vec![],
            side,
            clock,
            argument(self.rounds.into()),
            vec![],
            self.key(Side::Honest).to_vec(),
        ];
        let accept = vec![argument(1), self.key(Side::Cheat).to_vec()];
        let stake = BigUint::from(STAKE * u32::from(self.rounds));
        [
            ContractCall::new(HONEST, "challenge", challenge).paying(Token::Egld, stake.clone()),
            ContractCall::new(CHEAT, "accept", accept).paying(Token::Egld, stake),
        ]
    }

    /// A player's message over some of the moves.
    fn message(
        &mut self,
        round: u8,
        points: u8,
        side: Side,
        action: Signed,
        moves: &[u8],
    ) -> Vec<u8> {
        let white = self.white(round);
        let table = Table {
            contract: self.contract,
            game: 1,
            keys: [self.key(white), self.key(white.other())],
            round: round.into(),
            points: points.into(),
        };
        let key = (
            table.round,
            table.points,
            side,
            action as u8,
            moves.to_vec(),
        );
        if let Some(known) = self.signatures.get(&key) {
            return known.clone();
        }
        let message = table.sign(self.secret(side), action, moves);
        self.signatures.insert(key, message.clone());
        message
    }

    /// A call of the model's.
    pub fn call(&mut self, games: &Games, chain: &Chain, call: &Call) -> ContractCall {
        let id = || argument(1);
        let by = |side, function| ContractCall::new(account(side), function, vec![id()]);
        match *call {
            Call::Play {
                round,
                points,
                line,
                honest,
                cheat,
            } => self.play(games, round, points, line, [honest, cheat]),
            Call::Leave { round, points } => {
                let points = self.points_of_first(round, points);
                let [white, black] = [self.white(round), self.white(round).other()];
                let mut left = |side| self.message(round, points, side, Signed::Leave, &[]);
                let (white, black) = (left(white), left(black));
                carried(round, points, vec![], white, black)
            }
            Call::Resign(side) => by(side, "resign"),
            Call::Draw(side) => by(side, "draw"),
            Call::ClaimWithMove(side) => {
                let m = games.last_move(chain.line.with(Kind::Claimable));
                let squares = [m.from, m.to].map(|square| argument(number(square).into()));
                let mut call = by(side, "makeMoveAndClaim");
                call.arguments.extend(squares);
                call
            }
            Call::Signal => ContractCall::new(CARRIER, "signalInactivity", vec![id()]),
            Call::Reclaim(side) => by(side, "reclaimWager"),
            Call::Pause => ContractCall::new(Account::Owner, "pause", vec![]),
            Call::Unpause => ContractCall::new(Account::Owner, "unpause", vec![]),
        }
    }

    fn play(
        &mut self,
        games: &Games,
        round: u8,
        points: u8,
        line: Line,
        [honest, cheat]: [Option<Action>; 2],
    ) -> ContractCall {
        let points = self.points_of_first(round, points);
        let white = self.white(round);
        let mut message = |side: Side| {
            let action = if side == Side::Honest { honest } else { cheat };
            let Some(action) = action else {
                return vec![];
            };
            let is_white = side == white;
            let made_last = !line.is_empty() && is_white != line.len().is_multiple_of(2);
            // a move covers what its signer has seen: not the other's last ply
            let covered = match action {
                Action::Move if !made_last => line.prefix(line.len().saturating_sub(1)),
                _ => line,
            };
            let action = match action {
                Action::Move => Signed::Move,
                Action::Resign => Signed::Resign,
                Action::Draw => Signed::Draw,
                Action::Ask => Signed::Ask,
                Action::Leave => Signed::Leave,
            };
            self.message(round, points, side, action, &games.moves(covered))
        };
        let (of_white, of_black) = (message(white), message(white.other()));
        carried(round, points, games.moves(line), of_white, of_black)
    }
}

fn carried(round: u8, points: u8, moves: Vec<u8>, white: Vec<u8>, black: Vec<u8>) -> ContractCall {
    let arguments = vec![
        argument(1),
        argument(round.into()),
        argument(points.into()),
        moves,
        white,
        black,
    ];
    ContractCall::new(CARRIER, "play", arguments)
}

/// A game as the contract shows it in `getGames`: what the model knows of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    pub turn: Color,
    /// 0 ongoing, 1 White has won, 2 Black, 3 drawn, 5 no result.
    pub state: u8,
    pub reason: u8,
    pub plies: u16,
    pub awaits: u8,
    pub round: u16,
    /// Of who is White in round 0.
    pub points: u16,
}

impl Shown {
    /// Reads the view's bytes.
    pub fn read(bytes: &[u8]) -> Self {
        let u16_at = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        Shown {
            turn: if bytes[72] == 0 {
                Color::White
            } else {
                Color::Black
            },
            state: bytes[81],
            reason: bytes[82],
            plies: u16_at(96),
            awaits: bytes[98],
            round: u16_at(109),
            points: u16_at(111),
        }
    }

    /// The views that the contract must show for the model's game.
    pub fn of(chain: &Chain, adapter: &Adapter) -> Self {
        let turn = match chain.line.len() % 2 {
            0 => Color::White,
            _ => Color::Black,
        };
        let mut shown = Shown {
            turn,
            state: 0,
            reason: 0,
            plies: chain.line.len() as u16,
            awaits: 0,
            round: chain.round.into(),
            points: adapter.points_of_first(chain.round, chain.points).into(),
        };
        match chain.awaits {
            Awaits::Move => {}
            Awaits::Answer => shown.awaits = 1,
            Awaits::LongerGame(why) => {
                (shown.awaits, shown.reason) = (2, reason(why, chain, false));
            }
        }
        if let Some(why) = chain.ended {
            let played = chain.played;
            let honest = chain.paid + played - adapter.rounds;
            let of_first = adapter.points_of_first(played, honest);
            let first_is_white = chain.round.is_multiple_of(2);
            shown.state = match of_first.cmp(&played) {
                _ if played == 0 => 5,
                std::cmp::Ordering::Equal => 3,
                more => 1 + u8::from(more.is_gt() != first_is_white),
            };
            shown.reason = reason(why, chain, chain.round + 1 == adapter.rounds);
            shown.points = of_first.into();
        }
        shown
    }
}

/// The contract's number for the reason of an end.
fn reason(why: Why, chain: &Chain, is_final_in_last_round: bool) -> u8 {
    let on_board = match chain.line.last() {
        Some(Kind::Mate) => 1,
        Some(Kind::Dead) => 5,
        _ => 7,
    };
    match why {
        Why::Board => on_board,
        // who is mated acknowledges it
        Why::Resigned(side) if is_final_in_last_round && on_board == 1 && side == chain.turn() => 1,
        Why::Resigned(_) => 2,
        Why::Late(_) => 3,
        Why::Claim => 9,
        Why::Agreed => 11,
        Why::Paused => 12,
        Why::Aborted => 14,
        Why::Left => 15,
    }
}
