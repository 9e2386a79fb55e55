//! Which nonces of the wallet were seen to be carried out.

/// For how long a gateway may be behind another one, in milliseconds. After that the account's
/// nonce counts: a transaction that one gateway reported as carried out may have been reverted.
const BEHIND_MILLIS: u64 = 60_000;

/// The last of this wallet's nonces that were seen to be carried out.
#[derive(Default)]
pub(super) struct CarriedOut {
    /// The nonce after them.
    next: u64,
    /// When that was seen, in milliseconds since 1970.
    at: u64,
}

impl CarriedOut {
    /// A nonce was seen to be carried out. `now`: in milliseconds since 1970.
    pub fn add(&mut self, nonce: u64, now: u64) {
        *self = CarriedOut {
            next: self.next(nonce.saturating_add(1), now),
            at: now,
        };
    }

    /// The nonce that comes next. `account`: the one that the gateway says.
    pub fn next(&self, account: u64, now: u64) -> u64 {
        match now.saturating_sub(self.at) < BEHIND_MILLIS {
            true => account.max(self.next),
            false => account,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gateway_may_be_behind_and_one_that_was_wrong_is_forgotten() {
        let mut carried_out = CarriedOut::default();
        assert_eq!(carried_out.next(7, 1_000), 7);
        carried_out.add(7, 1_000);
        carried_out.add(5, 2_000);
        assert_eq!(carried_out.next(7, 3_000), 8);
        assert_eq!(carried_out.next(9, 3_000), 9);
        // nonce 7 was no success after all
        assert_eq!(carried_out.next(7, 2_000 + BEHIND_MILLIS), 7);
        carried_out.add(7, 100_000);
        assert_eq!(carried_out.next(7, 100_001), 8);
    }
}
