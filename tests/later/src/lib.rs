//! A later build of the chess contract, with the views in it: upgrades are tried with it.
//! `sc-config.toml` beside this lists its endpoints.
#![no_std]

pub use onchain_chess::*;

/// The contract's ABI, under this crate's name.
pub struct AbiProvider {}

impl multiversx_sc::contract_base::ContractAbiProvider for AbiProvider {
    type Api = multiversx_sc::api::uncallable::UncallableApi;

    fn abi() -> multiversx_sc::abi::ContractAbi {
        let mut abi = onchain_chess::AbiProvider::abi();
        abi.build_info.contract_crate.name = env!("CARGO_PKG_NAME").into();
        abi
    }
}
