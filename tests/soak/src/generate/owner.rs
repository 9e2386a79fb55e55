//! The steps of the owner and of the tokens' managers.

use chess_model::chain::{Account, Token};
use chess_model::model::Model;
use chess_model::step::{Call, Step, argument};

use super::Generator;

impl Generator {
    pub(super) fn deploy(&mut self) -> Step {
        let arguments = match self.rng.u32(..20) {
            0 => vec![argument(2)],
            1 => vec![argument(256)],
            2 => vec![vec![0xff; 9]],
            3 => vec![vec![], vec![]],
            4..9 => vec![],
            9..11 => vec![argument(0)],
            _ => vec![argument(1)],
        };
        Step::Deploy(arguments)
    }

    /// The owner sets the wager, rightly or wrongly.
    pub(super) fn set_wager(&mut self) -> Call {
        let token = self.any(&[Token::Egld, Token::Chess]);
        let identifier: &[u8] = match token {
            Token::Egld if self.rng.bool() => b"EGLD",
            token => token.identifier().as_bytes(),
        };
        let amount = match self.rng.u32(..8) {
            0 => vec![1],
            // the network's longest
            1 => vec![0xff; 100],
            2 => argument(u64::MAX),
            _ => argument(self.rng.u64(1..1_000_000_000_000_000_000)),
        };
        let mut arguments = vec![identifier.to_vec(), amount];
        let mut from = Account::Owner;
        if self.percent(40) {
            match self.rng.u32(..5) {
                0 => arguments[1] = self.any(&[vec![], vec![0, 0], vec![1; 256], vec![0xff; 300]]),
                1 => {
                    let wrong = ["", "CHESS", "chess-123456", "CHESS-12345G"];
                    arguments[0] = self.any(&wrong).into();
                }
                2 => from = self.any(&Account::CALLERS),
                3 => arguments.push(vec![1]),
                _ => arguments.truncate(1),
            }
        }
        Call::new(from, "setWager", arguments)
    }

    /// A token's manager freezes an account, pauses the token or limits it, or undoes that.
    pub(super) fn manage(&mut self, model: &Model) -> Step {
        let token = self.any(&[Token::Chess, Token::Other]);
        let of = |tokens: &std::collections::BTreeSet<Token>| tokens.first().copied();
        let (paused, limited) = (of(&model.chain.paused), of(&model.chain.limited));
        match (self.rng.u32(..4), paused, limited) {
            (0, None, _) => Step::PauseToken(token, true),
            (1, _, None) => Step::LimitToken(token, true),
            (0 | 2, Some(token), _) => Step::PauseToken(token, false),
            (1 | 3, _, Some(token)) => Step::LimitToken(token, false),
            _ => self.freeze(model),
        }
    }

    fn freeze(&mut self, model: &Model) -> Step {
        let frozen: Vec<(Account, Token)> = model.chain.frozen.iter().copied().collect();
        if !frozen.is_empty() && self.percent(60) {
            let (account, token) = self.any(&frozen);
            return Step::Freeze(account, token, false);
        }
        let mut account = self.any(&Account::CALLERS);
        if self.percent(12) {
            account = Account::Chess;
        }
        Step::Freeze(account, self.any(&[Token::Chess, Token::Other]), true)
    }
}
