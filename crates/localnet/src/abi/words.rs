//! Calls and events in words: `makeMove(game 1, e2e4)`.

use super::{
    schema::{EventField, Field},
    value::{Values, inner, split},
};

/// Document 004's squares count from a1, the contract's from a8.
const OTHER_WAY_UP: u8 = 56;

/// Calls, results and events of the contract. `None` if they aren't as the ABI says.
impl Values<'_> {
    /// A call of an endpoint, or of the constructor as `init`.
    pub fn call(&self, function: &str, arguments: &[Vec<u8>]) -> Option<String> {
        let inputs = match function {
            "init" => &self.abi.constructor.inputs,
            _ => &self.abi.endpoint(function)?.inputs,
        };
        let mut rest = arguments;
        let mut shown = vec![];
        for input in inputs {
            let values = self.argument(&input.of, &mut rest)?;
            shown.extend(values.into_iter().map(|value| (input, value)));
        }
        if !rest.is_empty() {
            return None;
        }
        Some(format!("{function}({})", self.joined(shown)))
    }

    /// The results of a call.
    pub fn results(&self, function: &str, results: &[Vec<u8>]) -> Option<Vec<String>> {
        let outputs = &self.abi.endpoint(function)?.outputs;
        let mut rest = results;
        let mut shown = vec![];
        for output in outputs {
            shown.extend(self.argument(&output.of, &mut rest)?);
        }
        rest.is_empty().then_some(shown)
    }

    /// An event, by its topics (the first is its name) and its data.
    pub fn event(&self, topics: &[Vec<u8>], data: &[Vec<u8>]) -> Option<String> {
        let (name, topics) = topics.split_first()?;
        let name = std::str::from_utf8(name).ok()?;
        let fields = &self.abi.event(name)?.inputs;
        let (mut topics, mut data) = (topics, data);
        let mut shown = vec![];
        for EventField { field, indexed } in fields {
            let values = if *indexed {
                self.argument(&field.of, &mut topics)?
            } else {
                let bytes = data.split_off_first().map(Vec::as_slice);
                let bytes = bytes.unwrap_or_default();
                let played = field.name.starts_with("canonical_move");
                let moves = if played { canonical_moves(bytes) } else { None };
                if let Some(moves) = moves {
                    shown.push(moves);
                    continue;
                }
                vec![self.top(&field.of, bytes)?]
            };
            shown.extend(values.iter().map(|value| self.labelled(field, value)));
        }
        Some(format!("{name}({})", shown.join(", ")))
    }

    /// Takes an argument's values: one, or with a type for several any number.
    fn argument(&self, of: &str, rest: &mut &[Vec<u8>]) -> Option<Vec<String>> {
        if let Some(of) = inner(of, "optional") {
            return if rest.is_empty() {
                Some(vec![])
            } else {
                self.argument(of, rest)
            };
        }
        if let Some(of) = inner(of, "variadic").or_else(|| inner(of, "counted-variadic")) {
            let mut shown = vec![];
            while !rest.is_empty() {
                let before = rest.len();
                shown.extend(self.argument(of, rest)?);
                if rest.len() == before {
                    return None;
                }
            }
            return Some(shown);
        }
        if let Some(types) = inner(of, "multi") {
            let shown: Option<Vec<_>> = split(types)
                .into_iter()
                .map(|of| self.argument(of, rest))
                .collect();
            return Some(shown?.concat());
        }
        let value = rest.split_off_first()?;
        Some(vec![self.top(of, value)?])
    }

    /// The arguments with their labels. A piece's way on a chessboard is written as one.
    fn joined(&self, shown: Vec<(&Field, String)>) -> String {
        let square = |(field, value): &(&Field, String), name: &str| {
            let number: u8 = value.parse().ok()?;
            (field.name == name && field.of == "u8" && number < 64).then(|| square_name(number))
        };
        let on_board = self.abi.has_chessboards();
        let mut words = vec![];
        let mut rest = shown.as_slice();
        while let Some(first) = rest.split_off_first() {
            let from = square(first, "from").filter(|_| on_board);
            let to = rest.first().and_then(|next| square(next, "to"));
            if let (Some(from), Some(to)) = (from, to) {
                words.push(format!("{from}{to}"));
                rest = &rest[1..];
            } else {
                words.push(self.labelled(first.0, &first.1));
            }
        }
        words.join(", ")
    }
}

/// The name of a square that is counted from a8.
fn square_name(number: u8) -> String {
    format!("{}{}", char::from(b'a' + number % 8), 8 - number / 8)
}

/// Canonical moves of chess: two bytes each, or three with a promotion.
fn canonical_moves(mut bytes: &[u8]) -> Option<String> {
    let mut moves = vec![];
    while let [from, to, rest @ ..] = bytes {
        let promotes = to >> 6;
        if *from > 63 || promotes > 1 {
            return None;
        }
        let name = |square: u8| square_name(square ^ OTHER_WAY_UP);
        let mut text = format!("{}{}", name(*from), name(to & 63));
        bytes = rest;
        if promotes == 1 {
            let piece = bytes.split_off_first()?;
            text.push(*b"qrbn".get(usize::from(*piece))? as char);
        }
        moves.push(text);
    }
    (bytes.is_empty() && !moves.is_empty()).then(|| moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{names::Names, schema::Abi};

    const CHESS: &str = r#"{
        "constructor": {"inputs": [{"name": "rule", "type": "optional<u8>"}]},
        "endpoints": [
            {"name": "makeMove", "inputs": [
                {"name": "game_id", "type": "u32"}, {"name": "from", "type": "u8"},
                {"name": "to", "type": "u8"}, {"name": "promotion", "type": "optional<Piece>"}]},
            {"name": "several", "inputs": [{"name": "each", "type": "variadic<multi<u8,bytes>>"}],
             "outputs": [{"type": "variadic<u8>"}]},
            {"name": "getBoard", "inputs": [], "outputs": [{"type": "bytes"}]}],
        "events": [{"identifier": "moveMade", "inputs": [
            {"name": "game_id", "type": "u32", "indexed": true},
            {"name": "canonical_move", "type": "bytes"}]}],
        "types": {"Piece": {"type": "enum", "variants": [{"name": "Queen", "discriminant": 1}]}}}"#;

    #[test]
    fn calls_and_events_in_words() {
        let abi: Abi = serde_json::from_str(CHESS).unwrap();
        let names = Names::default();
        let words = Values {
            abi: &abi,
            names: &names,
        };
        let bytes = |list: &[&[u8]]| list.iter().map(|b| b.to_vec()).collect::<Vec<_>>();
        let call = |name: &str, args: &[&[u8]]| words.call(name, &bytes(args));
        let text = |text: &str| Some(text.to_string());
        assert_eq!(
            call("makeMove", &[&[1], &[52], &[36]]),
            text("makeMove(game 1, e2e4)")
        );
        assert_eq!(
            call("makeMove", &[&[1], &[8], &[], &[1]]),
            text("makeMove(game 1, a7a8, Queen)")
        );
        assert_eq!(
            call("makeMove", &[&[1], &[52], &[64]]),
            text("makeMove(game 1, from 52, to 64)")
        );
        assert_eq!(call("init", &[]), text("init()"));
        assert_eq!(
            call("several", &[&[1], b"abc", &[2], b"de"]),
            text("several(each 1, each abc, each 2, each de)")
        );
        let results = words.results("several", &bytes(&[&[1], &[2]]));
        assert_eq!(results.unwrap(), ["1", "2"]);
        for wrong in [
            call("makeMove", &[&[1], &[52]]),
            call("makeMove", &[&[1], &[52], &[36], &[1], &[2]]),
            call("makeMove", &[&[1; 5], &[52], &[36]]),
            call("several", &[&[1]]),
            call("nothing", &[]),
        ] {
            assert_eq!(wrong, None);
        }
        let event = |data: &[u8]| words.event(&bytes(&[b"moveMade", &[7]]), &[data.to_vec()]);
        for (data, told) in [
            (&[12, 28][..], "moveMade(game 7, e2e4)"),
            (&[48, 56 | 64, 3, 12, 28], "moveMade(game 7, a7a8n e2e4)"),
            (&[12, 28 | 128], "moveMade(game 7, canonical move 0x0c9c)"),
        ] {
            assert_eq!(event(data).as_deref(), Some(told));
        }
    }
}
