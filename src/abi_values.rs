//! Arguments and results that the contract reads and writes by itself. The framework's code for the
//! same types takes some 1,500 bytes more, which every call would pay for.

use core::marker::PhantomData;

use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeDescriptionContainer, TypeName};
use multiversx_sc::api::EndpointFinishApiImpl;
use multiversx_sc::codec::{
    DecodeErrorHandler, DefaultErrorHandler, EncodeErrorHandler, TopDecode, TopDecodeInput,
    TopDecodeMulti, TopDecodeMultiInput, TopEncode, TopEncodeMulti, TopEncodeMultiOutput,
    TopEncodeOutput,
};
use multiversx_sc::imports::*;

use crate::errors::{ERROR_INVALID_ARGUMENT, check};
use crate::stored::buffers::{address_at, byte_at, rest};

/// A game's id; for anything larger than 32 bits the largest, which no game has.
pub struct GameId(pub usize);

/// A number or an enum of one byte: its number, 255 for anything larger.
pub struct Byte<T>(pub u8, PhantomData<T>);

/// A [`Byte`] that may be left out, which makes it 0.
pub struct OptionalByte<T>(pub u8, PhantomData<T>);

/// Bytes that may be left out, which makes them none.
pub struct OptionalBytes<M: ManagedTypeApi>(pub ManagedBuffer<M>);

/// Any number of arguments, of no matter. (The framework's `IgnoreValue` has a type in the ABI that
/// sdk-core refuses.)
pub struct Ignored<M: ManagedTypeApi>(PhantomData<M>);

/// Any number of results, each of which was given out as soon as it was known: collected first,
/// they would take 100 bytes more of code.
pub struct GivenOut<M: ManagedTypeApi, T>(PhantomData<(M, T)>);

/// A `T` as its bytes, taken or given out.
pub struct Encoded<M: ManagedTypeApi, T>(ManagedBuffer<M>, PhantomData<T>);

impl<M: ManagedTypeApi, T> Encoded<M, T> {
    /// `bytes`: the encoding of a `T`.
    pub fn new(bytes: ManagedBuffer<M>) -> Self {
        Encoded(bytes, PhantomData)
    }
}

impl<M: VMApi, T> GivenOut<M, T> {
    /// Gives out every result of an endpoint, in this order.
    pub fn all(results: impl Iterator<Item = Encoded<M, T>>) -> Self {
        for Encoded(bytes, _) in results {
            M::finish_api_impl().finish_managed_buffer_raw(bytes.get_handle());
        }
        GivenOut(PhantomData)
    }
}

impl<M: ManagedTypeApi> Encoded<M, TokenId<M>> {
    /// The token; EGLD if it is called `EGLD` or nothing.
    pub fn token(self) -> TokenId<M> {
        let egld = ManagedBuffer::from(b"EGLD");
        match self.0.is_empty() || self.0 == egld {
            true => TokenId::native(),
            false => TokenId::from(self.0),
        }
    }
}

impl<M: ManagedTypeApi> Encoded<M, BigUint<M>> {
    /// The number. (The network's own reading of such an argument is a hook of its own.)
    pub fn number(&self) -> BigUint<M> {
        BigUint::from_bytes_be_buffer(&self.0)
    }
}

impl<M: ManagedTypeApi> Encoded<M, ManagedAddress<M>> {
    /// The address, of which there must be 32 bytes.
    pub fn address(&self) -> ManagedAddress<M> {
        check::<M>(self.0.len() == 32, ERROR_INVALID_ARGUMENT);
        address_at(&self.0, 0)
    }
}

impl<M: ManagedTypeApi, T> Encoded<M, Option<T>> {
    /// The value's bytes behind a 1, of which there must be so many; none for nothing.
    pub fn bytes(&self, len: usize) -> ManagedBuffer<M> {
        optional_bytes(&self.0, len)
    }
}

// One function for every type.
#[inline(never)]
fn optional_bytes<M: ManagedTypeApi>(argument: &ManagedBuffer<M>, len: usize) -> ManagedBuffer<M> {
    if argument.is_empty() {
        return ManagedBuffer::new();
    }
    let is_good = argument.len() == len + 1 && byte_at(argument, 0) == 1;
    check::<M>(is_good, ERROR_INVALID_ARGUMENT);
    rest(argument, 1)
}

impl<M: ManagedTypeApi> Encoded<M, Option<ManagedAddress<M>>> {
    /// An address, if there is one.
    pub fn optional(address: Option<ManagedAddress<M>>) -> Self {
        let mut bytes = ManagedBuffer::new();
        if let Some(address) = address {
            bytes.append_bytes(&[1]);
            bytes.append(address.as_managed_buffer());
        }
        Encoded::new(bytes)
    }

    /// The address, 32 zero bytes for nothing.
    pub fn address_or_zero(&self) -> ManagedAddress<M> {
        let bytes = self.bytes(32);
        match bytes.is_empty() {
            true => ManagedAddress::zero(),
            false => address_at(&bytes, 0),
        }
    }
}

// ---- how they are read and written

impl TopDecode for GameId {
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        let number = input.into_u64(h)?;
        Ok(GameId(number.min(u32::MAX.into()) as usize))
    }
}

impl<T> TopDecode for Byte<T> {
    #[inline(never)] // smaller than a copy at each call
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        let number = input.into_u64(h)?;
        Ok(Byte(number.min(255) as u8, PhantomData))
    }
}

impl<T> TopDecodeMulti for OptionalByte<T> {
    const IS_SINGLE_VALUE: bool = false;

    fn multi_decode_or_handle_err<I, H>(input: &mut I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeMultiInput,
        H: DecodeErrorHandler,
    {
        // the one error: there is no such argument
        let byte = match input.next_value_input(DefaultErrorHandler) {
            Ok(argument) => Byte::<T>::top_decode_or_handle_err(argument, h)?.0,
            Err(_) => 0,
        };
        Ok(OptionalByte(byte, PhantomData))
    }
}

impl<M: ManagedTypeApi> TopDecodeMulti for OptionalBytes<M> {
    const IS_SINGLE_VALUE: bool = false;

    fn multi_decode_or_handle_err<I, H>(input: &mut I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeMultiInput,
        H: DecodeErrorHandler,
    {
        // the one error: there is no such argument
        let bytes = match input.next_value_input(DefaultErrorHandler) {
            Ok(argument) => ManagedBuffer::top_decode_or_handle_err(argument, h)?,
            Err(_) => ManagedBuffer::new(),
        };
        Ok(OptionalBytes(bytes))
    }
}

impl<M: ManagedTypeApi> TopDecodeMulti for Ignored<M> {
    const IS_SINGLE_VALUE: bool = false;

    fn multi_decode_or_handle_err<I, H>(input: &mut I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeMultiInput,
        H: DecodeErrorHandler,
    {
        input.flush_ignore(h)?;
        Ok(Ignored(PhantomData))
    }
}

impl<M: ManagedTypeApi, T> TopDecode for Encoded<M, T> {
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        ManagedBuffer::top_decode_or_handle_err(input, h).map(Encoded::new)
    }
}

impl<M: ManagedTypeApi, T> TopEncode for Encoded<M, T> {
    fn top_encode_or_handle_err<O, H>(&self, output: O, h: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        self.0.top_encode_or_handle_err(output, h)
    }
}

impl<M: ManagedTypeApi, T> TopEncodeMulti for GivenOut<M, T> {
    fn multi_encode_or_handle_err<O, H>(&self, _: &mut O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeMultiOutput,
        H: EncodeErrorHandler,
    {
        Ok(())
    }
}

// ---- what the ABI calls them

macro_rules! abi_as {
    ($argument:ty as $shown:ty, [$($generics:tt)*], types of $inner:ty $(, variadic $variadic:literal)?) => {
        impl<$($generics)*> TypeAbiFrom<Self> for $argument {}

        impl<$($generics)*> TypeAbi for $argument {
            type Unmanaged = Self;

            fn type_name() -> TypeName {
                <$shown>::type_name()
            }

            fn type_name_rust() -> TypeName {
                <$shown>::type_name_rust()
            }

            $(fn is_variadic() -> bool {
                $variadic
            })?

            fn provide_type_descriptions<A: TypeDescriptionContainer>(accumulator: &mut A) {
                <$inner>::provide_type_descriptions(accumulator);
            }
        }
    };
}

abi_as!(GameId as usize, [], types of usize);
abi_as!(Byte<T> as T, [T: TypeAbi], types of T);
abi_as!(OptionalByte<T> as OptionalValue<T>, [T: TypeAbi], types of T, variadic true);
abi_as!(OptionalBytes<M> as OptionalValue<ManagedBuffer<M>>, [M: ManagedTypeApi], types of ManagedBuffer<M>, variadic true);
abi_as!(Encoded<M, T> as T, [M: ManagedTypeApi, T: TypeAbi], types of T);
abi_as!(GivenOut<M, T> as MultiValueEncoded<M, T>, [M: ManagedTypeApi, T: TypeAbi], types of T, variadic true);
abi_as!(Ignored<M> as MultiValueEncoded<M, ManagedBuffer<M>>, [M: ManagedTypeApi], types of ManagedBuffer<M>, variadic true);
