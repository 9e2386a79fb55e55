//! The hash by which the network knows a signed transaction: BLAKE2b of its protobuf form.

use blake2::{Blake2b, Digest, digest::consts::U32};

/// The fields of a signed transaction that are hashed. Empty fields and zeros are omitted.
///
/// ```
/// use network_transaction::Fields;
///
/// let payment = Fields {
///     sender: &[1; 32],
///     receiver: &[2; 32],
///     version: 2,
///     ..Fields::default()
/// };
/// assert_ne!(payment.hash(), Fields { nonce: 1, ..payment }.hash());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields<'a> {
    /// The sender's nonce.
    pub nonce: u64,
    /// The value in EGLD's smallest unit, big-endian without leading zeros; nothing for 0.
    pub value: &'a [u8],
    /// The receiver's 32 bytes.
    pub receiver: &'a [u8],
    /// The receiver's name, decoded.
    pub receiver_name: &'a [u8],
    /// The sender's 32 bytes.
    pub sender: &'a [u8],
    /// The sender's name, decoded.
    pub sender_name: &'a [u8],
    /// In EGLD's smallest unit.
    pub gas_price: u64,
    /// The gas limit.
    pub gas_limit: u64,
    /// The data, decoded.
    pub data: &'a [u8],
    /// The chain's id, such as `1` or `D`.
    pub chain_id: &'a str,
    /// The transaction's version.
    pub version: u32,
    /// The sender's signature.
    pub signature: &'a [u8],
    /// The option bits.
    pub options: u32,
    /// The relayer's 32 bytes.
    pub relayer: &'a [u8],
    /// The relayer's signature.
    pub relayer_signature: &'a [u8],
}

impl Fields<'_> {
    /// The hash.
    pub fn hash(&self) -> [u8; 32] {
        let mut form = Protobuf(vec![]);
        form.number(1, self.nonce);
        form.bytes(2, &signed_magnitude(self.value));
        form.bytes(3, self.receiver);
        form.bytes(4, self.receiver_name);
        form.bytes(5, self.sender);
        form.bytes(6, self.sender_name);
        form.number(7, self.gas_price);
        form.number(8, self.gas_limit);
        form.bytes(9, self.data);
        form.bytes(10, self.chain_id.as_bytes());
        form.number(11, self.version.into());
        form.bytes(12, self.signature);
        form.number(13, self.options.into());
        form.bytes(16, self.relayer);
        form.bytes(17, self.relayer_signature);
        Blake2b::<U32>::digest(&form.0).into()
    }
}

/// A number in the network's protobuf: a sign byte and the magnitude, one byte for 0.
fn signed_magnitude(value: &[u8]) -> Vec<u8> {
    let digits = if value.is_empty() { &[0] } else { value };
    [&[0], digits].concat()
}

/// The part of protobuf that a transaction needs; default values are omitted.
struct Protobuf(Vec<u8>);

impl Protobuf {
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn number(&mut self, field: u64, number: u64) {
        if number != 0 {
            self.varint(field << 3);
            self.varint(number);
        }
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.varint(field << 3 | 2);
            self.varint(bytes.len() as u64);
            self.0.extend_from_slice(bytes);
        }
    }
}
