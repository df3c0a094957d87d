//! Advice for keys that only earlier versions had.

/// Takes the YAML reader's message about an unknown key, and returns advice about this key. `None`
/// if earlier versions did not have the key either.
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
