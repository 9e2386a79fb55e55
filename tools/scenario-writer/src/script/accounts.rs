//! Other accounts than the players', and a token's manager.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Token};
use chess_model::scenario::{json, number};
use chess_model::step::Step;

use super::Script;
use super::cast::{EGLD_WAGER, FUNDS, TOKEN, TOKEN_WAGER, account};

impl Script {
    /// Adds Dave with ten wagers of both sorts, the same amount of another token, and NFTs.
    fn dave_enters(&mut self) {
        let (tokens, nfts) = (number(FUNDS * TOKEN_WAGER), number(TOKEN_WAGER));
        let nfts = json!({"instances": [{"nonce": "5", "balance": nfts}]});
        let esdt = json!({
            "str:CHESS-123456": tokens,
            "str:NFT-abcdef": nfts,
            "str:OTHER-654321": tokens,
        });
        let state = account(FUNDS * EGLD_WAGER, json!({"esdt": esdt}));
        let dave = Account::Stranger;
        self.enters("one with many tokens", "address:dave", dave, state);
        for (token, wagers) in [
            (Token::Chess, FUNDS),
            (Token::Other, FUNDS),
            (Token::Collectible, 1),
        ] {
            let amount = (wagers * TOKEN_WAGER).into();
            self.model.chain.balances.insert((dave, token), amount);
        }
    }

    /// Adds Dave or a contract: one with some wagers that isn't payable, or the hostile one, whose
    /// metadata decide whether it is payable.
    pub(super) fn one_more_enters(&mut self, name: &str, detail: &str) {
        if name == "dave" {
            return self.dave_enters();
        }
        if name == "machine" {
            let wagers: u128 = detail.parse().expect("a number of wagers");
            let rest = json!({"code": "str:code", "codeMetadata": "0x0500"});
            let mut state = account(wagers * EGLD_WAGER, rest);
            let mut player = Account::Mute;
            if !self.model.chain.is_one_shard {
                state["shard"] = "1".into();
                player = Account::Remote;
            }
            self.enters("a contract as a player", "sc:machine", player, state);
            return;
        }
        let code = format!(
            "mxsc:{}/tests/hostile/output/chess-hostile.mxsc.json",
            self.up
        );
        let storage = json!({"str:chess": "sc:chess"});
        let rest = json!({"code": code, "codeMetadata": detail, "storage": storage});
        let player = match detail {
            "0x0502" => Account::Hostile,
            _ => Account::Mute,
        };
        let state = account(0, rest);
        self.enters("a contract of ill will", "sc:hostile", player, state);
        // in the model a stranger makes its transactions
        self.plays_as("address:carol", Account::Stranger);
    }

    /// Puts Bob and Carol into another shard than Alice and the contract.
    pub fn bob_moves_away(&mut self) {
        let tokens = json!({"str:CHESS-123456": number(FUNDS * TOKEN_WAGER)});
        let elsewhere = account(FUNDS * EGLD_WAGER, json!({"esdt": tokens, "shard": "1"}));
        let accounts = [
            ("address:bob", elsewhere.clone()),
            ("address:carol", elsewhere),
        ];
        self.set_accounts("Bob and Carol live in another shard", &accounts);
        self.model.chain.is_one_shard = false;
    }

    /// The token's manager pauses it, or starts it again.
    pub(super) fn set_paused(&mut self, paused: bool) {
        let (id, flags) = match paused {
            true => ("the token is paused", "0x0100"),
            false => ("the token is free again", ""),
        };
        self.manage(id, &[(format!("str:ELRONDesdt{TOKEN}"), flags.into())]);
        self.takes(&Step::PauseToken(Token::Chess, paused));
    }

    /// Gives the network's account of tokens' managers this storage and no other.
    pub fn manage(&mut self, id: &str, storage: &[(String, String)]) {
        let storage: BTreeMap<_, _> = storage.iter().cloned().collect();
        let mut account = json!({"nonce": "0", "balance": "0"});
        if !storage.is_empty() {
            account["storage"] = json!(storage);
        }
        // the network's place for a token's settings everywhere
        let system = format!("0x{}", "ff".repeat(32));
        self.set_accounts(id, &[(&system, account)]);
    }
}
