//! An honest player, who does only what the rules of signed play tell players to do: `crates/player`,
//! with wishes left to chance.

use chess_player::{self as rules, Awaits, Call as Told, Deed, Pauses, Shown, Side, Terms};
use fastrand::Rng;
use signed_play::{EndOnBoard, Line};

use super::claim::Claim;
use super::player::{Message, Player};
use super::{back_and_forth, legal_moves, positions_of};
use crate::chain::{Account, Call, Chain, Game, Reason, State};
use crate::rules::Move;
use crate::signing::Action;
use crate::transcript;

/// How often out of a hundred an own move comes with the offer of a draw.
const OFFERS: u32 = 6;

/// An honest player.
pub struct Honest {
    account: Account,
    player: Player,
    hand: rules::Player<Line>,
    rng: Rng,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    shuffles: bool,
    /// What the opponent has said and was taken in.
    heard: Vec<Message>,
    /// What was said besides moves and is sent.
    said: Vec<rules::Said<Line>>,
    sent: Vec<Message>,
}

impl Honest {
    pub fn new(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        let hand = rules::Player::new();
        Honest {
            shuffles,
            account,
            player,
            hand: match seed.is_multiple_of(2) {
                true => hand.asking_in_answers(),
                false => hand,
            },
            rng: Rng::with_seed(seed),
            heard: vec![],
            said: vec![],
            sent: vec![],
        }
    }

    /// What was signed since this was asked last.
    pub fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    fn terms(&self) -> Terms {
        Terms {
            rounds: self.player.rounds,
            is_first: self.player.is_first,
            has_clock: true,
        }
    }

    fn game<'a>(&self, chain: &'a Chain) -> &'a Game {
        chain.game(self.player.game).expect("the game is there")
    }

    /// The chain, as the player sees it.
    fn shown(&self, chain: &Chain) -> Shown<Line> {
        let game = self.game(chain);
        let own = self.player.color(game.round);
        let open_end = game.open_end.map(|open| match open.end.reason {
            Reason::Resignation if open.end.winner == Some(own) => {
                rules::End::Resigned(Side::Theirs)
            }
            Reason::Resignation => rules::End::Resigned(Side::Own),
            reason if reason.is_by_the_board() => rules::End::Board,
            _ => rules::End::ByPlayers,
        });
        let mut reclaimed = chain.clone();
        let reclaims = reclaimed.call(self.account, &Call::ReclaimWager(game.id), &[]);
        let is_long = chain.time.is_long_pause();
        Shown {
            terms: Terms {
                has_clock: game.clock.is_some(),
                ..self.terms()
            },
            round: game.round,
            points: game.points,
            line: read(&game.moves),
            awaits: match (open_end.is_some(), game.is_asked) {
                (true, _) => Awaits::LongerGame,
                (_, true) => Awaits::Answer,
                _ => Awaits::Move,
            },
            open_end,
            is_late: chain.is_late(game),
            draw_offer: None,
            pauses: Pauses {
                is_paused: chain.time.is_paused(),
                takes_calls: !chain.time.is_paused() || is_long,
                took_time: is_long,
                is_reclaimable: reclaims.is_ok(),
            },
            paid: None,
        }
    }

    fn line(&self) -> &Line {
        &self.hand.now().line
    }

    /// Signs what the player has said, and hasn't sent yet. An ask goes to the chain alone.
    fn send_said(&mut self) {
        let new = self.hand.said().iter();
        let new = new.filter(|said| !self.said.contains(said)).cloned();
        for said in new.collect::<Vec<_>>() {
            if said.action != rules::Action::Ask {
                let points = self.hand.rounds()[usize::from(said.round)].points;
                let message = self.sign(said.round, points, said.action, &said.line);
                self.sent.push(message);
            }
            self.said.push(said);
        }
    }

    fn sign(&self, round: u16, points: u16, action: rules::Action, line: &Line) -> Message {
        let action = Action::of(action as u8).expect("an action");
        self.player.sign(round, points, action, &moves_of(line))
    }

    fn act(&mut self, deed: &Deed<Line>, shown: &Shown<Line>) {
        let (round, points) = (self.hand.round() + 1, self.hand.points_after(shown));
        self.hand.act(deed, shown);
        self.hand.landed();
        let action = match deed {
            Deed::Begin => rules::Action::Move,
            Deed::Leave => rules::Action::Leave,
            _ => return self.send_said(),
        };
        let points = points.expect("a round that is over");
        let message = self.sign(round, points, action, &Line::default());
        self.sent.push(message);
    }

    /// Whether they have lost a single game: it is the winner's to bring.
    pub fn has_lost(&self) -> bool {
        let shown = Shown::new(self.terms());
        self.player.rounds == 1 && self.hand.result(&shown) == Some(0)
    }

    /// Takes what the opponent says, where it verifies and fits.
    pub fn hear(&mut self, message: &Message, chain: &Chain) {
        if self.player.verifies(message) && self.takes(message, &self.shown(chain)) {
            self.heard.push(message.clone());
            self.send_said();
        }
    }

    /// Takes a message in, if it goes on from what is known. Whether it does.
    fn takes(&mut self, message: &Message, shown: &Shown<Line>) -> bool {
        let round = self.hand.round();
        let begins = message.action == Action::Move && message.moves.is_empty();
        if message.round == round + 1 {
            let fits = self.hand.points_after(shown) == Some(message.points);
            match message.action {
                Action::Leave if fits && !self.hand.they_left() => self.hand.hear_leave(),
                Action::Move if fits && begins && message.round < self.player.rounds => {
                    if self.hand.they_begin() || self.hand.has_left() {
                        return false;
                    }
                    self.hand.hear_begin();
                }
                _ => return false,
            }
            return true;
        }
        let now = self.hand.now();
        if (message.round, message.points) != (round, now.points) {
            return false;
        }
        if begins {
            let waits = round > 0 && !now.is_signed && now.line.plies() == 0;
            if waits {
                self.hand.hear_begin();
            }
            return waits;
        }
        let is_over = self.hand.has_stopped() || self.hand.has_left();
        let (end, on_move) = (now.line.end(), self.hand.is_on_move(shown));
        let is_here = message.moves == moves_of(&now.line);
        match message.action {
            Action::Move => return self.takes_move(message, shown),
            Action::Draw if is_here && !is_over && end != Some(EndOnBoard::Checkmate) => {
                self.hand.hear_draw(shown);
            }
            Action::Resign if is_here && !is_over && !shown.is_late => {
                let can_resign = match end {
                    None => true,
                    Some(end) => end == EndOnBoard::Checkmate && !on_move,
                };
                if self.hand.heard_another(shown) || !can_resign {
                    return false;
                }
                self.hand.hear_resignation();
            }
            _ => return false,
        }
        true
    }

    fn takes_move(&mut self, message: &Message, shown: &Shown<Line>) -> bool {
        let line = self.line();
        let is_over = self.hand.has_stopped() || self.hand.has_left() || line.end().is_some();
        let Ok(longer) = Line::read(&transcript::encode(&message.moves)) else {
            return false;
        };
        let is_next = longer.plies() == line.plies() + 1 && longer.first(line.plies()) == *line;
        let fits = is_next && !is_over && !self.hand.is_on_move(shown);
        if fits {
            self.hand.hear_move(longer, shown);
        }
        fits
    }

    /// Looks at the chain: the call to make, if any.
    ///
    /// # Errors
    /// The chain shows what can't be.
    pub fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        let is_closed = chain.time.is_paused() && !chain.time.is_long_pause();
        if self.game(chain).state != State::Ongoing || is_closed {
            return Ok(None);
        }
        let shown = self.shown(chain);
        let looked = self.hand.look(&shown);
        looked.map_err(|_| "play that the honest one never agreed to")?;
        self.send_said();
        if let Some(call) = self.meet(&shown) {
            return Ok(Some(call));
        }
        if let Some(call) = self.talk(&shown) {
            return Ok(Some(call));
        }
        let asks = self.rng.u8(..6) == 0;
        let due = self.hand.due(&shown, asks);
        Ok(due.and_then(|due| self.send(&due.call, &shown)))
    }

    /// What must be met: with what there is, or with a move that is signed for it.
    fn meet(&mut self, shown: &Shown<Line>) -> Option<Call> {
        for _ in 0..3 {
            if !self.hand.must_act(shown) && !shown.is_late {
                return None;
            }
            if let Some(call) = self.hand.sends(shown).first() {
                return self.send(&call.clone(), shown);
            }
            let deeds = self.hand.may_do(shown);
            let may_follow = deeds.contains(&Deed::TakeOver);
            let may_move = self.hand.may_move(shown);
            if may_follow && (self.rng.bool() || !may_move) {
                self.act(&Deed::TakeOver, shown);
            } else if may_move {
                self.sign_move(shown);
            } else if deeds.contains(&Deed::ResignAgain) {
                return self.resign_again(shown);
            } else {
                return None;
            }
        }
        None
    }

    fn resign_again(&mut self, shown: &Shown<Line>) -> Option<Call> {
        self.act(&Deed::ResignAgain, shown);
        let own = self.sign(
            shown.round,
            shown.points,
            rules::Action::Resign,
            &shown.line,
        );
        let moves = moves_of(&shown.line);
        let which = (shown.round, shown.points);
        Some(self.player.play(which, &moves, own.signed, vec![]))
    }

    /// The call with its signatures. An ask in it is said now.
    fn send(&mut self, call: &Told<Line>, shown: &Shown<Line>) -> Option<Call> {
        self.act(&Deed::Send(call.clone()), shown);
        let play = match call {
            Told::Play(play) => play,
            Told::Leave { round, points } => {
                let leaves = |message: &&Message| message.action == Action::Leave;
                let theirs = self.heard.iter().rev().find(leaves)?.signed.clone();
                let start = Line::default();
                let own = self.sign(*round, *points, rules::Action::Leave, &start);
                let which = (*round, *points);
                return Some(self.player.play(which, &[], own.signed, theirs));
            }
            Told::Resign => return Some(Call::Resign(self.player.game)),
            Told::AcceptDraw => return None,
            Told::Settle => return Some(Call::SignalInactivity(self.player.game)),
        };
        let plies = play.line.plies();
        let last_of = |is_own: bool| match self.player.makes(play.round, plies) == is_own {
            true => plies,
            false => plies.saturating_sub(1),
        };
        let own = play.own.map(|action| {
            let line = match action {
                rules::Action::Move => play.line.first(last_of(true)),
                _ => play.line.clone(),
            };
            self.sign(play.round, play.points, action, &line).signed
        });
        let moves = moves_of(&play.line);
        let theirs = match play.theirs {
            None => vec![],
            Some(action) => {
                let covered = match action {
                    rules::Action::Move => &moves[..last_of(false)],
                    _ => &moves[..],
                };
                let fits = |message: &&Message| {
                    message.round == play.round
                        && message.action as u8 == action as u8
                        && message.moves == covered
                };
                self.heard.iter().find(fits)?.signed.clone()
            }
        };
        let which = (play.round, play.points);
        Some(
            self.player
                .play(which, &moves, own.unwrap_or_default(), theirs),
        )
    }

    /// Makes and sends an own move; a mate if there is one.
    fn sign_move(&mut self, shown: &Shown<Line>) {
        let mut played = moves_of(self.line());
        let positions = positions_of(&played).expect("a legal game");
        let position = positions.last().expect("a position");
        let moves = legal_moves(position);
        let mates = |m: &&Move| {
            let next = position.after(**m);
            next.in_check(next.turn) && !next.has_legal_move()
        };
        let mate = moves.iter().find(mates).copied();
        let back = match self.shuffles && self.rng.u8(..8) > 0 {
            true => back_and_forth(&positions, &moves),
            false => vec![],
        };
        let other = match back.is_empty() {
            true => self.rng.choice(&moves).copied(),
            false => self.rng.choice(back),
        };
        let Some(chosen) = mate.or(other) else {
            return;
        };
        played.push(chosen);
        let (round, points) = (self.hand.round(), self.hand.now().points);
        self.hand.moved(read(&played), shown);
        let message = self.player.sign(round, points, Action::Move, &played);
        self.sent.push(message);
    }

    /// Signs something that moves the game on, if there is anything: a move, a draw, the next
    /// round. A claim is returned as the call that sends it.
    fn talk(&mut self, shown: &Shown<Line>) -> Option<Call> {
        let deeds = self.hand.may_do(shown);
        let may = |deed: Deed<Line>| deeds.contains(&deed);
        let (begins, leaves) = (may(Deed::Begin), may(Deed::Leave));
        if begins || leaves {
            let leaves = leaves && (!begins && self.is_last() || self.rng.u8(..5) == 0);
            match (leaves, begins) {
                (true, _) => self.act(&Deed::Leave, shown),
                (_, true) => self.act(&Deed::Begin, shown),
                _ => {}
            }
            return None;
        }
        if may(Deed::ResignAgain) {
            return self.resign_again(shown);
        }
        if may(Deed::AcceptDraw) && self.rng.u8(..8) == 0 {
            self.act(&Deed::AcceptDraw, shown);
            return None;
        }
        if may(Deed::Resign) && self.line().plies() > 4 && self.rng.u8(..60) == 0 {
            self.act(&Deed::Resign, shown);
            return None;
        }
        if self.hand.may_move(shown) {
            let seldom = if self.shuffles { 40 } else { 4 };
            let claims = may(Deed::Claim) && self.rng.u8(..seldom) == 0;
            let call = self.claim();
            // what the chain wouldn't take, as after the opponent's resignation there, isn't said
            if claims && !shown.pauses.is_paused && shown.after(&call).is_some() {
                self.act(&Deed::Claim, shown);
                return self.send(&call, shown);
            }
            self.sign_move(shown);
        }
        let may_offer = self.hand.may_do(shown).contains(&Deed::OfferDraw);
        if may_offer && self.line().plies() > 1 && self.rng.u32(..100) < OFFERS {
            self.act(&Deed::OfferDraw, shown);
        }
        None
    }

    fn is_last(&self) -> bool {
        self.hand.round() + 1 == self.player.rounds
    }

    /// The call that claims a draw.
    fn claim(&self) -> Told<Line> {
        let now = self.hand.now();
        Told::Play(rules::Play {
            round: self.hand.round(),
            points: now.points,
            line: now.line.clone(),
            own: Some(rules::Action::Draw),
            theirs: now.is_signed.then_some(rules::Action::Move),
        })
    }

    /// How they were wronged, where the chain has paid.
    pub fn wrong(&self, chain: &Chain) -> Option<String> {
        let (game, now) = (self.game(chain), self.hand.now());
        let shown = Shown::new(self.terms());
        let round = self.hand.round();
        let is_here = game.round == round;
        let own = now.line.first(self.hand.own_plies(&shown, round));
        let proof = now.proof.as_ref();
        let has_resigned = proof.is_some_and(|proof| proof.own == rules::Action::Resign);
        let claim = Claim {
            round,
            points: now.points,
            own: &moves_of(&own),
            owed: now.owed,
            has_resigned: has_resigned && is_here,
        };
        claim.wrong(&self.player, game)
    }
}

fn read(moves: &[Move]) -> Line {
    Line::read(&transcript::encode(moves)).expect("a legal game")
}

fn moves_of(line: &Line) -> Vec<Move> {
    transcript::decode(line.bytes()).expect("its own moves")
}
