//! Debates on paper: the material of each one for work by hand as the seat sees it. What a partner reads out,
//! and the answers, are on separate pages.

use std::borrow::Borrow;
use std::fmt::Write;

use super::page::{end, moves, on_paper};
use super::partner::{PartnerSheet, partner_sheet};
use super::{ExportFormat, MoveFrame, html, markdown};
use crate::analysis::Game;
use crate::debate::Advance;
use crate::rules::{Seat, Turn, Viewer};
use crate::scenario::course::Course;
use crate::scenario::{Exhibit, FileError, Scenario, YamlError, resume};
use crate::text::Board;
use crate::text::board::StripPane;
use crate::tui::goal;
use crate::tui::svg::escape;
use crate::work::{CancelToken, Cancelled};

/// The largest number of moves of honest play in the answers and in pages for a projector.
const MOST_MOVES: usize = 200;

/// The largest number of steps that are written out.
const MOST_STEPS: usize = 120;

/// The numbers of ruled lines: for a player's moves, and for an answer.
const LINES: (usize, usize) = (6, 2);

/// One debate of the handout.
struct HandoutSheet {
    chapter: String,
    lang: String,
    title: String,
    seat: Seat,
    /// The summary, the seat and the goal.
    lines: Vec<String>,
    /// The rules, how to win, and this debate's numbers.
    rules: Vec<String>,
    /// The board at the person's first question.
    board: MoveFrame,
    claim: String,
    /// Every step of the computation, as the person sees it.
    steps: Vec<String>,
    evidence: Vec<Exhibit>,
    /// What a partner reads out. Empty if the person reads nothing.
    partner: PartnerSheet,
    /// The questions, each with the number of lines for its answer.
    asked: Vec<(String, usize)>,
    answers: Vec<String>,
}

/// A course as text, and the reasons why debates are left out.
pub type WrittenCourse = Result<(String, Vec<FileError>), Cancelled>;

/// Writes the debates of a course in order, under a title. Also returns the reasons why debates that cannot be played
/// are left out.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn handout(
    course: &Course,
    format: ExportFormat,
    answers: bool,
    token: &CancelToken,
) -> WrittenCourse {
    let title = &course.title;
    let (sheets, left_out) = each(course, token, |scenario| sheet(scenario, answers, token))?;
    Ok((written(title, &sheets, format), left_out))
}

/// The handout of one debate.
///
/// # Errors
/// If the debate cannot be played.
pub fn debate_handout(
    scenario: &Scenario,
    format: ExportFormat,
    answers: bool,
    token: &CancelToken,
) -> Result<String, YamlError> {
    let mut sheet = sheet(scenario, answers, token)?;
    // The title of the debate is the title of the page, so its chapter comes first.
    let title = std::mem::take(&mut sheet.chapter);
    let title = if title.is_empty() { "Elenchus".to_owned() } else { title };
    Ok(written(&title, &[sheet], format))
}

fn written(title: &str, sheets: &[HandoutSheet], format: ExportFormat) -> String {
    match format {
        ExportFormat::Markdown => in_markdown(title, sheets),
        _ => {
            let lang = common(sheets.iter().map(|sheet| &*sheet.lang));
            html::document(title, lang, &in_html(title, sheets))
        }
    }
}

/// Calls `make` for each debate that opens. Also returns the reasons why other debates do not open.
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

/// The language of all debates. Empty if they differ.
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
    let mut lines = vec![scenario.summary.to_string(), you + &minutes.unwrap_or_default()];
    lines.extend(goal::asked_by(scenario, game.payoff_unit(), game.position().is_series()));
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
    let exhibits = scenario.exhibits();
    let evidence = Exhibit::open_to(&exhibits, seat, now).cloned().collect();
    let (rules, steps, board) =
        ([brief.rule, brief.numbers].concat(), steps(&now.board(eye)), on_paper(now, eye));
    let partner = partner_sheet(&mut *game, seat, &exhibits, token);
    Ok(HandoutSheet {
        chapter: scenario.chapter.to_string(),
        lang: scenario.lang.to_string(),
        title: scenario.title.to_string(),
        seat,
        claim: scenario.claim.to_string(),
        lines,
        rules,
        steps,
        board,
        evidence,
        partner,
        asked,
        answers: said,
    })
}

/// Lets programs play until a person must answer, as the table screen does.
pub(super) fn until_asked(game: &mut dyn Game, token: &CancelToken) {
    for _ in 0..MOST_MOVES {
        if token.is_stopped() || !matches!(game.advance(), Ok(Advance::Moved(_))) {
            break;
        }
    }
}

/// Every step of the computation, with its inputs and its known value.
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

/// The scenario with honest strategies in people's seats. `None` if a seat has no such strategy.
pub(super) fn with_honest_people(scenario: &Scenario) -> Option<Box<dyn Game>> {
    let mut game = resume(scenario).ok()?;
    let plans = Seat::each(|seat| game.seat_plan(seat).without_person());
    game.set_seats(&plans).ok()?;
    Some(game)
}

/// Honest play in words.
fn honest(scenario: &Scenario, token: &CancelToken) -> Vec<String> {
    let Some(mut game) = with_honest_people(scenario) else { return Vec::new() };
    until_asked(&mut *game, token);
    if !matches!(game.position().turn(), Turn::Over(_)) {
        return vec!["Honest play is too long for a sheet of paper.".into()];
    }
    let played = format!("Honest play: {}.", moves(&*game).join("; "));
    std::iter::once(played).chain(end(&*game, Viewer::All, true)).collect()
}

/// Each sheet, with the title of its chapter at the first sheet of the chapter.
fn chapters(sheets: &[HandoutSheet]) -> impl Iterator<Item = (Option<&str>, &HandoutSheet)> {
    let mut before: Option<&str> = None;
    sheets.iter().map(move |sheet| {
        let new = before != Some(&sheet.chapter);
        before = Some(&sheet.chapter);
        (Some(&*sheet.chapter).filter(|chapter| new && !chapter.is_empty()), sheet)
    })
}

/// The sheets with something for a partner, for separate pages.
fn with_partner(sheets: &[HandoutSheet]) -> impl Iterator<Item = &HandoutSheet> {
    sheets.iter().filter(|sheet| !sheet.partner.shown.is_empty())
}

/// The task of the partner of this person.
fn partner_task(sheet: &HandoutSheet) -> String {
    format!(
        "Keep this page to yourself. When {} makes one of these moves, read out what it shows.",
        sheet.seat.name()
    )
}

/// The moves of the person, each with what it shows.
fn partner_lines(sheet: &HandoutSheet) -> Vec<String> {
    let shown = &sheet.partner.shown;
    let wide = shown.iter().map(|(mv, _)| mv.chars().count()).max().unwrap_or(0);
    shown.iter().map(|(mv, told)| format!("{mv:<wide$}  {told}")).collect()
}

/// The sheets with answers, for separate pages.
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
        out += &sheet.evidence.iter().map(exhibit_in_markdown).collect::<String>();
        for (asked, lines) in &sheet.asked {
            let _ = writeln!(out, "**{}**\n", markdown::escape(asked));
            out += &markdown::block(&vec!["_".repeat(60); *lines]);
        }
    }
    for (at, sheet) in with_partner(sheets).enumerate() {
        if at == 0 {
            out += "\n## For a partner\n";
        }
        let title = markdown::escape(&sheet.title);
        let _ = write!(out, "\n### {title}: for a partner\n\n{}\n\n", partner_task(sheet));
        out += &markdown::block(&partner_lines(sheet));
        for limit in &sheet.partner.limits {
            let _ = writeln!(out, "{limit}\n");
        }
        out += &sheet.partner.evidence.iter().map(exhibit_in_markdown).collect::<String>();
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

fn exhibit_in_markdown(exhibit: &Exhibit) -> String {
    let lines = markdown::block(&exhibit.lines().collect::<Vec<_>>());
    format!("#### Evidence: {}\n\n{lines}", markdown::escape(&exhibit.title))
}

fn exhibit_in_html(exhibit: &Exhibit) -> String {
    let lines = lines_of(&exhibit.lines().collect::<Vec<_>>());
    format!("<h3>Evidence: {}</h3>\n{lines}", escape(&exhibit.title))
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
        out += &sheet.evidence.iter().map(exhibit_in_html).collect::<String>();
        for (asked, lines) in &sheet.asked {
            let space = "<p class=\"line\"></p>\n".repeat(*lines);
            let _ =
                write!(out, "<div class=\"space\">\n<h3>{}</h3>\n{space}</div>\n", escape(asked));
        }
        out += "</article>\n";
    }
    for sheet in with_partner(sheets) {
        let (lang, title) = (html::language(&sheet.lang), escape(&sheet.title));
        let _ = write!(out, "<article class=\"partner\"{lang}>\n<h2>{title}: for a partner</h2>\n");
        let _ = write!(out, "<p>{}</p>\n{}", partner_task(sheet), lines_of(&partner_lines(sheet)));
        out += &html::elements("<p>", &sheet.partner.limits, "</p>");
        out += &sheet.partner.evidence.iter().map(exhibit_in_html).collect::<String>();
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

/// Lines of fixed width. They wrap on a narrow page.
fn lines_of<T: Borrow<str>>(lines: &[T]) -> String {
    format!("<pre>{}</pre>\n", escape(&lines.join("\n")))
}
