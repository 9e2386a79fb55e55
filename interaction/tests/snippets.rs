//! The mxpy scripts against a local chain; needs mxpy: make test-localnet.

mod command;
mod local;

use std::process::{Command, Stdio};

use command::Said;
use local::LocalChain;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/local.snippets.sh");

/// The local script, for a chain and one of its wallets.
struct Script {
    chain: LocalChain,
}

impl Script {
    fn run(&self, wallet: &str, arguments: &[&str]) -> Said {
        let folder = self.chain.folder.path();
        for name in ["alice", wallet] {
            let pem = self.chain.wallet(name).pem();
            std::fs::write(folder.join(format!("{name}.pem")), pem).unwrap();
        }
        let mut command = Command::new(SCRIPT);
        command
            .args(arguments)
            .env("PROXY", self.chain.server.url())
            .env("OWNER", folder.join("alice.pem"))
            .env("PLAYER", folder.join(format!("{wallet}.pem")))
            .env("ADDRESSES", folder.join("addresses"))
            // mxpy stores its configuration in the home folder
            .env("HOME", folder)
            .stdin(Stdio::null());
        Said::by(&mut command)
    }

    fn ok(&self, wallet: &str, arguments: &[&str]) -> String {
        let said = self.run(wallet, arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {}{}", said.out, said.err);
        said.out
    }
}

#[test]
fn deploy_set_wager_join_move_and_query() {
    let script = Script {
        chain: LocalChain::start(),
    };
    let told = script.ok("bob", &["deploy"]);
    assert!(told.starts_with("contract erd1qqqqqqqqqqqqqpgq"), "{told}");
    script.ok("bob", &["setWager", "EGLD-000000", "1000000"]);
    script.ok("bob", &["unpause"]);
    script.ok("bob", &["joinGame", "1000000"]);
    script.ok("carol", &["joinGame", "1000000"]);
    script.ok("bob", &["makeMove", "1", "e2", "e4"]);
    // mxpy succeeds here, the script doesn't
    let refused = script.run("bob", &["makeMove", "1", "d2", "d4"]);
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (1, "error: not your turn\n")
    );
    let fen = script.ok("bob", &["getFen", "1"]);
    let expected = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(fen.contains(&hex::encode(expected)), "{fen}");
}

/// Every endpoint and every view in the ABIs has its function, in both networks' scripts.
#[test]
fn every_call_has_its_function() {
    for script in [
        SCRIPT,
        concat!(env!("CARGO_MANIFEST_DIR"), "/devnet.snippets.sh"),
    ] {
        let said = Said::by(&mut Command::new(script));
        assert_eq!(said.code, 2);
        for file in ["onchain-chess", "onchain-chess-views"] {
            let abi = format!("{}/../output/{file}.abi.json", env!("CARGO_MANIFEST_DIR"));
            let abi = std::fs::read_to_string(&abi).expect("make build makes it");
            let abi: serde_json::Value = serde_json::from_str(&abi).unwrap();
            for endpoint in abi["endpoints"].as_array().unwrap() {
                let name = endpoint["name"].as_str().unwrap();
                if endpoint["labels"] == serde_json::json!(["callback"]) {
                    continue; // which nobody can call
                }
                let told = said.err.split_whitespace().any(|word| word == name);
                assert!(told, "{script} has no {name}: {}", said.err);
            }
        }
    }
}
