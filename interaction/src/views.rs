//! The contract's views, as text for people and as JSON for scripts.

use std::fmt::Write as _;

use chess_rules::{Board, Color, Move, Promotion, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Claims, EndReason, GameState, IllegalMoveRule, LegalMove};
use serde_json::{Value, json};

use crate::board::{self, Look};
use crate::calls::calls;
use crate::client::Client;
use crate::network::Failure;
use crate::notation::{movetext, read_history};
use crate::table::GameView;
use crate::wager::Amount;

/// What a command answers: the same as text and as JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub text: String,
    pub json: Value,
}

type Managed = ManagedAddress<StaticApi>;

impl Client {
    fn address(&self, address: &Managed) -> String {
        self.network.bech32(&address.to_address())
    }

    /// `isPaused`, `getWagerTokenId`, `getWagerAmount`, `getIllegalMoveRule`,
    /// `getIsPlayerWaitingOpt`, `getGameCount`.
    pub fn show_status(&self) -> Result<Answer, Failure> {
        let is_paused: bool = self.view(calls().is_paused().data)?;
        let token: Vec<u8> = self.view(calls().wager_token_id().data)?;
        let amount: RustBigUint = self.view(calls().wager_amount().data)?;
        let rule: IllegalMoveRule = self.view(calls().illegal_move_rule().data)?;
        let waiting: Option<Managed> = self.view(calls().is_player_waiting_opt().data)?;
        let games: usize = self.view(calls().game_count().data)?;
        let wager = Amount {
            token: String::from_utf8_lossy(&token).into_owned(),
            amount,
        };
        let contracts = [&self.contracts.chess, &self.contracts.views];
        let [contract, views] = contracts.map(|address| self.network.bech32(address));
        let waiting = waiting.map(|player| self.address(&player));
        let rule = format!("{rule:?}").to_lowercase();
        let text = format!(
            "contract  {contract}\nviews     {views}\nstate     {}\nwager     {}\nrule      {rule}: {}\nwaiting   {}\ngames     {games}\n",
            if is_paused { "paused" } else { "open" },
            if token.is_empty() {
                "not set yet".to_string()
            } else {
                wager.to_string()
            },
            match rule.as_str() {
                "reject" => "a move that leaves the own king attacked is refused",
                _ => "a move that leaves the own king attacked can be called by the opponent",
            },
            waiting.as_deref().unwrap_or("nobody"),
        );
        let json = json!({
            "contract": contract,
            "views": views,
            "paused": is_paused,
            "wagerToken": wager.token,
            "wagerAmount": wager.amount.to_string(),
            "rule": rule,
            "waiting": waiting,
            "games": games,
        });
        Ok(Answer { text, json })
    }

    /// `getGame`, `getBoard`, `getFen`, `getMoves`, `getDrawOffer`, `getClaims`.
    pub fn show_game(&self, game_id: usize, look: Look) -> Result<Answer, Failure> {
        let game: GameView = self.view(calls().get_game(game_id).data)?;
        let board: Board = self.view(calls().get_board(game_id).data)?;
        let moves = self.history(game_id)?;
        let fen = self.fen(game_id)?;
        let offer: Option<Managed> = self.view(calls().draw_offer(game_id).data)?;
        let claims: Claims = self.view(calls().get_claims(game_id).data)?;
        let last = moves.last().map(|(m, _)| *m);
        let offer = offer.map(|player| self.address(&player));
        let mut text = format!(
            "game {game_id}: {}\nWhite  {}\nBlack  {}\n\n{}\n",
            standing(&game),
            self.address(&game.white_player),
            self.address(&game.black_player),
            board::draw(&board, last, look),
        );
        if !moves.is_empty() {
            let _ = writeln!(text, "{}", movetext(&moves));
        }
        let _ = writeln!(text, "{fen}");
        if game.state == GameState::Ongoing {
            let mover = name(turn(&game));
            let _ = writeln!(
                text,
                "{mover} is late from epoch {} on",
                game.deadline_epoch
            );
        }
        if let Some(player) = &offer {
            let _ = writeln!(text, "a draw is offered by {player}");
        }
        for claim in told(&claims) {
            let _ = writeln!(text, "{claim}");
        }
        let mut json = self.game_json(&game);
        json["fen"] = fen.into();
        json["board"] = board.to_vec().into();
        json["moves"] = moves.iter().map(|(_, san)| san.as_str()).collect();
        json["drawOffer"] = json!(offer);
        json["claims"] = claims_json(&claims);
        Ok(Answer { text, json })
    }

    /// `getBoard`.
    pub fn show_board(&self, game_id: usize, look: Look) -> Result<Answer, Failure> {
        let board: Board = self.view(calls().get_board(game_id).data)?;
        Ok(Answer {
            text: board::draw(&board, None, look),
            json: board.to_vec().into(),
        })
    }

    /// `getFen`.
    pub fn show_fen(&self, game_id: usize) -> Result<Answer, Failure> {
        let fen = self.fen(game_id)?;
        Ok(Answer {
            text: format!("{fen}\n"),
            json: fen.into(),
        })
    }

    /// `getStateHash`, as hex.
    pub fn show_state_hash(&self, game_id: usize) -> Result<Answer, Failure> {
        let hash: [u8; 32] = self.view(calls().state_hash(game_id).data)?;
        let hash = hex::encode(hash);
        Ok(Answer {
            text: format!("{hash}\n"),
            json: hash.into(),
        })
    }

    /// `getMoves`, in algebraic notation.
    pub fn show_moves(&self, game_id: usize) -> Result<Answer, Failure> {
        let moves = self.history(game_id)?;
        let json = moves.iter().map(|(m, san)| move_json(*m, Some(san)));
        Ok(Answer {
            text: format!("{}\n", movetext(&moves)),
            json: json.collect(),
        })
    }

    /// `getLegalMoves`.
    pub fn show_legal_moves(&self, game_id: usize) -> Result<Answer, Failure> {
        let moves: MultiValueVec<LegalMove> = self.view(calls().legal_moves(game_id).data)?;
        let moves = moves.into_vec().into_iter().map(|m| Move {
            from: Square::from_low_bits(m.from),
            to: Square::from_low_bits(m.to),
            promotion: Promotion::from_number(m.promotion),
        });
        let moves: Vec<_> = moves.collect();
        let names: Vec<_> = moves.iter().map(Move::to_string).collect();
        let text = match names.is_empty() {
            true => "none\n".into(),
            false => format!("{}\n", names.join(" ")),
        };
        let json = moves.iter().map(|m| move_json(*m, None)).collect();
        Ok(Answer { text, json })
    }

    /// `getDrawOffer`.
    pub fn show_draw_offer(&self, game_id: usize) -> Result<Answer, Failure> {
        let offer: Option<Managed> = self.view(calls().draw_offer(game_id).data)?;
        let offer = offer.map(|player| self.address(&player));
        let text = match &offer {
            Some(player) => format!("{player} offers a draw\n"),
            None => "nobody offers a draw\n".into(),
        };
        let json = json!(offer);
        Ok(Answer { text, json })
    }

    /// `getClaims`.
    pub fn show_claims(&self, game_id: usize) -> Result<Answer, Failure> {
        let claims: Claims = self.view(calls().get_claims(game_id).data)?;
        let told: String = told(&claims).map(|claim| format!("{claim}\n")).collect();
        Ok(Answer {
            text: if told.is_empty() {
                "nothing can be claimed\n".into()
            } else {
                told
            },
            json: claims_json(&claims),
        })
    }

    /// `getGames`, or `getGamesPage` from a game on.
    pub fn show_games(&self, page: Option<(usize, usize)>) -> Result<Answer, Failure> {
        let call = match page {
            None => calls().get_games().data,
            Some((first, count)) => calls().games_page(first, count).data,
        };
        let games: MultiValueVec<GameView> = self.view(call)?;
        Ok(self.listed(games.into_vec()))
    }

    /// `getPlayerGames`, or `getOngoingGames` for those that go on.
    pub fn show_player_games(
        &self,
        player: &Address,
        ongoing: bool,
        before: usize,
        count: usize,
    ) -> Result<Answer, Failure> {
        let player = Managed::from(player);
        let call = match ongoing {
            true => calls().ongoing_games(player, before, count).data,
            false => calls().player_games(player, before, count).data,
        };
        let page: MultiValue2<usize, MultiValueVec<GameView>> = self.view(call)?;
        let (next, games) = page.into_tuple();
        let Answer { mut text, json } = self.listed(games.into_vec());
        if next > 0 {
            let _ = writeln!(text, "older games: --before {next}");
        }
        let json = json!({"games": json, "nextBefore": next});
        Ok(Answer { text, json })
    }

    /// `getScore` and `getCredit`.
    pub fn show_player(&self, player: &Address) -> Result<Answer, Failure> {
        let score: u64 = self.view(calls().get_score(Managed::from(player)).data)?;
        let credit: RustBigUint = self.view(calls().get_credit(Managed::from(player)).data)?;
        let player = self.network.bech32(player);
        let credit = match credit == 0u64.into() {
            true => None,
            false => Some(Amount {
                token: self.wager()?.token,
                amount: credit,
            }),
        };
        let owed = match &credit {
            None => "nothing".into(),
            Some(amount) => format!("{amount}, to be had with withdraw"),
        };
        let text = format!("player  {player}\nscore   {score}\nowed    {owed}\n");
        let credit = credit.map_or("0".into(), |credit| credit.amount.to_string());
        let json = json!({"player": player, "score": score, "credit": credit});
        Ok(Answer { text, json })
    }

    /// The moves of a game.
    pub fn history(&self, game_id: usize) -> Result<Vec<(Move, String)>, Failure> {
        let bytes: Vec<u8> = self.view(calls().get_moves(game_id).data)?;
        read_history(&bytes).map_err(|error| Failure::Network(format!("getMoves: {error}")))
    }

    fn listed(&self, games: Vec<GameView>) -> Answer {
        let mut text = String::new();
        for game in &games {
            let players = [&game.white_player, &game.black_player];
            let [white, black] = players.map(|player| short(&self.address(player)));
            let _ = writeln!(
                text,
                "{:>5}  {white} – {black}  {}",
                game.game_id,
                standing(game)
            );
        }
        if games.is_empty() {
            text.push_str("no games\n");
        }
        let json = games.iter().map(|game| self.game_json(game)).collect();
        Answer { text, json }
    }

    fn game_json(&self, game: &GameView) -> Value {
        let castling = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];
        let castling = castling.iter().filter(|(bit, _)| game.castling & bit > 0);
        let file = (game.en_passant < 8).then(|| char::from(b'a' + game.en_passant));
        json!({
            "id": game.game_id,
            "white": self.address(&game.white_player),
            "black": self.address(&game.black_player),
            "turn": name(turn(game)).to_lowercase(),
            "state": match game.state {
                GameState::Ongoing => "ongoing",
                GameState::WhiteWon => "white_won",
                GameState::BlackWon => "black_won",
                GameState::Stalemate => "draw",
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

/// Who is to move.
pub fn turn(game: &GameView) -> Color {
    match game.player_turn {
        0 => Color::White,
        _ => Color::Black,
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// How a game stands: who is to move, or how it ended.
pub fn standing(game: &GameView) -> String {
    match game.state {
        GameState::Ongoing => format!("move {}, {} to move", game.plies / 2 + 1, name(turn(game))),
        _ => crate::play::end(game),
    }
}

fn told(claims: &Claims) -> impl Iterator<Item = &'static str> {
    let told = [
        (claims.draw, "a draw can be claimed (claim-draw)"),
        (
            claims.illegal_move,
            "an illegal move can be called (call-illegal-move)",
        ),
        (
            claims.inactivity,
            "inactivity can be signalled (signal-inactivity)",
        ),
    ];
    told.into_iter()
        .filter(|(open, _)| *open)
        .map(|(_, words)| words)
}

fn claims_json(claims: &Claims) -> Value {
    json!({
        "draw": claims.draw,
        "illegalMove": claims.illegal_move,
        "inactivity": claims.inactivity,
    })
}

fn move_json(m: Move, san: Option<&str>) -> Value {
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

/// An address for a list: its beginning and its end.
fn short(address: &str) -> String {
    match (
        address.get(..8),
        address.get(address.len().saturating_sub(6)..),
    ) {
        (Some(head), Some(tail)) => format!("{head}…{tail}"),
        _ => address.into(),
    }
}
