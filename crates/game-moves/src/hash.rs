//! 32-byte commitments: SHA-256, and Poseidon with circomlib's parameters.

use core::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

/// A hash of 32 bytes.
///
/// ```
/// use game_moves::Algorithm;
/// assert_eq!(Algorithm::Sha256.hash(b"abc")[..4], [0xBA, 0x78, 0x16, 0xBF]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// SHA-256 (FIPS 180-4).
    Sha256,
    /// Poseidon over BN254's scalar field with circomlib's parameters (x⁵, t = 3: two inputs, 8 full and 57 partial rounds).
    ///
    /// The bytes are split into runs of 31, each read as a big-endian number (the last may be shorter): h =
    /// 0, then h = Poseidon(h, run) for each run, then h = Poseidon(h, number of bytes). The hash is h,
    /// big-endian.
    #[cfg(feature = "poseidon")]
    Poseidon,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Sha256 => "sha256",
            #[cfg(feature = "poseidon")]
            Self::Poseidon => "poseidon",
        })
    }
}

/// Reads the names `sha256` and `poseidon`.
impl FromStr for Algorithm {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "sha256" => Ok(Self::Sha256),
            #[cfg(feature = "poseidon")]
            "poseidon" => Ok(Self::Poseidon),
            _ => Err("no such algorithm; there are sha256 and poseidon"),
        }
    }
}

impl Algorithm {
    /// The hash of some bytes.
    pub fn hash(self, bytes: &[u8]) -> [u8; 32] {
        self.hash_pieces(|sink| sink(bytes))
    }

    /// The hash of the bytes that `write` passes to its sink in pieces.
    ///
    /// ```
    /// # use game_moves::Algorithm::Sha256;
    /// let pieces = Sha256.hash_pieces(|sink| {
    ///     sink(b"a");
    ///     sink(b"bc");
    /// });
    /// assert_eq!(pieces, Sha256.hash(b"abc"));
    /// ```
    pub fn hash_pieces(self, write: impl FnOnce(&mut dyn FnMut(&[u8]))) -> [u8; 32] {
        match self {
            Self::Sha256 => {
                let mut hasher = Sha256::new();
                write(&mut |piece| hasher.update(piece));
                hasher.finalize().into()
            }
            #[cfg(feature = "poseidon")]
            Self::Poseidon => {
                let mut bytes = alloc::vec::Vec::new();
                write(&mut |piece| bytes.extend_from_slice(piece));
                poseidon::hash(&bytes)
            }
        }
    }
}

#[cfg(feature = "poseidon")]
mod poseidon {
    extern crate std;

    use core::cell::RefCell;

    use ark_bn254::Fr;
    use ark_ff::{BigInteger, PrimeField};
    use light_poseidon::{Poseidon, PoseidonHasher};

    /// The most bytes whose number is always below the field's prime.
    const RUN: usize = 31;

    std::thread_local! {
        /// building its tables takes longer than a hash
        static POSEIDON: RefCell<Poseidon<Fr>> =
            RefCell::new(Poseidon::<Fr>::new_circom(2).expect("circomlib has parameters for two inputs"));
    }

    pub fn hash(bytes: &[u8]) -> [u8; 32] {
        let runs = bytes.chunks(RUN).map(Fr::from_be_bytes_mod_order);
        let inputs = runs.chain([Fr::from(bytes.len() as u64)]);
        let hash = POSEIDON.with_borrow_mut(|poseidon| {
            inputs.fold(Fr::from(0u64), |h, input| {
                poseidon.hash(&[h, input]).expect("there are two inputs")
            })
        });
        hash.into_bigint()
            .to_bytes_be()
            .try_into()
            .expect("a field element has 32 bytes")
    }
}
