//! A whole course on paper: what each debate needs to be worked on by hand, and, on pages apart, how
//! it goes.

use std::borrow::Borrow;
use std::fmt::Write;

use super::page::{end, moves, on_paper};
use super::{ExportFormat, MoveFrame, html, markdown};
use crate::analysis::Game;
use crate::debate::Advance;
use crate::rules::{Seat, Turn, Viewer};
use crate::scenario::course::Course;
use crate::scenario::{Exhibit, FileError, Goal, Scenario, YamlError, resume};
use crate::text::Board;
use crate::text::board::StripPane;
use crate::tui::goal;
use crate::tui::svg::escape;
use crate::work::{CancelToken, Cancelled};

/// A debate whose honest play is longer than this is not played out in the answers, nor for a projector.
const MOST_MOVES: usize = 200;

/// Of a longer computation no more steps are written out.
const MOST_STEPS: usize = 120;

/// Ruled lines for a person's moves, and for an answer.
const LINES: (usize, usize) = (6, 2);

/// One debate of the handout.
struct HandoutSheet {
    chapter: String,
    lang: String,
    title: String,
    /// What it is, who one is, and what counts as done.
    lines: Vec<String>,
    /// The rules in force, what wins, and this debate's numbers.
    rules: Vec<String>,
    /// The board when the person is asked first.
    board: MoveFrame,
    claim: String,
    /// Every step of the computation, as the person sees it.
    steps: Vec<String>,
    evidence: Vec<Exhibit>,
    /// What is to be answered, each with so many lines to answer on.
    asked: Vec<(String, usize)>,
    answers: Vec<String>,
}

/// A course as it is written, and why debates are left out of it.
pub type WrittenCourse = Result<(String, Vec<FileError>), Cancelled>;

/// The debates of a course in its order, with a title; and why others, which cannot be played, are
/// left out of it.
///
/// # Errors
/// If it was stopped.
pub fn handout(
    course: &Course,
    format: ExportFormat,
    answers: bool,
    token: &CancelToken,
) -> WrittenCourse {
    let title = &course.title;
    let (sheets, left_out) = each(course, token, |scenario| sheet(scenario, answers, token))?;
    let text = match format {
        ExportFormat::Markdown => in_markdown(title, &sheets),
        _ => {
            let lang = common(sheets.iter().map(|sheet| &*sheet.lang));
            html::document(title, lang, &in_html(title, &sheets))
        }
    };
    Ok((text, left_out))
}

/// What is made of each debate that can be opened, and why others are left out.
pub(super) fn each<T>(
    course: &Course,
    token: &CancelToken,
    make: impl Fn(&Scenario) -> Result<T, YamlError>,
) -> Result<(Vec<T>, Vec<FileError>), Cancelled> {
    let (mut made, mut left_out) = (Vec::new(), Vec::new());
    for entry in &course.entries {
        token.check()?;
        let at = |fault| FileError::at(&entry.id, &entry.text, fault);
        match entry.scenario.clone().and_then(|scenario| make(&scenario).map_err(at)) {
            Ok(one) => made.push(one),
            Err(error) => left_out.push(error),
        }
    }
    Ok((made, left_out))
}

/// The language that all debates are in; empty if they differ.
pub(super) fn common<'a>(mut languages: impl Iterator<Item = &'a str>) -> &'a str {
    let first = languages.next().unwrap_or_default();
    if languages.all(|other| other == first) { first } else { "" }
}

fn sheet(
    scenario: &Scenario,
    answers: bool,
    token: &CancelToken,
) -> Result<HandoutSheet, YamlError> {
    let mut game = resume(scenario)?;
    until_asked(&mut *game, token);
    let lesson = &scenario.lesson;
    let you = scenario.seat.map_or("You watch.".to_owned(), |s| format!("You are {}.", s.name()));
    let minutes = scenario.minutes.map(|minutes| format!(" {minutes} min."));
    let goal = scenario.goal().map_or_else(Goal::default, |goal| goal.value.clone());
    let mut lines = vec![scenario.summary.to_string(), you + &minutes.unwrap_or_default()];
    lines.extend(goal::asked(
        &goal,
        scenario.seat,
        game.payoff_unit(),
        game.position().is_series(),
    ));
    lines.extend((!lesson.look_for.is_empty()).then(|| lesson.look_for.to_string()));
    let mut said = Vec::new();
    if answers {
        said.extend((!lesson.learn.is_empty()).then(|| lesson.learn.to_string()));
        said.extend(lesson.hints.iter().map(ToString::to_string));
        for question in [&lesson.before, &lesson.question].into_iter().flatten() {
            said.push(format!("{} {}. {}", question.ask, question.answer, question.why));
        }
        said.extend(honest(scenario, token));
    }
    let seat = scenario.seat.unwrap_or(Seat::Judge);
    let (now, eye) = (game.position(), Viewer::Seat(seat));
    let brief = now.brief(eye);
    let before = lesson.before.iter();
    let mut asked: Vec<_> = before.map(|asked| (asked.ask.to_string(), LINES.1)).collect();
    if matches!(now.turn(), Turn::Ask(asked) if Some(asked) == scenario.seat) {
        asked.push((sentence(&now.prompt().question), LINES.0));
    }
    if let Some(question) = &lesson.question {
        asked.push((question.ask.to_string(), LINES.1));
    }
    // What tells whether a claim is true is for whoever has that claim before them.
    let exhibits = scenario.exhibits();
    let mut evidence: Vec<Exhibit> =
        exhibits.iter().filter(|exhibit| exhibit.when.is_none()).cloned().collect();
    let open = Exhibit::open_to(&exhibits, seat, now).filter(|exhibit| exhibit.when.is_some());
    evidence.extend(open.cloned());
    Ok(HandoutSheet {
        chapter: scenario.chapter.to_string(),
        lang: scenario.lang.to_string(),
        title: scenario.title.to_string(),
        claim: scenario.claim.to_string(),
        lines,
        rules: [brief.rule, brief.numbers].concat(),
        steps: steps(&now.board(eye)),
        board: on_paper(now, eye),
        evidence,
        asked,
        answers: said,
    })
}

/// Lets programs play until a person is asked, as they do at the table.
pub(super) fn until_asked(game: &mut dyn Game, token: &CancelToken) {
    for _ in 0..MOST_MOVES {
        if token.is_stopped() || !matches!(game.advance(), Ok(Advance::Moved(_))) {
            break;
        }
    }
}

/// Every step of the computation with what it reads and what is known of it.
fn steps(board: &Board<'_>) -> Vec<String> {
    let Some((_, strip)) = board.steps() else { return Vec::new() };
    let mut lines: Vec<String> =
        (0..strip.len.min(MOST_STEPS)).flat_map(|at| step(strip, at)).collect();
    if strip.len > MOST_STEPS {
        lines.push(format!("({} more steps are left out)", strip.len - MOST_STEPS));
    }
    lines
}

fn step(strip: &StripPane<'_>, at: usize) -> Vec<String> {
    let detail = (strip.detail)(at);
    let wide = detail.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let row = |(label, text): &(String, String)| format!("    {label:<wide$}  {text}");
    std::iter::once(detail.heading.clone()).chain(detail.rows.iter().map(row)).collect()
}

/// An imperative as a sentence.
fn sentence(question: &str) -> String {
    let said = goal::capital(question.trim_end());
    if said.ends_with(['.', '?', '!']) { said } else { said + "." }
}

/// The scenario with honest programs where people would sit; none if they cannot.
pub(super) fn with_honest_people(scenario: &Scenario) -> Option<Box<dyn Game>> {
    let mut game = resume(scenario).ok()?;
    let plans = Seat::each(|seat| game.seat_plan(seat).without_person());
    game.set_seats(&plans).ok()?;
    Some(game)
}

/// How it goes if honest programs sit where people would.
fn honest(scenario: &Scenario, token: &CancelToken) -> Vec<String> {
    let Some(mut game) = with_honest_people(scenario) else { return Vec::new() };
    until_asked(&mut *game, token);
    if !matches!(game.position().turn(), Turn::Over(_)) {
        return vec!["Honest play is too long for a sheet of paper.".into()];
    }
    let played = format!("Honest play: {}.", moves(&*game).join("; "));
    std::iter::once(played).chain(end(&*game, Viewer::All, true)).collect()
}

/// The chapter, where a new one begins.
fn chapters(sheets: &[HandoutSheet]) -> impl Iterator<Item = (Option<&str>, &HandoutSheet)> {
    let mut before: Option<&str> = None;
    sheets.iter().map(move |sheet| {
        let new = before != Some(&sheet.chapter);
        before = Some(&sheet.chapter);
        (new.then_some(sheet.chapter.as_str()), sheet)
    })
}

/// The debates that have answers, for the pages apart.
fn answered(sheets: &[HandoutSheet]) -> impl Iterator<Item = &HandoutSheet> {
    sheets.iter().filter(|sheet| !sheet.answers.is_empty())
}

fn in_markdown(title: &str, sheets: &[HandoutSheet]) -> String {
    let mut out = format!("# {}\n", markdown::escape(title));
    for (chapter, sheet) in chapters(sheets) {
        if let Some(chapter) = chapter {
            let _ = write!(out, "\n## {}\n", markdown::escape(chapter));
        }
        let (heading, claim) = (markdown::escape(&sheet.title), markdown::escape(&sheet.claim));
        let _ = write!(out, "\n### {heading}\n\n*{claim}*\n\n");
        for line in sheet.lines.iter().chain(&sheet.rules) {
            let _ = writeln!(out, "{}\n", markdown::escape(line));
        }
        let _ = writeln!(out, "#### {}\n", markdown::escape(&goal::capital(&sheet.board.heading)));
        out += &markdown::block(&sheet.board.lines());
        if !sheet.steps.is_empty() {
            out += "#### Every step\n\n";
            out += &markdown::block(&sheet.steps);
        }
        for exhibit in &sheet.evidence {
            let _ = writeln!(out, "#### Evidence: {}\n", markdown::escape(&exhibit.title));
            out += &markdown::block(&exhibit.lines().collect::<Vec<_>>());
        }
        for (asked, lines) in &sheet.asked {
            let _ = writeln!(out, "**{}**\n", markdown::escape(asked));
            out += &markdown::block(&vec!["_".repeat(60); *lines]);
        }
    }
    for (at, sheet) in answered(sheets).enumerate() {
        if at == 0 {
            out += "\n## Answers\n";
        }
        let _ = writeln!(out, "\n### {}\n", markdown::escape(&sheet.title));
        for line in &sheet.answers {
            let _ = writeln!(out, "> {}\n", markdown::escape(line));
        }
    }
    out
}

fn in_html(title: &str, sheets: &[HandoutSheet]) -> String {
    let mut out = format!("<h1>{}</h1>\n", escape(title));
    for (chapter, sheet) in chapters(sheets) {
        let _ = writeln!(out, "<article{}>", html::language(&sheet.lang));
        if let Some(chapter) = chapter {
            let _ = writeln!(out, "<h1>{}</h1>", escape(chapter));
        }
        let (heading, claim) = (escape(&sheet.title), escape(&sheet.claim));
        let _ = write!(out, "<h2>{heading}</h2>\n<p class=\"claim\">{claim}</p>\n");
        out += &html::elements("<p>", &sheet.lines, "</p>");
        let rules = html::elements("<li>", &sheet.rules, "</li>");
        let _ = write!(out, "<h3>Rules</h3>\n<ul>\n{rules}</ul>\n");
        let _ = writeln!(out, "<h3>{}</h3>", escape(&goal::capital(&sheet.board.heading)));
        out += &html::pieces(&sheet.board.board);
        if !sheet.steps.is_empty() {
            let _ = write!(out, "<h3>Every step</h3>\n{}", lines_of(&sheet.steps));
        }
        for exhibit in &sheet.evidence {
            let lines: Vec<&str> = exhibit.lines().collect();
            let _ =
                write!(out, "<h3>Evidence: {}</h3>\n{}", escape(&exhibit.title), lines_of(&lines));
        }
        for (asked, lines) in &sheet.asked {
            let space = "<p class=\"line\"></p>\n".repeat(*lines);
            let _ =
                write!(out, "<div class=\"space\">\n<h3>{}</h3>\n{space}</div>\n", escape(asked));
        }
        out += "</article>\n";
    }
    for (at, sheet) in answered(sheets).enumerate() {
        out += if at == 0 { "<article class=\"answers\">\n<h1>Answers</h1>\n" } else { "" };
        let _ = writeln!(out, "<h2{}>{}</h2>", html::language(&sheet.lang), escape(&sheet.title));
        out += &html::elements("<p class=\"answer\">", &sheet.answers, "</p>");
    }
    if answered(sheets).next().is_some() {
        out += "</article>\n";
    }
    out
}

/// Lines of fixed width, which wrap where a page is narrower.
fn lines_of<T: Borrow<str>>(lines: &[T]) -> String {
    format!("<pre>{}</pre>\n", escape(&lines.join("\n")))
}
