//! The contract of tournaments on a network.

mod show;
mod trf;

use chess_tournament::tournament_proxy::{
    ChessTournamentProxy, ChessTournamentProxyMethods, Entrant, Round, Standing, Tournament,
};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use serde_json::json;

use crate::amount::Amount;
use crate::network::estimate::NO_FUNCTION;
use crate::network::{Failure, Network, Receipt};
use crate::output::Output;

/// The gas limit of a call if the gateway can't estimate: the gas of `next` for 32 players.
const UNKNOWN_GAS: u64 = 200_000_000;

/// The endpoints and views; a call is the `data` of the result of these methods.
pub fn proxy() -> ChessTournamentProxyMethods<ScenarioTxEnvData, (), (), ()> {
    ChessTournamentProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
}

/// A deployed contract of tournaments.
pub struct Tournaments<'a> {
    pub network: &'a mut Network,
    address: Address,
}

/// A tournament's terms and state.
pub struct Head(pub(crate) Tournament<StaticApi>);

/// Everything that is shown of a tournament.
pub struct Shown {
    head: Head,
    /// By seed, with their addresses as people write them.
    players: Vec<(String, Entrant<StaticApi>, Standing)>,
    rounds: Vec<Round<StaticApi>>,
}

impl Head {
    /// The token's identifier, `EGLD-000000` for EGLD.
    pub fn token(&self) -> String {
        self.0.terms.token.to_string()
    }

    /// The entry fee, if there is one.
    pub fn fee(&self) -> Option<Amount> {
        let fee = self.amount(&self.0.terms.fee);
        (fee.amount > RustBigUint::ZERO).then_some(fee)
    }

    fn amount(&self, amount: &BigUint<StaticApi>) -> Amount {
        Amount {
            token: self.token(),
            amount: RustBigUint::from_bytes_be(amount.to_bytes_be().as_slice()),
        }
    }
}

impl<'a> Tournaments<'a> {
    /// The contract at an address.
    pub fn at(network: &'a mut Network, address: Address) -> Self {
        Tournaments { network, address }
    }

    /// Calls an endpoint.
    ///
    /// # Errors
    /// The contract's refusal, or why the transaction isn't executed.
    pub fn call(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
        payment: Option<&Amount>,
    ) -> Result<Receipt, Failure> {
        let (network, to) = (&mut *self.network, &self.address);
        let prepared = network.call(wallet, to, call, payment, UNKNOWN_GAS);
        let sent = network.send(wallet, prepared);
        sent.map_err(|failure| self.not_there(failure))
    }

    fn view<T: TopDecodeMulti>(&self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        let asked = self.network.view(&self.address, view);
        asked.map_err(|failure| self.not_there(failure))
    }

    /// Explains a failure if another contract is at the address.
    fn not_there(&self, failure: Failure) -> Failure {
        match failure.to_string().ends_with(NO_FUNCTION) {
            true => {
                let address = self.network.bech32(&self.address);
                format!("no tournament contract at {address}: check --at").into()
            }
            false => failure,
        }
    }

    /// A tournament without its players.
    ///
    /// # Errors
    /// There is no such tournament, or the network fails.
    pub fn get(&self, id: u32) -> Result<Head, Failure> {
        Ok(Head(self.view(proxy().get_tournament(id).data)?))
    }

    /// Everything that is shown of a tournament.
    ///
    /// # Errors
    /// There is no such tournament, or the network fails.
    pub fn show(&self, id: u32) -> Result<Shown, Failure> {
        let head = self.get(id)?;
        let players = self.entrants(id)?.into_iter().map(|(entrant, standing)| {
            let address = self.network.bech32(&entrant.player.to_address());
            (address, entrant, standing)
        });
        let rounds = (1..=head.0.progress.round).map(|number| self.round(id, number));
        Ok(Shown {
            players: players.collect(),
            rounds: rounds.collect::<Result<_, _>>()?,
            head,
        })
    }

    /// A tournament's players by seed.
    ///
    /// # Errors
    /// As [`Tournaments::show`].
    pub fn players(&self, id: u32) -> Result<Vec<Address>, Failure> {
        let entrants = self.entrants(id)?;
        let players = entrants.iter().map(|(one, _)| one.player.to_address());
        Ok(players.collect())
    }

    fn entrants(&self, id: u32) -> Result<Vec<(Entrant<StaticApi>, Standing)>, Failure> {
        type Entrants = MultiValueVec<MultiValue2<Entrant<StaticApi>, Standing>>;
        let entrants: Entrants = self.view(proxy().get_entrants(id).data)?;
        let entrants = entrants.into_vec().into_iter();
        Ok(entrants.map(MultiValue2::into_tuple).collect())
    }

    /// A round that was paired.
    ///
    /// # Errors
    /// As [`Tournaments::show`].
    pub fn round(&self, id: u32, number: u8) -> Result<Round<StaticApi>, Failure> {
        self.view(proxy().get_round(id, number).data)
    }

    /// The amount that an account can claim.
    ///
    /// # Errors
    /// As [`Tournaments::show`].
    pub fn claim(&self, id: u32, account: &Address) -> Result<Amount, Failure> {
        let claim = proxy().get_claim(id, ManagedAddress::from(account));
        Ok(self.get(id)?.amount(&self.view(claim.data)?))
    }

    /// The number of tournaments.
    ///
    /// # Errors
    /// The network can't answer.
    pub fn count(&self) -> Result<u32, Failure> {
        self.view(proxy().tournaments().data)
    }

    /// A line for each tournament.
    ///
    /// # Errors
    /// The network can't answer.
    pub fn list(&self) -> Result<Output, Failure> {
        let heads = (1..=self.count()?).map(|id| self.get(id));
        let heads = heads.collect::<Result<Vec<_>, _>>()?;
        let text = match heads.is_empty() {
            true => "there are no tournaments yet\n".into(),
            false => heads.iter().map(Head::line).collect(),
        };
        Ok(Output {
            text,
            json: json!(heads.iter().map(Head::json).collect::<Vec<_>>()),
        })
    }
}
