//! Views and their answers.

use chess_model::scenario::{self, Value, failure, json, success};
use chess_model::views::answer;
use game_moves::Algorithm;
use game_moves::chess::write_json;

use super::Script;
use super::call::expanded;
use super::cast::evaluated;
use super::written::{of_view, written};

impl Script {
    /// Queries a view and expects its answer: with `!` a refusal, with `~` anything. A given answer
    /// is expected without asking the model.
    pub(super) fn view(
        &mut self,
        mark: Option<char>,
        view: &str,
        words: &[&str],
        given: Option<&str>,
    ) {
        let arguments: Vec<String> = words.iter().map(|word| expanded(word)).collect();
        let values: Vec<Vec<u8>> = arguments.iter().map(|text| evaluated(text)).collect();
        let (out, any) = (|out: Value| success(out, "*".into()), mark == Some('~'));
        let expect = match given {
            _ if any => out("*".into()),
            Some(given) => out(given.split_whitespace().map(expanded).collect()),
            None => match answer(&self.model, view, &values) {
                Err(refusal) => {
                    assert_eq!(
                        mark,
                        Some('!'),
                        "{}: {view} {words:?}: {refusal:?}",
                        self.name
                    );
                    failure(refusal.status, &refusal.message)
                }
                Ok(answer) => {
                    assert_eq!(mark, None, "{}: {view} {words:?}", self.name);
                    let shown = of_view(view).zip(answer).map(|((of, style), bytes)| {
                        written(of, style, &bytes, &|bytes| self.shown_account(bytes))
                    });
                    out(shown.collect())
                }
            },
        };
        self.query("sc:chess-views", view, &arguments, expect);
    }

    /// A query of any contract, with its expected answer.
    pub fn query(&mut self, of: &str, function: &str, arguments: &[String], expect: Value) {
        let id = format!("{function} {}", arguments.join(" "));
        let id = self.take_id(id.trim_end().into());
        let tx = json!({"to": of, "function": function, "arguments": arguments});
        self.steps.push(scenario::step("scQuery", id, tx, expect));
    }

    /// A query of another contract than the views', and its one result.
    pub fn asks(&mut self, of: &str, function: &str, words: &[&str], result: &str) {
        let arguments: Vec<String> = words.iter().map(|word| expanded(word)).collect();
        let expect = success(json!([expanded(result)]), "*".into());
        self.query(of, function, &arguments, expect);
    }

    /// The position after the moves, in the views' form.
    pub(super) fn shows(&mut self, game: &str) {
        let id: usize = game.parse().expect("a game");
        let mut position = chess_rules::Position::START;
        for m in &self.model.game(id - 1).moves {
            position.apply(super::moves::text(m).parse().expect("a move"));
        }
        let hash = Algorithm::Sha256
            .hash_pieces(|sink| write_json(&position, &mut |piece: &[u8]| sink(piece)));
        let hash = format!("0x{}", hex::encode(hash));
        for view in ["getFen", "getBoard", "getStateHash", "getMoves", "getGame"] {
            let given = (view == "getStateHash").then_some(&*hash);
            self.view(None, view, &[game], given);
        }
    }
}
