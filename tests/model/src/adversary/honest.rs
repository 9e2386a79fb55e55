//! An honest player, who does only what the rules of signed play require: `crates/player` with the
//! stored messages and random wishes.

use chess_player::{self as rules, Action, Call as Told, Deed, Pauses, Shown, Terms};
use ed25519_dalek::Signer;
use fastrand::Rng;
use signed_play::{Line, Match, Refusal, SignedAction};

use super::Client;
use super::choice::choose;
use super::player::{Message, Player};
use crate::chain::{Account, Call, Chain, Game, State};
use crate::record::{head_of, state_of};
use crate::transcript;

/// The percentage of own moves that come with a draw offer.
const OFFERS: u32 = 6;

type Hand = rules::Player<Line>;

/// An honest player.
pub struct Honest {
    account: Account,
    player: Player,
    /// Everything that was signed and heard.
    log: Match,
    rng: Rng,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    shuffles: bool,
    /// The last round, and the points won in it, including those that the chain has shown.
    won: (u16, u16),
    sent: Vec<Message>,
}

impl Honest {
    pub fn new(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        let mut log = Match::default();
        log.set_agreed(player.rounds);
        Honest {
            account,
            player,
            log,
            rng: Rng::with_seed(seed),
            shuffles,
            won: (0, 0),
            sent: vec![],
        }
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
        let (head, epoch) = (head_of(game), chain.time.epoch as u32);
        let pauses = Pauses::of(&state_of(&chain.time), &head, epoch);
        let mut reclaimed = chain.clone();
        let reclaims = reclaimed.call(self.account, &Call::ReclaimWager(game.id), &[]);
        assert_eq!(pauses.is_reclaimable, reclaims.is_ok());
        let line = Line::read(&transcript::encode(&game.moves)).expect("a legal game");
        Shown {
            is_late: chain.is_late(game),
            ..Shown::of_record(&head, line, self.player.is_first, pauses)
        }
    }

    fn hand(&self, shown: &Shown<Line>) -> Result<Hand, String> {
        let hand = Hand::looking(&self.log, shown);
        Ok(hand.map_err(|_| "play that the honest one never agreed to")?)
    }

    /// Signs, stores and sends. An ask goes to the chain alone.
    fn say(
        &mut self,
        (round, points): (u16, u16),
        action: Action,
        moves: &[u8],
        shown: &Shown<Line>,
    ) -> Result<(), String> {
        let game = self.player.first().in_round(round, points);
        let signature = self.player.secret.sign(&game.message(action, moves));
        let signature = signature.to_bytes();
        let signed = SignedAction { action, signature };
        let argument = signed.to_argument();
        let message = self.player.message((round, points), moves, &argument, true);
        let end = shown.end_of(&self.log);
        match self.player.tell(&mut self.log, message, end, 0) {
            Ok(()) | Err(Refusal::Known) => {}
            // a resignation over the chain's moves goes into one call
            Err(_) if action == Action::Resign => {}
            Err(refusal) => return Err(format!("its own {action:?} is refused: {refusal:?}")),
        }
        if action != Action::Ask {
            self.sent.push(Message::of(round, points, moves, &signed));
        }
        Ok(())
    }

    /// Signs an action over the moves so far.
    fn say_here(&mut self, hand: &Hand, action: Action, shown: &Shown<Line>) -> Result<(), String> {
        let now = hand.now();
        self.say((hand.round(), now.points), action, now.line.bytes(), shown)
    }

    /// Signs the acknowledgement that the rules ask for, and notes the points won.
    fn acknowledge(&mut self, shown: &Shown<Line>) -> Result<Hand, String> {
        let hand = self.hand(shown)?;
        let round = hand.round();
        let before = if self.won.0 == round { self.won.1 } else { 0 };
        self.won = (round, hand.now().owed.max(before));
        let Some(action) = hand.unsaid(&self.log, shown.terms) else {
            return Ok(hand);
        };
        self.say_here(&hand, action, shown)?;
        self.hand(shown)
    }

    /// Continues from the chain's play, or from the heard ply that it contradicts.
    fn follow(&mut self, shown: &Shown<Line>, now: u64) -> Result<(), String> {
        let moves = shown.line.bytes();
        let Some(entry) = self.log.catch_up(shown.round, shown.points, moves, now) else {
            return Ok(());
        };
        if let Ok(hand) = self.hand(shown) {
            // over the opponent's further plies of a lost round only the loss is signed
            let is_lost = hand.has_stopped() && hand.result(shown) == Some(0);
            let may_answer = hand.heard_another(shown) && hand.may_move(shown);
            if hand.has_left() || is_lost || may_answer && self.rng.bool() {
                return Ok(());
            }
        }
        self.log.add(&entry).map_err(|error| error.to_string())
    }

    /// The call that meets everything that must be met: with the current game, or with a move that is
    /// signed for it.
    fn meet(&mut self, shown: &Shown<Line>) -> Result<Option<Call>, String> {
        let hand = self.hand(shown)?;
        let sends = hand.sends(shown);
        // by account: there is no message for it
        if sends.first() == Some(&Told::Resign) {
            return Ok(Some(Call::Resign(self.player.game)));
        }
        let has_call = !sends.is_empty();
        if !has_call && hand.may_move(shown) {
            self.sign_move(&hand, shown)?;
        } else if !has_call && hand.may_do(shown).contains(&Deed::ResignAgain) {
            return self.resign_again(shown).map(Some);
        }
        self.bring(shown, false)
    }

    fn resign_again(&mut self, shown: &Shown<Line>) -> Result<Call, String> {
        let (which, moves) = ((shown.round, shown.points), shown.line.bytes());
        self.say(which, Action::Resign, moves, shown)?;
        let message = self.sent.last().expect("it was signed");
        let own = message.signed.clone();
        Ok(self.player.play(which, &message.moves, own, vec![]))
    }

    /// The call that is due. An ask in it is signed for it.
    fn bring(&mut self, shown: &Shown<Line>, asks: bool) -> Result<Option<Call>, String> {
        let hand = self.hand(shown)?;
        if let Some(due) = hand.due(shown, asks)
            && let Told::Play(play) = due.call
            && play.own == Some(Action::Ask)
        {
            let which = (play.round, play.points);
            self.say(which, Action::Ask, play.line.bytes(), shown)?;
        }
        let due = self.hand(shown)?.due_by(&self.log, shown);
        let game = self.player.game;
        Ok(due.and_then(|(due, made)| match due.call {
            Told::Settle => Some(Call::SignalInactivity(game)),
            _ => made.map(|call| self.player.made(call)),
        }))
    }

    /// Makes and sends an own move.
    fn sign_move(&mut self, hand: &Hand, shown: &Shown<Line>) -> Result<(), String> {
        let mut played = transcript::decode(hand.now().line.bytes()).expect("its own moves");
        let Some(chosen) = choose(&played, self.shuffles, &mut self.rng) else {
            return Ok(());
        };
        played.push(chosen);
        let longer = Line::read(&transcript::encode(&played)).expect("a legal game");
        let which = (hand.round(), hand.now().points);
        self.say(which, Action::Move, longer.bytes(), shown)
    }

    /// Signs something that continues the game, if there is anything: a move, a draw, the next
    /// round. A claim is returned as the call that sends it.
    fn talk(&mut self, hand: &Hand, shown: &Shown<Line>) -> Result<Option<Call>, String> {
        let deeds = hand.may_do(shown);
        let may = |deed: Deed<Line>| deeds.contains(&deed);
        let (begins, leaves) = (may(Deed::Begin), may(Deed::Leave));
        if begins || leaves {
            let is_last = hand.round() + 1 == self.player.rounds;
            let leaves = leaves && (!begins && is_last || self.rng.u8(..5) == 0);
            let action = match (leaves, begins) {
                (true, _) => Action::Leave,
                (_, true) => Action::Move,
                _ => return Ok(None),
            };
            let points = hand.points_after(shown).expect("the round has ended");
            self.say((hand.round() + 1, points), action, &[], shown)?;
            return Ok(None);
        }
        if may(Deed::ResignAgain) {
            return self.resign_again(shown).map(Some);
        }
        if may(Deed::AcceptDraw) && self.rng.u8(..8) == 0 {
            self.say_here(hand, Action::Draw, shown)?;
            return Ok(None);
        }
        let plies = hand.now().line.plies();
        if may(Deed::Resign) && plies > 4 && self.rng.u8(..60) == 0 {
            self.say_here(hand, Action::Resign, shown)?;
            return Ok(None);
        }
        if hand.may_move(shown) {
            let seldom = if self.shuffles { 40 } else { 4 };
            let claims = may(Deed::Claim) && self.rng.u8(..seldom) == 0;
            // no claim that the chain would refuse, as after the opponent's resignation there
            if claims && !shown.pauses.is_paused && shown.open_end.is_none() {
                self.say_here(hand, Action::Draw, shown)?;
                return self.bring(shown, false);
            }
            self.sign_move(hand, shown)?;
        }
        let hand = self.hand(shown)?;
        let may_offer = hand.may_do(shown).contains(&Deed::OfferDraw);
        if may_offer && hand.now().line.plies() > 1 && self.rng.u32(..100) < OFFERS {
            self.say_here(&hand, Action::Draw, shown)?;
        }
        Ok(None)
    }
}

impl Client for Honest {
    fn hear(&mut self, message: &Message, chain: &Chain) {
        let shown = self.shown(chain);
        let moves = transcript::encode(&message.moves);
        let which = (message.round, message.points);
        let told = self.player.message(which, &moves, &message.signed, false);
        let (end, now) = (shown.end_of(&self.log), chain.time.now_ms);
        if self.player.tell(&mut self.log, told, end, now).is_ok() {
            // an impossible game on the chain is reported at the next look
            let _ = self.acknowledge(&shown);
        }
    }

    fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        let is_closed = chain.time.is_paused() && !chain.time.is_long_pause();
        if self.game(chain).state != State::Ongoing || is_closed {
            return Ok(None);
        }
        let shown = self.shown(chain);
        self.follow(&shown, chain.time.now_ms)?;
        let hand = self.acknowledge(&shown)?;
        if (hand.must_act(&shown) || shown.is_late)
            && let Some(call) = self.meet(&shown)?
        {
            return Ok(Some(call));
        }
        let hand = self.hand(&shown)?;
        if let Some(call) = self.talk(&hand, &shown)? {
            return Ok(Some(call));
        }
        let asks = self.rng.u8(..6) == 0;
        self.bring(&shown, asks)
    }

    fn has_lost(&self) -> bool {
        let hand = Hand::of_log(&self.log, self.terms());
        self.player.rounds == 1 && hand.result(&Shown::new(self.terms())) == Some(0)
    }

    fn won(&self) -> (u16, u16) {
        self.won
    }
}
