//! Which calls the honest one makes: what must be met is met, ends are brought, who is silent is
//! asked.

use super::claim::Claim;
use super::honest::{Honest, Round};
use super::player::Message;
use crate::chain::{Call, Chain, DAY, State};
use crate::signing::Action;

impl Honest {
    /// Looks at the chain: the call to make, if any.
    ///
    /// # Errors
    /// The chain shows what can't be.
    pub fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        let is_closed = chain.time.is_paused() && !chain.time.is_long_pause();
        if self.game(chain).state != State::Ongoing || is_closed {
            return Ok(None);
        }
        self.follow(chain)?;
        if let Some(call) = self.meet(chain)? {
            return Ok(Some(call));
        }
        if let Some(call) = self.talk(chain) {
            return Ok(Some(call));
        }
        Ok(self.sends(chain, false).into_iter().next())
    }

    /// What must be met: with what there is, or with a move that is signed for it.
    fn meet(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        for _ in 0..3 {
            let must = self.must_act(chain);
            let sends = self.sends(chain, must);
            if let Some(call) = sends.into_iter().next() {
                return Ok(Some(call));
            }
            if !must {
                return Ok(None);
            }
            let heard_another = self.heard_another(self.game(chain));
            if heard_another && !self.stopped && !self.now().is_ended() && self.rng.bool() {
                self.take_over(self.game(chain))?;
            } else if self.may_move(chain) {
                self.sign_move();
            } else if heard_another && !self.stopped {
                self.take_over(self.game(chain))?;
            } else {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The chain after a call, if it isn't refused.
    pub(super) fn after(&self, call: &Call, chain: &Chain) -> Option<Chain> {
        let mut next = chain.clone();
        next.call(self.account, call, &[]).ok().map(|_| next)
    }

    /// Whether the call with what ends the round has any effect.
    pub(super) fn proof_has_use(&self, chain: &Chain) -> bool {
        let Some(call) = self.calls(self.now()).into_iter().next() else {
            return false;
        };
        self.after(&call, chain).is_some_and(|next| {
            let game = self.game(&next);
            game.state != State::Ongoing || game.open_end.is_some() || game.is_asked
        })
    }

    /// What a round gives to bring: what ends it, an ask, the moves alone.
    fn calls(&self, round: &Round) -> Vec<Call> {
        let is_now = round.number == self.now().number;
        let mut calls = vec![];
        if let Some((own, theirs)) = &round.proof {
            let own = match own {
                Action::Move => self.moved(round),
                action => Some(self.message(round, *action)),
            };
            let theirs = theirs.clone().or_else(|| round.theirs.clone());
            calls.push(self.call(round, own, theirs));
        }
        if is_now && self.stopped && self.has_said_draw() && self.is_on_move() {
            calls.push(self.bring(round, Action::Draw));
        }
        let waits = is_now && !self.stopped && !self.is_on_move();
        if waits && self.result().is_none() && self.left.is_none() {
            calls.push(self.bring(round, Action::Ask));
        }
        calls.push(self.bring(round, Action::Move));
        calls
    }

    /// Whether a call asks the opponent.
    fn asks(&self, call: &Call) -> bool {
        let Call::Play { white, black, .. } = call else {
            return false;
        };
        [white, black]
            .iter()
            .any(|m| m.first() == Some(&(Action::Ask as u8)))
    }

    /// The calls that have a purpose now, the most needed first.
    fn sends(&mut self, chain: &Chain, must: bool) -> Vec<Call> {
        let game = self.game(chain);
        let mut sends = vec![];
        if chain.is_late(game) {
            sends.push(Call::SignalInactivity(game.id));
        }
        if let (Some(own), Some(theirs)) = (&self.left, &self.their_leave) {
            let which = (own.round, own.points);
            let call = self
                .player
                .play(which, &[], own.signed.clone(), theirs.signed.clone());
            sends.push(call);
        }
        let now = self.now().number;
        let can_prove = self.now().theirs.is_some() || self.own_plies(self.now()) > 0;
        let is_begun = game.round < now && can_prove;
        let on_chain = &self.rounds[usize::from(game.round)];
        let has_resigned = matches!(on_chain.proof, Some((Action::Resign, _)));
        if has_resigned && !is_begun && (self.stopped || self.left.is_some() || game.round < now) {
            sends.push(self.resign_again(on_chain, chain));
        }
        let is_lost = self.has_lost();
        let asks_now = self.rng.u8(..6) == 0;
        for round in &self.rounds[usize::from(game.round)..] {
            let is_now = round.number == now;
            for call in self.calls(round) {
                let Some(next) = self.after(&call, chain) else {
                    continue;
                };
                let asks = self.asks(&call);
                let after = self.game(&next);
                let ends = after.open_end.is_some() || after.state != State::Ongoing;
                let wanted = match must {
                    true => !self.must_act(&next),
                    false if asks => {
                        let waits = game.open_end.is_none() && !game.is_asked;
                        waits && !chain.time.is_paused() && asks_now
                    }
                    false if ends => (is_now || !is_begun) && !is_lost,
                    false => is_now && game.open_end.is_some(),
                };
                if wanted {
                    sends.push(call);
                    if must || ends {
                        break;
                    }
                }
            }
        }
        sends.retain(|call| self.after(call, chain).is_some());
        sends
    }

    /// Who has lost a round and sees it go on resigns it over the chain's moves.
    fn resign_again(&self, round: &Round, chain: &Chain) -> Call {
        let moves = &self.game(chain).moves;
        let which = (round.number, round.points);
        let own: Message = self.player.sign(which.0, which.1, Action::Resign, moves);
        self.player.play(which, moves, own.signed, vec![])
    }

    /// Whether the honest one is wronged unless something comes to the chain in time.
    fn must_act(&self, chain: &Chain) -> bool {
        let game = self.game(chain);
        if game.state != State::Ongoing || chain.is_late(game) {
            return false;
        }
        if chain.time.is_long_pause() && !self.is_covered(chain) {
            return true;
        }
        if game.open_end.is_none() && !game.is_asked {
            return false;
        }
        let is_own = game.turn() == self.player.color(game.round);
        if game.is_asked && is_own && game.round == self.now().number {
            return true;
        }
        let mut later = chain.clone();
        let settle = match later.time.is_paused() {
            // time stands, and the pause settles in the end
            true => {
                later.time.pass(40 * DAY);
                Call::ReclaimWager(game.id)
            }
            false => {
                later.time.pass(match game.clock {
                    Some(_) => chain.allowed_ms(game) + 1 + DAY,
                    None => 4 * DAY,
                });
                Call::SignalInactivity(game.id)
            }
        };
        let settled = later.call(self.account, &settle, &[]).is_ok();
        settled && self.wrong(&later).is_some()
    }

    /// Whether the chain's game holds every move that they have signed.
    pub(super) fn is_covered(&self, chain: &Chain) -> bool {
        let (game, now) = (self.game(chain), self.now());
        let own = self.own_plies(now);
        game.round == now.number && game.moves.starts_with(&now.line[..own])
    }

    /// How they were wronged, where the chain has paid.
    pub fn wrong(&self, chain: &Chain) -> Option<String> {
        let (game, now) = (self.game(chain), self.now());
        let is_here = game.round == now.number;
        let claim = Claim {
            round: now.number,
            points: now.points,
            own: &now.line[..self.own_plies(now)],
            owed: now.owed,
            has_resigned: matches!(now.proof, Some((Action::Resign, _))) && is_here,
        };
        claim.wrong(&self.player, game)
    }
}
