//! A call of the contract: its arguments, as the framework reads and writes them.

use crate::chain::{self, Account, Clock, Terms, Token};
use num_bigint::BigUint;

use super::Model;
use super::arguments::{byte, flag, game_id, is_token, optional, variant, word};
use crate::refusal::{Refusal, fail, require};
use crate::step::{Call, argument};

/// The endpoints that take money.
const PAYABLE: [&str; 3] = ["joinGame", "challenge", "accept"];

/// The endpoints whose last argument is optional, with the number of the others and of all: these
/// are counted as they are read.
const OPEN: [(&str, usize, usize); 5] = [
    ("makeMove", 3, 4),
    ("makeMoveAndClaim", 3, 4),
    ("joinGame", 0, 1),
    ("challenge", 5, 6),
    ("accept", 1, 2),
];

impl Model {
    /// The call as the contract reads it.
    ///
    /// # Errors
    /// It isn't one.
    pub(super) fn read(&self, call: &Call) -> Result<chain::Call, Refusal> {
        if !PAYABLE.contains(&call.function) && !call.payments.is_empty() {
            let is_egld = matches!(*call.payments, [(Token::Egld, _)]);
            return fail(match is_egld {
                true => "function does not accept EGLD payment",
                false => "function does not accept ESDT payment",
            });
        }
        if matches!(call.function, "setWager" | "pause" | "unpause") {
            let owner = call.from == Account::Owner;
            require(owner, "Endpoint can only be called by owner")?;
        }
        let open = OPEN.iter().find(|open| open.0 == call.function);
        let count = call.arguments.len();
        match (open, call.function) {
            (Some((_, fixed, _)), _) => require(count >= *fixed, "too few arguments")?,
            (None, function) => {
                let wanted = match function {
                    "play" => 6,
                    "setWager" => 2,
                    "leaveQueue" | "withdraw" | "pause" | "unpause" => 0,
                    _ => 1,
                };
                require(count == wanted, "wrong number of arguments")?;
            }
        }
        let read = self.read_arguments(call)?;
        if let Some((_, _, most)) = open {
            require(count <= *most, "too many arguments")?;
        }
        Ok(read)
    }

    fn read_arguments(&self, call: &Call) -> Result<chain::Call, Refusal> {
        let arguments = &call.arguments;
        let key = |at: usize| arguments.get(at).filter(|key| !key.is_empty()).cloned();
        let game = || game_id(&arguments[0]);
        Ok(match call.function {
            "setWager" => {
                let name = match &*arguments[0] {
                    // as the network names EGLD among tokens
                    b"" | b"EGLD" => Token::Egld.identifier().as_bytes(),
                    name => name,
                };
                let token = is_token(&arguments[0])
                    .then(|| Token::named(name).expect("histories name tokens that exist"));
                chain::Call::SetWager(token, BigUint::from_bytes_be(&arguments[1]))
            }
            "pause" => chain::Call::Pause,
            "unpause" => chain::Call::Unpause,
            "leaveQueue" => chain::Call::Leave,
            "withdraw" => chain::Call::Withdraw,
            "joinGame" => chain::Call::Join { key: key(0) },
            "challenge" => {
                let opponent = optional("opponent", &arguments[0], 32)?;
                let side = variant("side", &arguments[1], 3)?;
                let clock = optional("clock", &arguments[2], 8)?;
                let rounds = word("rounds", &arguments[3])?;
                let engines = flag("engines", &arguments[4])?;
                let seconds = |bytes: &[u8]| {
                    u32::from_be_bytes(bytes.try_into().expect("half of eight bytes"))
                };
                chain::Call::Challenge(Terms {
                    opponent: opponent.and_then(|address| self.account(address)),
                    side,
                    clock: clock.map(|bytes| Clock {
                        base: seconds(&bytes[..4]),
                        increment: seconds(&bytes[4..]),
                    }),
                    rounds,
                    engines,
                    key: key(5),
                })
            }
            "makeMove" | "makeMoveAndClaim" => chain::Call::Move {
                game: game()?,
                from: byte("from", &arguments[1])?,
                to: byte("to", &arguments[2])?,
                promotion: match arguments.get(3) {
                    Some(bytes) => Some(variant("promotion", bytes, 5)?).filter(|piece| *piece > 0),
                    None => None,
                },
                claim: call.function == "makeMoveAndClaim",
            },
            "accept" => chain::Call::Accept {
                game: game()?,
                key: key(1),
            },
            "cancelChallenge" => chain::Call::CancelChallenge(game()?),
            "draw" => chain::Call::Draw(game()?),
            "claimDraw" => chain::Call::ClaimDraw(game()?),
            "callIllegalMove" => chain::Call::CallIllegalMove(game()?),
            "signalInactivity" => chain::Call::SignalInactivity(game()?),
            "resign" => chain::Call::Resign(game()?),
            "reclaimWager" => chain::Call::ReclaimWager(game()?),
            "play" => chain::Call::Play {
                game: game()?,
                round: word("round", &arguments[1])?,
                points: word("points", &arguments[2])?,
                moves: arguments[3].clone(),
                white: arguments[4].clone(),
                black: arguments[5].clone(),
            },
            _ => {
                return Err(Refusal {
                    status: 1,
                    message: "invalid function (not found)".into(),
                });
            }
        })
    }
}

/// A call with its arguments as the contract reads them.
pub fn written(from: Account, call: &chain::Call, address: impl Fn(Account) -> Vec<u8>) -> Call {
    let id = |game: &u32| argument((*game).into());
    let key = |key: &Option<Vec<u8>>| key.iter().cloned().collect::<Vec<_>>();
    let (function, arguments) = match call {
        chain::Call::SetWager(token, amount) => {
            let name = token.map_or("", Token::identifier);
            ("setWager", vec![name.into(), amount.to_bytes_be()])
        }
        chain::Call::Pause => ("pause", vec![]),
        chain::Call::Unpause => ("unpause", vec![]),
        chain::Call::Join { key: named } => ("joinGame", key(named)),
        chain::Call::Leave => ("leaveQueue", vec![]),
        chain::Call::Challenge(terms) => {
            let opponent = terms.opponent;
            let opponent = opponent.map(|account| [vec![1], address(account)].concat());
            let clock = terms.clock.map(|Clock { base, increment }| {
                [&[1][..], &base.to_be_bytes(), &increment.to_be_bytes()].concat()
            });
            let fixed = vec![
                opponent.unwrap_or_default(),
                argument(terms.side.into()),
                clock.unwrap_or_default(),
                argument(terms.rounds.into()),
                argument(terms.engines.into()),
            ];
            ("challenge", [fixed, key(&terms.key)].concat())
        }
        chain::Call::Accept { game, key: named } => {
            ("accept", [vec![id(game)], key(named)].concat())
        }
        chain::Call::CancelChallenge(game) => ("cancelChallenge", vec![id(game)]),
        chain::Call::Move {
            game,
            from,
            to,
            promotion,
            claim,
        } => {
            let mut arguments = vec![id(game), argument((*from).into()), argument((*to).into())];
            arguments.extend(promotion.map(|p| argument(p.into())));
            let function = match claim {
                true => "makeMoveAndClaim",
                false => "makeMove",
            };
            (function, arguments)
        }
        chain::Call::Draw(game) => ("draw", vec![id(game)]),
        chain::Call::ClaimDraw(game) => ("claimDraw", vec![id(game)]),
        chain::Call::CallIllegalMove(game) => ("callIllegalMove", vec![id(game)]),
        chain::Call::SignalInactivity(game) => ("signalInactivity", vec![id(game)]),
        chain::Call::Resign(game) => ("resign", vec![id(game)]),
        chain::Call::ReclaimWager(game) => ("reclaimWager", vec![id(game)]),
        chain::Call::Play {
            game,
            round,
            points,
            moves,
            white,
            black,
        } => {
            let (round, points) = (argument((*round).into()), argument((*points).into()));
            let signed = [moves, white, black].map(Vec::clone);
            (
                "play",
                [vec![id(game), round, points], signed.into()].concat(),
            )
        }
        chain::Call::Withdraw => ("withdraw", vec![]),
    };
    Call::new(from, function, arguments)
}
