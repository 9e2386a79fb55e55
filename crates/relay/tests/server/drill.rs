//! A disaster: the relay and the servers of its store are killed, and one server's disk is put back
//! to an older copy. Two honest players continue with the messages that they have stored.

use std::collections::HashSet;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::stream::Info as StreamInfo;
use chess_player::{Player, Shown, Terms};
use chess_rules::Color;
use futures_util::TryStreamExt;
use relay::protocol::{Answer, GameState, Hex, Request};
use signed_play::{Action, MatchMessage};

use crate::harness::chess::{Match, first, random_game, request, split};
use crate::harness::client::Client;
use crate::harness::nats::Nats;
use crate::harness::table::{Table, gains};
use crate::several::{copy_folder, relay_of};

/// The plies when the copy is made, when all is killed, and in the end.
const COPIED: usize = 10;
const KILLED: usize = 21;
const ALL: usize = 30;

/// An honest player by `chess-player`, who stores messages before they are sent.
struct Seat<'a> {
    game: &'a Match,
    color: Color,
    log: signed_play::Match,
    /// The plies that it has signed.
    signed: HashSet<usize>,
}

impl<'a> Seat<'a> {
    fn new(game: &'a Match, color: Color) -> Self {
        let mut log = signed_play::Match::default();
        log.set_agreed(1);
        Seat {
            game,
            color,
            log,
            signed: HashSet::new(),
        }
    }

    fn plies(&self) -> usize {
        self.log.current().plies()
    }

    /// Adds an action, unless it is known.
    fn hear(&mut self, moves: &[u8], white: &[u8], black: &[u8]) {
        let message = MatchMessage {
            round: 0,
            points: 0,
            moves,
            white,
            black,
        };
        let game = self.game.room.game();
        if let Ok(entry) = self.log.check(&game, message, None, 1) {
            self.log.add(&entry).unwrap();
        }
    }

    fn hear_all(&mut self, state: &GameState) {
        let argument = |hex: &Option<Hex>| hex.clone().unwrap_or_default().0;
        let now = &state.current;
        let (white, black) = (argument(&now.white), argument(&now.black));
        self.hear(&now.moves.0, &white, &black);
    }

    /// The last moves of both, for a relay that has fewer.
    fn whole(&self) -> Request {
        let current = self.log.current();
        let argument = |color| {
            let signed = current.last_move(color).unwrap();
            Hex(signed.to_argument().to_vec())
        };
        Request::Play {
            id: None,
            round: 0,
            points: 0,
            moves: Hex(current.moves().to_vec()),
            white: argument(Color::White),
            black: argument(Color::Black),
        }
    }

    /// Signs and keeps a move, which is the last of these.
    fn moves(&mut self, moves: &[u8]) -> Request {
        let shown = Shown::new(Terms {
            rounds: 1,
            is_first: self.color == Color::White,
            has_clock: false,
        });
        let player = Player::looking(&self.log, &shown).unwrap();
        assert!(player.may_move(&shown));
        let signed = self.game.sign(self.color, Action::Move, moves);
        let (ply, argument) = (split(moves).len(), signed.to_argument());
        assert!(self.signed.insert(ply), "a second ply {ply}");
        match self.color {
            Color::White => self.hear(moves, &argument, &[]),
            Color::Black => self.hear(moves, &[], &argument),
        }
        request(moves, self.color, &signed)
    }
}

/// Connects, reads everything, and sends the messages that the relay lacks.
async fn sit(seat: &mut Seat<'_>, url: &str) -> Client {
    let (mut client, state) = enter(url, seat.game).await;
    seat.hear_all(&state);
    if seat.plies() > state.current.plies {
        client.until_kept(&seat.whole()).await;
    }
    client
}

/// Enters a room, once the relay has found its server again.
async fn enter(url: &str, game: &Match) -> (Client, GameState) {
    loop {
        let mut client = Client::connect(url).await;
        match client.ask(&game.enter()).await {
            Answer::Game(state) => return (client, *state),
            Answer::Error { code, .. } => assert_eq!(code, "store"),
            other => panic!("not a game: {other:?}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Plays the game on up to a number of plies.
async fn play(seats: &mut [Seat<'_>; 2], url: &str, all: &[u8], plies: usize) {
    let mut clients = [None, None];
    for (seat, client) in seats.iter_mut().zip(&mut clients) {
        *client = Some(sit(seat, url).await);
    }
    // the player with more moves has sent them in the meantime
    for (seat, client) in seats.iter_mut().zip(&mut clients) {
        *client = Some(sit(seat, url).await);
    }
    while seats[0].plies() < plies {
        let ply = seats[0].plies();
        let line = first(all, ply + 1);
        let mover = ply % 2;
        let request = seats[mover].moves(line);
        let client = clients[mover].as_mut().unwrap();
        client.until_kept(&request).await;
        let Request::Play { white, black, .. } = &request else {
            unreachable!("a move")
        };
        seats[1 - mover].hear(line, &white.0, &black.0);
    }
}

/// The servers' streams, once they have a leader.
async fn streams(server: &Nats) -> (Context, Vec<StreamInfo>) {
    loop {
        let client = async_nats::connect(server.url()).await.unwrap();
        let context = async_nats::jetstream::new(client);
        if let Ok(all) = context.streams().try_collect().await {
            return (context, all);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Keeps a replica of each stream at each server.
async fn replicate(servers: &[Nats]) {
    let (context, all) = streams(&servers[0]).await;
    for mut stream in all {
        stream.config.num_replicas = servers.len();
        // a server that has started takes replicas a moment later
        while context.update_stream(&stream.config).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// The servers are killed, and the first one's disk is put back. `left`: the plies that they have then.
async fn survive(mut servers: Vec<Nats>, left: usize) {
    let urls: Vec<_> = servers.iter().map(Nats::url).collect();
    let urls = urls.join(",");
    let table = Table::start();
    let game = table.game(1, None);
    let before = table.balances();
    let options = table.settled(&[]);
    streams(&servers[0]).await;
    let program = relay_of(&urls, &options);
    replicate(&servers).await;
    let all = random_game(7, ALL);
    let mut seats = [Color::White, Color::Black].map(|color| Seat::new(&game, color));
    play(&mut seats, &program.url, &all, COPIED).await;
    servers[0].kill();
    let copy = tempfile::tempdir().unwrap();
    copy_folder(servers[0].folder.path(), copy.path());
    servers[0].restart();
    play(&mut seats, &program.url, &all, KILLED - 1).await;
    // White's last move is signed and kept, and reaches nobody
    seats[0].moves(first(&all, KILLED));
    program.kill();
    servers.iter_mut().for_each(Nats::kill);
    servers[0].folder = copy;
    servers.iter_mut().for_each(Nats::restart);
    streams(&servers[0]).await;
    let program = relay_of(&urls, &options);
    let (_, state) = enter(&program.url, &game).await;
    assert_eq!(state.current.plies, left);
    play(&mut seats, &program.url, &all, ALL).await;
    let line = seats[0].log.current().moves().to_vec();
    assert_eq!(line, all);
    let (mut white, _) = enter(&program.url, &game).await;
    let resigns = game.says(Color::White, Action::Resign, &line);
    white.until_kept(&resigns).await;
    table.until(1, |standing| standing.0 == 2).await;
    assert_eq!(table.standing(1).3, ALL as u16);
    table.pays(gains(&before, [0, 2])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_restore_the_messages_that_a_server_with_an_old_disk_has_lost() {
    survive(vec![Nats::start()], COPIED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_three_servers_have_the_messages_that_the_third_one_has_lost() {
    survive(Nats::cluster().into(), KILLED - 1).await;
}
