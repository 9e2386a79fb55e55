//! A game as the contract stores it (`docs/storage.md`).

pub use chess_record::Awaits;
use chess_record::{GameClock, GameHead, GameState, flags};
use chess_rules::Color;
use signed_play::KEY_LEN;

/// A game on the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainGame {
    /// White's address and Black's; 32 zero bytes for the player who has yet to accept.
    pub players: [[u8; 32]; 2],
    /// Both keys, White's first, if the game can be played by signature.
    pub keys: Option<[[u8; KEY_LEN]; 2]>,
    /// Its state.
    pub head: GameHead,
    /// None if a player has an epoch for a move.
    pub clock: Option<GameClock>,
    /// All its moves in canonical binary.
    pub moves: Vec<u8>,
}

impl ChainGame {
    /// Reads a record: everything but the keys and the moves in full blocks. `None` if it isn't a
    /// record of this version.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let game = chess_record::Game::parse(bytes).ok()?;
        let head = &game.record.head;
        let entries = [&game.record.first, &game.record.second];
        let address = |color| entries[head.entry_of(color)].address;
        Some(ChainGame {
            players: [address(Color::White), address(Color::Black)],
            keys: None,
            head: head.clone(),
            clock: game.clock.cloned(),
            moves: game.block.to_vec(),
        })
    }

    /// Takes the stored keys: those of the players in their order, which are White's and Black's in
    /// the first round.
    pub fn take_keys(&mut self, stored: &[u8]) {
        let keys = stored.as_chunks::<KEY_LEN>().0;
        let key = |color| keys.get(self.head.entry_of(color)).copied();
        self.keys = key(Color::White).zip(key(Color::Black)).map(Into::into);
    }

    /// Whether it is final.
    pub fn is_over(&self) -> bool {
        !matches!(self.head.state(), GameState::Ongoing | GameState::Open)
    }

    /// When it began, in milliseconds that count for clocks; 0 without a clock.
    pub fn began(&self) -> u64 {
        let clock = self.clock.as_ref();
        clock.map_or(0, |clock| clock.start_millis.get())
    }

    /// The winner by the open end of a round, if the chain has one; `Some(None)` for a draw.
    pub fn open_end_of(&self, round: u16) -> Option<Option<Color>> {
        let is_open = self.head.is_ongoing() && self.head.awaited() == Awaits::LongerGame;
        let is_of_it = self.round() == round;
        (is_open && is_of_it).then(|| self.head.open_winner())
    }

    /// The account of a player, named by the colour in round 0.
    pub fn account_of(&self, first_color: Color) -> &[u8; 32] {
        &self.players[(first_color as usize + usize::from(self.head.round)) & 1]
    }

    /// The keys of the players in their order: White's and Black's in round 0.
    pub fn first_keys(&self) -> Option<[[u8; KEY_LEN]; 2]> {
        let [white, black] = self.keys?;
        Some(match self.head.round % 2 {
            0 => [white, black],
            _ => [black, white],
        })
    }

    /// Its number of plies.
    pub fn plies(&self) -> usize {
        self.head.ply.get().into()
    }

    /// The round that the chain knows; 0 in a single game.
    pub fn round(&self) -> u16 {
        self.head.round.into()
    }

    /// For an open challenge: the challenger's side.
    pub fn challenger(&self) -> Option<Color> {
        let side = self.head.challengers_side();
        self.head.is_challenge().then_some(side)
    }

    /// Whether it has a stake: a challenge may have none.
    pub fn has_stake(&self) -> bool {
        !self.head.has(flags::CHALLENGE) || self.head.has(flags::STAKE)
    }
}
