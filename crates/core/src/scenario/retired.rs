//! Keys of earlier versions, with the advice for each.

/// The advice for a key, from the YAML reader's message about an unknown key. `None` if no version
/// had that key.
pub(super) fn instead(message: &str) -> Option<&'static str> {
    let key = message.strip_prefix("there is no key `")?.split('`').next()?;
    match key {
        "vary" => Some(
            "`vary` is gone, and every student gets the same exercise. Delete the key, and write \
             one file for each variant.",
        ),
        _ => None,
    }
}
