//! Writes the files of a review: a scenario or a page. Also saves the name of the player.

use std::path::PathBuf;

use super::ReviewScreen;
use crate::export::{DebatePage, ExportFormat, Reveal};
use crate::scenario::{SafeText, fs};
use crate::tui::player;
use crate::tui::prelude::*;
use crate::tui::screen::file_name;
use crate::tui::screen::text_entry::TextPurpose;

impl ReviewScreen {
    pub(super) fn begin_export(&mut self) {
        let name = file_name(&self.sitting.scenario.title).replace(".yaml", ".html");
        self.typing = Some(TextPurpose::Export.with(TextLine::new(name)));
    }

    /// If the name of the player is unknown, first asks for it, because the reader of the file may need it. Then asks
    /// for the file.
    pub(super) fn ask_to_save(&mut self, context: &mut Context) {
        match context.player.is_none() && self.sitting.is_archived() {
            true => self.typing = Some(TextPurpose::Name.with(TextLine::default())),
            false => self.begin_save(),
        }
    }

    pub(super) fn begin_save(&mut self) {
        let name = file_name(&self.sitting.scenario.title);
        self.typing = Some(TextPurpose::Save.with(TextLine::new(name)));
    }

    /// Writes the line up to the move that is shown. The file extension selects the format.
    pub(super) fn export(&mut self, field: TextLine, context: &mut Context) {
        let path = PathBuf::from(field.text());
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let written = ending.parse::<ExportFormat>().and_then(|format| {
            let reveal = if self.covered { Reveal::AtTheEnd } else { Reveal::Throughout };
            let page = DebatePage::for_format(
                format,
                &self.sitting.scenario,
                self.sitting.game(),
                reveal,
                &CancelToken::default(),
            );
            fs::write_new(&path, page.written(format).as_bytes())
                .map_err(|e| format!("{}: {e}: choose another name", path.display()))
        });
        match written {
            Ok(()) => context.notify(format!("written to {}", path.display())),
            Err(reason) => {
                context.notify(reason);
                self.typing = Some(TextPurpose::Export.with(field));
            }
        }
    }

    /// Saves the name that was typed. An empty name counts as an answer, so Elenchus does not ask again.
    pub(super) fn name(&mut self, name: &str, context: &mut Context) {
        let Ok(name) = SafeText::new(name.trim()) else {
            context.notify("this name cannot be used");
            self.typing = Some(TextPurpose::Name.with(TextLine::default()));
            return;
        };
        self.begin_save();
        self.keep_name(name, context);
    }

    /// Asks for another name of the player, for this debate and all later ones.
    pub(super) fn ask_for_name(&mut self, context: &mut Context) {
        let known = context.player.clone().unwrap_or_default();
        self.typing = Some(TextPurpose::NewName.with(TextLine::new(known.to_string())));
    }

    /// Saves the name, also in this debate.
    pub(super) fn keep_name(&mut self, name: SafeText, context: &mut Context) {
        context.player = Some(name.clone());
        let Some(data) = context.data.clone() else { return };
        let stored = player::store(&data, &name).map_err(|e| e.to_string());
        let noted = self.sitting.note(|attempt| attempt.player = name);
        let kept = stored.and(noted).and(self.sitting.write_archive(&data));
        if let Err(reason) = kept {
            context.notify(format!("your name could not be saved: {reason}"));
        }
    }
}
