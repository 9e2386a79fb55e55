//! The deployed contracts on a network: their calls and views.

use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use signed_play::KEY_LEN;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::challenge::Terms;
use crate::chess_table::{GameView, SnapshotView};
use crate::network::estimate::NO_FUNCTION;
use crate::network::{Failure, Network, Receipt};
use crate::signed;

/// The gas limit of a call if the gateway can't estimate: more than any call takes, even one that
/// pays both players in other shards.
const UNKNOWN_GAS: u64 = 25_000_000;
/// The same for a game that was played by signature: enough for both signatures and two payouts, and
/// 70,000 for each move's two bytes.
const UNKNOWN_PLAY_GAS: u64 = 30_000_000;
const UNKNOWN_GAS_PER_BYTE: u64 = 35_000;

/// The number of a player's games per request.
const PAGE: usize = 100;

/// The contract's words for a game's id of more than 32 bits.
const TOO_LARGE_GAME: &str = "argument decode error (game_id): input too long";

/// Deployed contracts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracts {
    /// The game's contract.
    pub chess: Address,
    /// The contract with its views.
    pub views: Address,
}

/// A public key as an endpoint's argument.
fn key_argument(key: Option<&[u8; KEY_LEN]>) -> OptionalValue<ManagedBuffer<StaticApi>> {
    OptionalValue::from(key.map(|key| ManagedBuffer::from(&key[..])))
}

/// The contracts on a network.
pub struct Client {
    pub network: Network,
    pub contracts: Contracts,
}

impl Client {
    /// Calls an endpoint of the game's contract.
    pub fn call(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
    ) -> Result<Receipt, Failure> {
        self.call_at(wallet, call, None, UNKNOWN_GAS)
    }

    /// Sets the wager, which can't be changed later.
    pub fn set_wager(&mut self, owner: &Wallet, wager: &Amount) -> Result<Receipt, Failure> {
        let token = TokenId::<StaticApi>::from(wager.token.as_str());
        let amount = BigUint::<StaticApi>::from_bytes_be(&wager.amount.to_bytes_be());
        self.call(owner, proxy().set_wager(token, amount).data)
    }

    /// Joins with the wager that the contract asks for. `key`: the player's, for play by signature.
    pub fn join(
        &mut self,
        wallet: &Wallet,
        key: Option<&[u8; KEY_LEN]>,
    ) -> Result<Receipt, Failure> {
        let wager = self.wager()?;
        let call = proxy().join_game(key_argument(key)).data;
        self.call_at(wallet, call, Some(&wager), UNKNOWN_GAS)
    }

    /// Opens a challenge and pays the stake of all its rounds. The game's id is in the receipt's event
    /// `challenged`.
    pub fn challenge(
        &mut self,
        wallet: &Wallet,
        terms: &Terms,
        key: Option<&[u8; KEY_LEN]>,
    ) -> Result<Receipt, Failure> {
        let opponent = terms.opponent.as_ref().map(ManagedAddress::from);
        let (side, clock) = (terms.side, terms.clock);
        let (rounds, engines, key) = (terms.rounds, terms.engines, key_argument(key));
        let call = proxy().challenge(opponent, side, clock, rounds, engines, key);
        self.call_at(wallet, call.data, terms.payment().as_ref(), UNKNOWN_GAS)
    }

    /// Accepts a challenge. `payment`: the stake of all its rounds.
    pub fn accept(
        &mut self,
        wallet: &Wallet,
        game_id: usize,
        payment: Option<&Amount>,
        key: Option<&[u8; KEY_LEN]>,
    ) -> Result<Receipt, Failure> {
        let call = proxy().accept(game_id, key_argument(key)).data;
        self.call_at(wallet, call, payment, UNKNOWN_GAS)
    }

    /// Submits a game that was played by signature.
    pub fn play(
        &mut self,
        wallet: &Wallet,
        game_id: usize,
        call: &signed::Call,
    ) -> Result<Receipt, Failure> {
        let gas = UNKNOWN_PLAY_GAS + UNKNOWN_GAS_PER_BYTE * call.moves.len() as u64;
        let bytes = |bytes: &[u8]| ManagedBuffer::<StaticApi>::from(bytes);
        let (moves, white, black) = (bytes(&call.moves), bytes(&call.white), bytes(&call.black));
        let call = proxy().play(game_id, call.round, call.points, moves, white, black);
        self.call_at(wallet, call.data, None, gas)
    }

    /// `gas`: the limit if the gateway can't estimate.
    fn call_at(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
        payment: Option<&Amount>,
        gas: u64,
    ) -> Result<Receipt, Failure> {
        let to = &self.contracts.chess;
        let prepared = self.network.call(wallet, to, call, payment, gas);
        self.network.send(wallet, prepared)
    }

    /// Queries a view.
    pub fn view<T: TopDecodeMulti>(&self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        let argument = view.arg_buffer.iter_buffers().next();
        // an address, which is longer, is no game
        let game = argument
            .map(|game| game.to_vec())
            .filter(|game| game.len() <= 8);
        let game = game.and_then(|game| u64::top_decode(game.as_slice()).ok());
        let views = &self.contracts.views;
        self.network.view(views, view).map_err(|failure| {
            let Failure::Refused { message, .. } = &failure else {
                return failure;
            };
            match (message.as_str(), game) {
                ("no such game" | TOO_LARGE_GAME, Some(game)) => {
                    format!("there is no game {game}").into()
                }
                (NO_FUNCTION, _) => format!(
                    "no views of the chess contract at {}: check --views and --gateway",
                    self.network.bech32(views)
                )
                .into(),
                _ => failure,
            }
        })
    }

    /// Queries a view that answers with a page: where the next page begins, 0 if there is none, and
    /// the items on this one.
    pub fn page<T: TopDecodeMulti>(
        &self,
        view: FunctionCall<StaticApi>,
    ) -> Result<(usize, Vec<T>), Failure> {
        let page: MultiValue2<usize, MultiValueVec<T>> = self.view(view)?;
        let (next, items) = page.into_tuple();
        Ok((next, items.into_vec()))
    }

    /// All of a player's games, the newest first.
    pub fn all_games_of(&self, player: &Address) -> Result<Vec<GameView>, Failure> {
        let (mut games, mut before) = (vec![], 0);
        loop {
            let call = proxy().player_games(ManagedAddress::from(player), before, PAGE);
            let (next, page) = self.page(call.data)?;
            games.extend(page);
            match next {
                0 => return Ok(games),
                next => before = next,
            }
        }
    }

    /// The stake of a player for a game.
    ///
    /// # Errors
    /// It isn't set yet.
    pub fn wager(&self) -> Result<Amount, Failure> {
        let wager = self.wager_or_none()?;
        match wager.amount == RustBigUint::ZERO {
            true => Err(Failure::Network("the wager isn't set yet".into())),
            false => Ok(wager),
        }
    }

    /// The same, with an amount of 0 if it isn't set yet.
    pub(crate) fn wager_or_none(&self) -> Result<Amount, Failure> {
        let token: Vec<u8> = self.view(proxy().wager_token_id().data)?;
        let amount = self.view(proxy().wager_amount().data)?;
        Ok(Amount::of(&token, amount))
    }

    /// Everything that the contract shows of a game, with its moves after the first `known_plies`.
    pub fn snapshot(&self, game_id: usize, known_plies: u16) -> Result<SnapshotView, Failure> {
        self.view(proxy().get_snapshot(game_id, known_plies).data)
    }
}
