//! The contract as a whole.

use chess_record::IllegalMoveRule;
use multiversx_sc_scenario::imports::*;
use serde_json::json;

use crate::calls::proxy;
use crate::network::Failure;
use crate::network::client::Client;
use crate::output::Output;

impl Client {
    /// `isPaused`, `getWagerTokenId`, `getWagerAmount`, `getIllegalMoveRule`,
    /// `getIsPlayerWaitingOpt`, `getGameCount`.
    pub fn show_status(&self) -> Result<Output, Failure> {
        let is_paused: bool = self.view(proxy().is_paused().data)?;
        let wager = self.wager_or_none()?;
        let rule: IllegalMoveRule = self.view(proxy().illegal_move_rule().data)?;
        let waiting: Option<ManagedAddress<StaticApi>> =
            self.view(proxy().is_player_waiting_opt().data)?;
        let games: usize = self.view(proxy().game_count().data)?;
        let contracts = [&self.contracts.chess, &self.contracts.views];
        let [contract, views] = contracts.map(|address| self.network.bech32(address));
        let waiting = waiting.map(|player| self.address(&player));
        let rule = format!("{rule:?}").to_lowercase();
        let text = format!(
            "contract  {contract}\nviews     {views}\nstate     {}\nwager     {}\nrule      {rule}: {}\nwaiting   {}\ngames     {games}\n",
            if is_paused { "paused" } else { "open" },
            if wager.amount == RustBigUint::ZERO {
                "not set yet".to_string()
            } else {
                wager.to_string()
            },
            match rule.as_str() {
                "reject" => "a move that leaves the own king attacked is refused",
                _ => "a move that leaves the own king attacked can be called by the opponent",
            },
            waiting.as_deref().unwrap_or("nobody"),
        );
        let json = json!({
            "contract": contract,
            "views": views,
            "paused": is_paused,
            "wagerToken": wager.token,
            "wagerAmount": wager.amount.to_string(),
            "rule": rule,
            "waiting": waiting,
            "games": games,
        });
        Ok(Output { text, json })
    }
}
