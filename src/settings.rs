//! What holds for the whole contract: the rule for illegal moves, the pause, the wager.

use multiversx_sc::imports::*;

use crate::errors::*;
use crate::game::{Clock, IllegalMoveRule};

/// How many epochs a pause must outlast before players may take their wagers back.
pub const LONG_PAUSE_EPOCHS: u64 = 30;

/// The bytes before the wager's.
const HEAD_LEN: usize = 18;

/// The settings, one value in storage, because every transaction reads them.
///
/// | bytes | field |
/// | --- | --- |
/// | 0 | the [`IllegalMoveRule`] |
/// | 1 | 1 while paused |
/// | 2–9 | epoch in which the current or last pause began |
/// | 10–17 | epochs of all ended pauses together |
/// | 18, 19–… | length of the wager's token identifier, the identifier; none until the owner has set it |
/// | the rest | the wager's amount, big-endian |
///
/// Numbers are little-endian where nothing else is said.
pub struct Settings<M: ManagedTypeApi> {
    blob: ManagedBuffer<M>,
    head: [u8; HEAD_LEN],
}

impl<M: ManagedTypeApi> Settings<M> {
    /// Of a contract just deployed: paused.
    pub fn new(rule: IllegalMoveRule, epoch: u64) -> Self {
        let mut head = [0; HEAD_LEN];
        head[0] = rule as u8;
        let blob = ManagedBuffer::new_from_bytes(&head);
        let mut settings = Settings { blob, head };
        settings.pause(epoch);
        settings
    }

    pub fn rejects_illegal_moves(&self) -> bool {
        self.head[0] == IllegalMoveRule::Reject as u8
    }

    pub fn is_paused(&self) -> bool {
        self.head[1] != 0
    }

    fn pause_epoch(&self) -> u64 {
        let [_, _, a, b, c, d, e, f, g, h, ..] = self.head;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The epochs of all ended pauses together.
    pub fn paused_epochs(&self) -> u64 {
        let [.., a, b, c, d, e, f, g, h] = self.head;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    pub fn pause(&mut self, epoch: u64) {
        self.head[1] = 1;
        if let Some(place) = self.head[2..].first_chunk_mut() {
            *place = epoch.to_le_bytes();
        }
    }

    pub fn unpause(&mut self, epoch: u64) {
        let paused = epoch.saturating_sub(self.pause_epoch());
        let paused = self.paused_epochs().saturating_add(paused);
        self.head[1] = 0;
        if let Some(place) = self.head.last_chunk_mut() {
            *place = paused.to_le_bytes();
        }
    }

    /// Whether the pause has lasted too long to hold the players' money.
    pub fn is_long_pause(&self, epoch: u64) -> bool {
        self.is_paused() && epoch.saturating_sub(self.pause_epoch()) > LONG_PAUSE_EPOCHS
    }

    pub fn has_wager(&self) -> bool {
        self.blob.len() > HEAD_LEN
    }

    pub fn set_wager(&mut self, token: &TokenId<M>, amount: &BigUint<M>) {
        let token = token.as_managed_buffer();
        self.blob.append_bytes(&[token.len() as u8]);
        self.blob.append(token);
        self.blob.append(&amount.to_bytes_be_buffer());
    }

    /// The identifier of the wager's token, empty until it is set.
    pub fn token(&self) -> ManagedBuffer<M> {
        self.part(HEAD_LEN + 1, self.token_len())
    }

    /// The wager's amount, 0 until it is set.
    pub fn amount(&self) -> BigUint<M> {
        let start = HEAD_LEN + 1 + self.token_len();
        let end = self.blob.len();
        BigUint::from_bytes_be_buffer(&self.part(start, end.saturating_sub(start)))
    }

    fn token_len(&self) -> usize {
        let mut len = [0];
        if self.has_wager() {
            self.blob.load_slice(HEAD_LEN, &mut len);
        }
        len[0] as usize
    }

    fn part(&self, start: usize, len: usize) -> ManagedBuffer<M> {
        self.blob.copy_slice(start, len).unwrap_or_default()
    }
}

#[multiversx_sc::module]
pub trait SettingsModule {
    #[storage_mapper("settings")]
    fn settings_blob(&self) -> SingleValueMapper<ManagedBuffer>;

    fn settings(&self) -> Settings<Self::Api> {
        let blob = self.settings_blob().get();
        let mut head = [0; HEAD_LEN];
        blob.load_slice(0, &mut head);
        Settings { blob, head }
    }

    fn store_settings(&self, mut settings: Settings<Self::Api>) {
        let _ = settings.blob.set_slice(0, &settings.head);
        self.settings_blob().set(settings.blob);
    }

    /// The settings, where users may act.
    fn require_running(&self) -> Settings<Self::Api> {
        let settings = self.settings();
        require!(!settings.is_paused(), PAUSED);
        settings
    }

    /// The settings, where users may act or a pause has lasted too long to hold their money.
    fn require_running_or_long_pause(&self) -> Settings<Self::Api> {
        let settings = self.settings();
        let long = settings.is_long_pause(self.blockchain().get_block_epoch());
        require!(long || !settings.is_paused(), PAUSED);
        settings
    }

    /// The time of a move made now.
    fn clock_now(&self, settings: &Settings<Self::Api>) -> Clock {
        Clock {
            epoch: self.blockchain().get_block_epoch(),
            paused_epochs: settings.paused_epochs(),
        }
    }
}
