//! All balances, the scores, and the contract's storage.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Token};
use chess_model::scenario::{Value, json, number, present};
use chess_model::step::hexadecimal;

use super::Script;
use super::cast::{FUNDS, TOKEN_WAGER, or_empty};
use super::signed::bytes_of;
use crate::lines;

impl Script {
    fn check_state(&mut self, id: &str, accounts: BTreeMap<&str, Value>, are_all: bool) {
        let id = self.take_id(id.into());
        let mut accounts = json!(accounts);
        if !are_all {
            accounts["+"] = "".into();
        }
        self.steps
            .push(json!({"step": "checkState", "id": id, "accounts": accounts}));
    }

    /// The balances that an account must have; contracts have something stored.
    fn state(&self, account: Account, name: &str) -> Value {
        let chain = &self.model.chain;
        let contract = name.starts_with("sc:");
        let mut tokens = BTreeMap::new();
        for token in [Token::Chess, Token::Other, Token::Collectible] {
            let mut balance = chain.balance(account, token);
            // the runner carries no token to or from another shard
            if !chain.is_one_shard && account.is_elsewhere() && token == Token::Chess {
                let funds = if contract { 0 } else { FUNDS * TOKEN_WAGER };
                balance = funds.into();
            }
            let amount = number(balance);
            let amount = match (token, &*amount) {
                (_, "0") => continue,
                (Token::Collectible, _) => {
                    json!({"instances": [{"nonce": "5", "balance": amount}]})
                }
                _ => amount.into(),
            };
            tokens.insert(format!("str:{}", Script::token(token)), amount);
        }
        present(json!({
            "nonce": "*",
            "balance": number(chain.balance(account, Token::Egld)),
            "esdt": (!tokens.is_empty()).then_some(tokens),
            "storage": contract.then(|| json!({"+": ""})),
            "code": contract.then_some("*"),
        }))
    }

    /// The waiting player, every board, all balances to the unit, the scores and the amounts owed.
    pub(super) fn check(&mut self) {
        self.view(None, "getIsPlayerWaitingOpt", &[], None);
        for game in 1..=self.model.chain.games.len() {
            self.view(None, "getBoard", &[&game.to_string()], None);
        }
        let mut accounts: BTreeMap<&str, Value> = self
            .accounts()
            .map(|(account, name)| (name, self.state(account, name)))
            .collect();
        let mut chess = self.state(Account::Chess, "sc:chess");
        chess["storage"] = self.storage();
        accounts.insert("sc:chess", chess);
        let views = json!({"nonce": "*", "balance": "0", "storage": {"+": ""}, "code": "*"});
        accounts.insert("sc:chess-views", views);
        self.check_state("money and scores", accounts, true);
    }

    fn storage(&self) -> Value {
        let chain = &self.model.chain;
        let mut storage = BTreeMap::from([("+".to_string(), String::new())]);
        let carol = self.account("carol").expect("a player");
        for player in [Account::Alice, Account::Bob, carol] {
            let name = self.expression(player);
            let score = chain.scores.get(&player).copied().unwrap_or_default();
            storage.insert(format!("str:score|{name}"), or_empty(score));
            let token = self.wager.identifier();
            let owed = chain.credits.get(&(player, self.wager)).cloned();
            let key = format!("str:amountOwed|{name}|u32:{}|str:{token}", token.len());
            storage.insert(key, or_empty(owed.unwrap_or_default()));
        }
        storage.insert("str:games.len".into(), or_empty(chain.games.len()));
        json!(storage)
    }

    /// The EGLD of the contract and of Alice and Bob, and their scores.
    pub(super) fn check_played(&mut self) {
        let names = [
            (Account::Alice, "address:alice"),
            (Account::Bob, "address:bob"),
            (Account::Chess, "sc:chess"),
        ];
        let accounts = names.map(|(account, name)| {
            let mut state = self.state(account, name);
            state["storage"] = json!({"+": ""});
            (name, state)
        });
        self.check_state("money", accounts.into(), false);
        self.run("getScore @alice; getScore @bob");
    }

    /// The contract has this amount of a token, and nothing else.
    pub(super) fn holds(&mut self) {
        let contract = self.state(Account::Chess, "sc:chess");
        let accounts = [("sc:chess", contract)].into();
        self.check_state("the contract's tokens", accounts, false);
    }

    /// The contract has stored these moves as a block of a game's.
    pub(super) fn stores(&mut self, game: &str, block: &str, moves: &[&str]) {
        let key = format!("str:moves|u32:{game}|u32:{block}");
        let value = hexadecimal(&bytes_of(&lines::words(moves)));
        let storage = json!({"+": "", key: value});
        let contract = json!({"nonce": "*", "balance": "*", "storage": storage, "code": "*"});
        self.check_state("storage", [("sc:chess", contract)].into(), false);
    }

    /// Nothing is possible in a finished game, by the player to move or the other.
    pub(super) fn is_over(&mut self, id: &str, on_move: &str, other: &str) {
        self.run(&format!(
            "each draw claimDraw callIllegalMove resign: !{on_move} $ {id}
             !{on_move} makeMove {id} 8 16; !{other} signalInactivity {id}
             getLegalMoves {id}; getClaims {id}"
        ));
    }
}
