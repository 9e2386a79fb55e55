//! A game by signature through a relay: the connection of a player or a spectator.

mod line;

use std::io::{self, ErrorKind};
use std::net::ToSocketAddrs;
use std::time::{Duration, Instant};

use chess_rules::Color;
use relay::protocol::{Answer, GameState, Hex, Request};
use signed_play::{Call, SignedAction, count_plies, last_ply_of};
use tungstenite::client::{IntoClientRequest, uri_mode};
use tungstenite::error::UrlError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::{MaybeTlsStream, Mode};
use tungstenite::{HandshakeError, Message, WebSocket};

use crate::signed::{Message as TranscriptMessage, SignedGame, Transcript};
use line::Line;

/// How long a client waits for an answer.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The longest message from a relay in bytes: more than the longest game with all its messages.
const MAX_MESSAGE_LEN: usize = 1 << 20;

pub(crate) type Socket = WebSocket<MaybeTlsStream<Line>>;

/// Connects within this time. A relay that accepts the connection and stays silent, or answers byte by
/// byte, also counts as unreachable.
fn connect(url: &str, patience: Duration) -> Result<Socket, tungstenite::Error> {
    let request = url.into_client_request()?;
    let uri = request.uri();
    let port = uri.port_u16().unwrap_or(match uri_mode(uri)? {
        Mode::Plain => 80,
        Mode::Tls => 443,
    });
    let host = uri.host().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let until = Instant::now() + patience;
    let mut places = (host, port).to_socket_addrs()?;
    let connected = places.find_map(|place| Line::connect(&place, until).ok());
    let unable = || UrlError::UnableToConnect(uri.to_string());
    let line = connected.ok_or_else(unable)?;
    let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE_LEN));
    match tungstenite::client_tls_with_config(request, line, Some(config), None) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Failure(error)) => Err(error),
        Err(HandshakeError::Interrupted(_)) => Err(io::Error::from(ErrorKind::TimedOut).into()),
    }
}

/// Connects within this time.
///
/// # Errors
/// In words, naming the relay.
pub(crate) fn reach(url: &str, patience: Duration) -> Result<Socket, String> {
    connect(url, patience).map_err(|error| format!("cannot reach the relay {url}: {error}"))
}

/// Whether the line timed out.
fn is_late(error: &tungstenite::Error) -> bool {
    let tungstenite::Error::Io(error) = error else {
        return false;
    };
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn line_of(socket: &mut Socket) -> Option<&mut Line> {
    match socket.get_mut() {
        MaybeTlsStream::Plain(line) => Some(line),
        MaybeTlsStream::Rustls(tls) => Some(&mut tls.sock),
        _ => None,
    }
}

/// A call of the endpoint `play` as it goes to a relay.
pub fn play_request(call: Call) -> Request {
    Request::Play {
        id: None,
        round: call.round,
        points: call.points,
        moves: Hex(call.moves),
        white: Hex(call.white),
        black: Hex(call.black),
    }
}

/// The relay's transcript of a game's round, checked: the current round's, or the players' messages
/// about the next one.
fn transcript_of(game: &SignedGame, state: &GameState) -> Result<Transcript, String> {
    let (none, now) = (Hex::default(), &state.current);
    let (moves, last, said) = match &state.next {
        _ if game.round == now.round => (&now.moves, [&now.white, &now.black], &now.said[..]),
        Some(next) if game.round == next.round => (&none, [&next.white, &next.black], &[][..]),
        _ => (&none, [&None, &None], &[][..]),
    };
    let plies = count_plies(&moves.0).map_err(|error| error.to_string())?;
    let last = [Color::White, Color::Black].into_iter().zip(last);
    let last = last.filter_map(|(color, argument)| {
        Some((color, last_ply_of(color, plies), argument.as_ref()?))
    });
    let said = said
        .iter()
        .map(|said| (said.color.into(), plies, &said.signed));
    let messages = last.chain(said).map(|(signer, plies, argument)| {
        Ok(TranscriptMessage {
            signer,
            plies,
            signed: read_message(argument)?,
        })
    });
    let messages = messages.collect::<Result<_, String>>()?;
    Transcript::check(game.clone(), &moves.0, messages)
        .map_err(|error| format!("the relay's game isn't valid: {error}"))
}

/// Reads a message from a relay.
///
/// # Errors
/// In words: it is invalid.
pub fn read_message(argument: &Hex) -> Result<SignedAction, String> {
    let signed = SignedAction::from_argument(&argument.0).ok().flatten();
    signed.ok_or_else(|| "the relay gives an invalid message".into())
}

/// A connection to a relay, in a game's room.
pub struct Relayed {
    url: String,
    socket: Socket,
    /// How long it waits for an answer.
    patience: Duration,
    /// It sends nothing before this time.
    free_at: Instant,
}

/// The least time between two messages: a relay closes a line that sends more than 10 messages a
/// second in the long run, and answers to its pings count.
const SENDS_EVERY: Duration = Duration::from_millis(125);

impl Relayed {
    /// Connects and enters a game's room. `contract`: the chess contract's address, `erd1…`.
    /// `patience`: how long to wait for the connection, and then for each answer.
    ///
    /// # Errors
    /// In words, naming the relay.
    pub fn enter(
        url: &str,
        contract: &str,
        game: &SignedGame,
        patience: Duration,
    ) -> Result<(Self, GameState), String> {
        let mut relayed = Relayed {
            url: url.into(),
            socket: reach(url, patience)?,
            patience,
            free_at: Instant::now(),
        };
        let [white, black] = game.keys_in(0).map(|key| Hex(key.to_vec()));
        relayed.send(&Request::Enter {
            contract: contract.into(),
            game: game.id,
            white,
            black,
        })?;
        match relayed.hear()? {
            Answer::Game(state) => Ok((relayed, *state)),
            other => Err(relayed.unexpected(&other)),
        }
    }

    /// Sends a player's last message and waits until the relay has stored it.
    ///
    /// # Errors
    /// In words, why the relay doesn't store it.
    pub fn play(
        &mut self,
        transcript: &Transcript,
        color: Color,
        signed: &SignedAction,
    ) -> Result<(), String> {
        let moves = transcript.line().bytes();
        self.send_kept(transcript.game.call(moves, color, signed.to_argument()))
    }

    fn send_kept(&mut self, call: Call) -> Result<(), String> {
        self.send(&play_request(call))?;
        loop {
            match self.hear()? {
                // the relay knew the message already
                Answer::Kept { .. } | Answer::Game(_) => return Ok(()),
                Answer::Chain { .. } | Answer::Next(_) => {}
                other => return Err(self.unexpected(&other)),
            }
        }
    }

    /// The longer one of a player's transcript and the relay's of the same round, in `state`. Sends
    /// the player's if the relay's is shorter.
    ///
    /// # Errors
    /// In words: the relay's is invalid, or the relay doesn't store the player's.
    pub fn exchange(&mut self, own: Transcript, state: &GameState) -> Result<Transcript, String> {
        let known = transcript_of(&own.game, state)?;
        if own.line().plies() <= known.line().plies() {
            return Ok(known);
        }
        self.send_kept(own.call(known.line().bytes())?)?;
        Ok(own)
    }

    /// Waits for a message of the player with this colour: the new moves, and the signed message.
    ///
    /// # Errors
    /// In words: another message came, or none.
    pub fn opponents(&mut self, color: Color) -> Result<(Vec<u8>, SignedAction), String> {
        loop {
            match self.hear()? {
                Answer::Played {
                    new, white, black, ..
                } => {
                    let [white, black] = [white, black].map(Option::unwrap_or_default);
                    let argument = match color {
                        Color::White => white.0,
                        Color::Black => black.0,
                    };
                    let signed = SignedAction::from_argument(&argument).ok().flatten();
                    let signed = signed.ok_or("the relay gives a message without a signature")?;
                    return Ok((new.0, signed));
                }
                Answer::Chain { .. } => {}
                other => return Err(self.unexpected(&other)),
            }
        }
    }

    /// Sends a request as soon as the relay's limit allows.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn send(&mut self, request: &Request) -> Result<(), String> {
        let text = serde_json::to_string(request).map_err(|error| error.to_string())?;
        std::thread::sleep(self.free_at.saturating_duration_since(Instant::now()));
        self.free_at = Instant::now() + SENDS_EVERY;
        self.wait_until(Some(Instant::now() + self.patience));
        let sent = self.socket.send(Message::text(text));
        sent.map_err(|error| self.broken(&error))
    }

    /// Sets until when the line waits; `None`: forever.
    fn wait_until(&mut self, until: Option<Instant>) {
        if let Some(line) = line_of(&mut self.socket) {
            line.until = until;
        }
    }

    /// The next message that isn't about the people in the room, however long that takes.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn hear_sometime(&mut self) -> Result<Answer, String> {
        let answer = self.hear_until(None)?;
        answer.ok_or_else(|| self.silent())
    }

    /// The next message that isn't about the people in the room.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn hear(&mut self) -> Result<Answer, String> {
        let answer = self.hear_within(self.patience)?;
        answer.ok_or_else(|| self.silent())
    }

    /// The answer in a message, unless it is about the people in the room.
    fn answer_in(&self, message: Message) -> Result<Option<Answer>, String> {
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(Answer::People(_)) => Ok(None),
                Ok(answer) => Ok(Some(answer)),
                Err(error) => Err(format!("{} isn't a relay: {error}", self.url)),
            },
            Message::Close(Some(frame)) => {
                Err(format!("the relay {} says: {}", self.url, frame.reason))
            }
            _ => Ok(None),
        }
    }

    /// The next message that isn't about the people in the room, if one comes within this time.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn hear_within(&mut self, time: Duration) -> Result<Option<Answer>, String> {
        self.hear_until(Some(Instant::now() + time))
    }

    fn hear_until(&mut self, until: Option<Instant>) -> Result<Option<Answer>, String> {
        self.wait_until(until);
        loop {
            match self.socket.read() {
                Ok(message) => {
                    if let Some(answer) = self.answer_in(message)? {
                        return Ok(Some(answer));
                    }
                }
                Err(error) if is_late(&error) => return Ok(None),
                Err(error) => return Err(self.broken(&error)),
            }
            // clients that come and go don't delay other work
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
        }
    }

    fn silent(&self) -> String {
        let (url, seconds) = (&self.url, self.patience.as_secs());
        format!("the relay {url} gives no answer within {seconds} seconds")
    }

    fn broken(&self, error: &tungstenite::Error) -> String {
        match is_late(error) {
            true => self.silent(),
            false => format!("the relay {}: {error}", self.url),
        }
    }

    fn unexpected(&self, answer: &Answer) -> String {
        let url = &self.url;
        match answer {
            Answer::Error { text, .. } => format!("the relay {url} refuses: {text}"),
            _ => format!("the relay {url} gives an answer that wasn't asked for"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    use super::*;

    #[test]
    fn a_relay_that_takes_the_line_and_stays_silent_is_given_up() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("ws://{}/play", silent.local_addr().unwrap());
        let error = connect(&url, Duration::from_millis(50)).unwrap_err();
        let tungstenite::Error::Io(error) = error else {
            panic!("{error}");
        };
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn people_who_come_and_go_do_not_keep_the_line_busy() {
        let relay = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("ws://{}/play", relay.local_addr().unwrap());
        thread::spawn(move || {
            let (tcp, _) = relay.accept().unwrap();
            let mut line = tungstenite::accept(tcp).unwrap();
            let people = Answer::People(Default::default());
            let text = serde_json::to_string(&people).unwrap();
            while line.send(Message::text(text.clone())).is_ok() {
                thread::sleep(Duration::from_millis(5));
            }
        });
        let mut relayed = Relayed {
            socket: connect(&url, PATIENCE).unwrap(),
            url,
            patience: PATIENCE,
            free_at: Instant::now(),
        };
        let asked = Instant::now();
        let heard = relayed.hear_within(Duration::from_millis(50));
        assert!(heard.unwrap().is_none());
        assert!(asked.elapsed() < PATIENCE);
    }

    /// A relay that begins its answer this way, and then sends one byte at a time for a minute.
    fn dripping(begins: impl FnOnce(&mut TcpStream) + Send + 'static) -> String {
        let relay = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("ws://{}/play", relay.local_addr().unwrap());
        thread::spawn(move || {
            let (mut tcp, _) = relay.accept().unwrap();
            begins(&mut tcp);
            for _ in 0..1_200 {
                if io::Write::write_all(&mut tcp, b" ").is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        url
    }

    #[test]
    fn a_relay_that_speaks_slowly_is_waited_for_no_longer() {
        let patience = Duration::from_millis(200);
        let begun = |tcp: &mut TcpStream| {
            io::Write::write_all(tcp, b"HTTP/1.1 101 Switching Protocols\r\nX: ").unwrap();
        };
        let asked = Instant::now();
        connect(&dripping(begun), patience).unwrap_err();
        assert!(asked.elapsed() < Duration::from_secs(30));
        // the same for the end of a message
        let begun = |tcp: &mut TcpStream| {
            let mut line = tungstenite::accept(tcp).unwrap();
            // a text of 1,000 bytes
            io::Write::write_all(line.get_mut(), &[0x81, 126, 3, 232]).unwrap();
        };
        let url = dripping(begun);
        let mut relayed = Relayed {
            socket: connect(&url, PATIENCE).unwrap(),
            url,
            patience,
            free_at: Instant::now(),
        };
        let asked = Instant::now();
        let heard = relayed.hear_within(patience);
        assert!(heard.unwrap().is_none());
        assert!(asked.elapsed() < Duration::from_secs(30));
    }
}
