//! Numbers as the command line takes them.

/// How many: a whole number from 1.
pub fn count(text: &str) -> Result<u64, String> {
    match whole(text) {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("write a whole number from 1, such as 1000".into()),
    }
}

/// A whole number from 0.
pub fn whole(text: &str) -> Result<u64, String> {
    let digits = text.replace(['_', ','], "");
    digits.parse().map_err(|_| "write a whole number from 0, such as 7".into())
}

/// A number of seconds to wait.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("write a number of seconds above 0, such as 2.5".into()),
    }
}
