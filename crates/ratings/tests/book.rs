//! Books of made-up blocks: kept and gone on with, blocks that are replaced, events that come twice.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chess_record::EndReason;
use ratings::{Book, CatchUpError, Player, Pool, Rating, Speed};
use serde_json::{Value, json};

const CONTRACT: &str = "erd1chess";
const BLITZ: Pool = Pool {
    engines: false,
    speed: Speed::Blitz,
};

/// A chain: its blocks' events, and a word that makes a block's hash another one.
#[derive(Clone, Default)]
struct Chain(Vec<(Vec<Value>, &'static str)>);

impl Chain {
    fn add(&mut self, events: Vec<Value>, word: &'static str) {
        self.0.push((events, word));
    }

    fn hash(&self, nonce: usize) -> String {
        let words: Vec<_> = self.0[..=nonce].iter().map(|(_, word)| *word).collect();
        format!("{nonce}{}", words.concat())
    }

    fn block(&self, nonce: u64) -> Result<Value, String> {
        let at = nonce as usize;
        let (events, _) = self.0.get(at).ok_or("no such block")?;
        let previous = match at {
            0 => String::new(),
            _ => self.hash(at - 1),
        };
        Ok(json!({"block": {
            "nonce": nonce, "hash": self.hash(at), "prevBlockHash": previous, "timestamp": nonce * 6,
            "miniBlocks": [{"transactions": [{"logs": {"events": events}}]}],
        }}))
    }

    fn read(&self, book: &mut Book) {
        let last = self.0.len() as u64 - 1;
        book.catch_up(last, |nonce| self.block(nonce)).unwrap();
    }
}

fn event(topics: &[&[u8]], data: &[u8]) -> Value {
    let topics: Vec<_> = topics.iter().map(|topic| BASE64.encode(topic)).collect();
    json!({"address": CONTRACT, "topics": topics, "data": BASE64.encode(data)})
}

fn player(name: u8) -> Player {
    Player([name; 32])
}

/// A game of 3 minutes begins.
fn start(game: u8, white: u8, black: u8) -> Value {
    let topics: [&[u8]; 4] = [b"gameStarted", &[game], &[white; 32], &[black; 32]];
    event(&topics, &[0, 1, 0, 0, 0, 0, 180, 0, 0, 0, 0])
}

fn end(game: u8, reason: u8, rounds: u8, points: u8) -> Value {
    let topics: [&[u8]; 2] = [b"gameEnded", &[game]];
    event(&topics, &[0, reason, 0, rounds, 0, points])
}

/// Moves of a game's beginning, by signature.
fn played(game: u8, plies: usize) -> Value {
    let moves = &[12, 28, 52, 36][..2 * plies];
    event(&[b"movesPlayed", &[game], &[]], moves)
}

/// Three games of three players, which end in another order than they began.
fn day() -> Chain {
    let mut chain = Chain::default();
    chain.add(vec![], "");
    chain.add(vec![start(1, 1, 2), start(2, 3, 1)], "");
    chain.add(vec![end(2, 1, 1, 2), start(3, 2, 3)], "");
    chain.add(vec![end(1, 1, 1, 2), played(3, 2)], "");
    chain.add(vec![end(3, 11, 1, 1)], "");
    chain
}

#[test]
fn games_count_in_the_order_of_their_ends() {
    let mut book = Book::new(CONTRACT, 0);
    day().read(&mut book);
    let new = Rating::NEW;
    let (three, one) = (new.after(&new, 1, 2), new.after(&new, 1, 0));
    let (one, two) = (one.after(&new, 1, 2), new.after(&one, 1, 0));
    let (two, three) = (two.after(&three, 1, 1), three.after(&two, 1, 1));
    for (name, rating) in [(1, one), (2, two), (3, three)] {
        assert_eq!(book.rating(&player(name), BLITZ), rating, "{name}");
    }
    let standings = book.standings();
    let names: Vec<_> = standings.iter().map(|standing| standing.player).collect();
    assert_eq!(names, [player(3), player(1), player(2)]);
    assert!(standings.iter().all(|standing| standing.games == 2));
    let course = book.course(&player(1));
    let told = |at: usize| (course[at].game, course[at].opponent, course[at].points);
    assert_eq!((told(0), told(1)), ((2, player(3), 0), (1, player(2), 2)));
    assert_eq!(course[1].millis, 18_000);
}

#[test]
fn a_purse_is_rated_as_its_wallet() {
    let mut raw = Book::new(CONTRACT, 0);
    let mut chain = day();
    // the purse 7 of the player 1: against the player 3, and against its own wallet
    chain.add(vec![start(4, 7, 3), start(5, 1, 7)], "");
    chain.add(vec![end(4, 1, 1, 2), end(5, 1, 1, 0)], "");
    chain.read(&mut raw);
    let joined = raw.joined(&[(player(7), player(1))].into());
    let mut wanted = Book::new(CONTRACT, 0);
    let mut chain = day();
    chain.add(vec![start(4, 1, 3)], "");
    chain.add(vec![end(4, 1, 1, 2)], "");
    chain.read(&mut wanted);
    for name in [1, 2, 3, 7] {
        assert_eq!(
            joined.course(&player(name)),
            wanted.course(&player(name)),
            "{name}"
        );
    }
    assert_eq!(joined.last(), raw.last());
    assert_eq!(raw.joined(&[].into()).standings(), raw.standings());
}

#[test]
fn a_stored_book_continues() {
    let chain = day();
    let mut whole = Book::new(CONTRACT, 0);
    chain.read(&mut whole);
    for kept_at in 0..4 {
        let mut book = Book::new(CONTRACT, 0);
        book.catch_up(kept_at, |nonce| chain.block(nonce)).unwrap();
        let mut book = Book::from_json(&book.to_json()).unwrap();
        chain.read(&mut book);
        assert_eq!(book, whole);
        assert_eq!(book.to_json(), whole.to_json());
    }
    let other = whole.to_json().replace("\"version\":3", "\"version\":2");
    assert_eq!(
        Book::from_json(&other).unwrap_err(),
        "it has version 2, not 3"
    );
    assert!(Book::from_json("{}").is_err());
}

#[test]
fn a_replaced_block_is_undone() {
    let before = day();
    let mut book = Book::new(CONTRACT, 0);
    before.read(&mut book);
    for kept in 0..5 {
        let mut chain = before.clone();
        chain.0.truncate(kept);
        // the games of the first chain that still continue end otherwise, if they have begun at all
        chain.add(vec![end(1, 2, 1, 0), end(3, 2, 1, 0)], "other");
        chain.add(vec![start(9, 2, 1), end(9, 1, 1, 2)], "other");
        let mut undone = book.clone();
        chain.read(&mut undone);
        let mut anew = Book::new(CONTRACT, 0);
        chain.read(&mut anew);
        assert_eq!(undone, anew, "{kept}");
        // the same if it is replaced while others are read
        let (mut replaced, mut read) = (Book::new(CONTRACT, 0), 0..);
        let block = |nonce| match read.next() {
            Some(earlier) if earlier <= kept => before.block(nonce),
            _ => chain.block(nonce),
        };
        replaced.catch_up(kept as u64 + 1, block).unwrap();
        assert_eq!(replaced, anew, "{kept}");
        // and back
        before.read(&mut undone);
        assert_eq!(undone, book, "{kept}");
    }
}

#[test]
fn another_chain_altogether_is_read_from_scratch() {
    let mut long = day();
    for _ in 0..1_100 {
        long.add(vec![], "");
    }
    let mut book = Book::new(CONTRACT, 0);
    long.read(&mut book);
    let mut other = Chain::default();
    for _ in 0..1_100 {
        other.add(vec![], "other");
    }
    other.add(vec![start(1, 5, 6), end(1, 1, 1, 2)], "other");
    other.read(&mut book);
    assert_eq!(book.course(&player(1)), []);
    assert_eq!(book.course(&player(5)).len(), 1);
    assert_eq!(book.last(), Some((1_100, &*other.hash(1_100))));
}

#[test]
fn games_without_a_result_and_repeated_events_do_not_count() {
    let mut chain = Chain::default();
    let events = vec![
        start(1, 1, 2),
        end(1, 14, 0, 0),
        start(2, 1, 2),
        end(2, 12, 1, 1),
        end(7, 1, 1, 2),
        start(3, 1, 2),
        start(3, 5, 6),
    ];
    chain.add(events, "");
    chain.add(vec![end(3, 1, 1, 2), end(3, 1, 1, 0)], "");
    chain.add(vec![end(3, 1, 1, 0), end(1, 1, 1, 2)], "");
    let mut book = Book::new(CONTRACT, 0);
    chain.read(&mut book);
    let course = book.course(&player(1));
    assert_eq!(course.len(), 1);
    assert_eq!((course[0].game, course[0].points), (3, 2));
    assert_eq!(book.standings().len(), 2);
}

#[test]
fn a_draw_that_was_agreed_on_before_both_had_moved_does_not_count() {
    let agreed = EndReason::Agreement as u8;
    let mut chain = Chain::default();
    let games = 1..=4;
    chain.add(games.map(|game| start(game, 1, 2)).collect(), "");
    chain.add(vec![played(2, 1), played(3, 2)], "");
    // without a move, after one, after two, and a match's second round
    let mut ends: Vec<_> = (1..4).map(|game| end(game, agreed, 1, 1)).collect();
    ends.push(end(4, agreed, 2, 2));
    chain.add(ends, "");
    let mut book = Book::new(CONTRACT, 0);
    chain.read(&mut book);
    let counted: Vec<_> = book
        .course(&player(1))
        .iter()
        .map(|step| step.game)
        .collect();
    assert_eq!(counted, [3, 4]);
    // if the moves are undone, the draw isn't one any longer
    chain.0.truncate(1);
    chain.add(vec![end(3, agreed, 1, 1)], "other");
    chain.read(&mut book);
    assert_eq!(book.course(&player(1)), []);
}

#[test]
fn a_round_that_players_call_off_before_they_leave_the_match_does_not_count() {
    let (agreed, left) = (EndReason::Agreement as u8, EndReason::Left as u8);
    let opened = |game: u8, reason: u8| event(&[b"endOpened", &[game]], &[reason]);
    let begun = |game: u8, round: u8, points| event(&[b"roundBegun", &[game], &[round]], points);
    let mut chain = Chain::default();
    let games = 1..=6;
    chain.add(games.map(|game| start(game, 1, 2)).collect(), "");
    // the first round; one that was drawn on the board, without any events; one with moves
    chain.add(vec![opened(1, agreed), end(1, left, 1, 1)], "");
    chain.add(vec![end(2, left, 1, 1)], "");
    let drawn = vec![played(3, 2), opened(3, agreed)];
    chain.add(drawn, "");
    chain.add(vec![end(3, left, 1, 1)], "");
    // the third round, after two that both had moved in; its window may also go by
    let third = vec![
        played(4, 2),
        begun(4, 2, &[3]),
        opened(4, agreed),
        begun(4, 2, &[3]),
    ];
    chain.add(third, "");
    chain.add(vec![end(4, left, 3, 4)], "");
    let second = vec![begun(5, 1, &[]), opened(5, agreed), end(5, agreed, 2, 1)];
    chain.add(second, "");
    // they continued all the same
    chain.add(vec![opened(6, agreed), end(6, left, 2, 2)], "");
    let mut book = Book::new(CONTRACT, 0);
    chain.read(&mut book);
    let counted = |book: &Book| -> Vec<_> {
        let course = book.course(&player(1)).iter();
        course
            .map(|step| (step.game, step.rounds, step.points))
            .collect()
    };
    let wanted = [(2, 1, 1), (3, 1, 1), (4, 2, 3), (5, 1, 0), (6, 2, 2)];
    assert_eq!(counted(&book), wanted);
    // a block that begins and calls off a round is undone, and the match continues from before it
    chain.0.truncate(5);
    chain.add(vec![end(4, left, 1, 1)], "other");
    chain.read(&mut book);
    assert_eq!(counted(&book), [(2, 1, 1), (3, 1, 1), (4, 1, 1)]);
    let mut anew = Book::new(CONTRACT, 0);
    chain.read(&mut anew);
    assert_eq!(book, anew);
}

#[test]
fn a_missing_block_is_named_and_the_blocks_before_it_stay() {
    let chain = day();
    let mut book = Book::new(CONTRACT, 0);
    let error = book.catch_up(9, |nonce| chain.block(nonce)).unwrap_err();
    assert_eq!(error.to_string(), "block 5: no such block");
    assert_eq!(book.last(), Some((4, &*chain.hash(4))));
    let error = book.catch_up(5, |_| chain.block(4)).unwrap_err();
    assert!(matches!(error, CatchUpError::OtherBlock(5, 4)), "{error}");
    let error = book
        .catch_up(5, |_| Ok::<_, String>(json!({})))
        .unwrap_err();
    let words = "block 4: the gateway's answer is no block: it has no nonce";
    assert_eq!(error.to_string(), words);
}
