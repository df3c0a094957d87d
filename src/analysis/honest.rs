//! The honest debate, played: who wins it, what everyone pays, and whether a deterministic
//! theorem's bounds hold in it.

use super::{Bound, Paid, Standing, Unsolved};
use crate::debate::{Debate, SeatPlan, Table};
use crate::rules::{Cost, Seat, Side, Turn};
use crate::show::narrate;
use crate::strategy::Players;
use crate::work::Token;

/// The kinds of cost that Theorem 5.3 of the 2024 paper limits, in their own words.
pub(super) const EXAMINED: [(Cost, &str); 4] = [
    (Cost::Location, narrate::cost(Cost::Location)),
    (Cost::Transcript, narrate::cost(Cost::Transcript)),
    (Cost::Input, narrate::cost(Cost::Input)),
    (Cost::Oracle, narrate::cost(Cost::Oracle)),
];

/// The honest debate, played: who wins, and what everyone pays.
pub(super) fn honest_debate<R: Players + crate::show::Show>(
    rules: &R,
    token: &Token,
) -> Result<(Side, Vec<Paid>), Unsolved> {
    let mut debate = Debate::new(rules.clone(), 0)?;
    for seat in Seat::ALL {
        debate.seat(seat, &SeatPlan::honest())?;
    }
    let table: &mut dyn Table = &mut debate;
    table.run_under(token)?;
    let Turn::Over(outcome) = table.now().turn() else {
        return Err("the honest debate did not end".to_owned().into());
    };
    let ledger = table.now().ledger();
    let all = Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost)));
    let costs = all
        .filter(|&(seat, cost)| {
            ledger.of(seat).paid(cost) > 0 || ledger.of(seat).limit(cost).is_some()
        })
        .map(|(seat, cost)| Paid {
            seat: seat.word(),
            cost: cost.key(),
            expected: ledger.of(seat).paid(cost) as f64,
            limit: ledger.of(seat).limit(cost).map(|limit| limit as f64),
        })
        .collect();
    Ok((outcome.winner, costs))
}

/// The same bounds where no independent copy of Alice wrote the transcript.
pub(super) fn without_copies(mut bounds: Vec<Bound>) -> Vec<Bound> {
    for bound in &mut bounds {
        let why = "Alice answers each read afresh: no independent copy wrote the transcript";
        bound.standing = Standing::DoesNotApply(why.into());
    }
    bounds
}

/// The judge's costs of these kinds beside the theorem's limits, and whether the party whose claim
/// is true has won.
pub(super) fn bounds(
    theorem: &str,
    kinds: &[(Cost, &str)],
    (winner, costs): (Side, &[Paid]),
    truth: bool,
) -> Vec<Bound> {
    let of_judge = |cost: Cost| {
        costs.iter().find(|paid| paid.seat == Seat::Judge.word() && paid.cost == cost.key())
    };
    let mut bounds: Vec<Bound> = kinds
        .iter()
        .map(|&(cost, name)| {
            let paid = of_judge(cost);
            let limit = paid.and_then(|paid| paid.limit).unwrap_or_default();
            let value = paid.map_or(0.0, |paid| paid.expected);
            Bound {
                name: format!("judge's {name} ({theorem})"),
                limit,
                value,
                standing: Standing::tested_once(value <= limit),
            }
        })
        .collect();
    let right = winner == Side::of_claim(truth);
    bounds.push(Bound {
        name: format!("the party whose claim is true wins ({theorem})"),
        limit: 1.0,
        value: f64::from(u8::from(right)),
        standing: Standing::tested_once(right),
    });
    bounds
}
