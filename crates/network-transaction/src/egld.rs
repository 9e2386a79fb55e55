//! Amounts of EGLD as people write them.

/// EGLD's decimal places.
const DECIMALS: usize = 18;

/// Reads an amount with up to 18 decimal places: its digits in the smallest unit. `None` if it is none.
///
/// ```
/// use network_transaction::egld::{read, show};
/// assert_eq!(read("0.05").as_deref(), Some("0050000000000000000"));
/// assert_eq!(show("50000000000000000"), "0.05");
/// for text in ["", ".", "1.", ".5", "-1", "1,5", "0.0000000000000000001"] {
///     assert_eq!(read(text), None, "{text}");
/// }
/// ```
pub fn read(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_amount = are_digits(whole) && are_digits(fraction) && fraction.len() <= DECIMALS;
    is_amount.then(|| format!("{whole}{fraction:0<DECIMALS$}"))
}

/// An amount in the smallest unit, without zeros at the end.
pub fn show(amount: &str) -> String {
    let digits = format!("{amount:0>width$}", width = DECIMALS + 1);
    let (whole, fraction) = digits.split_at(digits.len() - DECIMALS);
    match fraction.trim_end_matches('0') {
        "" => whole.into(),
        fraction => format!("{whole}.{fraction}"),
    }
}
