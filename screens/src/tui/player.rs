//! The name that a person's debates are kept under: asked once, and never needed.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::scenario::disk::create_folders;
use crate::scenario::journal::replace;
use crate::scenario::{Words, files};
use crate::yaml;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    name: Words,
}

/// The name in a data folder; empty if none was wanted, none if it was never asked for.
pub fn load(data: Option<&Path>) -> Option<Words> {
    let text = files::text(&data?.join("player.yaml")).ok()?;
    yaml::read::<PlayerFile>(&text).ok().map(|file| file.name)
}

/// Keeps the name in a data folder.
///
/// # Errors
/// If it cannot be written.
pub fn store(data: &Path, name: &Words) -> io::Result<()> {
    create_folders(data)?;
    let text =
        serde_yaml::to_string(&PlayerFile { name: name.clone() }).map_err(io::Error::other)?;
    replace(&data.join("player.yaml"), text.as_bytes())
}
