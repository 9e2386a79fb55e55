//! Ratings as JSON, the same from a relay and from the command line.

use serde_json::{Value, json};

use crate::book::{Book, Standing, Step};
use crate::player::Player;

/// All ratings, pool by pool, the highest first. `name` returns a player's address as people write
/// it.
pub fn table(book: &Book, name: impl Fn(&Player) -> String) -> Value {
    let ratings = book.standings().into_iter().map(|of| {
        let mut json = standing(&of);
        json["player"] = name(&of.player).into();
        json
    });
    let mut json = heading(book);
    json["ratings"] = ratings.collect();
    json
}

/// A player's ratings, and the last `most` games that they came about by.
pub fn course(
    book: &Book,
    player: &Player,
    most: usize,
    name: impl Fn(&Player) -> String,
) -> Value {
    let mut json = heading(book);
    json["player"] = name(player).into();
    json["ratings"] = book.standings_of(player).iter().map(standing).collect();
    let steps = book.course(player);
    let last = &steps[steps.len().saturating_sub(most)..];
    json["course"] = last.iter().map(|one| step(one, &name)).collect();
    json
}

fn heading(book: &Book) -> Value {
    let last = book.last();
    json!({
        "contract": book.contract(),
        "first": book.first(),
        "block": last.map(|(nonce, _)| nonce),
        "hash": last.map(|(_, hash)| hash),
    })
}

fn standing(of: &Standing) -> Value {
    json!({
        "category": of.pool.speed,
        "engines": of.pool.engines,
        "rating": of.rating.rating,
        "deviation": of.rating.deviation,
        "volatility": of.rating.volatility,
        "provisional": of.rating.is_provisional(),
        "games": of.games,
    })
}

fn step(step: &Step, name: impl Fn(&Player) -> String) -> Value {
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
}
