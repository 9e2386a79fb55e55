//! Players' ratings by the crate `ratings`, read from a gateway's blocks.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use ratings::{Book, CatchUpError, Player, Standing, Step};
use relay::{Chain, GatewayError};
use serde_json::{Value, json};

use crate::describe::short_address;
use crate::output::Output;
use crate::time_control::date;

/// How often it is told how many blocks have been read.
const TOLD_EVERY: u64 = 10_000;

/// The book that a file keeps, or a new one of a contract from a block on; without a block from the
/// chain's first.
///
/// # Errors
/// Names the file that can't be read, or that is of something else.
pub fn open(file: Option<&Path>, contract: &str, first: Option<u64>) -> Result<Book, String> {
    let new = || Book::new(contract, first.unwrap_or(0));
    let Some(file) = file else {
        return Ok(new());
    };
    let shown = file.display();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(new()),
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    let book =
        Book::from_json(&text).map_err(|error| format!("{shown} keeps no ratings: {error}"))?;
    if book.contract() != contract {
        let other = book.contract();
        return Err(format!(
            "{shown} keeps the ratings of another contract, {other}"
        ));
    }
    match first {
        Some(first) if first != book.first() => {
            let other = book.first();
            Err(format!(
                "{shown} was read from block {other} on, not from {first}"
            ))
        }
        _ => Ok(book),
    }
}

/// Keeps a book in a file.
///
/// # Errors
/// Names the file that can't be written.
pub fn keep(book: &Book, file: &Path) -> Result<(), String> {
    // renamed when it is complete, so that no other command reads half of it
    let mut new = file.as_os_str().to_owned();
    new.push(".new");
    std::fs::write(&new, book.to_json())
        .and_then(|()| std::fs::rename(&new, file))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Reads on up to the last final block of the contract's shard.
///
/// # Errors
/// What the gateway says; what was read before is in the book.
pub fn catch_up(book: &mut Book, chain: &Chain, mut tell: impl FnMut(&str)) -> Result<(), String> {
    let said = |error: GatewayError| error.to_string();
    let path = format!("/address/{}/shard", book.contract());
    let shard = chain.gateway().number(&path, "/shardID").map_err(said)?;
    let last = chain.last_block(shard, 0).map_err(said)?;
    let read = book.catch_up(last, |nonce| {
        if nonce > 0 && nonce.is_multiple_of(TOLD_EVERY) {
            tell(&format!("block {nonce} of {last}"));
        }
        chain.block(shard, nonce)
    });
    read.map_err(|error| match error {
        CatchUpError::Gateway(_, GatewayError::Refused(_)) => format!(
            "{error}; a gateway may have forgotten old blocks: give one with the chain's whole \
             history, and with --from the block of the contract's deployment"
        ),
        error => error.to_string(),
    })
}

/// All ratings. `name` gives a player's address as people write it.
pub fn table(book: &Book, name: impl Fn(&Player) -> String) -> Output {
    let standings = book.standings();
    let mut text = heading(book, book.contract());
    let (mut pool, mut place) = (None, 0);
    for standing in &standings {
        if pool != Some(standing.pool) {
            (pool, place) = (Some(standing.pool), 0);
            let _ = writeln!(text, "{}", standing.pool);
        }
        place += 1;
        let player = name(&standing.player);
        let _ = writeln!(text, "{place:>4}  {}  {player}", rating_words(standing));
    }
    if standings.is_empty() {
        text += "nobody has a rating\n";
    }
    let ratings = standings.iter().map(|standing| {
        let mut json = standing_json(standing);
        json["player"] = name(&standing.player).into();
        json
    });
    let mut json = heading_json(book);
    json["ratings"] = ratings.collect();
    Output { text, json }
}

/// A player's ratings, and how they came about.
pub fn course(book: &Book, player: &Player, name: impl Fn(&Player) -> String) -> Output {
    let standings = book.standings();
    let own = standings.iter().filter(|one| one.player == *player);
    let own: Vec<_> = own.collect();
    let shown = name(player);
    let mut text = heading(book, &shown);
    for standing in &own {
        let _ = writeln!(text, "{}  {}", rating_words(standing), standing.pool);
    }
    if own.is_empty() {
        text += "no rating\n";
    }
    let steps = book.course(player);
    for step in steps {
        let _ = writeln!(
            text,
            "{}  game {}  {}  {} against {}  {}",
            date(step.millis),
            step.game,
            step.pool,
            result_words(step),
            short_address(&name(&step.opponent)),
            rating_mark(step.rating.rating, step.rating.is_provisional()).trim_start(),
        );
    }
    let mut json = heading_json(book);
    json["player"] = shown.into();
    json["ratings"] = own.iter().map(|standing| standing_json(standing)).collect();
    let steps = steps.iter().map(|step| {
        json!({
            "game": step.game,
            "block": step.block,
            "millis": step.millis,
            "category": step.pool.speed,
            "engines": step.pool.engines,
            "opponent": name(&step.opponent),
            "rounds": step.rounds,
            "points": step.points,
            "rating": step.rating.rating,
            "deviation": step.rating.deviation,
            "volatility": step.rating.volatility,
            "provisional": step.rating.is_provisional(),
        })
    });
    json["course"] = steps.collect();
    Output { text, json }
}

fn heading(book: &Book, of: &str) -> String {
    match book.last() {
        Some((nonce, _)) => format!("ratings of {of} after block {nonce}\n"),
        None => format!("ratings of {of} before block {}\n", book.first()),
    }
}

fn heading_json(book: &Book) -> Value {
    let last = book.last();
    json!({
        "contract": book.contract(),
        "first": book.first(),
        "block": last.map(|(nonce, _)| nonce),
        "hash": last.map(|(_, hash)| hash),
    })
}

/// A rating as it is shown: 1662, or 1662? while it is provisional.
fn rating_mark(rating: f64, is_provisional: bool) -> String {
    let mark = if is_provisional { '?' } else { ' ' };
    format!("{rating:>4.0}{mark}")
}

fn rating_words(standing: &Standing) -> String {
    let rating = &standing.rating;
    let mark = rating_mark(rating.rating, rating.is_provisional());
    let games = match standing.games {
        1 => "   1 game ".to_owned(),
        games => format!("{games:>4} games"),
    };
    format!("{mark} deviation {:>3.0} {games}", rating.deviation)
}

fn result_words(step: &Step) -> String {
    match (step.rounds, step.points) {
        (1, 2) => "won".into(),
        (1, 1) => "drew".into(),
        (1, _) => "lost".into(),
        (rounds, points) => {
            let points = f64::from(points) / 2.0;
            format!("{points} of {rounds}")
        }
    }
}

fn standing_json(standing: &Standing) -> Value {
    json!({
        "category": standing.pool.speed,
        "engines": standing.pool.engines,
        "rating": standing.rating.rating,
        "deviation": standing.rating.deviation,
        "volatility": standing.rating.volatility,
        "provisional": standing.rating.is_provisional(),
        "games": standing.games,
    })
}
