//! The player's name in saved debates. Elenchus asks for it once. You can leave it empty, or change it in a
//! review.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::scenario::{SafeText, files};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    name: SafeText,
}

/// The player's name in a data folder. Empty if the player wants no name, `None` if Elenchus has never asked.
pub fn load(data: Option<&Path>) -> Option<SafeText> {
    let file: PlayerFile = files::yaml(&data?.join("player.yaml")).ok()??;
    Some(file.name)
}

/// Saves the name in a data folder.
///
/// # Errors
/// Returns an error if the name cannot be written.
pub fn store(data: &Path, name: &SafeText) -> io::Result<()> {
    files::keep(&data.join("player.yaml"), &PlayerFile { name: name.clone() })
}
