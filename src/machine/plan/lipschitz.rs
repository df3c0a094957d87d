//! How much the output moves when the oracle's answers move (Def. 6.1; PROTOCOLS §4).

use super::{Spot, Unrolled};

/// The two Lipschitz constants of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lipschitz {
    /// Δ(ε)/ε as ε goes to 0: a derivative.
    pub local: f64,
    /// The largest Δ(ε)/ε over (0, 1]. The plan is K-Lipschitz for every K from here up.
    pub worst: f64,
    /// Where the largest is; 0 if that is the limit itself.
    pub at: f64,
}

/// Δ(ε): the furthest that P[output = 1] can fall and rise, as two numbers ≥ 0, when the
/// probability of every ask may move by at most `epsilon` within [0, 1], by all that went before.
pub fn change(unrolled: &Unrolled, epsilon: f64) -> (f64, f64) {
    let [least, truth, most] =
        unrolled.sweep([[0.0; 3], [1.0; 3]], |_, spot, [zero, one]: [[f64; 3]; 2]| {
            let reach = |side: usize| {
                let (zero, one) = (zero[side], one[side]);
                let Spot::Ask { p, .. } = spot else { return spot.mean([zero, one]) };
                let towards = if side == 0 { zero > one } else { one > zero };
                let p = if towards { p.get() + epsilon } else { p.get() - epsilon };
                let p = p.clamp(0.0, 1.0);
                p * one + (1.0 - p) * zero
            };
            [reach(0), spot.mean([zero[1], one[1]]), reach(2)]
        });
    (truth - least, most - truth)
}

/// The plan's Lipschitz constants: the local one exactly, the worst by a search that tries every
/// ε at which some ask's probability reaches 0 or 1 (as far as these are few), a fine grid, and
/// then narrows down on the best of these.
pub fn lipschitz(unrolled: &Unrolled) -> Lipschitz {
    let local = local(unrolled);
    let ratio = |epsilon: f64| {
        let (down, up) = change(unrolled, epsilon);
        down.max(up) / epsilon
    };
    // Wide plans get a coarser grid: each ratio goes through every situation.
    let points = (40_000_000 / unrolled.situations().max(1)).clamp(8, 256);
    let peaks = if points < 64 { 1 } else { 3 };
    let mut tried: Vec<f64> = (1..=points).map(|i| i as f64 / points as f64).collect();
    tried.extend(corners(unrolled, points));
    tried.sort_by(f64::total_cmp);
    tried.dedup();
    let ratios: Vec<f64> = tried.iter().map(|&epsilon| ratio(epsilon)).collect();
    let mut best = Lipschitz { local, worst: local, at: 0.0 };
    let mut order: Vec<usize> = (0..tried.len()).collect();
    order.sort_by(|&a, &b| ratios[b].total_cmp(&ratios[a]));
    for &at in order.iter().take(peaks) {
        let low = if at == 0 { tried[0] * 0.01 } else { tried[at - 1] };
        let high = tried.get(at + 1).copied().unwrap_or(1.0);
        for (epsilon, value) in [(tried[at], ratios[at]), climb(&ratio, low, high, points)] {
            // Division by a small ε loses digits: a gain within them is none.
            if value > best.worst + 1e-9 {
                best = Lipschitz { local, worst: value, at: epsilon };
            }
        }
    }
    best
}

/// The highest point of a hill, by as many golden sections as bring something (at most 40).
fn climb(height: &impl Fn(f64) -> f64, mut low: f64, mut high: f64, sections: usize) -> (f64, f64) {
    let section = (5f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - section * (high - low), low + section * (high - low));
    let (mut at_a, mut at_b) = (height(a), height(b));
    for _ in 0..sections.min(40) {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - section * (high - low);
            at_a = height(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + section * (high - low);
            at_b = height(b);
        }
    }
    if at_a >= at_b { (a, at_a) } else { (b, at_b) }
}

/// Where some probability is pushed onto 0 or 1.
fn corners(unrolled: &Unrolled, most: usize) -> Vec<f64> {
    let plan = unrolled.plan();
    let mut corners = Vec::new();
    for step in plan.asks() {
        for p in plan.ask(step).iter().flat_map(|ask| ask.yes.iter()) {
            corners.extend([p.get(), 1.0 - p.get()].into_iter().filter(|&epsilon| epsilon > 0.0));
        }
        corners.sort_by(f64::total_cmp);
        corners.dedup();
        if corners.len() > most {
            return Vec::new();
        }
    }
    corners
}

/// The derivative of the reach at ε = 0, the larger of the two directions: each ask moves the
/// output by the difference that its bit makes, unless it is at the end of its range.
fn local(unrolled: &Unrolled) -> f64 {
    let [down, _, up] =
        unrolled.sweep([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]], |_, spot, [zero, one]| {
            let truth = spot.mean([zero[1], one[1]]);
            let slope = |side: usize| {
                let later = spot.mean([zero[side], one[side]]);
                let Spot::Ask { p, .. } = spot else { return later };
                let gain = one[1] - zero[1];
                let rises = if side == 0 { gain < 0.0 } else { gain > 0.0 };
                let room = if rises { 1.0 - p.get() } else { p.get() };
                later + if room > 0.0 { gain.abs() } else { 0.0 }
            };
            [slope(0), truth, slope(2)]
        });
    down.max(up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::strategy::stochastic::values::testing::{forked, votes};

    #[test]
    fn the_constants_are_those_worked_out_by_hand() {
        let of = |plan| lipschitz(&Unrolled::new(&plan).unwrap());
        let majority = of(votes(9, 0.75, Op::Majority));
        assert!((majority.local - 0.778656).abs() < 5e-7, "{majority:?}");
        let xor = of(votes(9, 0.75, Op::Xor));
        // Each vote makes a difference of |1 − 2p|^(votes to come), whatever went before.
        let by_hand: f64 = (0..9).map(|left| 0.5f64.powi(left)).sum();
        assert!((xor.local - by_hand).abs() < 1e-12 && (by_hand - 1.996094).abs() < 5e-7);
        assert!(majority.worst >= majority.local);
        let forked = Unrolled::new(&forked()).unwrap();
        assert!((lipschitz(&forked).local - 2.05).abs() < 0.005);
        let (_, up) = change(&forked, 0.1);
        assert!((up / 0.1 - 2.12).abs() < 0.005, "{up}");
    }
}
