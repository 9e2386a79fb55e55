//! Messages: they are signed, kept and sent, in this order.

use alloc::vec::Vec;

use chess_rules::Color;
use signed_play::{Action, Game, Line, SignedAction};

use crate::board::Board;
use crate::call::{Call, Play};
use crate::may::Deed;
use crate::player::Player;
use crate::shown::Shown;

/// A message that the player is about to sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft<L> {
    round: u16,
    points: u16,
    action: Action,
    line: L,
}

impl<L> Draft<L> {
    /// The round that it belongs to.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The points before that round of who was White in round 0.
    pub fn points(&self) -> u16 {
        self.points
    }

    /// The action that it carries.
    pub fn action(&self) -> Action {
        self.action
    }

    /// Over which moves.
    pub fn line(&self) -> &L {
        &self.line
    }
}

impl Draft<Line> {
    /// The bytes to be signed. `first`: the game in round 0.
    pub fn bytes(&self, first: &Game<'_>) -> Vec<u8> {
        let game = first.in_round(self.round, self.points);
        game.message(self.action, self.line.bytes())
    }

    /// Signs it. Nothing can be sent yet: [`Unkept::keep`] comes before.
    pub fn signed(self, color: Color, signature: [u8; 64]) -> Unkept {
        Unkept(Message {
            round: self.round,
            points: self.points,
            moves: self.line.bytes().to_vec(),
            color,
            signed: SignedAction {
                action: self.action,
                signature,
            },
        })
    }
}

/// A signed message that isn't kept yet: it can be stored, but not sent.
#[derive(Debug)]
pub struct Unkept(Message);

impl Unkept {
    /// Keeps it, by a store that has it for good once it answers: only then there is a message to
    /// send.
    ///
    /// ```
    /// use chess_player::{Player, Shown, Terms};
    /// use signed_play::Line;
    ///
    /// let player = Player::<Line>::new();
    /// let draft = player.draft_move(Line::read(&[12, 28]).unwrap());
    /// let unkept = draft.signed(chess_player::Color::White, [7; 64]);
    /// let mut store = vec![];
    /// let message = unkept.keep(|round, _points, moves, signed| {
    ///     store.push((round, moves.to_vec(), *signed));
    ///     Ok::<_, ()>(())
    /// });
    /// assert_eq!(message.unwrap().moves(), store[0].1);
    /// ```
    ///
    /// # Errors
    /// The store's: nothing will be sent.
    pub fn keep<E>(
        self,
        store: impl FnOnce(u16, u16, &[u8], &SignedAction) -> Result<(), E>,
    ) -> Result<Message, E> {
        let Unkept(message) = self;
        store(
            message.round,
            message.points,
            &message.moves,
            &message.signed,
        )?;
        Ok(message)
    }
}

/// A message that is kept, and so may be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    round: u16,
    points: u16,
    moves: Vec<u8>,
    color: Color,
    signed: SignedAction,
}

impl Message {
    /// The round that it belongs to.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The points before that round of who was White in round 0.
    pub fn points(&self) -> u16 {
        self.points
    }

    /// All moves of the round, in canonical binary.
    pub fn moves(&self) -> &[u8] {
        &self.moves
    }

    /// The signer's colour in that round.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The action with its signature.
    pub fn signed(&self) -> &SignedAction {
        &self.signed
    }
}

impl<L: Board> Player<L> {
    /// The message with which this player makes a move: `longer` is the line with it.
    pub fn draft_move(&self, longer: L) -> Draft<L> {
        self.draft_of(Action::Move, longer)
    }

    /// The message that acknowledges what [`Player::unsaid`](crate::Player::unsaid) names.
    pub fn draft_of(&self, action: Action, line: L) -> Draft<L> {
        Draft {
            round: self.round(),
            points: self.now().points,
            action,
            line,
        }
    }

    /// The message that a deed needs signed; `None` for one that needs none.
    ///
    /// ```
    /// use chess_player::{Action, Deed, Player, Shown, Terms};
    /// use signed_play::Line;
    ///
    /// let shown = Shown::<Line>::new(Terms { rounds: 1, is_first: true, has_clock: true });
    /// let draft = Player::new().draft(&Deed::Resign, &shown).unwrap();
    /// assert_eq!(draft.action(), Action::Resign);
    /// ```
    pub fn draft(&self, deed: &Deed<L>, shown: &Shown<L>) -> Option<Draft<L>> {
        let line = || self.now().line.clone();
        let next = |action| {
            Some(Draft {
                round: self.round() + 1,
                points: self.points_after(shown)?,
                action,
                line: L::start(),
            })
        };
        match deed {
            Deed::OfferDraw | Deed::AcceptDraw | Deed::Claim => {
                Some(self.draft_of(Action::Draw, line()))
            }
            Deed::Resign => Some(self.draft_of(Action::Resign, line())),
            Deed::ResignAgain => Some(Draft {
                round: shown.round,
                points: shown.points,
                action: Action::Resign,
                line: shown.line.clone(),
            }),
            Deed::Begin => next(Action::Move),
            Deed::Leave => next(Action::Leave),
            Deed::TakeOver => None,
            Deed::Send(call) => asked(call).map(|line| self.draft_of(Action::Ask, line.clone())),
        }
    }
}

/// The moves over which a call asks the opponent.
fn asked<L>(call: &Call<L>) -> Option<&L> {
    match call {
        Call::Play(Play {
            own: Some(Action::Ask),
            line,
            ..
        }) => Some(line),
        _ => None,
    }
}
