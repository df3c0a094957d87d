//! A whole course as a handout: what to play and what to look for; with answers, how it goes.

use std::fmt::Write;

use super::page::{end, moves};
use super::{Format, Page, Reveal, html, markdown};
use crate::debate::{Advance, SeatPlan};
use crate::rules::{Eye, Seat};
use crate::scenario::library::Entry;
use crate::scenario::{Fault, FileError, Scenario, resume};
use crate::tui::svg::escape;
use crate::work::{Stopped, Token};

/// A debate whose honest play is longer than this is not played out in the answers.
const MOST_MOVES: usize = 200;

/// One debate of the handout.
struct Sheet {
    chapter: String,
    title: String,
    lines: Vec<String>,
    /// The board before the first move; with answers, how honest players play it.
    start: Page,
    answers: Vec<String>,
}

/// The debates of a course in its order, with a title; and why others, which cannot be played, are
/// left out of it.
///
/// # Errors
/// If it was stopped.
pub fn handout(
    title: &str,
    entries: &[Entry],
    format: Format,
    answers: bool,
    token: &Token,
) -> Result<(String, Vec<FileError>), Stopped> {
    let (mut sheets, mut left_out) = (Vec::new(), Vec::new());
    for entry in entries {
        token.check()?;
        match entry.scenario.clone().and_then(|scenario| {
            sheet(&scenario, answers, token)
                .map_err(|fault| FileError::at(&entry.id, &entry.text, fault))
        }) {
            Ok(sheet) => sheets.push(sheet),
            Err(error) => left_out.push(error),
        }
    }
    let text = match format {
        Format::Markdown => in_markdown(title, &sheets),
        _ => html::document(title, &in_html(title, &sheets)),
    };
    Ok((text, left_out))
}

fn sheet(scenario: &Scenario, answers: bool, token: &Token) -> Result<Sheet, Fault> {
    let game = resume(scenario)?;
    let lesson = &scenario.lesson;
    let mut lines = vec![scenario.summary.to_string()];
    let seat = scenario.seat.map_or("You watch.".to_owned(), |s| format!("You are {}.", s.name()));
    lines.push(seat);
    if !lesson.look_for.is_empty() {
        lines.push(lesson.look_for.to_string());
    }
    let mut said = Vec::new();
    if answers {
        if !lesson.learn.is_empty() {
            said.push(lesson.learn.to_string());
        }
        said.extend(lesson.hints.iter().map(ToString::to_string));
        said.extend(honest(scenario, token));
    }
    Ok(Sheet {
        chapter: scenario.chapter.to_string(),
        title: scenario.title.to_string(),
        lines,
        start: Page::of(scenario, &*game, Reveal::Never, token),
        answers: said,
    })
}

/// How it goes if honest programs sit where people would.
fn honest(scenario: &Scenario, token: &Token) -> Vec<String> {
    let Ok(mut game) = resume(scenario) else { return Vec::new() };
    let plans = Seat::each(|seat| match game.seat_plan(seat) {
        SeatPlan::Human => SeatPlan::honest(),
        plan => plan,
    });
    if game.set_seats(&plans).is_err() {
        return Vec::new();
    }
    for _ in 0..MOST_MOVES {
        match game.advance() {
            Ok(Advance::Moved(_)) if !token.is_stopped() => {}
            Ok(Advance::Over(_)) => {
                let played = format!("Honest play: {}.", moves(&*game).join("; "));
                return std::iter::once(played).chain(end(&*game, Eye::All, true)).collect();
            }
            _ => break,
        }
    }
    vec!["Honest play is too long for a sheet of paper.".into()]
}

/// The chapter, where a new one begins.
fn chapters(sheets: &[Sheet]) -> impl Iterator<Item = (Option<&str>, &Sheet)> {
    let mut before: Option<&str> = None;
    sheets.iter().map(move |sheet| {
        let new = before != Some(&sheet.chapter);
        before = Some(&sheet.chapter);
        (new.then_some(sheet.chapter.as_str()), sheet)
    })
}

fn in_markdown(title: &str, sheets: &[Sheet]) -> String {
    let mut out = format!("# {}\n", markdown::escape(title));
    for (chapter, sheet) in chapters(sheets) {
        if let Some(chapter) = chapter {
            let _ = write!(out, "\n## {}\n", markdown::escape(chapter));
        }
        let (heading, claim) = (&sheet.title, &sheet.start.claim);
        let (heading, claim) = (markdown::escape(heading), markdown::escape(claim));
        let _ = write!(out, "\n### {heading}\n\n*{claim}*\n\n");
        for line in &sheet.lines {
            let _ = writeln!(out, "{}\n", markdown::escape(line));
        }
        if let Some(frame) = sheet.start.frames.last() {
            out += &markdown::block(&frame.lines());
        }
        for line in &sheet.answers {
            let _ = writeln!(out, "> {}\n", markdown::escape(line));
        }
    }
    out
}

fn in_html(title: &str, sheets: &[Sheet]) -> String {
    let mut out = format!("<h1>{}</h1>\n", escape(title));
    for (chapter, sheet) in chapters(sheets) {
        if let Some(chapter) = chapter {
            let _ = writeln!(out, "<h1>{}</h1>", escape(chapter));
        }
        let (heading, claim) = (escape(&sheet.title), escape(&sheet.start.claim));
        let _ = write!(out, "<h2>{heading}</h2>\n<p class=\"claim\">{claim}</p>\n");
        for line in &sheet.lines {
            let _ = writeln!(out, "<p>{}</p>", escape(line));
        }
        if let Some(frame) = sheet.start.frames.last() {
            out += &html::picture(&frame.board);
        }
        for line in &sheet.answers {
            let _ = writeln!(out, "<p class=\"answer\">{}</p>", escape(line));
        }
    }
    out
}
