//! A game with its signatures: what its players have proved.

use alloc::vec::Vec;

use chess_rules::{Color, Position};
use game_moves::chess::Move;

use crate::action::{Action, SignedAction};
use crate::line::{EndOnBoard, Line, ReplayError};
use crate::moves::{MAX_PLIES, count_plies};

/// A stored message: what it adds to the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When it arrived, in milliseconds since 1970. Never before the entry before it.
    pub at: u64,
    /// The round that it belongs to, as [`Game::round`](crate::Game::round).
    pub round: u16,
    /// The points before that round.
    pub points: u16,
    /// The number of plies that stay if the moves replace all after them: the chain shows them, or
    /// both players have signed a longer game. `None` if the moves continue from the end of the
    /// game.
    pub first: Option<usize>,
    /// The moves that it adds, in canonical binary; none if a player acts.
    pub new_moves: Vec<u8>,
    /// White's message.
    pub white: Option<SignedAction>,
    /// Black's message.
    pub black: Option<SignedAction>,
}

impl Entry {
    /// The players' messages, White's first.
    pub fn signed(&self) -> impl Iterator<Item = (Color, SignedAction)> {
        let white = self.white.map(|signed| (Color::White, signed));
        let black = self.black.map(|signed| (Color::Black, signed));
        white.into_iter().chain(black)
    }
}

/// A resignation, a draw or an ask, over all moves of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    /// Its signer.
    pub color: Color,
    /// The signed message.
    pub signed: SignedAction,
    /// When it arrived, in milliseconds since 1970.
    pub at: u64,
}

/// Whether a game continues, according to its messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It does.
    GoesOn,
    /// Both players want a draw, or the player to move has claimed one. On the chain that end is
    /// open first, and a game that is longer by two plies or more undoes it.
    Agreed,
    /// The board has ended it, and nobody has acknowledged that. Open as well; any longer game
    /// undoes it.
    EndedOnBoard,
    /// A player has resigned, or the player to move acknowledges a draw on the board: the chain
    /// ends the game immediately.
    Final,
}

/// The arguments of the endpoint `play` after the game's id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The round of a match, from 0; 0 in a single game.
    pub round: u16,
    /// The points of White of round 0 before this round; 0 in a single game.
    pub points: u16,
    /// The whole game, or all of the round, in canonical binary.
    pub moves: Vec<u8>,
    /// White's message, or nothing.
    pub white: Vec<u8>,
    /// Black's message, or nothing.
    pub black: Vec<u8>,
}

/// The longest game that is proved, by both players' signatures or by the chain, and the players'
/// last messages. In a match, one round.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    round: u16,
    points: u16,
    /// Whether ply [`MAX_PLIES`] ends it.
    is_of_match: bool,
    line: Line,
    times: Vec<u64>,
    /// With the ply that was made.
    last_moves: [Option<(usize, SignedAction)>; 2],
    said: Vec<Said>,
    last_at: [Option<u64>; 2],
    /// How often a longer game that both players have signed has taken the place of other moves.
    replaced: u32,
}

impl Transcript {
    /// A round of a match before its first move, and the points before it.
    pub fn of_round(round: u16, points: u16) -> Self {
        Transcript {
            round,
            points,
            is_of_match: true,
            ..Transcript::default()
        }
    }

    /// This game with the moves of `line` and with `messages` in the order of their signing: the
    /// signer and the number of plies of each. Messages other than moves about an earlier position
    /// no longer count. Signatures aren't checked.
    pub fn with(
        self,
        line: Line,
        messages: impl IntoIterator<Item = (Color, usize, SignedAction)>,
    ) -> Self {
        let mut transcript = Transcript {
            times: alloc::vec![0; line.plies()],
            line,
            ..self
        };
        for (color, plies, signed) in messages {
            match signed.action {
                Action::Move => transcript.last_moves[color as usize] = Some((plies, signed)),
                _ if plies == transcript.plies() => transcript.said.push(Said {
                    color,
                    signed,
                    at: 0,
                }),
                _ => {}
            }
        }
        transcript
    }

    /// Which round of a match it is, from 0; 0 for a single game.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The points of White of round 0 before this round; 0 in a single game.
    pub fn points(&self) -> u16 {
        self.points
    }

    /// The chain shows that it is a match's: its ply [`MAX_PLIES`] is a draw.
    pub(crate) fn set_of_match(&mut self) {
        self.is_of_match = true;
    }

    /// How often a longer game that both players have signed has taken the place of other moves.
    pub fn replaced(&self) -> u32 {
        self.replaced
    }

    /// The moves, replayed.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// All moves in canonical binary.
    pub fn moves(&self) -> &[u8] {
        self.line.bytes()
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.line.plies()
    }

    /// When each move arrived, in milliseconds since 1970.
    pub fn times(&self) -> &[u64] {
        &self.times
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// A player's last move as the endpoint `play` takes it with all moves: the message covers them,
    /// or all but the last. In a match's later round it may be "I begin", over no moves. `None`
    /// if the player has made none, or made it on the chain.
    pub fn last_move(&self, color: Color) -> Option<&SignedAction> {
        let (ply, signed) = self.last_moves[color as usize].as_ref()?;
        (last_ply_of(color, self.plies()) == *ply).then_some(signed)
    }

    /// How the board has ended the game, if it has.
    pub fn end(&self) -> Option<EndOnBoard> {
        let is_full = self.is_of_match && self.plies() >= MAX_PLIES;
        self.line.end().or(is_full.then_some(EndOnBoard::Drawn))
    }

    /// Whether the player to move may take a draw alone.
    fn can_take_draw(&self) -> bool {
        self.end() == Some(EndOnBoard::Drawn) || self.line.can_take_draw()
    }

    /// Whether a player may sign a draw over the last position: after their own move, an offer; on
    /// their turn, the acceptance of such an offer, or a draw that they may take alone. Any other
    /// draw signed on their turn could undo their own next move, even a mate.
    pub fn may_sign_draw(&self, color: Color) -> bool {
        let turn = self.position().turn();
        color != turn || self.has_said(turn.other(), Action::Draw) || self.can_take_draw()
    }

    /// Whether one player has offered a draw after their own move, and then the other has accepted.
    fn is_draw_agreed(&self) -> bool {
        let turn = self.position().turn();
        let draw_of = |color: Color| {
            let mut said = self.said.iter();
            said.position(|said| said.color == color && said.signed.action == Action::Draw)
        };
        let [offered, accepted] = [draw_of(turn.other()), draw_of(turn)];
        offered.is_some_and(|offer| accepted.is_some_and(|accepted| offer < accepted))
            || offered.is_some() && accepted.is_some() && self.can_take_draw()
    }

    /// The actions that have an effect on the chain, White's and Black's: first a resignation, then
    /// a draw by both or one that the player to move may take alone, then an ask.
    pub fn actions(&self) -> [Option<Action>; 2] {
        let alone = |color: Color, action| {
            let mut actions = [None; 2];
            actions[color as usize] = Some(action);
            actions
        };
        if let Some(color) = self.resigned() {
            return alone(color, Action::Resign);
        }
        let end = self.end();
        let turn = self.position().turn();
        if end.is_none() && self.is_draw_agreed() {
            return [Some(Action::Draw); 2];
        }
        if self.has_said(turn, Action::Draw) && self.can_take_draw() {
            return alone(turn, Action::Draw);
        }
        if self.has_said(turn.other(), Action::Ask) && end.is_none() {
            return alone(turn.other(), Action::Ask);
        }
        [None; 2]
    }

    /// The call for a chain that has the moves `chain`: the whole game with the signatures
    /// that it needs, and what ends the game or asks for a move. `None` if a signature is
    /// missing, or it would have no effect.
    pub fn call(&self, chain: &[u8]) -> Option<Call> {
        let begins = self.moves().starts_with(chain);
        let known = match begins {
            true => count_plies(chain).ok()?,
            false => 0,
        };
        if begins && known == self.plies() && self.actions() == [None; 2] {
            return None;
        }
        self.call_from(Some(known))
    }

    /// The call for a chain that is in an earlier round: the messages of both. `None`
    /// if one is missing.
    pub fn call_to_round(&self) -> Option<Call> {
        self.call_from(None)
    }

    /// `known`: the number of plies in this round that needn't be proved; `None` if the round
    /// hasn't begun.
    fn call_from(&self, known: Option<usize>) -> Option<Call> {
        let actions = self.actions();
        let argument = |color: Color| {
            let signed = match actions[color as usize] {
                Some(action) => {
                    let mut said = self.said.iter();
                    let said =
                        said.find(|said| said.color == color && said.signed.action == action)?;
                    Some(&said.signed)
                }
                None if known.is_none_or(|known| last_ply_of(color, self.plies()) > known) => {
                    Some(self.last_move(color)?)
                }
                None => None,
            };
            Some(signed.map_or(Vec::new(), |signed| signed.to_argument().to_vec()))
        };
        Some(Call {
            round: self.round,
            points: self.points,
            moves: self.moves().to_vec(),
            white: argument(Color::White)?,
            black: argument(Color::Black)?,
        })
    }

    /// The game's next state if the chain has the moves `chain`, which came there at `at`:
    /// they count if the game continues from here, or if the chain's other game is as long or this
    /// one can't be proved. `None` if nothing changes.
    pub fn catch_up(&self, chain: &[u8], at: u64) -> Option<Entry> {
        if self.moves().starts_with(chain) {
            return None;
        }
        let plies = count_plies(chain).ok()?;
        if plies < self.plies() && self.call(chain).is_some() {
            return None;
        }
        let (same, bytes) = common_beginning(self.moves(), chain);
        Some(Entry {
            at: at.max(self.last_entry_at()),
            round: self.round,
            points: self.points,
            first: Some(same),
            new_moves: chain[bytes..].to_vec(),
            white: None,
            black: None,
        })
    }

    /// The players' messages other than moves since the last move, in the order of arrival.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Whether a player has said this since the last move.
    pub fn has_said(&self, color: Color, action: Action) -> bool {
        self.said
            .iter()
            .any(|said| said.color == color && said.signed.action == action)
    }

    /// When a player's last message arrived, in milliseconds since 1970.
    pub fn last_at(&self, color: Color) -> Option<u64> {
        self.last_at[color as usize]
    }

    /// When the last message of all arrived.
    pub fn last_entry_at(&self) -> u64 {
        self.last_at.iter().copied().flatten().max().unwrap_or(0)
    }

    /// Whether the players have ended the game: one has resigned, or both want a draw.
    pub fn is_agreed(&self) -> bool {
        self.resigned().is_some() || self.is_draw_agreed()
    }

    /// The player who has resigned, White if both have.
    fn resigned(&self) -> Option<Color> {
        let mut colors = [Color::White, Color::Black].into_iter();
        colors.find(|color| self.has_said(*color, Action::Resign))
    }

    /// Whether it continues, and what could undo its end.
    pub fn standing(&self) -> Standing {
        let wants_draw = self.has_said(self.position().turn(), Action::Draw);
        match self.end() {
            _ if self.resigned().is_some() => Standing::Final,
            Some(EndOnBoard::Drawn) if wants_draw => Standing::Final,
            Some(_) => Standing::EndedOnBoard,
            // the player to move has claimed a draw that the Laws give
            None if wants_draw && self.can_take_draw() => Standing::Agreed,
            None if self.is_draw_agreed() => Standing::Agreed,
            None => Standing::GoesOn,
        }
    }

    /// The winner, if the game has ended according to its messages; `None` in it for a draw.
    pub fn result(&self) -> Option<Option<Color>> {
        if let Some(color) = self.resigned() {
            return Some(Some(color.other()));
        }
        match self.end() {
            Some(EndOnBoard::Checkmate) => Some(Some(self.position().turn().other())),
            Some(EndOnBoard::Drawn) => Some(None),
            None => (self.standing() == Standing::Agreed).then_some(None),
        }
    }

    /// Adds an entry. Signatures aren't looked at: [`check`](crate::check) has done that.
    ///
    /// # Errors
    /// A move isn't legal or follows the end; then nothing is added.
    pub fn add(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        let before = self.plies();
        match entry.first.filter(|first| *first < before) {
            None => self.line.extend(&entry.new_moves)?,
            Some(first) => {
                let mut shorter = self.line.first(first);
                shorter.extend(&entry.new_moves)?;
                self.line = shorter;
                self.times.truncate(first);
                self.said.clear();
                self.last_moves = [None; 2];
                // the chain's moves have no signatures
                self.replaced += u32::from(entry.white.is_some() && entry.black.is_some());
            }
        }
        let added = self.plies() - self.times.len();
        self.times.resize(self.plies(), entry.at);
        if added > 0 {
            self.said.clear();
        }
        for (color, signed) in entry.signed() {
            self.last_at[color as usize] = Some(entry.at);
            match signed.action {
                Action::Move => {
                    let ply = last_ply_of(color, self.plies());
                    self.last_moves[color as usize] = Some((ply, signed));
                }
                _ => self.said.push(Said {
                    color,
                    signed,
                    at: entry.at,
                }),
            }
        }
        Ok(())
    }
}

/// The last ply that a player made in a game of this number of plies, counted from 1; 0 for none.
pub fn last_ply_of(color: Color, plies: usize) -> usize {
    match plies % 2 == 1 - color as usize {
        true => plies,
        false => plies.saturating_sub(1),
    }
}

/// The numbers of plies and of bytes that two games have in common at their beginning.
pub fn common_beginning(one: &[u8], other: &[u8]) -> (usize, usize) {
    let (mut plies, mut len) = (0, 0);
    while let Ok((_, used)) = Move::decode(&one[len..]) {
        if !other[len..].starts_with(&one[len..len + used]) {
            break;
        }
        plies += 1;
        len += used;
    }
    (plies, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacing(first: usize, new_moves: &[u8]) -> Entry {
        Entry {
            at: 1,
            round: 0,
            points: 0,
            first: Some(first),
            new_moves: new_moves.to_vec(),
            white: None,
            black: None,
        }
    }

    #[test]
    fn what_is_not_legal_takes_nothing_back() {
        let mv = |text: &str| {
            let mv = Move::of_legal(text.parse().unwrap());
            mv.encode().as_bytes().to_vec()
        };
        let mut game = Transcript::default();
        let two = [mv("e2e4"), mv("e7e5")].concat();
        game.add(&replacing(0, &two)).unwrap();
        assert!(game.add(&replacing(1, &mv("e2e4"))).is_err());
        assert_eq!((game.moves(), game.plies()), (&two[..], 2));
        assert_eq!(game.position().ply(), 2);
        let other = [mv("e2e4"), mv("c7c5")].concat();
        game.add(&replacing(1, &mv("c7c5"))).unwrap();
        assert_eq!((game.moves(), game.plies()), (&other[..], 2));
    }
}
