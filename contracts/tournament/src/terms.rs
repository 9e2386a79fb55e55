//! The terms, which are fixed when a tournament is opened.

use chess_record::clock::{BASE_SECONDS, LONGEST_INCREMENT_SECONDS};
use multiversx_sc::{derive_imports::*, imports::*};

/// A tournament with fewer entrants is cancelled.
pub const FEWEST_PLAYERS: usize = 3;

const MOST_PLAYERS: u8 = 32;
const MOST_IN_A_ROUND_ROBIN: u8 = 16;
const SWISS_ROUNDS: core::ops::RangeInclusive<u8> = 2..=9;
const MOST_PRIZES: usize = 8;
const ALL_SHARES: u32 = 10_000;
const MINUTE_MILLIS: u64 = 60 * 1_000;
const DAY_MILLIS: u64 = 24 * 60 * MINUTE_MILLIS;
const LONGEST_WINDOW_MILLIS: u64 = 30 * DAY_MILLIS;
const LATEST_START_MILLIS: u64 = 366 * DAY_MILLIS;

/// The pairing system.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everyone plays everyone, by the Berger tables.
    RoundRobin,
    /// Players with equal points meet, by the Monrad system.
    Swiss,
}

/// The terms of a tournament.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Terms<M: ManagedTypeApi> {
    /// The pairing system.
    pub format: Format,
    /// The most players: 3 to 32, in a round robin 3 to 16.
    pub players: u8,
    /// Swiss: 2 to 9 rounds. Round robin: 1 or 2 cycles.
    pub rounds: u8,
    /// The token of the entry fee and of the pot, `EGLD-000000` for EGLD.
    pub token: TokenId<M>,
    /// The entry fee in the token's smallest unit, 0 for none.
    pub fee: BigUint<M>,
    /// Each player's time at the start, in seconds: 30 s to 30 days.
    pub base: u32,
    /// The increment of each move, in seconds: up to a day.
    pub increment: u32,
    /// Whether players may use a chess program.
    pub engines: bool,
    /// When entering ends and the first round may be paired: milliseconds of block time, at most 366
    /// days from the opening.
    pub start: u64,
    /// The length of a round's window, in milliseconds: at least 4 bases, 160 increments and ten
    /// minutes; at most 30 days.
    pub window: u64,
    /// The places' shares of the pot in 1/10,000, the first place's first: up to 8, which add up to
    /// 10,000 and don't increase.
    pub prizes: ManagedVec<M, u16>,
}

impl<M: ManagedTypeApi> Terms<M> {
    /// The number of rounds with this number of entrants.
    pub fn rounds_of(&self, entrants: usize) -> usize {
        match self.format {
            Format::RoundRobin => self.rounds as usize * pairings::berger_rounds(entrants),
            Format::Swiss => self.rounds as usize,
        }
    }
}

#[multiversx_sc::module]
pub trait TermsModule {
    /// Refuses terms that are out of their ranges. `now`: milliseconds of block time.
    fn require_valid(&self, terms: &Terms<Self::Api>, now: u64) {
        let most = match terms.format {
            Format::RoundRobin => MOST_IN_A_ROUND_ROBIN,
            Format::Swiss => MOST_PLAYERS,
        };
        require!(
            terms.players as usize >= FEWEST_PLAYERS && terms.players <= most,
            "players: 3 to 32, in a round robin 3 to 16"
        );
        match terms.format {
            Format::RoundRobin => require!(
                (1..=2).contains(&terms.rounds),
                "rounds: a round robin has 1 or 2 cycles"
            ),
            Format::Swiss => require!(
                SWISS_ROUNDS.contains(&terms.rounds),
                "rounds: a Swiss tournament has 2 to 9"
            ),
        }
        require!(
            terms.token.is_native() || terms.token.is_valid_esdt_identifier(),
            "token: not a token identifier"
        );
        require!(
            BASE_SECONDS.contains(&terms.base),
            "base: 30 to 2592000 seconds"
        );
        require!(
            terms.increment <= LONGEST_INCREMENT_SECONDS,
            "increment: 0 to 86400 seconds"
        );
        require!(terms.start > now, "start: must be in the future");
        // before the start no contribution can be returned
        require!(
            terms.start - now <= LATEST_START_MILLIS,
            "start: at most 366 days from now"
        );
        self.require_valid_window(terms);
        self.require_valid_prizes(&terms.prizes);
    }

    fn require_valid_window(&self, terms: &Terms<Self::Api>) {
        let playing = 4 * terms.base as u64 + 160 * terms.increment as u64;
        require!(
            terms.window >= playing * 1_000 + 10 * MINUTE_MILLIS,
            "window: at least 4 times the base, 160 times the increment and 10 minutes"
        );
        require!(
            terms.window <= LONGEST_WINDOW_MILLIS,
            "window: at most 30 days"
        );
    }

    fn require_valid_prizes(&self, prizes: &ManagedVec<u16>) {
        require!(
            (1..=MOST_PRIZES).contains(&prizes.len()),
            "prizes: 1 to 8 shares"
        );
        let (mut sum, mut last) = (0u32, u16::MAX);
        for share in prizes.iter() {
            require!(share <= last, "prizes: shares must not increase");
            last = share;
            sum += share as u32;
        }
        require!(sum == ALL_SHARES, "prizes: shares must add up to 10000");
    }
}
