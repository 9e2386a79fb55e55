//! Numbers that are stored by themselves.

use multiversx_sc::codec::{
    DecodeErrorHandler, DefaultErrorHandler, EncodeErrorHandler, TopDecode, TopDecodeInput,
    TopEncode, TopEncodeOutput,
};

/// A stored number, 0 where none is. Only the contract writes it, so nothing else can be found
/// there, for which the framework's `u64` has code and texts.
pub struct Count(pub usize);

impl TopDecode for Count {
    fn top_decode_or_handle_err<I, H>(input: I, _: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        let number = input.into_u64(DefaultErrorHandler);
        Ok(Count(number.unwrap_or_default() as usize))
    }
}

impl TopEncode for Count {
    fn top_encode_or_handle_err<O, H>(&self, output: O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        output.set_u64(self.0 as u64);
        Ok(())
    }
}
