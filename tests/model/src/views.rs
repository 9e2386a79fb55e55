//! The views' answers by the model.

use crate::chain::{Account, Clock, Game, Stake, State, Token, time_left_ms};
use crate::rules::{self, number};
use crate::transcript;
use cozy_chess::Color;
use num_bigint::BigUint;

use crate::chain::Refusal as Unknown;
use crate::model::{Model, game_id};
use crate::refusal::{Refusal, refuse, require};
use crate::step::argument;

/// A query of a view, and the right answer.
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
    let count = vec![argument(chain.games.len() as u64)];
    vec![
        asked("isPaused", vec![], flag(chain.time.is_paused())),
        asked("getWagerTokenId", vec![], vec![token]),
        asked("getWagerAmount", vec![], vec![amount]),
        asked("getIllegalMoveRule", vec![], flag(chain.rejects)),
        asked("getIsPlayerWaitingOpt", vec![], waiting),
        asked("getGameCount", vec![], count),
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
    bytes.extend(option(
        (game.state == State::Open).then(|| challenge(model, game)),
    ));
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

/// The number of a game's other views.
pub const DETAILS: usize = 7;

/// One of the other views of a game.
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

/// A view's answer to any arguments.
///
/// # Errors
/// The view's refusal.
pub fn answer(
    model: &Model,
    function: &str,
    arguments: &[Vec<u8>],
) -> Result<Vec<Vec<u8>>, Refusal> {
    let wanted = match function {
        "getGamesPage" | "getOpenChallenges" | "getSnapshot" => 2,
        "getPlayerGames" | "getOngoingGames" => 3,
        "getGames" | "getGameCount" | "isPaused" => 0,
        "getWagerTokenId" | "getWagerAmount" | "getIllegalMoveRule" => 0,
        "getIsPlayerWaitingOpt" => 0,
        _ => 1,
    };
    require(arguments.len() == wanted, "wrong number of arguments")?;
    let games = &model.chain.games;
    let game = |id: u32| model.game(id as usize - 1);
    let number = |at: usize| game_id(&arguments[at]);
    let named = |asked: Vec<Asked>| {
        let asked = asked.into_iter().find(|asked| asked.function == function);
        asked.map(|asked| asked.answer).expect("a view")
    };
    Ok(match function {
        _ if wanted == 0 && function != "getGames" => named(settings(model)),
        "getGames" => games.iter().map(|game| shown(model, game)).collect(),
        "getGamesPage" => {
            let (first, count) = (u64::from(number(0)?), u64::from(number(1)?));
            let page = games
                .iter()
                .filter(|game| (first..first + count).contains(&u64::from(game.id)));
            page.map(|game| shown(model, game)).collect()
        }
        "getOpenChallenges" => {
            let ids = (1..=games.len() as u32).rev();
            let (next, ids) = page(ids, number(0)?, number(1)?);
            let open = ids
                .into_iter()
                .map(game)
                .filter(|game| game.state == State::Open);
            next.chain(open.map(|game| challenge(model, game)))
                .collect()
        }
        "getPlayerGames" | "getOngoingGames" => {
            let (before, count) = (number(1)?, number(2)?);
            require(before as usize <= games.len(), Unknown::NoSuchGame.words())?;
            let player = model.account(&arguments[0]);
            let own = player.and_then(|player| model.chain.games_of.get(&player));
            let (next, mut ids) = page(own.into_iter().flatten().rev().copied(), before, count);
            let is_ongoing = |id: &u32| game(*id).state == State::Ongoing;
            ids.retain(|id| function == "getPlayerGames" || is_ongoing(id));
            next.chain(ids.into_iter().map(|id| shown(model, game(id))))
                .collect()
        }
        "getSurplus" => vec![vec![]],
        "getScore" | "getCredit" | "getCredits" => match model.account(&arguments[0]) {
            Some(account) => named(player(model, account)),
            None => return refuse("argument decode error (player): bad array length"),
        },
        _ => {
            let index = (number(0)? as usize).wrapping_sub(1);
            require(index < games.len(), Unknown::NoSuchGame.words())?;
            let details = (0..DETAILS).map(|which| detail(model, index, which));
            let details: Result<_, _> = details.chain([snapshot(model, index, 0)]).collect();
            named(details.expect("legal moves as cozy-chess has them"))
        }
    })
}

/// A page of the latest games before one (0: all), and the `before` of the next page.
fn page(
    ids: impl Iterator<Item = u32>,
    before: u32,
    count: u32,
) -> (std::iter::Once<Vec<u8>>, Vec<u32>) {
    let mut ids = ids.filter(|&id| before == 0 || id < before);
    let page: Vec<u32> = ids.by_ref().take(count as usize).collect();
    let next = ids.next().and_then(|_| page.last());
    (
        std::iter::once(next.map_or(vec![], |&id| argument(id.into()))),
        page,
    )
}

/// The lists of games, and what the contract has of each token beyond what belongs to players:
/// nothing.
pub fn lists(model: &Model) -> Vec<Asked> {
    // each in one page
    let pages = |address: Vec<u8>| vec![address, vec![], argument(1_000)];
    let mut questions = vec![
        ("getGames", vec![]),
        ("getGamesPage", vec![argument(2), argument(2)]),
        ("getOpenChallenges", vec![vec![], argument(1_000)]),
    ];
    questions.extend(Token::FUNGIBLE.map(|token| ("getSurplus", vec![token.identifier().into()])));
    for account in Account::CALLERS {
        for function in ["getPlayerGames", "getOngoingGames"] {
            questions.push((function, pages(model.address(account))));
        }
    }
    let ask = |(function, arguments): (_, Vec<Vec<u8>>)| {
        let answer = answer(model, function, &arguments).expect("an answer");
        asked(function, arguments, answer)
    };
    questions.into_iter().map(ask).collect()
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

/// An `Option` within a larger value.
fn option(bytes: Option<Vec<u8>>) -> Vec<u8> {
    bytes.map_or(vec![0], |bytes| [vec![1], bytes].concat())
}

/// Bytes within a larger value, after their number.
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
    let runs = game.state == State::Ongoing && game.does_time_run();
    let waited = if runs { model.chain.waited_ms(game) } else { 0 };
    let [white, black] = Color::ALL.map(|color| time_left_ms(game, color));
    let times = [white, black, waited].map(u64::to_be_bytes).concat();
    option(game.clock.map(|clock| [control(clock), times].concat()))
}

fn challenge(model: &Model, game: &Game) -> Vec<u8> {
    let challenger = game.challenger.expect("a challenge");
    let color = usize::from(game.players[1] == Some(challenger));
    let mut bytes = u64::from(game.id).to_be_bytes().to_vec();
    bytes.extend(model.address(challenger));
    bytes.extend(option(game.named.map(|named| model.address(named))));
    bytes.push(if game.side_is_drawn { 2 } else { color as u8 });
    bytes.extend(stake(game.stake.as_ref()));
    bytes.extend(option(game.clock.map(control)));
    bytes.extend(nested(&game.keys[color].clone().unwrap_or_default()));
    bytes.extend(game.rounds.to_be_bytes());
    bytes.push(game.engines.into());
    bytes
}

/// The first epoch in which a game's time has expired, and the milliseconds after which it has; 0
/// for the one that doesn't count.
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
    let open = game.open_end.map(|open| open.reason);
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
    bytes.push(game.reason.or(open).map_or(0, |reason| reason as u8));
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
