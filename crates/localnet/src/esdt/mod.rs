//! The system contract that issues and manages ESDT tokens, with the functions that a local chain
//! needs. The framework's VM moves tokens; it keeps no register of them.

mod refusal;
mod token;

use std::collections::BTreeMap;

use multiversx_chain_core::{std::crypto::keccak256, types::Address};
use multiversx_chain_vm::{
    blockchain::state::{AccountData, EsdtInstanceMetadata, EsdtInstances},
    types::VMTokenType,
};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

pub use refusal::Refusal;
use refusal::{out_of_funds, wrong_signature};
pub use token::{Properties, Token, view};

/// Accounts with this role may send and receive a token that is limited to them.
const TRANSFER_ROLE: &[u8] = b"ESDTTransferRole";

/// The price of issuing a token: 0.05 EGLD, in 10⁻¹⁸.
pub const ISSUE_COST: u64 = 50_000_000_000_000_000;

/// The result of a call of the system contract.
#[derive(Default)]
pub struct Managed {
    pub returned: Vec<Vec<u8>>,
    /// An account that has changed.
    pub account: Option<AccountData>,
    /// The token, if its entry is new or has changed.
    pub token: Option<Token>,
}

/// A call of the system contract, and the state that it meets.
pub struct ManagementCall<'a> {
    pub caller: &'a Address,
    pub value: &'a BigUint,
    pub function: &'a str,
    pub args: &'a [Vec<u8>],
    /// Makes token identifiers differ.
    pub seed: &'a [u8],
    pub tokens: &'a BTreeMap<String, Token>,
    pub account: &'a dyn Fn(&Address) -> AccountData,
}

/// Carries out a call; the caller's EGLD is taken by the chain.
///
/// # Errors
/// The fault of the call.
pub fn manage(call: &ManagementCall) -> Result<Managed, Refusal> {
    match call.function {
        "issue" => issue(call, VMTokenType::Fungible, "FungibleESDT"),
        "issueSemiFungible" => issue(call, VMTokenType::SemiFungible, "SemiFungibleESDT"),
        "issueNonFungible" => issue(call, VMTokenType::NonFungible, "NonFungibleESDT"),
        "registerMetaESDT" => issue(call, VMTokenType::Meta, "MetaESDT"),
        "setSpecialRole" | "unSetSpecialRole" => change_roles(call),
        "freeze" | "unFreeze" => freeze(call),
        "wipe" => wipe(call),
        "pause" | "unPause" => pause(call),
        "controlChanges" => change_properties(call),
        "transferOwnership" => change_owner(call),
        "" => Err("function not found".into()),
        other => Err(format!("{other} is not available on this chain's ESDT contract").into()),
    }
}

fn issue(call: &ManagementCall, kind: VMTokenType, kind_name: &str) -> Result<Managed, Refusal> {
    if *call.value != BigUint::from(ISSUE_COST) {
        return Err(out_of_funds("callValue not equals with baseIssuingCost"));
    }
    let fungible = kind_name == "FungibleESDT";
    let needed = if fungible { 4 } else { 2 };
    if call.args.len() < needed {
        return Err(wrong_signature("not enough arguments"));
    }
    let text = |index: usize| String::from_utf8_lossy(&call.args[index]).into_owned();
    let (name, ticker) = (text(0), text(1));
    check_names(&name, &ticker)?;
    let (supply, decimals) = if fungible {
        let given = BigUint::from_bytes_be(&call.args[3]);
        let decimals = given.to_u32().filter(|decimals| *decimals <= 18);
        let decimals = decimals.ok_or_else(|| {
            format!("invalid number of decimals, minimum: 0, maximum: 18, provided: {given}")
        })?;
        (BigUint::from_bytes_be(&call.args[2]), decimals)
    } else {
        (BigUint::ZERO, 0)
    };

    let mut properties = Properties::unasked();
    let others = match kind_name {
        "FungibleESDT" => 4,
        "MetaESDT" => 3,
        _ => 2,
    };
    let given = call.args.get(others..).unwrap_or_default();
    properties.change(given, fungible)?;

    let random = keccak256(&[call.caller.as_bytes(), call.seed].concat());
    let identifier = format!("{ticker}-{}", hex::encode(&random[..3]));
    let mut holder = (call.account)(call.caller);
    let esdt = &mut holder.esdt;
    if !fungible {
        esdt.register_and_set_roles(identifier.as_bytes(), kind);
        esdt.set_roles(identifier.clone().into_bytes(), vec![]);
    }
    if supply > BigUint::ZERO {
        let token = identifier.clone().into_bytes();
        esdt.increase_balance(token, 0, &supply, EsdtInstanceMetadata::default());
    }
    Ok(Managed {
        returned: vec![identifier.clone().into_bytes()],
        account: Some(holder),
        token: Some(Token {
            identifier,
            name,
            ticker,
            kind: kind_name.to_string(),
            owner: call.caller.to_hex(),
            supply,
            decimals,
            transfer_roles: vec![],
            properties,
            paused: false,
            wiped: 0,
        }),
    })
}

/// Checks the name and the ticker of a token.
fn check_names(name: &str, ticker: &str) -> Result<(), Refusal> {
    if !(3..=20).contains(&name.len()) {
        return Err(wrong_signature("token name length not in parameters"));
    }
    if !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err("token name is not human readable".into());
    }
    let ticker_is_valid = (3..=10).contains(&ticker.len())
        && ticker
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if !ticker_is_valid {
        return Err("ticker name is not valid".into());
    }
    Ok(())
}

/// The token named by the first argument, if the caller owns it.
fn owned_token(call: &ManagementCall, arguments: usize) -> Result<Token, Refusal> {
    if call.args.len() < arguments {
        return Err(wrong_signature("invalid number of arguments"));
    }
    if *call.value > BigUint::ZERO {
        return Err(out_of_funds("callValue must be 0"));
    }
    let token = std::str::from_utf8(&call.args[0])
        .ok()
        .and_then(|identifier| call.tokens.get(identifier))
        .ok_or("no ticker with given name")?;
    if token.owner != call.caller.to_hex() {
        return Err("can be called by owner only".into());
    }
    Ok(token.clone())
}

/// The account that is the second argument.
fn account_argument(call: &ManagementCall, wrong: &str) -> Result<AccountData, Refusal> {
    address_argument(call, wrong).map(|address| (call.account)(&address))
}

/// The address that is the second argument.
fn address_argument(call: &ManagementCall, wrong: &str) -> Result<Address, Refusal> {
    <[u8; 32]>::try_from(call.args[1].as_slice())
        .map(Address::from)
        .map_err(|_| wrong.into())
}

fn change_roles(call: &ManagementCall) -> Result<Managed, Refusal> {
    let mut token = owned_token(call, 3)?;
    let given = &call.args[2..];
    let known: &[&str] = match token.kind.as_str() {
        "FungibleESDT" => &["ESDTRoleLocalMint", "ESDTRoleLocalBurn", "ESDTTransferRole"],
        "NonFungibleESDT" => &[
            "ESDTRoleNFTCreate",
            "ESDTRoleNFTBurn",
            "ESDTRoleNFTUpdateAttributes",
            "ESDTRoleNFTAddURI",
            "ESDTRoleSetNewURI",
            "ESDTRoleModifyCreator",
            "ESDTRoleModifyRoyalties",
            "ESDTTransferRole",
        ],
        _ => &[
            "ESDTRoleNFTCreate",
            "ESDTRoleNFTBurn",
            "ESDTRoleNFTAddQuantity",
            "ESDTTransferRole",
        ],
    };
    let is_known = |role: &Vec<u8>| known.iter().any(|known| known.as_bytes() == role);
    if !given.iter().all(is_known) {
        return Err("invalid argument".into());
    }
    if !token.properties.can_add_special_roles {
        return Err("cannot add special roles".into());
    }
    let mut holder = account_argument(call, "invalid address")?;
    let identifier = token.identifier.clone().into_bytes();
    let mut roles = holder.esdt.get_roles(&identifier);
    for role in given {
        let has = roles.contains(role);
        if call.function == "unSetSpecialRole" {
            if !has {
                return Err("special role does not exist for given address".into());
            }
            roles.retain(|held| held != role);
        } else if has {
            return Err("special role already exists for given address".into());
        } else {
            roles.push(role.clone());
        }
    }
    let address = holder.address.to_hex();
    let had = token.transfer_roles.contains(&address);
    let has = roles.iter().any(|role| role == TRANSFER_ROLE);
    token.transfer_roles.retain(|holder| *holder != address);
    token.transfer_roles.extend(has.then_some(address));
    holder.esdt.set_roles(identifier, roles);
    Ok(Managed {
        token: (had != has).then_some(token),
        ..changed(holder)
    })
}

fn freeze(call: &ManagementCall) -> Result<Managed, Refusal> {
    let token = owned_token(call, 2)?;
    if !token.properties.can_freeze {
        return Err("cannot freeze".into());
    }
    let mut holder = account_argument(call, "invalid address to freeze/unfreeze")?;
    let token = token.identifier.into_bytes();
    // An account may be frozen before it holds any of the token.
    let roles = holder.esdt.get_roles(&token);
    holder.esdt.set_roles(token.clone(), roles);
    if let Some(held) = holder.esdt.get_mut_by_identifier(&token) {
        held.frozen = call.function == "freeze";
    }
    Ok(changed(holder))
}

/// Takes all of a token from an account, if it is frozen.
fn wipe(call: &ManagementCall) -> Result<Managed, Refusal> {
    let mut token = owned_token(call, 2)?;
    if !token.properties.can_wipe {
        return Err("cannot wipe".into());
    }
    let mut holder = account_argument(call, "invalid address to wipe")?;
    token.wiped += 1;
    if let Some(held) = holder
        .esdt
        .get_mut_by_identifier(token.identifier.as_bytes())
        && held.frozen
    {
        held.instances = EsdtInstances::new();
    }
    Ok(Managed {
        token: Some(token),
        ..changed(holder)
    })
}

fn pause(call: &ManagementCall) -> Result<Managed, Refusal> {
    let mut token = owned_token(call, 1)?;
    if !token.properties.can_pause {
        return Err("cannot pause/un-pause".into());
    }
    let wanted = call.function == "pause";
    if token.paused == wanted {
        return Err(if wanted {
            "cannot pause an already paused contract".into()
        } else {
            "cannot unPause an already un-paused contract".into()
        });
    }
    token.paused = wanted;
    Ok(of_token(token))
}

fn change_properties(call: &ManagementCall) -> Result<Managed, Refusal> {
    let mut token = owned_token(call, 2)?;
    if !token.properties.can_upgrade {
        return Err("token is not upgradable".into());
    }
    let fungible = token.is_fungible();
    token.properties.change(&call.args[1..], fungible)?;
    Ok(of_token(token))
}

fn change_owner(call: &ManagementCall) -> Result<Managed, Refusal> {
    let mut token = owned_token(call, 2)?;
    if !token.properties.can_change_owner {
        return Err("cannot change owner of the token".into());
    }
    token.owner = address_argument(call, "destination address is invalid")?.to_hex();
    Ok(of_token(token))
}

fn changed(holder: AccountData) -> Managed {
    Managed {
        account: Some(holder),
        ..Managed::default()
    }
}

fn of_token(token: Token) -> Managed {
    Managed {
        token: Some(token),
        ..Managed::default()
    }
}
