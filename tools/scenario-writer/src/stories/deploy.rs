//! Deployment.

use chess_model::chain::Token;

use crate::script::{CHESS_CODE, Script, VIEWS_CODE};

pub fn deploy() -> Script {
    let mut s = Script::new("deployment, with each rule for illegal moves", Token::Egld);
    s.set_players();
    let [chess, views] = [CHESS_CODE, VIEWS_CODE].map(|code| format!("../output/{code}"));
    let addresses = "sc:chess sc:chess-views sc:rejecting sc:rejecting-views sc:refused";
    let addresses: Vec<&str> = addresses.split(' ').collect();
    s.new_addresses(&addresses[..4]);
    s.deploy(&chess, &[]);
    s.deploy(&views, &["sc:chess"]);
    s.deploy(&chess, &["1"]);
    s.deploy(&views, &["sc:rejecting"]);
    s.run(
        "
        isPaused; getWagerTokenId; getWagerAmount; getIllegalMoveRule; getGameCount; getGames
        getGamesPage 1 10; getScore @alice; getCredit @alice
        getPlayerGames @alice 0 10; getOngoingGames @alice 0 10
        // nothing to play for yet
        !owner unpause; !owner pause; !join alice",
    );
    s.id("rule of the second contract")
        .asks("sc:rejecting-views", "getIllegalMoveRule", &[], "1");
    // the last, as a refused deployment uses up an address
    s.new_addresses(&addresses);
    s.deploy(&chess, &["2"]);
    s
}
