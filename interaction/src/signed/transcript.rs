//! A game that is played by signature: its moves, and the messages that prove them.

use chess_rules::{Color, Move};
use signed_play::{Action, SignedAction};

use super::game::SignedGame;
use super::keys::Signer;
use super::line::{EndOnBoard, Line};

/// What a player has signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    pub signer: Color,
    /// How many plies it covers: a move's own ply is the last of them.
    pub plies: usize,
    pub signed: SignedAction,
}

/// A game as far as it was played, and each player's last messages: the last move of each proves
/// all that came before, and what was said besides counts only where nothing came after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    pub game: SignedGame,
    line: Line,
    messages: Vec<Message>,
}

/// The arguments of the endpoint `play`, besides the game's id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The round.
    pub round: u16,
    /// The points before it.
    pub points: u16,
    /// All moves of the round, in canonical binary.
    pub moves: Vec<u8>,
    /// White's message, or nothing.
    pub white: Vec<u8>,
    /// Black's message, or nothing.
    pub black: Vec<u8>,
}

impl Transcript {
    /// A game before its first message.
    pub fn new(game: SignedGame) -> Self {
        Transcript {
            game,
            line: Line::start(),
            messages: vec![],
        }
    }

    /// A game of others, with all that they have signed.
    ///
    /// # Errors
    /// In words: moves that aren't legal, or a message that doesn't hold.
    pub fn check(game: SignedGame, moves: &[u8], messages: Vec<Message>) -> Result<Self, String> {
        let line = Line::read(moves)?;
        for message in &messages {
            let Message {
                signer,
                plies,
                signed,
            } = message;
            let whose = format!("{signer:?}'s message of ply {plies}");
            if signed.action == Action::Leave {
                return Err(format!("{whose}: only a match can be left, without moves"));
            }
            let is_own_move =
                signed.action != Action::Move || *plies > 0 && Line::mover(*plies) == *signer;
            if *plies > line.plies() || !is_own_move {
                return Err(format!("{whose}: there is no such move"));
            }
            game.named()
                .verify(*signer, signed, first_plies(moves, *plies))
                .map_err(|error| format!("{whose}: {error}"))?;
        }
        Ok(Transcript {
            game,
            line,
            messages,
        })
    }

    /// The game as far as it was played.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Each player's last messages.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Takes over the chain's moves where they go on from this game. `false` where the chain has
    /// another game.
    ///
    /// # Errors
    /// In words, where the chain's moves are none of a game by signature.
    pub fn catch_up(&mut self, chain: &[u8]) -> Result<bool, String> {
        if chain.len() > self.line.bytes().len() && chain.starts_with(self.line.bytes()) {
            self.line = Line::read(chain)?;
            self.drop_what_is_past();
        }
        Ok(self.line.bytes().starts_with(chain))
    }

    /// Plays and signs a move.
    ///
    /// # Errors
    /// In words: it can't be played, or the key doesn't sign it.
    pub fn sign_move(&mut self, m: Move, signer: &mut Signer) -> Result<(), String> {
        let mut line = self.line.clone();
        line.play(m)?;
        let color = self.color_of(signer)?;
        let signed = signer.sign(&self.game.named(), Action::Move, line.bytes())?;
        self.line = line;
        self.messages
            .retain(|message| message.signed.action != Action::Move || message.signer != color);
        self.messages.push(Message {
            signer: color,
            plies: self.line.plies(),
            signed,
        });
        self.drop_what_is_past();
        Ok(())
    }

    /// Signs what a player says besides moves: a resignation, a draw, an ask.
    ///
    /// # Errors
    /// In words: it can't be said there, or the key doesn't sign it.
    pub fn sign_action(&mut self, action: Action, signer: &mut Signer) -> Result<(), String> {
        let color = self.color_of(signer)?;
        if action == Action::Ask {
            if self.line.end().is_some() {
                return Err("the game is over: there is nothing to ask for".into());
            }
            if self.line.position().turn() == color {
                return Err("it is your turn: who waits asks".into());
            }
        }
        let signed = signer.sign(&self.game.named(), action, self.line.bytes())?;
        self.messages
            .retain(|message| message.signed.action == Action::Move || message.signer != color);
        self.messages.push(Message {
            signer: color,
            plies: self.line.plies(),
            signed,
        });
        Ok(())
    }

    /// What a player says about the last position, besides having moved.
    pub fn said(&self, color: Color) -> Option<Action> {
        let mut messages = self.messages.iter();
        let message = messages.find(|m| m.signer == color && m.signed.action != Action::Move)?;
        Some(message.signed.action)
    }

    /// Whether a player's last move is proved: the chain has it among the first `known` plies, or
    /// the player has signed it.
    pub fn is_proved(&self, color: Color, known: usize) -> bool {
        let mut plies = (1..=self.line.plies()).rev();
        match plies.find(|ply| Line::mover(*ply) == color) {
            None => true,
            Some(last) => last <= known || self.move_message(color, last).is_some(),
        }
    }

    /// What the chain is to be told, if it knows the moves `known`: the whole game with the
    /// signatures that it needs, and what ends the game or asks for a move.
    ///
    /// # Errors
    /// In words: a signature is missing, or the chain knows as much.
    pub fn call(&self, known: &[u8]) -> Result<Call, String> {
        let plies = self.line.plies();
        let begins = self.line.bytes().starts_with(known);
        let known_plies = if begins { plies_of(known)? } else { 0 };
        let says = self.what_is_said();
        if begins && known_plies == plies && says == [None, None] {
            return Err("the chain knows as much".into());
        }
        let mut arguments = [Color::White, Color::Black].map(|color| {
            if let Some(action) = says[color as usize] {
                let mut messages = self.messages.iter();
                let said = |m: &&Message| m.signer == color && m.signed.action == action;
                let message = messages.find(said).expect("what was said is a message");
                return Ok(message.signed.to_argument().to_vec());
            }
            let own = (known_plies + 1..=plies).rev();
            match own.into_iter().find(|ply| Line::mover(*ply) == color) {
                None => Ok(vec![]),
                Some(ply) => match self.move_message(color, ply) {
                    Some(message) => Ok(message.signed.to_argument().to_vec()),
                    None => Err(format!("{color:?}'s signature of ply {ply} is missing")),
                },
            }
        });
        let [white, black] = &mut arguments;
        Ok(Call {
            round: self.game.round,
            points: self.game.points,
            moves: self.line.bytes().to_vec(),
            white: std::mem::replace(white, Ok(vec![]))?,
            black: std::mem::replace(black, Ok(vec![]))?,
        })
    }

    /// The actions that have an effect on the chain, White's and Black's: a resignation before
    /// all, then a draw by both or one that the player to move may take alone, then an ask.
    fn what_is_said(&self) -> [Option<Action>; 2] {
        let said = [Color::White, Color::Black].map(|color| self.said(color));
        let alone = |wanted: Color, action| match wanted {
            Color::White => [Some(action), None],
            Color::Black => [None, Some(action)],
        };
        for color in [Color::White, Color::Black] {
            if said[color as usize] == Some(Action::Resign) {
                return alone(color, Action::Resign);
            }
        }
        let end = self.line.end();
        if said == [Some(Action::Draw); 2] && end.is_none() {
            return said;
        }
        let turn = self.line.position().turn();
        let can_take_draw =
            end == Some(EndOnBoard::Drawn) || end.is_none() && self.line.is_draw_claimable();
        if said[turn as usize] == Some(Action::Draw) && can_take_draw {
            return alone(turn, Action::Draw);
        }
        if said[turn.other() as usize] == Some(Action::Ask) && end.is_none() {
            return alone(turn.other(), Action::Ask);
        }
        [None, None]
    }

    fn move_message(&self, color: Color, ply: usize) -> Option<&Message> {
        let mut messages = self.messages.iter();
        messages.find(|message| {
            message.signer == color && message.plies == ply && message.signed.action == Action::Move
        })
    }

    /// What was said about an earlier position counts no more.
    fn drop_what_is_past(&mut self) {
        let plies = self.line.plies();
        self.messages
            .retain(|message| message.signed.action == Action::Move || message.plies == plies);
    }

    fn color_of(&self, signer: &Signer) -> Result<Color, String> {
        let color = self.game.color_of(&signer.public());
        color.ok_or_else(|| "the key is none of this game's".into())
    }
}

/// The bytes of a game's first plies.
pub fn first_plies(moves: &[u8], plies: usize) -> &[u8] {
    let mut at = 0;
    for _ in 0..plies {
        let decoded = game_moves::chess::Move::decode(&moves[at..]);
        at += decoded.map_or(0, |(_, used)| used);
    }
    &moves[..at]
}

/// How many plies the chain's moves are.
fn plies_of(moves: &[u8]) -> Result<usize, String> {
    signed_play::count_plies(moves).map_err(|error| error.to_string())
}
