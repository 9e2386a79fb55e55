//! A thousand games.

use chess_model::chain::{Account, Token};
use chess_model::scenario::json;

use crate::script::{EGLD_WAGER, Script, account};

/// The same move with three games and with a thousand; a test compares the cost.
pub fn thousand_games() -> Script {
    let mut s = Script::at("thousand-games", "a thousand games", Token::Egld, false);
    let money = 1_000 * EGLD_WAGER;
    for player in [Account::Alice, Account::Bob] {
        let balances = &mut s.model.chain.balances;
        balances.insert((player, Token::Egld), money.into());
    }
    let rich = account(money, json!({}));
    let accounts = [("address:alice", rich.clone()), ("address:bob", rich)];
    s.set_accounts("money for a thousand games", &accounts);
    s.run(
        "
        start alice bob alice bob alice bob; [makeMove with three games] 2: e2e4
        [getGamesPage with three games] ~getGamesPage 1 3",
    );
    for _ in 3..1_000 {
        s.run("~start alice bob");
    }
    s.run(
        "
        // before the next move: a game's record is longer after its first move
        [getGamesPage with a thousand games] ~getGamesPage 1 3
        [makeMove with a thousand games] 3: e2e4; getGameCount
        getGamesPage 991 10; getGamesPage 991 100; getGamesPage 1,001 10
        1000: e2e4 e7e5 g1f3; shows 1000; bob resign 1000; getScore @alice",
    );
    s
}
