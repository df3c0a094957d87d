//! What a debate a million steps long costs the judge at most, by the formula of the theorem that
//! bounds this one.

use super::number::{amount, count, plural};
use crate::machine::claims::ClaimTree;
use crate::protocol::bisection::rounds_for;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::quantified::Verifier;
use crate::protocol::{
    Bisection, CircuitWalk, CrossExamination, ProverEstimator, Quantified, RecursiveDebate,
    Stochastic, Tableau, Twins,
};
use crate::rules::{Cost, Position, Seat};

/// The steps, gates, leaves or inputs of the longer debate.
const MANY: u32 = 1_000_000;

impl CrossExamination {
    /// Thm 5.3: only the location grows, as ⌈log2 T⌉; Thm 6 of the 2026 paper: ⌈log2 s⌉ + 3.
    pub(super) fn million(&self) -> String {
        let location = location_bits(MANY as usize);
        let judge = self.ledger().of(Seat::Judge);
        let own = judge.limit(Cost::Location).unwrap_or_default();
        let bound = judge.query_limit().unwrap_or_default() - own + location;
        let what = if self.is_gate_check() { "gates" } else { "such steps" };
        format!("A million {what}: at most {} of {} bits.", count(bound), count(MANY.into()))
    }
}

impl Tableau {
    /// Thm 5.3 on a machine: the location and the pointers read grow as log T.
    pub(super) fn million(&self) -> String {
        let machine = self.machine();
        let judge = self.ledger().of(Seat::Judge);
        let all = Cost::ALL.into_iter().filter_map(|cost| judge.limit(cost)).sum::<u64>();
        let reads = u64::from(machine.oracle().map_or(1, |oracle| oracle.reads()));
        let pointers = |bits: u32| reads * u64::from(bits);
        let own =
            pointers(machine.cell_bits().pointer) + 2 * location_bits(machine.steps() as usize);
        let long = pointers(u32::BITS - MANY.leading_zeros()) + 2 * location_bits(MANY as usize);
        format!(
            "A million steps on this tape: at most {} bits and questions.",
            count(all - own + long)
        )
    }
}

impl Bisection {
    /// Thm 5.1: ⌈log2 T⌉ rounds and two configurations more, of S bits each.
    pub(super) fn million(&self) -> String {
        let rounds = rounds_for(MANY);
        let bits = u64::from(self.computation().most_bits());
        format!(
            "A million steps of {} a configuration: at most {rounds} rounds and {} bits.",
            plural(bits, "bit", "bits"),
            count((rounds + 2) * bits)
        )
    }
}

impl CircuitWalk {
    /// Thm 5 of the 2026 paper: depth + 1, whatever the size.
    pub(super) fn million(&self) -> String {
        let reads = self.normal().depth() as u64 + 1;
        format!(
            "A million gates of this depth: at most {} all the same.",
            plural(reads, "read", "reads")
        )
    }
}

impl Quantified {
    /// Lemma 8 of the 2026 paper, ⌈log2 m⌉ + 3; none where V is read, which costs D(V).
    pub(super) fn million(&self) -> Option<String> {
        let bound = location_bits(MANY as usize) + 3;
        (self.setup().verifier == Verifier::CrossExamined)
            .then(|| format!("A verifier of a million gates: at most {bound} queries."))
    }
}

impl Stochastic {
    /// Thm 6.2: the judge's votes do not hang on T, only where the number stands, ⌈log2 T⌉ bits.
    pub(super) fn million(&self) -> String {
        format!(
            "A million rounds, K and tolerances as here: at most {} votes and {} bits of location.",
            count(self.constants().judge.count),
            location_bits(MANY as usize)
        )
    }
}

/// The least depth at which a tree as wide as this one has a million leaves; none if it is no wider
/// than one.
fn levels(tree: &ClaimTree) -> Option<(u64, u64)> {
    let width = tree.width() as u64;
    if width < 2 {
        return None;
    }
    let (mut depth, mut leaves) = (0, 1);
    while leaves < u64::from(MANY) {
        (depth, leaves) = (depth + 1, leaves * width);
    }
    Some((width, depth))
}

impl RecursiveDebate {
    /// A round a level, and one leaf that is judged.
    pub(super) fn million(&self) -> Option<String> {
        let (width, depth) = levels(self.case().tree())?;
        Some(format!(
            "A million leaves, {width} below each claim: {} and still 1 judgement.",
            plural(depth, "round", "rounds")
        ))
    }
}

impl ProverEstimator {
    /// One leaf is judged; the stakes grow as r to the depth.
    pub(super) fn million(&self) -> Option<String> {
        let (width, depth) = levels(self.case().tree())?;
        Some(format!(
            "A million leaves, {width} below each claim: still 1 judgement; at most {} is paid.",
            amount(self.ratio().most(depth as usize))
        ))
    }
}

impl Twins {
    /// Cor. 4 of the 2026 paper: ⌈log2(n + 1)⌉ from below.
    pub(super) fn million(&self) -> String {
        format!(
            "Were f to depend on a million inputs, no judge would always be right with under {} reads.",
            location_bits(MANY as usize + 1)
        )
    }
}
