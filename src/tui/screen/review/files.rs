//! What a review writes: a scenario, a page to read, the name that debates are kept under.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use super::Review;
use crate::debate::NodeId;
use crate::export::{Format, Page, Reveal};
use crate::rules::Seat;
use crate::scenario::{Scenario, Words};
use crate::tui::hand_out::HandOut;
use crate::tui::player;
use crate::tui::prompt::Field;
use crate::tui::screen::{Context, file_name};
use crate::work::Token;

/// What is being typed.
pub(super) enum Typing {
    /// The file to save to.
    Save(Field),
    /// The file to write it to for reading: its ending says how.
    Export(Field),
    /// The name that debates are kept under.
    Name(Field),
    /// The name of who sat in a seat, where several people played.
    NameOf(Seat, Field),
    /// A comment on the move shown.
    Comment(Field),
    /// The name of a line of play.
    LineName(NodeId, Field),
    /// How the class votes.
    Vote(Field),
    /// The answer to the lesson's question.
    Answer(Field),
    /// A position to be handed out.
    HandOut(HandOut),
}

impl Typing {
    pub(super) fn field(&mut self) -> &mut Field {
        match self {
            Self::Save(field)
            | Self::Export(field)
            | Self::Name(field)
            | Self::NameOf(_, field)
            | Self::Comment(field)
            | Self::LineName(_, field)
            | Self::Vote(field)
            | Self::Answer(field) => field,
            Self::HandOut(given) => given.field(),
        }
    }

    /// Its text, to be drawn.
    pub(super) fn shown(&self) -> &Field {
        match self {
            Self::Save(field)
            | Self::Export(field)
            | Self::Name(field)
            | Self::NameOf(_, field)
            | Self::Comment(field)
            | Self::LineName(_, field)
            | Self::Vote(field)
            | Self::Answer(field) => field,
            Self::HandOut(given) => given.shown(),
        }
    }

    /// What is asked.
    pub(super) fn question(&self, scenario: &Scenario) -> String {
        match self {
            Self::Save(_) => "save: to which file?".into(),
            Self::Export(_) => "write it to which file? .html, .md or .svg".into(),
            Self::Name(_) => "save: under your name? (asked once; it may stay empty)".into(),
            Self::NameOf(seat, _) => format!("who was {}? (it may stay empty)", seat.name()),
            Self::Comment(_) => "a comment on this move; empty takes it away".into(),
            Self::LineName(..) => "a name for this line; empty takes it away".into(),
            Self::Vote(_) => "class vote: how many say that the claim is true? 18 of 25".into(),
            Self::Answer(_) => scenario
                .lesson
                .question
                .as_ref()
                .map_or_else(String::new, |question| question.ask.to_string()),
            Self::HandOut(given) => given.question().into(),
        }
    }

    /// The words for the footer: what is typed, what Enter does, what Esc does.
    pub(super) fn keys(&self) -> [&'static str; 3] {
        match self {
            Self::Save(_) => ["the file's name", "save", "do not"],
            Self::Export(_) => ["the file's name", "write", "do not"],
            Self::Name(_) => ["your name", "keep it", "no name"],
            Self::NameOf(..) => ["the name", "keep it", "no name"],
            Self::Comment(_) => ["the comment", "keep it", "do not"],
            Self::LineName(..) => ["the name", "keep it", "do not"],
            Self::Vote(_) => ["18 of 25", "count it", "do not"],
            Self::Answer(_) => ["the answer", "answer", "not now"],
            Self::HandOut(_) => ["text", "go on", "do not"],
        }
    }
}

impl Review {
    pub(super) fn begin_save(&mut self) {
        let title = self.sitting.as_ref().map(|s| s.scenario.title.to_string());
        let name = file_name(&title.unwrap_or_default());
        self.typing = Some(Typing::Save(Field::new(name)));
    }

    pub(super) fn save(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let path = PathBuf::from(field.text());
        if path.exists() {
            context.say(format!("{} is there already: choose another name", path.display()));
            self.typing = Some(Typing::Save(field));
            return;
        }
        match sitting.save(&path) {
            Ok(()) => context.say(format!("saved as {}", path.display())),
            Err(reason) => context.say(reason),
        }
    }

    /// Writes the line played to here as the file's ending says.
    pub(super) fn export(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let path = PathBuf::from(field.text());
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let written = ending.parse::<Format>().and_then(|format| {
            let reveal = if self.covered { Reveal::AtTheEnd } else { Reveal::Throughout };
            let page = Page::for_format(
                format,
                &sitting.scenario,
                sitting.game(),
                reveal,
                &Token::default(),
            );
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            file.and_then(|mut file| file.write_all(page.written(format).as_bytes()))
                .map_err(|e| format!("{}: {e}: choose another name", path.display()))
        });
        match written {
            Ok(()) => context.say(format!("written to {}", path.display())),
            Err(reason) => {
                context.say(reason);
                self.typing = Some(Typing::Export(field));
            }
        }
    }

    /// Keeps the name that was typed; an empty one is none, and it is not asked for again.
    pub(super) fn name(&mut self, name: &str, context: &mut Context) {
        let Ok(name) = Words::new(name.trim()) else {
            context.say("this cannot be a name");
            self.typing = Some(Typing::Name(Field::default()));
            return;
        };
        context.player = Some(name.clone());
        self.begin_save();
        let (Some(data), Some(sitting)) = (context.data.clone(), &mut self.sitting) else { return };
        let stored = player::store(&data, &name).map_err(|e| e.to_string());
        let noted = sitting.note(|attempt| attempt.player = name);
        let kept = stored.and(noted).and(sitting.write_archive(&data));
        if let Err(reason) = kept {
            context.say(format!("the name could not be kept: {reason}"));
        }
    }
}
