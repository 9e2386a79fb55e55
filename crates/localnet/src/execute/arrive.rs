//! A message's arrival in the shard of its recipient.

use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::{
    blockchain::state::AccountData,
    host::context::{BlockchainUpdate, CallType, CallbackPayments, TxInput, TxResult},
    system_sc::is_system_sc_address,
};
use num_bigint::BigUint;

use super::{
    call::run,
    kind::Kind,
    outcome::{Job, Told, given_up},
    results::{CALLBACK, Results, token_data, transfer_data},
    settle::{Executed, gas_limit, refunded, reward_developer, settle},
};
use crate::{
    execute::message::{Call, Errand, Message},
    fee,
    state::{State, only},
    transaction::call_data::{self, is_token_transfer},
    transaction::receipt::{
        ContractResult, Event, Failure, Record, Status, code_name, return_data,
    },
    vm::{Callback, Carried, Done, Vm, World, gas_of, transfer_topics},
};

/// Carries out a message. If there is a reason to give up, its call isn't executed, and fails for
/// that reason.
pub(crate) fn arrive(
    state: &State,
    vm: &mut Vm,
    message: &Message,
    record: Record,
    give_up: Option<&str>,
) -> Executed {
    let arrival = Arrival {
        state,
        vm,
        record,
        give_up,
    };
    match message.errand.clone() {
        Errand::Transaction { used, refunded } => arrival.transaction(message, used, refunded),
        Errand::Transfer { call } => arrival.transfer(message, &call),
        Errand::Call { call, callback } => arrival.call(message, &call, callback),
        Errand::Answer {
            callback,
            unused,
            arguments,
            failed,
        } => arrival.answer(message, &callback, unused, arguments, failed),
        Errand::Payment => arrival.payment(message),
    }
}

struct Arrival<'a> {
    state: &'a State,
    vm: &'a mut Vm,
    record: Record,
    give_up: Option<&'a str>,
}

impl Arrival<'_> {
    /// Makes a message's call; `special` is an account that the chain has otherwise.
    fn run(&mut self, message: &Message, special: AccountData, input: TxInput) -> Done {
        if let Some(reason) = self.give_up {
            return Done::of(given_up(reason).result, BlockchainUpdate::empty());
        }
        let world = World::of(self.state, &message.to, vec![special]);
        let mut done = self.vm.call(&world, input);
        self.record.nested.append(&mut done.nested);
        done
    }

    /// A payment without code belongs to its account immediately.
    fn payment(mut self, message: &Message) -> Executed {
        let mut account = self.state.account(&message.to);
        message.carried.give(&mut account);
        if let Some(own) = self.record.result(&message.hash) {
            let moved = moved(message, &own.data);
            // The network ends a message like this if it has a refund, value alone, or tokens.
            let ends = moved.is_some()
                || own.data.is_empty()
                || own.data.starts_with(&return_data(ReturnCode::Success, &[]));
            let end = Event::completed(&message.to, &own.prev_tx_hash);
            own.events.extend(moved);
            own.events.extend(ends.then_some(end));
        }
        Executed::of(self.record, only(account), vec![])
    }

    /// The second half of a transaction.
    fn transaction(self, message: &Message, used: u64, refunded: u64) -> Executed {
        let tx = self.record.transaction.check();
        let tx = tx.expect("the transaction was accepted");
        let kind = Kind::of(&tx);
        let limit = gas_limit(&tx, &kind);
        let to_manager = is_system_sc_address(&tx.receiver);
        let world = World::of(self.state, &message.to, vec![stand_in(message)]);
        let job = Job {
            state: self.state,
            world: &world,
            tx: &tx,
            gas_limit: message.gas,
            arrived: true,
        };
        let mut outcome = match self.give_up {
            Some(reason) => given_up(reason),
            None => {
                crate::fault::on_purpose("faultThere", &tx.data);
                run(job, self.vm, kind)
            }
        };
        outcome.gas_used += used;
        let succeeded = outcome.succeeded();
        let moves_tokens = is_token_transfer(&tx.function_call().unwrap_or_default().0);
        outcome.arrived = true;
        let only_moves_tokens = moves_tokens && !message.runs_code;
        if only_moves_tokens && !succeeded {
            outcome.status = Status::Fail;
            outcome.told = Told::Code;
            outcome.result.result_status = ReturnCode::UserError;
        }
        outcome.returned = token_data(&message.carried, false);
        let left = (!to_manager).then(|| leftovers(&mut outcome.updates, message));
        // The token manager keeps its payments, and has no account here.
        let mut rest = left.unwrap_or_default();
        let mut data = String::new();
        if !succeeded {
            rest = message.carried.clone();
            data = format!("{}@{}", outcome.returned, hex::encode(outcome.word()));
        }
        let mut record = self.record;
        record.block = self.state.block.clone();
        let (mut executed, refund, refund_hash) =
            settle(record, &tx, outcome, limit, only_moves_tokens);
        // The gas that the first half hasn't used was returned there.
        Results::of(&mut executed.record, &message.hash).give_back(refunded);

        let cause = executed.record.hash.clone();
        let back = go_back(&mut executed.record, message, &tx.sender, rest, data);
        executed.sent.extend(back);
        if refund > BigUint::ZERO {
            let hash = refund_hash.unwrap_or_else(|| cause.clone());
            let carried = Carried::egld(refund);
            let payment = Message::payment(&cause, hash, &message.to, tx.payer(), carried);
            executed.sent.push(payment);
        }
        executed
    }

    /// A transfer that a contract has sent without waiting for an answer.
    fn transfer(mut self, message: &Message, call: &Call) -> Executed {
        let input = message.input().expect("a transfer is a call");
        let mut done = self.run(message, stand_in(message), input);
        let mut sent = vec![];
        let succeeded = done.result.result_status.is_success();
        let rest = leftovers(&mut done.updates, message);
        self.note(message, &done.result, call);
        let mut results = Results::of(&mut self.record, &message.hash);
        if succeeded {
            if !rest.is_empty() {
                let data = token_data(&rest, false);
                sent.push(results.pay(&message.to, &message.from, rest, data, |_| ()));
            }
            let unused = refunded(message.gas, done.result.gas_used.as_u64());
            let data = return_data(ReturnCode::Success, &done.result.result_values);
            if unused > 0 {
                // The network pays it to the contract that sent the transfer.
                let refund = Carried::egld(results.give_back(unused));
                let first = |result: &mut ContractResult| result.nonce = 1;
                sent.push(results.pay(&message.to, &message.from, refund, data.clone(), first));
            }
            sent.extend(results.send(done.outgoing));
            let gas = (message.gas, done.result.gas_used.as_u64());
            let informed = (unused == 0 && call.is_executed())
                .then(|| Event::write_log(&message.to, &message.from, data, gas));
            self.end(message, informed, !sent.is_empty());
        } else if !message.carried.is_empty() {
            sent.push(returned(&mut results, message, call, &done.result));
        }
        Executed::of(self.record, done.updates, sent)
    }

    /// Logs the network's closing events of a result that was carried out: whom it informs, and, if
    /// nothing follows, that it is complete.
    fn end(&mut self, message: &Message, informed: Option<Event>, goes_on: bool) {
        let Some(own) = self.record.result(&message.hash) else {
            return;
        };
        own.events.extend(informed);
        if !goes_on {
            let end = Event::completed(&message.to, &own.prev_tx_hash);
            own.events.push(end);
        }
    }

    /// A call whose answer a contract waits for.
    fn call(mut self, message: &Message, call: &Call, callback: Callback) -> Executed {
        let input = message.input().expect("a call");
        let mut done = self.run(message, stand_in(message), input);
        let result = &done.result;
        let succeeded = result.result_status.is_success();
        let mut rest = leftovers(&mut done.updates, message);
        self.note(message, result, call);
        let used = match keeps_gas(message, call) {
            true => message.gas,
            false => gas_of(result, message.gas),
        };
        let mut sent = vec![];
        let mut results = Results::of(&mut self.record, &message.hash);
        let wanted = !callback.function(succeeded).is_empty();
        // The network's contracts that were paid without a call don't answer.
        let silent = succeeded && message.to.is_smart_contract_address() && !message.runs_code;
        if wanted && !silent {
            // The last payment back comes with the answer.
            let last = done.outgoing.pop_if(|last| {
                last.recipient == message.from && last.callback.is_none() && last.gas == 0
            });
            if let Some(last) = last {
                rest.add(last.carried);
            }
            let back = if succeeded {
                rest
            } else {
                message.carried.clone()
            };
            let tokens = token_data(&back, is_token_transfer(&call.function));
            let (arguments, data) = answer_arguments(result);
            let (from, to) = (&message.to, &message.from);
            let answer = Message {
                errand: Errand::Answer {
                    callback,
                    unused: message.gas - used,
                    arguments,
                    failed: !succeeded,
                },
                ..Message::payment(&message.transaction, String::new(), from, to, back)
            };
            let reason = result.result_message.clone();
            sent.push(results.answer(answer, format!("{tokens}{data}"), reason));
        } else if !succeeded && !message.carried.is_empty() {
            sent.push(returned(&mut results, message, call, result));
        }
        sent.extend(results.send(done.outgoing));
        Executed::of(self.record, done.updates, sent)
    }

    /// An answer. Its value belongs to the contract even if the callback fails.
    fn answer(
        mut self,
        message: &Message,
        callback: &Callback,
        unused: u64,
        arguments: Vec<Vec<u8>>,
        failed: bool,
    ) -> Executed {
        let mut account = self.state.account(&message.to);
        message.carried.give(&mut account);
        let gas_limit = callback.gas + unused;
        // behind tokens the network takes the answer for a call
        let code = arguments.split_first();
        let code = code.filter(|_| failed && !message.carried.is_empty());
        let told = code.map(|(code, rest)| transfer_data(&String::from_utf8_lossy(code), rest));
        let input = callback_input(message, callback, gas_limit, arguments, failed);
        let call = Call::of(&input);
        let mut done = self.run(message, account.clone(), input);
        self.note(message, &done.result, &call);
        if let Some(own) = self.record.result(&message.hash) {
            own.events.extend(moved(message, &own.data));
        }
        let succeeded = done.result.result_status.is_success();
        let used = gas_of(&done.result, gas_limit);
        if !succeeded {
            done.updates = only(account);
        }
        if callback.closure.is_none() {
            // An asynchronous call of the old kind had counted nothing as used before.
            let left = unused.saturating_sub(used.saturating_sub(callback.gas));
            self.record.execution_gas = self.record.execution_gas.saturating_sub(left);
        }
        let price = self.record.transaction.gas_price;
        let mut results = Results::of(&mut self.record, &message.hash);
        if let Some(told) = told {
            results.add(&message.to, &message.to, &BigUint::ZERO, told, |result| {
                result.call_type = CALLBACK;
            });
        }
        let mut informed = None;
        if succeeded {
            reward_developer(&mut done.updates, &message.to, used, price);
            // The contract's owner can claim the rest, as if it were the developer's part.
            let refund = fee::execution_fee(refunded(gas_limit, used), price);
            let data = return_data(ReturnCode::Success, &done.result.result_values);
            if refund > BigUint::ZERO {
                results.add(&message.to, &message.to, &refund, data, |result| {
                    result.nonce = 1;
                    result.gas_price = price;
                });
            } else {
                let gas = (gas_limit, used);
                informed = Some(Event::write_log(&message.to, &message.to, data, gas));
            }
            if let Some(contract) = done.updates.accounts.get_mut(&message.to) {
                contract.developer_rewards += refund;
            }
        }
        let sent = results.send(done.outgoing);
        if succeeded {
            self.end(message, informed, !sent.is_empty());
        }
        Executed::of(self.record, done.updates, sent)
    }

    /// Writes the outcome of a result into the record.
    fn note(&mut self, message: &Message, result: &TxResult, call: &Call) {
        let events = if result.result_status.is_success() {
            Results::of(&mut self.record, &message.hash).calls(&result.all_calls);
            Event::of_logs(result.all_logs(), &message.from)
        } else {
            self.refuse(message, result, call)
        };
        if let Some(own) = self.record.result(&message.hash) {
            own.events = events;
        }
    }

    /// Notes a refusal. Returns the network's log of it: the returned value, and the VM's trace if
    /// code ran.
    fn refuse(&mut self, message: &Message, result: &TxResult, call: &Call) -> Vec<Event> {
        let failure = Failure {
            code: refusal_code(message, call, result),
            message: result.result_message.clone(),
        };
        let is_answer = matches!(message.errand, Errand::Answer { .. });
        let back = match &message.errand {
            Errand::Call { .. } => answer_arguments(result).1,
            _ => format!("@{}", hex::encode(&failure.code)),
        };
        let tokens = if is_answer {
            // They stay, even if the callback fails.
            String::new()
        } else {
            token_data(&message.carried, is_token_transfer(&call.function))
        };
        let (from, back) = (&message.from, format!("{tokens}{back}"));
        let mut events = failure.events(from, &message.to, &call.function, back);
        if !message.runs_code && !is_answer {
            events.truncate(1);
        }
        self.record.refused.get_or_insert(failure);
        events
    }
}

/// The event of the token transfer by which a result returns.
fn moved(message: &Message, data: &str) -> Option<Event> {
    let function = data
        .split('@')
        .next()
        .filter(|name| is_token_transfer(name))?;
    let several = function == "MultiESDTNFTTransfer";
    let topics = transfer_topics(&message.carried.transfers(several), &message.to);
    Some(Event::new(&message.from, function, &topics, &[]))
}

/// Whether a built-in function uses up all of its gas where it arrives: one that moves a token was
/// paid for on the other side, and only the transfer of several tokens returns the rest.
fn keeps_gas(message: &Message, call: &Call) -> bool {
    !message.runs_code && ["ESDTTransfer", "ESDTNFTTransfer"].contains(&call.function.as_str())
}

/// The network's word for a refusal: of code that was run the VM's, of a built-in function always
/// the same, and of value alone the reason itself.
fn refusal_code(message: &Message, call: &Call, result: &TxResult) -> String {
    if message.runs_code || matches!(message.errand, Errand::Answer { .. }) {
        code_name(result.result_status).to_string()
    } else if is_token_transfer(&call.function) {
        code_name(ReturnCode::UserError).to_string()
    } else {
        result.result_message.clone()
    }
}

/// The call of a contract's callback.
fn callback_input(
    message: &Message,
    callback: &Callback,
    gas_limit: u64,
    arguments: Vec<Vec<u8>>,
    failed: bool,
) -> TxInput {
    TxInput {
        from: message.from.clone(),
        to: message.to.clone(),
        func_name: callback.function(!failed).into(),
        args: arguments,
        call_type: CallType::AsyncCallback,
        gas_limit,
        tx_hash: message.transaction_hash(),
        promise_callback_closure_data: callback
            .closure
            .as_ref()
            .map(|closure| hex::decode(closure).unwrap_or_default()),
        callback_payments: payments(&message.carried),
        ..TxInput::default()
    }
}

/// The value returned to a transaction's sender: everything that it sent if it failed, else the
/// rest.
fn go_back(
    record: &mut Record,
    message: &Message,
    sender: &Address,
    rest: Carried,
    data: String,
) -> Option<Message> {
    let cause = record.hash.clone();
    if rest.is_empty() {
        return None;
    }
    let nonce = record.transaction.nonce;
    let reason = record.failure.clone().map(|failure| failure.message);
    let mut results = Results::of(record, &cause);
    Some(results.pay(&message.to, sender, rest, data, |result| {
        result.nonce = nonce;
        result.return_message = reason.unwrap_or_default();
    }))
}

/// Returns the value of a refused message.
fn returned(results: &mut Results, message: &Message, call: &Call, result: &TxResult) -> Message {
    let tokens = token_data(&message.carried, is_token_transfer(&call.function));
    let code = hex::encode(refusal_code(message, call, result));
    let reason = result.result_message.clone();
    let (data, carried) = (format!("{tokens}@{code}"), message.carried.clone());
    let explain = |result: &mut ContractResult| result.return_message = reason;
    results.pay(&message.to, &message.from, carried, data, explain)
}

/// The arguments of a callback, and the same as data of a result.
fn answer_arguments(result: &TxResult) -> (Vec<Vec<u8>>, String) {
    let arguments = if result.result_status.is_success() {
        let values = result.result_values.iter().cloned();
        std::iter::once(vec![0]).chain(values).collect()
    } else {
        // The network reports every refusal of another shard by this code.
        let code = ReturnCode::UserError as u8;
        vec![vec![code], result.result_message.clone().into_bytes()]
    };
    let data = call_data::join("", &arguments);
    (arguments, data)
}

/// The payments of a callback: EGLD that comes with tokens is one of them.
fn payments(carried: &Carried) -> CallbackPayments {
    let mut payments = CallbackPayments::default();
    if carried.tokens.is_empty() {
        payments.egld_value = carried.egld.clone();
    } else {
        payments.esdt_values = carried.transfers(true);
    }
    payments
}

/// A message's value, held by its sender in another shard.
fn stand_in(message: &Message) -> AccountData {
    let mut account = AccountData::new_empty(message.from.clone());
    message.carried.give(&mut account);
    account
}

/// Takes away the stand-in; its payments go to the account that it stood in for.
fn leftovers(updates: &mut BlockchainUpdate, message: &Message) -> Carried {
    updates
        .accounts
        .remove(&message.from)
        .map_or_else(Carried::default, |account| Carried::all_of(&account))
}
