//! What holds for the whole contract: the rule for illegal moves, the pause, the wager.

use multiversx_sc::imports::*;

use crate::errors::*;
use crate::game::{Clock, IllegalMoveRule, SEAT_LEN, Seat};

/// How many epochs a pause must outlast before players may take their wagers back.
pub const LONG_PAUSE_EPOCHS: u32 = 30;

/// The bytes before the wager.
const HEAD_LEN: usize = 12;

/// The settings and the queue, one value in storage, because every transaction reads them.
///
/// | bytes | field |
/// | --- | --- |
/// | 0 | the [`IllegalMoveRule`] |
/// | 1 | 1 while paused |
/// | 2–5 | epoch in which the current or last pause began, little-endian |
/// | 6–9 | epochs of all ended pauses together, little-endian |
/// | 10, 11 | lengths of the wager's token identifier and amount; 0 until the owner has set them |
/// | 12–… | the token identifier, the amount (big-endian), and while somebody waits their [`Seat`] |
pub struct Settings<M: ManagedTypeApi> {
    blob: ManagedBuffer<M>,
    head: [u8; HEAD_LEN],
}

impl<M: ManagedTypeApi> Settings<M> {
    /// The blob of a contract just deployed: paused.
    pub fn start_blob(rule: u8, epoch: u32) -> ManagedBuffer<M> {
        let [a, b, c, d] = epoch.to_le_bytes();
        ManagedBuffer::new_from_bytes(&[rule, 1, a, b, c, d, 0, 0, 0, 0, 0, 0])
    }

    pub fn rejects_illegal_moves(&self) -> bool {
        self.head[0] == IllegalMoveRule::Reject as u8
    }

    pub fn is_paused(&self) -> bool {
        self.head[1] != 0
    }

    fn pause_epoch(&self) -> u32 {
        let [_, _, a, b, c, d, ..] = self.head;
        u32::from_le_bytes([a, b, c, d])
    }

    /// The epochs of all ended pauses together.
    pub fn paused_epochs(&self) -> u32 {
        let [_, _, _, _, _, _, a, b, c, d, ..] = self.head;
        u32::from_le_bytes([a, b, c, d])
    }

    pub fn pause(&mut self, epoch: u32) {
        self.head[1] = 1;
        self.set_epochs(epoch, self.paused_epochs());
    }

    pub fn unpause(&mut self, epoch: u32) {
        self.head[1] = 0;
        let pause = self.pause_epoch();
        self.set_epochs(pause, self.paused_epochs() + (epoch - pause));
    }

    fn set_epochs(&mut self, pause: u32, paused: u32) {
        let ([a, b, c, d], [e, f, g, h]) = (pause.to_le_bytes(), paused.to_le_bytes());
        let [rule, now, .., token_len, amount_len] = self.head;
        self.head = [rule, now, a, b, c, d, e, f, g, h, token_len, amount_len];
    }

    /// Whether the pause has lasted too long to hold the players' money.
    pub fn is_long_pause(&self, epoch: u32) -> bool {
        self.is_paused() && epoch - self.pause_epoch() > LONG_PAUSE_EPOCHS
    }

    fn token_len(&self) -> usize {
        self.head[10] as usize
    }

    fn amount_len(&self) -> usize {
        self.head[11] as usize
    }

    pub fn has_wager(&self) -> bool {
        self.token_len() != 0
    }

    /// Sets the wager: a token identifier and an amount, big-endian, both of 1 to 255 bytes.
    pub fn set_wager(&mut self, token: &ManagedBuffer<M>, amount: &ManagedBuffer<M>) {
        self.blob.append(token);
        self.blob.append(amount);
        self.head[10] = token.len() as u8;
        self.head[11] = amount.len() as u8;
    }

    /// The wager; of no token and 0 until it is set.
    #[inline(never)]
    pub fn wager(&self) -> Wager<M> {
        Wager {
            token: self.part(HEAD_LEN, self.token_len()),
            amount: self.part(HEAD_LEN + self.token_len(), self.amount_len()),
        }
    }

    fn queue_start(&self) -> usize {
        HEAD_LEN + self.token_len() + self.amount_len()
    }

    /// The seat of the player who has paid and waits for an opponent.
    pub fn waiting(&self) -> Option<Seat<M>> {
        let seat = self.part(self.queue_start(), SEAT_LEN);
        (!seat.is_empty()).then_some(Seat(seat))
    }

    pub fn enqueue(&mut self, player: &ManagedAddress<M>, previous_game: u32) {
        Seat::push(&mut self.blob, player, previous_game);
    }

    pub fn clear_queue(&mut self) {
        self.blob = self.part(0, self.queue_start());
    }

    fn part(&self, start: usize, len: usize) -> ManagedBuffer<M> {
        self.blob.copy_slice(start, len).unwrap_or_default()
    }
}

/// What each player of a game pays.
pub struct Wager<M: ManagedTypeApi> {
    /// The token's identifier, `EGLD-000000` for EGLD.
    pub token: ManagedBuffer<M>,
    /// In the token's smallest unit, big-endian.
    pub amount: ManagedBuffer<M>,
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

    fn store_settings(&self, settings: &mut Settings<Self::Api>) {
        let _ = settings.blob.set_slice(0, &settings.head);
        self.settings_blob().set(&settings.blob);
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
        let long = settings.is_long_pause(self.epoch());
        require!(long || !settings.is_paused(), PAUSED);
        settings
    }

    /// The time of a move made now.
    fn clock_now(&self, settings: &Settings<Self::Api>) -> Clock {
        let epoch = self.epoch();
        let running = epoch - settings.paused_epochs();
        Clock { epoch, running }
    }

    /// The current epoch; 2³² of them are millions of years.
    fn epoch(&self) -> u32 {
        self.blockchain().get_block_epoch() as u32
    }
}
