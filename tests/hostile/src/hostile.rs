//! A malicious contract as a player: it plays through `attack`, tries everything twice in one
//! transaction, and counts how often its own code is run, which a payout must never do.

#![no_std]

use multiversx_sc::imports::*;

/// For each call; a refused call burns all of it.
const GAS: u64 = 50_000_000;

#[multiversx_sc::contract]
pub trait Hostile {
    #[init]
    fn init(&self, chess: ManagedAddress) {
        self.chess().set(chess);
    }

    /// Calls the game's contract this number of times in a row, paying the same part of the payment
    /// here with each call. A refusal undoes it all.
    #[payable]
    #[endpoint(attack)]
    fn attack(
        &self,
        times: u32,
        function: ManagedBuffer,
        arguments: MultiValueEncoded<ManagedBuffer>,
    ) {
        let refusals = self.call_often(times, function, arguments);
        // in words that are the same on every machine
        require!(refusals == 0, "the game's contract refused");
    }

    /// Like `attack`, but continues after refusals.
    #[payable]
    #[endpoint(insist)]
    fn insist(
        &self,
        times: u32,
        function: ManagedBuffer,
        arguments: MultiValueEncoded<ManagedBuffer>,
    ) {
        self.call_often(times, function, arguments);
    }

    /// Returns the number of refused calls.
    fn call_often(
        &self,
        times: u32,
        function: ManagedBuffer,
        arguments: MultiValueEncoded<ManagedBuffer>,
    ) -> u32 {
        self.entered().update(|entered| *entered += 1);
        let payments = self.call_value().all();
        let mut parts = PaymentVec::new();
        for payment in payments.iter() {
            let part = payment.amount.as_big_uint() / times;
            if let Some(amount) = part.into_non_zero() {
                let (token, nonce) = (payment.token_identifier.clone(), payment.token_nonce);
                parts.push(Payment::new(token, nonce, amount));
            }
        }
        let arguments = arguments.to_arg_buffer();
        let mut refusals = 0;
        for _ in 0..times {
            let call = self
                .tx()
                .to(self.chess().get())
                .raw_call(function.clone())
                .arguments_raw(arguments.clone())
                .gas(GAS);
            let done = match parts.is_empty() {
                true => call
                    .returns(ReturnsHandledOrError::new())
                    .sync_call_fallible(),
                false => call
                    .payment(&parts)
                    .returns(ReturnsHandledOrError::new())
                    .sync_call_fallible(),
            };
            refusals += done.is_err() as u32;
        }
        refusals
    }

    /// Takes money, and would call back in.
    #[payable]
    #[endpoint(deposit)]
    fn deposit(&self) {
        self.entered().update(|entered| *entered += 1);
        self.tx()
            .to(self.chess().get())
            .raw_call("withdraw")
            .sync_call();
    }

    /// The number of times that the code here was run.
    #[view(getEntered)]
    #[storage_mapper("entered")]
    fn entered(&self) -> SingleValueMapper<u32>;

    #[storage_mapper("chess")]
    fn chess(&self) -> SingleValueMapper<ManagedAddress>;
}
