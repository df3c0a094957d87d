//! Strategies of earlier versions, each with its replacement.

/// A sentence that names the replacement of a removed strategy. `None` if no version had this name.
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
