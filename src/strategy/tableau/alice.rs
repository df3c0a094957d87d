//! Alices: the transcripts that they write.

use std::sync::Arc;

use crate::machine::turing::{Deviation, Run};
use crate::protocol::tableau::ending_as_claimed;
use crate::protocol::{Sight, Tableau};
use crate::rules::{Move, Phrase};
use crate::strategy::{Choice, Made, Strategy};

pub(super) type Seen<'a> = Sight<'a, Tableau>;

/// Runs the machine, and writes that, with the last state that she claims.
pub fn honest(sight: Seen<'_>) -> Choice {
    write(sight, sight.honest_text())
}

/// An Alice who runs the machine and writes the run with one deviation, and an end as claimed.
pub fn telling(debate: &Tableau, deviation: Deviation) -> Made<Tableau> {
    let (run, claim) = (&debate.setup().run, debate.setup().claim);
    let deviations = ending_as_claimed(run, vec![deviation], claim);
    // Whether the deviation leaves configurations is found out here, not when it is told.
    Run::deviating(run.machine().clone(), deviations.clone()).map_err(|e| e.to_string())?;
    let text = run.machine().write_deviations(&deviations);
    let teller: Arc<dyn Strategy<Tableau>> = Arc::new(move |sight: Seen<'_>| write(sight, &text));
    Ok(teller)
}

fn write(sight: Seen<'_>, text: &str) -> Choice {
    match (sight.own_run(), text.parse::<Phrase>()) {
        (Some(_), Ok(text)) => Move::Tell(text).into(),
        _ => Move::Run.into(),
    }
}
