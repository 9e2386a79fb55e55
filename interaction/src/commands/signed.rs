//! Play by signature: a player's messages go to a transcript, and one call submits it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chess_interaction::board;
use chess_interaction::chess_table::SnapshotView;
use chess_interaction::describe::{color_name, counted, require_ongoing};
use chess_interaction::output::Output;
use chess_interaction::pgn::notation::{caption, movetext, read_history, read_move};
use chess_interaction::relay_client::{PATIENCE, Relayed};
use chess_interaction::signed::{SignedGame, Signer, Transcript, file};
use chess_player::{Shown, Terms};
use chess_record::GameState;
use chess_rules::Color;
use serde_json::{Value, json};
use signed_play::{Action, Line};

use super::error::CommandError;
use super::output::board_style;
use super::receipt::game_output;
use super::session::{Session, keys};
use crate::cli::TranscriptArgs;

/// The action with this name; otherwise a move.
fn action_of(what: &str) -> Action {
    match what {
        "resign" => Action::Resign,
        "draw" => Action::Draw,
        "ask" => Action::Ask,
        "leave" => Action::Leave,
        _ => Action::Move,
    }
}

/// Signs a move or another message and writes it to the game's transcript.
pub fn sign(
    session: &Session,
    game: usize,
    what: &str,
    of: TranscriptArgs,
) -> Result<Output, CommandError> {
    let snapshot = session.client.snapshot(game, 0)?;
    require_ongoing(&snapshot.game)?;
    let Opened {
        mut transcript,
        same,
        file,
        relayed,
        on_chain,
    } = open(session, game, &of, &snapshot)?;
    let mut signer = signer(session, &transcript.game, &snapshot)?;
    let color = transcript.game.color_of(&signer.public());
    let color = color.ok_or("the key isn't one of this game's")?;
    let (own_round, own_points, _) = signer.last_round();
    let begun = [on_chain, (own_round, own_points)];
    if of.round.is_none() {
        require_begun((transcript.game.round, transcript.game.points), begun)?;
    }
    let is_of_chain = transcript.game.round == snapshot.game.round;
    let known = if same && is_of_chain {
        snapshot.game.plies
    } else {
        0
    };
    // otherwise the player has no proof of the game, or signs over own moves that someone else made up
    let mut players = [Color::White, Color::Black].into_iter();
    if let Some(unproved) = players.find(|color| !transcript.is_proved(*color, known.into())) {
        let name = color_name(unproved);
        return Err(format!("{name}'s signature of the last move is missing").into());
    }

    let shown = shown(session, &transcript, &snapshot, color)?;
    let said = say(what, &mut transcript, &mut signer, &shown, same)?;
    file::write(&transcript, &file)?;
    let message = transcript.messages().last().ok_or("nothing was signed")?;
    if let Some(mut relayed) = relayed {
        relayed.play(&transcript, color, &message.signed)?;
    }
    let mut json = transcript_json(&transcript, &file);
    json["player"] = color_name(color).to_lowercase().into();
    json["action"] = (message.signed.action as u8).into();
    json["argument"] = hex::encode(message.signed.to_argument()).into();
    let mut text = format!("signed in {}: {said}\n", file.display());
    if !same {
        text += "the chain has other moves: submit sends these, if both players have signed them\n";
    }
    Ok(Output { text, json })
}

/// Refuses a round, with the points before it, that only a relay names: a message in it gives up the
/// rounds before.
fn require_begun(named: (u16, u16), begun: [(u16, u16); 2]) -> Result<(), String> {
    if begun.contains(&named) {
        return Ok(());
    }
    let (round, points) = named;
    Err(format!(
        "you haven't begun round {round} after {points} points, which the relay names: if that is \
         right, say so with --round and --points"
    ))
}

/// Refuses points before a round that are impossible after the chain's: a key that has signed them
/// would refuse the rounds before.
fn require_possible(named: (u16, u16), on_chain: (u16, u16)) -> Result<(), String> {
    let ((round, points), (known, before)) = (named, on_chain);
    let more = points.checked_sub(before);
    match more.is_some_and(|more| more <= 2 * (round - known)) {
        true => Ok(()),
        false => Err(format!(
            "{points} points before round {round} are impossible: on the chain there are {before} \
             before round {known}"
        )),
    }
}

/// Signs a move, or another message, and describes it. `same`: the chain has no other moves.
fn say(
    what: &str,
    transcript: &mut Transcript,
    signer: &mut Signer,
    shown: &Shown<Line>,
    same: bool,
) -> Result<String, CommandError> {
    let action = action_of(what);
    if what == "begin" || action == Action::Leave {
        if shown.terms.rounds == 1 {
            return Err("only a match can be left, or one of its rounds begun".into());
        }
        transcript.sign_of_round(action, signer, shown)?;
        let round = transcript.game.round;
        return Ok(match action {
            Action::Leave => format!("you leave the match before round {round}"),
            _ => format!("you begin round {round}"),
        });
    }
    if action == Action::Move {
        let position = transcript.line().position();
        if Some(position.turn()) != transcript.game.color_of(&signer.public()) {
            return Err("it is the opponent's turn".into());
        }
        let m = read_move(what, &position.fen().to_string())?;
        if !same {
            // with other play on the chain, the chain refuses a draw that was signed here
            signer.undraw();
        }
        transcript.sign_move(m, signer, shown)?;
        return Ok(caption(&read_history(transcript.line().bytes())?));
    }
    transcript.sign_action(action, signer, shown)?;
    Ok(match action {
        Action::Resign => "your resignation",
        Action::Draw => "a draw",
        _ => "that you ask for a move on the chain",
    }
    .to_owned())
}

/// The chain, as a player sees it. `color`: theirs in the transcript's round.
fn shown(
    session: &Session,
    transcript: &Transcript,
    snapshot: &SnapshotView,
    color: Color,
) -> Result<Shown<Line>, CommandError> {
    let game = &snapshot.game;
    let line = Line::read(&snapshot.moves.to_vec()).map_err(|error| error.to_string())?;
    let contract = session.client.contracts.chess.as_array();
    let pauses = relay::Chain::new(&session.config.gateway, vec![])
        .read_pauses(contract, transcript.game.id, game.last_move_epoch)
        .map_err(|error| error.to_string())?;
    let shown = Shown {
        round: game.round,
        points: game.points,
        line,
        is_late: snapshot.claims.inactivity,
        pauses,
        ..Shown::new(Terms {
            rounds: game.rounds,
            is_first: (color == Color::White) == transcript.game.round.is_multiple_of(2),
            has_clock: snapshot.clocks.is_some(),
        })
    };
    Ok(shown.awaiting(game.awaits, game.end_reason, &transcript.log()))
}

/// Checks and shows a transcript, compared with the chain's game.
pub fn show(session: &Session, game: usize, of: TranscriptArgs) -> Result<Output, CommandError> {
    let snapshot = session.client.snapshot(game, 0)?;
    let opened = open_existing(session, game, &of, &snapshot)?;
    let (transcript, same) = (&opened.transcript, opened.same);
    let line = transcript.line();
    let moves = read_history(line.bytes())?;
    let mut text = format!(
        "{}\n",
        board::draw(line.position().board(), line.last(), board_style())
    );
    if !moves.is_empty() {
        let _ = writeln!(text, "{}", movetext(&moves));
    }
    let is_of_chain = transcript.game.round == snapshot.game.round;
    let known = if is_of_chain { snapshot.game.plies } else { 0 };
    let _ = match same {
        true => writeln!(
            text,
            "{}, of which the chain knows {known}",
            counted(line.plies(), "ply")
        ),
        false => writeln!(
            text,
            "{}; the chain has {known} others",
            counted(line.plies(), "ply")
        ),
    };
    for color in [Color::White, Color::Black] {
        let said = match transcript.said(color) {
            Some(Action::Resign) => "resigns",
            Some(Action::Draw) => "signs a draw",
            Some(Action::Ask) => "asks for a move on the chain",
            Some(Action::Leave) => "leaves the match",
            Some(Action::Move) | None => continue,
        };
        let _ = writeln!(text, "{} {said}", color_name(color));
    }
    let json = transcript_json(transcript, &opened.file);
    Ok(Output { text, json })
}

/// Submits a transcript.
pub fn submit(
    session: &mut Session,
    game: usize,
    of: TranscriptArgs,
) -> Result<Output, CommandError> {
    let snapshot = session.client.snapshot(game, 0)?;
    let transcript = open_existing(session, game, &of, &snapshot)?.transcript;
    let call = match transcript.game.round > snapshot.game.round {
        true => transcript.call_to_round()?,
        false => transcript.call(&snapshot.moves.to_vec())?,
    };
    let player = session.player()?;
    let receipt = session.client.play(&player, game, &call)?;
    game_output(session, game, &receipt, "the chain has the game")
}

/// A transcript that was read and checked.
struct Opened {
    transcript: Transcript,
    /// Whether its moves continue the chain's, or belong to another round. Otherwise the chain has other
    /// moves.
    same: bool,
    /// Its file, by default in the current folder.
    file: PathBuf,
    /// The game's room at a relay.
    relayed: Option<Relayed>,
    /// The round that the chain is in, and the points before it.
    on_chain: (u16, u16),
}

fn open_existing(
    session: &Session,
    game: usize,
    of: &TranscriptArgs,
    snapshot: &SnapshotView,
) -> Result<Opened, CommandError> {
    let opened = open(session, game, of, snapshot)?;
    if opened.relayed.is_none() {
        require(&opened.file)?;
    }
    Ok(opened)
}

/// Refuses a missing file. Reading reports every other fault.
fn require(file: &Path) -> Result<(), String> {
    match file.exists() {
        true => Ok(()),
        false => Err(format!("{}: there is no transcript", file.display())),
    }
}

/// Opens and checks a game's transcript: the file's or a new one, or the relay's if that is at least as
/// long. Adds the chain's moves, if the chain is in this round and they continue the game.
fn open(
    session: &Session,
    game: usize,
    of: &TranscriptArgs,
    snapshot: &SnapshotView,
) -> Result<Opened, CommandError> {
    let contract = &session.client.contracts.chess;
    let of_chain = SignedGame::of_chain(contract, u32::try_from(game)?, snapshot).ok_or(
        "the game can't be played by signature: not both players have named a key (--key of join, \
         challenge and accept)",
    )?;
    let on_chain = (of_chain.round, of_chain.points);
    let mut room = match &of.relay {
        Some(url) => {
            let contract = session.client.network.bech32(contract);
            Some(Relayed::enter(url, &contract, &of_chain, PATIENCE)?)
        }
        None => None,
    };
    let signed = match (of.round.zip(of.points), &room) {
        (None, None) => of_chain,
        (None, Some((_, state))) => of_chain.in_round(state.current.round, state.current.points),
        (Some((round, _)), _) if round > 0 && snapshot.game.rounds == 1 => {
            return Err(format!("game {game} is a single game: it has no round {round}").into());
        }
        (Some((round, _)), _) if round < of_chain.round || round > snapshot.game.rounds => {
            let (from, to) = (of_chain.round, snapshot.game.rounds);
            return Err(format!("the chain takes rounds {from} to {to} of game {game}").into());
        }
        (Some(named), _) => {
            if snapshot.game.state == GameState::Ongoing {
                require_possible(named, on_chain)?;
            }
            of_chain.in_round(named.0, named.1)
        }
    };
    let file = of
        .transcript
        .clone()
        .unwrap_or_else(|| match snapshot.game.rounds {
            1 => format!("game-{game}.json").into(),
            _ => format!("game-{game}-round-{}.json", signed.round).into(),
        });
    let mut transcript = match file::read(&file)? {
        None => Transcript::new(signed),
        Some(transcript) if transcript.game == signed => transcript,
        Some(_) => return Err(format!("{}: it is another game's", file.display()).into()),
    };
    if let Some((relayed, state)) = &mut room {
        transcript = relayed.exchange(transcript, state)?;
    }
    let is_of_chain = transcript.game.round == snapshot.game.round;
    let same = !is_of_chain || transcript.catch_up(&snapshot.moves.to_vec())?;
    Ok(Opened {
        transcript,
        same,
        file,
        relayed: room.map(|(relayed, _)| relayed),
        on_chain,
    })
}

const NO_KEY: &str =
    "neither player's key is stored here: it was made where the game was joined (--keys)";

/// The player's key for a game: the one that is stored here; if both are, the wallet decides.
fn signer(
    session: &Session,
    game: &SignedGame,
    snapshot: &SnapshotView,
) -> Result<Signer, CommandError> {
    let folder = keys(&session.settings)?;
    let [white, black] = &game.keys;
    // `has` doesn't open the other key, which may be in use
    let key = match (folder.has(white), folder.has(black)) {
        (true, false) => *white,
        (false, true) => *black,
        (false, false) => return Err(NO_KEY.into()),
        (true, true) => {
            let player = session.player()?.to_address();
            let [on_white, on_black] = game.keys_in(snapshot.game.round);
            if player == snapshot.game.white_player.to_address() {
                on_white
            } else if player == snapshot.game.black_player.to_address() {
                on_black
            } else {
                return Err(
                    "both players' keys are stored here, and this wallet plays neither side".into(),
                );
            }
        }
    };
    folder.find(&key)?.ok_or_else(|| NO_KEY.into())
}

fn transcript_json(transcript: &Transcript, place: &Path) -> Value {
    let line = transcript.line();
    json!({
        "file": place.display().to_string(),
        "gameId": transcript.game.id,
        "round": transcript.game.round,
        "points": transcript.game.points,
        "plies": line.plies(),
        "moves": hex::encode(line.bytes()),
        "fen": line.position().fen().to_string(),
        "messages": file::messages(transcript),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_alone_names_no_round() {
        let begun = [(0, 0), (1, 2)];
        for named in begun {
            assert_eq!(require_begun(named, begun), Ok(()));
        }
        for named in [(1, 0), (2, 2)] {
            let words = require_begun(named, begun).unwrap_err();
            assert!(words.contains("which the relay names"), "{words}");
        }
    }

    #[test]
    fn points_that_a_match_cannot_reach_are_refused() {
        let on_chain = (1, 2);
        for (named, is_possible) in [
            ((1, 2), true),
            ((3, 2), true),
            ((3, 6), true),
            ((3, 1), false),
            ((3, 7), false),
            ((1, 3), false),
        ] {
            let has = require_possible(named, on_chain);
            assert_eq!(has.is_ok(), is_possible, "{named:?}");
        }
    }

    #[test]
    fn a_folder_is_not_called_a_missing_transcript() {
        let folder = std::env::temp_dir();
        assert_eq!(require(&folder), Ok(()));
        let refused = file::read(&folder).map(drop).unwrap_err();
        assert!(refused.contains("directory"), "{refused}");
        let missing = folder.join("no-such-transcript.json");
        let refused = require(&missing).unwrap_err();
        let words = "no-such-transcript.json: there is no transcript";
        assert!(refused.ends_with(words), "{refused}");
    }
}
