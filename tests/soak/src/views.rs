//! The views' answers by the model.

use chess_model::chain::{Account, Clock, Game, Stake, State, Token, time_left_ms};
use chess_model::rules::{self, number};
use chess_model::transcript;
use cozy_chess::Color;
use num_bigint::BigUint;

use crate::model::Model;
use crate::step::argument;

/// A question to a view, and the answer that it must give.
pub struct Asked {
    pub function: &'static str,
    pub arguments: Vec<Vec<u8>>,
    pub answer: Vec<Vec<u8>>,
    /// Whether the answer is a list of pairs whose order doesn't matter.
    pub is_of_pairs: bool,
}

fn asked(function: &'static str, arguments: Vec<Vec<u8>>, answer: Vec<Vec<u8>>) -> Asked {
    Asked {
        function,
        arguments,
        answer,
        is_of_pairs: false,
    }
}

/// The settings and the queue.
pub fn settings(model: &Model) -> Vec<Asked> {
    let chain = &model.chain;
    let (token, amount) = match &chain.wager {
        None => (Token::Egld.identifier().into(), vec![]),
        Some(Stake { token, amount }) => (token.identifier().into(), amount.to_bytes_be()),
    };
    let flag = |flag: bool| vec![argument(flag.into())];
    let waiting = vec![optional(model, chain.waiting())];
    vec![
        asked("isPaused", vec![], flag(chain.time.is_paused())),
        asked("getWagerTokenId", vec![], vec![token]),
        asked("getWagerAmount", vec![], vec![amount]),
        asked("getIllegalMoveRule", vec![], flag(chain.rejects)),
        asked("getIsPlayerWaitingOpt", vec![], waiting),
        asked(
            "getGameCount",
            vec![],
            vec![argument(chain.games.len() as u64)],
        ),
    ]
}

/// A player's score and credits.
pub fn player(model: &Model, player: Account) -> Vec<Asked> {
    let chain = &model.chain;
    let score = chain.scores.get(&player).copied().unwrap_or_default();
    let wager = chain.wager.as_ref().map(|wager| wager.token);
    let mut in_wager = BigUint::ZERO;
    let mut credits = vec![];
    for Stake { token, amount } in chain.owed_to(player) {
        if Some(token) == wager {
            in_wager += &amount;
        }
        credits.extend([token.identifier().into(), amount.to_bytes_be()]);
    }
    let amount = match in_wager.bits() {
        0 => vec![],
        _ => in_wager.to_bytes_be(),
    };
    let address = || vec![model.address(player)];
    vec![
        asked("getScore", address(), vec![argument(score)]),
        asked("getCredit", address(), vec![amount]),
        Asked {
            is_of_pairs: true,
            ..asked("getCredits", address(), credits)
        },
    ]
}

/// Everything about a game, with the moves after some plies.
///
/// # Errors
/// The model's legal moves differ from cozy-chess's own.
pub fn snapshot(model: &Model, index: usize, known_plies: usize) -> Result<Asked, String> {
    let game = model.game(index);
    let mut bytes = shown(model, game);
    match game.state {
        State::Open => {
            bytes.push(1);
            bytes.extend(challenge(model, game));
        }
        _ => bytes.push(0),
    }
    bytes.extend(stake(game.stake.as_ref()));
    bytes.extend(clocks(model, game));
    let keys: Vec<u8> = match game.is_signed() {
        true => game.keys.iter().flatten().flatten().copied().collect(),
        false => vec![],
    };
    bytes.extend(nested(&keys));
    bytes.push(game.offer.map_or(0, |color| color as u8 + 1));
    bytes.extend(claims(model, game));
    let known = known_plies.min(game.plies());
    bytes.extend((known as u16).to_be_bytes());
    bytes.extend(nested(&transcript::encode(&game.moves[known..])));
    let legal = legal_moves(game)?;
    bytes.extend((legal.len() as u32).to_be_bytes());
    bytes.extend(legal.concat());
    let arguments = vec![argument(index as u64 + 1), argument(known_plies as u64)];
    Ok(asked("getSnapshot", arguments, vec![bytes]))
}

/// How many details there are of a game.
pub const DETAILS: usize = 7;

/// One of the other questions about a game.
///
/// # Errors
/// The model's legal moves differ from cozy-chess's own.
pub fn detail(model: &Model, index: usize, which: usize) -> Result<Asked, String> {
    let game = model.game(index);
    let (function, answer) = match which % DETAILS {
        0 => ("getBoard", vec![game.position().codes()]),
        1 => ("getMoves", vec![transcript::encode(&game.moves)]),
        2 => {
            let offer = game.offer.map(|color| game.player(color));
            ("getDrawOffer", vec![optional(model, offer)])
        }
        3 => ("getClaims", vec![claims(model, game)]),
        4 => {
            let fen = game.position().fen(game.plies());
            ("getFen", vec![fen.into_bytes()])
        }
        5 => ("getLegalMoves", legal_moves(game)?),
        _ => ("getGame", vec![shown(model, game)]),
    };
    Ok(asked(function, vec![argument(index as u64 + 1)], answer))
}

fn legal_moves(game: &Game) -> Result<Vec<Vec<u8>>, String> {
    let mut moves = vec![];
    if game.state == State::Ongoing && game.open_end.is_none() {
        for (from, to) in game.position().checked_legal_pairs()? {
            let promotions = match game.position().promotes(from, to) {
                true => 1..=4,
                false => 0..=0,
            };
            moves.extend(promotions.map(|piece| vec![number(from), number(to), piece]));
        }
    }
    Ok(moves)
}

/// The lists of games, and what the contract has of each token beyond what belongs to players:
/// nothing.
pub fn lists(model: &Model) -> Vec<Asked> {
    let games = &model.chain.games;
    let all: Vec<Vec<u8>> = games.iter().map(|game| shown(model, game)).collect();
    let page = all.iter().skip(1).take(2).cloned().collect();
    let open = games.iter().rev().filter(|game| game.state == State::Open);
    let open = open.map(|game| challenge(model, game));
    // all in one page
    let open = std::iter::once(vec![]).chain(open).collect();
    let mut lists = vec![
        asked("getGames", vec![], all.clone()),
        asked("getGamesPage", vec![argument(2), argument(2)], page),
        asked("getOpenChallenges", vec![vec![], argument(1_000)], open),
    ];
    for token in Token::FUNGIBLE {
        let arguments = vec![token.identifier().into()];
        lists.push(asked("getSurplus", arguments, vec![vec![]]));
    }
    for account in Account::CALLERS {
        let own = model.chain.games_of.get(&account).into_iter().flatten();
        let own: Vec<&Game> = own.rev().map(|&id| &games[id as usize - 1]).collect();
        let arguments = || vec![model.address(account), vec![], argument(1_000)];
        let listed = |ongoing: bool| {
            let wanted = |game: &&&Game| !ongoing || game.state == State::Ongoing;
            let games = own.iter().filter(wanted).map(|game| shown(model, game));
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
    let late = model.chain.is_late(game);
    let can_claim = game.state == State::Ongoing && game.open_end.is_none() && !late;
    let position = game.position();
    vec![
        (can_claim && game.claim().is_some()) as u8,
        (can_claim && position.in_check(!position.turn)) as u8,
        late as u8,
    ]
}

/// Bytes within a larger value: their number, then they.
fn nested(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

fn stake(stake: Option<&Stake>) -> Vec<u8> {
    let (token, amount) = match stake {
        Some(stake) => (stake.token.identifier(), stake.amount.to_bytes_be()),
        None => ("", vec![]),
    };
    [nested(token.as_bytes()), nested(&amount)].concat()
}

fn control(Clock { base, increment }: Clock) -> Vec<u8> {
    [base.to_be_bytes(), increment.to_be_bytes()].concat()
}

fn clocks(model: &Model, game: &Game) -> Vec<u8> {
    let Some(clock) = game.clock else {
        return vec![0];
    };
    let runs = game.state == State::Ongoing && game.does_time_run();
    let waited = if runs { model.chain.waited_ms(game) } else { 0 };
    let [white, black] = Color::ALL.map(|color| time_left_ms(game, color).to_be_bytes());
    [
        vec![1],
        control(clock),
        white.into(),
        black.into(),
        waited.to_be_bytes().into(),
    ]
    .concat()
}

fn challenge(model: &Model, game: &Game) -> Vec<u8> {
    let challenger = game.challenger.expect("a challenge");
    let color = usize::from(game.players[1] == Some(challenger));
    let mut bytes = u64::from(game.id).to_be_bytes().to_vec();
    bytes.extend(model.address(challenger));
    match game.named {
        Some(named) => bytes.extend([vec![1], model.address(named)].concat()),
        None => bytes.push(0),
    }
    bytes.push(if game.side_is_drawn { 2 } else { color as u8 });
    bytes.extend(stake(game.stake.as_ref()));
    match game.clock {
        Some(clock) => bytes.extend([vec![1], control(clock)].concat()),
        None => bytes.push(0),
    }
    bytes.extend(nested(&game.keys[color].clone().unwrap_or_default()));
    bytes.extend(game.rounds.to_be_bytes());
    bytes.push(game.engines.into());
    bytes
}

/// The first epoch in which the time is over of what a game awaits, and the milliseconds after
/// which it is; 0 where that doesn't count.
fn deadline(model: &Model, game: &Game) -> (u64, u64) {
    let time = &model.chain.time;
    if game.state != State::Ongoing || !game.does_time_run() {
        return (0, 0);
    }
    match game.clock {
        None => (game.start.epoch + 2 + time.stopped_epochs(), 0),
        Some(_) => {
            let allowed = model.chain.allowed_ms(game);
            (0, game.start.ms + allowed + time.stopped_ms())
        }
    }
}

/// A game as the views show it.
fn shown(model: &Model, game: &Game) -> Vec<u8> {
    let position = game.position();
    let (deadline_epoch, deadline_ms) = deadline(model, game);
    let mut castling = 0;
    for (bit, right) in position.castling.into_iter().flatten().enumerate() {
        castling |= (right as u8) << bit;
    }
    let open = game.open_end.map(|open| open.end.reason);
    let awaits = match (game.is_asked, open) {
        (_, Some(_)) => 2,
        (true, None) => 1,
        (false, None) => 0,
    };
    let mut bytes = vec![];
    bytes.extend(u64::from(game.id).to_be_bytes());
    for player in game.players {
        bytes.extend(player.map_or(vec![0; 32], |player| model.address(player)));
    }
    bytes.push(position.turn as u8);
    bytes.extend(game.start.at_epoch.to_be_bytes());
    bytes.push(game.state as u8);
    bytes.push(game.reason.or(open).map_or(0, |reason| reason.number()));
    bytes.extend(deadline_epoch.to_be_bytes());
    bytes.extend(Color::ALL.map(|color| rules::number(position.king(color))));
    bytes.push(castling);
    bytes.push(position.en_passant.map_or(8, |file| file as u8));
    bytes.push(position.half_moves as u8);
    bytes.extend((game.plies() as u16).to_be_bytes());
    bytes.push(awaits);
    bytes.extend(deadline_ms.to_be_bytes());
    // once it is over, the points in all rounds that count
    let (played, points) = game.score.unwrap_or((0, game.points));
    for number in [game.rounds, game.round, points] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.push(game.engines.into());
    bytes.extend(played.to_be_bytes());
    bytes
}
