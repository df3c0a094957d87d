//! What a debate is about, before it is opened. What the scenario hides stays hidden.

use crate::debate::SeatPlan;
use crate::scenario::{Hidden, Scenario};
use crate::tui::goal;
use crate::tui::prelude::*;
use crate::tui::progress::ScenarioResult;
use crate::tui::screen::moves::short;
use crate::tui::screen::panel::PanelParagraph;

/// The paragraphs of the preview.
pub fn paragraphs(entry: &LibraryEntry, result: Option<ScenarioResult>) -> Vec<PanelParagraph> {
    let text = |words: String| (words, Role::Text);
    let scenario = match &entry.scenario {
        Ok(scenario) => scenario,
        Err(e) => {
            let mut out = vec![("This file cannot be played.".to_owned(), Role::Bad)];
            // The mark stays below what it marks.
            let kept = |line: &str| match line.starts_with(' ') {
                true => line.replace(' ', "\u{a0}"),
                false => line.to_owned(),
            };
            out.extend(e.to_string().lines().map(|line| text(kept(line))));
            return out;
        }
    };
    let mut out = vec![text(scenario.summary.to_string())];
    if !scenario.lesson.learn.is_empty() {
        out.push(text(format!("You will learn\n{}", &*scenario.lesson.learn)));
    }
    let mut rows = vec![("protocol", scenario.protocol.value.name().to_owned())];
    rows.extend(Seat::each(|seat| (short(seat), player(scenario, seat))));
    if !scenario.source.is_empty() {
        rows.push(("source", scenario.source.to_string()));
    }
    if let Some(result) = result {
        let times = |n: u32, one, many| format!(", {}", plural(n.into(), one, many));
        let hints = result.hints.map(|n| times(n, "hint", "hints"));
        let retries = result.retries.filter(|&n| n > 0).map(|n| times(n, "retry", "retries"));
        let help: String = hints.into_iter().chain(retries).collect();
        rows.push(("played", format!("{}×{help}", result.played)));
    }
    let table: Vec<String> =
        rows.into_iter().map(|(label, value)| format!("{} {value}", pad(label, 9))).collect();
    out.push((table.join("\n"), Role::Dim));
    if result.is_some() && scenario.is_made_to_be_lost() {
        let goal = scenario.goal().and_then(|goal| {
            goal::asked(&goal.value, scenario.seat, crate::analysis::PayoffUnit::Probability, false)
        });
        out.extend(goal.map(text));
    }
    out
}

/// Who sits in a seat; of a program that a person plays against, its name would tell what it does.
fn player(scenario: &Scenario, seat: Seat) -> String {
    match scenario.player(seat) {
        SeatPlan::Human => "you".into(),
        _ if seat != Seat::Judge && scenario.seat.is_some()
            || scenario.hides(Hidden::player(seat)) =>
        {
            "a program".into()
        }
        plan => plan.words(),
    }
}
