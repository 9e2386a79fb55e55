//! Players' ratings by the crate `ratings`, read from a gateway's blocks.

use std::fmt::Write as _;

use ratings::{Book, CatchUpError, Player, Standing, Step, report};
use relay::{Chain, GatewayError};

use crate::describe::short_address;
use crate::output::Output;
use crate::time_control::date;

/// The number of blocks between two reports of the progress.
const TOLD_EVERY: u64 = 10_000;

/// Reads the next blocks, up to the last final one of the contract's shard.
///
/// # Errors
/// The gateway's error; blocks read before it are in the book.
pub fn catch_up(book: &mut Book, chain: &Chain, mut tell: impl FnMut(&str)) -> Result<(), String> {
    let said = |error: GatewayError| error.to_string();
    let path = format!("/address/{}/shard", book.contract());
    let shard = chain.gateway().number(&path, "/shardID").map_err(said)?;
    let last = chain.final_block(shard).map_err(said)?;
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

/// All ratings. `name`: a player's address as people write it.
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
    let json = report::table(book, name);
    Output { text, json }
}

/// A player's ratings, and the games behind them.
pub fn course(book: &Book, player: &Player, name: impl Fn(&Player) -> String) -> Output {
    let own = book.standings_of(player);
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
    let json = report::course(book, player, usize::MAX, name);
    Output { text, json }
}

fn heading(book: &Book, of: &str) -> String {
    match book.last() {
        Some((nonce, _)) => format!("ratings of {of} after block {nonce}\n"),
        None => format!("ratings of {of} before block {}\n", book.first()),
    }
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
