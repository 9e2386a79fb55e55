//! A player's state from the stored messages, and the calls that these messages allow.

use chess_rules::Color;
use signed_play::{Action, Line, Match, Next, SignedAction, Transcript};

use crate::board::Board;
use crate::call::{Call, Play, Side};
use crate::duty::{Cause, Due};
use crate::look::Stranger;
use crate::may::Deed;
use crate::player::{Player, Round};
use crate::shown::{Shown, Terms};

impl Player<Line> {
    /// The player of these messages, their own and the opponent's. An acknowledgement that the rules
    /// require counts as signed, even if it isn't yet: see [`Player::unsaid`].
    ///
    /// ```
    /// use chess_player::{Player, Shown, Terms};
    /// use signed_play::{Action, Match};
    ///
    /// let terms = Terms { rounds: 1, is_first: true, has_clock: true };
    /// let player = Player::of_log(&Match::default(), terms);
    /// assert!(player.may_move(&Shown::new(terms)));
    /// ```
    pub fn of_log(log: &Match, terms: Terms) -> Self {
        let mut player = Player::new();
        let rounds = log.earlier().iter().chain([log.current()]);
        for transcript in rounds {
            while player.round() < transcript.round() {
                player.rounds.push(Round::new(transcript.points()));
                player.forget_what_was_said();
            }
            player.recall(transcript, terms);
        }
        player.recall_next(log, terms);
        player
    }

    /// The player whose messages are these, after a look at the chain.
    ///
    /// # Errors
    /// The chain shows play that they never agreed to.
    pub fn looking(log: &Match, shown: &Shown<Line>) -> Result<Self, Stranger> {
        let mut player = Player::of_log(log, shown.terms);
        player.look(shown)?;
        Ok(player)
    }

    /// Takes in the messages of a round, in their order.
    fn recall(&mut self, transcript: &Transcript, terms: Terms) {
        let (round, line) = (transcript.round(), transcript.line());
        let own = terms.color(round);
        let at = Shown {
            round,
            ..Shown::new(terms)
        };
        let has_last_move = |color| transcript.last_move(color).is_some();
        match terms.mover(round, line.plies()) {
            // the opponent has made the last ply, or nobody has made any
            Side::Own if line.plies() > 0 => self.hear_move(line.clone(), &at),
            _ => self.moved(line.clone(), &at),
        }
        let now = self.now_mut();
        now.points = transcript.points();
        now.is_signed = has_last_move(own.other());
        for said in transcript.said() {
            match (said.color == own, said.signed.action) {
                (true, action) => self.recall_own(action, &at),
                (false, Action::Draw) => {
                    self.hear_draw(&at);
                    // a claim ends the game in this position
                    let is_claimed = !self.is_on_move(&at) && line.is_claimable();
                    if is_claimed && self.now().proof.is_none() {
                        self.stop(Action::Move, Action::Draw, line.clone());
                    }
                }
                (false, Action::Resign) => self.hear_resignation(),
                (false, _) => {}
            }
        }
    }

    /// Takes in a message of this player's over the last position.
    fn recall_own(&mut self, action: Action, at: &Shown<Line>) {
        let line = self.now().line.clone();
        let is_acknowledged = self.has_said(action, &line);
        let ended_by_them = self.end(at).is_some() && self.is_on_move(at);
        match action {
            Action::Resign if !is_acknowledged => self.act(&Deed::Resign, at),
            Action::Draw if ended_by_them => {}
            Action::Draw if self.is_on_move(at) && self.is_offered => {
                self.act(&Deed::AcceptDraw, at);
            }
            Action::Draw => {
                self.say(action, line.clone());
                // a claim; an offer by the player who isn't to move binds nobody
                self.stopped |= self.is_on_move(at) && line.is_claimable();
            }
            _ => self.say(action, line),
        }
    }

    /// Takes in the players' messages about the next round.
    fn recall_next(&mut self, log: &Match, terms: Terms) {
        let Some(next) = log.next().filter(|next| next.round == self.round() + 1) else {
            return;
        };
        let own = terms.color(next.round);
        match next.action_of(own.other()) {
            Some(Action::Move) => self.they_begin = true,
            Some(Action::Leave) => self.they_left = true,
            _ => {}
        }
        match next.action_of(own) {
            Some(Action::Leave) => self.left = true,
            Some(Action::Move) => {
                let mut begun = Round::new(next.points);
                begun.is_signed = self.they_begin;
                self.rounds.push(begun);
                self.forget_what_was_said();
            }
            _ => {}
        }
    }

    /// The call that is due on the chain by the stored messages ([`Player::due`]), with the arguments of
    /// `play`; none if the call is another one.
    pub fn due_by(
        &self,
        log: &Match,
        shown: &Shown<Line>,
    ) -> Option<(Due<Line>, Option<signed_play::Call>)> {
        let made = |call: &Call<Line>| made(call, log, shown);
        let can_send = |call: &Call<Line>| *call == Call::Settle || made(call).is_some();
        let mut due = self.due_of(shown, false, can_send)?;
        // one begins the next round and the other leaves: then neither can happen
        let is_contradicted = log.next().is_some_and(Next::is_contradicted);
        if is_contradicted && due.cause == Cause::EndsRound {
            due.cause = Cause::Ends;
        }
        let made = made(&due.call);
        Some((due, made))
    }

    /// The whole game without actions, if the chain would take it now, though nothing requires it.
    pub fn moves_by(&self, log: &Match, shown: &Shown<Line>) -> Option<signed_play::Call> {
        let call = self.moves_alone(shown);
        shown.after(&call)?;
        made(&call, log, shown)
    }

    /// Whether this player may sign a message now. `moves`: all that it covers. `for_call`: a call submits it
    /// in the same step, as a claim must be.
    pub fn may_sign(
        &self,
        action: Action,
        moves: &[u8],
        for_call: bool,
        log: &Match,
        shown: &Shown<Line>,
    ) -> bool {
        let is_it = |deed: &Deed<Line>| match deed {
            Deed::Begin => action == Action::Move,
            Deed::Leave => action == Action::Leave,
            Deed::Resign | Deed::ResignAgain => action == Action::Resign,
            Deed::Claim => action == Action::Draw && for_call,
            Deed::OfferDraw | Deed::AcceptDraw => action == Action::Draw && !for_call,
            _ => false,
        };
        match action {
            Action::Move if !moves.is_empty() => self.may_move(shown),
            Action::Ask => self.may_ask(shown),
            action if self.unsaid(log, shown.terms) == Some(action) => true,
            _ => self.may_do(shown).iter().any(is_it),
        }
    }

    /// The acknowledgement that the rules ask of this player and that the log lacks: it must be signed,
    /// stored and sent.
    pub fn unsaid(&self, log: &Match, terms: Terms) -> Option<Action> {
        let current = log.current();
        if current.round() != self.round() || current.line() != &self.now().line {
            return None;
        }
        let own = terms.color(current.round());
        let proof = self.now().proof.as_ref()?;
        let is_unsaid = proof.own != Action::Move && !current.has_said(own, proof.own);
        is_unsaid.then_some(proof.own)
    }
}

impl Shown<Line> {
    /// The winner of the log's last round by the end that is open on the chain, if only a later round
    /// or this player undoes it: an argument of [`Match::check`].
    pub fn end_of(&self, log: &Match) -> Option<Option<Color>> {
        let player = Player::of_log(log, self.terms);
        let round = log.current().round();
        let is_resigned = self.is_resigned() && self.round == round;
        if round != player.round() || !is_resigned && !player.is_drawn_on_chain(self) {
            return None;
        }
        let own = self.terms.color(round);
        Some(match player.result(self)? {
            0 => Some(own.other()),
            1 => None,
            _ => Some(own),
        })
    }
}

/// The call's arguments, without this player's move if the chain has it by account and needs no
/// signature.
fn made(call: &Call<Line>, log: &Match, shown: &Shown<Line>) -> Option<signed_play::Call> {
    arguments(call, log, shown.terms).or_else(|| {
        let Call::Play(play) = call else { return None };
        let own = play.own.filter(|action| *action != Action::Move);
        let lean = Call::Play(Play {
            own,
            ..play.clone()
        });
        shown.after(&lean)?;
        arguments(&lean, log, shown.terms)
    })
}

/// A call of the player's as the endpoint `play` takes it, by the stored messages. `None` if it
/// isn't `play`, or a message is missing.
pub fn arguments(call: &Call<Line>, log: &Match, terms: Terms) -> Option<signed_play::Call> {
    let play = match call {
        Call::Play(play) => play,
        Call::Leave { .. } => return log.leaving(),
        Call::Resign | Call::AcceptDraw | Call::Settle => return None,
    };
    let mut rounds = log.earlier().iter().chain([log.current()]);
    let transcript = rounds.find(|known| known.round() == play.round)?;
    if transcript.line() != &play.line || transcript.points() != play.points {
        return None;
    }
    let own = terms.color(play.round);
    let message = |color: Color| {
        let action = match color == own {
            true => play.own,
            false => play.theirs,
        };
        Some(match action {
            None => alloc::vec![],
            Some(action) => signed(transcript, color, action)?.to_argument().to_vec(),
        })
    };
    Some(signed_play::Call {
        round: play.round,
        points: play.points,
        moves: play.line.bytes().to_vec(),
        white: message(Color::White)?,
        black: message(Color::Black)?,
    })
}

fn signed(transcript: &Transcript, color: Color, action: Action) -> Option<SignedAction> {
    if action == Action::Move {
        return transcript.last_move(color).copied();
    }
    let mut said = transcript.said().iter();
    let said = said.find(|said| said.color == color && said.signed.action == action)?;
    Some(said.signed)
}
