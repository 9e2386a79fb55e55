//! An ABI file, as the framework writes it.

use std::collections::HashMap;

use serde::Deserialize;

/// A contract's ABI.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Abi {
    pub constructor: Function,
    pub endpoints: Vec<Function>,
    pub events: Vec<EventAbi>,
    pub types: HashMap<String, TypeAbi>,
}

/// An endpoint, a view or the constructor.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Function {
    pub name: String,
    pub inputs: Vec<Field>,
    pub outputs: Vec<Field>,
}

/// An argument, a result (often without a name), or a field of a struct or variant.
#[derive(Debug, Deserialize)]
pub struct Field {
    #[serde(default)]
    pub name: String,
    #[serde(rename = "type")]
    pub of: String,
}

#[derive(Debug, Deserialize)]
pub struct EventAbi {
    pub identifier: String,
    #[serde(default)]
    pub inputs: Vec<EventField>,
}

#[derive(Debug, Deserialize)]
pub struct EventField {
    #[serde(flatten)]
    pub field: Field,
    /// Whether it is a topic; otherwise it is data.
    #[serde(default)]
    pub indexed: bool,
}

/// A struct or an enum.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TypeAbi {
    pub fields: Vec<Field>,
    pub variants: Vec<Variant>,
}

#[derive(Debug, Deserialize)]
pub struct Variant {
    pub name: String,
    pub discriminant: u8,
    #[serde(default)]
    pub fields: Vec<Field>,
}

impl Abi {
    pub fn endpoint(&self, name: &str) -> Option<&Function> {
        self.endpoints.iter().find(|endpoint| endpoint.name == name)
    }

    pub fn event(&self, identifier: &str) -> Option<&EventAbi> {
        self.events
            .iter()
            .find(|event| event.identifier == identifier)
    }

    /// Whether the contract keeps chess boards of 64 squares, 0 being a8.
    pub fn has_chessboards(&self) -> bool {
        self.endpoint("getBoard")
            .and_then(|view| view.outputs.first())
            .is_some_and(|board| board.of == "bytes")
    }
}
