//! Advice for strategies that only earlier versions had.

/// A sentence that names the replacement of a removed strategy. `None` if there was no strategy
/// with this name.
pub fn retired(name: &str) -> Option<&'static str> {
    match name {
        "learned-against" => Some(
            "`learned-against` was removed. Write `best-response`, which responds to the players \
             of the other seats.",
        ),
        _ if name.starts_with("hunter-of-") => Some(
            "`hunter-of-…` was removed. Write `best-response`, which responds to the players of \
             the other seats.",
        ),
        _ => None,
    }
}
