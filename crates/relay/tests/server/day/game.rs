//! One game of a day, played by both players.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chess_rules::Color;
use fastrand::Rng;
use game_moves::chess::Move;
use relay::protocol::Request;
use signed_play::Action;

use super::plan::{Cheat, End, Kind, OFFERED, Plan, REPEATED, with_another_move};
use crate::harness::chess::{FOOLS_MATE, Match, first, last_mover, moves, request, split};
use crate::harness::client::Client;
use crate::harness::table::{Caller, OWNER, Table, arguments, is_late, number};

/// The length of a pause of the contract.
const PAUSE: Duration = Duration::from_secs(1);

/// Two players' connections in one game.
struct Players {
    game: Match,
    clients: [Client; 2],
}

impl Players {
    async fn enter(game: &Match, urls: &[String; 2]) -> [Client; 2] {
        let (white, _) = Client::enter(&urls[0], game).await;
        let (black, _) = Client::enter(&urls[1], game).await;
        [white, black]
    }

    /// Sends a player's message; all the other player has to do is read it.
    async fn send(&mut self, color: Color, request: &Request) {
        self.clients[color as usize].keep(request).await;
        self.clients[color.other() as usize].played().await;
    }

    async fn says(&mut self, color: Color, action: Action, line: &[u8]) {
        let says = self.game.says(color, action, line);
        self.send(color, &says).await;
    }
}

/// One player's action alone.
fn by(color: Color, action: Action) -> [Option<Action>; 2] {
    let mut actions = [None; 2];
    actions[color as usize] = Some(action);
    actions
}

/// The arguments of `play` that a game's cheater calls it with before the relays' next transaction.
pub type Overtaking = Arc<Mutex<BTreeMap<u32, (Caller, Vec<Vec<u8>>)>>>;

/// A game on its table, on which others play as well.
pub struct DayGame {
    pub table: Arc<Table>,
    /// Held by the client that calls the contract from a player's account.
    pub calls: Arc<tokio::sync::Mutex<()>>,
    pub overtaking: Overtaking,
    /// White and Black, as they call the contract.
    pub callers: [Caller; 2],
    /// The relays that White and Black are connected to.
    pub urls: [String; 2],
    pub id: u32,
    pub plan: Plan,
}

impl DayGame {
    /// Plays it, to the last message of a player. Returns whether its end on the board was
    /// acknowledged, but late.
    pub async fn play(self) -> bool {
        let game = Match::of(&self.table.contract(), self.id);
        let clients = Players::enter(&game, &self.urls).await;
        let mut players = Players { game, clients };
        let Plan {
            kind, line, end, ..
        } = &self.plan;
        let mut last_move = Instant::now();
        for ply in 1..=self.plan.plies() {
            let so_far = first(line, ply);
            last_move = Instant::now();
            let message = players.game.last_move(so_far);
            players.send(last_mover(so_far), &message).await;
            if *kind == Kind::Cheat(Cheat::StaleDraw) && ply == OFFERED {
                let honest = self.plan.cheater.other();
                players.says(honest, Action::Draw, so_far).await;
            }
            if *kind == Kind::Cheat(Cheat::Several) && ply == self.plan.plies() / 2 {
                self.cheat(Cheat::OldState, ply, &mut players).await;
            }
        }
        if let Kind::Cheat(cheat) = kind {
            self.cheat(*cheat, self.plan.plies(), &mut players).await;
        }
        let turn = last_mover(line).other();
        match end {
            _ if *kind == Kind::SoreLoser => {}
            _ if *kind == Kind::Cheat(Cheat::ResignOnChain) => {}
            End::Mate => players.says(turn, Action::Resign, line).await,
            End::Stalemate => players.says(turn, Action::Draw, line).await,
            End::Resigned(color) => players.says(*color, Action::Resign, line).await,
            End::Agreed => {
                players.says(turn.other(), Action::Draw, line).await;
                players.says(turn, Action::Draw, line).await;
            }
            End::Silent => players.says(turn.other(), Action::Ask, line).await,
        }
        let is_acknowledged = *kind == Kind::Whole && matches!(end, End::Mate | End::Stalemate);
        is_acknowledged && is_late(last_move)
    }

    /// One player cheats, after this number of plies. The relays have undone it when this returns.
    async fn cheat(&self, cheat: Cheat, plies: usize, players: &mut Players) {
        let (cheater, line) = (self.plan.cheater, first(&self.plan.line, plies));
        let account = &self.callers[cheater as usize];
        let mut rng = Rng::with_seed(self.plan.seed);
        // a ply of the cheater's that the opponent has answered, and that the chain doesn't have
        let on_chain = match cheat {
            Cheat::Several => plies / 2,
            _ => 2,
        };
        let own_plies =
            (on_chain + 1..plies).filter(|ply| last_mover(first(line, *ply)) == cheater);
        let ply = *rng.choice(&own_plies.collect::<Vec<_>>()).unwrap();
        let old = first(line, ply);
        match cheat {
            Cheat::OldState => {
                let ask = arguments(&players.game, old, by(cheater, Action::Ask));
                self.call(account, &[("play", ask)]).await;
            }
            Cheat::OtherMate => {
                let mate = arguments(&players.game, &moves(FOOLS_MATE), [None; 2]);
                self.call(account, &[("play", mate)]).await;
            }
            Cheat::SecondThought | Cheat::Several => {
                let other = with_another_move(line, ply, &mut rng);
                let actions = match cheat {
                    Cheat::SecondThought => [None; 2],
                    _ => by(cheater, Action::Ask),
                };
                let other = arguments(&players.game, &other, actions);
                self.call(account, &[("play", other)]).await;
            }
            Cheat::MoveOnChain => {
                let before = arguments(&players.game, first(line, ply - 1), [None; 2]);
                let other = self.other_move(ply, &mut rng);
                self.call(account, &[("play", before), other]).await;
            }
            Cheat::FirstMoveOnChain => {
                let other = self.other_move(1, &mut rng);
                self.call(account, &[other]).await;
            }
            Cheat::StaleDraw => {
                let draw = arguments(&players.game, first(line, OFFERED), [Some(Action::Draw); 2]);
                self.call(account, &[("play", draw)]).await;
            }
            Cheat::StaleClaim => {
                let repeated = arguments(&players.game, first(line, REPEATED), [None; 2]);
                let claim = ("claimDraw", vec![number(self.id.into())]);
                self.call(account, &[("play", repeated), claim]).await;
            }
            Cheat::Fork => {
                return self
                    .fork(players, with_another_move(line, ply, &mut rng))
                    .await;
            }
            Cheat::ResignOnChain => {
                let resign = ("resign", vec![number(self.id.into())]);
                return self.call(account, &[resign]).await;
            }
            Cheat::Overtakes => {
                let line = match rng.bool() {
                    true => old.to_vec(),
                    false => with_another_move(line, ply, &mut rng),
                };
                let asks = arguments(&players.game, &line, by(cheater, Action::Ask));
                let mut overtaking = self.overtaking.lock().unwrap();
                overtaking.insert(self.id, (account.clone(), asks));
                return;
            }
            Cheat::Pause => {
                let ask = arguments(&players.game, old, by(cheater, Action::Ask));
                self.call(account, &[("play", ask)]).await;
                self.call(&OWNER.into(), &[("pause", vec![])]).await;
                tokio::time::sleep(PAUSE).await;
                self.call(&OWNER.into(), &[("unpause", vec![])]).await;
            }
        }
        self.table
            .until(self.id, |standing| usize::from(standing.3) == plies)
            .await;
        // a client that waited for the chain didn't answer the relay's pings, and comes back
        players.clients = Players::enter(&players.game, &self.urls).await;
        if cheat == Cheat::Several {
            let other = with_another_move(line, ply, &mut rng);
            self.fork(players, other).await;
        }
    }

    /// A call that makes another move from the account than the one that was signed.
    fn other_move(&self, ply: usize, rng: &mut Rng) -> (&'static str, Vec<Vec<u8>>) {
        let other = with_another_move(&self.plan.line, ply, rng);
        let mv = Move::decode(split(&other)[ply - 1]).unwrap().0;
        let mv = chess_rules::Move::from(mv);
        let squares = [mv.from, mv.to].map(|square| square.index_from_a8().into());
        let arguments = [self.id.into(), squares[0], squares[1]].map(number);
        ("makeMove", arguments.to_vec())
    }

    /// Calls that are carried out.
    async fn call(&self, account: &Caller, calls: &[(&str, Vec<Vec<u8>>)]) {
        let _one_at_a_time = self.calls.lock().await;
        for (function, arguments) in calls {
            self.table.call(account, 0, function, arguments);
        }
    }

    /// The cheater's other line, and a resignation of the opponent's that the cheater has signed.
    async fn fork(&self, players: &mut Players, other: Vec<u8>) {
        let cheater = self.plan.cheater;
        let resigns = players.game.sign(cheater, Action::Resign, &self.plan.line);
        let forged = request(&self.plan.line, cheater.other(), &resigns);
        let client = &mut players.clients[cheater as usize];
        for (message, expected) in [
            (players.game.last_move(&other), "fork"),
            (forged, "signature"),
        ] {
            client.is_refused(&message, expected).await;
        }
    }
}
