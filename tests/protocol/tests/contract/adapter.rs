//! The contract's interface: the model's calls as the contract takes them, and the contract's views.

use std::collections::HashMap;

use chess_model::chain::{Account, Token};
use chess_model::rules::number;
use chess_model::signing::{Action as Signed, Key, Table, covered};
use chess_model::step::{Call as ContractCall, argument};
use chess_protocol::chain::{Action, Awaits, Call, Chain, Side, Why};
use chess_protocol::line::{Kind, Line};
use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use num_bigint::BigUint;

use crate::opening::Games;

pub const HONEST: Account = Account::Alice;
/// Also in the contract's shard.
pub const CHEAT: Account = Account::Stranger;
/// Anyone can submit signed moves.
const CARRIER: Account = Account::Carol;

/// A round's stake.
pub const STAKE: u32 = 10;
/// Each player's clock, in seconds.
pub const BASE: u32 = 60;

/// The content of a message: round, points, side, action and moves.
type Said = (u8, u8, Side, u8, Vec<u8>);

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

    fn key(&self, side: Side) -> Key {
        self.secrets[side as usize].verifying_key().to_bytes()
    }

    /// The player who is White in a round.
    fn white(&self, round: u8) -> Side {
        match self.honest_begins == round.is_multiple_of(2) {
            true => Side::Honest,
            false => Side::Cheat,
        }
    }

    /// The points of White of round 0, from the honest player's.
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
        let said = (round, points, side, action as u8, moves.to_vec());
        let secret = &self.secrets[side as usize];
        let sign = || table.sign(secret, action, moves);
        self.signatures.entry(said).or_insert_with(sign).clone()
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
                let white = self.white(round);
                let left = |side| self.message(round, points, side, Signed::Leave, &[]);
                let messages = [white, white.other()].map(left);
                carried(round, points, vec![], messages)
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
        let message = |side: Side| {
            let Some(action) = [honest, cheat][side as usize] else {
                return vec![];
            };
            let action = Signed::of(action as u8).expect("the same actions");
            let plies = covered(Color::ALL[usize::from(side != white)], action, line.len());
            self.message(
                round,
                points,
                side,
                action,
                &games.moves(line.prefix(plies)),
            )
        };
        let messages = [white, white.other()].map(message);
        carried(round, points, games.moves(line), messages)
    }
}

fn carried(round: u8, points: u8, moves: Vec<u8>, [white, black]: [Vec<u8>; 2]) -> ContractCall {
    let which = [1, round.into(), points.into()].map(argument);
    let arguments = which.into_iter().chain([moves, white, black]).collect();
    ContractCall::new(CARRIER, "play", arguments)
}

/// A game as the contract shows it in `getGames`: the fields that the model has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// 0 White, 1 Black.
    pub turn: u8,
    /// 0 ongoing, 1 White has won, 2 Black, 3 drawn, 5 no result.
    pub state: u8,
    pub reason: u8,
    pub plies: u16,
    pub awaits: u8,
    pub round: u16,
    /// Of White of round 0.
    pub points: u16,
}

impl Shown {
    /// Reads the view's bytes.
    pub fn read(bytes: &[u8]) -> Self {
        let u16_at = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        Shown {
            turn: bytes[72],
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
        let mut shown = Shown {
            turn: (chain.line.len() % 2) as u8,
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
        // a mated player acknowledges the mate
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
