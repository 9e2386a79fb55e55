//! Who does only what the rules of signed play tell players to do: what they know and sign.

use fastrand::Rng;

use super::player::{Message, Player};
use super::{back_and_forth, legal_moves, positions_of};
use crate::chain::{Account, Call, Chain, Game, claim, end_by_board};
use crate::rules::{Move, Position};
use crate::signing::Action;

/// How often out of a hundred an own move comes with the offer of a draw.
const OFFERS: u32 = 6;

/// A round, as far as the honest one knows it.
pub(super) struct Round {
    pub number: u16,
    /// The first's, in the rounds before.
    pub points: u16,
    /// The longest game that both have signed or made. All own moves in it are signed and sent.
    pub line: Vec<Move>,
    pub positions: Vec<Position>,
    /// The opponent's message with their last move, or that they begin; nothing where it came by
    /// the chain.
    pub theirs: Option<Message>,
    /// What ends the round over the line: the own action, and the opponent's message with
    /// theirs.
    pub proof: Option<(Action, Option<Message>)>,
    /// What an end on the board by an own ply owes.
    pub owed: u16,
}

impl Round {
    fn new(number: u16, points: u16) -> Self {
        Round {
            number,
            points,
            line: vec![],
            positions: vec![Position::start()],
            theirs: None,
            proof: None,
            owed: 0,
        }
    }

    pub fn position(&self) -> &Position {
        &self.positions[self.line.len()]
    }

    pub fn is_mate(&self) -> bool {
        let position = self.position();
        position.in_check(position.turn) && !position.has_legal_move()
    }

    pub fn is_ended(&self) -> bool {
        end_by_board(&self.positions).is_some()
    }
}

/// An honest player.
pub struct Honest {
    pub(super) account: Account,
    pub(super) player: Player,
    pub(super) rng: Rng,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    shuffles: bool,
    pub(super) rounds: Vec<Round>,
    /// Draws that they have signed, over these plies.
    said: Vec<(u16, Vec<Move>)>,
    /// The opponent's offer of a draw over the line.
    offer: Option<Message>,
    /// They have agreed, claimed or resigned, and move no more in this round.
    pub(super) stopped: bool,
    /// The opponent begins the next round.
    next: Option<Message>,
    /// The own message that leaves the match, and the opponent's.
    pub(super) left: Option<Message>,
    pub(super) their_leave: Option<Message>,
    sent: Vec<Message>,
}

impl Honest {
    pub fn new(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        Honest {
            shuffles,
            account,
            player,
            rng: Rng::with_seed(seed),
            rounds: vec![Round::new(0, 0)],
            said: vec![],
            offer: None,
            stopped: false,
            next: None,
            left: None,
            their_leave: None,
            sent: vec![],
        }
    }

    pub(super) fn now(&self) -> &Round {
        &self.rounds[self.rounds.len() - 1]
    }

    fn now_mut(&mut self) -> &mut Round {
        self.rounds.last_mut().expect("there is a first")
    }

    /// What was sent since this was asked last.
    pub fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    pub(super) fn is_on_move(&self) -> bool {
        let now = self.now();
        self.player.makes(now.number, now.line.len() + 1)
    }

    /// Up to which ply of a round its own moves go.
    pub(super) fn own_plies(&self, round: &Round) -> usize {
        let plies = round.line.len();
        match (plies, self.player.makes(round.number, plies)) {
            (0, _) => 0,
            (_, true) => plies,
            (_, false) => plies - 1,
        }
    }

    pub(super) fn message(&self, round: &Round, action: Action) -> Message {
        self.player
            .sign(round.number, round.points, action, &round.line)
    }

    /// The message with the own last move, or that they begin.
    pub(super) fn moved(&self, round: &Round) -> Option<Message> {
        let plies = self.own_plies(round);
        let is_sent = plies > 0 || round.number > 0;
        is_sent.then(|| {
            let moves = &round.line[..plies];
            self.player
                .sign(round.number, round.points, Action::Move, moves)
        })
    }

    pub(super) fn say(&mut self, action: Action) {
        let message = self.message(self.now(), action);
        if action == Action::Draw {
            self.said.push((message.round, message.moves.clone()));
        }
        self.sent.push(message);
    }

    pub(super) fn has_said_draw(&self) -> bool {
        let now = self.now();
        let said = |said: &(u16, Vec<Move>)| said.0 == now.number && said.1 == now.line;
        self.said.iter().any(said)
    }

    /// The own points in the round that is played, where its end is known.
    pub(super) fn result(&self) -> Option<u16> {
        let now = self.now();
        let theirs = |message: &Option<Message>| message.as_ref().map(|message| message.action);
        match &now.proof {
            Some((_, message)) if theirs(message) == Some(Action::Resign) => return Some(2),
            Some((Action::Resign, _)) => return Some(0),
            Some(_) => return Some(1),
            None => {}
        }
        match (now.is_ended(), now.is_mate()) {
            (false, _) => None,
            (true, true) => Some(if self.is_on_move() { 0 } else { 2 }),
            (true, false) => Some(1),
        }
    }

    /// Whether they have lost a single game: it is the winner's to bring.
    pub fn has_lost(&self) -> bool {
        self.player.rounds == 1 && self.result() == Some(0)
    }

    /// The first's points with those of the round that is played.
    fn points_after(&self) -> u16 {
        let own = self.result().unwrap_or_default();
        let firsts = if self.player.is_first { own } else { 2 - own };
        self.now().points + firsts
    }

    /// Takes what the opponent says, where it verifies and fits.
    pub fn hear(&mut self, message: &Message, chain: &Chain) {
        if !self.player.verifies(message) {
            return;
        }
        let next = self.now().number + 1;
        let after = self.result().is_some() && message.points == self.points_after();
        match message.action {
            Action::Leave if message.round == next && after => {
                self.their_leave.get_or_insert(message.clone());
            }
            Action::Move if message.round == next => {
                let is_begin = message.moves.is_empty() && next < self.player.rounds;
                if is_begin && after && self.left.is_none() {
                    self.next.get_or_insert(message.clone());
                }
            }
            _ if message.round == self.now().number && message.points == self.now().points => {
                self.hear_in_round(message, chain);
            }
            _ => {}
        }
    }

    fn hear_in_round(&mut self, message: &Message, chain: &Chain) {
        let now = self.now();
        let is_over = self.stopped || self.left.is_some();
        if message.action == Action::Move {
            if message.moves.is_empty() {
                let begins = now.number > 0 && now.theirs.is_none() && now.line.is_empty();
                if begins {
                    self.now_mut().theirs = Some(message.clone());
                }
                return;
            }
            let [m] = message.moves.strip_prefix(&*now.line).unwrap_or_default() else {
                return;
            };
            let may = !is_over && !self.is_on_move() && !now.is_ended();
            if may && crate::chain::is_legal(now.position(), m) {
                let m = *m;
                self.push(m);
                self.now_mut().theirs = Some(message.clone());
                self.offer = None;
                self.acknowledge();
            }
            return;
        }
        if message.moves != now.line || is_over {
            return;
        }
        let (ended, mate) = (now.is_ended(), now.is_mate());
        match message.action {
            Action::Draw if ended && !mate => {
                let own = match self.has_said_draw() {
                    true => Action::Draw,
                    false => Action::Move,
                };
                self.now_mut().proof = Some((own, Some(message.clone())));
            }
            Action::Draw if ended => {}
            Action::Draw if self.has_said_draw() => self.agree(message.clone()),
            Action::Draw => self.offer = Some(message.clone()),
            Action::Resign => {
                let theirs = ended && self.is_on_move();
                let late = chain.is_late(self.game(chain));
                let counts = !late && !self.heard_another(self.game(chain));
                if counts && !theirs && (!ended || mate) {
                    self.stopped = true;
                    self.now_mut().proof = Some((Action::Move, Some(message.clone())));
                }
            }
            _ => {}
        }
    }

    pub(super) fn game<'a>(&self, chain: &'a Chain) -> &'a Game {
        chain.game(self.player.game).expect("the game is there")
    }

    fn agree(&mut self, theirs: Message) {
        self.stopped = true;
        self.now_mut().proof = Some((Action::Draw, Some(theirs)));
    }

    fn push(&mut self, m: Move) {
        let now = self.now_mut();
        let next = now.position().after(m);
        now.line.push(m);
        now.positions.push(next);
    }

    /// Makes and sends an own move; a mate if there is one.
    pub(super) fn sign_move(&mut self) {
        let moves = legal_moves(self.now().position());
        let mates = |m: &&Move| {
            let next = self.now().position().after(**m);
            next.in_check(next.turn) && !next.has_legal_move()
        };
        let mate = moves.iter().find(mates).copied();
        let back = match self.shuffles && self.rng.u8(..8) > 0 {
            true => back_and_forth(&self.now().positions, &moves),
            false => vec![],
        };
        let other = match back.is_empty() {
            true => self.rng.choice(&moves).copied(),
            false => self.rng.choice(back),
        };
        let Some(chosen) = mate.or(other) else {
            return;
        };
        self.push(chosen);
        let (ended, mate) = (self.now().is_ended(), self.now().is_mate());
        self.now_mut().owed = match (ended, mate) {
            (true, true) => 2,
            (true, false) => 1,
            _ => 0,
        };
        self.offer = None;
        self.say(Action::Move);
    }

    /// Signs, unasked, that the opponent has ended the game on the board.
    fn acknowledge(&mut self) {
        if !self.now().is_ended() || !self.is_on_move() {
            return;
        }
        let action = match self.now().is_mate() {
            true => Action::Resign,
            false => Action::Draw,
        };
        self.say(action);
        let theirs = self.now().theirs.clone();
        self.now_mut().proof = Some((action, theirs));
    }

    /// Whether the chain shows another last move of the opponent's than the one that was heard
    /// and isn't answered.
    pub(super) fn heard_another(&self, game: &Game) -> bool {
        let now = self.now();
        let plies = self.own_plies(now) + 1;
        game.round == now.number
            && game.plies() == plies
            && now.line.len() == plies
            && game.moves != now.line
    }

    /// Goes on from what the opponent has done on the chain.
    ///
    /// # Errors
    /// The chain's game has gone on in a way that the honest one never agreed to.
    pub(super) fn follow(&mut self, chain: &Chain) -> Result<(), String> {
        let game = self.game(chain);
        let now = self.now();
        if game.round > now.number {
            return Err("a round that the honest one hasn't begun".into());
        }
        if game.round < now.number || now.line.starts_with(&game.moves) {
            return Ok(());
        }
        let own = self.own_plies(now);
        // an old state or a second thought: to be met, not followed
        if game.plies() <= own {
            return Ok(());
        }
        if game.plies() != own + 1 || !game.moves.starts_with(&now.line[..own]) {
            return Err("the chain's game is longer than one's own by more than a ply".into());
        }
        let has_resigned = matches!(now.proof, Some((Action::Resign, _))) && !now.is_ended();
        if has_resigned || self.left.is_some() {
            return Ok(());
        }
        let proof_holds = now.proof.is_some() && self.proof_has_use(chain);
        let may_answer = self.heard_another(game) && !self.stopped && !now.is_ended();
        if !proof_holds && !may_answer {
            self.take_over(game)?;
        }
        Ok(())
    }

    pub(super) fn take_over(&mut self, game: &Game) -> Result<(), String> {
        let positions = positions_of(&game.moves).ok_or("an illegal game on the chain")?;
        let now = self.now_mut();
        (now.line, now.positions) = (game.moves.clone(), positions);
        (now.theirs, now.proof) = (None, None);
        (self.stopped, self.offer) = (false, None);
        (self.next, self.their_leave) = (None, None);
        self.acknowledge();
        Ok(())
    }

    /// Whether they may say anything but a move: not over plies that the chain contradicts, nor
    /// once a deadline has passed.
    pub(super) fn may_say(&self, chain: &Chain) -> bool {
        let game = self.game(chain);
        let is_over = self.stopped || self.left.is_some();
        !is_over && !chain.is_late(game) && !self.heard_another(game)
    }

    pub(super) fn may_move(&self, chain: &Chain) -> bool {
        let (game, now) = (self.game(chain), self.now());
        let has_begun = now.number == 0 || now.theirs.is_some() || game.round == now.number;
        let is_over = self.stopped || self.left.is_some() || now.is_ended();
        has_begun && self.is_on_move() && !is_over && !chain.is_late(game)
    }

    /// Signs something that moves the game on, if there is anything: a move, a draw, the next
    /// round. A claim is returned as the call that sends it.
    pub(super) fn talk(&mut self, chain: &Chain) -> Option<Call> {
        let result = self.result();
        if result.is_some() {
            self.begin_or_leave(chain);
            return None;
        }
        if self.offer.is_some() && self.may_say(chain) && self.rng.u8(..8) == 0 {
            let theirs = self.offer.take()?;
            self.say(Action::Draw);
            self.agree(theirs);
            return None;
        }
        let many = self.now().line.len() > 4;
        if many && self.may_say(chain) && self.rng.u8(..60) == 0 {
            self.say(Action::Resign);
            self.stopped = true;
            let theirs = self.now().theirs.clone();
            self.now_mut().proof = Some((Action::Resign, theirs));
            return None;
        }
        if self.may_move(chain) {
            let seldom = if self.shuffles { 40 } else { 4 };
            let claims = claim(&self.now().positions).is_some() && self.rng.u8(..seldom) == 0;
            if claims && self.may_say(chain) && !chain.time.is_paused() {
                let call = self.bring(self.now(), Action::Draw);
                // what the chain wouldn't take, as after the opponent's resignation there, isn't said
                if self.after(&call, chain).is_some() {
                    self.say(Action::Draw);
                    self.stopped = true;
                    return Some(call);
                }
            }
            self.sign_move();
        }
        let may_offer = !self.is_on_move() && self.own_plies(self.now()) > 0;
        let offers = may_offer && self.result().is_none() && self.rng.u32(..100) < OFFERS;
        if offers && self.may_say(chain) && !self.has_said_draw() {
            self.say(Action::Draw);
        }
        None
    }

    /// The call that brings a round's line, with an action over all of it.
    pub(super) fn bring(&self, round: &Round, action: Action) -> Call {
        let own = match action {
            Action::Move => self.moved(round),
            action => Some(self.message(round, action)),
        };
        self.call(round, own, round.theirs.clone())
    }

    pub(super) fn call(
        &self,
        round: &Round,
        own: Option<Message>,
        theirs: Option<Message>,
    ) -> Call {
        let bytes = |message: Option<Message>| message.map(|m| m.signed).unwrap_or_default();
        let which = (round.number, round.points);
        self.player
            .play(which, &round.line, bytes(own), bytes(theirs))
    }

    /// Begins the next round or leaves: first only where the other can't take the end back, or
    /// where it stands open on the chain.
    fn begin_or_leave(&mut self, chain: &Chain) {
        if self.left.is_some() || chain.is_late(self.game(chain)) || self.player.rounds == 1 {
            return;
        }
        let settled = self.is_settled(chain);
        let (round, points) = (self.now().number + 1, self.points_after());
        let may_begin = round < self.player.rounds && (self.next.is_some() || settled);
        let may_leave = self.their_leave.is_some() || settled;
        let leaves = match (may_begin, may_leave) {
            (false, false) => return,
            (true, true) => self.rng.u8(..5) == 0,
            (_, leaves) => leaves && (round == self.player.rounds || self.rng.u8(..5) == 0),
        };
        if leaves {
            let message = self.player.sign(round, points, Action::Leave, &[]);
            self.sent.push(message.clone());
            self.left = Some(message);
        } else if may_begin {
            let mut next = Round::new(round, points);
            next.theirs = self.next.take();
            let begin = self.player.sign(round, points, Action::Move, &[]);
            self.sent.push(begin);
            self.rounds.push(next);
            (self.stopped, self.offer, self.their_leave) = (false, None, None);
        }
    }

    /// Whether the opponent can't take the round's end back any more, or would gain nothing.
    fn is_settled(&self, chain: &Chain) -> bool {
        let (game, now) = (self.game(chain), self.now());
        let made_it = now.is_ended() && !self.is_on_move();
        let stands = game.round == now.number
            && game.moves == now.line
            && game.open_end.is_some()
            && !chain.is_late(game);
        made_it || stands || self.result() == Some(0)
    }
}
