//! Lists of games, and players.

use std::fmt::Write as _;

use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::num_bigint::Sign;
use onchain_chess::chess_proxy::Challenge;
use serde_json::{Value, json};

use super::json::amount_json;
use crate::amount::Amount;
use crate::calls::proxy;
use crate::chess_table::GameView;
use crate::describe::{short_address, standing};
use crate::network::Failure;
use crate::network::client::Client;
use crate::output::Output;

type Managed = ManagedAddress<StaticApi>;

impl Client {
    /// `getGames`, or `getGamesPage` if the first game or the number of games is given.
    pub fn show_games(
        &self,
        first: Option<usize>,
        count: Option<usize>,
    ) -> Result<Output, Failure> {
        let call = match (first, count) {
            (None, None) => proxy().get_games().data,
            _ => {
                proxy()
                    .games_page(first.unwrap_or(1), count.unwrap_or(100))
                    .data
            }
        };
        let games: MultiValueVec<GameView> = self.view(call)?;
        Ok(self.list_games(games.into_vec()))
    }

    /// `getPlayerGames`, or `getOngoingGames` for running games.
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
        let (next, games) = self.page(call)?;
        let Output { mut text, json } = self.list_games(games);
        if next > 0 {
            let _ = writeln!(text, "older games: --before {next}");
        }
        let json = json!({"games": json, "nextBefore": next});
        Ok(Output { text, json })
    }

    /// `getOpenChallenges`: a page of the challenges that wait for their second player, the newest
    /// first, among `count` games before the game `before` (0: the newest).
    pub fn show_challenges(&self, before: usize, count: usize) -> Result<Output, Failure> {
        let call = proxy().open_challenges(before, count).data;
        let (next, challenges) = self.page::<Challenge<StaticApi>>(call)?;
        let mut text = String::new();
        for challenge in &challenges {
            let _ = writeln!(text, "game {}", challenge.game_id);
            for line in self.challenge_text(challenge).lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        if challenges.is_empty() {
            text.push_str("no challenges\n");
        }
        if next > 0 {
            let _ = writeln!(text, "older challenges: --before {next}");
        }
        let json: Value = challenges.iter().map(|c| self.challenge_json(c)).collect();
        let json = json!({"challenges": json, "nextBefore": next});
        Ok(Output { text, json })
    }

    /// `getScore` and `getCredits`.
    pub fn show_player(&self, player: &Address) -> Result<Output, Failure> {
        let score: u64 = self.view(proxy().get_score(Managed::from(player)).data)?;
        let credits = self.credits(player)?;
        let player = self.network.bech32(player);
        let owed: Vec<_> = credits.iter().map(Amount::to_string).collect();
        let owed = match &owed[..] {
            [] => "nothing".into(),
            _ => format!("{}, available with withdraw", owed.join(" and ")),
        };
        let text = format!("player  {player}\nscore   {score}\nowed    {owed}\n");
        let credits: Value = credits.iter().map(amount_json).collect();
        let json = json!({"player": player, "score": score, "credits": credits});
        Ok(Output { text, json })
    }

    /// The amounts owed to a player, which they can withdraw, by the view `getCredits`.
    pub fn credits(&self, player: &Address) -> Result<Vec<Amount>, Failure> {
        type Credits = MultiValueVec<MultiValue2<Vec<u8>, RustBigUint>>;
        let credits: Credits = self.view(proxy().get_credits(Managed::from(player)).data)?;
        let credits = credits.into_vec().into_iter().map(MultiValue2::into_tuple);
        let amounts = credits.map(|(token, amount)| Amount::of(&token, amount));
        Ok(amounts.filter(|owed| owed.amount > 0u64.into()).collect())
    }

    /// `getSurplus`: the contract's balance of a token beyond the players' part.
    pub fn show_surplus(&self, token: &str) -> Result<Output, Failure> {
        let is_egld = Amount::is_egld(token);
        let token = if is_egld { Amount::EGLD } else { token };
        let identifier = TokenId::<StaticApi>::from(token);
        let surplus: RustBigInt = self.view(proxy().get_surplus(identifier).data)?;
        let size = Amount {
            token: token.into(),
            amount: surplus.magnitude().clone(),
        };
        let text = match surplus.sign() {
            Sign::NoSign => format!("all that the contract has of {token} belongs to players\n"),
            Sign::Plus => format!("{size} more than belongs to players\n"),
            Sign::Minus => format!("{size} less than belongs to players: a payout is pending\n"),
        };
        let json = json!({"token": token, "surplus": surplus.to_string()});
        Ok(Output { text, json })
    }

    fn list_games(&self, games: Vec<GameView>) -> Output {
        let mut text = String::new();
        for game in &games {
            let players = [&game.white_player, &game.black_player];
            let [white, black] = players.map(|player| match self.player(player) {
                Some(address) => short_address(&address),
                None => "nobody yet".into(),
            });
            let (id, standing) = (game.game_id, standing(game));
            let _ = writeln!(text, "{id:>5}  {white} – {black}  {standing}");
        }
        if games.is_empty() {
            text.push_str("no games\n");
        }
        let json = games.iter().map(|game| self.game_json(game)).collect();
        Output { text, json }
    }
}
