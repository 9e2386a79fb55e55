//! Views as JSON.

use chess_rules::Move;
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Claims, EndReason, GameState};
use serde_json::{Value, json};

use crate::chess_table::GameView;
use crate::client::Client;
use crate::words::{color_name, turn};

impl Client {
    pub(super) fn address(&self, address: &ManagedAddress<StaticApi>) -> String {
        self.network.bech32(&address.to_address())
    }

    pub(super) fn game_json(&self, game: &GameView) -> Value {
        let castling = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];
        let castling = castling.iter().filter(|(bit, _)| game.castling & bit > 0);
        let file = (game.en_passant < 8).then(|| char::from(b'a' + game.en_passant));
        json!({
            "id": game.game_id,
            "white": self.address(&game.white_player),
            "black": self.address(&game.black_player),
            "turn": color_name(turn(game)).to_lowercase(),
            "state": match game.state {
                GameState::Ongoing => "ongoing",
                GameState::WhiteWon => "white_won",
                GameState::BlackWon => "black_won",
                GameState::Stalemate => "draw",
                GameState::Open => "open",
                GameState::NoResult => "no_result",
            },
            "endReason": match game.end_reason {
                EndReason::None => Value::Null,
                reason => format!("{reason:?}").into(),
            },
            "plies": game.plies,
            "lastMoveEpoch": game.last_move_epoch,
            "deadlineEpoch": game.deadline_epoch,
            "castling": castling.map(|(_, letter)| *letter).collect::<String>(),
            "enPassantFile": file,
            "halfMoveClock": game.half_move_clock,
        })
    }
}

pub(super) fn claims_json(claims: &Claims) -> Value {
    json!({
        "draw": claims.draw,
        "illegalMove": claims.illegal_move,
        "inactivity": claims.inactivity,
    })
}

pub(super) fn move_json(m: Move, san: Option<&str>) -> Value {
    let promotion = m
        .promotion
        .map(|promotion| format!("{promotion:?}").to_lowercase());
    let mut json =
        json!({"from": m.from.to_string(), "to": m.to.to_string(), "promotion": promotion});
    if let Some(san) = san {
        json["san"] = san.into();
    }
    json
}
