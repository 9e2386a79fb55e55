//! Time, and the random seed of blocks.

use chess_model::scenario::{Value, json};

use super::Script;

impl Script {
    pub(super) fn set_state(&mut self, id: String, state: &[(&str, Value)]) {
        let id = self.take_id(id);
        let mut step = json!({"step": "setState", "id": id});
        for (key, value) in state {
            step[*key] = value.clone();
        }
        self.steps.push(step);
    }

    fn block(&mut self, id: String, key: &str, value: String) {
        let mut block = json!({"blockEpoch": self.model.chain.time.epoch.to_string()});
        block[key] = value.into();
        self.set_state(id, &[("currentBlockInfo", block)]);
    }

    /// Sets the chain's epoch.
    pub(super) fn epoch(&mut self, epoch: u64) {
        self.model.chain.time.epoch = epoch;
        self.block(format!("epoch {epoch}"), "blockEpoch", epoch.to_string());
    }

    /// Sets the block time, in seconds; the epoch stays. (The production VM's runner of
    /// scenarios knows no milliseconds.)
    pub(super) fn seconds(&mut self, seconds: u64) {
        self.model.chain.time.now_ms = 1_000 * seconds;
        let time = seconds.to_string();
        self.block(format!("{seconds} s"), "blockTimestamp", time);
    }

    /// The next blocks' random seed begins with this byte.
    pub(super) fn seed(&mut self, first: u8) {
        self.model.chain.seed = first;
        let seed = format!("0x{first:02x}{}", "00".repeat(47));
        self.block(format!("random seed {first}"), "blockRandomSeed", seed);
    }
}
