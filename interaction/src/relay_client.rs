//! A game by signature through a relay: one player's connection, or a spectator's.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::Duration;

use chess_rules::Color;
use relay::protocol::{Answer, GameState, Hex, Request};
use signed_play::SignedAction;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::signed::SignedGame;

/// An answer is waited for that long.
const PATIENCE: Duration = Duration::from_secs(30);

fn tcp_of(socket: &WebSocket<MaybeTlsStream<TcpStream>>) -> Option<&TcpStream> {
    match socket.get_ref() {
        MaybeTlsStream::Plain(tcp) => Some(tcp),
        MaybeTlsStream::Rustls(tls) => Some(&tls.sock),
        _ => None,
    }
}

/// A connection to a relay, in a game's room.
pub struct Relayed {
    url: String,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// The round that is played, and the points before it.
    round: (u16, u16),
}

impl Relayed {
    /// Connects and enters a game's room. `contract`: its address, `erd1…`. `waits_for_ever`: for
    /// an answer, as who watches does; else half a minute.
    ///
    /// # Errors
    /// In words, naming the relay.
    pub fn enter(
        url: &str,
        contract: &str,
        game: &SignedGame,
        waits_for_ever: bool,
    ) -> Result<(Self, GameState), String> {
        let unreachable =
            |error: tungstenite::Error| format!("cannot reach the relay {url}: {error}");
        let (socket, _) = tungstenite::connect(url).map_err(unreachable)?;
        if let Some(tcp) = tcp_of(&socket).filter(|_| !waits_for_ever) {
            tcp.set_read_timeout(Some(PATIENCE))
                .map_err(|error| unreachable(error.into()))?;
        }
        let mut relayed = Relayed {
            url: url.into(),
            socket,
            round: (game.round, game.points),
        };
        let [white, black] = game.first_keys().map(|key| Hex(key.to_vec()));
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

    /// Sends a player's message and waits until the relay has kept it.
    ///
    /// # Errors
    /// In words, why it isn't kept.
    pub fn play(
        &mut self,
        moves: &[u8],
        color: Color,
        signed: &SignedAction,
    ) -> Result<(), String> {
        let argument = Hex(signed.to_argument().to_vec());
        let (white, black) = match color {
            Color::White => (argument, Hex::default()),
            Color::Black => (Hex::default(), argument),
        };
        let (round, points) = self.round;
        self.send(&Request::Play {
            id: None,
            round,
            points,
            moves: Hex(moves.to_vec()),
            white,
            black,
        })?;
        loop {
            match self.hear()? {
                // known already is as good
                Answer::Kept { .. } | Answer::Game(_) => return Ok(()),
                Answer::Chain { .. } | Answer::Next(_) => {}
                other => return Err(self.unexpected(&other)),
            }
        }
    }

    /// Waits for the opponent's message: the moves that are new, and what the player has signed.
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

    /// Sends a request.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn send(&mut self, request: &Request) -> Result<(), String> {
        let text = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let sent = self.socket.send(Message::text(text));
        sent.map_err(|error| self.broken(&error))
    }

    /// The next message that isn't about who is there.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn hear(&mut self) -> Result<Answer, String> {
        loop {
            let message = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(Some(frame))) => {
                    return Err(format!("the relay {} says: {}", self.url, frame.reason));
                }
                Ok(_) => continue,
                Err(error) => return Err(self.broken(&error)),
            };
            match serde_json::from_str(&message) {
                Ok(Answer::People(_)) => {}
                Ok(answer) => return Ok(answer),
                Err(error) => return Err(format!("{} is no relay: {error}", self.url)),
            }
        }
    }

    /// The next message that isn't about who is there, if one comes so soon.
    ///
    /// # Errors
    /// In words, how the connection ended.
    pub fn hear_within(&mut self, time: Duration) -> Result<Option<Answer>, String> {
        if let Some(tcp) = tcp_of(&self.socket) {
            tcp.set_read_timeout(Some(time))
                .map_err(|error| self.broken(&error.into()))?;
        }
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => match serde_json::from_str(&text) {
                    Ok(Answer::People(_)) => {}
                    Ok(answer) => return Ok(Some(answer)),
                    Err(error) => return Err(format!("{} is no relay: {error}", self.url)),
                },
                Ok(Message::Close(Some(frame))) => {
                    return Err(format!("the relay {} says: {}", self.url, frame.reason));
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(self.broken(&error)),
            }
        }
    }

    fn broken(&self, error: &tungstenite::Error) -> String {
        match error {
            tungstenite::Error::Io(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                format!(
                    "the relay {} is silent for {} seconds",
                    self.url,
                    PATIENCE.as_secs()
                )
            }
            error => format!("the relay {}: {error}", self.url),
        }
    }

    fn unexpected(&self, answer: &Answer) -> String {
        match answer {
            Answer::Error { text, .. } => format!("the relay {} refuses: {text}", self.url),
            _ => format!(
                "the relay {} gives an answer that wasn't asked for",
                self.url
            ),
        }
    }
}
