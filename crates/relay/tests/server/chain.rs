//! With a gateway, only the chain's games get into the store.

use localnet::{Blocks, Chain, Config, ServeOptions, serve};
use tempfile::tempdir;

use crate::chess::{Match, moves};
use crate::client::Client;
use crate::program::Program;

/// A local chain whose state for a contract is as after a game's start.
fn chain_with(game: &Match, value: &[u8]) -> localnet::Server {
    let chain = Chain::start(Config {
        blocks: Blocks::OnArrival,
        ..Config::default()
    });
    let options = ServeOptions {
        port: 0,
        ..ServeOptions::default()
    };
    let server = serve(chain.unwrap(), options).unwrap();
    let id = game.room.game().id.to_be_bytes();
    let key = hex::encode([&b"keys"[..], &id].concat());
    let contract = game.room.contract();
    let url = format!("{}/simulator/address/{contract}/set-state", server.url());
    let pairs = serde_json::json!({ key: hex::encode(value) });
    let answer = ureq::post(&url).send_json(pairs).unwrap();
    assert_eq!(answer.status(), 200);
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_chains_games_are_taken() {
    let game = Match::new(7);
    let keys = [*game.room.game().white_key, *game.room.game().black_key].concat();
    let chain = tokio::task::block_in_place(|| chain_with(&game, &keys));
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let program = Program::start(&store, &["--gateway", &chain.url()]);

    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.keep(&game.last_move(&moves("e2e4"))).await;
    // another game, and this one with keys of somebody else's making
    let mut forged = game.enter();
    if let relay::protocol::Request::Enter { black, .. } = &mut forged {
        black.0 = Match::new(8).room.game().black_key.to_vec();
    }
    for other in [Match::new(8).enter(), forged] {
        let (code, text) = client.refusal(&other).await;
        assert_eq!(code, "keys");
        assert_eq!(text, "the chain has no game with this id and these keys");
    }

    // a game under way goes on without the gateway, and a new one can't begin
    program.kill();
    tokio::task::block_in_place(|| drop(chain));
    let program = Program::start(&store, &["--gateway", "http://127.0.0.1:9"]);
    let (mut client, state) = Client::enter(&program.url, &game).await;
    assert_eq!(state.plies, 1);
    client.keep(&game.last_move(&moves("e2e4 e7e5"))).await;
    assert_eq!(client.refusal(&Match::new(8).enter()).await.0, "gateway");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_no_game_yet() {
    let game = Match::new(7);
    let key = *game.room.game().white_key;
    let chain = tokio::task::block_in_place(|| chain_with(&game, &key));
    let folder = tempdir().unwrap();
    let options = ["--gateway", &chain.url()];
    let program = Program::start(&folder.path().join("games"), &options);
    let mut client = Client::connect(&program.url).await;
    assert_eq!(client.refusal(&game.enter()).await.0, "keys");
    tokio::task::block_in_place(|| drop(chain));
}
