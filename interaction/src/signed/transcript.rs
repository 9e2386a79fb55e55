//! A game that is played by signature: its moves, and the messages that prove them.

use chess_player::{Deed, Player, Shown, Terms};
use chess_rules::{Color, Move};
use signed_play::{Action, Call, Line, MAX_PLIES, Match, SignedAction, first_plies, last_ply_of};

use super::game::SignedGame;
use super::keys::Signer;

/// A player's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    pub signer: Color,
    /// The number of plies that it covers: a move's own ply is the last of them.
    pub plies: usize,
    pub signed: SignedAction,
}

/// A game so far, and each player's last messages: the last move of each player proves all moves before
/// it, and other messages count only if no move follows them.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    pub game: SignedGame,
    line: Line,
    messages: Vec<Message>,
}

impl Transcript {
    /// A game before its first message.
    pub fn new(game: SignedGame) -> Self {
        Transcript {
            game,
            line: Line::default(),
            messages: vec![],
        }
    }

    /// A game from a file or a relay, with its players' messages.
    ///
    /// # Errors
    /// In words: a move is illegal, or a message is invalid.
    pub fn check(game: SignedGame, moves: &[u8], messages: Vec<Message>) -> Result<Self, String> {
        let line = read(moves)?;
        for message in &messages {
            let (signer, plies, signed) = (message.signer, message.plies, message.signed);
            let whose = format!("{signer:?}'s message of ply {plies}");
            let speaks_of_round = plies == 0 && game.round > 0;
            if signed.action == Action::Leave && !speaks_of_round {
                return Err(format!("{whose}: only a match can be left, without moves"));
            }
            let is_own_move = match (signed.action, plies) {
                (Action::Move, 0) => speaks_of_round,
                (Action::Move, plies) => Line::mover(plies) == signer,
                _ => true,
            };
            if plies > line.plies() || !is_own_move {
                return Err(format!("{whose}: there is no such move"));
            }
            game.named()
                .verify(signer, &signed, first_plies(moves, plies))
                .map_err(|error| format!("{whose}: {error}"))?;
        }
        Ok(Transcript {
            game,
            line,
            messages,
        })
    }

    /// The moves so far.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Each player's last messages.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Adds the chain's moves if they continue this game. Returns `false` if the chain has another game.
    ///
    /// # Errors
    /// In words: the chain's moves are impossible in a game by signature.
    pub fn catch_up(&mut self, chain: &[u8]) -> Result<bool, String> {
        if chain.len() > self.line.bytes().len() && chain.starts_with(self.line.bytes()) {
            self.line = read(chain)?;
            self.drop_what_is_past();
        }
        Ok(self.line.bytes().starts_with(chain))
    }

    /// The messages in the form that [`chess_player`] reads.
    pub fn log(&self) -> Match {
        Match::from(self.proved())
    }

    /// The player of these messages, and the messages.
    fn player(&self, terms: Terms) -> (Player<Line>, Match) {
        let log = self.log();
        (Player::of_log(&log, terms), log)
    }

    /// Plays and signs a move. `shown`: the chain, as the signer sees it.
    ///
    /// # Errors
    /// In words: the move is illegal, or the protocol or the key forbids its signature.
    pub fn sign_move(
        &mut self,
        m: Move,
        signer: &mut Signer,
        shown: &Shown<Line>,
    ) -> Result<(), String> {
        if self.line.plies() >= MAX_PLIES {
            return Err(format!(
                "signed play ends at ply {MAX_PLIES}: the game goes on by moves on the chain"
            ));
        }
        let color = self.color_of(signer)?;
        let mut line = self.line.clone();
        line.play(m).map_err(|error| error.to_string())?;
        if !self.player(shown.terms).0.may_move(shown) {
            let words = match self.line.plies() {
                0 => "your opponent hasn't begun this round",
                _ => "you have signed a draw or a resignation here: no move follows",
            };
            return Err(closed(shown).unwrap_or(words).into());
        }
        let signed = signer.sign(&self.game.named(), Action::Move, line.bytes())?;
        self.line = line;
        self.put(color, signed, |action| action == Action::Move);
        self.drop_what_is_past();
        Ok(())
    }

    /// Signs a player's message other than a move: a resignation, a draw, an ask. `shown`: the
    /// chain, as the signer sees it.
    ///
    /// # Errors
    /// In words: the message is impossible there, or the key doesn't sign it.
    pub fn sign_action(
        &mut self,
        action: Action,
        signer: &mut Signer,
        shown: &Shown<Line>,
    ) -> Result<(), String> {
        let color = self.color_of(signer)?;
        let (player, log) = self.player(shown.terms);
        let deeds = player.may_do(shown);
        let may = match action {
            Action::Draw => deeds
                .iter()
                .any(|deed| matches!(deed, Deed::OfferDraw | Deed::AcceptDraw | Deed::Claim)),
            Action::Resign => deeds.contains(&Deed::Resign),
            _ => player.may_ask(shown),
        };
        let is_due = player.unsaid(&log, shown.terms) == Some(action);
        if !may && !is_due && self.said(color) != Some(action) {
            let is_on_move = self.line.position().turn() == color;
            let words = match action {
                Action::Draw if is_on_move => {
                    "offer a draw after your own move: on move you can only accept or claim one"
                }
                Action::Draw if self.line.plies() + 1 == MAX_PLIES => {
                    "no draw is offered a ply before signed play ends: nothing could undo it"
                }
                Action::Ask if is_on_move => "it is your turn: who waits asks",
                Action::Ask => "the game is over: there is nothing to ask for",
                _ => "the game is over, or the chain has other moves: there is nothing to say",
            };
            let is_askers_turn = action == Action::Ask && is_on_move;
            let closed = closed(shown).filter(|_| !is_askers_turn);
            return Err(closed.unwrap_or(words).into());
        }
        let signed = signer.sign(&self.game.named(), action, self.line.bytes())?;
        self.put(color, signed, |action| action != Action::Move);
        Ok(())
    }

    /// A player's message about the last position, other than a move.
    pub fn said(&self, color: Color) -> Option<Action> {
        let message = self.message(color, |m| m.signed.action != Action::Move)?;
        Some(message.signed.action)
    }

    /// Whether a player's last move is proved: it is among the chain's `known` plies, or the player has
    /// signed it.
    pub fn is_proved(&self, color: Color, known: usize) -> bool {
        let last = last_ply_of(color, self.line.plies());
        let is_last = |m: &Message| m.plies == last && m.signed.action == Action::Move;
        last <= known || self.message(color, is_last).is_some()
    }

    /// The game with the messages that prove it.
    fn proved(&self) -> signed_play::Transcript {
        let messages = self.messages.iter();
        let messages = messages.map(|message| (message.signer, message.plies, message.signed));
        let before = match (self.game.round, self.game.points) {
            (0, 0) => signed_play::Transcript::default(),
            (round, points) => signed_play::Transcript::of_round(round, points),
        };
        before.with(self.line.clone(), messages)
    }

    /// The call for a chain that is in this round and has the moves `known`: the whole game with the
    /// necessary signatures, and the message that ends the game or asks for a move.
    ///
    /// # Errors
    /// In words: a signature is missing, or the chain knows as much.
    pub fn call(&self, known: &[u8]) -> Result<Call, String> {
        if let Some(call) = self.proved().call(known) {
            return Ok(call);
        }
        let begins = self.line.bytes().starts_with(known);
        let known = if begins { plies_of(known)? } else { 0 };
        let colors = [Color::White, Color::Black];
        match colors
            .into_iter()
            .find(|color| !self.is_proved(*color, known))
        {
            Some(color) => {
                let ply = last_ply_of(color, self.line.plies());
                Err(format!("{color:?}'s signature of ply {ply} is missing"))
            }
            None => Err("the chain knows as much".into()),
        }
    }

    /// The call for a chain that is in an earlier round: both players leave, or this round.
    ///
    /// # Errors
    /// In words: a signature is missing.
    pub fn call_to_round(&self) -> Result<Call, String> {
        let leaves = |color: Color| {
            let message = self.message(color, |m| m.signed.action == Action::Leave)?;
            Some(message.signed.to_argument().to_vec())
        };
        if let [Some(white), Some(black)] = [leaves(Color::White), leaves(Color::Black)] {
            return Ok(Call {
                round: self.game.round,
                points: self.game.points,
                moves: vec![],
                white,
                black,
            });
        }
        let call = self.proved().call_to_round();
        call.ok_or_else(|| "both players' signatures are needed: to begin it, or to leave".into())
    }

    /// Signs that a round of a match begins, or that the match ends before it.
    ///
    /// # Errors
    /// In words: the round has begun, the chain no longer accepts it, or the key doesn't sign it.
    pub fn sign_of_round(
        &mut self,
        action: Action,
        signer: &mut Signer,
        shown: &Shown<Line>,
    ) -> Result<(), String> {
        if self.game.round == 0 || self.line.plies() > 0 {
            return Err("name a round of a match that hasn't begun (--round, --points)".into());
        }
        // leaving settles
        if action == Action::Move
            && let Some(words) = closed(shown)
        {
            return Err(words.into());
        }
        let color = self.color_of(signer)?;
        let signed = signer.sign(&self.game.named(), action, &[])?;
        self.put(color, signed, |_| true);
        Ok(())
    }

    /// Adds a player's message over all plies. It replaces their messages with the actions for which
    /// `replaced` returns true.
    fn put(&mut self, signer: Color, signed: SignedAction, replaced: impl Fn(Action) -> bool) {
        self.messages
            .retain(|message| message.signer != signer || !replaced(message.signed.action));
        self.messages.push(Message {
            signer,
            plies: self.line.plies(),
            signed,
        });
    }

    /// A player's first message that fits.
    fn message(&self, color: Color, is_so: impl Fn(&Message) -> bool) -> Option<&Message> {
        let mut messages = self.messages.iter();
        messages.find(|message| message.signer == color && is_so(message))
    }

    /// Drops messages about an earlier position, which no longer count.
    fn drop_what_is_past(&mut self) {
        let plies = self.line.plies();
        self.messages
            .retain(|message| message.signed.action == Action::Move || message.plies == plies);
    }

    fn color_of(&self, signer: &Signer) -> Result<Color, String> {
        let color = self.game.color_of(&signer.public());
        color.ok_or_else(|| "the key isn't one of this game's".into())
    }
}

/// The chain before the first call of a single game, as a player sees it.
pub fn shown_at_start(color: Color) -> Shown<Line> {
    Shown::new(Terms {
        rounds: 1,
        is_first: color == Color::White,
        has_clock: false,
    })
}

/// Why a player may only sign a settlement of the game, if that is the case.
fn closed(shown: &Shown<Line>) -> Option<&'static str> {
    if shown.is_late {
        return Some("the time is over on the chain: signal-inactivity settles the game");
    }
    let words = "both players can take their stakes back: pauses held the game up too long";
    shown.pauses.is_reclaimable.then_some(words)
}

fn read(moves: &[u8]) -> Result<Line, String> {
    Line::read(moves).map_err(|error| error.to_string())
}

/// The number of the chain's plies.
fn plies_of(moves: &[u8]) -> Result<usize, String> {
    signed_play::count_plies(moves).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> (Transcript, [Signer; 2]) {
        let keys = [Signer::in_memory(), Signer::in_memory()];
        let public = keys.each_ref().map(Signer::public);
        (Transcript::new(SignedGame::new([5; 32], 7, public)), keys)
    }

    #[test]
    fn a_draw_is_offered_after_ones_own_move() {
        let (mut transcript, [mut white, mut black]) = table();
        let [by_white, by_black] = [Color::White, Color::Black].map(shown_at_start);
        let early = transcript.sign_action(Action::Draw, &mut white, &by_white);
        let words = early.unwrap_err();
        let expected = "offer a draw after your own move";
        assert!(words.starts_with(expected), "{words}");
        let e4 = "e2e4".parse().unwrap();
        transcript.sign_move(e4, &mut white, &by_white).unwrap();
        let mut draw =
            |signer: &mut Signer, shown| transcript.sign_action(Action::Draw, signer, shown);
        assert!(draw(&mut black, &by_black).is_err());
        draw(&mut white, &by_white).unwrap();
        draw(&mut black, &by_black).unwrap();
        // the player who has accepted may not move, and the one who has offered waits
        let moved = transcript.sign_move("e7e5".parse().unwrap(), &mut black, &by_black);
        assert!(moved.is_err());
        let call = transcript.call(&[]).unwrap();
        assert_eq!((call.white[0], call.black[0]), (2, 2));
    }

    #[test]
    fn signed_play_ends_at_ply_1000() {
        let (mut transcript, [mut white, _]) = table();
        // 40 times there and back, then a pawn's step, so that no 75 moves go by
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
        let steps = "a2a3 a7a6, b2b3 b7b6, c2c3 c7c6, d2d3 d7d6, e2e3 e7e6, a3a4 a6a5, b3b4 b6b5, \
                     h2h3 h7h6, h3h4 h6h5, g2g3 g7g6, c3c4 c6c5, d3d4 d6d5, e3e4 e6e5 ";
        let all = steps.replace(',', &format!(" {there_and_back}")) + &there_and_back;
        let mut moves = all.split_whitespace().map(|m| m.parse().unwrap());
        for _ in 0..MAX_PLIES {
            transcript.line.play(moves.next().unwrap()).unwrap();
        }
        let (next, shown) = (moves.next().unwrap(), shown_at_start(Color::White));
        let words = transcript.sign_move(next, &mut white, &shown).unwrap_err();
        assert!(words.starts_with("signed play ends at ply 1000"), "{words}");
    }
}
