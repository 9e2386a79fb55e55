//! A call of the contract: what is paid with it, its arguments, and the endpoint.

use super::arguments::number;
use super::refusal::{fail, refuse, require};
use super::{Model, Refusal};
use crate::cast::{Account, Token};
use crate::rules;
use crate::step::Call;

impl Model {
    pub(super) fn call(&mut self, call: &Call) -> Result<(), Refusal> {
        let has_tokens = call.payments.iter().any(|(token, _)| *token != Token::Egld);
        let frozen = |account| self.frozen.contains(&account);
        let pays_wager_token = call
            .payments
            .iter()
            .any(|(token, _)| *token == Token::Chess);
        if pays_wager_token && (frozen(Account::Chess) || frozen(call.from)) {
            return fail("account is frozen for this esdt token");
        }
        for (token, amount) in &call.payments {
            self.transfer(call.from, Account::Chess, *token, amount);
        }
        if call.function != "joinGame" && !call.payments.is_empty() {
            return fail(match has_tokens || call.payments.len() > 1 {
                true => "function does not accept ESDT payment",
                false => "function does not accept EGLD payment",
            });
        }
        if matches!(call.function, "setWager" | "pause" | "unpause") {
            let owner = call.from == Account::Owner;
            require(owner, "Endpoint can only be called by owner")?;
        }
        let wanted = match call.function {
            // one of them is optional, so they are counted as they are read
            "makeMove" => 0..=usize::MAX,
            "setWager" => 2..=2,
            "joinGame" | "leaveQueue" | "withdraw" | "pause" | "unpause" => 0..=0,
            _ => 1..=1,
        };
        require(
            wanted.contains(&call.arguments.len()),
            "wrong number of arguments",
        )?;
        let by = call.from;
        match call.function {
            "setWager" => self.set_wager(&call.arguments[0], &call.arguments[1]),
            "pause" => self.pause(),
            "unpause" => self.unpause(),
            "joinGame" => self.join(by, &call.payments),
            "leaveQueue" => self.leave_queue(by),
            "withdraw" => self.withdraw(by),
            "makeMove" => {
                let [game, from, to, rest @ ..] = &*call.arguments else {
                    return refuse("too few arguments");
                };
                let game = number(game, 32, "game_id")?;
                let from = number(from, 8, "from")? as u8;
                let to = number(to, 8, "to")? as u8;
                let promotion = match rest.first() {
                    Some(bytes) => {
                        let piece = number(bytes, 8, "promotion")? as u8;
                        require(
                            piece == 0 || rules::promotion(piece).is_some(),
                            "argument decode error (promotion): invalid value",
                        )?;
                        (piece > 0).then_some(piece)
                    }
                    None => None,
                };
                require(rest.len() <= 1, "too many arguments")?;
                self.make_move(by, game, from, to, promotion)
            }
            function => {
                let game = number(&call.arguments[0], 32, "game_id")?;
                match function {
                    "draw" => self.draw(by, game),
                    "claimDraw" => self.claim_draw(by, game),
                    "callIllegalMove" => self.call_illegal_move(by, game),
                    "signalInactivity" => self.signal_inactivity(by, game),
                    "resign" => self.resign(by, game),
                    "reclaimWager" => self.reclaim(by, game),
                    _ => Err(Refusal {
                        status: 1,
                        message: "invalid function (not found)".into(),
                    }),
                }
            }
        }
    }
}
