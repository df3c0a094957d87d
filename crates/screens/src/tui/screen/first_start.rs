//! The first start: it opens the first debate and says what to do until the first win.

use std::path::Path;

use super::library::{START_HERE, open_entry};
use crate::scenario::disk::create_folders;
use crate::scenario::fs;
use crate::scenario::journal::replace;
use crate::tui::prelude::*;

/// The file that marks a folder after the first start. Older versions wrote this file after their first pages.
const SEEN: &str = "welcomed";

/// Returns `true` if Elenchus has never started with this folder. Without a folder it cannot remember a start, so this
/// returns `false`.
pub fn is_first(data: Option<&Path>) -> bool {
    data.is_some_and(|data| !fs::exists(&data.join(SEEN)))
}

/// Opens the first debate at its board, if the library has it.
pub fn first_debate(context: &mut Context) -> Transition {
    let first = context.course.debates.iter().find(|debate| debate.id == START_HERE[0]).cloned();
    let Some(first) = first else { return Transition::Stay };
    context.coaches = true;
    if let Some(data) = &context.data {
        let written = create_folders(data).and_then(|()| replace(&data.join(SEEN), b""));
        if let Err(e) = written {
            context.notify(format!("Elenchus cannot remember this start: {e}"));
        }
    }
    open_entry(&first, context)
}

/// The line above the prompt that says how to begin, until the first win.
pub(super) fn coach_line(id: &str, context: &Context) -> Option<String> {
    if !context.coaches || context.progress.has_won() {
        return None;
    }
    let [enter, focus, hint] =
        [Action::Confirm, Action::Focus, Action::Hint].map(|action| context.keys.label(action));
    Some(match id {
        "find-the-lie" => {
            let arrow = context.keys.label(Action::Down);
            format!("Start here: {arrow} goes through the steps, {enter} points at one of them.")
        }
        "contract-comma" => {
            format!(
                "Read the question below. {focus} leads to the bits, {enter} confirms your ruling."
            )
        }
        _ => format!("Answer the question below, then press {enter}. {hint} gives a hint."),
    })
}
