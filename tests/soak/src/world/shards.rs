//! Messages from one shard to another. A call with its payment arrives immediately, as nothing else
//! happens in the same block; the contract's messages arrive by a step.

use chess_model::chain::Token;
use chess_model::model::Event;
use chess_model::refusal::Refusal;
use localnet::Shards;
use localnet::vm::{Callback, Carried, Done, Outgoing, TokenRules};
use multiversx_chain_vm::blockchain::state::AccountData;
use multiversx_chain_vm::host::context::{
    CallType, CallbackPayments, TxInput, TxResult, TxTokenTransfer,
};
use multiversx_chain_vm::types::Address;
use num_bigint::BigUint;

use super::World;
use super::outcome::outcome;

/// A message to another shard.
#[derive(Clone)]
pub struct Message {
    from: Address,
    to: Address,
    carried: Carried,
    errand: Errand,
}

#[derive(Clone)]
enum Errand {
    /// A transfer that nobody waits for.
    Payment,
    /// A transfer of the contract's, and the callback for the answer.
    Call(Box<TxInput>, Callback),
    /// The answer: whether it was refused, what it says, and the gas for the callback.
    Answer(Callback, bool, Vec<Vec<u8>>, u64),
}

/// EGLD among tokens.
const EGLD: &[u8] = b"EGLD-000000";

impl World {
    /// Carries out a transaction from any shard.
    pub(super) fn carry_out(&mut self, input: TxInput) -> TxResult {
        let recipient = self.recipient(&input);
        if Shards::THREE.same(&input.from, &recipient) {
            let accounts = self.accounts(&recipient, vec![]);
            let done = self.vm.call(&accounts, input);
            drop(accounts);
            return self.settle(done, None);
        }
        // the sender's half, in their shard
        let accounts = self.accounts(&input.from, vec![]);
        let sent = self.vm.send(&accounts, input.clone());
        drop(accounts);
        if !sent.result.result_status.is_success() {
            return sent.result;
        }
        self.commit(sent.updates.accounts);
        let carried = sent.outgoing.into_iter().next().map(|sent| sent.carried);
        let carried = carried.unwrap_or_default();
        let accounts = self.accounts(&recipient, vec![stand_in(&input.from, &carried)]);
        let from = input.from.clone();
        let done = self.vm.call(&accounts, input);
        drop(accounts);
        let result = self.settle(done, Some(&from));
        if !result.result_status.is_success() {
            self.give(&from, &carried);
        }
        result
    }

    /// Stores the changes and messages of a call. A sender of another shard gets what the stand-in
    /// has left.
    fn settle(&mut self, done: Done, stands_in_for: Option<&Address>) -> TxResult {
        let Done {
            result,
            mut updates,
            outgoing,
            ..
        } = done;
        if result.result_status.is_success() {
            let stand_in = stands_in_for.and_then(|from| updates.accounts.remove(from));
            self.commit(updates.accounts);
            if let Some(stand_in) = stand_in {
                self.give(&stand_in.address, &Carried::all_of(&stand_in));
            }
            self.messages.extend(outgoing.into_iter().map(message));
        }
        result
    }

    /// The final receiver of the call or payment: a token transfer names it in its arguments.
    fn recipient(&self, input: &TxInput) -> Address {
        match input.func_name.as_str() {
            "MultiESDTNFTTransfer" => Address::from_slice(&input.args[0]),
            _ => input.to.clone(),
        }
    }

    fn give(&mut self, to: &Address, carried: &Carried) {
        let empty = || AccountData::new_empty(to.clone());
        let accounts = &mut self.chain_mut().accounts;
        carried.give(accounts.entry(to.clone()).or_insert_with(empty));
    }

    /// The tokens and amounts between shards.
    pub fn carried(&self) -> Vec<(Token, BigUint)> {
        let mut all = vec![];
        for Message { carried, .. } in &self.messages {
            if carried.egld > BigUint::ZERO {
                all.push((Token::Egld, carried.egld.clone()));
            }
            for token in &carried.tokens {
                let named = Token::named(&token.identifier).expect("histories know their tokens");
                all.push((named, token.instance.balance.clone()));
            }
        }
        all
    }

    /// Everything between shards arrives.
    pub(super) fn messages_arrive(&mut self) -> Result<Vec<Event>, Refusal> {
        let mut events = vec![];
        for message in std::mem::take(&mut self.messages) {
            let Message {
                from,
                to,
                carried,
                errand,
            } = message;
            match errand {
                Errand::Payment => self.give(&to, &carried),
                Errand::Call(input, callback) => {
                    self.call_arrives((from, to), carried, *input, callback);
                }
                Errand::Answer(callback, failed, arguments, gas) => {
                    let answer = (failed, arguments, gas);
                    events.extend(self.answer_arrives((from, to), &carried, callback, answer)?);
                }
            }
        }
        Ok(events)
    }

    fn call_arrives(
        &mut self,
        (from, to): (Address, Address),
        carried: Carried,
        input: TxInput,
        callback: Callback,
    ) {
        let gas = input.gas_limit;
        let mut accounts = self.accounts(&to, vec![stand_in(&from, &carried)]);
        // only the sender's shard knows limited tokens
        let paused = self.rules.paused.clone();
        accounts.rules = std::sync::Arc::new(TokenRules {
            paused,
            ..TokenRules::default()
        });
        let done = self.vm.call(&accounts, input);
        drop(accounts);
        let result = self.settle(done, Some(&from));
        let failed = !result.result_status.is_success();
        // a contract that is paid without a call doesn't answer
        if !failed && to.is_smart_contract_address() {
            return;
        }
        let arguments = match failed {
            false => vec![vec![0]],
            true => vec![
                BigUint::from(result.result_status.as_u64()).to_bytes_be(),
                result.result_message.into_bytes(),
            ],
        };
        let unused = match failed {
            false => gas.saturating_sub(result.gas_used.as_u64()),
            true => 0,
        };
        let gas = callback.gas + unused;
        self.messages.push(Message {
            from: to,
            to: from,
            carried: if failed { carried } else { Carried::default() },
            errand: Errand::Answer(callback, failed, arguments, gas),
        });
    }

    /// # Errors
    /// The callback failed.
    fn answer_arrives(
        &mut self,
        (from, to): (Address, Address),
        carried: &Carried,
        callback: Callback,
        (failed, arguments, gas_limit): (bool, Vec<Vec<u8>>, u64),
    ) -> Result<Vec<Event>, Refusal> {
        self.give(&to, carried);
        let function = match failed {
            true => callback.error,
            false => callback.success,
        };
        let closure = callback.closure.as_deref().map(hex::decode);
        let input = TxInput {
            from,
            to: to.clone(),
            func_name: function.as_str().into(),
            args: arguments,
            call_type: CallType::AsyncCallback,
            gas_limit,
            promise_callback_closure_data: closure.map(|bytes| bytes.expect("hex")),
            callback_payments: payments(carried),
            ..TxInput::default()
        };
        let accounts = self.accounts(&to, vec![]);
        let done = self.vm.call(&accounts, input);
        drop(accounts);
        outcome(self.settle(done, None))
    }
}

fn message(sent: Outgoing) -> Message {
    let Outgoing {
        mut input,
        recipient,
        carried,
        gas,
        callback,
        ..
    } = sent;
    input.gas_limit = gas;
    Message {
        from: input.from.clone(),
        to: recipient,
        carried,
        errand: match callback {
            Some(callback) => Errand::Call(Box::new(input), callback),
            None => Errand::Payment,
        },
    }
}

/// The sender in the recipient's shard, with what the message carries.
fn stand_in(sender: &Address, carried: &Carried) -> AccountData {
    let mut account = AccountData::new_empty(sender.clone());
    carried.give(&mut account);
    account
}

fn payments(carried: &Carried) -> CallbackPayments {
    let transfer = |identifier: &[u8], nonce, value: &BigUint| TxTokenTransfer {
        token_identifier: identifier.into(),
        nonce,
        value: value.clone(),
    };
    let tokens = carried.tokens.iter().map(|token| {
        let held = &token.instance;
        transfer(&token.identifier, held.nonce, &held.balance)
    });
    let mut payments = CallbackPayments {
        egld_value: BigUint::ZERO,
        esdt_values: tokens.collect(),
    };
    match payments.esdt_values.is_empty() {
        true => payments.egld_value = carried.egld.clone(),
        false if carried.egld > BigUint::ZERO => {
            payments.esdt_values.push(transfer(EGLD, 0, &carried.egld));
        }
        false => {}
    }
    payments
}
