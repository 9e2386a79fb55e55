//! The system contract that issues and manages ESDT tokens, as far as a local
//! chain needs it. The framework's VM moves tokens; it keeps no register of them.

use std::collections::BTreeMap;

use multiversx_chain_core::{std::crypto::keccak256, types::Address};
use multiversx_chain_vm::{
    blockchain::state::{AccountData, EsdtInstanceMetadata},
    types::VMTokenType,
};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

/// What issuing a token costs: 0.05 EGLD, in 10⁻¹⁸.
pub const ISSUE_COST: u64 = 50_000_000_000_000_000;

/// A token's entry in the register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    pub identifier: String,
    pub name: String,
    pub ticker: String,
    /// The network's name of the kind, such as `FungibleESDT`.
    pub kind: String,
    /// Hex.
    pub owner: String,
    /// In the smallest unit.
    pub supply: BigUint,
    pub decimals: u32,
}

/// What a call of the system contract came to.
pub struct Managed {
    pub returned: Vec<Vec<u8>>,
    pub accounts: Vec<AccountData>,
    pub token: Option<Token>,
    /// Tokens sent to the caller: their identifier and amount.
    pub sent: Option<(String, BigUint)>,
}

/// A call of the system contract.
pub struct ManagementCall<'a> {
    pub caller: &'a Address,
    pub value: &'a BigUint,
    pub function: &'a str,
    pub args: &'a [Vec<u8>],
    /// Makes token identifiers differ.
    pub seed: &'a [u8],
}

/// Carries out a call; the caller's EGLD is taken by the chain.
///
/// # Errors
/// What was wrong with the call, in the network's words where it has some.
pub fn manage(
    call: &ManagementCall,
    tokens: &BTreeMap<String, Token>,
    account: impl Fn(&Address) -> AccountData,
) -> Result<Managed, String> {
    match call.function {
        "issue" => issue(call, VMTokenType::Fungible, "FungibleESDT", &account),
        "issueSemiFungible" => issue(
            call,
            VMTokenType::SemiFungible,
            "SemiFungibleESDT",
            &account,
        ),
        "issueNonFungible" => issue(call, VMTokenType::NonFungible, "NonFungibleESDT", &account),
        "registerMetaESDT" => issue(call, VMTokenType::Meta, "MetaESDT", &account),
        "setSpecialRole" | "unSetSpecialRole" => change_roles(call, tokens, &account),
        "freeze" | "unFreeze" => freeze(call, tokens, &account),
        "" => Err("function not found".to_string()),
        other => Err(format!(
            "{other} is not available on this chain's ESDT contract"
        )),
    }
}

fn issue(
    call: &ManagementCall,
    kind: VMTokenType,
    kind_name: &str,
    account: &impl Fn(&Address) -> AccountData,
) -> Result<Managed, String> {
    if *call.value != BigUint::from(ISSUE_COST) {
        return Err("callValue not equals with baseIssuingCost".to_string());
    }
    let fungible = kind_name == "FungibleESDT";
    let needed = if fungible { 4 } else { 2 };
    if call.args.len() < needed {
        return Err("not enough arguments".to_string());
    }
    let text = |index: usize| String::from_utf8_lossy(&call.args[index]).into_owned();
    let (name, ticker) = (text(0), text(1));
    if !(3..=20).contains(&name.len()) || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err("token name length not in parameters".to_string());
    }
    let ticker_is_valid = (3..=10).contains(&ticker.len())
        && ticker
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if !ticker_is_valid {
        return Err("invalid ticker name".to_string());
    }
    let (supply, decimals) = if fungible {
        let decimals = BigUint::from_bytes_be(&call.args[3])
            .to_u32()
            .filter(|decimals| *decimals <= 18)
            .ok_or("wrong number of decimals")?;
        (BigUint::from_bytes_be(&call.args[2]), decimals)
    } else {
        (BigUint::ZERO, 0)
    };

    let random = keccak256(&[call.caller.as_bytes(), call.seed].concat());
    let identifier = format!("{ticker}-{}", hex::encode(&random[..3]));
    let mut holder = account(call.caller);
    if !fungible {
        holder
            .esdt
            .register_and_set_roles(identifier.as_bytes(), kind);
        holder
            .esdt
            .set_roles(identifier.clone().into_bytes(), vec![]);
    }
    if supply > BigUint::ZERO {
        holder.esdt.increase_balance(
            identifier.clone().into_bytes(),
            0,
            &supply,
            EsdtInstanceMetadata::default(),
        );
    }
    Ok(Managed {
        returned: vec![identifier.clone().into_bytes()],
        accounts: vec![holder],
        sent: fungible.then(|| (identifier.clone(), supply.clone())),
        token: Some(Token {
            identifier,
            name,
            ticker,
            kind: kind_name.to_string(),
            owner: call.caller.to_hex(),
            supply,
            decimals,
        }),
    })
}

/// The token named by the first argument, if the caller owns it.
fn owned_token<'a>(
    call: &ManagementCall,
    tokens: &'a BTreeMap<String, Token>,
) -> Result<&'a Token, String> {
    let identifier = call.args.first().ok_or("not enough arguments")?;
    let token = std::str::from_utf8(identifier)
        .ok()
        .and_then(|identifier| tokens.get(identifier))
        .ok_or("no ticker with given name")?;
    if token.owner != call.caller.to_hex() {
        return Err("can be called by owner only".to_string());
    }
    Ok(token)
}

fn address_argument(call: &ManagementCall) -> Result<Address, String> {
    let bytes = call.args.get(1).ok_or("not enough arguments")?;
    <[u8; 32]>::try_from(bytes.as_slice())
        .map(Address::from)
        .map_err(|_| "invalid address to freeze/unfreeze or give a role to".to_string())
}

fn change_roles(
    call: &ManagementCall,
    tokens: &BTreeMap<String, Token>,
    account: &impl Fn(&Address) -> AccountData,
) -> Result<Managed, String> {
    let token = owned_token(call, tokens)?.identifier.clone().into_bytes();
    let mut holder = account(&address_argument(call)?);
    let mut roles = holder.esdt.get_roles(&token);
    for role in call.args.iter().skip(2) {
        roles.retain(|held| held != role);
        if call.function == "setSpecialRole" {
            roles.push(role.clone());
        }
    }
    holder.esdt.set_roles(token, roles);
    Ok(changed(holder))
}

fn freeze(
    call: &ManagementCall,
    tokens: &BTreeMap<String, Token>,
    account: &impl Fn(&Address) -> AccountData,
) -> Result<Managed, String> {
    let token = owned_token(call, tokens)?.identifier.clone().into_bytes();
    let mut holder = account(&address_argument(call)?);
    // An account may be frozen before it holds any of the token.
    let roles = holder.esdt.get_roles(&token);
    holder.esdt.set_roles(token.clone(), roles);
    if let Some(held) = holder.esdt.get_mut_by_identifier(&token) {
        held.frozen = call.function == "freeze";
    }
    Ok(changed(holder))
}

fn changed(holder: AccountData) -> Managed {
    Managed {
        returned: vec![],
        accounts: vec![holder],
        token: None,
        sent: None,
    }
}

/// The answer to a query of the system contract.
///
/// # Errors
/// What was wrong with the query.
pub fn view(
    function: &str,
    args: &[Vec<u8>],
    tokens: &BTreeMap<String, Token>,
) -> Result<Vec<Vec<u8>>, String> {
    if function != "getTokenProperties" {
        return Err(format!(
            "{function} is not available on this chain's ESDT contract"
        ));
    }
    let token = args
        .first()
        .and_then(|identifier| std::str::from_utf8(identifier).ok())
        .and_then(|identifier| tokens.get(identifier))
        .ok_or("no ticker with given name")?;
    let mut parts = vec![
        token.name.clone().into_bytes(),
        token.kind.clone().into_bytes(),
        hex::decode(&token.owner).expect("owners are kept as hex"),
        token.supply.to_string().into_bytes(),
        b"0".to_vec(),
        format!("NumDecimals-{}", token.decimals).into_bytes(),
        b"IsPaused-false".to_vec(),
    ];
    for property in [
        "CanUpgrade-true",
        "CanMint-false",
        "CanBurn-false",
        "CanChangeOwner-false",
        "CanPause-false",
        "CanFreeze-true",
        "CanWipe-false",
        "CanAddSpecialRoles-true",
        "CanTransferNFTCreateRole-false",
        "NFTCreateStopped-false",
        "NumWiped-0",
    ] {
        parts.push(property.as_bytes().to_vec());
    }
    Ok(parts)
}
