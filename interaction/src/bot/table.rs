//! A bot's state in one of its games, and its next message.

use chess_player::patience::within;
use chess_player::{Cause, Clocks, Deed, Pauses, Player, Situation, Step, Terms};
use chess_record::{Awaits, EndReason};
use chess_rules::Color;
use onchain_chess::chess_proxy::TimeControl;
use relay::protocol::{ABORTED_BEFORE, GameState, Hex, NextState, Request};
use signed_play::{Action, Call, Line, Match, MatchMessage, Refusal, Standing};

use super::brain::Thought;
use crate::relay_client::play_request;
use crate::signed::{SignedGame, Signer};

/// A bot's game, with everything that both players have signed.
pub struct Table {
    /// In round 0.
    first: SignedGame,
    game: Match,
    signer: Signer,
    /// When the bot sat down, in milliseconds since 1970: before the first move no message shows a
    /// time.
    began: u64,
    /// The last look at the chain.
    seen: Seen,
    /// When the bot saw the chain's state change, in milliseconds since 1970, and the new state.
    changed: Option<(u64, ChainState)>,
    /// The relay has let its time pass, or can't be reached: the bot leaves nothing more to it.
    pub relay_failed: bool,
    /// The situation in which a due call is left to others.
    left: Option<Situation>,
    /// The last step that was this bot's to take, and since when.
    step: Option<(Step, u64)>,
    /// The round and the number of plies after which the opponent wished to call the game off.
    wished: Option<(u16, usize)>,
    /// The last position in which the engine failed, as round and plies, and how often it failed there.
    failed: ((u16, usize), u8),
}

/// How often the engine may fail in one position, two seconds apart; a program is started again each
/// time. After that the bot resigns, rather than let its opponent wait for the clock.
const TRIES: u8 = 3;

/// The chain's round and number of plies, what it awaits and until when.
type ChainState = (u16, usize, Awaits, u64);

/// A running game, as the chain shows it.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub round: u16,
    /// The points of the player who was White in round 0, before this round.
    pub points: u16,
    /// All moves of the round, in canonical binary.
    pub moves: &'a [u8],
    pub awaits: Awaits,
    /// Its open end, if it has one.
    pub reason: EndReason,
    /// When the time for the awaited step expires, in milliseconds since 1970; 0 if no time runs.
    pub deadline: u64,
    pub pauses: Pauses,
    pub clock: Option<TimeControl>,
}

/// The same as the player sees it.
#[derive(Clone)]
struct Seen {
    shown: chess_player::Shown<Line>,
    /// As [`Shown::deadline`].
    deadline: u64,
    clock: Option<TimeControl>,
}

impl Seen {
    /// The chain's state at a time, in milliseconds since 1970.
    fn at(&self, now: u64) -> chess_player::Shown<Line> {
        chess_player::Shown {
            is_late: self.deadline != 0 && now > self.deadline,
            ..self.shown.clone()
        }
    }
}

/// The calls to try on the chain in this order, until one is accepted: `play`, then
/// `signalInactivity`.
pub struct Due {
    pub play: Option<Call>,
    /// Whether to call `signalInactivity`.
    pub signal: bool,
}

/// A bot agrees to no draw before this number of plies.
const NO_DRAW_BEFORE: usize = 40;

impl Table {
    /// A game with a number of rounds, named as in round 0, in which this key is one of the players'.
    /// The bot continues from the messages in the key's file. `began`: when the bot sits down, in
    /// milliseconds since 1970.
    pub fn new(first: SignedGame, rounds: u16, signer: Signer, began: u64) -> Self {
        let mut game = signer.heard(began);
        game.set_agreed(rounds);
        Table {
            game,
            seen: Seen {
                shown: chess_player::Shown::new(Terms {
                    rounds,
                    is_first: first.keys[0] == signer.public(),
                    has_clock: true,
                }),
                deadline: 0,
                clock: None,
            },
            first,
            signer,
            began,
            changed: None,
            relay_failed: false,
            left: None,
            step: None,
            wished: None,
            failed: ((0, 0), 0),
        }
    }

    /// The game according to its messages.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// The game in round 0.
    pub fn first(&self) -> &SignedGame {
        &self.first
    }

    /// The bot's key.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    fn terms(&self) -> Terms {
        self.seen.shown.terms
    }

    /// The bot's colour in a round.
    pub fn color_in(&self, round: u16) -> Color {
        self.terms().color(round)
    }

    /// Takes in what the chain shows.
    ///
    /// # Errors
    /// In words: the key's file can't be written.
    pub fn show(&mut self, shown: &Shown<'_>) -> Result<(), String> {
        let (round, moves) = (shown.round, shown.moves);
        if let Some(entry) = self.game.catch_up(round, shown.points, moves, 0) {
            // the chain has checked its moves
            let _ = self.game.add(&entry);
            self.signer.hear(&self.game);
            self.signer.follow(round, self.color_in(round), moves)?;
        }
        self.seen = self.see(shown)?;
        Ok(())
    }

    /// Reads what the chain shows, as the player sees it.
    fn see(&self, shown: &Shown<'_>) -> Result<Seen, String> {
        let line = Line::read(shown.moves).map_err(|error| format!("the chain's game: {error}"))?;
        let seen = chess_player::Shown {
            round: shown.round,
            points: shown.points,
            line,
            pauses: shown.pauses,
            ..chess_player::Shown::new(self.terms())
        };
        Ok(Seen {
            shown: seen.awaiting(shown.awaits, shown.reason, &self.game),
            deadline: shown.deadline,
            clock: shown.clock,
        })
    }

    /// The player's state, from all stored messages and this look at the chain.
    fn player(&self, shown: &chess_player::Shown<Line>) -> Result<Player<Line>, String> {
        let looking = Player::looking(&self.game, shown);
        looking.map_err(|_| "the chain shows play that this bot never agreed to".into())
    }

    /// The bot's situation at a time. `due`: the call that is due on the chain, if one is.
    fn situation(
        &self,
        player: &Player<Line>,
        shown: &chess_player::Shown<Line>,
        due: Option<&chess_player::Due<Line>>,
        now: u64,
    ) -> Situation {
        let (current, next) = (self.game.current(), self.game.next());
        let (times, said_at) = (current.times(), self.game.last_entry_at());
        let own = self.color_in(current.round());
        let deadline = (self.seen.deadline != 0).then_some(self.seen.deadline);
        let asked =
            |said: &&signed_play::Said| said.color == own && said.signed.action == Action::Ask;
        let situation = Situation::of(player, shown, due, now);
        let is_late = situation.is_late;
        Situation {
            clock: self.seen.clock.map(|clock| (clock.base, clock.increment)),
            left_at: next.map(|next| next.at),
            waits_since: Some(said_at),
            opened_at: self.began,
            begun_at: times.first().map_or(current.last_entry_at(), |at| *at),
            ply_at: times.last().copied(),
            own_ply_at: times.last().copied(),
            answered_at: times.get(shown.line.plies()).copied(),
            said_at: Some(said_at),
            asked_at: current.said().iter().find(asked).map(|said| said.at),
            shown_until: self.opponents_time(),
            // an expired time counts as a change
            changed_at: deadline
                .filter(|_| is_late)
                .max(Some(self.changed_at()))
                .unwrap_or(0),
            chain_until: deadline.filter(|_| !is_late),
            ..situation
        }
    }

    fn changed_at(&self) -> u64 {
        self.changed.map_or(0, |(at, _)| at)
    }

    /// When the player to move runs out of time, in milliseconds since 1970, computed from the times at
    /// which moves arrived.
    fn opponents_time(&self) -> Option<u64> {
        let clock = self.seen.clock?;
        let times = self.game.current().times().iter().copied().map(Some);
        let until = Clocks::of((clock.base, clock.increment), times).runs_out_at()?;
        Some(until.max(0) as u64)
    }

    /// Whether the bot must take a step in this situation, and others have had their time for it.
    fn is_mine(&mut self, situation: &Situation) -> bool {
        let own = match situation.cause {
            // the bot always wants to ask a late opponent
            Some(Cause::Asks) => situation.due().filter(|(_, by_relay)| !by_relay),
            _ => None,
        };
        let own = own.map(|(step, _)| (step, 0));
        let duty = situation.duty().map(|duty| (duty.step, duty.waits));
        let Some((step, waits)) = own.or(duty) else {
            self.step = None;
            return false;
        };
        let known = self.step.filter(|(known, _)| *known == step);
        let (_, since) = *self.step.insert(known.unwrap_or((step, situation.now)));
        let left = situation
            .chain_until
            .map(|until| until.saturating_sub(since));
        situation.now >= since + within(waits, left)
    }

    /// The calls that are due now that the chain shows this state, unless others still have time for
    /// them. `now`: in milliseconds since 1970.
    ///
    /// # Errors
    /// In words: the chain's moves can't be read.
    pub fn due(
        &mut self,
        shown: &Shown<'_>,
        relay_settles: bool,
        now: u64,
    ) -> Result<Option<Due>, String> {
        let seen = self.see(shown)?;
        let plies = seen.shown.line.plies();
        let state = (shown.round, plies, shown.awaits, seen.deadline);
        if self.changed.is_none_or(|(_, known)| known != state) {
            (self.changed, self.step) = (Some((now, state)), None);
        }
        self.seen = seen;
        let found = |shown: &chess_player::Shown<Line>| {
            // no call meets play that the bot never agreed to: `word` reports that error
            let player = self.player(shown).ok()?;
            let (due, play) = player.due_by(&self.game, shown)?;
            let situation = self.situation(&player, shown, Some(&due), now);
            Some((situation, due.cause, play))
        };
        // the bot tries an answer even if the time seems to have expired: the chain's clock decides
        let late = self.seen.at(now);
        let in_time = found(&self.seen.shown);
        let in_time = in_time.filter(|(_, cause, _)| !late.is_late || *cause == Cause::Meets);
        let Some((situation, cause, play)) = in_time.or_else(|| found(&late)) else {
            (self.left, self.step) = (None, None);
            return Ok(None);
        };
        let situation = Situation {
            relay_brings: relay_settles && !self.relay_failed,
            ..situation
        };
        if !self.is_mine(&situation) {
            self.left = Some(situation);
            return Ok(None);
        }
        self.left = None;
        if play.is_some() && cause.opponents_millis(None) == 0 {
            // the relay has failed, unless the last message came too late for it
            let had_time = self.game.last_entry_at() <= self.changed_at();
            self.relay_failed |= situation.relay_brings && had_time;
        }
        let signal = late.is_late || cause == Cause::Settles;
        Ok(Some(Due { play, signal }))
    }

    /// Whether the chain waited for a player at the last look.
    pub fn is_awaited(&self) -> bool {
        self.seen.shown.awaits != Awaits::Move
    }

    /// Whether the others' time has expired, so that the bot must look at the chain immediately.
    pub fn is_others_time_over(&mut self, now: u64) -> bool {
        let left = self.left.clone();
        left.is_some_and(|left| self.is_mine(&Situation { now, ..left }))
    }

    /// Whether it has signed a draw over the last position.
    fn has_drawn(&self) -> bool {
        let current = self.game.current();
        self.signer.has_drawn(current.round(), current.moves())
    }

    /// Adds a message that someone has sent. A message that is known already is no error. `at`: when it
    /// arrived according to the relay, and `now`, both in milliseconds since 1970. An arrival time in
    /// the future becomes `now`: every later message would get at least that time, and no opponent
    /// would ever be late.
    ///
    /// # Errors
    /// The message is invalid, or doesn't continue from the known game.
    pub fn hear(&mut self, call: &Call, at: u64, now: u64) -> Result<(), Refusal> {
        let message = MatchMessage {
            round: call.round,
            points: call.points,
            moves: &call.moves,
            white: &call.white,
            black: &call.black,
        };
        let first = self.first.named();
        let end = self.seen.shown.end_of(&self.game);
        match self.game.check(&first, message, end, at.min(now)) {
            Ok(entry) => self.game.add(&entry)?,
            Err(Refusal::Known) => return Ok(()),
            Err(refusal) => return Err(refusal),
        }
        self.signer.hear(&self.game);
        Ok(())
    }

    /// Stores the messages that the bot has heard and not answered.
    ///
    /// # Errors
    /// In words: the key's file can't be written.
    pub fn keep(&mut self) -> Result<(), String> {
        self.signer.keep_heard()
    }

    /// Adds all messages that the relay has of the game. Invalid ones are skipped. `now`: in
    /// milliseconds since 1970.
    pub fn hear_all(&mut self, state: &GameState, now: u64) {
        let current = &state.current;
        let game = self.first.in_round(current.round, current.points);
        let moves = &current.moves.0;
        let argument = |hex: &Option<Hex>| hex.clone().unwrap_or_default().0;
        let last_moves = Call {
            white: argument(&current.white),
            ..game.call(moves, Color::Black, argument(&current.black))
        };
        let at = current.times.last().copied().unwrap_or_default();
        let _ = self.hear(&last_moves, at, now);
        for said in &current.said {
            let call = game.call(moves, said.color.into(), said.signed.0.clone());
            let _ = self.hear(&call, said.at, now);
        }
        if let Some(next) = &state.next {
            self.hear_next(next, now);
        }
    }

    /// The whole current round, if both players have signed it and the relay has less of it.
    pub fn whole(&self, state: &GameState) -> Option<Request> {
        let current = self.game.current();
        let place = (current.round(), current.plies());
        if place <= (state.current.round, state.current.plies) {
            return None;
        }
        let argument = |color| Some(current.last_move(color)?.to_argument());
        let game = self.first.in_round(current.round(), current.points());
        Some(play_request(Call {
            white: argument(Color::White)?.to_vec(),
            ..game.call(current.moves(), Color::Black, argument(Color::Black)?)
        }))
    }

    /// Adds the messages about the next round. `now`: in milliseconds since 1970.
    pub fn hear_next(&mut self, next: &NextState, now: u64) {
        let game = self.first.in_round(next.round, next.points);
        for (color, argument) in [(Color::White, &next.white), (Color::Black, &next.black)] {
            if let Some(argument) = argument {
                let call = game.call(&[], color, argument.0.clone());
                let _ = self.hear(&call, next.at, now);
            }
        }
    }

    /// Notes that a player wishes to call off the game with this number of plies. `color`: theirs in
    /// round 0.
    pub fn hear_abort(&mut self, color: Color, plies: usize) {
        if color != self.color_in(0) {
            self.wished = Some((self.game.current().round(), plies));
        }
    }

    /// Whether the bot must sign a draw because the opponent wishes to call the game off before both have
    /// moved: one player offers the draw, and the player to move accepts it. The wish expires with
    /// the next ply.
    fn calls_off(&self, deeds: &[Deed<Line>]) -> bool {
        let current = self.game.current();
        let (round, plies) = (current.round(), current.plies());
        let is_wished = plies < ABORTED_BEFORE && self.wished == Some((round, plies));
        let may_draw = |deed: &Deed<Line>| matches!(deed, Deed::OfferDraw | Deed::AcceptDraw);
        // a move that the bot has signed may not have arrived
        let signed = self.signer.signed_in(round).unwrap_or_default();
        is_wished && deeds.iter().any(may_draw) && signed.len() <= current.moves().len()
    }

    /// Whether the players have called the round off before both have moved, so that they leave the
    /// match.
    fn is_called_off(&self) -> bool {
        let current = self.game.current();
        current.standing() == Standing::Agreed && current.plies() < ABORTED_BEFORE
    }

    /// The bot's next message, if it has something to say. `now`: in milliseconds since 1970.
    /// `may_begin`: the opponent has had time enough to begin the next round. `think`: chooses a move.
    /// Once a time has expired on the chain the bot signs nothing new, because the message could bind
    /// nobody else.
    ///
    /// # Errors
    /// In words: the engine has failed, or the key has signed another game.
    pub fn word(
        &mut self,
        now: u64,
        may_begin: bool,
        think: impl FnOnce(&Line) -> Result<Thought, String>,
    ) -> Result<Option<Call>, String> {
        if self.game.leaving().is_some() {
            return Ok(None);
        }
        let again = self.said_before()?;
        let shown = self.seen.at(now);
        let (round, ..) = self.signer.last_round();
        let current = self.game.current();
        if again.is_some() || shown.is_late || round > current.round() {
            return Ok(again);
        }
        let player = self.player(&shown)?;
        if let Some(action) = player.unsaid(&self.game, self.terms()) {
            return self.say(action).map(Some);
        }
        let deeds = player.may_do(&shown);
        if self.calls_off(&deeds) {
            return self.say(Action::Draw).map(Some);
        }
        if player.may_move(&shown) {
            // a draw that the bot has accepted still lacks the offer, and no move may follow it
            return match self.has_drawn() {
                true => Ok(None),
                false => self.moved(&deeds, think).map(Some),
            };
        }
        let own = self.color_in(current.round());
        let has_asked = current.has_said(own, Action::Ask);
        let ask_at = self.situation(&player, &shown, None, now).ask_at();
        let ask_at = ask_at.max(self.opponents_time().unwrap_or(0));
        if now >= ask_at && !has_asked && player.may_ask(&shown) {
            return self.say(Action::Ask).map(Some);
        }
        // the last round ends as a single game does
        match self.game.is_last_round() {
            true => Ok(None),
            false => self.next_round(&player, &shown, &deeds, may_begin),
        }
    }

    /// The next signed message that the known game lacks. It binds the bot already, but may not have
    /// arrived.
    fn said_before(&mut self) -> Result<Option<Call>, String> {
        let (round, points, left) = self.signer.last_round();
        let current = self.game.current();
        if round > current.round() {
            let action = if left { Action::Leave } else { Action::Move };
            return self.speak_of(round, points, action);
        }
        if current.standing() != Standing::GoesOn {
            return Ok(None);
        }
        let (own, moves) = (self.color_in(current.round()), current.moves());
        let is_missing = !current.has_said(own, Action::Draw) && current.may_sign_draw(own);
        if is_missing && self.has_drawn() {
            return self.say(Action::Draw).map(Some);
        }
        let signed = self.signer.signed_in(current.round()).unwrap_or_default();
        let is_longer = signed.len() > moves.len() && signed.starts_with(moves);
        if is_longer && current.position().turn() == own {
            let moves = signed.to_vec();
            return self.sign(Action::Move, moves).map(Some);
        }
        Ok(None)
    }

    /// A move, a draw that the Laws allow, or the acceptance of an offered draw if the bot isn't better.
    fn moved(
        &mut self,
        deeds: &[Deed<Line>],
        think: impl FnOnce(&Line) -> Result<Thought, String>,
    ) -> Result<Call, String> {
        let current = self.game.current();
        let line = current.line();
        let signed = self.signer.signed_in(current.round()).unwrap_or_default();
        if signed.len() > line.bytes().len() {
            return Err("it has signed another game than the relay has".into());
        }
        if deeds.contains(&Deed::Claim) {
            return self.say(Action::Draw);
        }
        let mut longer = line.clone();
        let thought = think(line).and_then(|thought| match longer.play(thought.mv) {
            Ok(()) => Ok(thought),
            Err(error) => Err(format!("{}: {error}", thought.mv)),
        });
        let thought = match thought {
            Ok(thought) => thought,
            Err(error) => return self.engine_fails(&error),
        };
        let is_offered = line.plies() >= NO_DRAW_BEFORE && deeds.contains(&Deed::AcceptDraw);
        if is_offered && thought.worth.is_some_and(|worth| worth <= 0) {
            return self.say(Action::Draw);
        }
        self.sign(Action::Move, longer.bytes().to_vec())
    }

    /// Resigns if the engine has failed too often in this position.
    fn engine_fails(&mut self, error: &str) -> Result<Call, String> {
        let current = self.game.current();
        let place = (current.round(), current.line().plies());
        let (last, tries) = self.failed;
        let tries = if last == place { tries + 1 } else { 1 };
        self.failed = (place, tries);
        match tries < TRIES {
            true => Err(format!(
                "ply {}: {error}; the bot resigns if the engine fails {TRIES} times here",
                place.1 + 1
            )),
            false => self.say(Action::Resign),
        }
    }

    /// Follows the opponent into the next round, or out of the match. The bot goes first only if the
    /// opponent can't take back the round's end.
    fn next_round(
        &mut self,
        player: &Player<Line>,
        shown: &chess_player::Shown<Line>,
        deeds: &[Deed<Line>],
        may_begin: bool,
    ) -> Result<Option<Call>, String> {
        let (leaves, begins) = (player.they_left(), player.they_begin());
        let leaves = leaves || !begins && self.is_called_off();
        let (deed, action) = match leaves {
            true => (Deed::Leave, Action::Leave),
            false if begins || may_begin => (Deed::Begin, Action::Move),
            false => return Ok(None),
        };
        let points = player.points_after(shown).filter(|_| deeds.contains(&deed));
        match points {
            Some(points) => self.speak_of(player.round() + 1, points, action),
            None => Ok(None),
        }
    }

    /// Begins a round or leaves before it, unless the bot has said so already.
    fn speak_of(
        &mut self,
        round: u16,
        points: u16,
        action: Action,
    ) -> Result<Option<Call>, String> {
        let color = self.color_in(round);
        let next = self.game.next().filter(|next| next.round == round);
        if next.is_some_and(|next| next.action_of(color).is_some()) {
            return Ok(None);
        }
        let game = self.first.in_round(round, points);
        self.sign_in(&game, action, &[]).map(Some)
    }

    /// Signs a message other than a move.
    fn say(&mut self, action: Action) -> Result<Call, String> {
        let moves = self.game.current().moves().to_vec();
        self.sign(action, moves)
    }

    fn sign(&mut self, action: Action, moves: Vec<u8>) -> Result<Call, String> {
        let current = self.game.current();
        let game = self.first.in_round(current.round(), current.points());
        self.sign_in(&game, action, &moves)
    }

    fn sign_in(&mut self, game: &SignedGame, action: Action, moves: &[u8]) -> Result<Call, String> {
        let signed = self.signer.sign(&game.named(), action, moves)?;
        Ok(game.call(moves, self.color_in(game.round), signed.to_argument()))
    }
}

#[cfg(test)]
mod tests {
    use signed_play::{EndOnBoard, SignedAction};

    use super::super::brain::Brain;
    use super::*;
    use crate::pgn;
    use crate::signed::KeyFolder;

    fn thinks(level: &str) -> impl FnOnce(&Line) -> Result<Thought, String> {
        let mut brain = Brain::new(level, &[], 1).unwrap();
        move |line| brain.choose(line)
    }

    /// A game with White's and Black's key.
    fn game_of(keys: [[u8; 32]; 2]) -> SignedGame {
        SignedGame::new([5; 32], 7, keys)
    }

    /// A bot's table in a match of this number of rounds that began at this time, and its opponent.
    /// `bot`: the bot's side in the first round (0 White, 1 Black).
    fn against(bot: usize, rounds: u16, began: u64) -> (Table, Signer) {
        let (own, opponent) = (Signer::in_memory(), Signer::in_memory());
        let mut keys = [own.public(), opponent.public()];
        keys.rotate_right(bot);
        (Table::new(game_of(keys), rounds, own, began), opponent)
    }

    /// Lets a table hear what a side (0 White, 1 Black) says in the first round.
    fn tell(table: &mut Table, by: Option<&mut Signer>, side: usize, action: Action, moves: &[u8]) {
        let first = table.first.clone();
        let signer = by.unwrap_or(&mut table.signer);
        let call = signed_call(signer, &first, COLORS[side], action, moves);
        table.hear(&call, 1, 1).unwrap();
    }

    const COLORS: [Color; 2] = [Color::White, Color::Black];

    fn action_of(call: &Call) -> Action {
        let argument = [&call.white[..], &call.black].concat();
        let signed = SignedAction::from_argument(&argument).unwrap();
        signed.unwrap().action
    }

    fn signed_call(
        signer: &mut Signer,
        game: &SignedGame,
        color: Color,
        action: Action,
        moves: &[u8],
    ) -> Call {
        let signed = signer.sign(&game.named(), action, moves).unwrap();
        game.call(moves, color, signed.to_argument())
    }

    fn line_of(moves: &str) -> Line {
        let mut line = Line::default();
        for mv in moves.split(' ') {
            line.play(mv.parse().unwrap()).unwrap();
        }
        line
    }

    /// Plays moves, each said by its side: the bot's (0 White, 1 Black) or its opponent's.
    fn play(table: &mut Table, opponent: &mut Signer, bot: usize, moves: &str) -> Line {
        let mut line = Line::default();
        for (ply, mv) in moves.split_whitespace().enumerate() {
            line.play(mv.parse().unwrap()).unwrap();
            let by = (ply % 2 != bot).then_some(&mut *opponent);
            tell(table, by, ply % 2, Action::Move, line.bytes());
        }
        line
    }

    /// Round 0 with these moves, and no end.
    fn going_on(moves: &[u8]) -> Shown<'_> {
        Shown {
            round: 0,
            points: 0,
            moves,
            awaits: Awaits::Move,
            reason: EndReason::None,
            deadline: 0,
            pauses: Pauses::NONE,
            clock: None,
        }
    }

    /// The same with a draw by agreement, which is open.
    fn drawn(moves: &[u8]) -> Shown<'_> {
        Shown {
            awaits: Awaits::LongerGame,
            reason: EndReason::Agreement,
            ..going_on(moves)
        }
    }

    /// The bot's word at that time.
    fn speaks(table: &mut Table, now: u64) -> Option<Call> {
        table.word(now, false, thinks("1")).unwrap()
    }

    fn says(table: &mut Table, now: u64) -> Option<Action> {
        speaks(table, now).as_ref().map(action_of)
    }

    fn calls_off(table: &Table) -> bool {
        let shown = table.seen.at(1);
        let deeds = table.player(&shown).unwrap().may_do(&shown);
        table.calls_off(&deeds)
    }

    /// The bot's answer to a draw offered after a number of plies of a game that White wins.
    fn said_to_an_offer(plies: usize) -> Action {
        let pgn = pgn::read(include_str!("../../games/botvinnik-capablanca-1938.pgn"));
        let played = pgn.map(Result::unwrap).next().unwrap();
        let bot = plies % 2;
        let (mut table, mut opponent) = against(bot, 1, 0);
        let mut say = |side: usize, action, moves: &[u8]| {
            let by = (side != bot).then_some(&mut opponent);
            tell(&mut table, by, side, action, moves);
        };
        let mut line = Line::default();
        for (ply, played) in played.plies[..plies].iter().enumerate() {
            line.play(played.mv).unwrap();
            say(ply % 2, Action::Move, line.bytes());
        }
        say(1 - bot, Action::Draw, line.bytes());
        let word = table.word(1, false, thinks("2")).unwrap();
        action_of(&word.expect("a word"))
    }

    #[test]
    fn an_old_end_on_the_chain_lets_nobody_begin_the_next_round() {
        let (mut table, mut opponent) = against(1, 3, 0);
        let line = play(&mut table, &mut opponent, 1, "e2e4 e7e5");
        let by = Some(&mut opponent);
        tell(&mut table, by, 0, Action::Resign, line.bytes());
        let begins = |table: &mut Table| table.word(1, true, thinks("1")).unwrap().is_some();
        table.show(&drawn(&line.bytes()[..2])).unwrap();
        assert!(!begins(&mut table));
        // an end over these very plies is open for both
        let moves = line.bytes().to_vec();
        let open = Shown {
            deadline: 10,
            ..drawn(&moves)
        };
        table.show(&open).unwrap();
        // nothing undoes it once its window has expired
        let late = table.word(11, true, thinks("1"));
        assert!(late.unwrap().is_none());
        assert!(begins(&mut table));
    }

    #[test]
    fn an_engine_that_fails_names_the_ply_and_loses_the_game() {
        let (mut table, mut opponent) = against(1, 1, 0);
        let mut line = Line::default();
        let illegal = |_: &Line| {
            let mv = "e7e4".parse().unwrap();
            Ok(Thought { mv, worth: None })
        };
        for (ply, mv) in ["e2e4", "a2a3"].into_iter().enumerate() {
            line.play(mv.parse().unwrap()).unwrap();
            let by = Some(&mut opponent);
            tell(&mut table, by, 0, Action::Move, line.bytes());
            let refused = table.word(1, false, |_| Err("no answer".into()));
            let place = ["ply 2: ", "ply 4: "][ply];
            let words = refused.err().unwrap();
            assert!(words.starts_with(&format!("{place}no answer")), "{words}");
            let words = table.word(1, false, illegal).err().unwrap();
            assert!(words.starts_with(&format!("{place}e7e4: ")), "{words}");
            // the third answer counts, even if it is no legal move
            let third = match ply {
                0 => table.word(1, false, thinks("1")),
                _ => table.word(1, false, illegal),
            };
            let word = third.unwrap().unwrap();
            let said = [Action::Move, Action::Resign][ply];
            assert_eq!(action_of(&word), said);
            line = Line::read(&word.moves).unwrap();
            table.hear(&word, 1, 1).unwrap();
        }
    }

    #[test]
    fn a_bot_that_was_killed_makes_no_move_after_its_draw() {
        let (mut table, mut opponent) = against(1, 1, 0);
        let first = table.first.clone();
        let line = play(&mut table, &mut opponent, 1, "e2e4");
        let by = Some(&mut opponent);
        tell(&mut table, by, 0, Action::Draw, line.bytes());
        let accepted = table.say(Action::Draw).unwrap();
        // a relay that hides the offer shows the move alone, as the chain does
        let mut table = Table::new(first, 1, table.signer().reread(), 0);
        table.show(&going_on(line.bytes())).unwrap();
        let words = [(); 2].map(|()| speaks(&mut table, 1));
        for word in words.into_iter().flatten() {
            assert_eq!(word, accepted);
        }
    }

    #[test]
    fn a_bot_that_was_killed_can_prove_its_game() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyFolder::at(folder.path().to_owned());
        let (own, mut opponent) = (keys.make().unwrap(), Signer::in_memory());
        let first = game_of([opponent.public(), own.public()]);
        let mut table = Table::new(first.clone(), 3, own, 0);
        let mut moves = vec![];
        for mv in ["e2e4", "g1f3"] {
            let mut line = Line::read(&moves).unwrap();
            line.play(mv.parse().unwrap()).unwrap();
            let by = Some(&mut opponent);
            tell(&mut table, by, 0, Action::Move, line.bytes());
            let word = speaks(&mut table, 1).expect("a move");
            table.hear(&word, 1, 1).unwrap();
            moves = word.moves;
        }
        let killed = |table: Table| {
            let public = table.signer().public();
            drop(table);
            let signer = keys.find(&public).unwrap().expect("the key");
            let mut table = Table::new(first.clone(), 3, signer, 2);
            table.show(&going_on(&[])).unwrap();
            table
        };
        let mut table = killed(table);
        let word = speaks(&mut table, 2).expect("its last move again");
        assert_eq!(word.moves, moves);
        table.hear(&word, 2, 2).unwrap();
        let call = table.game.call(0, &[]).expect("a proof");
        assert_eq!((call.moves, call.white.len()), (moves.clone(), 65));
        // a message that needs no reply is also stored
        tell(&mut table, Some(&mut opponent), 0, Action::Resign, &moves);
        table.keep().unwrap();
        let mut table = killed(table);
        assert_eq!(table.game().current().result(), Some(Some(Color::Black)));
        let next = first.in_round(1, 0);
        let begins = signed_call(&mut opponent, &next, Color::Black, Action::Move, &[]);
        table.hear(&begins, 3, 3).unwrap();
        table.keep().unwrap();
        let mut table = killed(table);
        let word = speaks(&mut table, 3).expect("its begin");
        table.hear(&word, 3, 3).unwrap();
        let call = table.game.call(0, &moves).expect("a round");
        assert_eq!((call.round, call.moves), (1, vec![]));
    }

    #[test]
    fn no_relay_makes_an_opponent_never_late() {
        const NOW: u64 = 1_000_000_000;
        const YEAR: u64 = 365 * 24 * 3_600_000;
        let clock = TimeControl {
            base: 60,
            increment: 0,
        };
        let (mut table, mut opponent) = against(1, 1, NOW);
        let first = table.first.clone();
        let line = line_of("e2e4");
        let call = signed_call(
            &mut opponent,
            &first,
            Color::White,
            Action::Move,
            line.bytes(),
        );
        // a relay that helps the opponent says that the first move comes in a year
        table.hear(&call, NOW + YEAR, NOW).unwrap();
        let word = speaks(&mut table, NOW).expect("a move");
        table.hear(&word, NOW, NOW).unwrap();
        let moves = table.game.current().moves().to_vec();
        let shown = Shown {
            clock: Some(clock),
            ..going_on(&moves)
        };
        table.show(&shown).unwrap();
        assert_eq!(says(&mut table, NOW + 69_999), None);
        assert_eq!(says(&mut table, NOW + 70_000), Some(Action::Ask));
    }

    #[test]
    fn a_relay_has_a_part_of_what_is_left_to_answer_an_ask() {
        const NOW: u64 = 1_000_000;
        fn ask(moves: &[u8], deadline: u64) -> Shown<'_> {
            Shown {
                awaits: Awaits::Answer,
                deadline,
                ..going_on(moves)
            }
        }
        let table = || {
            let (mut table, mut opponent) = against(1, 1, 0);
            let line = play(&mut table, &mut opponent, 1, "e2e4 e7e5");
            (table, line.bytes()[..2].to_vec())
        };
        let is_due = |table: &mut Table, moves: &[u8], deadline, now| {
            let due = table.due(&ask(moves, deadline), true, now).unwrap();
            due.is_some_and(|due| due.play.is_some() && !due.signal)
        };
        // the time that is left, and the relay's part of it
        for (left, patience) in [(240_000, 20_000), (60_000, 6_000), (5_000, 500)] {
            let (mut table, asked) = table();
            let deadline = NOW + left;
            assert!(!is_due(&mut table, &asked, deadline, NOW));
            assert!(!is_due(&mut table, &asked, deadline, NOW + patience - 1));
            assert!(!table.is_others_time_over(NOW + patience - 1));
            assert!(table.is_others_time_over(NOW + patience));
            assert!(is_due(&mut table, &asked, deadline, NOW + patience));
            assert!(!table.is_others_time_over(NOW + patience));
            // it has failed, so the bot leaves the next answer to nobody
            assert!(is_due(&mut table, &asked, deadline + 1, NOW + patience));
        }
        // the relay can't have submitted what the bot said a moment ago
        let (mut late, asked) = table();
        let before = ask(&asked, NOW + 60_000);
        assert!(late.due(&before, true, 0).unwrap().is_none());
        assert!(late.due(&before, true, NOW).unwrap().is_some());
        assert!(!is_due(&mut late, &asked, NOW + 60_001, NOW));
        // a relay that can't be reached gets no time
        let (mut alone, asked) = table();
        assert!(!alone.is_awaited());
        assert!(!is_due(&mut alone, &asked, NOW + 60_000, NOW));
        alone.relay_failed = true;
        assert!(is_due(&mut alone, &asked, NOW + 60_000, NOW));
        // the chain's wait counts even if the bot has no answer yet
        let (mut silent, _) = against(1, 1, 0);
        silent.show(&ask(&asked, NOW + 60_000)).unwrap();
        assert!(silent.is_awaited());
    }

    #[test]
    fn a_game_from_which_a_pause_took_time_is_submitted() {
        let (mut table, mut opponent) = against(1, 1, 0);
        let line = play(&mut table, &mut opponent, 1, "e2e4 e7e5");
        let shown = going_on(&[]);
        assert!(table.due(&shown, false, 1).unwrap().is_none());
        let pauses = Pauses {
            took_time: true,
            ..Pauses::NONE
        };
        let shown = Shown { pauses, ..shown };
        // White comes first
        assert!(table.due(&shown, false, 1).unwrap().is_none());
        let due = table.due(&shown, false, 8_001).unwrap();
        let call = due.and_then(|due| due.play).expect("the game");
        assert_eq!(call.moves, line.bytes());
    }

    #[test]
    fn words_over_a_ply_that_the_chain_lacks_are_given_up() {
        let (mut table, mut opponent) = against(1, 1, 0);
        let first = table.first.clone();
        let line = |moves| line_of(moves).bytes().to_vec();
        let [heard, chain] = ["e2e4", "d2d4"].map(line);
        for action in [Action::Move, Action::Draw] {
            tell(&mut table, Some(&mut opponent), 0, action, &heard);
        }
        let accepted = table.say(Action::Draw).unwrap();
        assert_eq!(accepted.moves, heard);
        // White has submitted another first move, so that the chain would refuse the agreement
        table.show(&going_on(&chain)).unwrap();
        let word = speaks(&mut table, 1).expect("a word");
        assert_eq!(action_of(&word), Action::Move);
        assert!(word.moves.starts_with(&chain));
        // the bot never gives up its own move, for any moves on the chain
        let other = line("e2e4 e7e5");
        table.show(&going_on(&other)).unwrap();
        let resigns = table.signer.sign(&first.named(), Action::Resign, &other);
        resigns.unwrap_err();
    }

    #[test]
    fn before_both_have_moved_a_bot_calls_the_game_off_as_its_opponent_wishes() {
        // the bot's side (0 White, 1 Black), and the number of plies
        for (bot, plies) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)] {
            let (mut table, mut opponent) = against(bot, 1, 0);
            let moves = ["", "e2e4", "e2e4 e7e5"][plies];
            let line = play(&mut table, &mut opponent, bot, moves);
            let is_on_move = plies % 2 == bot;
            // its own wish doesn't count, nor does one over other plies
            table.hear_abort(COLORS[bot], plies);
            table.hear_abort(COLORS[1 - bot], plies + 1);
            assert!(!calls_off(&table));
            table.hear_abort(COLORS[1 - bot], plies);
            if is_on_move {
                assert!(!calls_off(&table), "nothing is offered yet");
                let by = Some(&mut opponent);
                tell(&mut table, by, 1 - bot, Action::Draw, line.bytes());
            }
            let wanted = match (plies, is_on_move) {
                (2, true) => Some(Action::Move),
                _ => Some(Action::Draw),
            };
            assert_eq!(says(&mut table, 1), wanted, "{bot} after {plies} plies");
        }
    }

    #[test]
    fn a_bot_that_calls_a_round_off_leaves_the_match() {
        for round in [0, 1] {
            let (mut table, mut opponent) = against(0, 3, 0);
            let first = table.first.clone();
            let points = 2 * round;
            let mut hear = |table: &mut Table, round, action| {
                let game = first.in_round(round, 2 * round);
                let color = table.color_in(round).other();
                let call = signed_call(&mut opponent, &game, color, action, &[]);
                table.hear(&call, 1, 1).unwrap();
            };
            let say = |table: &mut Table| {
                let word = speaks(table, 1).unwrap();
                table.hear(&word, 1, 1).unwrap();
                (word.round, word.points, action_of(&word))
            };
            if round == 1 {
                // a wish to call off the first round says nothing about the next one
                table.hear_abort(Color::Black, 0);
                hear(&mut table, 0, Action::Resign);
                hear(&mut table, 1, Action::Move);
                assert_eq!(say(&mut table), (1, 2, Action::Move));
                assert!(!calls_off(&table));
            }
            table.hear_abort(Color::Black, 0);
            if table.color_in(round) == Color::White {
                hear(&mut table, round, Action::Draw);
            }
            assert_eq!(say(&mut table), (round, points, Action::Draw));
            if table.color_in(round) == Color::Black {
                hear(&mut table, round, Action::Draw);
            }
            // the bot leaves only once the chain has the draw
            let word = table.word(1, true, thinks("1"));
            assert!(word.unwrap().is_none());
            let shown = Shown {
                round,
                points,
                ..drawn(&[])
            };
            table.show(&shown).unwrap();
            assert_eq!(say(&mut table), (round + 1, points + 1, Action::Leave));
        }
    }

    #[test]
    fn a_bot_that_is_not_better_agrees_on_a_draw() {
        // White is winning, and in the end Black sees it too
        assert_eq!(said_to_an_offer(80), Action::Move);
        assert_eq!(said_to_an_offer(81), Action::Draw);
        // the game has hardly begun
        assert_eq!(said_to_an_offer(21), Action::Move);
    }

    #[test]
    fn a_draw_by_a_fifth_repetition_is_not_played_on() {
        let (mut table, mut opponent) = against(1, 1, 0);
        let first = table.first.clone();
        // the bot, which is Black, could never claim it
        let moves =
            "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 g1h3 g8h6 h3g1 h6g8 b1a3 b8a6 a3b1 a6b8";
        let mut line = play(&mut table, &mut opponent, 1, moves);
        assert_eq!(line.end(), Some(EndOnBoard::Drawn));
        let drawn = line.bytes().to_vec();
        let black = *table.game().current().last_move(Color::Black).unwrap();
        line.play("e2e4".parse().unwrap()).unwrap();
        let (color, moves) = (Color::White, line.bytes());
        let call = Call {
            black: black.to_argument().to_vec(),
            ..signed_call(&mut opponent, &first, color, Action::Move, moves)
        };
        let heard = table.hear(&call, 1, 1);
        let word = speaks(&mut table, 1);
        assert!(word.is_none(), "{heard:?} {word:?}");
        assert_eq!(table.game().current().moves(), drawn);
    }
}
