//! The name that a person's debates are kept under: asked once, and never needed.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::scenario::{SafeText, files};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    name: SafeText,
}

/// The name in a data folder; empty if none was wanted, none if it was never asked for.
pub fn load(data: Option<&Path>) -> Option<SafeText> {
    let file: PlayerFile = files::yaml(&data?.join("player.yaml")).ok()??;
    Some(file.name)
}

/// Keeps the name in a data folder.
///
/// # Errors
/// If it cannot be written.
pub fn store(data: &Path, name: &SafeText) -> io::Result<()> {
    files::keep(&data.join("player.yaml"), &PlayerFile { name: name.clone() })
}
