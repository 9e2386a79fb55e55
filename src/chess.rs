#![no_std]

#[multiversx_sc::contract]
pub trait Chess {
    #[init]
    fn init(&self) {}

    #[upgrade]
    fn upgrade(&self) {}
}
