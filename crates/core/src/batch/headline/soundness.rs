//! Prover-estimator debate between players who know the law alone: what an answer is paid beside
//! its chance to be right. `docs/open-finding.md` has the theorem.

use super::{
    Chart, Column, ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured, of, rows, unplayed,
};
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::{
    Case, ClaimTree, Epsilon, Knowledge, Rule, StabilityTable, Worlds, uniform,
};
use crate::protocol::prover_estimator::Stated;
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes};
use crate::protocol::prover_estimator::solve::{IfIndependent, average_payoff, if_independent};
use crate::work::Token;

/// Four parts, each true with 3/4. The first weight says how often exactly one is false, the second
/// how often all are alike; else they are independent.
const LAWS: [(f64, f64); 7] =
    [(1.0, 0.0), (0.5, 0.0), (0.25, 0.0), (0.0, 0.0), (0.0, 0.25), (0.0, 0.5), (0.0, 1.0)];

/// Values of r, for all of four with one false.
const RATIOS: [f64; 11] = [0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.6875, 2.0, 3.0, 28.0, 1000.0];

/// The marginal Bob of a debate whose parts have one false among them on average, who states 0 of the
/// root first. Below r = 1 nothing that Alice says of it makes up for what she loses.
const ZERO_FIRST: Estimator =
    Estimator::Independent { false_parts: 1.0, root: Some(Probability::ZERO) };

/// How many parts a proof has, one of them false.
const PARTS: [usize; 6] = [2, 4, 8, 16, 64, 256];

/// How many pieces of evidence there are for each of four facts, one of them false.
const COPIES: [usize; 5] = [1, 3, 5, 11, 41];

/// What prover-estimator debate pays a wrong Alice by how leaves depend on each other and by r,
/// where neither player knows the world (2025 paper, Thm 6.1, its soundness).
///
/// # Errors
/// If a debate could not be played.
pub fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let parts: Vec<_> = PARTS.into_iter().filter(|&q| q as u64 <= most).collect();
    let copies: Vec<_> = COPIES.into_iter().filter(|&m| 4 * m as u64 <= most).collect();
    let all = LAWS.len() + RATIOS.len() + parts.len() + copies.len() + 2;
    token.report(0, all as u64);
    let laws = rows(LAWS, token, |weights| {
        let case = mixed(weights)?;
        let correlation = weights.1 - weights.0 / 3.0;
        row(&case, 3.0, true, vec![RowEntry::Number(correlation)], token)
    })?;
    let ratios = rows(RATIOS, token, |ratio| {
        row(&mixed((1.0, 0.0))?, ratio, true, vec![RowEntry::Number(ratio)], token)
    })?;
    let parts = rows(parts, token, |q| {
        let case = blind(Worlds::one_false(&tree(Rule::ALL, q)?));
        let from = worth(&case, 1.0)?.yes.from_ratio;
        let own = vec![RowEntry::Count(q as u64), RowEntry::Number(from)];
        row(&case, from, true, own, token)
    })?;
    let copies = rows(copies, token, |copies| {
        let (case, rho) = blocks(copies)?;
        let from = worth(&case, 1.0)?.yes.from_ratio;
        let own =
            vec![RowEntry::Count(copies as u64), RowEntry::Number(rho), RowEntry::Number(from)];
        row(&case, from, true, own, token)
    })?;
    let reversed = rows([true, false], token, |answer| {
        let answered = RowEntry::Words(if answer { "yes" } else { "no" }.into());
        row(&reversed()?, 3.0, answer, vec![answered], token)
    })?;
    Ok(Measured {
        claim: "Soundness (2025 paper, Thm 6.1) asks that no Alice be paid more than the chance of \
                her answer to be right, but for small errors. Between players who know the law \
                alone she can be held to m, the root's chance were the leaves independent, and to \
                no less from some r on: soundness holds where m is the root's own chance.",
        how: "An Alice answers yes. What she is paid at most is measured: a marginal Bob pays it, who \
              states 0 of the root first where r is below 1. What she is paid at least is proved \
              (docs/open-finding.md); where the two are one, it is the value. The gap is what that is \
              beyond her chance to be right.",
        tables: vec![
            HeadlineTable {
                title: "all of 4 parts, each true with 3/4, by the correlation of two of them (r = 3)",
                columns: columns(["correlation"]),
                rows: laws,
                chart: Some(gap_along("correlation", false)),
            },
            HeadlineTable {
                title: "all of 4 parts, exactly one of them false, by r",
                columns: columns(["r"]),
                rows: ratios,
                chart: Some(gap_along("r", true)),
            },
            HeadlineTable {
                title: "all of q parts, exactly one of them false, from the least r that settles it",
                columns: columns(["q", "r"]),
                rows: parts,
                chart: Some(gap_along("q", true)),
            },
            HeadlineTable {
                title: "all of 4 facts, one of them false, each a majority of so many copies",
                columns: columns(["copies", "ρ of all true", "r"]),
                rows: copies,
                chart: Some(gap_along("copies", true)),
            },
            HeadlineTable {
                title: "majority of 3: all true in 40 %, else one alone (r = 3)",
                columns: columns(["answer"]),
                rows: reversed,
                chart: None,
            },
        ],
    })
}

/// What a row is about, and what is solved of it.
fn columns<const N: usize>(own: [&'static str; N]) -> Vec<Column> {
    let paid = ["P[right]", "paid at least", "paid at most", "gap at least", "gap"];
    of(ColumnOrigin::Given, own).chain(of(ColumnOrigin::Solved, paid)).collect()
}

/// The gap along a column, between its ends where it is no one number.
fn gap_along(along: &'static str, by_logarithm: bool) -> Chart {
    let between = Some(["gap at least", "gap"]);
    Chart { along, by_logarithm, up: "gap", between, curves: Vec::new() }
}

fn tree(rule: Rule, width: usize) -> Result<ClaimTree, Unmeasured> {
    uniform("part", rule, width, 1).map_err(unplayed)
}

/// Between players who know the law alone.
fn blind(worlds: Worlds) -> Case {
    Case::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing)
}

fn worth(case: &Case, ratio: f64) -> Result<IfIndependent, Unmeasured> {
    if_independent(case, ratio).ok_or_else(|| unplayed("a claim has several arguments"))
}

/// What an answer is paid, and how often it is right, after what the row is about.
fn row(
    case: &Case,
    ratio: f64,
    answer: bool,
    mut own: Vec<RowEntry>,
    token: &Token,
) -> Result<Vec<RowEntry>, Unmeasured> {
    token.check()?;
    let stakes = Stakes::new(case, 0.1, Stated::Ratio(ratio)).map_err(|_| unplayed("r"))?;
    let alice = Prover::Marginal { answer };
    let bob = if ratio < 1.0 { ZERO_FIRST } else { Estimator::Marginal };
    let paid = average_payoff(case, stakes, (&alice, &bob), token);
    token.check()?;
    let paid = paid.ok_or_else(|| unplayed("too many worlds"))?;
    let worth = worth(case, ratio)?;
    let low = if answer { worth.yes.low } else { worth.no.low };
    let (right, high) = (paid.right, paid.value());
    own.extend([right, low, high, low - right, high - right].map(RowEntry::Number));
    Ok(own)
}

/// All of four parts, each true with 3/4, by one of [`LAWS`].
fn mixed((one_false, alike): (f64, f64)) -> Result<Case, Unmeasured> {
    let weight = |truths: &[bool; 4]| {
        let seen = truths.iter().filter(|&&truth| truth).count() as i32;
        let independent = 0.75f64.powi(seen) * 0.25f64.powi(4 - seen);
        let one = if seen == 3 { 0.25 } else { 0.0 };
        let same = [0.25, 0.0, 0.0, 0.0, 0.75][seen as usize];
        (1.0 - one_false - alike) * independent + one_false * one + alike * same
    };
    let worlds = (0..16u32).map(|word| [0, 1, 2, 3].map(|at| word >> at & 1 == 1));
    let worlds = worlds.map(|truths| (weight(&truths), truths.into_iter().collect::<Bits>()));
    Worlds::listed(&tree(Rule::ALL, 4)?, worlds.collect()).map(blind).map_err(unplayed)
}

/// All of four blocks, each a majority of copies of one fact, one of which is false; and the ρ of
/// the rule were all true.
fn blocks(copies: usize) -> Result<(Case, f64), Unmeasured> {
    let rule = Rule::ALL.over_majorities(copies as u32);
    let epsilon = Epsilon::new(0.1).map_err(unplayed)?;
    let rho = StabilityTable::new(epsilon).if_all_true(&tree(rule, 4 * copies)?);
    let world = |block| (0..4 * copies).map(|at| at / copies != block).collect::<Bits>();
    let worlds = (0..4).map(|block| (0.25, world(block))).collect();
    let worlds = Worlds::listed(&tree(rule, 4 * copies)?, worlds).map_err(unplayed)?;
    Ok((blind(worlds), rho))
}

/// Majority of three: all true with 0.4, else one alone.
fn reversed() -> Result<Case, Unmeasured> {
    let worlds = [(0.4, 0b111u32), (0.2, 0b001), (0.2, 0b010), (0.2, 0b100)];
    let worlds =
        worlds.map(|(weight, word)| (weight, (0..3).map(|at| word >> at & 1 == 1).collect()));
    Worlds::listed(&tree(Rule::MAJORITY, 3)?, worlds.into()).map(blind).map_err(unplayed)
}
