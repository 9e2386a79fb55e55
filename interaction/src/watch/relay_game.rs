//! Shows a game while others play it through a relay.

use std::io::{self, Write};

use chess_record::GameState;
use chess_rules::Color;
use relay::protocol::{Answer, Hex, NextState};
use serde_json::{Value, json};
use signed_play::{Action, SignedAction};

use crate::board;
use crate::describe;
use crate::network::client::Client;
use crate::pgn::notation::{caption, read_history};
use crate::play::{self, DisplayOptions};
use crate::relay_client::{PATIENCE, Relayed, read_message};
use crate::signed::{Line, SignedGame, first_plies};

/// The relay's game, and the display.
struct Shown<'a, W> {
    game: SignedGame,
    line: Line,
    display: &'a DisplayOptions,
    is_json: bool,
    is_drawn: bool,
    out: &'a mut W,
}

/// Draws a game's board with each move that goes through a relay, until the game is over on the
/// chain; `is_json`: a line of JSON for each move instead. All signatures are checked.
///
/// # Errors
/// The network's or the relay's error, or a closed output.
pub fn watch(
    client: &Client,
    relay: &str,
    game_id: usize,
    display: &DisplayOptions,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let snapshot = client.snapshot(game_id, 0)?;
    let game = SignedGame::of_chain(&client.contracts.chess, u32::try_from(game_id)?, &snapshot)
        .ok_or("the game can't be played by signature: not both players have a key")?;
    let contract = client.network.bech32(&client.contracts.chess);
    let (mut relayed, state) = Relayed::enter(relay, &contract, &game, PATIENCE)?;
    let mut shown = Shown {
        game: game.in_round(state.current.round, state.current.points),
        line: Line::read(&state.current.moves.0)?,
        display,
        is_json,
        is_drawn: false,
        out,
    };
    shown.show()?;
    let mut is_over = state.chain.is_some_and(|chain| chain.state != 0);
    while !is_over {
        match relayed.hear_sometime()? {
            Answer::Played {
                round,
                points,
                first,
                new,
                white,
                black,
                ..
            } => {
                shown.follow_to(round, points);
                shown.played(first, &new.0, [white, black])?;
            }
            Answer::Next(next) => shown.next(&next)?,
            Answer::Chain { chain } => is_over = chain.state != 0,
            _ => {}
        }
    }
    let game = client.snapshot(game_id, 0)?.game;
    if is_json || game.state != GameState::Ongoing {
        let reason = format!("{:?}", game.end_reason);
        let end = json!({"game": game_id, "state": game.state as u8, "reason": reason});
        shown.tell(&end, &describe::end_of_game(&game))?;
    }
    Ok(shown.out.flush()?)
}

impl<W: Write> Shown<'_, W> {
    /// Shows a later round from its start.
    fn follow_to(&mut self, round: u16, points: u16) {
        if (round, points) != (self.game.round, self.game.points) {
            self.game = self.game.in_round(round, points);
            self.line = Line::default();
            self.is_drawn = false;
        }
    }

    /// Shows that players begin the next round, or leave.
    fn next(&mut self, next: &NextState) -> Result<(), Box<dyn std::error::Error>> {
        let of_round = self.game.in_round(next.round, next.points);
        let mut begun = 0;
        for (color, argument) in [(Color::White, &next.white), (Color::Black, &next.black)] {
            let Some(argument) = argument else { continue };
            let signed = read_signed(&of_round, color, argument, &[])?;
            match signed.action {
                Action::Move => begun += 1,
                action => self.says(color, action)?,
            }
        }
        if begun == 2 {
            self.follow_to(next.round, next.points);
            let (round, points) = (u32::from(next.round), u32::from(next.points));
            let black = (2 * round).saturating_sub(points);
            let json = json!({"game": self.game.id, "round": round, "points": points});
            let words = format!("Round {} begins, at {points}:{black} points.", round + 1);
            self.tell(&json, &words)?;
            self.show()?;
        }
        Ok(())
    }

    fn played(
        &mut self,
        first: usize,
        new: &[u8],
        arguments: [Option<Hex>; 2],
    ) -> Result<(), Box<dyn std::error::Error>> {
        let mut moves = first_plies(self.line.bytes(), first).to_vec();
        moves.extend_from_slice(new);
        self.line = Line::read(&moves)?;
        let mut said = vec![];
        for (color, argument) in [Color::White, Color::Black].into_iter().zip(arguments) {
            let Some(argument) = argument else { continue };
            let signed = read_signed(&self.game, color, &argument, &moves)?;
            said.push((color, signed.action));
        }
        if !new.is_empty() {
            return self.show();
        }
        for (color, action) in said {
            self.says(color, action)?;
        }
        Ok(())
    }

    fn says(&mut self, color: Color, action: Action) -> Result<(), Box<dyn std::error::Error>> {
        let what = match action {
            Action::Move => return Ok(()),
            Action::Resign => "resigns",
            Action::Draw => "wants a draw",
            Action::Ask => "asks for a move on the chain",
            Action::Leave => "leaves the match",
        };
        let name = describe::color_name(color);
        // the words are below the board, and the next board is below them
        self.is_drawn = false;
        let json = json!({"game": self.game.id, "player": name.to_lowercase(), "says": what});
        self.tell(&json, &format!("{name} {what}."))?;
        Ok(self.out.flush()?)
    }

    /// Writes a line: of JSON, or in words.
    fn tell(&mut self, json: &Value, words: &str) -> io::Result<()> {
        match self.is_json {
            true => writeln!(self.out, "{json}"),
            false => writeln!(self.out, "{words}"),
        }
    }

    fn show(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        let moves = read_history(self.line.bytes())?;
        let last = moves.last();
        if self.is_json {
            let line = json!({
                "game": self.game.id,
                "plies": moves.len(),
                "san": last.map(|(_, san)| san),
                "fen": self.line.position().fen().to_string(),
            });
            writeln!(self.out, "{line}")?;
        } else {
            let caption = caption(&moves);
            let board = self.line.position().board();
            let drawn = board::draw(board, last.map(|(mv, _)| *mv), self.display.style);
            play::draw(self.display, self.out, &caption, &drawn, self.is_drawn)?;
            self.is_drawn = true;
        }
        Ok(self.out.flush()?)
    }
}

/// Reads a message and verifies its signature.
fn read_signed(
    game: &SignedGame,
    color: Color,
    argument: &Hex,
    moves: &[u8],
) -> Result<SignedAction, String> {
    let signed = read_message(argument)?;
    game.named()
        .verify(color, &signed, moves)
        .map_err(|error| format!("the relay gives a forged message: {error}"))?;
    Ok(signed)
}
