//! What became of a transaction.

use anyhow::anyhow;
use multiversx_sc_scenario::imports::{Address, ReturnCode, RustBigUint};
use multiversx_sc_snippets::network_response;
use multiversx_sc_snippets::sdk::data::transaction::{ApiTransactionResult, Events};
use multiversx_sc_snippets::sdk::gateway::{GatewayRequest, GatewayRequestType};
use multiversx_sc_snippets::sdk::utils::base64_decode;
use serde_json::Value;

/// A transaction that was carried out.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub hash: String,
    pub nonce: u64,
    pub gas_used: u64,
    /// In EGLD's smallest unit.
    pub fee: RustBigUint,
    /// What the endpoint returned.
    pub returned: Vec<Vec<u8>>,
    /// The contract that it deployed.
    pub new_contract: Option<Address>,
    events: Vec<Events>,
    refusal: Option<String>,
}

impl Receipt {
    /// The topics of the contract's first event of a name, without the name itself.
    pub fn event(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        self.events.iter().find_map(|event| {
            let mut topics = event.topics.iter().map(base64_decode);
            (topics.next()? == name.as_bytes()).then(|| topics.collect())
        })
    }

    /// The contract's words where it refused the call.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }
}

/// Asks for a transaction with its results and its fee.
pub(super) struct GetReceipt<'a>(pub &'a str);

impl GatewayRequest for GetReceipt<'_> {
    type Payload = ();
    type DecodedJson = Value;
    type Result = Receipt;

    fn request_type(&self) -> GatewayRequestType {
        GatewayRequestType::Get
    }

    fn get_endpoint(&self) -> String {
        format!("transaction/{}?withResults=true", self.0)
    }

    fn process_json(&self, answer: Value) -> anyhow::Result<Receipt> {
        let transaction = &answer["data"]["transaction"];
        let fee = transaction["fee"].as_str().unwrap_or_default().parse();
        let result: ApiTransactionResult = serde_json::from_value(transaction.clone())
            .map_err(|error| anyhow!("the transaction {} can't be read: {error}", self.0))?;
        let events = result.logs.iter().flat_map(|logs| logs.events.clone());
        let events: Vec<_> = events.collect();
        let refused = |event: &Events| event.identifier == "signalError";
        let refusal = events.iter().find(|event| refused(event)).map(|event| {
            let message = event.topics.get(1).map(base64_decode).unwrap_or_default();
            String::from_utf8_lossy(&message).into_owned()
        });
        let (nonce, gas_used) = (result.nonce, result.gas_used);
        // results of a refused call are not read: the framework panics on them
        let (returned, new_contract) = match refusal {
            Some(_) => Default::default(),
            None => {
                let response = network_response::parse_tx_response(result, ReturnCode::Success);
                (response.out, response.new_deployed_address)
            }
        };
        Ok(Receipt {
            hash: self.0.into(),
            nonce,
            gas_used,
            fee: fee.unwrap_or_default(),
            returned,
            new_contract,
            events,
            refusal,
        })
    }
}
