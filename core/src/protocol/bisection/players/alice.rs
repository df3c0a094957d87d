//! Alices: the configurations that they name.

use crate::machine::{Configuration, Story};
use crate::protocol::Bisection;
use crate::rules::View;
use crate::rules::{Move, Phrase};
use crate::strategy::Choice;

pub(super) type Seen<'a> = View<'a, Bisection>;

/// Runs the machine, then names the true last configuration (with the output that she claims, if
/// it is another) and, at every middle, what follows from the start of the interval.
pub fn honest(sight: Seen<'_>) -> Choice {
    let (Some(step), Some(computation)) = (sight.to_name(), sight.own_run()) else {
        return Move::Run.into();
    };
    let configuration = match sight.span() {
        Some(span) => computation.advance(&span.start, span.from, step),
        None => computation.with_output(computation.at(step), sight.setup().claim),
    };
    name(sight, &configuration)
}

/// Names the configurations of a story, whatever the interval.
pub fn tells(story: &Story, runs: bool, sight: Seen<'_>) -> Choice {
    match sight.to_name() {
        Some(step) if !runs || sight.own_run().is_some() => name(sight, &story.at(step)),
        _ => Move::Run.into(),
    }
}

fn name(sight: Seen<'_>, configuration: &Configuration) -> Choice {
    let text = sight.setup().computation.write(configuration);
    match text.parse::<Phrase>() {
        Ok(text) => Move::Name(text).into(),
        // A configuration's text is never empty and has no control characters in it.
        Err(_) => Move::Run.into(),
    }
}
