//! One game.

use std::fmt::Write as _;

use chess_rules::{Board, Move, Promotion, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Claims, GameState, LegalMove};
use serde_json::json;

use super::json::{claims_json, move_json};
use crate::board::{self, BoardStyle};
use crate::calls::proxy;
use crate::chess_table::GameView;
use crate::client::Client;
use crate::network::Failure;
use crate::notation::{movetext, read_history};
use crate::output::Output;
use crate::words::{color_name, open_claims, standing, turn};

impl Client {
    /// `getGame`, `getBoard`, `getFen`, `getMoves`, `getDrawOffer`, `getClaims`.
    pub fn show_game(&self, game_id: usize, style: BoardStyle) -> Result<Output, Failure> {
        let game: GameView = self.view(proxy().get_game(game_id).data)?;
        let board: Board = self.view(proxy().get_board(game_id).data)?;
        let moves = self.history(game_id)?;
        let fen = self.fen(game_id)?;
        let offer: Option<ManagedAddress<StaticApi>> =
            self.view(proxy().draw_offer(game_id).data)?;
        let claims: Claims = self.view(proxy().get_claims(game_id).data)?;
        let last = moves.last().map(|(m, _)| *m);
        let offer = offer.map(|player| self.address(&player));
        let mut text = format!(
            "game {game_id}: {}\nWhite  {}\nBlack  {}\n\n{}\n",
            standing(&game),
            self.address(&game.white_player),
            self.address(&game.black_player),
            board::draw(&board, last, style),
        );
        if !moves.is_empty() {
            let _ = writeln!(text, "{}", movetext(&moves));
        }
        let _ = writeln!(text, "{fen}");
        if game.state == GameState::Ongoing {
            let mover = color_name(turn(&game));
            let _ = writeln!(
                text,
                "{mover} is late from epoch {} on",
                game.deadline_epoch
            );
        }
        if let Some(player) = &offer {
            let _ = writeln!(text, "a draw is offered by {player}");
        }
        for claim in open_claims(&claims) {
            let _ = writeln!(text, "{claim}");
        }
        let mut json = self.game_json(&game);
        json["fen"] = fen.into();
        json["board"] = board.to_vec().into();
        json["moves"] = moves.iter().map(|(_, san)| san.as_str()).collect();
        json["drawOffer"] = json!(offer);
        json["claims"] = claims_json(&claims);
        Ok(Output { text, json })
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
        let fen = self.fen(game_id)?;
        Ok(Output {
            text: format!("{fen}\n"),
            json: fen.into(),
        })
    }

    /// `getStateHash`, as hex.
    pub fn show_state_hash(&self, game_id: usize) -> Result<Output, Failure> {
        let hash: [u8; 32] = self.view(proxy().state_hash(game_id).data)?;
        let hash = hex::encode(hash);
        Ok(Output {
            text: format!("{hash}\n"),
            json: hash.into(),
        })
    }

    /// `getMoves`, in algebraic notation.
    pub fn show_moves(&self, game_id: usize) -> Result<Output, Failure> {
        let moves = self.history(game_id)?;
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
        let text = if names.is_empty() {
            "none\n".into()
        } else {
            format!("{}\n", names.join(" "))
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
        let claimed: String = open_claims(&claims)
            .map(|claim| format!("{claim}\n"))
            .collect();
        Ok(Output {
            text: if claimed.is_empty() {
                "nothing can be claimed\n".into()
            } else {
                claimed
            },
            json: claims_json(&claims),
        })
    }

    /// The moves of a game.
    pub fn history(&self, game_id: usize) -> Result<Vec<(Move, String)>, Failure> {
        let bytes: Vec<u8> = self.view(proxy().get_moves(game_id).data)?;
        read_history(&bytes).map_err(|error| Failure::Network(format!("getMoves: {error}")))
    }
}
