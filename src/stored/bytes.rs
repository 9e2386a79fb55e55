//! Stored values that the contract handles as bytes: decoding them to structs would cost gas at every
//! move. The codec's derives would store the length of the bytes before them.

use multiversx_sc::codec::{
    DecodeErrorHandler, EncodeErrorHandler, TopDecode, TopDecodeInput, TopEncode, TopEncodeOutput,
};
use multiversx_sc::imports::*;

macro_rules! stored_bytes {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(PartialEq)]
        pub struct $name<M: ManagedTypeApi>(pub ManagedBuffer<M>);

        impl<M: ManagedTypeApi> TopEncode for $name<M> {
            fn top_encode_or_handle_err<O, H>(&self, output: O, h: H) -> Result<(), H::HandledErr>
            where
                O: TopEncodeOutput,
                H: EncodeErrorHandler,
            {
                self.0.top_encode_or_handle_err(output, h)
            }
        }

        impl<M: ManagedTypeApi> TopDecode for $name<M> {
            fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
            where
                I: TopDecodeInput,
                H: DecodeErrorHandler,
            {
                ManagedBuffer::top_decode_or_handle_err(input, h).map($name)
            }
        }
    )*};
}

stored_bytes! {
    /// A [`GameRecord`](chess_record::GameRecord), its clock if it has one, and the moves of the
    /// current block. Empty for a game that doesn't exist.
    GameBytes;

    /// A [`StateRecord`](chess_record::StateRecord), the pause, the wager and the queue.
    StateBytes;

    /// The stake of each player for a round: the length of the token's identifier, the identifier,
    /// and the amount, big-endian. Empty for no stake.
    Stake;

    /// The keys of a game that is played by signature, 32 bytes each: that of White in round 0, then
    /// Black's. For a challenge, the challenger's. Empty for none.
    Keys;
}
