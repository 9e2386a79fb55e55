//! A shard's block in a gateway's form.

use serde_json::Value;

/// The identity of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its number in its shard.
    pub nonce: u64,
    /// Its hash, hex.
    pub hash: String,
    /// The hash of the block before it.
    pub previous: String,
    /// Its time in milliseconds since 1970.
    pub millis: u64,
}

/// A gateway's answer is no block.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the gateway's answer is no block: it has no {0}")]
pub struct BlockError(&'static str);

impl Block {
    /// Reads the `data` of the answer to `/block/{shard}/by-nonce/{nonce}`.
    ///
    /// # Errors
    /// Names the missing part.
    pub fn read(answer: &Value) -> Result<Self, BlockError> {
        let block = &answer["block"];
        let text = |name| {
            let text = block[name].as_str().map(str::to_owned);
            text.ok_or(BlockError(name))
        };
        let seconds = block["timestamp"].as_u64();
        let millis = block["timestampMs"].as_u64();
        let millis = millis.or(seconds.and_then(|seconds| seconds.checked_mul(1_000)));
        Ok(Block {
            nonce: block["nonce"].as_u64().ok_or(BlockError("nonce"))?,
            hash: text("hash")?,
            previous: text("prevBlockHash")?,
            millis: millis.ok_or(BlockError("timestamp"))?,
        })
    }
}
