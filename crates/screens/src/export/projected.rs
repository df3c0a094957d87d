//! A course for a class that watches. Honest strategies play each debate. The page hides the end of a debate until the
//! class reaches it.

use super::handout::{WrittenCourse, common, each, until_asked, with_honest_people};
use super::{DebatePage, ExportFormat, Reveal, html, markdown};
use crate::rules::Turn;
use crate::scenario::course::Course;
use crate::scenario::resume;
use crate::work::CancelToken;

/// The debates of a course in order, and the reasons why debates that do not open are left out. A debate with
/// moves is shown as it was played. If honest play does not end within 200 moves, the debate stays at its
/// start.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn projected(course: &Course, format: ExportFormat, token: &CancelToken) -> WrittenCourse {
    let (pages, left_out) = each(course, token, |scenario| {
        let as_it_is = resume(scenario)?;
        let played = with_honest_people(scenario).filter(|_| scenario.attempt.is_none());
        let played = played.and_then(|mut game| {
            until_asked(&mut *game, token);
            matches!(game.position().turn(), Turn::Over(_)).then_some(game)
        });
        let game = played.unwrap_or(as_it_is);
        Ok(DebatePage::for_format(format, scenario, &*game, Reveal::AtTheEnd, token))
    })?;
    token.check()?;
    let text = match format {
        ExportFormat::Markdown => pages.iter().map(markdown::page).collect(),
        _ => {
            let body: String = pages.iter().map(|page| html::article(page, "")).collect();
            html::document(&course.title, common(pages.iter().map(|page| &*page.lang)), &body)
        }
    };
    Ok((text, left_out))
}
