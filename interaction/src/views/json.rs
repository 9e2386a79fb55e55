//! Views as JSON.

use chess_record::{Awaits, EndReason, GameState};
use chess_rules::Move;
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Challenge, Claims, Clocks, Side, TimeControl};
use serde_json::{Value, json};

use crate::amount::Amount;
use crate::chess_table::{GameView, SnapshotView};
use crate::describe::{color_name, turn};
use crate::network::client::Client;

impl Client {
    pub(super) fn address(&self, address: &ManagedAddress<StaticApi>) -> String {
        self.network.bech32(&address.to_address())
    }

    /// A player, `None` if nobody has accepted yet.
    pub(super) fn player(&self, address: &ManagedAddress<StaticApi>) -> Option<String> {
        (!address.is_zero()).then(|| self.address(address))
    }

    pub(super) fn game_json(&self, game: &GameView) -> Value {
        let castling = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];
        let castling = castling.iter().filter(|(bit, _)| game.castling & bit > 0);
        let file = (game.en_passant < 8).then(|| char::from(b'a' + game.en_passant));
        json!({
            "id": game.game_id,
            "white": self.player(&game.white_player),
            "black": self.player(&game.black_player),
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
            "awaits": match (game.state, game.awaits) {
                (GameState::Ongoing, Awaits::Move) => "move".into(),
                (GameState::Ongoing, Awaits::Answer) => "answer".into(),
                (GameState::Ongoing, Awaits::LongerGame) => "longer_game".into(),
                _ => Value::Null,
            },
            "plies": game.plies,
            "lastMoveEpoch": game.last_move_epoch,
            "deadlineEpoch": game.deadline_epoch,
            "deadlineMillis": game.deadline_millis,
            "castling": castling.map(|(_, letter)| *letter).collect::<String>(),
            "enPassantFile": file,
            "halfMoveClock": game.half_move_clock,
            "rounds": game.rounds,
            "round": game.round,
            "points": game.points,
            "engines": game.engines,
            "played": game.played,
        })
    }

    pub(super) fn challenge_json(&self, challenge: &Challenge<StaticApi>) -> Value {
        let stake = stake(&challenge.token, &challenge.stake);
        let key = challenge.key.to_vec();
        json!({
            "id": challenge.game_id,
            "challenger": self.address(&challenge.challenger),
            "opponent": challenge.opponent.as_ref().map(|player| self.address(player)),
            "side": match challenge.side {
                Side::White => "white",
                Side::Black => "black",
                Side::Drawn => "drawn",
            },
            "stake": stake.as_ref().map(amount_json),
            "clock": challenge.clock.map(control_json),
            "rounds": challenge.rounds,
            "engines": challenge.engines,
            "key": (!key.is_empty()).then(|| hex::encode(key)),
        })
    }
}

/// The stake of each player, `None` for a game without a stake.
pub fn stake(token: &ManagedBuffer<StaticApi>, amount: &BigUint<StaticApi>) -> Option<Amount> {
    (!token.is_empty()).then(|| Amount::of(&token.to_vec(), amount.to_alloc()))
}

pub(super) fn amount_json(amount: &Amount) -> Value {
    json!({"token": amount.token, "amount": amount.amount.to_string()})
}

fn control_json(control: TimeControl) -> Value {
    json!({"base": control.base, "increment": control.increment})
}

/// The clocks of a game. `waitedMillis` grows from query to query.
pub(super) fn clocks_json(clocks: &Clocks) -> Value {
    let mut json = control_json(clocks.control);
    json["whiteMillis"] = clocks.white_millis.into();
    json["blackMillis"] = clocks.black_millis.into();
    json["waitedMillis"] = clocks.waited_millis.into();
    json
}

/// Both players' keys, `null` if not both have named one.
pub(super) fn keys_json(snapshot: &SnapshotView) -> Value {
    match snapshot.keys.to_vec().split_at_checked(32) {
        Some((white, black)) => json!({"white": hex::encode(white), "black": hex::encode(black)}),
        None => Value::Null,
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
