//! The register's entries, and the system contract's answers about them.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::refusal::Refusal;

/// The rights that the owner of a token has reserved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default = "Properties::unasked")]
pub struct Properties {
    pub can_upgrade: bool,
    pub can_mint: bool,
    pub can_burn: bool,
    pub can_change_owner: bool,
    pub can_pause: bool,
    pub can_freeze: bool,
    pub can_wipe: bool,
    pub can_add_special_roles: bool,
    pub can_transfer_nft_create_role: bool,
}

impl Properties {
    /// The properties of a token that is issued without any.
    pub(super) fn unasked() -> Self {
        Self {
            can_upgrade: true,
            can_add_special_roles: true,
            ..Self::default()
        }
    }

    /// Changes the properties named in pairs of a name and `true` or `false`.
    pub(super) fn change(&mut self, args: &[Vec<u8>], fungible: bool) -> Result<(), Refusal> {
        if !args.len().is_multiple_of(2) {
            return Err("invalid number of arguments".into());
        }
        for pair in args.chunks(2) {
            let value = match pair[1].as_slice() {
                b"true" => true,
                b"false" => false,
                _ => return Err("invalid argument".into()),
            };
            let property = match pair[0].as_slice() {
                b"canUpgrade" => &mut self.can_upgrade,
                b"canMint" if fungible => &mut self.can_mint,
                b"canBurn" if fungible => &mut self.can_burn,
                b"canChangeOwner" => &mut self.can_change_owner,
                b"canPause" => &mut self.can_pause,
                b"canFreeze" => &mut self.can_freeze,
                b"canWipe" => &mut self.can_wipe,
                b"canAddSpecialRoles" => &mut self.can_add_special_roles,
                b"canTransferNFTCreateRole" => &mut self.can_transfer_nft_create_role,
                _ => return Err("invalid argument".into()),
            };
            *property = value;
        }
        Ok(())
    }
}

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
    /// The accounts that have the transfer role, hex. If there are any, the token moves only from
    /// or to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfer_roles: Vec<String>,
    pub properties: Properties,
    /// Whether nobody may send it.
    pub paused: bool,
    /// How many accounts were wiped.
    pub wiped: u32,
}

impl Token {
    pub(super) fn is_fungible(&self) -> bool {
        self.kind == "FungibleESDT"
    }
}

/// The answer to a query of the system contract.
///
/// # Errors
/// The fault of the query.
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
    ];
    let properties = &token.properties;
    for (name, value) in [
        ("IsPaused", token.paused),
        ("CanUpgrade", properties.can_upgrade),
        ("CanMint", properties.can_mint),
        ("CanBurn", properties.can_burn),
        ("CanChangeOwner", properties.can_change_owner),
        ("CanPause", properties.can_pause),
        ("CanFreeze", properties.can_freeze),
        ("CanWipe", properties.can_wipe),
        ("CanAddSpecialRoles", properties.can_add_special_roles),
        (
            "CanTransferNFTCreateRole",
            properties.can_transfer_nft_create_role,
        ),
        ("NFTCreateStopped", false),
    ] {
        parts.push(format!("{name}-{value}").into_bytes());
    }
    parts.push(format!("NumWiped-{}", token.wiped).into_bytes());
    Ok(parts)
}
