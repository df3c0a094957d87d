//! Prover-estimator debate: what honesty is paid by ε and ρ, and what obfuscation is.

use super::played::{opened, plans};
use super::{
    ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured, columns, of, rows, unplayed,
};
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::{
    Case, Epsilon, Knowledge, Rule, StabilityTable, Worlds, default_ratio, uniform,
};
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Stakes, TooLarge};
use crate::protocol::prover_estimator::solve::{BestBob, average_payoff, fixed_alices, least_paid};
use crate::protocol::prover_estimator::{Ratio, RatioSource, Stated};
use crate::work::Token;

/// Where no ratio protects her, this one is played.
const UNPROTECTED: f64 = 30.0;

/// An argument, and a tree of it: its name, rule, width and depth.
const TREES: [(&str, Rule, usize, usize); 6] = [
    ("a leaf alone", Rule::MAJORITY, 3, 0),
    ("majority of 3", Rule::MAJORITY, 3, 1),
    ("majority of 3, twice", Rule::MAJORITY, 3, 2),
    ("majority of 5", Rule::MAJORITY, 5, 1),
    ("all of 2", Rule::ALL, 2, 1),
    ("all of 10", Rule::ALL, 10, 1),
];

/// Proofs of q parts, d deep, of which one is wrong: (q, d).
const PROOFS: [(u64, u32); 5] = [(2, 1), (4, 1), (8, 1), (4, 2), (3, 3)];

/// What is solved of each.
const OBFUSCATED: [&str; 5] = [
    "wins recursive debate",
    "obfuscator paid",
    "honest Alice paid",
    "strongest wrong Alice",
    "paid",
];

/// Honest Alice is paid 1 − ε where arguments are stable (2025 paper, Thm 6.1), and what an
/// obfuscator gets with the estimator and without him.
///
/// # Errors
/// If a debate could not be played.
pub fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let trees: Vec<_> = TREES
        .into_iter()
        .filter(|(_, _, width, depth)| (width.pow(*depth as u32) as u64) <= most)
        .flat_map(|tree| [0.02, 0.05, 0.1, 0.2].map(|epsilon| (tree, epsilon)))
        .collect();
    let proofs: Vec<_> = PROOFS.into_iter().filter(|(q, d)| q.pow(*d) <= most).collect();
    token.report(0, (trees.len() + proofs.len()) as u64);
    let honest = rows(trees, token, |(tree, epsilon)| honest(tree, epsilon, token))?;
    let obfuscated = rows(proofs, token, |(q, d)| obfuscated(q, d, token))?;
    Ok(Measured {
        claim: "An honest Alice is paid at least 1 − ε by every Bob if her arguments are (ε, ρ)-stable \
                with ρ < 1 and r = 1 + 2/(ε(1 − ρ)) (2025 paper, Thm 6.1); an obfuscator, \
                who wins recursive debates half of the time or more, is paid less than an honest Alice before an \
                estimator. A wrong Alice who names his errors can be paid more than honesty by this Bob.",
        how: "Every part is true; the least that a search over adaptive Bobs finds. Where ρ ≥ 1 no r \
              protects her, and r is 30. Below, exact values of a proof of q parts, d deep, of which \
              one is wrong, nobody knowing which: the obfuscator calls it right, and so does the \
              strongest wrong Alice, of those who do not look ahead.",
        tables: vec![
            HeadlineTable {
                title: "what honesty is paid",
                columns: columns([
                    ("argument", ColumnOrigin::Given),
                    ("ε", ColumnOrigin::Given),
                    ("ρ", ColumnOrigin::Solved),
                    ("r", ColumnOrigin::Formula),
                    ("promised", ColumnOrigin::Formula),
                    ("least paid", ColumnOrigin::Solved),
                ]),
                rows: honest,
                chart: None,
            },
            HeadlineTable {
                title: "what obfuscation is paid (r = 3, a calibrated estimator)",
                columns: of(ColumnOrigin::Given, ["q", "d"])
                    .chain(of(ColumnOrigin::Solved, OBFUSCATED))
                    .collect(),
                rows: obfuscated,
                chart: None,
            },
        ],
    })
}

/// What an honest Alice is paid at the least, all parts being true.
fn honest(
    (name, rule, width, depth): (&str, Rule, usize, usize),
    epsilon: f64,
    token: &Token,
) -> Result<Vec<RowEntry>, Unmeasured> {
    token.check()?;
    let epsilon = Epsilon::new(epsilon).map_err(unplayed)?;
    let tree = uniform("part", rule, width, depth).map_err(unplayed)?;
    let leaves: Bits = std::iter::repeat_n(true, width.pow(depth as u32)).collect();
    let truths = tree.truths(&leaves);
    let rho = StabilityTable::new(epsilon).of_tree(&tree, &truths).rho;
    let protected = default_ratio(epsilon, rho);
    let ratio = Ratio::new(protected.unwrap_or(UNPROTECTED)).map_err(unplayed)?;
    let (source, judgement) = (RatioSource::Given, Probability::ONE);
    let stakes = Stakes { epsilon, ratio, source, judgement };
    let case = Case::drawn(Worlds::certain(&tree, leaves).map_err(unplayed)?);
    let least = TooLarge::if_within(least_paid(&case, stakes, truths, token))?;
    let least = least.filter(BestBob::is_exact).map(|least| least.value);
    Ok(vec![
        RowEntry::Words(name.into()),
        RowEntry::Number(epsilon.get()),
        RowEntry::Number(rho),
        RowEntry::Number(ratio.get()),
        protected
            .map_or(RowEntry::Words("nothing".into()), |_| RowEntry::Number(1.0 - epsilon.get())),
        least.map_or(RowEntry::Nothing, RowEntry::Number),
    ])
}

/// What an obfuscator comes to, with the estimator and without him.
fn obfuscated(q: u64, d: u32, token: &Token) -> Result<Vec<RowEntry>, Unmeasured> {
    token.check()?;
    let scenario = |protocol: &str| {
        format!(
            "elenchus: 1\ntitle: A proof\nclaim: 'Alice is asked: is the proof right?'\n\
             protocol:\n  {protocol}\nmachine:\n  claims:\n    \
             uniform: {{claim: the proof is right, rule: all, width: {q}, depth: {d}}}\n    \
             worlds: one-false\n    knows: {{alice: root, bob: root}}\n"
        )
    };
    let value = |protocol: &str, seats| -> Result<RowEntry, Unmeasured> {
        let value = opened(&scenario(protocol))?.exact(&plans(seats), token);
        token.check()?;
        Ok(value.map_or(RowEntry::Nothing, |value| RowEntry::Number(value.get())))
    };
    let (alice, paid) = strongest_wrong(q, d, token)?;
    let estimated = "prover-estimator: {epsilon: 0.1, ratio: 3}";
    Ok(vec![
        RowEntry::Count(q),
        RowEntry::Count(u64::from(d)),
        value("recursive-debate: {answer: yes}", ["obfuscator", "honest", "honest"])?,
        value(estimated, ["obfuscator", "calibrated", "honest"])?,
        value(estimated, ["honest", "calibrated", "honest"])?,
        RowEntry::Words(alice),
        RowEntry::Number(paid),
    ])
}

/// Who of the Alices who do not look ahead and whose answer is wrong is paid most by a calibrated
/// Bob, and what.
fn strongest_wrong(q: u64, d: u32, token: &Token) -> Result<(String, f64), Unmeasured> {
    let tree = uniform("part", Rule::ALL, q as usize, d as usize).map_err(unplayed)?;
    let knows = Knowledge::root;
    let case = Case::drawn(Worlds::one_false(&tree)).known_to(knows(), knows());
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).map_err(|_| unplayed("r = 3"))?;
    let paid = fixed_alices(&case).into_iter().filter_map(|(name, alice)| {
        let paid = average_payoff(&case, stakes, (&alice, &Estimator::Calibrated), token)?;
        (paid.right == 0.0).then_some((name, paid.value()))
    });
    let most = paid.reduce(|a, b| if b.1 > a.1 { b } else { a });
    token.check()?;
    most.ok_or_else(|| unplayed("nobody is wrong"))
}
