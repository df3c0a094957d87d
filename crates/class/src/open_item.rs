//! Saves which debate a student has open, for the next start of the program.

use std::path::Path;

use crate::rules::Seat;
use crate::scenario::files;
use crate::scenario::journal::replace_unsynced;
use crate::tui::app::App;
use crate::tui::keys::KeyScope;

/// The text before the number and the seat of an open table, as saved.
const TABLE: &str = "table ";

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum OpenItem {
    /// No debate is open.
    #[default]
    Nothing,
    /// A seat of the table with this number.
    Table(usize, Seat),
    /// The debate in the journal with this name.
    Journal(String),
}

impl OpenItem {
    /// The debate that these screens have open. `None` if another thread works on it.
    pub(crate) fn from_app(app: &App) -> Option<Self> {
        let Some(sitting) = app.subject() else {
            return (app.scope() == Some(KeyScope::Library)).then_some(Self::Nothing);
        };
        Some(match (sitting.table(), sitting.people().first()) {
            (Some(table), Some(&seat)) => Self::Table(table, seat),
            _ => {
                let name = sitting.journal().and_then(Path::file_name).unwrap_or_default();
                Self::Journal(name.to_string_lossy().into_owned())
            }
        })
    }

    /// Reads the open debate from a student's folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let kept = files::text(&folder.join("open")).unwrap_or_default();
        let table = || {
            let (number, seat) = kept.strip_prefix(TABLE)?.split_once(' ')?;
            let seat = Seat::ALL.into_iter().find(|s| s.word() == seat)?;
            Some(Self::Table(number.parse().ok()?, seat))
        };
        match table() {
            Some(table) => table,
            None if kept.is_empty() => Self::Nothing,
            None => Self::Journal(kept),
        }
    }

    /// Saves the open debate in a student's folder.
    pub(crate) fn write(&self, folder: &Path) {
        let text = match self {
            Self::Nothing => String::new(),
            Self::Table(number, seat) => format!("{TABLE}{number} {}", seat.word()),
            Self::Journal(name) => name.clone(),
        };
        // If this fails, the student starts in the library, where the debate is listed as left open.
        let _ = replace_unsynced(&folder.join("open"), text.as_bytes());
    }
}
