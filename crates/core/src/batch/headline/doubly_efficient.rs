//! Doubly-efficient debate: what provers and judge pay as the computation grows.

use super::played::PlayedDebate;
use super::{
    Chart, ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured, of, outcome, rows,
};
use crate::rules::{Cost, Seat, Side};
use crate::work::Token;

/// A rumour of so many tellings, each a question to a person; Alice lies in the middle, and all
/// that follows fits her lie.
fn scenario(steps: u64) -> String {
    format!(
        "elenchus: 1\ntitle: A rumour\nclaim: 'Alice claims: at the end nobody believes it.'\n\
         protocol:\n  cross-examination: {{claim: 0}}\nmachine:\n  chain:\n    \
         question: 'Telling {{t}}: do you believe it, given whether the teller did?'\n    \
         steps: {steps}\n    start: 1\n    after-no: 0\n    after-yes: 1\n"
    )
}

/// What is counted of a debate.
const PAID: [&str; 6] =
    ["Alice asks", "Bob asks", "judge asks", "judge reads", "location bits", "outcome"];

/// Provers work as long as the computation is; the judge asks once (2024 paper, Thm 5.3).
///
/// # Errors
/// If a debate could not be played.
pub fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let sizes: Vec<u64> = (3..=20).map(|i| 1 << i).filter(|&steps| steps <= most).collect();
    token.report(0, sizes.len() as u64);
    let rows = rows(sizes, token, |steps| {
        let lie = format!("lie-at:{}", steps / 2);
        let played = PlayedDebate::of(&scenario(steps), [&lie, "honest", "honest"], token)?;
        Ok(vec![
            RowEntry::Count(steps),
            RowEntry::Count(played.paid(Seat::Alice, Cost::Oracle)),
            RowEntry::Count(played.paid(Seat::Bob, Cost::Oracle)),
            RowEntry::Count(played.paid(Seat::Judge, Cost::Oracle)),
            RowEntry::Count(played.paid(Seat::Judge, Cost::Transcript)),
            RowEntry::Count(played.paid(Seat::Judge, Cost::Location)),
            outcome(played.winner() == Some(Side::Bob)),
        ])
    })?;
    Ok(Measured {
        claim: "Provers work O(T log T) for a computation of T steps; the judge asks people O(1) \
                times (2024 paper, Thm 5.3).",
        how: "One cross-examination a row: T questions to people, one answer falsified in the \
              middle and all that follow fitted to it. Counted from the ledger of the debate.",
        tables: vec![HeadlineTable {
            title: "costs by T",
            columns: of(ColumnOrigin::Given, ["T"]).chain(of(ColumnOrigin::Played, PAID)).collect(),
            rows,
            chart: Some(Chart {
                along: "T",
                by_logarithm: true,
                up: "the judge's bits and questions",
                between: None,
                curves: vec!["judge asks", "judge reads", "location bits"],
            }),
        }],
    })
}
