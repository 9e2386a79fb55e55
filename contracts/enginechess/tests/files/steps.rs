//! The steps of a scenario file: both engines' contracts are called alike (`contracts/minichess/tests/files` also includes this file).

use serde_json::{Value, json};

/// Gas limit of a transaction on mainnet.
pub const GAS: u64 = 600_000_000;

/// The steps so far, of calls to a contract and its views.
pub struct Steps {
    steps: Vec<Value>,
    contract: &'static str,
    name: &'static str,
}

impl Steps {
    /// Begins with four accounts and the two contracts deployed.
    pub fn new(contract: &'static str, name: &'static str) -> Self {
        let account = json!({ "nonce": "0", "balance": "0" });
        let (game, views) = (format!("sc:{contract}"), format!("sc:{contract}-views"));
        let steps = vec![
            json!({
                "step": "setState",
                "accounts": { "address:owner": account, "address:alice": account, "address:bob": account, "address:carol": account },
                "newAddresses": [
                    { "creatorAddress": "address:owner", "creatorNonce": "0", "newAddress": game },
                    { "creatorAddress": "address:owner", "creatorNonce": "1", "newAddress": views }
                ]
            }),
            deploy(contract, &[]),
            deploy(&format!("{contract}-views"), &[game.as_str()]),
        ];
        Self {
            steps,
            contract,
            name,
        }
    }

    /// The file's text.
    pub fn finish(self) -> String {
        let file = json!({ "name": self.name, "gasSchedule": "v4", "steps": self.steps });
        serde_json::to_string_pretty(&file).expect("JSON") + "\n"
    }

    fn id(&self, function: &str, arguments: &[String]) -> String {
        format!("{} {function} {}", self.steps.len(), arguments.join(" "))
    }

    fn call(&mut self, from: &str, function: &str, arguments: &[String], gas: u64, expect: Value) {
        let id = self.id(function, arguments);
        self.call_named(&id, from, function, arguments, gas, expect);
    }

    /// A call with a separate name.
    pub fn call_named(
        &mut self,
        id: &str,
        from: &str,
        function: &str,
        arguments: &[String],
        gas: u64,
        expect: Value,
    ) {
        self.steps.push(json!({
            "step": "scCall",
            "id": id,
            "tx": {
                "from": format!("address:{from}"), "to": format!("sc:{}", self.contract), "function": function,
                "arguments": arguments, "gasLimit": gas.to_string(), "gasPrice": "0"
            },
            "expect": expect
        }));
    }

    /// A call that returns `out`.
    pub fn succeed(
        &mut self,
        from: &str,
        function: &str,
        arguments: &[String],
        gas: u64,
        out: Value,
    ) {
        let expect = json!({ "out": out, "status": "0", "logs": "*", "gas": "*", "refund": "*" });
        self.call(from, function, arguments, gas, expect);
    }

    /// A call that is refused.
    pub fn refuse(&mut self, from: &str, function: &str, arguments: &[&str], message: &str) {
        let expect = json!({ "out": [], "status": "4", "message": format!("str:{message}"), "logs": "*", "gas": "*", "refund": "*" });
        self.call(from, function, &strings(arguments), GAS, expect);
    }

    /// Calls with EGLD and with a token, which no endpoint takes.
    pub fn refuse_payments(&mut self, calls: &[(&str, &[&str])]) {
        let token = json!({ "str:CHESS-123456": "1" });
        let carol = json!({ "nonce": "0", "balance": "1", "esdt": token });
        self.steps
            .push(json!({ "step": "setState", "accounts": { "address:carol": carol } }));
        let tokens = json!([{ "tokenIdentifier": "str:CHESS-123456", "value": "1" }]);
        let payments = [
            ("EGLD", "egldValue", json!("1")),
            ("ESDT", "esdtValue", tokens),
        ];
        for (function, arguments) in calls {
            for (name, field, payment) in &payments {
                let message = format!("function does not accept {name} payment");
                self.refuse("carol", function, arguments, &message);
                let step = self.steps.last_mut().expect("the call");
                step["tx"][field] = payment.clone();
                // by the VM
                step["expect"]["status"] = json!("10");
            }
        }
    }

    /// A search by anyone with all the gas that a transaction may have.
    pub fn all_gas(&mut self, id: &str, function: &str, arguments: &[String]) {
        let expect = json!({ "out": "*", "status": "0", "logs": "*", "gas": "*", "refund": "*" });
        let id = format!("{} {id}", self.steps.len());
        self.call_named(&id, "carol", function, arguments, GAS, expect);
    }

    fn ask(&mut self, function: &str, arguments: &[String], expect: Value) {
        let id = self.id(function, arguments);
        self.steps.push(json!({
            "step": "scQuery",
            "id": id,
            "tx": { "to": format!("sc:{}-views", self.contract), "function": function, "arguments": arguments },
            "expect": expect
        }));
    }

    /// A query that is refused.
    pub fn refuse_view(&mut self, function: &str, arguments: &[&str], message: &str) {
        let expect = json!({ "out": [], "status": "4", "message": format!("str:{message}") });
        self.ask(function, &strings(arguments), expect);
    }

    /// A query that is answered with `out`.
    pub fn query(&mut self, function: &str, arguments: &[String], out: Value) {
        self.ask(function, arguments, json!({ "out": out, "status": "0" }));
    }

    /// The ids of a player's games.
    pub fn games(&mut self, player: &str, skip: u32, count: u32, ids: &[u32]) {
        let ids: Vec<_> = ids.iter().map(|id| format!("u32:{id}")).collect();
        let player = format!("address:{player}");
        let arguments = [player, skip.to_string(), count.to_string()];
        self.query("getGames", &arguments, json!([ids.join("|")]));
    }

    /// Replaces the contract's storage.
    pub fn set_storage(&mut self, storage: Value) {
        let contract = self.contract;
        let code = format!("mxsc:../output/{contract}.mxsc.json");
        let mut accounts = json!({});
        accounts[format!("sc:{contract}")] = json!({ "nonce": "0", "balance": "0", "storage": storage, "code": code, "owner": "address:owner" });
        self.steps
            .push(json!({ "step": "setState", "accounts": accounts }));
    }
}

fn strings(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|a| a.to_string()).collect()
}

fn deploy(contract: &str, arguments: &[&str]) -> Value {
    json!({
        "step": "scDeploy",
        "id": format!("deploy {contract}"),
        "tx": {
            "from": "address:owner", "contractCode": format!("mxsc:../output/{contract}.mxsc.json"), "arguments": arguments,
            "gasLimit": "100,000,000", "gasPrice": "0"
        },
        "expect": { "out": [], "status": "0", "logs": [], "gas": "*", "refund": "*" }
    })
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
