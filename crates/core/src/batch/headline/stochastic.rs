//! Stochastic debate: how many votes are drawn, by K and T.

use super::played::PlayedDebate;
use super::{ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured, columns, rows};
use crate::rules::{Cost, Seat, Verb};
use crate::work::Token;

fn scenario(k: u64, steps: u64) -> String {
    format!(
        "elenchus: 1\ntitle: A rumour\nclaim: 'Alice claims: at the end it is believed.'\n\
         protocol:\n  stochastic: {{k: {k}}}\nmachine:\n  chain:\n    \
         question: 'Telling {{t}}: do you believe it?'\n    \
         steps: {steps}\n    start: 0.9\n    after-no: 0.1\n    after-yes: 0.9\nseed: 1\n"
    )
}

/// Provers draw K² log T votes a step, the judge K² in all (2024 paper, Thm 6.2).
///
/// # Errors
/// If a debate could not be played.
pub fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let sizes: Vec<u64> = [4, 6, 8, 10, 12, 14].map(|i| 1u64 << i).into();
    let cases: Vec<(u64, u64)> = [1, 2, 4, 8]
        .into_iter()
        .flat_map(|k| sizes.iter().map(move |&steps| (k, steps)))
        .filter(|&(_, steps)| steps <= most)
        .collect();
    token.report(0, cases.len() as u64);
    let rows = rows(cases, token, |(k, steps)| {
        let scenario = scenario(k, steps);
        let honest = PlayedDebate::of(&scenario, ["honest"; 3], token)?;
        // Somebody has to object for the judge to draw.
        let judged = PlayedDebate::of(&scenario, ["honest", "always-objects", "honest"], token)?;
        let rounds = honest.moves(Verb::State).max(1) as f64;
        let step = |seat| honest.paid(seat, Cost::Oracle) as f64 / rounds;
        let square = (k * k) as f64;
        let provers = square * (200.0 * steps as f64).ln();
        let judge = judged.paid(Seat::Judge, Cost::Oracle);
        Ok(vec![
            RowEntry::Count(k),
            RowEntry::Count(steps),
            RowEntry::Number(step(Seat::Alice)),
            RowEntry::Number(step(Seat::Alice) / provers),
            RowEntry::Number(step(Seat::Bob)),
            RowEntry::Number(step(Seat::Bob) / provers),
            RowEntry::Count(judge),
            RowEntry::Number(judge as f64 / square),
        ])
    })?;
    Ok(Measured {
        claim: "Honest provers draw O(K² log T) votes a step, the judge O(K²) in all (2024 paper, \
                Thm 6.2); by the Lean proof at most 5000 K² ln(200T) + 1, 20000/9 K² ln(200T) + 1 \
                and 106000 K² + 1.",
        how: "Two debates a row at the Lean constants: honest against honest, and one in which Bob \
              objects at once, so that the judge draws. Votes from their ledgers.",
        tables: vec![HeadlineTable {
            title: "votes by K and T",
            columns: columns([
                ("K", ColumnOrigin::Given),
                ("T", ColumnOrigin::Given),
                ("Alice a step", ColumnOrigin::Played),
                ("Alice / K² ln 200T", ColumnOrigin::Formula),
                ("Bob a step", ColumnOrigin::Played),
                ("Bob / K² ln 200T", ColumnOrigin::Formula),
                ("judge", ColumnOrigin::Played),
                ("judge / K²", ColumnOrigin::Formula),
            ]),
            rows,
            chart: None,
        }],
    })
}
