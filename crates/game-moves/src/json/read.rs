use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use serde::{Deserialize, Deserializer, de};

use crate::error::{DecodeError, Problem, StateError};

/// JSON without fractions and without duplicate keys in an object, as canonical JSON requires.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    String(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Why JSON is not a value, or not its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The path to the field, such as `captures[1]`; empty for the whole text.
    pub field: String,
    /// The fault.
    pub problem: JsonProblem,
}

/// The faults of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonProblem {
    /// Not JSON, a number that is not an integer, or an object with a duplicate key or too many keys; in the
    /// parser's words.
    Syntax(String),
    /// The key is missing.
    Missing,
    /// The key is unknown.
    Unknown,
    /// The value must be of another kind, the named one.
    Expected(&'static str),
    /// An integer outside these bounds.
    OutOfRange(i64, i64),
    /// An array of another length than this.
    Length(usize),
    /// No game has this value; in words.
    Impossible(&'static str),
    /// No move has this value.
    Move(Problem),
    /// The text is not canonical: key order, spaces, or a missing key.
    NotCanonical,
}

impl JsonError {
    pub(crate) fn new(field: &str, problem: JsonProblem) -> Self {
        Self {
            field: field.to_owned(),
            problem,
        }
    }

    /// The same problem with the path of the outer array's element or object's key.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') {
            ""
        } else {
            "."
        };
        self.field = format!("{outer}{dot}{}", self.field);
        self
    }
}

impl From<StateError> for JsonError {
    fn from(error: StateError) -> Self {
        Self::new(error.field, JsonProblem::Impossible(error.reason))
    }
}

impl From<DecodeError> for JsonError {
    fn from(error: DecodeError) -> Self {
        Self::new(error.field, JsonProblem::Move(error.problem))
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        match &self.problem {
            JsonProblem::Syntax(message) => f.write_str(message),
            JsonProblem::Missing => f.write_str("missing"),
            JsonProblem::Unknown => f.write_str("there is no such key"),
            JsonProblem::Expected(kind) => write!(f, "must be {kind}"),
            JsonProblem::OutOfRange(min, max) if max == &i64::MAX => {
                write!(f, "must be at least {min}")
            }
            JsonProblem::OutOfRange(min, max) => write!(f, "must be {min} to {max}"),
            JsonProblem::Length(length) => write!(f, "must have {length} elements"),
            JsonProblem::Impossible(reason) => f.write_str(reason),
            JsonProblem::Move(problem) => write!(f, "{problem}"),
            JsonProblem::NotCanonical => {
                f.write_str("not in canonical form (keys sorted and complete, no spaces)")
            }
        }
    }
}

impl core::error::Error for JsonError {}

type Result<T> = core::result::Result<T, JsonError>;

impl Value {
    /// Reads one JSON value; spaces between its parts are allowed.
    ///
    /// ```
    /// # use game_moves::json::{JsonProblem, Value};
    /// let value = Value::parse(r#"{ "seed": 7 }"#).unwrap();
    /// assert_eq!(value.object("seed").unwrap().get("seed"), Some(&Value::Int(7)));
    /// assert_eq!(value.object("dice").unwrap_err().problem, JsonProblem::Unknown);
    /// assert!(Value::parse("7.5").is_err());
    /// ```
    ///
    /// # Errors
    /// [`JsonProblem::Syntax`].
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| {
            // in a single line of JSON the parser's line number means nothing, and could be taken
            // for the input's
            let message = error.to_string();
            let one_line = message.replace(" at line 1 column ", ", at column ");
            JsonError::new("", JsonProblem::Syntax(one_line))
        })
    }

    /// A problem; the caller that reads the object adds the path.
    pub(crate) fn error<T>(problem: JsonProblem) -> Result<T> {
        Err(JsonError::new("", problem))
    }

    /// An integer in these bounds.
    pub(crate) fn int(&self, min: i64, max: i64) -> Result<i64> {
        match self {
            Self::Int(value) if (min..=max).contains(value) => Ok(*value),
            Self::Int(_) => Self::error(JsonProblem::OutOfRange(min, max)),
            _ => Self::error(JsonProblem::Expected("an integer")),
        }
    }

    /// An integer from 0 to `max`.
    pub(crate) fn byte(&self, max: u8) -> Result<u8> {
        self.int(0, max.into()).map(|value| value as u8)
    }

    /// A count or a seed: an integer from 0 to 2³¹ − 1.
    pub(crate) fn count(&self) -> Result<u32> {
        self.int(0, i32::MAX.into()).map(|value| value as u32)
    }

    /// `true` or `false`.
    pub(crate) fn bool(&self) -> Result<bool> {
        match self {
            Self::Bool(value) => Ok(*value),
            _ => Self::error(JsonProblem::Expected("true or false")),
        }
    }

    /// An array whose elements `read` reads.
    pub(crate) fn array<T>(&self, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
        let Self::Array(items) = self else {
            return Self::error(JsonProblem::Expected("an array"));
        };
        let item = |(index, item)| read(item).map_err(|error| error.within(&format!("[{index}]")));
        items.iter().enumerate().map(item).collect()
    }

    /// An array with this number of elements.
    pub(crate) fn array_of<T>(
        &self,
        length: usize,
        read: impl Fn(&Value) -> Result<T>,
    ) -> Result<Vec<T>> {
        let items = self.array(read)?;
        if items.len() == length {
            Ok(items)
        } else {
            Self::error(JsonProblem::Length(length))
        }
    }

    /// An array with exactly `N` elements.
    pub(crate) fn exactly<T, const N: usize>(
        &self,
        read: impl Fn(&Value) -> Result<T>,
    ) -> Result<[T; N]> {
        self.array(read)?
            .try_into()
            .or(Self::error(JsonProblem::Length(N)))
    }

    /// An object with no other keys than `keys`, which are separated by spaces.
    pub fn object(&self, keys: &str) -> Result<Object<'_>> {
        let Self::Object(fields) = self else {
            return Self::error(JsonProblem::Expected("an object"));
        };
        let is_unknown = |(key, _): &&(String, Value)| keys.split(' ').all(|known| known != key);
        match fields.iter().find(is_unknown) {
            Some((key, _)) => Err(JsonError::new(key, JsonProblem::Unknown)),
            None => Ok(Object(fields)),
        }
    }
}

/// An object's keys and values.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a>(&'a [(String, Value)]);

impl<'a> Object<'a> {
    /// The value of an optional key.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The value of a key, read by `read`.
    ///
    /// # Errors
    /// [`JsonProblem::Missing`], and what `read` finds wrong; both name the key.
    pub fn field<T>(&self, key: &str, read: impl FnOnce(&Value) -> Result<T>) -> Result<T> {
        let value = self
            .get(key)
            .ok_or_else(|| JsonError::new(key, JsonProblem::Missing))?;
        read(value).map_err(|error| error.within(key))
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> core::result::Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

/// Compares each key with all keys before it. The largest known object has 10.
const MOST_KEYS: usize = 16;

struct Visitor;

impl<'de> de::Visitor<'de> for Visitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an integer or another JSON value without fractions")
    }

    fn visit_unit<E: de::Error>(self) -> core::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> core::result::Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> core::result::Result<Value, E> {
        Ok(Value::Int(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> core::result::Result<Value, E> {
        i64::try_from(value)
            .map(Value::Int)
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> core::result::Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> core::result::Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> core::result::Result<Value, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if fields.iter().any(|(name, _)| *name == key) {
                return Err(de::Error::custom(format_args!(
                    "the key {key} stands twice in one object"
                )));
            }
            if fields.len() == MOST_KEYS {
                return Err(de::Error::custom(format_args!(
                    "an object has more than {MOST_KEYS} keys"
                )));
            }
            fields.push((key, value));
        }
        Ok(Value::Object(fields))
    }
}
