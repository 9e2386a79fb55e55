//! Who does only what the rules of signed play tell players to do.

use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use fastrand::Rng;

use super::{Message, legal_moves, positions_of};
use crate::chain::{Call, Game, Reason, end_by_board};
use crate::rules::{Move, Position};
use crate::signing::{Action, Table};
use crate::transcript;

/// How often out of a hundred an own move comes with the offer of a draw.
const OFFERS: u32 = 6;

/// An honest player: one line of play, and the opponent's last message.
pub struct Honest {
    color: Color,
    secret: SigningKey,
    table: Table,
    rng: Rng,
    line: Vec<Move>,
    positions: Vec<Position>,
    /// The opponent's last move as they signed it; nothing where it came by the chain.
    theirs: Vec<u8>,
    sent: Vec<Message>,
}

impl Honest {
    pub fn new(color: Color, secret: SigningKey, table: Table, seed: u64) -> Self {
        Honest {
            color,
            secret,
            table,
            rng: Rng::with_seed(seed),
            line: vec![],
            positions: vec![Position::start()],
            theirs: vec![],
            sent: vec![],
        }
    }

    /// The longest game that both have signed or made.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// What was sent since this was asked last.
    pub fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    fn position(&self) -> &Position {
        &self.positions[self.line.len()]
    }

    fn is_on_move(&self) -> bool {
        self.position().turn == self.color
    }

    fn is_ended(&self) -> bool {
        end_by_board(&self.positions).is_some()
    }

    fn send(&mut self, action: Action) -> Vec<u8> {
        let bytes = transcript::encode(&self.line);
        let signed = self.table.sign(&self.secret, action, &bytes);
        self.sent.push(Message {
            action,
            moves: self.line.clone(),
            signed: signed.clone(),
        });
        signed
    }

    fn push(&mut self, m: Move) {
        let next = self.position().after(m);
        self.line.push(m);
        self.positions.push(next);
    }

    /// Takes an opponent's move that verifies and goes on from the own last message.
    pub fn hear(&mut self, message: &Message) {
        let [m] = message.moves.strip_prefix(&*self.line).unwrap_or_default() else {
            return;
        };
        if self.is_on_move() || self.is_ended() || message.action != Action::Move {
            return;
        }
        let legal = crate::chain::is_legal(self.position(), m);
        let bytes = transcript::encode(&message.moves);
        let signature = message.signed.get(1..).unwrap_or_default();
        let holds = self
            .table
            .verify(!self.color, Action::Move, &bytes, signature);
        if legal && holds {
            self.push(*m);
            self.theirs = message.signed.clone();
        }
    }

    /// Makes and sends an own move; a mate if there is one.
    fn sign_move(&mut self) {
        let moves = legal_moves(self.position());
        let mates = |m: &&Move| {
            let next = self.position().after(**m);
            next.in_check(next.turn) && !next.has_legal_move()
        };
        let mate = moves.iter().find(mates).copied();
        let Some(chosen) = mate.or_else(|| self.rng.choice(&moves).copied()) else {
            return;
        };
        self.push(chosen);
        self.send(Action::Move);
        if !self.is_ended() && self.rng.u32(..100) < OFFERS {
            self.send(Action::Draw);
        }
    }

    /// The call that brings the line to the chain, with an action over all of it.
    fn bring(&mut self, action: Option<Action>) -> Call {
        let own = match action {
            Some(action) => self.send(action),
            None => self.own_last_move(),
        };
        let theirs = self.theirs.clone();
        let (white, black) = match self.color {
            Color::White => (own, theirs),
            Color::Black => (theirs, own),
        };
        Call::Play {
            game: self.table.game,
            moves: transcript::encode(&self.line),
            white,
            black,
        }
    }

    /// The own message that holds the last own move; nothing before the first.
    fn own_last_move(&self) -> Vec<u8> {
        let plies = self.line.len();
        let covered = match self.is_on_move() {
            true => plies.saturating_sub(1),
            false => plies,
        };
        match covered {
            0 => vec![],
            covered => {
                let bytes = transcript::encode(&self.line[..covered]);
                self.table.sign(&self.secret, Action::Move, &bytes)
            }
        }
    }

    /// Takes over what the opponent has done on the chain.
    ///
    /// # Errors
    /// The chain's game has gone on in a way that the honest one never agreed to.
    fn follow(&mut self, game: &Game) -> Result<(), String> {
        let chain = &game.moves;
        if self.line.starts_with(chain) {
            return Ok(());
        }
        let plies = chain.len();
        let own_plies = match self.is_on_move() {
            true => self.line.len().saturating_sub(1),
            false => self.line.len(),
        };
        // one ply of the opponent's after the own last ply, or another one below it
        let one_more = plies == own_plies + 1 && chain.starts_with(&self.line[..own_plies]);
        if one_more {
            let heard_another = self.line.len() == plies;
            let ends = game.open_end.is_some();
            // a line that has ended takes no reply, and the chain takes none of the same length
            if !heard_another || !ends && (self.is_ended() || self.rng.bool()) {
                self.line.clone_from(chain);
                self.positions = positions_of(chain).ok_or("an illegal game on the chain")?;
                self.theirs = vec![];
            }
            return Ok(());
        }
        match plies <= own_plies {
            true => Ok(()),
            false => Err("the chain's game is longer than one's own by more than a ply".into()),
        }
    }

    /// Looks at the chain. `late`: whether the player to move has run out of time;
    /// `window_over`: whether an open end can't be undone any more.
    ///
    /// # Errors
    /// The chain shows what can't be.
    pub fn look(
        &mut self,
        game: &Game,
        late: bool,
        window_over: bool,
    ) -> Result<Option<Call>, String> {
        self.follow(game)?;
        if game.open_end.is_some() {
            return Ok(self.meet_an_end(game, window_over));
        }
        let same = game.moves == self.line;
        let asked = game.is_asked && game.turn() == self.color;
        if asked {
            if late {
                return Err("the honest one is late".into());
            }
            if same || self.line.len() <= game.plies() {
                self.sign_move();
            }
            return Ok(Some(self.bring(None)));
        }
        if game.is_asked {
            // a reply that crossed the own ask answers it, brought by whomever
            if !late && self.line.len() > game.plies() {
                if self.is_on_move() && !self.is_ended() {
                    self.sign_move();
                }
                return Ok(Some(self.bring(None)));
            }
            let signal = Call::SignalInactivity(self.table.game);
            return Ok(late.then_some(signal));
        }
        if self.is_ended() {
            return Ok((!same).then(|| self.bring_the_end()));
        }
        if self.is_on_move() {
            let claims = game_claims(&self.positions) && self.rng.u8(..4) == 0;
            if claims {
                return Ok(Some(self.bring(Some(Action::Draw))));
            }
            self.sign_move();
            return Ok(match self.is_ended() {
                true => Some(self.bring(None)),
                false => None,
            });
        }
        // the opponent is to move: waits, and asks in the end
        let asks = self.rng.u8(..6) == 0;
        let can_ask = !self.line.is_empty() || self.color == Color::Black;
        Ok((asks && can_ask).then(|| self.bring(Some(Action::Ask))))
    }

    /// Brings a line that the board has ended, and acknowledges it where the opponent made it.
    fn bring_the_end(&mut self) -> Call {
        match self.is_on_move() {
            true => self.acknowledge(),
            false => self.bring(None),
        }
    }

    fn acknowledge(&mut self) -> Call {
        let mated = self.position().in_check(self.color) && !self.position().has_legal_move();
        let action = if mated { Action::Resign } else { Action::Draw };
        self.bring(Some(action))
    }

    fn meet_an_end(&mut self, game: &Game, window_over: bool) -> Option<Call> {
        let signal = Call::SignalInactivity(self.table.game);
        let by_board = game.open_end.is_some_and(|open| {
            let reason: Reason = open.end.reason;
            reason.is_by_the_board()
        });
        if game.moves == self.line {
            return match (window_over, by_board && self.is_on_move()) {
                (true, _) => Some(signal),
                (false, true) => Some(self.acknowledge()),
                (false, false) => None,
            };
        }
        let needed = game.plies() + if by_board { 1 } else { 2 };
        if self.line.len() < needed && self.is_on_move() && !self.is_ended() {
            self.sign_move();
        }
        match self.line.len() >= needed {
            true => Some(self.bring(None)),
            false => window_over.then_some(signal),
        }
    }
}

fn game_claims(positions: &[Position]) -> bool {
    crate::chain::claim(positions).is_some()
}
