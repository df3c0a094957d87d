//! A whole course for a class that looks on: each debate as honest programs play it in the seats of
//! people, covered until its end.

use super::handout::{MOST_MOVES, with_honest_people};
use super::{Format, Page, Reveal, html, markdown};
use crate::debate::Advance;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{FileError, resume};
use crate::work::{Stopped, Token};

/// The debates of a course in its order, and why others, which cannot be opened, are left out of it. One
/// that is played already is shown as it was played; one that honest play does not end within 200 moves
/// stands at its start.
///
/// # Errors
/// If it was stopped.
pub fn projected(
    title: &str,
    entries: &[LibraryEntry],
    format: Format,
    token: &Token,
) -> Result<(String, Vec<FileError>), Stopped> {
    let (mut pages, mut left_out) = (Vec::new(), Vec::new());
    for entry in entries {
        token.check()?;
        match entry.scenario.clone().and_then(|scenario| {
            let at = |fault| FileError::at(&entry.id, &entry.text, fault);
            let as_it_is = resume(&scenario).map_err(at)?;
            let played = with_honest_people(&scenario).filter(|_| scenario.attempt.is_none());
            let played = played.and_then(|mut game| {
                let mut ends = (0..MOST_MOVES).map(|_| game.advance());
                let ends = ends.find(|step| !matches!(step, Ok(Advance::Moved(_))));
                matches!(ends, Some(Ok(Advance::Over(_)))).then_some(game)
            });
            let game = played.unwrap_or(as_it_is);
            Ok(Page::of(&scenario, &*game, Reveal::AtTheEnd, token))
        }) {
            Ok(page) => pages.push(page),
            Err(error) => left_out.push(error),
        }
    }
    token.check()?;
    let text = match format {
        Format::Markdown => pages.iter().map(markdown::page).collect(),
        _ => {
            let first = pages.first().map_or("", |page| page.lang.as_str());
            let common = if pages.iter().all(|page| page.lang == first) { first } else { "" };
            let body: String = pages.iter().map(html::article).collect();
            html::document(title, common, &body)
        }
    };
    Ok((text, left_out))
}
