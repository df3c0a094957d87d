//! Strategies that earlier versions had, each with the one to use instead.

/// A sentence on what to use instead of a strategy that is gone. `None` if no version had it.
pub fn retired(name: &str) -> Option<&'static str> {
    match name {
        "learned-against" => Some(
            "`learned-against` is gone: use `best-response`, which answers the players of the other \
             seats.",
        ),
        _ if name.starts_with("hunter-of-") => Some(
            "`hunter-of-…` is gone: use `best-response`, which answers the players of the other seats.",
        ),
        _ => None,
    }
}
