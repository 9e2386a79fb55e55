//! Big-endian numbers. Their accessors are calls: inlined, swapping the bytes would take
//! several times the code at each use, and a contract pays for its code with every call.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A big-endian number of two bytes.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct U16([u8; 2]);

/// A big-endian number of four bytes.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct U32([u8; 4]);

/// A big-endian number of eight bytes.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct U64 {
    high: U32,
    low: U32,
}

impl U16 {
    /// 0.
    pub const ZERO: Self = U16([0; 2]);

    /// The number.
    #[inline(never)]
    pub fn get(&self) -> u16 {
        u16::from_be_bytes(self.0)
    }

    /// Becomes another number.
    #[inline(never)]
    pub fn set(&mut self, value: u16) {
        self.0 = value.to_be_bytes();
    }
}

impl U32 {
    /// 0.
    pub const ZERO: Self = U32([0; 4]);

    /// The number.
    #[inline(never)]
    pub fn get(&self) -> u32 {
        u32::from_be_bytes(self.0)
    }

    /// Becomes another number.
    #[inline(never)]
    pub fn set(&mut self, value: u32) {
        self.0 = value.to_be_bytes();
    }
}

// Half by half: swapping eight bytes takes more code than two calls.
impl U64 {
    /// 0.
    pub const ZERO: Self = U64 {
        high: U32::ZERO,
        low: U32::ZERO,
    };

    /// The number.
    #[inline(never)]
    pub fn get(&self) -> u64 {
        (self.high.get() as u64) << 32 | self.low.get() as u64
    }

    /// Becomes another number.
    #[inline(never)]
    pub fn set(&mut self, value: u64) {
        self.high.set((value >> 32) as u32);
        self.low.set(value as u32);
    }
}
