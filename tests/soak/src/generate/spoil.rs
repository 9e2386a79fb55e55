//! Calls with a fault.

use chess_model::chain::{Account, Token};
use chess_model::step::Call;
use num_bigint::BigUint;

use super::Generator;

impl Generator {
    /// A call, sometimes with a fault.
    pub(super) fn spoiled(&mut self, mut call: Call) -> Call {
        match self.rng.u32(..200) {
            0 => {
                call.arguments.pop();
            }
            1 => call.arguments.push(vec![1]),
            2 | 3 if !call.arguments.is_empty() && call.function != "setWager" => {
                let index = self.rng.usize(..call.arguments.len());
                let zeros = [vec![0; 9], call.arguments[index].clone()].concat();
                call.arguments[index] = self.any(&[
                    zeros,
                    vec![0xff; 9],
                    vec![1, 0, 0, 0, 0],
                    vec![0xff; 8],
                    vec![1; 40],
                    vec![1, 0],
                ]);
            }
            4 if call.payments.is_empty() => {
                let token = self.any(&Token::ALL);
                call = call.paying(token, BigUint::from(1u32));
            }
            5 => call.from = self.any(&Account::CALLERS),
            _ => {}
        }
        call
    }
}
