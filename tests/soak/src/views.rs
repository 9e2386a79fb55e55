//! What the views must answer, by the model.

use cozy_chess::Color;

use crate::cast::Account;
use crate::model::{Game, Model};
use crate::rules::{self, number};
use crate::step::argument;

/// A question to a view, and the answer that it must give.
pub struct Asked {
    pub function: &'static str,
    pub arguments: Vec<Vec<u8>>,
    pub answer: Vec<Vec<u8>>,
}

fn asked(function: &'static str, arguments: Vec<Vec<u8>>, answer: Vec<Vec<u8>>) -> Asked {
    Asked {
        function,
        arguments,
        answer,
    }
}

/// The settings and the queue.
pub fn settings(model: &Model) -> Vec<Asked> {
    let (token, amount) = match &model.wager {
        None => (vec![], vec![]),
        Some((token, amount)) => (token.identifier().into(), amount.to_bytes_be()),
    };
    vec![
        asked(
            "isPaused",
            vec![],
            vec![argument(model.paused_since.is_some() as u64)],
        ),
        asked("getWagerTokenId", vec![], vec![token]),
        asked("getWagerAmount", vec![], vec![amount]),
        asked(
            "getIllegalMoveRule",
            vec![],
            vec![argument(model.rejects as u64)],
        ),
        asked(
            "getIsPlayerWaitingOpt",
            vec![],
            vec![optional(model, model.waiting)],
        ),
        asked(
            "getGameCount",
            vec![],
            vec![argument(model.games.len() as u64)],
        ),
    ]
}

/// A player's score and credit.
pub fn player(model: &Model, player: Account) -> Vec<Asked> {
    let score = model.scores.get(&player).copied().unwrap_or_default();
    let credit = model
        .credits
        .get(&player)
        .map(|credit| credit.to_bytes_be());
    let address = || vec![model.address(player)];
    vec![
        asked("getScore", address(), vec![argument(score)]),
        asked("getCredit", address(), vec![credit.unwrap_or_default()]),
    ]
}

/// A game.
pub fn game(model: &Model, index: usize) -> Asked {
    asked("getGame", id(index), vec![shown(model, index)])
}

/// How many details there are of a game.
pub const DETAILS: usize = 6;

/// One of the other questions about a game.
///
/// # Errors
/// The model's legal moves differ from cozy-chess's own.
pub fn detail(model: &Model, index: usize, which: usize) -> Result<Asked, String> {
    let game = &model.games[index];
    let (function, answer) = match which % DETAILS {
        0 => ("getBoard", vec![game.position.codes()]),
        1 => ("getMoves", vec![game.canonical()]),
        2 => {
            let offer = game.offer.map(|color| game.player(color));
            ("getDrawOffer", vec![optional(model, offer)])
        }
        3 => ("getClaims", vec![claims(model, game)]),
        4 => {
            let fen = game.position.fen(game.moves.len());
            ("getFen", vec![fen.into_bytes()])
        }
        _ => ("getLegalMoves", legal_moves(game)?),
    };
    Ok(asked(function, id(index), answer))
}

fn id(index: usize) -> Vec<Vec<u8>> {
    vec![argument(index as u64 + 1)]
}

fn legal_moves(game: &Game) -> Result<Vec<Vec<u8>>, String> {
    let mut moves = vec![];
    if game.is_ongoing() {
        for (from, to) in game.position.checked_legal_pairs()? {
            let promotions = match game.position.promotes(from, to) {
                true => 1..=4,
                false => 0..=0,
            };
            moves.extend(promotions.map(|piece| vec![number(from), number(to), piece]));
        }
    }
    Ok(moves)
}

/// The lists of games.
pub fn lists(model: &Model) -> Vec<Asked> {
    let all: Vec<Vec<u8>> = (0..model.games.len())
        .map(|index| shown(model, index))
        .collect();
    let page = all.iter().skip(1).take(2).cloned().collect();
    let mut lists = vec![
        asked("getGames", vec![], all),
        asked("getGamesPage", vec![argument(2), argument(2)], page),
    ];
    for account in Account::CALLERS {
        let plays = |&index: &usize| model.games[index].players.contains(&account);
        let own: Vec<usize> = (0..model.games.len()).rev().filter(plays).collect();
        let arguments = || vec![model.address(account), vec![], argument(1_000)];
        let listed = |ongoing: bool| {
            let wanted = |&&index: &&usize| !ongoing || model.games[index].is_ongoing();
            let games = own.iter().filter(wanted).map(|&index| shown(model, index));
            // all in one page
            std::iter::once(vec![]).chain(games).collect()
        };
        lists.push(asked("getPlayerGames", arguments(), listed(false)));
        lists.push(asked("getOngoingGames", arguments(), listed(true)));
    }
    lists
}

fn optional(model: &Model, account: Option<Account>) -> Vec<u8> {
    let some = |account| [vec![1], model.address(account)].concat();
    account.map(some).unwrap_or_default()
}

fn claims(model: &Model, game: &Game) -> Vec<u8> {
    let late = model.is_late(game);
    let on_move = game.is_ongoing() && !late;
    let position = &game.position;
    vec![
        (on_move && game.claim().is_some()) as u8,
        (on_move && position.in_check(!position.turn)) as u8,
        (game.is_ongoing() && late) as u8,
    ]
}

/// A game as the views show it.
fn shown(model: &Model, index: usize) -> Vec<u8> {
    let game = &model.games[index];
    let position = &game.position;
    let deadline = game.last_move_running + model.paused_epochs + 2;
    let mut castling = 0;
    for (bit, right) in position.castling.into_iter().flatten().enumerate() {
        castling |= (right as u8) << bit;
    }
    let mut bytes = vec![];
    bytes.extend((index as u64 + 1).to_be_bytes());
    bytes.extend(model.address(game.players[0]));
    bytes.extend(model.address(game.players[1]));
    bytes.push(position.turn as u8);
    bytes.extend(game.last_move_epoch.to_be_bytes());
    bytes.push(game.state());
    bytes.push(game.reason as u8);
    bytes.extend(deadline.to_be_bytes());
    bytes.extend(Color::ALL.map(|color| rules::number(position.king(color))));
    bytes.push(castling);
    bytes.push(position.en_passant.map_or(8, |file| file as u8));
    bytes.push(position.half_moves as u8);
    bytes.extend((game.moves.len() as u16).to_be_bytes());
    bytes
}
