//! Groups of evidence. Each group is about one fact, and its pieces may share a source.

use rand::{Rng, RngExt};

use super::{Odds, Rule};
use crate::machine::Bits;

/// Groups of evidence of equal size (see [`WorldDistribution::evidence`]).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EvidenceGroups {
    pub(super) pieces: usize,
    /// P[the fact holds] for each group.
    pub(super) facts: Vec<f64>,
    pub(super) right: f64,
    pub(super) correlation: f64,
}

impl EvidenceGroups {
    /// The possible hidden causes of a group's pieces: whether the fact holds, and whether the pieces share one draw.
    /// Returns for each cause the joint probability of the cause and the seen pieces, whether the pieces share one
    /// draw, and P[a separate piece says yes].
    fn causes(&self, group: usize, (yes, no): (u32, u32)) -> [(f64, bool, f64); 4] {
        let fact = self.facts[group];
        let of = |holds: bool, shared: bool| {
            let p = if holds { self.right } else { 1.0 - self.right };
            let prior = if holds { fact } else { 1.0 - fact }
                * if shared { self.correlation } else { 1.0 - self.correlation };
            let likelihood = match (shared, yes, no) {
                (true, 0, 0) => 1.0,
                (true, _, 0) => p,
                (true, 0, _) => 1.0 - p,
                (true, ..) => 0.0,
                (false, ..) => p.powi(yes as i32) * (1.0 - p).powi(no as i32),
            };
            (prior * likelihood, shared, p)
        };
        [of(true, false), of(true, true), of(false, false), of(false, true)]
    }

    /// The odds that the next piece of a group says yes, given the seen pieces.
    pub(super) fn next(&self, group: usize, seen: (u32, u32)) -> Odds {
        let mut odds = Odds { no: 0.0, yes: 0.0 };
        for (weight, shared, p) in self.causes(group, seen) {
            let p = match (shared, seen) {
                (true, (0, 0)) | (false, _) => p,
                (true, (yes, _)) => f64::from(yes > 0),
            };
            odds.yes += weight * p;
            odds.no += weight * (1.0 - p);
        }
        odds.normalized()
    }

    /// The odds that most pieces of a group say yes.
    pub(super) fn majority(&self, group: usize) -> Odds {
        let mut odds = Odds { no: 0.0, yes: 0.0 };
        for (weight, shared, p) in self.causes(group, (0, 0)) {
            let most = match shared {
                true => Odds::from_probability(p),
                false => Rule::MAJORITY
                    .chances(std::iter::repeat_n(Odds::from_probability(p), self.pieces)),
            };
            odds.yes += weight * most.yes;
            odds.no += weight * most.no;
        }
        odds
    }

    /// The probability that some pieces of a group say what `seen` records. `seen` has the number
    /// of pieces that say yes and the number of pieces that say no.
    pub(super) fn chance(&self, group: usize, seen: (u32, u32)) -> f64 {
        self.causes(group, seen).iter().map(|cause| cause.0).sum()
    }

    /// The probability that the pieces are as in this world.
    pub(super) fn weight(&self, world: &Bits) -> f64 {
        (0..self.facts.len())
            .map(|group| {
                let own = group * self.pieces..(group + 1) * self.pieces;
                let yes = own.filter(|&at| world.at(at)).count() as u32;
                self.chance(group, (yes, self.pieces as u32 - yes))
            })
            .product()
    }

    pub(super) fn draw(&self, rng: &mut impl Rng) -> Bits {
        let mut coin = |p: f64| rng.random::<f64>() < p;
        let mut world = Vec::with_capacity(self.facts.len() * self.pieces);
        for &fact in &self.facts {
            let p = if coin(fact) { self.right } else { 1.0 - self.right };
            match coin(self.correlation) {
                true => {
                    let shared = coin(p);
                    world.extend(std::iter::repeat_n(shared, self.pieces));
                }
                false => world.extend((0..self.pieces).map(|_| coin(p))),
            }
        }
        world.into_iter().collect()
    }
}
