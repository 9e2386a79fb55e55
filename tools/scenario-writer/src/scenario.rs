//! A scenario in the making: each method adds a step with all that it must bring about.

use std::collections::BTreeMap;

use chess_rules::{Color, Move, Position};
use game_moves::Algorithm;
use game_moves::chess::{self as canonical, write_json};

use crate::cast::*;
use crate::json::{self, *};

const GAS_LIMIT: &str = "600,000,000";

/// A scenario file in the making.
pub struct Scenario {
    name: String,
    steps: Vec<Step>,
    ids: BTreeMap<String, usize>,
    next_id: Option<String>,
    gas: bool,
    pub(crate) wager: Wager,
    games: Vec<Game>,
    waiting: Option<Address>,
    epoch: u64,
    paused_since: Option<u64>,
    paused_epochs: u64,
}

/// A game as it should stand.
struct Game {
    players: [Address; 2],
    position: Position,
    moves: Vec<Move>,
    last_move: u64,
    paused_before: u64,
    state: State,
    reason: Reason,
}

/// A call of the game's contract.
#[derive(Clone)]
pub struct Call {
    pub from: Address,
    pub to: Address,
    pub function: String,
    pub arguments: Vec<String>,
    pub egld: u128,
    pub tokens: Vec<(&'static str, u64, u128)>,
}

/// A call by an account.
pub fn call(from: Address, function: &str, arguments: &[&str]) -> Call {
    Call {
        from,
        to: CHESS,
        function: function.into(),
        arguments: arguments.iter().map(|a| a.to_string()).collect(),
        egld: 0,
        tokens: vec![],
    }
}

impl Call {
    pub fn egld(mut self, amount: u128) -> Self {
        self.egld = amount;
        self
    }

    pub fn token(mut self, identifier: &'static str, nonce: u64, amount: u128) -> Self {
        self.tokens.push((identifier, nonce, amount));
        self
    }

    fn tx(&self) -> Tx {
        let payment = |&(identifier, nonce, amount): &(&str, u64, u128)| Payment {
            token_identifier: format!("str:{identifier}"),
            nonce: (nonce > 0).then(|| nonce.to_string()),
            value: number(amount),
        };
        Tx {
            from: Some(self.from.into()),
            to: Some(self.to.into()),
            egld_value: (self.egld > 0).then(|| number(self.egld)),
            esdt_value: self.tokens.iter().map(payment).collect(),
            function: Some(self.function.clone()),
            arguments: self.arguments.clone(),
            gas_limit: Some(GAS_LIMIT.into()),
            gas_price: Some("0".into()),
            ..Tx::default()
        }
    }
}

/// An event: its name, its other topics, its data.
pub struct Event(pub &'static str, pub Vec<String>, pub String);

impl Scenario {
    /// A scenario in an empty world.
    pub fn new(name: &str) -> Self {
        Scenario {
            name: name.into(),
            steps: vec![],
            ids: BTreeMap::new(),
            next_id: None,
            gas: false,
            wager: Wager::Egld,
            games: vec![],
            waiting: None,
            epoch: 0,
            paused_since: None,
            paused_epochs: 0,
        }
    }

    /// A scenario in which the contract is ready for players (see [`crate::set_up`]).
    pub fn ready(name: &str, wager: Wager, rule: Rule) -> Self {
        let mut s = Scenario::new(name);
        s.wager = wager;
        let file = crate::set_up::file_name(wager, rule);
        s.steps.push(Step::ExternalSteps { path: file });
        s
    }

    /// A gas scenario, ready for players, in a folder further down: ids tell the kind of each move.
    pub fn gas(name: &str) -> Self {
        let mut s = Scenario::ready_below(name, Wager::Egld, "..");
        s.gas = true;
        s
    }

    /// A scenario ready for players, in a folder from which `up` leads to `scenarios/`.
    pub fn ready_below(name: &str, wager: Wager, up: &str) -> Self {
        let mut s = Scenario::new(name);
        s.wager = wager;
        let file = crate::set_up::file_name(wager, Rule::Forfeit);
        let path = format!("{up}/{file}");
        s.steps.push(Step::ExternalSteps { path });
        s
    }

    /// The finished file.
    pub fn file(&self) -> String {
        json::file(Some(&self.name), &self.steps)
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The id of the next step; steps without one are named after what they do.
    pub fn id(&mut self, id: &str) -> &mut Self {
        self.next_id = Some(id.into());
        self
    }

    fn take_id(&mut self, default: String) -> String {
        let id = self.next_id.take().unwrap_or(default);
        let count = self.ids.entry(id.clone()).or_default();
        *count += 1;
        match count {
            1 => id,
            n if self.gas => format!("{id}/{n}"),
            n => format!("{id} ({n})"),
        }
    }

    // ---- the world

    pub fn set_accounts(&mut self, id: &str, accounts: Vec<(Address, json::Account)>) {
        let id = self.take_id(id.into());
        let accounts = accounts.into_iter().map(|(a, b)| (a.into(), b)).collect();
        self.steps.push(Step::SetState {
            id,
            accounts,
            new_addresses: vec![],
            current_block_info: None,
        });
    }

    /// The addresses that the owner's first deployments get.
    pub fn new_addresses(&mut self, addresses: &[Address]) {
        let id = self.take_id("addresses of the contracts".into());
        let new_address = |(i, address): (usize, &Address)| NewAddress {
            creator_address: OWNER.into(),
            creator_nonce: (i + 1).to_string(),
            new_address: address.to_string(),
        };
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: addresses.iter().enumerate().map(new_address).collect(),
            current_block_info: None,
        });
    }

    /// Time goes on to an epoch.
    pub fn epoch(&mut self, epoch: u64) -> &mut Self {
        self.epoch = epoch;
        let id = self.take_id(format!("epoch {epoch}"));
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: vec![],
            current_block_info: Some(BlockInfo {
                block_epoch: epoch.to_string(),
            }),
        });
        self
    }

    /// Deploys one of the contracts; `folder` leads from the scenario to the artefacts.
    pub fn deploy(&mut self, code: &str, arguments: &[&str], refusal: Option<(u64, &str)>) {
        let id = self.take_id(format!("deploy {code}"));
        let (status, message) = refusal.unwrap_or((0, ""));
        self.steps.push(Step::ScDeploy {
            id,
            tx: Tx {
                from: Some(OWNER.into()),
                contract_code: Some(format!("mxsc:{code}")),
                arguments: arguments.iter().map(|a| a.to_string()).collect(),
                gas_limit: Some(GAS_LIMIT.into()),
                gas_price: Some("0".into()),
                ..Tx::default()
            },
            expect: expect(status, message, Out::These(vec![]), Logs::Any(Star::Star)),
        });
        if refusal.is_none() && code.ends_with(CHESS_CODE) {
            self.paused_since = Some(self.epoch);
        }
    }

    // ---- any call

    /// A call that goes through. `events` come first, in this order; where `more`, those of the
    /// transfers follow.
    pub fn accept(&mut self, call: Call, events: Vec<Event>, more: bool) -> &mut Self {
        let mut logs: Vec<LogOrMore> = events
            .into_iter()
            .map(|event| LogOrMore::Log(log(&call, event)))
            .collect();
        if more {
            logs.push(LogOrMore::More(Plus::Plus));
        }
        let id = self.take_id(call_id(&call));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(0, "", Out::These(vec![]), Logs::These(logs)),
        });
        self
    }

    /// A call that goes through; events aren't looked at.
    pub fn accept_any(&mut self, call: Call) -> &mut Self {
        let id = self.take_id(call_id(&call));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(0, "", Out::These(vec![]), Logs::Any(Star::Star)),
        });
        self
    }

    /// What was owed to a player is paid out; the event follows the transfer.
    pub fn withdraw(&mut self, player: Address, wagers: u128) -> &mut Self {
        let call = call(player, "withdraw", &[]);
        let amount = number(wagers * self.wager.amount());
        let star = Star::Star;
        let logs = vec![
            LogOrMore::Transfer(AnyLog {
                address: star,
                endpoint: star,
                topics: star,
                data: star,
            }),
            LogOrMore::Log(log(&call, Event("withdrawn", vec![player.into()], amount))),
        ];
        let id = self.take_id(call_id(&call));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(0, "", Out::These(vec![]), Logs::These(logs)),
        });
        self
    }

    /// A call that the contract refuses with these words.
    pub fn refuse(&mut self, call: Call, message: &str) -> &mut Self {
        const USER_ERROR: u64 = 4;
        self.fail(call, USER_ERROR, message)
    }

    /// A call that fails with this status.
    pub fn fail(&mut self, call: Call, status: u64, message: &str) -> &mut Self {
        let id = self.take_id(format!("refused: {}", call_id(&call)));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(status, message, Out::These(vec![]), Logs::Any(Star::Star)),
        });
        self
    }

    /// A view and its results.
    pub fn view(&mut self, function: &str, args: &[&str], out: &[&str]) -> &mut Self {
        self.view_of(VIEWS, function, args, out)
    }

    /// A view of which only the cost matters.
    pub fn view_any(&mut self, function: &str, args: &[&str]) -> &mut Self {
        self.query(VIEWS, function, args, 0, "", Out::Any(Star::Star))
    }

    /// A view of another view contract, and its results.
    pub fn view_of(
        &mut self,
        of: Address,
        function: &str,
        args: &[&str],
        out: &[&str],
    ) -> &mut Self {
        let out = Out::These(out.iter().map(|o| o.to_string()).collect());
        self.query(of, function, args, 0, "", out)
    }

    /// A view that fails with these words.
    pub fn view_fails(&mut self, function: &str, args: &[&str], message: &str) {
        self.query(VIEWS, function, args, 4, message, Out::These(vec![]));
    }

    fn query(
        &mut self,
        of: Address,
        function: &str,
        arguments: &[&str],
        status: u64,
        message: &str,
        out: Out,
    ) -> &mut Self {
        let id = format!("{function} {}", arguments.join(" "));
        let id = self.take_id(id.trim_end().into());
        self.steps.push(Step::ScQuery {
            id,
            tx: Tx {
                to: Some(of.into()),
                function: Some(function.into()),
                arguments: arguments.iter().map(|a| a.to_string()).collect(),
                ..Tx::default()
            },
            expect: expect(status, message, out, Logs::Any(Star::Star)),
        });
        self
    }

    // ---- the owner

    pub fn set_wager(&mut self, wager: Wager) -> &mut Self {
        self.wager = wager;
        let token = format!("str:{}", wager.identifier());
        let amount = number(wager.amount());
        let event = Event("wagerSet", vec![token.clone()], amount.clone());
        self.accept(
            call(OWNER, "setWager", &[&token, &amount]),
            vec![event],
            false,
        )
    }

    pub fn pause(&mut self) -> &mut Self {
        self.paused_since = Some(self.epoch);
        let event = Event("paused", vec![], String::new());
        self.accept(call(OWNER, "pause", &[]), vec![event], false)
    }

    pub fn unpause(&mut self) -> &mut Self {
        let since = self.paused_since.take().expect("paused");
        self.paused_epochs += self.epoch - since;
        let event = Event("unpaused", vec![], String::new());
        self.accept(call(OWNER, "unpause", &[]), vec![event], false)
    }

    // ---- the queue

    /// The call `joinGame` with the wager.
    pub fn join_call(&self, player: Address) -> Call {
        let call = call(player, "joinGame", &[]);
        match self.wager {
            Wager::Egld => call.egld(EGLD_WAGER),
            Wager::Token => call.token(TOKEN, 0, TOKEN_WAGER),
        }
    }

    /// A player joins, and waits or starts a game.
    pub fn join(&mut self, player: Address) -> &mut Self {
        let call = self.join_call(player);
        let event = match self.waiting.take() {
            None => {
                self.waiting = Some(player);
                Event("queueJoined", vec![player.into()], String::new())
            }
            Some(white) => {
                self.games.push(Game {
                    players: [white, player],
                    position: Position::START,
                    moves: vec![],
                    last_move: self.epoch,
                    paused_before: self.paused_epochs,
                    state: State::Ongoing,
                    reason: Reason::None,
                });
                let id = self.games.len().to_string();
                let topics = vec![id, white.into(), player.into()];
                Event("gameStarted", topics, String::new())
            }
        };
        if self.gas && self.next_id.is_none() {
            let kind = if event.0 == "queueJoined" {
                "first"
            } else {
                "second"
            };
            self.id(&format!("joinGame/{kind}"));
        }
        // the token's own transfer may come before
        self.accept(call, vec![event], false)
    }

    /// A contract has joined by a call of its own, and waits.
    pub fn waits(&mut self, player: Address) -> &mut Self {
        self.waiting = Some(player);
        self
    }

    /// Who waits has left the queue by a call that is added by itself.
    pub fn leaves(&mut self, player: Address) {
        assert_eq!(self.waiting.take(), Some(player), "{}", self.name);
    }

    /// A game starts, White named first.
    pub fn start(&mut self, white: Address, black: Address) -> &mut Self {
        self.join(white).join(black)
    }

    /// Like [`Scenario::start`], in few words and with no events: for a great many games.
    pub fn start_quietly(&mut self, white: Address, black: Address) {
        let before = self.steps.len();
        self.start(white, black);
        for step in &mut self.steps[before..] {
            if let Step::ScCall { expect, .. } = step {
                expect.logs = Logs::Any(Star::Star);
            }
        }
    }

    /// The one who waits gets their wager back.
    pub fn leave_queue(&mut self, player: Address) -> &mut Self {
        self.waiting = None;
        let event = Event("queueLeft", vec![player.into()], String::new());
        self.accept(call(player, "leaveQueue", &[]), vec![event], true)
    }

    // ---- moves, in the notation of chess engines: e2e4, e7e8q; e7e8 leaves the piece out

    /// The call of a move.
    pub fn move_call(&self, game: usize, text: &str) -> Call {
        let m: Move = text.parse().expect("a move");
        let [from, to] = [m.from, m.to].map(|square| square.index_from_a8().to_string());
        let id = game.to_string();
        let mut arguments = vec![&*id, &*from, &*to];
        let promotion = m.promotion.map(|p| (p as u8).to_string());
        arguments.extend(promotion.as_deref());
        call(self.mover(game), "makeMove", &arguments)
    }

    fn game(&self, id: usize) -> &Game {
        &self.games[id - 1]
    }

    fn mover(&self, game: usize) -> Address {
        let game = self.game(game);
        game.players[game.position.turn() as usize]
    }

    /// Moves that the game goes on after.
    pub fn play(&mut self, game: usize, moves: &str) -> &mut Self {
        for text in moves.split_whitespace() {
            self.make_move(game, text, None);
        }
        self
    }

    /// A move that ends the game.
    pub fn play_last(&mut self, game: usize, text: &str, state: State, reason: Reason) {
        self.make_move(game, text, Some((state, reason)));
    }

    /// A move that is refused with these words.
    pub fn refuse_move(&mut self, game: usize, text: &str, message: &str) -> &mut Self {
        self.next_id = Some(format!("refused: {}", self.move_id(game, text)));
        let call = self.move_call(game, text);
        let id = self.next_id.take();
        self.refuse_named(id, call, message)
    }

    fn refuse_named(&mut self, id: Option<String>, call: Call, message: &str) -> &mut Self {
        self.refuse(call, message);
        if let (Some(id), Some(Step::ScCall { id: last, .. })) = (id, self.steps.last_mut()) {
            *last = id;
        }
        self
    }

    fn move_id(&self, game: usize, text: &str) -> String {
        let ply = self.game(game).position.ply();
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("game {game}: {}{dots} {text}", ply / 2 + 1)
    }

    fn make_move(&mut self, game: usize, text: &str, end: Option<(State, Reason)>) {
        let call = self.move_call(game, text);
        let id = self.move_id(game, text);
        let mut m: Move = text.parse().expect("a move");
        let position = &self.game(game).position;
        assert!(
            position.is_pseudo_legal(m.from, m.to),
            "{id} of {}",
            self.name
        );
        if m.promotion.is_none() && position.promotes(m.from, m.to) {
            m.promotion = Some(chess_rules::Promotion::Queen);
        }
        let kind = crate::kind::of_move(position, m, end.map(|(state, _)| state));
        let (epoch, paused) = (self.epoch, self.paused_epochs);
        let entry = &mut self.games[game - 1];
        entry.position.apply(m);
        entry.moves.push(m);
        entry.last_move = epoch;
        entry.paused_before = paused;

        let topics = vec![game.to_string(), call.from.into()];
        let mut events = vec![Event("moveMade", topics, hex(&encoded(m)))];
        if let Some((state, reason)) = end {
            events.push(self.ended(game, state, reason));
        }
        if self.next_id.is_none() {
            self.next_id = Some(match self.gas {
                true => format!("makeMove/{kind}/{}", id.replace('/', " ")),
                false => id,
            });
        }
        self.accept(call, events, end.is_some());
    }

    /// A game is over; the event that says so.
    pub fn ended(&mut self, game: usize, state: State, reason: Reason) -> Event {
        let entry = &mut self.games[game - 1];
        (entry.state, entry.reason) = (state, reason);
        let mut topics = vec![game.to_string()];
        topics.extend(entry.players.map(String::from));
        let data = format!("u8:{}|u8:{}", state as u8, reason as u8);
        Event("gameEnded", topics, data)
    }

    /// A call of an endpoint that takes a game's id alone and ends the game.
    pub fn end_by(
        &mut self,
        from: Address,
        function: &str,
        game: usize,
        state: State,
        reason: Reason,
    ) -> &mut Self {
        let event = self.ended(game, state, reason);
        self.accept(
            call(from, function, &[&game.to_string()]),
            vec![event],
            true,
        )
    }

    pub fn call_illegal_move(&mut self, player: Address, game: usize, state: State) -> &mut Self {
        self.end_by(player, "callIllegalMove", game, state, Reason::IllegalMove)
    }

    pub fn offer_draw(&mut self, player: Address, game: usize) -> &mut Self {
        let id = game.to_string();
        let event = Event(
            "drawOffered",
            vec![id.clone(), player.into()],
            String::new(),
        );
        self.accept(call(player, "draw", &[&id]), vec![event], false)
    }

    pub fn accept_draw(&mut self, player: Address, game: usize) -> &mut Self {
        self.end_by(player, "draw", game, State::Drawn, Reason::Agreement)
    }

    // ---- what has come about

    /// The position that the moves led to, as the views show it: `getFen`, `getBoard`,
    /// `getStateHash`, `getMoves`, `getGame`.
    pub fn shows(&mut self, game: usize) -> &mut Self {
        let id = game.to_string();
        let entry = self.game(game);
        let fen = format!("str:{}", entry.position.fen());
        let board = hex(entry.position.board());
        let hash = Algorithm::Sha256
            .hash_pieces(|sink| write_json(&entry.position, &mut |piece: &[u8]| sink(piece)));
        let moves: Vec<u8> = entry.moves.iter().flat_map(|&m| encoded(m)).collect();
        let moves = if moves.is_empty() {
            String::new()
        } else {
            hex(&moves)
        };
        let shown = self.shown(game);
        self.view("getFen", &[&id], &[&fen]);
        self.view("getBoard", &[&id], &[&board]);
        self.view("getStateHash", &[&id], &[&hex(&hash)]);
        self.view("getMoves", &[&id], &[&moves]);
        self.view("getGame", &[&id], &[&shown])
    }

    /// The legal moves, by square from a8 on.
    pub fn legal_moves(&mut self, game: usize, moves: &str) -> &mut Self {
        let shown = |text: &str| {
            let m: Move = text.parse().expect("a move");
            let promotion = m.promotion.map_or(0, |p| p as u8);
            let [from, to] = [m.from, m.to].map(|square| square.index_from_a8());
            format!("u8:{from}|u8:{to}|u8:{promotion}")
        };
        let moves: Vec<String> = moves.split_whitespace().map(shown).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.view("getLegalMoves", &[&game.to_string()], &moves)
    }

    /// The game's FEN, written out; it must be that which the moves led to.
    pub fn fen(&mut self, game: usize, fen: &str) -> &mut Self {
        assert_eq!(
            self.game(game).position.fen().to_string(),
            fen,
            "{}",
            self.name
        );
        self.view("getFen", &[&game.to_string()], &[&format!("str:{fen}")])
    }

    /// A game as the views hand it out.
    pub fn shown(&self, id: usize) -> String {
        let game = self.game(id);
        let position = &game.position;
        let deadline = game.last_move + (self.paused_epochs - game.paused_before) + 2;
        [
            format!("u64:{id}"),
            game.players[Color::White as usize].into(),
            game.players[Color::Black as usize].into(),
            format!("u8:{}", position.turn() as u8),
            format!("u64:{}", game.last_move),
            format!("u8:{}", game.state as u8),
            format!("u8:{}", game.reason as u8),
            format!("u64:{deadline}"),
            format!("u8:{}", position.king(Color::White).index_from_a8()),
            format!("u8:{}", position.king(Color::Black).index_from_a8()),
            format!("u8:{}", position.castling().bits()),
            format!("u8:{}", position.context().en_passant),
            format!("u8:{}", position.half_move_clock()),
            format!("u16:{}", position.ply()),
        ]
        .join("|")
    }

    /// Everybody's money to the unit, in wagers, and the scores; who isn't named has the money
    /// of the beginning, and the score 0. In the contract lies what is given as `contract`.
    pub fn check(&mut self, contract: u128, money: &[(Address, u128)], scores: &[(Address, u64)]) {
        self.check_credited(contract, money, scores, &[]);
    }

    /// Like [`Scenario::check`], with what is owed and not yet paid out, in wagers.
    pub fn check_credited(
        &mut self,
        contract: u128,
        money: &[(Address, u128)],
        scores: &[(Address, u64)],
        credits: &[(Address, u128)],
    ) {
        let wager = self.wager;
        let mut accounts: BTreeMap<String, CheckAccount> = BTreeMap::new();
        let untouched = BTreeMap::from([(OWNER, 0), (VIEWS, 0), (CHESS, contract)]);
        let others: Vec<Address> = PLAYERS
            .into_iter()
            .chain(money.iter().map(|m| m.0))
            .collect();
        for account in untouched.keys().copied().chain(others) {
            let is_contract = account.starts_with("sc:");
            let has = |funds: u128| {
                let named = money.iter().find(|m| m.0 == account);
                named.map_or(untouched.get(account).copied().unwrap_or(funds), |m| m.1)
            };
            let playing = has(FUNDS);
            let idle = if PLAYERS.contains(&account) { FUNDS } else { 0 };
            let (egld, token) = match wager {
                Wager::Egld => (playing, idle),
                Wager::Token => (idle, playing),
            };
            let mut check = CheckAccount {
                nonce: "*".into(),
                balance: number(egld * EGLD_WAGER),
                esdt: BTreeMap::new(),
                storage: BTreeMap::new(),
                code: is_contract.then(|| "*".into()),
            };
            if token > 0 {
                let amount = Esdt::Fungible(number(token * TOKEN_WAGER));
                check.esdt.insert(format!("str:{TOKEN}"), amount);
            }
            if account == CHESS {
                check.storage = self.storage(scores, credits);
            } else if is_contract {
                check.storage = BTreeMap::from([("+".into(), String::new())]);
            }
            accounts.insert(account.into(), check);
        }
        let waiting = self
            .waiting
            .map_or(String::new(), |player| format!("1|{player}"));
        self.view("getIsPlayerWaitingOpt", &[], &[&waiting]);
        let id = self.take_id("money, scores and boards".into());
        self.steps.push(Step::CheckState { id, accounts });
    }

    /// Nothing has gone from or to Dave, who has many tokens, and the contract has nothing.
    pub fn check_dave(&mut self, tokens: &[(&str, u64, u128)]) {
        let esdt = |&(identifier, nonce, amount): &(&str, u64, u128)| {
            let amount = number(amount);
            let amount = match nonce {
                0 => Esdt::Fungible(amount),
                nonce => Esdt::Full {
                    instances: vec![Instance {
                        nonce: nonce.to_string(),
                        balance: amount,
                    }],
                    frozen: None,
                },
            };
            (format!("str:{identifier}"), amount)
        };
        self.check(0, &[], &[]);
        let Some(Step::CheckState { accounts, .. }) = self.steps.last_mut() else {
            return;
        };
        let dave = CheckAccount {
            nonce: "*".into(),
            balance: number(FUNDS * EGLD_WAGER),
            esdt: tokens.iter().map(esdt).collect(),
            storage: BTreeMap::new(),
            code: None,
        };
        accounts.insert("address:dave".into(), dave);
    }

    fn storage(
        &self,
        scores: &[(Address, u64)],
        credits: &[(Address, u128)],
    ) -> BTreeMap<String, String> {
        let mut storage = BTreeMap::from([("+".to_string(), String::new())]);
        for player in PLAYERS {
            let score = scores.iter().find(|s| s.0 == player).map_or(0, |s| s.1);
            let credit = credits.iter().find(|c| c.0 == player).map_or(0, |c| c.1);
            storage.insert(format!("str:score|{player}"), or_empty(score.into()));
            let credit = credit * self.wager.amount();
            storage.insert(format!("str:credit|{player}"), or_empty(credit));
        }
        storage.insert("str:games.len".into(), or_empty(self.games.len() as u128));
        for (i, game) in self.games.iter().enumerate() {
            let key = format!("str:board|u32:{}", i + 1);
            storage.insert(key, hex(game.position.board()));
        }
        storage
    }
}

fn expect(status: u64, message: &str, out: Out, logs: Logs) -> Expect {
    Expect {
        out,
        status: status.to_string(),
        message: (status != 0).then(|| format!("str:{message}")),
        logs,
        refund: Star::Star,
    }
}

fn log(call: &Call, Event(name, topics, data): Event) -> Log {
    let mut all = vec![format!("str:{name}")];
    all.extend(topics);
    Log {
        address: call.to.into(),
        endpoint: format!("str:{}", call.function),
        topics: all,
        data: vec![data],
    }
}

fn call_id(call: &Call) -> String {
    let who = short(call.from);
    let text = format!("{who} {} {}", call.function, call.arguments.join(" "));
    text.trim_end().into()
}

fn short(account: Address) -> &'static str {
    account.split_once(':').map_or(account, |(_, name)| name)
}

/// A number as scenario files have it, with commas.
pub fn number(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn or_empty(n: u128) -> String {
    if n == 0 { String::new() } else { number(n) }
}

fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}

fn encoded(m: Move) -> Vec<u8> {
    let m = canonical::Move::try_from(m);
    m.expect("a move").encode().as_bytes().to_vec()
}
