//! A client as anyone could write it.

use std::time::{Duration, Instant};

use chess_rules::Color;
use ed25519_dalek::{Signer, SigningKey};
use futures_util::{SinkExt, StreamExt};
use relay::protocol::{Answer, GameState, Hex, People, Request, Side};
use signed_play::Action;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, protocol::CloseFrame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::harness::chess::{Match, moves};

/// Nothing takes this long, however busy the machine.
pub const LONG: Duration = Duration::from_secs(60);

/// Looks again and again until a value appears; after too long it fails with the other values.
pub async fn patiently<T>(look: impl AsyncFn() -> Result<T, String>) -> T {
    let start = Instant::now();
    loop {
        match look().await {
            Ok(found) => return found,
            Err(instead) => assert!(start.elapsed() < LONG, "{instead}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// The last message received.
#[derive(Debug)]
pub enum End {
    Closed(Option<CloseFrame>),
    Broken,
}

impl Client {
    pub async fn connect(url: &str) -> Self {
        let (socket, _) = connect_async(url).await.unwrap();
        Client { socket }
    }

    /// Connects and enters a room.
    pub async fn enter(url: &str, game: &Match) -> (Self, GameState) {
        let mut client = Client::connect(url).await;
        client.send(&game.enter()).await;
        let state = client.game().await;
        (client, state)
    }

    pub async fn send(&mut self, request: &Request) {
        self.send_text(&serde_json::to_string(request).unwrap())
            .await;
    }

    /// False if the connection is gone.
    pub async fn try_send(&mut self, request: &Request) -> bool {
        let text = serde_json::to_string(request).unwrap();
        self.socket.send(Message::text(text)).await.is_ok()
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next answer, or how the connection ended.
    pub async fn try_next(&mut self) -> Result<Answer, End> {
        loop {
            let frame = timeout(LONG, self.socket.next()).await.expect("an answer");
            match frame {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(End::Closed(frame)),
                Some(Ok(_)) => {}
                Some(Err(_)) => return Err(End::Broken),
                None => return Err(End::Closed(None)),
            }
        }
    }

    /// The next answer that isn't about people in the room.
    pub async fn next(&mut self) -> Answer {
        loop {
            match self.try_next().await.expect("an answer") {
                Answer::People(_) => {}
                answer => return answer,
            }
        }
    }

    /// Sends a request and waits for its answer. News may come before it: of the chain, of the others'
    /// moves and of a match's next round.
    pub async fn ask(&mut self, request: &Request) -> Answer {
        self.send(request).await;
        self.answer().await
    }

    /// The answer to a request that was sent.
    pub async fn answer(&mut self) -> Answer {
        loop {
            match self.next().await {
                Answer::Chain { .. } | Answer::Next(_) | Answer::Played { .. } => {}
                answer => return answer,
            }
        }
    }

    pub async fn game(&mut self) -> GameState {
        match self.next().await {
            Answer::Game(game) => *game,
            other => panic!("not a game: {other:?}"),
        }
    }

    /// Waits until the people in the room are as wanted.
    pub async fn people(&mut self, wanted: impl Fn(&People) -> bool) -> People {
        loop {
            match self.try_next().await.expect("people") {
                Answer::People(people) if wanted(&people) => return people,
                _ => {}
            }
        }
    }

    /// The code and the words of the refusal of a request.
    pub async fn refusal(&mut self, request: &Request) -> (String, String) {
        error(self.ask(request).await)
    }

    /// The same for the next answer.
    pub async fn error(&mut self) -> (String, String) {
        error(self.next().await)
    }

    /// Sends a request that the relay must refuse with this code.
    pub async fn is_refused(&mut self, request: &Request, code: &str) {
        assert_eq!(self.refusal(request).await.0, code);
    }

    /// The same with these words behind the code.
    pub async fn is_told(&mut self, request: &Request, words: &str) {
        let (code, text) = self.refusal(request).await;
        assert_eq!(format!("{code}: {text}"), words);
    }

    /// Sends a move, the last of these, that the relay must store.
    pub async fn plays(&mut self, game: &Match, line: &str) -> u64 {
        self.keep(&game.last_move(&moves(line))).await
    }

    /// Sends another action over these moves that the relay must store.
    pub async fn says(&mut self, game: &Match, color: Color, action: Action, moves: &[u8]) -> u64 {
        self.keep(&game.says(color, action, moves)).await
    }

    /// Sends all of a game, and that this player resigns in the end.
    pub async fn loses(&mut self, game: &Match, color: Color, line: &str) {
        let moves = moves(line);
        self.keep(&game.whole(&moves)).await;
        self.says(game, color, Action::Resign, &moves).await;
    }

    /// The plies after the others' next message, at which ply it begins, and its moves.
    pub async fn played(&mut self) -> (usize, usize, Vec<u8>) {
        loop {
            match self.next().await {
                Answer::Played {
                    plies, first, new, ..
                } => return (plies, first, new.0),
                Answer::Chain { .. } => {}
                other => panic!("nothing played: {other:?}"),
            }
        }
    }

    /// Sends a message that the relay must store; returns the time of its arrival.
    pub async fn keep(&mut self, request: &Request) -> u64 {
        match self.ask(request).await {
            Answer::Kept { at, .. } => at,
            other => panic!("not kept: {other:?}"),
        }
    }

    /// Sends a message until the relay has stored it, whose store may fail for a while.
    pub async fn until_kept(&mut self, request: &Request) {
        loop {
            match self.ask(request).await {
                // the whole game, if the relay has it already
                Answer::Kept { .. } | Answer::Game(_) => return,
                Answer::Error { code, .. } => assert_eq!(code, "store"),
                other => panic!("not kept: {other:?}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Reads until the connection ends; returns the reason.
    pub async fn end(&mut self) -> End {
        loop {
            if let Err(end) = self.try_next().await {
                return end;
            }
        }
    }
}

impl Match {
    /// A player's signature of any bytes.
    pub fn sign_bytes(&self, color: Color, bytes: &[u8]) -> [u8; 64] {
        let key = SigningKey::from_bytes(self.secret(color));
        key.sign(bytes).to_bytes()
    }

    /// A proof that a player is there.
    pub fn here(&self, color: Color, nonce: &[u8]) -> Request {
        let message = self.room.here_message(nonce.try_into().unwrap());
        Request::Here {
            color: Side::from(color),
            signature: Hex(self.sign_bytes(color, &message).to_vec()),
        }
    }
}

fn error(answer: Answer) -> (String, String) {
    match answer {
        Answer::Error { code, text, .. } => (code, text),
        other => panic!("not refused: {other:?}"),
    }
}
