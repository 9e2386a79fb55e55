//! The common beginning: three players with money, both contracts deployed, the wager set, the
//! pause ended. One file for each wager and each rule for illegal moves.

use chess_model::chain::Token;
use chess_model::refusal::Refusal;
use chess_model::scenario::{self, failure, json, number, success};
use chess_model::step::Step;

use super::Script;
use super::cast::{CHESS_CODE, EGLD_WAGER, TOKEN_WAGER, VIEWS_CODE, evaluated};

/// A wager's part of file names.
pub fn name(wager: Token) -> &'static str {
    match wager {
        Token::Egld => "egld",
        _ => "esdt",
    }
}

/// The path of the set-up next to the scenarios. The first letters of the name exclude it from the
/// files that are run alone.
pub fn file_name(wager: Token, rejects: bool) -> String {
    let rule = if rejects { "reject" } else { "forfeit" };
    format!("set-up/{}-{rule}.steps.json", name(wager))
}

/// A world with the contracts deployed and, if it is ready, the wager set and the pause ended.
/// `up`: the path from the file to the artefacts.
pub fn world(up: &str, wager: Token, rejects: bool, is_ready: bool) -> Script {
    let mut s = Script::new("", wager);
    s.set_players();
    s.new_addresses(&["sc:chess", "sc:chess-views"]);
    s.deploy(
        &format!("{up}/output/{CHESS_CODE}"),
        if rejects { &["1"] } else { &[] },
    );
    s.deploy(&format!("{up}/output/{VIEWS_CODE}"), &["sc:chess"]);
    if is_ready {
        s.set_wager().run("owner unpause");
    }
    s
}

impl Script {
    /// A scenario at a path below `scenarios/` in which the contract is ready for players; for the
    /// gas report, ids show the kind of each move.
    pub fn at(path: &str, name: &str, wager: Token, rejects: bool) -> Self {
        let up = "../".repeat(path.matches('/').count());
        let file = format!("{up}{}", file_name(wager, rejects));
        let mut s = world("", wager, rejects, true).after(name, file);
        s.gas = path.starts_with("gas/") && !path.contains("vm/");
        s.up = format!("../{}", up.trim_end_matches('/'))
            .trim_end_matches('/')
            .into();
        s
    }

    pub fn set_wager(&mut self) -> &mut Self {
        let amount = match self.wager {
            Token::Egld => EGLD_WAGER,
            _ => TOKEN_WAGER,
        };
        let token = self.wager.identifier();
        self.run(&format!("owner setWager str:{token} {}", number(amount)))
    }

    /// The addresses that the owner's first deployments get.
    pub fn new_addresses(&mut self, addresses: &[&str]) {
        let address = |(nonce, address): (u8, &&str)| {
            json!({
                "creatorAddress": "address:owner",
                "creatorNonce": nonce.to_string(),
                "newAddress": address,
            })
        };
        let addresses = (1..).zip(addresses).map(address).collect();
        self.set_state(
            "addresses of the contracts".into(),
            &[("newAddresses", addresses)],
        );
    }

    /// The owner deploys one of the contracts; the model follows the first one.
    pub fn deploy(&mut self, code: &str, arguments: &[&str]) {
        let is_chess = code.ends_with(CHESS_CODE);
        let mut model = self.model.clone();
        let values = arguments.iter().map(|text| evaluated(text)).collect();
        let outcome = match is_chess {
            true => model.take(&Step::Deploy(values)),
            false => Ok(vec![]),
        };
        let expect = match outcome {
            Ok(_) => success(json!([]), "*".into()),
            Err(Refusal { status, message }) => failure(status, &message),
        };
        if is_chess && !self.model.deployed {
            self.model = model;
        }
        let id = self.take_id(format!("deploy {code}"));
        let code = format!("mxsc:{code}");
        let tx = json!({"from": "address:owner", "contractCode": code, "arguments": arguments});
        self.steps.push(scenario::step("scDeploy", id, tx, expect));
    }
}
