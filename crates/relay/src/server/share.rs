//! The preview of a shared link to a game: its picture and its players. The requests come from other
//! sites' programs.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chess_record::GameState;
use chess_rules::{Move, Position};
use tokio::task::spawn_blocking;

use super::Relay;
use crate::address;
use crate::chain::ChainGame;
use crate::store::{Board, moves_in};

/// The number of games that are read and drawn at the same time; more get the status 503.
pub(super) const AT_ONCE: usize = 2;

/// For how many seconds an answer about a running game, and about one that is over, may be kept.
const KEPT: (u32, u32) = (10, 86_400);

/// The refusal of a request.
type Refusal = (StatusCode, &'static str);

const NO_GAME: Refusal = (StatusCode::NOT_FOUND, "this relay knows no such game\n");

/// `/share/erd1…/17` is a page with the game's picture, which leads to the game; `17.gif` the picture:
/// a running game's board, or all moves of one that is over.
pub(super) async fn game(
    State(relay): State<Arc<Relay>>,
    Path((contract, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let (id, is_picture) = match name.strip_suffix(".gif") {
        Some(id) => (id, true),
        None => (&*name, false),
    };
    let Some((contract, id)) = address::read(&contract).zip(id.parse::<u32>().ok()) else {
        return Err(NO_GAME);
    };
    let Ok(_permit) = relay.pictures.try_acquire() else {
        let words = "too many ask for pictures\n";
        return Err((StatusCode::SERVICE_UNAVAILABLE, words));
    };
    let game = read(&relay, contract, id).await?;
    let kept = if game.is_over() { KEPT.1 } else { KEPT.0 };
    let kept = format!("public, max-age={kept}");
    if is_picture {
        let board = relay.rooms.shared.lobby.board(&contract, id);
        let drawn = spawn_blocking(move || draw(&game, board)).await;
        let Ok(Some(picture)) = drawn else {
            let words = "the picture can't be drawn\n";
            return Err((StatusCode::INTERNAL_SERVER_ERROR, words));
        };
        let about = [
            (header::CONTENT_TYPE, "image/gif".into()),
            (header::CACHE_CONTROL, kept),
        ];
        return Ok((about, picture).into_response());
    }
    let Some(page) = &relay.options.page else {
        let words = "this relay leads to no page: start it with --page\n";
        return Err((StatusCode::NOT_FOUND, words));
    };
    let html = html(page, &own_address(&headers), &contract, id, &game);
    let about = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".into()),
        (header::CACHE_CONTROL, kept),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'".to_owned(),
        ),
    ];
    Ok((about, html).into_response())
}

/// The game as the chain has it.
async fn read(relay: &Relay, contract: [u8; 32], id: u32) -> Result<ChainGame, Refusal> {
    let shared = relay.rooms.shared.clone();
    let read = spawn_blocking(move || {
        let chain = shared.chain.as_ref()?;
        chain.watches(&contract).then_some(())?;
        Some(chain.game(&contract, id))
    });
    match read.await {
        Ok(Some(Ok(Some(game)))) => Ok(game),
        Ok(Some(Err(_))) => {
            let words = "the gateway doesn't answer\n";
            Err((StatusCode::BAD_GATEWAY, words))
        }
        _ => Err(NO_GAME),
    }
}

/// The game's picture. `board`: as the relay knows it, which may be further than the chain.
fn draw(game: &ChainGame, board: Option<Board>) -> Option<Vec<u8>> {
    let moves: Vec<Move> = moves_in(&game.moves).collect();
    if game.is_over() {
        return game_picture::animation(&moves).ok();
    }
    let further = board.filter(|board| (board.round, board.plies) > (game.round(), game.plies()));
    if let Some(board) = further {
        let last = board.last_move.and_then(|mv| mv.parse().ok());
        return game_picture::still(&board.fen.parse().ok()?, last).ok();
    }
    let mut position = Position::START;
    moves.iter().for_each(|mv| position.apply(*mv));
    game_picture::still(&position, moves.last().copied()).ok()
}

/// The relay's own address according to the request, if its letters are harmless in a page.
fn own_address(headers: &HeaderMap) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = match text("x-forwarded-proto") {
        Some("https") => "https",
        _ => "http",
    };
    let host = text("host").unwrap_or_default();
    let is_harmless = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
    let host: String = host.chars().filter(|letter| is_harmless(*letter)).collect();
    format!("{scheme}://{host}")
}

fn html(page: &str, own: &str, contract: &[u8; 32], id: u32, game: &ChainGame) -> String {
    let [white, black] = game.players.map(|player| match player {
        [0, ..] if player == [0; 32] => "anyone".to_owned(),
        _ => short(&address::show(&player)),
    });
    let state = match game.head.state() {
        GameState::Ongoing => "is being played",
        GameState::Open => "waits for an opponent",
        GameState::WhiteWon => "White won",
        GameState::BlackWon => "Black won",
        GameState::Stalemate => "drawn",
        GameState::NoResult => "no result",
    };
    let contract = address::show(contract);
    let title = format!("Chess: {white} – {black}");
    let about = format!("Game {id} on MultiversX: {state}");
    let link = format!("{page}#/game/{id}");
    let picture = format!("{own}/share/{contract}/{id}.gif");
    let side = game_picture::SIDE;
    format!(
        r#"<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<meta charset="utf-8">
<title>{title}</title>
<meta property="og:type" content="website">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:url" content="{own}/share/{contract}/{id}">
<meta property="og:image" content="{picture}">
<meta property="og:image:type" content="image/gif">
<meta property="og:image:width" content="{side}">
<meta property="og:image:height" content="{side}">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url={link}">
<p>{about}: <a href="{link}">to the game</a></p>
</html>
"#
    )
}

/// An address in a short form that people can compare.
fn short(address: &str) -> String {
    let last = address.get(address.len().saturating_sub(4)..);
    match address.get(..8).zip(last) {
        Some((first, last)) => format!("{first}…{last}"),
        None => address.to_owned(),
    }
}
