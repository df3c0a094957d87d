//! Conversion between bytes and hexadecimal digits.

/// Converts bytes to hexadecimal digits.
pub fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Converts hexadecimal digits to bytes. `None` if a character is not a hexadecimal digit, or if
/// the number of digits is odd.
pub(crate) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(pair).collect()
}
