use alloc::{vec, vec::Vec};

use super::{End, Move, Tile};
use crate::error::StateError;
use crate::game::{Game, GameId, Outcome};
use crate::{game::write_object, json::Writer, seed};

/// A position of dominos.
///
/// ```
/// use game_moves::{Game, dominos::State};
/// let start = State::new(2, 1).unwrap();
/// assert_eq!((start.hand(0).len(), start.hand(1).len(), start.boneyard().len()), (7, 7, 14));
/// assert_eq!(start.legal_moves().len(), 1); // the highest double leads
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The line of tiles from left to right.
    pub(super) board: Vec<Tile>,
    /// The tiles to draw, the next one first.
    pub(super) boneyard: Vec<Tile>,
    /// Each player's tiles in the order in which they got them.
    pub(super) hands: Vec<Vec<Tile>>,
    pub(super) move_count: u32,
    /// The number of players who passed in a row.
    pub(super) passed: u8,
    pub(super) seed: u32,
    pub(super) turn: u8,
}

impl State {
    /// Deals to two to four players. The seed is taken modulo 2³¹.
    ///
    /// The ordered set is shuffled from its end: place i (27 down to 1) is exchanged with the place, out of i + 1,
    /// that the generator's next number chooses. Then player 0 gets the first tiles, player 1 the next, and so on.
    ///
    /// # Errors
    /// `playerCount` for any other number of players.
    pub fn new(player_count: u8, seed: u32) -> Result<Self, StateError> {
        if !(2..=4).contains(&player_count) {
            return Err(StateError::new(("playerCount", "two to four can play")));
        }
        let mut seed = seed % seed::MODULUS;
        let mut tiles: Vec<Tile> = Tile::set().collect();
        for place in (1..tiles.len()).rev() {
            seed = seed::next(seed);
            tiles.swap(place, seed::below(seed, place as u32 + 1) as usize);
        }
        let (dealt, boneyard) = tiles.split_at(hand_size(player_count) * usize::from(player_count));
        let hands: Vec<Vec<Tile>> = dealt
            .chunks(hand_size(player_count))
            .map(<[Tile]>::to_vec)
            .collect();
        let lead = lead(&hands);
        let turn = hands
            .iter()
            .position(|hand| hand.contains(&lead))
            .unwrap_or_default() as u8;
        Ok(Self {
            board: Vec::new(),
            boneyard: boneyard.to_vec(),
            hands,
            move_count: 0,
            passed: 0,
            seed,
            turn,
        })
    }

    /// The numbers at the left and the right end of the line; none before the first tile.
    ///
    /// ```
    /// # use game_moves::{Game, dominos::State};
    /// let start = State::new(2, 1).unwrap();
    /// assert_eq!(start.ends(), None);
    /// let led = start.apply(&start.legal_moves()[0]).unwrap();
    /// let [left, right] = led.board()[0].ends();
    /// assert_eq!(led.ends(), Some((left, right)));
    /// ```
    pub fn ends(&self) -> Option<(u8, u8)> {
        Some((self.board.first()?.ends()[0], self.board.last()?.ends()[1]))
    }

    /// The line of tiles from left to right.
    pub fn board(&self) -> &[Tile] {
        &self.board
    }

    /// The tiles to draw, the next one first.
    pub fn boneyard(&self) -> &[Tile] {
        &self.boneyard
    }

    /// A player's tiles in the order in which they got them, which a move's `tileIndex` uses.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn hand(&self, player: u8) -> &[Tile] {
        &self.hands[usize::from(player)]
    }

    /// The number of players who passed in a row.
    pub fn passed(&self) -> u8 {
        self.passed
    }

    /// A player's pips.
    fn pips(&self, player: u8) -> u32 {
        self.hand(player)
            .iter()
            .map(|tile| u32::from(tile.pips()))
            .sum()
    }

    fn is_blocked(&self) -> bool {
        self.passed == self.player_count()
    }

    /// Every way to play a tile of the hand, unordered.
    fn plays(&self) -> Vec<Move> {
        let hand = self.hand(self.turn);
        let mut plays = Vec::new();
        let mut add = |index: usize, end, flip| plays.extend(Move::play(index as u8, end, flip));
        let Some((left, right)) = self.ends() else {
            let lead = lead(&self.hands);
            hand.iter()
                .position(|tile| *tile == lead)
                .into_iter()
                .for_each(|index| add(index, End::Left, false));
            return plays;
        };
        for (index, tile) in hand.iter().enumerate() {
            let [first, second] = tile.ends();
            // unflipped if that fits: a double is never flipped
            if second == left || first == left {
                add(index, End::Left, second != left);
            }
            if first == right || second == right {
                add(index, End::Right, first != right);
            }
        }
        plays
    }
}

/// The tiles in each hand at the start.
fn hand_size(player_count: u8) -> usize {
    if player_count == 2 { 7 } else { 5 }
}

/// The tile that is played first: the highest double in a hand, otherwise the heaviest tile, and among equals the one
/// with the higher end.
pub(super) fn lead(hands: &[Vec<Tile>]) -> Tile {
    let rank = |tile: &&Tile| (tile.is_double(), tile.pips(), tile.ends()[1]);
    *hands
        .iter()
        .flatten()
        .max_by_key(rank)
        .expect("hands are not empty before the lead")
}

impl Game for State {
    const ID: GameId = GameId::Dominos;
    type Move = Move;

    fn player_count(&self) -> u8 {
        self.hands.len() as u8
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn outcome(&self) -> Outcome {
        // the player who plays the last tile stays on turn
        if self.hand(self.turn).is_empty() {
            return Outcome::Won(self.turn);
        }
        if !self.is_blocked() {
            return Outcome::Ongoing;
        }
        let fewest = (0..self.player_count())
            .map(|player| self.pips(player))
            .min();
        let mut winners =
            (0..self.player_count()).filter(|player| Some(self.pips(*player)) == fewest);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => Outcome::Won(winner),
            _ => Outcome::Drawn,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.is_blocked() || self.hand(self.turn).is_empty() {
            return Vec::new();
        }
        let mut moves = self.plays();
        if moves.is_empty() {
            moves = vec![if self.boneyard.is_empty() {
                Move::Pass
            } else {
                Move::Draw
            }];
        }
        moves.sort_unstable_by_key(crate::game::GameMove::to_bytes);
        moves
    }

    fn apply_legal(&self, mv: &Move) -> Self {
        let mut next = Self {
            move_count: self.move_count + 1,
            ..self.clone()
        };
        let hand = &mut next.hands[usize::from(self.turn)];
        match *mv {
            Move::Draw => {
                hand.push(next.boneyard.remove(0));
                return next;
            }
            Move::Pass => next.passed += 1,
            Move::Play { tile, end, flip } => {
                let tile = hand.remove(tile.get());
                let won = hand.is_empty();
                let tile = if flip { tile.flipped() } else { tile };
                match end {
                    End::Left => next.board.insert(0, tile),
                    End::Right => next.board.push(tile),
                }
                next.passed = 0;
                if won {
                    return next;
                }
            }
        }
        next.turn = (self.turn + 1) % self.player_count();
        next
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        fn tiles<S: FnMut(&[u8])>(w: &mut Writer<S>, tiles: &[Tile]) {
            w.array(tiles, |w, tile| w.ints(tile.ends()));
        }
        let (left, right) = self.ends().map_or((-1, -1), |(left, right)| {
            (i64::from(left), i64::from(right))
        });
        write_object(sink, |w| {
            tiles(w.key("board"), &self.board);
            tiles(w.key("boneyard"), &self.boneyard);
            w.key("hands").array(&self.hands, |w, hand| tiles(w, hand));
            w.key("leftEnd").int(left);
            w.key("moveCount").int(self.move_count);
            w.key("passed").int(self.passed);
            w.key("playerCount").int(self.player_count());
            w.key("rightEnd").int(right);
            w.key("seed").int(self.seed);
            w.key("turn").int(self.turn);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &crate::json::Value) -> Result<Self, crate::json::JsonError> {
        Self::read(value)
    }
}
