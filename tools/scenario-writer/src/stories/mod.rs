//! The scenarios by topic. Most are written in plain steps, after a line with the file's path, its
//! flags, and the scenario's name.

mod challenge;
mod deploy;
mod endings;
mod gas;
mod hostile;
mod matches;
mod moves;
mod owner;
mod production_vm;
mod queue;
mod scale;
mod shards;
mod signed_play;
mod signed_rulings;
mod time_over;
mod tokens;
mod views;
mod whole_games;

use chess_model::chain::Token;

use crate::script::{Script, name, world};

/// A file's path below `scenarios/`, without its ending, and the scenario.
pub type File = (String, Script);

const TOLD: [&str; 14] = [
    challenge::TOLD,
    endings::TOLD,
    gas::TOLD,
    hostile::TOLD,
    matches::TOLD,
    moves::TOLD,
    owner::TOLD,
    production_vm::TOLD,
    queue::TOLD,
    shards::TOLD,
    signed_play::TOLD,
    signed_rulings::TOLD,
    time_over::TOLD,
    views::TOLD,
];

const WAGERS: [Token; 2] = [Token::Egld, Token::Chess];

pub fn all() -> Vec<File> {
    let mut all: Vec<File> = vec![
        ("deploy".into(), deploy::deploy()),
        ("thousand-games".into(), scale::thousand_games()),
    ];
    all.extend(tokens::all());
    all.extend(whole_games::all());
    let stories = TOLD.into_iter().flat_map(|told| told.split("\n# ").skip(1));
    all.extend(stories.flat_map(told));
    all
}

/// The files of a story: with the flag `both` one for each wager, with `rules` one for each rule for
/// illegal moves.
fn told(story: &str) -> Vec<File> {
    let (head, steps) = story.split_once('\n').unwrap_or((story, ""));
    let (flags, title) = head.split_once(": ").expect("a name");
    let flags: Vec<&str> = flags.split(' ').collect();
    let has = |flag| flags.contains(&flag);
    let path = flags[0];
    let token = match has("token") {
        true => Token::Chess,
        false => Token::Egld,
    };
    let told = |path: String, wager, rejects| {
        let mut s = match has("raw") {
            true => world("..", wager, false, false),
            false => Script::at(&path, title, wager, rejects),
        };
        s.name = title.into();
        s.is_match = has("more");
        if has("far") {
            s.bob_moves_away();
        }
        s.run(steps);
        (path, s)
    };
    if has("both") {
        return WAGERS
            .map(|wager| told(format!("{path}-{}", name(wager)), wager, has("reject")))
            .into();
    }
    if has("rules") {
        let rules = [("forfeit", false), ("reject", true)];
        return rules
            .map(|(rule, rejects)| told(format!("{path}-{rule}"), token, rejects))
            .into();
    }
    vec![told(path.into(), token, has("reject"))]
}
