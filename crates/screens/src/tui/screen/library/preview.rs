//! Describes a debate before the player opens it. Leaves out what the scenario hides and what it teaches.

use crate::analysis::PayoffUnit;
use crate::scenario::Scenario;
use crate::tui::goal;
use crate::tui::prelude::*;
use crate::tui::progress::{BestOutcome, ScenarioResult};
use crate::tui::screen::panel::PanelParagraph;

/// The paragraphs of the preview beside the list.
pub fn paragraphs(entry: &LibraryEntry, result: Option<ScenarioResult>) -> Vec<PanelParagraph> {
    let text = |words: String| (words, Role::Text);
    let scenario = match &entry.scenario {
        Ok(scenario) => scenario,
        Err(e) => {
            let mut out = vec![("This file cannot be played.".to_owned(), Role::Bad)];
            // The blanks before the mark under an error must not wrap, because the mark must stay below the marked
            // character.
            let kept = |line: &str| match line.starts_with(' ') {
                true => line.replace(' ', "\u{a0}"),
                false => line.to_owned(),
            };
            out.extend(e.to_string().lines().map(|line| text(kept(line))));
            return out;
        }
    };
    let mut out = vec![text(scenario.summary.to_string())];
    out.extend(result.map(|result| text(played(scenario, result))));
    if result.is_some() && scenario.is_made_to_be_lost() {
        out.extend(goal::asked_by(scenario, PayoffUnit::Probability, false).map(text));
    }
    let protocol = scenario.protocol.value.name();
    let source = if scenario.source.is_empty() { "" } else { "\n" };
    out.push((format!("{protocol}{source}{}", &*scenario.source), Role::Dim));
    out
}

/// A sentence with the number of times that the player has played, the best result, and the help that was used.
fn played(scenario: &Scenario, result: ScenarioResult) -> String {
    let times = match result.played {
        1 => "once".to_owned(),
        n => plural(n.into(), "time", "times"),
    };
    let is_lost = scenario.is_made_to_be_lost();
    let best = match result.best {
        BestOutcome::Won => "won",
        BestOutcome::Held | BestOutcome::Lost if is_lost => "played to its end",
        BestOutcome::Held => "held",
        BestOutcome::Guessed => "won by a guess",
        BestOutcome::Undecided => "not decided",
        BestOutcome::Lost => "not won yet",
    };
    let help = [
        result.hints.filter(|&n| n > 0).map(|n| plural(n.into(), "hint", "hints")),
        result.retries.filter(|&n| n > 0).map(|n| plural(n.into(), "retry", "retries")),
    ];
    let help: Vec<String> = help.into_iter().flatten().collect();
    let help =
        if help.is_empty() { String::new() } else { format!(", with {}", help.join(" and ")) };
    format!("You played it {times}: {best}{help}.")
}
