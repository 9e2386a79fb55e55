use std::io::{self, Write};

use game_moves::{
    Algorithm, Game, GameId, GameMove, backgammon, checkers, chess, dominos, hex, ludo, record,
};

use crate::{
    args::{Args, Command, Format, Text},
    input::{Result, bytes, each_line, text},
    show::{Draw, outcome, standing},
};

/// Calls a function that is generic over the game's state.
macro_rules! for_game {
    ($id:expr, $function:ident($($argument:expr),*)) => {
        match $id {
            GameId::Chess => $function::<chess::State>($($argument),*),
            GameId::Dominos => $function::<dominos::State>($($argument),*),
            GameId::Backgammon => $function::<backgammon::State>($($argument),*),
            GameId::Checkers => $function::<checkers::State>($($argument),*),
            GameId::Ludo => $function::<ludo::State>($($argument),*),
        }
    };
}

pub fn run(args: &Args) -> Result<()> {
    let output = match &args.command {
        Command::New {
            game,
            players,
            seed,
        } => new(game.game, *players, *seed)?.into(),
        Command::Encode { game, to, file } => {
            for_game!(game.game, encode(&text(file.as_deref())?, *to))?
        }
        Command::Decode { game, from, file } => {
            for_game!(game.game, decode(bytes(file.as_deref())?, *from))?.into()
        }
        Command::Legal { game, to, file } => {
            for_game!(game.game, legal(&text(file.as_deref())?, *to))?.into()
        }
        Command::Apply { game, state, file } => for_game!(
            game.game,
            apply(&text(Some(state))?, &text(file.as_deref())?)
        )?
        .into(),
        Command::Show { game, file } => for_game!(game.game, show(&text(file.as_deref())?))?.into(),
        Command::Hash {
            game,
            algorithm,
            file,
        } => for_game!(game.game, hash(&text(file.as_deref())?, *algorithm))?.into(),
        Command::Replay { file } => replay(&text(file.as_deref())?)?.into(),
        Command::Complete { file } => record::complete(&text(file.as_deref())?)?.into(),
    };
    match io::stdout().write_all(&output) {
        // the reader has seen enough
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn new(game: GameId, players: u8, seed: u32) -> Result<String> {
    let json = match (game, players) {
        (GameId::Ludo, _) => ludo::State::new(players, seed)?.to_json(),
        (GameId::Dominos, _) => dominos::State::new(players, seed)?.to_json(),
        (GameId::Chess, 2) => chess::State::new().to_json(),
        (GameId::Checkers, 2) => checkers::State::new().to_json(),
        (GameId::Backgammon, 2) => backgammon::State::new(seed).to_json(),
        _ => return Err("players: two play this game".into()),
    };
    Ok(json + "\n")
}

/// A move in JSON or hex, or in chess like e2e4.
fn read_move<G: Game>(line: &str) -> Result<G::Move> {
    if line.starts_with('{') {
        return Ok(G::Move::read_json(line)?);
    }
    let hex = match (G::Move::GAME, line.parse::<chess_rules::Move>()) {
        (GameId::Chess, Ok(mv)) => chess::Move::try_from(mv)?.to_hex(),
        _ => line.to_owned(),
    };
    Ok(G::Move::from_hex(&hex)?)
}

fn encode<G: Game>(text: &str, to: Format) -> Result<Vec<u8>> {
    let moves = each_line(text, read_move::<G>)?;
    Ok(match to {
        Format::Hex => lines(moves.iter().map(GameMove::to_hex)).into(),
        Format::Binary => moves.iter().flat_map(GameMove::to_bytes).collect(),
    })
}

fn decode<G: Game>(input: Vec<u8>, from: Format) -> Result<String> {
    let moves: Vec<G::Move> = match from {
        Format::Hex => {
            let text = String::from_utf8(input)
                .map_err(|_| "not text; for binary moves use --from binary")?;
            each_line(&text, |line| Ok(G::Move::from_hex(line)?))?
        }
        Format::Binary => {
            let (mut moves, mut at) = (Vec::new(), 0);
            while at < input.len() {
                let (mv, used) = G::Move::decode(&input[at..])
                    .map_err(|error| format!("move {} at byte {at}: {error}", moves.len() + 1))?;
                moves.push(mv);
                at += used;
            }
            moves
        }
    };
    Ok(lines(moves.iter().map(GameMove::to_json)))
}

fn legal<G: Game>(text: &str, to: Text) -> Result<String> {
    let moves = G::read_json(text)?.legal_moves();
    Ok(match to {
        Text::Json => lines(moves.iter().map(GameMove::to_json)),
        Text::Hex => lines(moves.iter().map(GameMove::to_hex)),
    })
}

fn apply<G: Game>(state: &str, steps: &str) -> Result<String> {
    let mut state = G::read_json(state).map_err(|error| format!("state: {error}"))?;
    each_line(steps, |line| {
        state = if line == "roll" {
            state.roll()?.1
        } else if let Some(player) = line.strip_prefix("eliminate ") {
            state.eliminate(
                player
                    .parse()
                    .map_err(|_| "eliminate: a player's number belongs here, 0 to 3")?,
            )?
        } else if let Some(line) = line.strip_prefix("player ") {
            let (player, mv) = line.split_once(' ').unwrap_or_default();
            let player: u8 = player.parse().map_err(
                |_| "player: a player's number and a move belong here, as in player 0 e2e4",
            )?;
            state.apply_by(player, &read_move::<G>(mv.trim_start())?)?
        } else {
            state.apply(&read_move::<G>(line)?)?
        };
        Ok(())
    })?;
    Ok(state.to_json() + "\n")
}

fn show<G: Draw>(text: &str) -> Result<String> {
    let state = G::read_json(text)?;
    Ok(format!("{}{}\n", state.draw(), standing(&state)))
}

fn hash<G: Game>(text: &str, algorithm: Algorithm) -> Result<String> {
    Ok(lines(each_line(text, |line| {
        Ok(hex::encode(&G::read_json(line)?.hash(algorithm)))
    })?))
}

fn replay(text: &str) -> Result<String> {
    let summary = record::replay(text)?;
    let outcome = outcome(summary.outcome);
    let (hash, chain) = (hex::encode(&summary.hash), hex::encode(&summary.chain));
    Ok(format!(
        "{}: {} steps, {outcome}\nhash  {hash}\nchain {chain}\n",
        summary.game, summary.steps
    ))
}

fn lines(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().map(|item| item + "\n").collect()
}
