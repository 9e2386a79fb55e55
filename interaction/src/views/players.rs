//! Lists of games, and players.

use std::fmt::Write as _;

use multiversx_sc_scenario::imports::*;
use serde_json::json;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::chess_table::GameView;
use crate::client::Client;
use crate::network::Failure;
use crate::output::Output;
use crate::words::{short_address, standing};

type Managed = ManagedAddress<StaticApi>;

impl Client {
    /// `getGames`, or `getGamesPage` from a game on.
    pub fn show_games(&self, page: Option<(usize, usize)>) -> Result<Output, Failure> {
        let call = match page {
            None => proxy().get_games().data,
            Some((first, count)) => proxy().games_page(first, count).data,
        };
        let games: MultiValueVec<GameView> = self.view(call)?;
        Ok(self.list_games(games.into_vec()))
    }

    /// `getPlayerGames`, or `getOngoingGames` for those that go on.
    pub fn show_player_games(
        &self,
        player: &Address,
        ongoing: bool,
        before: usize,
        count: usize,
    ) -> Result<Output, Failure> {
        let player = Managed::from(player);
        let call = if ongoing {
            proxy().ongoing_games(player, before, count).data
        } else {
            proxy().player_games(player, before, count).data
        };
        let page: MultiValue2<usize, MultiValueVec<GameView>> = self.view(call)?;
        let (next, games) = page.into_tuple();
        let Output { mut text, json } = self.list_games(games.into_vec());
        if next > 0 {
            let _ = writeln!(text, "older games: --before {next}");
        }
        let json = json!({"games": json, "nextBefore": next});
        Ok(Output { text, json })
    }

    /// `getScore` and `getCredit`.
    pub fn show_player(&self, player: &Address) -> Result<Output, Failure> {
        let score: u64 = self.view(proxy().get_score(Managed::from(player)).data)?;
        let credit: RustBigUint = self.view(proxy().get_credit(Managed::from(player)).data)?;
        let player = self.network.bech32(player);
        let credit = if credit == 0u64.into() {
            None
        } else {
            Some(Amount {
                token: self.wager()?.token,
                amount: credit,
            })
        };
        let owed = match &credit {
            None => "nothing".into(),
            Some(amount) => format!("{amount}, to be had with withdraw"),
        };
        let text = format!("player  {player}\nscore   {score}\nowed    {owed}\n");
        let credit = credit.map_or("0".into(), |credit| credit.amount.to_string());
        let json = json!({"player": player, "score": score, "credit": credit});
        Ok(Output { text, json })
    }

    fn list_games(&self, games: Vec<GameView>) -> Output {
        let mut text = String::new();
        for game in &games {
            let players = [&game.white_player, &game.black_player];
            let [white, black] = players.map(|player| short_address(&self.address(player)));
            let _ = writeln!(
                text,
                "{:>5}  {white} – {black}  {}",
                game.game_id,
                standing(game)
            );
        }
        if games.is_empty() {
            text.push_str("no games\n");
        }
        let json = games.iter().map(|game| self.game_json(game)).collect();
        Output { text, json }
    }
}
