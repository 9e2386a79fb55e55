//! The deployed contracts on a network: deploying, calling, asking.

use std::path::Path;

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::InteractorIntoSdkTransaction;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use onchain_chess::chess_proxy::{ChessProxy, IllegalMoveRule};

use crate::calls::{self, CONTRACT, VIEW_CONTRACT, calls};
use crate::network::{Failure, Network, Receipt};
use crate::table::{GameView, Table};
use crate::wager::Amount;

/// Deployed contracts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracts {
    /// The game's contract.
    pub chess: Address,
    /// The contract with its views.
    pub views: Address,
}

/// What is deployed: readable, so that the view contract can read the game's, and upgradeable.
pub(crate) fn code_metadata() -> CodeMetadata {
    CodeMetadata::UPGRADEABLE | CodeMetadata::READABLE
}

/// The gas of a deployment or an upgrade, from the transaction's data (1,500 a byte, two digits
/// a byte of code): what the data costs, and for the code twice what it takes at most.
pub(crate) fn deploy_gas(code: &[u8]) -> u64 {
    10_000_000 + (2 * 1_500 + 300) * code.len() as u64
}

/// The gas limit of a call: more than it takes by docs/gas.md, also with tries two levels deeper,
/// and less than twice as much as it takes, since then the rest is forfeited.
fn gas_limit(function: &str) -> u64 {
    match function {
        "joinGame" => 5_900_000,
        "claimDraw" => 7_000_000,
        "makeMove" => 5_500_000,
        "reclaimWager" => 6_000_000,
        "pause" | "unpause" => 4_500_000,
        _ => 5_000_000,
    }
}

/// The contracts on a network.
pub struct Client {
    pub network: Network,
    pub contracts: Contracts,
}

impl Client {
    /// Deploys the compiled contracts of a folder. `progress` hears of each step.
    ///
    /// # Errors
    /// A contract that isn't there, or what the network says.
    pub fn deploy(
        mut network: Network,
        artefacts: &Path,
        owner: &Wallet,
        rule: IllegalMoveRule,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Self, Failure> {
        let file = artefacts.join(CONTRACT);
        let code = read(&file)?;
        progress(&deploying(&file, &code));
        let deploy = network
            .tx(owner, deploy_gas(&code))
            .typed(ChessProxy)
            .init(OptionalValue::Some(rule as u8))
            .code(ManagedBuffer::from(&code[..]))
            .code_metadata(code_metadata())
            .into_sdk_transaction();
        let chess = deployed(network.send(owner, deploy, "deploy")?)?;
        let views = artefacts.join(VIEW_CONTRACT);
        let views = deploy_views(&mut network, &chess, &views, owner, progress)?;
        let contracts = Contracts { chess, views };
        Ok(Client { network, contracts })
    }

    /// Puts the compiled contract of a folder in the place of the game's contract; games and
    /// money stay. The framework's view contracts can't be upgraded: a new one takes its place,
    /// at an address of its own.
    pub fn upgrade(
        &mut self,
        artefacts: &Path,
        owner: &Wallet,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Receipt, Failure> {
        let code = read(&artefacts.join(CONTRACT))?;
        let Contracts { chess, .. } = self.contracts.clone();
        progress(&format!("upgrading to {CONTRACT}, {} bytes", code.len()));
        let upgrade = self
            .network
            .tx(owner, deploy_gas(&code))
            .to(chess.clone())
            .typed(ChessProxy)
            .upgrade()
            .code(ManagedBuffer::from(&code[..]))
            .code_metadata(code_metadata())
            .into_sdk_transaction();
        let upgraded = self.network.send(owner, upgrade, "upgrade")?;
        let views = artefacts.join(VIEW_CONTRACT);
        self.contracts.views = deploy_views(&mut self.network, &chess, &views, owner, progress)?;
        Ok(upgraded)
    }

    /// Calls an endpoint of the game's contract.
    pub fn call(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
    ) -> Result<Receipt, Failure> {
        self.call_with(wallet, call, None)
    }

    /// Sets the wager, once and for all.
    pub fn set_wager(&mut self, owner: &Wallet, wager: &Amount) -> Result<Receipt, Failure> {
        let token = TokenId::<StaticApi>::from(wager.token.as_str());
        let amount = BigUint::<StaticApi>::from_bytes_be(&wager.amount.to_bytes_be());
        self.call(owner, calls().set_wager(token, amount).data)
    }

    /// Joins with the wager that the contract asks for.
    pub fn join(&mut self, wallet: &Wallet) -> Result<Receipt, Failure> {
        let wager = self.wager()?;
        self.call_with(wallet, calls().join_game().data, Some(&wager))
    }

    fn call_with(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
        payment: Option<&Amount>,
    ) -> Result<Receipt, Failure> {
        let function = call.function_name.to_string();
        let to = &self.contracts.chess;
        let gas = gas_limit(&function);
        let transaction = self.network.call(wallet, to, call, payment, gas);
        self.network.send(wallet, transaction, &function)
    }

    /// Asks a view.
    pub fn view<T: TopDecodeMulti>(&self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        self.network.view(&self.contracts.views, view)
    }

    /// What a player pays for a game.
    ///
    /// # Errors
    /// Where it isn't set yet.
    pub fn wager(&self) -> Result<Amount, Failure> {
        let token: Vec<u8> = self.view(calls().wager_token_id().data)?;
        let amount: RustBigUint = self.view(calls().wager_amount().data)?;
        if token.is_empty() {
            return Err(Failure::Network("the wager isn't set yet".into()));
        }
        let token = String::from_utf8_lossy(&token).into_owned();
        Ok(Amount { token, amount })
    }

    /// The position of a game in Forsyth–Edwards Notation.
    pub fn fen(&self, game_id: usize) -> Result<String, Failure> {
        let fen: Vec<u8> = self.view(calls().get_fen(game_id).data)?;
        Ok(String::from_utf8_lossy(&fen).into_owned())
    }
}

/// Deploys a compiled view contract for the contract whose storage it reads.
pub(crate) fn deploy_views(
    network: &mut Network,
    contract: &Address,
    file: &Path,
    owner: &Wallet,
    progress: &mut dyn FnMut(&str),
) -> Result<Address, Failure> {
    let code = read(file)?;
    progress(&deploying(file, &code));
    let deploy = network
        .tx(owner, deploy_gas(&code))
        .raw_deploy()
        .argument(contract)
        .code(ManagedBuffer::from(&code[..]))
        .code_metadata(code_metadata())
        .into_sdk_transaction();
    deployed(network.send(owner, deploy, "deploy")?)
}

/// Reads a compiled contract.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    calls::code(file).map_err(Failure::Network)
}

/// What is told of a deployment.
pub(crate) fn deploying(file: &Path, code: &[u8]) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("deploying {name}, {} bytes", code.len())
}

pub(crate) fn deployed(receipt: Receipt) -> Result<Address, Failure> {
    let contract = receipt.new_contract();
    contract.ok_or_else(|| {
        let hash = receipt.hash;
        Failure::Network(format!("the transaction {hash} is no deployment"))
    })
}

/// Two wallets that play each other.
pub struct Opponents<'a> {
    client: &'a mut Client,
    wallets: [Wallet; 2],
    /// Paid since the table was laid, in EGLD's smallest unit.
    fees: [RustBigUint; 2],
}

impl<'a> Opponents<'a> {
    /// A table for White's and Black's wallets.
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet) -> Self {
        Opponents {
            client,
            wallets: [white, black],
            fees: [0u64.into(), 0u64.into()],
        }
    }

    fn send(
        &mut self,
        player: Color,
        send: impl FnOnce(&mut Client, &Wallet) -> Result<Receipt, Failure>,
    ) -> Result<Receipt, Failure> {
        let receipt = send(self.client, &self.wallets[player as usize])?;
        self.fees[player as usize] += &receipt.fee;
        Ok(receipt)
    }
}

impl Table for Opponents<'_> {
    type Error = Failure;

    fn wager(&mut self) -> Result<Amount, Failure> {
        self.client.wager()
    }

    fn start(&mut self) -> Result<usize, Failure> {
        let waiting: Option<ManagedAddress<StaticApi>> =
            self.client.view(calls().is_player_waiting_opt().data)?;
        if let Some(waiting) = waiting {
            return Err(Failure::Network(format!(
                "{} waits for an opponent and would be White",
                self.client.network.bech32(&waiting.to_address())
            )));
        }
        self.send(Color::White, Client::join)?;
        let joined = self.send(Color::Black, Client::join)?;
        let started = joined.event("gameStarted");
        let id = started.and_then(|topics| usize::top_decode(topics.first()?.as_slice()).ok());
        id.ok_or_else(|| {
            let hash = joined.hash;
            Failure::Network(format!("somebody else joined at the same time ({hash})"))
        })
    }

    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Failure> {
        let call = calls::make_move(game_id, m);
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        let call = calls().resign(game_id).data;
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        let call = calls().draw(game_id).data;
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn game(&mut self, game_id: usize) -> Result<GameView, Failure> {
        self.client.view(calls().get_game(game_id).data)
    }

    fn fen(&mut self, game_id: usize) -> Result<String, Failure> {
        self.client.fen(game_id)
    }

    fn board(&mut self, game_id: usize) -> Result<Board, Failure> {
        self.client.view(calls().get_board(game_id).data)
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        let token = self.client.wager()?.token;
        let address = self.wallets[player as usize].to_address();
        let balance = self.client.network.balance(&address, &token)?;
        match Amount::is_egld(&token) {
            true => Ok(balance + &self.fees[player as usize]),
            false => Ok(balance),
        }
    }
}
