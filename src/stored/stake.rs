//! The stake of each player for a round.

use multiversx_sc::imports::*;

use super::buffers::{byte_at, of_byte, part, rest};
use super::bytes::Stake;

impl<M: ManagedTypeApi> Stake<M> {
    pub fn none() -> Self {
        Stake(ManagedBuffer::new())
    }

    /// `token`: an identifier of at most 255 bytes; `amount`: big-endian.
    pub fn new(token: &ManagedBuffer<M>, amount: &ManagedBuffer<M>) -> Self {
        let mut stake = of_byte(token.len() as u8);
        stake.append(token);
        stake.append(amount);
        Stake(stake)
    }

    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn token_len(&self) -> usize {
        byte_at(&self.0, 0) as usize
    }

    /// The token's identifier, `EGLD-000000` for EGLD.
    pub fn token(&self) -> ManagedBuffer<M> {
        part(&self.0, 1, self.token_len())
    }

    /// In the token's smallest unit.
    pub fn amount(&self) -> BigUint<M> {
        BigUint::from_bytes_be_buffer(&self.amount_bytes())
    }

    /// The amount, big-endian.
    pub fn amount_bytes(&self) -> ManagedBuffer<M> {
        rest(&self.0, 1 + self.token_len())
    }

    /// The stake of all `rounds` together.
    pub fn times(&self, rounds: u8) -> Self {
        self.with_amount(|amount| amount * rounds as u32)
    }

    /// The stake of one round if this is the stake of `rounds`, rounded down.
    pub fn divided_by(&self, rounds: u8) -> Self {
        self.with_amount(|amount| amount / rounds as u32)
    }

    /// The same token with another amount; nothing stays nothing.
    fn with_amount(&self, of: impl Fn(BigUint<M>) -> BigUint<M>) -> Self {
        match self.is_none() {
            true => Stake::none(),
            false => Stake::new(&self.token(), &of(self.amount()).to_bytes_be_buffer()),
        }
    }
}
