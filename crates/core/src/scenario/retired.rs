//! Keys that files of earlier versions had, each with what to use instead.

/// A sentence on what to use instead of the key that a reader's message does not know. `None` if no version
/// had that key.
pub(super) fn instead(message: &str) -> Option<&'static str> {
    let key = message.strip_prefix("there is no key `")?.split('`').next()?;
    match key {
        "vary" => Some(
            "`vary` is gone: every student gets the same exercise. Delete the key, and write a file for \
             each variant that you want to hand out.",
        ),
        _ => None,
    }
}
