//! One game.

use std::fmt::Write as _;

use chess_record::{Awaits, GameState};
use chess_rules::{Board, Color, Move, Position, Promotion, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Challenge, Claims, Clocks, LegalMove, Side};
use serde_json::json;

use super::json::{amount_json, claims_json, clocks_json, keys_json, move_json, stake};
use crate::board::{self, BoardStyle};
use crate::calls::proxy;
use crate::chess_table::{GameView, SnapshotView};
use crate::describe::{deadline, open_claims, round, standing, turn};
use crate::network::Failure;
use crate::network::client::Client;
use crate::output::Output;
use crate::pgn::notation::{movetext, read_history};
use crate::time_control::{clock_face, in_words};

impl Client {
    /// `getSnapshot`: a game, or an open challenge.
    pub fn show_game(&self, game_id: usize, style: BoardStyle) -> Result<Output, Failure> {
        self.describe(&self.snapshot(game_id, 0)?, style)
    }

    /// A game by a snapshot with all its moves.
    pub fn describe(&self, snapshot: &SnapshotView, style: BoardStyle) -> Result<Output, Failure> {
        let SnapshotView { game, claims, .. } = snapshot;
        let moves = moves_of(snapshot)?;
        let position = position_after(&moves);
        let fen = position.fen().to_string();
        let offer = match snapshot.draw_offer {
            1 => Some(self.address(&game.white_player)),
            2 => Some(self.address(&game.black_player)),
            _ => None,
        };

        let mut text = format!("game {}: {}\n", game.game_id, standing(game));
        match &snapshot.challenge {
            Some(challenge) => text += &self.challenge_text(challenge),
            None => text += &self.players_text(snapshot),
        }
        if game.state != GameState::Open {
            let last = moves.last().map(|(m, _)| *m);
            let _ = writeln!(text, "\n{}", board::draw(position.board(), last, style));
            if !moves.is_empty() {
                let _ = writeln!(text, "{}", movetext(&moves));
            }
            let _ = writeln!(text, "{fen}");
        }
        if let Some(deadline) = deadline(game) {
            let _ = writeln!(text, "{deadline}");
        }
        if let Some(player) = &offer {
            let _ = writeln!(text, "a draw is offered by {player}");
        }
        for claim in open_claims(claims) {
            let _ = writeln!(text, "{claim}");
        }

        let mut json = self.game_json(game);
        let stake = stake(&snapshot.token, &snapshot.stake);
        json["stake"] = json!(stake.as_ref().map(amount_json));
        json["clock"] = json!(snapshot.clocks.as_ref().map(clocks_json));
        json["keys"] = keys_json(snapshot);
        let challenge = snapshot.challenge.as_ref();
        json["challenge"] = json!(challenge.map(|challenge| self.challenge_json(challenge)));
        json["fen"] = fen.into();
        json["board"] = position.board().to_vec().into();
        json["moves"] = moves.iter().map(|(_, san)| san.as_str()).collect();
        json["drawOffer"] = json!(offer);
        json["claims"] = claims_json(claims);
        Ok(Output { text, json })
    }

    /// The players of a game, its stake, its clock and its conditions.
    fn players_text(&self, snapshot: &SnapshotView) -> String {
        let nobody = || "nobody".to_owned();
        let game = &snapshot.game;
        let mut text = format!(
            "White  {}\nBlack  {}\n",
            self.player(&game.white_player).unwrap_or_else(nobody),
            self.player(&game.black_player).unwrap_or_else(nobody),
        );
        let stake = stake(&snapshot.token, &snapshot.stake);
        let _ = match stake {
            Some(stake) => writeln!(text, "stake  {stake} each{}", a_round(game.rounds)),
            None => writeln!(text, "stake  none"),
        };
        if game.rounds > 1 {
            let _ = writeln!(text, "round  {}", round(game));
        }
        if game.engines {
            text += "help   both players may use a chess program\n";
        }
        if let Some(clocks) = &snapshot.clocks {
            let reserve = match snapshot.keys.is_empty() {
                true => "",
                false => " and 3 min more on the chain",
            };
            let _ = writeln!(text, "clock  {}", clocks_in_words(game, clocks, reserve));
        }
        if game.state == GameState::Ongoing && !snapshot.keys.is_empty() {
            text += match game.rounds {
                1 => "play   by signature (sign, submit) or by moves on the chain\n",
                _ => "play   by signature (sign, submit)\n",
            };
        }
        text
    }

    /// The terms of a challenge.
    pub(super) fn challenge_text(&self, challenge: &Challenge<StaticApi>) -> String {
        let opponent = challenge.opponent.as_ref();
        let opponent = opponent.map(|player| self.address(player));
        let stake = stake(&challenge.token, &challenge.stake);
        let mut text = format!(
            "by     {}\nfor    {}\nside   {}\nstake  {}\nclock  {}\n",
            self.address(&challenge.challenger),
            opponent.as_deref().unwrap_or("anyone"),
            match challenge.side {
                Side::White => "the challenger plays White",
                Side::Black => "the challenger plays Black",
                Side::Drawn => "drawn by lot",
            },
            stake.map_or("none".into(), |stake| {
                format!("{stake} each{}", a_round(challenge.rounds))
            }),
            challenge
                .clock
                .map_or("a full epoch a move".into(), in_words),
        );
        if challenge.rounds > 1 {
            let _ = writeln!(text, "rounds {}", challenge.rounds);
        }
        if challenge.engines {
            text += "help   both players may use a chess program\n";
        }
        if !challenge.key.is_empty() {
            text += "play   by signature, if the opponent names a key too (accept --key)\n";
        }
        text
    }

    /// `getBoard`.
    pub fn show_board(&self, game_id: usize, style: BoardStyle) -> Result<Output, Failure> {
        let board: Board = self.view(proxy().get_board(game_id).data)?;
        Ok(Output {
            text: board::draw(&board, None, style),
            json: board.to_vec().into(),
        })
    }

    /// `getFen`.
    pub fn show_fen(&self, game_id: usize) -> Result<Output, Failure> {
        let fen: Vec<u8> = self.view(proxy().get_fen(game_id).data)?;
        Ok(Output::line(String::from_utf8_lossy(&fen).into_owned()))
    }

    /// `getStateHash`, as hex.
    pub fn show_state_hash(&self, game_id: usize) -> Result<Output, Failure> {
        let hash: [u8; 32] = self.view(proxy().state_hash(game_id).data)?;
        Ok(Output::line(hex::encode(hash)))
    }

    /// `getMoves`, in algebraic notation.
    pub fn show_moves(&self, game_id: usize) -> Result<Output, Failure> {
        let bytes: Vec<u8> = self.view(proxy().get_moves(game_id).data)?;
        let moves = read_moves(&bytes)?;
        let json = moves.iter().map(|(m, san)| move_json(*m, Some(san)));
        Ok(Output {
            text: format!("{}\n", movetext(&moves)),
            json: json.collect(),
        })
    }

    /// `getLegalMoves`.
    pub fn show_legal_moves(&self, game_id: usize) -> Result<Output, Failure> {
        let moves: MultiValueVec<LegalMove> = self.view(proxy().legal_moves(game_id).data)?;
        let moves = moves.into_vec().into_iter().map(|m| Move {
            from: Square::from_low_bits(m.from),
            to: Square::from_low_bits(m.to),
            promotion: Promotion::from_number(m.promotion),
        });
        let moves: Vec<_> = moves.collect();
        let names: Vec<_> = moves.iter().map(Move::to_string).collect();
        let text = match &names[..] {
            [] => "none\n".into(),
            names => format!("{}\n", names.join(" ")),
        };
        let json = moves.iter().map(|m| move_json(*m, None)).collect();
        Ok(Output { text, json })
    }

    /// `getDrawOffer`.
    pub fn show_draw_offer(&self, game_id: usize) -> Result<Output, Failure> {
        let offer: Option<ManagedAddress<StaticApi>> =
            self.view(proxy().draw_offer(game_id).data)?;
        let offer = offer.map(|player| self.address(&player));
        let text = match &offer {
            Some(player) => format!("{player} offers a draw\n"),
            None => "nobody offers a draw\n".into(),
        };
        let json = json!(offer);
        Ok(Output { text, json })
    }

    /// `getClaims`.
    pub fn show_claims(&self, game_id: usize) -> Result<Output, Failure> {
        let claims: Claims = self.view(proxy().get_claims(game_id).data)?;
        let lines = open_claims(&claims).map(|claim| format!("{claim}\n"));
        let mut text: String = lines.collect();
        if text.is_empty() {
            text.push_str("nothing can be claimed\n");
        }
        let json = claims_json(&claims);
        Ok(Output { text, json })
    }
}

/// All moves of a game, from a snapshot that has them all.
pub(crate) fn moves_of(snapshot: &SnapshotView) -> Result<Vec<(Move, String)>, Failure> {
    read_moves(&snapshot.moves.to_vec())
}

/// The position of a snapshot with all of the game's moves, in Forsyth–Edwards Notation.
///
/// # Errors
/// The moves can't be read.
pub fn fen_of(snapshot: &SnapshotView) -> Result<String, Failure> {
    Ok(position_after(&moves_of(snapshot)?).fen().to_string())
}

fn read_moves(bytes: &[u8]) -> Result<Vec<(Move, String)>, Failure> {
    read_history(bytes).map_err(|error| Failure::Network(format!("the game's moves: {error}")))
}

/// The position after moves that the contract took.
pub(crate) fn position_after(moves: &[(Move, String)]) -> Position {
    let mut position = Position::START;
    for (m, _) in moves {
        position.apply(*m);
    }
    position
}

/// The words after a stake, which in a match is each round's.
fn a_round(rounds: u16) -> &'static str {
    match rounds {
        1 => "",
        _ => " a round",
    }
}

/// Each player's time now, without the time that the player to move has used. `reserve`: words for the
/// time beyond the clock, which these times contain.
fn clocks_in_words(game: &GameView, clocks: &Clocks, reserve: &str) -> String {
    let left = |color: Color, millis: u64| {
        let runs = game.awaits != Awaits::LongerGame && turn(game) == color;
        let waited = if runs { clocks.waited_millis } else { 0 };
        clock_face(millis.saturating_sub(waited))
    };
    format!(
        "{}{reserve}: White {}, Black {}",
        in_words(clocks.control),
        left(Color::White, clocks.white_millis),
        left(Color::Black, clocks.black_millis),
    )
}
