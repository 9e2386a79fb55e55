//! A forecast of a call's effect on the chain. Only the chain decides, but a player who consults the
//! forecast sends no call that is refused or has no effect.

use chess_record::Awaits;
use signed_play::{Action, EndOnBoard};

use crate::board::Board;
use crate::call::{Call, Play, Side};
use crate::shown::{End, Paid, Shown};

/// The action in a call's messages other than moves, and its side; no side alone if both agree.
type Said = Option<(Action, Option<Side>)>;

fn require(holds: bool) -> Option<()> {
    holds.then_some(())
}

/// The action of two messages together; `None` if the contract refuses them.
fn said(own: Option<Action>, theirs: Option<Action>) -> Option<Said> {
    let acts = |message: Option<Action>| message.filter(|action| *action != Action::Move);
    Some(match (acts(own), acts(theirs)) {
        (None, None) => None,
        (Some(Action::Draw), Some(Action::Draw)) => Some((Action::Draw, None)),
        (Some(action), None) => Some((action, Some(Side::Own))),
        (None, Some(action)) => Some((action, Some(Side::Theirs))),
        _ => return None,
    })
}

impl<L: Board> Shown<L> {
    /// The chain after a call; `None` if the contract refuses it.
    ///
    /// ```
    /// use chess_player::{Call, Play, Shown, Terms};
    /// use signed_play::{Action, Line};
    ///
    /// let shown = Shown::new(Terms { rounds: 1, is_first: true, has_clock: true });
    /// let e4 = Line::read(&[12, 28]).unwrap();
    /// let asks = |own| Call::Play(Play { round: 0, points: 0, line: e4.clone(), own, theirs: None });
    /// assert!(shown.after(&asks(Some(Action::Ask))).is_some());
    /// // nobody has signed the move
    /// assert!(shown.after(&asks(None)).is_none());
    /// ```
    pub fn after(&self, call: &Call<L>) -> Option<Shown<L>> {
        require(!self.is_over())?;
        let mut next = self.clone();
        match call {
            Call::Play(play) => next.take(play)?,
            Call::Leave { round, points } => next.leave(*round, *points)?,
            Call::Resign => {
                require(self.pauses.takes_calls && self.terms.rounds == 1)?;
                next.settle(End::Resigned(Side::Own));
            }
            Call::AcceptDraw => {
                let is_offered = self.draw_offer == Some(Side::Theirs);
                let is_in_time = !self.is_late || self.turn() == Side::Theirs;
                require(!self.pauses.is_paused && self.terms.rounds == 1)?;
                require(is_offered && is_in_time && self.open_end.is_none())?;
                next.open(End::ByPlayers);
            }
            Call::Settle => {
                require(self.pauses.takes_calls && self.is_late)?;
                next = self.unmet()?;
            }
        }
        Some(next)
    }

    /// The chain once its time has expired and someone has settled it; `None` if no time
    /// runs.
    pub fn unmet(&self) -> Option<Shown<L>> {
        let mut next = self.clone();
        match (self.awaits, self.open_end) {
            (Awaits::LongerGame, Some(end)) => next.settle(end),
            (Awaits::LongerGame, None) => return None,
            (Awaits::Move, _) if !self.is_late => return None,
            // a round with a clock in which not both have moved has no result
            _ if self.terms.has_clock && self.line.plies() < 2 => {
                next.pay(End::Aborted, self.points, self.round);
            }
            _ => next.settle(End::Late(self.turn())),
        }
        Some(next)
    }

    fn take(&mut self, play: &Play<L>) -> Option<()> {
        let Play {
            round,
            points,
            ref line,
            own,
            theirs,
        } = *play;
        require(self.pauses.takes_calls)?;
        require((self.round..self.terms.rounds).contains(&round))?;
        self.require_points(round, points)?;
        let said = said(own, theirs)?;
        let (is_later_round, was_late) = (round > self.round, self.is_late);
        if is_later_round {
            require(!was_late && own.is_some() && theirs.is_some())?;
            (self.round, self.points, self.line) = (round, points, L::start());
            self.draw_offer = None;
            self.wait(Awaits::Move, None);
        }
        // two resignations can't replace each other forever
        let resigns = matches!(said, Some((Action::Resign, _)));
        require(!(resigns && self.is_resigned()))?;
        self.require_signatures(line, [own, theirs])?;
        let is_longer = line.plies() > self.line.plies() || is_later_round;
        let mut end = self.open_end;
        if is_longer {
            require(!was_late)?;
            if !is_later_round {
                self.require_undone(line)?;
            }
            require(!line.is_ply_after_fifth())?;
            self.line = line.clone();
            self.draw_offer = None;
            self.wait(Awaits::Move, None);
            end = self.terms.end(line).map(|_| End::Board);
        }
        self.act(said, is_longer, end)
    }

    /// The line is longer, or the chain's own; the call may lack a player's message only if none of
    /// their plies is new.
    fn require_signatures(&self, line: &L, messages: [Option<Action>; 2]) -> Option<()> {
        let is_known = line.starts_with(&self.line);
        let new_plies = line.plies().saturating_sub(self.line.plies());
        require(new_plies > 0 || *line == self.line)?;
        let last_mover = self.terms.mover(self.round, line.plies()).other();
        for (side, message) in [Side::Own, Side::Theirs].into_iter().zip(messages) {
            let moves = new_plies > 1 || new_plies == 1 && side == last_mover;
            require(message.is_some() || is_known && !moves)?;
        }
        Some(())
    }

    /// An end on the board is undone by one ply, one that the players made by two.
    fn require_undone(&self, line: &L) -> Option<()> {
        let new_plies = line.plies() - self.line.plies();
        require(match self.open_end {
            None | Some(End::Board) => new_plies >= 1,
            Some(End::Resigned(_)) => false,
            Some(_) => new_plies >= 2,
        })
    }

    /// `end`: the one that the position has, or the open one if the game isn't longer.
    fn act(&mut self, said: Said, is_longer: bool, end: Option<End>) -> Option<()> {
        let Some((action, side)) = said else {
            require(is_longer)?;
            if end.is_some() {
                self.open(End::Board);
            }
            return Some(());
        };
        match action {
            Action::Move | Action::Leave => None,
            Action::Resign => {
                require(!self.is_late || self.is_last_round())?;
                self.end_at_once(End::Resigned(side?))
            }
            Action::Draw => self.draw(side, end),
            Action::Ask => {
                let is_answered = is_longer || self.awaits != Awaits::Answer;
                let waits = side == Some(self.turn().other());
                require(is_answered && end.is_none() && waits)?;
                self.wait(Awaits::Answer, None);
                Some(())
            }
        }
    }

    /// Agreed, claimed, or acknowledged on the board.
    fn draw(&mut self, side: Option<Side>, end: Option<End>) -> Option<()> {
        require(!self.is_late || end.is_some())?;
        let by_player_to_move = side != Some(self.turn().other());
        let is_mate = self.line.end() == Some(EndOnBoard::Checkmate);
        match (end, side) {
            (Some(End::Board), _) if by_player_to_move && !is_mate => {
                return self.end_at_once(End::Board);
            }
            (None, None) => self.open(End::ByPlayers),
            (None, Some(_)) if by_player_to_move && self.line.is_claimable() => {
                self.open(End::ByPlayers);
            }
            _ => return None,
        }
        Some(())
    }

    /// An end that both have signed, or that harms its signer alone: final in the last round.
    fn end_at_once(&mut self, end: End) -> Option<()> {
        if self.is_last_round() {
            self.settle(end);
            return Some(());
        }
        require(self.open_end != Some(end))?;
        self.open(end);
        Some(())
    }

    /// Both have signed that the match ended before a round, with these points.
    fn leave(&mut self, round: u16, points: u16) -> Option<()> {
        require(self.pauses.takes_calls && self.terms.rounds > 1)?;
        require(round > self.round && round <= self.terms.rounds)?;
        self.require_points(round, points)?;
        self.pay(End::Left, points, round);
        Some(())
    }

    /// Each round that the chain doesn't know can have given 0 to 2 points.
    fn require_points(&self, round: u16, points: u16) -> Option<()> {
        let rounds = round - self.round;
        require(signed_play::points::can_become(self.points, points, rounds))
    }

    fn wait(&mut self, what: Awaits, end: Option<End>) {
        (self.awaits, self.open_end, self.is_late) = (what, end, false);
        self.pauses.took_time = false;
        self.pauses.is_reclaimable = false;
    }

    fn open(&mut self, end: End) {
        self.draw_offer = None;
        self.wait(Awaits::LongerGame, Some(end));
    }

    /// The winner by the end that is open.
    pub(crate) fn open_winner(&self) -> Option<Side> {
        self.winner(self.open_end?)
    }

    fn winner(&self, why: End) -> Option<Side> {
        match why {
            End::Resigned(side) => Some(side.other()),
            End::Late(side) => {
                let own = self.terms.color(self.round);
                let color = match side {
                    Side::Own => own.other(),
                    Side::Theirs => own,
                };
                self.line.can_mate(color).then_some(side.other())
            }
            End::Board if self.line.end() == Some(EndOnBoard::Checkmate) => {
                Some(self.turn().other())
            }
            _ => None,
        }
    }

    /// The round's end becomes final, and the whole match with it.
    fn settle(&mut self, why: End) {
        let points = match self.winner(why) {
            Some(Side::Own) => self.terms.own_points(1, 2),
            Some(Side::Theirs) => self.terms.own_points(1, 0),
            None => 1,
        };
        self.pay(why, self.points + points, self.round + 1);
    }

    fn pay(&mut self, why: End, points: u16, played: u16) {
        let own = self.terms.own_points(played, points);
        let stakes = self.terms.rounds + own - played;
        self.paid = Some(Paid { why, stakes });
        (self.awaits, self.open_end, self.draw_offer) = (Awaits::Move, None, None);
    }
}
