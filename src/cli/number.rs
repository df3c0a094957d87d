//! Numbers on the command line.

/// Parses a count: a whole number from 1.
pub fn count(text: &str) -> Result<u64, String> {
    match integer(text) {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("write a whole number from 1, such as 1000".into()),
    }
}

/// Parses a whole number from 0. Commas and underscores may separate the digits.
pub fn integer(text: &str) -> Result<u64, String> {
    let digits = text.replace(['_', ','], "");
    digits.parse().map_err(|_| "write a whole number from 0, such as 7".into())
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("write a number of seconds above 0 and at most 1000000, such as 2.5".into()),
    }
}
