//! The contract's events that ratings are made of.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chess_record::EndReason;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::player::Player;
use crate::speed::{Pool, Speed};

/// The category of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// White in the first round, and Black.
    pub players: [Player; 2],
    /// Which games it is rated with.
    pub pool: Pool,
}

/// How a game ended, if it is rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The rounds that count; 0 if none does.
    pub rounds: u16,
    /// The points in them of White of the first round: a win counts 2, a draw 1.
    pub points: u16,
    /// The players have agreed on a draw at last.
    pub is_agreed: bool,
}

/// A round of a match that has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Begun {
    /// 0 for the first one.
    pub round: u16,
    /// The points of White of the first round in the rounds before it.
    pub points: u16,
}

/// An event that ratings are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// `gameStarted`.
    Started(u32, Terms),
    /// `roundBegun`: a match has reached a later round. `points`: of White of the first round before it.
    RoundBegun(u32, Begun),
    /// `moveMade` or `movesPlayed`, after which both players have moved in the round.
    BothMoved(u32),
    /// `endOpened`, by a draw that the players have agreed on.
    Agreed(u32),
    /// `gameEnded`.
    Ended(u32, End),
}

impl Event {
    /// The events of a contract (`erd1…`) in a gateway's block, in order. An event is found wherever
    /// it stands: gateways put transactions into the block or into its miniblocks. Anything that
    /// can't be read isn't one of the contract's.
    pub fn all_in(block: &Value, contract: &str) -> Vec<Event> {
        let mut found = vec![];
        collect(block, contract, &mut found);
        found
    }

    fn read(event: &Value) -> Option<Event> {
        let topics = event.get("topics")?;
        let topic = |at: usize| BASE64.decode(topics.get(at)?.as_str()?).ok();
        let name = topic(0)?;
        let data = event.get("data").and_then(Value::as_str);
        let data = data.or_else(|| event.get("additionalData")?.get(0)?.as_str())?;
        let (game, data) = (number(&topic(1)?)?, BASE64.decode(data).ok()?);
        // the plies before these moves; a first move has two bytes
        let follows = |at| topic(at).is_some_and(|plies| !plies.is_empty());
        let player = |at| Some(Player(topic(at)?.try_into().ok()?));
        Some(match &name[..] {
            b"gameStarted" => {
                let players = [player(2)?, player(3)?];
                let pool = pool(&data)?;
                Event::Started(game, Terms { players, pool })
            }
            b"roundBegun" => {
                let (round, points) = (small(&topic(2)?)?, small(&data)?);
                Event::RoundBegun(game, Begun { round, points })
            }
            b"moveMade" if follows(3) => Event::BothMoved(game),
            b"movesPlayed" if follows(2) || data.len() > 2 => Event::BothMoved(game),
            b"endOpened" if data == [EndReason::Agreement as u8] => Event::Agreed(game),
            b"gameEnded" => Event::Ended(game, end(&data)?),
            _ => return None,
        })
    }
}

fn collect(value: &Value, contract: &str, found: &mut Vec<Event>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, contract, found)),
        Value::Object(fields) => {
            if fields.get("address").and_then(Value::as_str) == Some(contract) {
                found.extend(Event::read(value));
            }
            // gateways may write an object's fields in any order
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            for (_, field) in fields {
                collect(field, contract, found);
            }
        }
        _ => {}
    }
}

/// A number without leading zeros.
fn number(bytes: &[u8]) -> Option<u32> {
    let is_short = (1..=4).contains(&bytes.len());
    is_short.then(|| bytes.iter().fold(0, |n, byte| n << 8 | u32::from(*byte)))
}

/// The same for a number that isn't large, with no bytes for 0.
fn small(bytes: &[u8]) -> Option<u16> {
    match bytes {
        [] => Some(0),
        _ => number(bytes)?.try_into().ok(),
    }
}

/// Reads `GameTerms`: rounds u16, engines, base u32, increment u32.
fn pool(data: &[u8]) -> Option<Pool> {
    let [_, _, engines, clock @ ..] = data else {
        return None;
    };
    let ([base, increment], []) = clock.as_chunks::<4>() else {
        return None;
    };
    Some(Pool {
        engines: *engines != 0,
        speed: Speed::of(u32::from_be_bytes(*base), u32::from_be_bytes(*increment)),
    })
}

/// Reads `GameEnd`: state, reason, rounds u16, points u16.
fn end(data: &[u8]) -> Option<End> {
    let &[_, reason, r1, r0, p1, p0] = data else {
        return None;
    };
    let (mut rounds, mut points) = (u16::from_be_bytes([r1, r0]), u16::from_be_bytes([p1, p0]));
    // more rounds than any match has, or more points than they give
    if rounds > 100 || points > 2 * rounds {
        return None;
    }
    if reason == EndReason::Pause as u8 {
        (rounds, points) = (rounds.saturating_sub(1), points.saturating_sub(1));
    }
    let is_agreed = reason == EndReason::Agreement as u8;
    Some(End {
        rounds,
        points,
        is_agreed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(contract: &str, topics: &[&[u8]], data: &[u8]) -> Value {
        let topics: Vec<_> = topics.iter().map(|topic| BASE64.encode(topic)).collect();
        json!({"address": contract, "identifier": "play", "topics": topics, "data": BASE64.encode(data)})
    }

    #[test]
    fn events_are_read_in_order_wherever_they_stand() {
        let players = [[1; 32], [2; 32]];
        let terms = [0, 3, 1, 0, 0, 0, 180, 0, 0, 0, 2];
        let started = |contract| {
            let topics: [&[u8]; 4] = [b"gameStarted", &[1, 2], &players[0], &players[1]];
            event(contract, &topics, &terms)
        };
        let topics: [&[u8]; 4] = [b"gameEnded", &[1, 2], &players[0], &players[1]];
        let ended = event("erd1chess", &topics, &[1, 2, 0, 3, 0, 4]);
        let moved = event(
            "erd1chess",
            &[b"moveMade", &[1, 2], &players[1], &[1]],
            &[52, 36],
        );
        let logs = |events: Vec<Value>| json!({"logs": {"events": events}});
        let block = json!({"block": {"miniBlocks": [
            {"transactions": [logs(vec![started("erd1other"), started("erd1chess")])]},
            {"transactions": [logs(vec![moved, ended])]},
        ]}});
        let terms = Terms {
            players: players.map(Player),
            pool: Pool {
                engines: true,
                speed: Speed::Blitz,
            },
        };
        let end = End {
            rounds: 3,
            points: 4,
            is_agreed: false,
        };
        let wanted = [
            Event::Started(258, terms),
            Event::BothMoved(258),
            Event::Ended(258, end),
        ];
        assert_eq!(Event::all_in(&block, "erd1chess"), wanted);
    }

    #[test]
    fn both_have_moved_from_the_second_ply_on() {
        let moved = |topics: &[&[u8]], data: &[u8]| Event::read(&event("erd1chess", topics, data));
        let made = |ply: &[u8]| moved(&[b"moveMade", &[7], &[1; 32], ply], &[12, 28]);
        let played = |first: &[u8], data: &[u8]| moved(&[b"movesPlayed", &[7], first], data);
        let both = Some(Event::BothMoved(7));
        assert_eq!([made(&[]), made(&[1])], [None, both]);
        assert_eq!(
            [played(&[], &[12, 28]), played(&[1], &[52, 36])],
            [None, both]
        );
        assert_eq!(played(&[], &[12, 28, 52, 36]), both);
    }

    #[test]
    fn rounds_and_agreed_draws_are_read() {
        let read = |topics: &[&[u8]], data: &[u8]| Event::read(&event("erd1chess", topics, data));
        let begun = |round: &[u8], points: &[u8]| read(&[b"roundBegun", &[7], round], points);
        let event = |round, points| Some(Event::RoundBegun(7, Begun { round, points }));
        assert_eq!(
            [begun(&[1], &[]), begun(&[99], &[198])],
            [event(1, 0), event(99, 198)]
        );
        assert_eq!(begun(&[1, 0, 0], &[]), None);
        let opened = |reason: EndReason| read(&[b"endOpened", &[7]], &[reason as u8]);
        assert_eq!(opened(EndReason::Agreement), Some(Event::Agreed(7)));
        assert_eq!(opened(EndReason::Resignation), None);
    }

    #[test]
    fn malformed_events_are_ignored() {
        let topics: [&[u8]; 4] = [b"gameEnded", &[1], &[1; 32], &[2; 32]];
        let odd = [
            event("erd1chess", &topics, &[1, 2, 0, 1, 0, 3]),
            event("erd1chess", &topics, &[1, 2, 0, 101, 0, 3]),
            event("erd1chess", &topics, &[1]),
            event("erd1chess", &[b"gameEnded", &[1; 5]], &[1, 2, 0, 1, 0, 2]),
            event(
                "erd1chess",
                &[b"gameStarted", &[1], &[1; 31], &[2; 32]],
                &[0; 11],
            ),
            json!({"address": "erd1chess", "topics": ["%", 7]}),
            json!({"address": "erd1chess"}),
        ];
        assert_eq!(Event::all_in(&json!(odd), "erd1chess"), []);
    }

    #[test]
    fn a_round_that_a_pause_has_drawn_does_not_count() {
        let pause = EndReason::Pause as u8;
        let [none, two] = [[3, pause, 0, 1, 0, 1], [1, pause, 0, 3, 0, 4]].map(|data| end(&data));
        assert_eq!(none.map(|end| (end.rounds, end.points)), Some((0, 0)));
        assert_eq!(two.map(|end| (end.rounds, end.points)), Some((2, 3)));
    }
}
