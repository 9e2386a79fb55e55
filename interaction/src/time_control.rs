//! Fischer clocks, as players write them, and times in words.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use onchain_chess::chess_proxy::TimeControl;

/// Units of time in seconds, with the words for them.
const UNITS: [(char, u32, &str); 4] = [
    ('d', 86_400, "days"),
    ('h', 3_600, "h"),
    ('m', 60, "min"),
    ('s', 1, "s"),
];

/// Reads a clock, BASE+INCREMENT: minutes and seconds, or with units `s`, `m`, `h` and `d`. The
/// contract checks the bounds.
///
/// # Errors
/// In words, with an example of a clock.
///
/// ```
/// use chess_interaction::time_control::{in_words, parse};
/// let blitz = parse("3+2").unwrap();
/// assert_eq!((blitz.base, blitz.increment), (180, 2));
/// assert_eq!(in_words(blitz), "3 min + 2 s a move");
/// assert_eq!(in_words(parse("90s").unwrap()), "90 s");
/// assert_eq!(in_words(parse("3d+12h").unwrap()), "3 days + 12 h a move");
/// assert!(parse("fast").is_err());
/// ```
pub fn parse(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str, unit: u32| {
        let found = UNITS.iter().find_map(|(letter, seconds, _)| {
            let digits = text.strip_suffix(*letter)?;
            Some((digits, *seconds))
        });
        let (digits, unit) = found.unwrap_or((text, unit));
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = digits.parse::<u32>().ok().filter(|_| is_number);
        number.and_then(|number| number.checked_mul(unit))
    };
    match (seconds(base, 60), seconds(increment, 1)) {
        (Some(base), Some(increment)) => Ok(TimeControl { base, increment }),
        _ => Err(format!(
            "{text} isn't a clock: give minutes and seconds, as 5+3, or units, as 90s+1 or 3d+12h"
        )),
    }
}

/// A clock in words.
pub fn in_words(control: TimeControl) -> String {
    let words = |seconds: u32| {
        let unit = UNITS
            .iter()
            .find(|(_, unit, _)| seconds.is_multiple_of(*unit));
        let (_, unit, name) = unit.expect("every number is one of seconds");
        match (seconds / unit, *name) {
            (1, "days") => "1 day".to_owned(),
            (number, name) => format!("{number} {name}"),
        }
    };
    match control.increment {
        0 => words(control.base),
        increment => format!("{} + {} a move", words(control.base), words(increment)),
    }
}

/// A player's remaining time, rounded down: `4:58`, `1:04:58`.
///
/// ```
/// use chess_interaction::time_control::clock_face;
/// assert_eq!(clock_face(298_900), "4:58");
/// assert_eq!(clock_face(90_000_000), "25:00:00");
/// ```
pub fn clock_face(millis: u64) -> String {
    let seconds = millis / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The time now, in milliseconds since 1970.
pub fn now_millis() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// A block time in milliseconds as a date.
///
/// ```
/// assert_eq!(chess_interaction::time_control::date(1_790_000_000_500), "2026-09-21 14:13:20 UTC");
/// ```
pub fn date(millis: u64) -> String {
    let time = i64::try_from(millis)
        .ok()
        .and_then(|m| Timestamp::from_millisecond(m).ok());
    match time {
        Some(time) => time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        None => format!("{millis} ms"),
    }
}

/// A date such as `2026-12-24T18:00:00Z` as a block time in milliseconds; `None` for other texts.
pub fn millis_of_date(text: &str) -> Option<u64> {
    let time: Timestamp = text.parse().ok()?;
    u64::try_from(time.as_millisecond()).ok()
}
