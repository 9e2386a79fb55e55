//! Calls, and their effects.

use chess_model::chain::{Account, Token};
use chess_model::model::Event;
use chess_model::refusal::Refusal;
use chess_model::scenario::{self, Value, failure, json, number, success};
use chess_model::step::{Attack, Build, Call, Step};
use num_bigint::BigUint;

use super::cast::{EGLD_WAGER, TOKEN, TOKEN_WAGER, evaluated, short};
use super::written::{Style, of_event, written};
use super::{Keys, Script};

/// A payment: a token's identifier and nonce, and the amount.
pub(super) type Payment = (String, u64, u128);

impl Script {
    /// A call in words: caller, function, arguments (`-` an empty one) and payments.
    pub(super) fn said(
        &mut self,
        mark: Option<char>,
        who: &str,
        words: &[&str],
        given: Option<&str>,
    ) {
        let (paid, arguments): (Vec<&str>, Vec<&str>) =
            words[1..].iter().partition(|word| word.starts_with('+'));
        let payments = paid.into_iter().map(|word| self.payment(word)).collect();
        let arguments = arguments.into_iter().map(expanded).collect();
        self.call(mark, None, (who, words[0], arguments, payments), given);
    }

    /// `+w` the wager, `+3w` three of them, `+5` an amount of EGLD, `+5*NAME*NONCE` of a token.
    fn payment(&self, word: &str) -> Payment {
        let word = &word[1..];
        if let Some(wagers) = word.strip_suffix('w') {
            let wagers: u128 = wagers.parse().unwrap_or(1);
            return match self.wager {
                Token::Egld => (String::new(), 0, wagers * EGLD_WAGER),
                _ => (TOKEN.into(), 0, wagers * TOKEN_WAGER),
            };
        }
        let mut parts = word.split('*');
        let amount = parts.next().and_then(|amount| amount.parse().ok());
        let name = parts.next().unwrap_or_default();
        let nonce = parts
            .next()
            .map_or(0, |nonce| nonce.parse().expect("a nonce"));
        let name = if name == "CHESS" { TOKEN } else { name };
        (name.into(), nonce, amount.expect("an amount"))
    }

    /// Makes a call. The mark selects the checks: `!` a refusal, `~` no events, `=` these events alone, `+` these and
    /// others, `-` the same without credits, `^` these and a promise. Given values are expected without asking the
    /// model.
    pub(super) fn call(
        &mut self,
        mark: Option<char>,
        named: Option<String>,
        (who, function, arguments, payments): (&str, &str, Vec<String>, Vec<Payment>),
        given: Option<&str>,
    ) {
        let from = self
            .account(who)
            .unwrap_or_else(|| panic!("{who} {function}"));
        let id = format!("{who} {function} {}", arguments.join(" "));
        let id = named.unwrap_or_else(|| id.trim_end().into());
        let is_attack = matches!(function, "attack" | "insist");
        let to = if is_attack { "sc:hostile" } else { "sc:chess" };
        let expect = match given {
            Some("") => success(json!([]), "*".into()),
            Some(words) => failure(4, words),
            None => {
                let before = self.held();
                let step = self.step_of(from, function, &arguments, &payments);
                let outcome = self.model.take(&step);
                let is_as_said = outcome.is_err() == (mark == Some('!'));
                assert!(is_as_said, "{}: {id}: {outcome:?}", self.name);
                match outcome {
                    Err(Refusal { status, message }) => match &*message {
                        "ed25519 verify error" => failure(status, "*"),
                        message => failure(status, message),
                    },
                    Ok(events) => {
                        let paid: u128 = payments.iter().map(|payment| payment.2).sum();
                        let pays = self.held() < before + paid;
                        let logs = self.logs(mark, pays, (to, function), &events);
                        success(json!([]), logs)
                    }
                }
            }
        };
        let is_refused = expect["status"] != "0";
        let id = match self.next_id.is_none() && is_refused {
            true => format!("refused: {id}"),
            false => id,
        };
        let id = self.take_id(id);
        let egld = payments.iter().find(|payment| payment.0.is_empty());
        let tokens = payments.iter().filter(|payment| !payment.0.is_empty());
        let tokens: Vec<Value> = tokens.map(shown_payment).collect();
        let tx = json!({
            "from": self.expression(from),
            "to": to,
            "egldValue": egld.map(|payment| number(payment.2)),
            "esdtValue": (!tokens.is_empty()).then_some(tokens),
            "function": function,
            "arguments": arguments,
        });
        self.steps.push(scenario::step("scCall", id, tx, expect));
    }

    /// The contract's balance of everything, less its debts.
    fn held(&self) -> BigUint {
        let chain = &self.model.chain;
        let held = Token::ALL.map(|token| chain.balance(Account::Chess, token));
        let credits: BigUint = chain.credits.values().sum();
        held.into_iter().sum::<BigUint>() + (BigUint::from(1u8) << 999) - credits
    }

    fn step_of(
        &self,
        from: Account,
        function: &str,
        arguments: &[String],
        payments: &[Payment],
    ) -> Step {
        if function == "upgradeContract" {
            return Step::Upgrade(Build::This);
        }
        let mut values: Vec<Vec<u8>> = arguments.iter().map(|text| evaluated(text)).collect();
        let mut call = Call::new(from, function.to_string().leak(), vec![]);
        for (name, _, amount) in payments {
            let is_named = |token: &Token| Script::token(*token) == name;
            let token = match name.as_str() {
                "" => Token::Egld,
                _ => Token::ALL.into_iter().find(is_named).expect("a token"),
            };
            call = call.paying(token, (*amount).into());
        }
        if !matches!(function, "attack" | "insist") {
            call.arguments = values;
            return Step::Call(call);
        }
        let times = u32::from(values[0][0]);
        let inner = String::from_utf8(values[1].clone()).expect("a name");
        for payment in &mut call.payments {
            payment.1 /= times;
        }
        call.arguments = values.split_off(2);
        Step::Attack(Attack {
            times,
            insists: function == "insist",
            call: Call {
                from: self.account("hostile").expect("it takes part"),
                function: inner.leak(),
                ..call
            },
        })
    }

    fn logs(&self, mark: Option<char>, pays: bool, at: (&str, &str), events: &[Event]) -> Value {
        let events = events
            .iter()
            .filter(|(topics, _)| mark != Some('-') || topics[0] != b"credited");
        let mut logs: Vec<Value> = events.map(|event| self.log(at, event)).collect();
        let any = |count| vec!["*"; count];
        match mark {
            Some('~') => return "*".into(),
            // the event follows the transfer
            None if at.1 == "withdraw" => {
                let [address, endpoint, topics, data] = ["*"; 4];
                logs.insert(0, json!({"address": address, "endpoint": endpoint, "topics": topics, "data": data}));
                return logs.into();
            }
            // the production VM's log of a promise
            Some('^') => logs.push(json!({
                "address": at.0,
                "endpoint": "str:MultiESDTNFTTransfer",
                "topics": any(4),
                "data": (["str:AsyncCall"].into_iter().chain(any(6)).collect::<Vec<_>>()),
            })),
            _ => {}
        }
        let more = pays || self.is_match || matches!(mark, Some('+' | '^'));
        if more && mark != Some('=') {
            logs.push("+".into());
        }
        logs.into()
    }

    fn log(&self, (address, function): (&str, &str), (topics, data): &Event) -> Value {
        let name = String::from_utf8_lossy(&topics[0]);
        let (of_topics, of_data) = of_event(&name);
        let zero = match self.is_match && name == "movesPlayed" {
            true => "",
            false => "0",
        };
        let value = |of, is_text, bytes: &Vec<u8>| {
            let style = Style { is_text, zero };
            written(of, style, bytes, &|bytes| self.shown_account(bytes))
        };
        let mut shown = vec![format!("str:{name}")];
        let values = of_topics.into_iter().zip(&topics[1..]);
        shown.extend(values.map(|(of, bytes)| value(of, true, bytes)));
        let data = value(of_data, false, data);
        json!({"address": address, "endpoint": format!("str:{function}"), "topics": shown, "data": [data]})
    }

    /// The joining player waits, or starts a game.
    pub(super) fn join(&mut self, mark: Option<char>, player: &str) {
        if self.gas && self.next_id.is_none() {
            self.id(match self.model.chain.waiting() {
                None => "joinGame/first",
                Some(_) => "joinGame/second",
            });
        }
        self.said(mark, player, &["joinGame", "+w"], None);
    }
}

fn shown_payment((name, nonce, amount): &Payment) -> Value {
    scenario::present(json!({
        "tokenIdentifier": format!("str:{name}"),
        "nonce": (*nonce > 0).then(|| nonce.to_string()),
        "value": number(*amount),
    }))
}

/// An argument in its notation in files: `-` is empty, `@bob` an account, `%w3` White's key of game
/// 3.
pub(super) fn expanded(word: &str) -> String {
    match word {
        "-" => String::new(),
        // addresses cut short or of nobody, and amounts of more bytes than players may pay
        "SHORT" => format!("1|0x{}", "00".repeat(31)),
        "NOBODY" => format!("0x{}", "00".repeat(32)),
        "HUGE" => format!("0x01{}", "00".repeat(32)),
        "HUGER" => format!("0x{}", "ff".repeat(300)),
        _ if word.starts_with("%w") => Keys::named(&word[2..]).key(0),
        _ if word.starts_with("%b") => Keys::named(&word[2..]).key(1),
        word => word.replace('@', "address:"),
    }
}

impl Script {
    pub(super) fn who(&self, account: Account) -> &'static str {
        short(self.expression(account))
    }
}
