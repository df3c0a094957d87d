//! What an honest Alice does with Bob's numbers for the parts of an argument, and what she is paid for it,
//! in all of her *views*: in what she may know of the world, as far as Bob cannot tell.

use smallvec::SmallVec;

use super::committed::{NamedError, SeenPart, ViewGroup, place};
use super::kinks::{Kinks, SLIVER};
use crate::protocol::prover_estimator::reward::SAME_ERROR;

/// What follows Bob's numbers for the parts of an argument.
pub(super) trait Pursuit {
    /// What matters of the numbers stated so far.
    type Stated: Clone;

    /// What Alice takes each part to be, by view.
    fn targets(&self) -> Vec<Vec<f64>>;

    /// Nothing stated.
    fn start(&self) -> Self::Stated;

    /// After a number for the next part.
    fn after(&self, stated: &Self::Stated, p: f64) -> Self::Stated;

    /// The numbers for the part at a place from which what she does can change, by what was stated.
    fn fixed(&self, stated: &Self::Stated, at: usize) -> Kinks;

    /// What is paid if `p` is stated last.
    fn paid(&self, stated: &Self::Stated, p: f64) -> f64;

    /// How steeply what is paid can change among these numbers for the next part; none where it can jump.
    fn steep(&self, stated: &Self::Stated, among: [f64; 2]) -> Option<Steep>;

    /// S·2W of the views in which an error of the next part, or of one after it, can be the largest, or
    /// what stands for it: see [`super::argued`].
    fn moved(&self, stated: &Self::Stated, among: [f64; 2]) -> f64;

    /// What is paid for the numbers so far, whatever comes: no less than this.
    fn floor(&self, stated: &Self::Stated) -> f64;

    /// The most that is paid for errors.
    fn most(&self) -> f64;

    /// How long [`Pursuit::paid`] takes: a look at all last numbers of a few leaves is 16.
    fn cost(&self) -> usize;

    /// Whether what is paid can jump where the order of errors changes.
    fn jumps(&self) -> bool;

    /// Her views, and what she is paid for an error, where she is paid for the largest and for no other more.
    fn committed(&self, stated: &Self::Stated) -> Option<(Vec<ViewGroup>, NamedError)>;
}

/// By how much what is paid can rise and fall for a unit of a number, and by how much it can jump.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steep {
    pub(super) rise: f64,
    pub(super) fall: f64,
    pub(super) jump: f64,
}

/// Views that are as likely as this.
#[derive(Clone, Debug)]
pub(super) struct WeightedTargets {
    pub(super) weight: f64,
    /// What she takes each part to be.
    pub(super) targets: Vec<f64>,
}

/// Parts that are leaves, which she takes for no other than they are: she is paid for the largest of his
/// errors, whichever it is.
#[derive(Clone, Debug)]
pub(super) struct Leaves {
    views: Vec<WeightedTargets>,
    /// r^{k+1} of the next round.
    stake: f64,
    /// The error she lets pass.
    slack: f64,
    /// How much less than an error she is paid for it, because the judge may err.
    noise: f64,
    /// What she can take a part to be, by part.
    beliefs: Vec<Vec<f64>>,
    /// What she can take the parts from one on to be, by part: of that part, and of those after it.
    profiles: Vec<Vec<(usize, usize)>>,
    start: LargestErrors,
}

/// The largest errors so far.
#[derive(Clone, Debug)]
pub(super) struct LargestErrors {
    /// How many parts are stated.
    at: usize,
    each: SmallVec<[f64; 8]>,
    /// The weight of each error's views, by their profile of the parts left.
    weights: SmallVec<[f64; 64]>,
}

impl Leaves {
    pub(super) fn new(views: Vec<WeightedTargets>, (stake, slack, noise): (f64, f64, f64)) -> Self {
        let count = views.first().map_or(0, |view| view.targets.len());
        let mut beliefs = vec![Vec::new(); count];
        let mut profiles = vec![vec![]; count];
        // From the last part on: the profile of each view.
        let mut of: Vec<usize> = vec![0; views.len()];
        for at in (0..count).rev() {
            for (view, of) in views.iter().zip(&mut of) {
                let belief = place(&mut beliefs[at], view.targets[at]);
                *of = place(&mut profiles[at], (belief, *of));
            }
        }
        let mut weights = SmallVec::from_elem(0.0, profiles.first().map_or(1, Vec::len));
        views.iter().zip(&of).for_each(|(view, &of)| weights[of] += view.weight);
        let start = LargestErrors { at: 0, each: SmallVec::from_slice(&[0.0]), weights };
        Self { views, stake, slack, noise, beliefs, profiles, start }
    }

    fn width(&self, at: usize) -> usize {
        self.profiles.get(at).map_or(1, Vec::len)
    }

    fn iter<'a>(&self, stated: &'a LargestErrors) -> impl Iterator<Item = (f64, &'a [f64])> {
        stated.each.iter().copied().zip(stated.weights.chunks(self.width(stated.at)))
    }

    /// What she is paid for an error.
    fn named(&self) -> NamedError {
        NamedError { stake: self.stake, least: self.slack + SAME_ERROR, noise: self.noise }
    }
}

impl Pursuit for Leaves {
    type Stated = LargestErrors;

    fn targets(&self) -> Vec<Vec<f64>> {
        self.views.iter().map(|view| view.targets.clone()).collect()
    }

    fn start(&self) -> LargestErrors {
        self.start.clone()
    }

    fn after(&self, stated: &LargestErrors, p: f64) -> LargestErrors {
        let (at, width) = (stated.at + 1, self.width(stated.at + 1));
        let mut own = LargestErrors { at, each: SmallVec::new(), weights: SmallVec::new() };
        for (error, weights) in self.iter(stated) {
            for (&(belief, next), &weight) in self.profiles[stated.at].iter().zip(weights) {
                if weight == 0.0 {
                    continue;
                }
                let largest = error.max((p - self.beliefs[stated.at][belief]).abs());
                let at = own.each.iter().position(|own| *own == largest).unwrap_or_else(|| {
                    own.each.push(largest);
                    own.weights.extend(std::iter::repeat_n(0.0, width));
                    own.each.len() - 1
                });
                own.weights[at * width + next] += weight;
            }
        }
        own
    }

    fn fixed(&self, stated: &LargestErrors, at: usize) -> Kinks {
        let mut fixed = Kinks::new();
        for &target in &self.beliefs[at] {
            let each = stated.each.iter().copied();
            for error in each.chain([self.slack, self.slack + SLIVER, 0.0]) {
                let ends = [target - error, target + error];
                fixed.extend(ends.into_iter().filter(|p| (0.0..=1.0).contains(p)));
            }
        }
        fixed
    }

    fn paid(&self, stated: &LargestErrors, p: f64) -> f64 {
        let mut paid = 0.0;
        for (error, weights) in self.iter(stated) {
            for (&(belief, _), &weight) in self.profiles[stated.at].iter().zip(weights) {
                let off = (p - self.beliefs[stated.at][belief]).abs();
                paid += weight * self.named().paid(error.max(off));
            }
        }
        paid
    }

    fn steep(&self, stated: &LargestErrors, [a, b]: [f64; 2]) -> Option<Steep> {
        let mut steep = Steep { rise: 0.0, fall: 0.0, jump: 0.0 };
        let passed = self.slack + SAME_ERROR;
        for (error, weights) in self.iter(stated) {
            for (&(belief, _), &weight) in self.profiles[stated.at].iter().zip(weights) {
                let target = self.beliefs[stated.at][belief];
                // Errors above the target, and below it.
                let (over, under) = (b - target, target - a);
                let least = (a - target).max(target - b).max(0.0);
                if error < over {
                    steep.rise += self.stake * weight;
                }
                if error < under {
                    steep.fall += self.stake * weight;
                }
                if error <= passed && least <= passed && passed < over.max(under) {
                    let first = self.slack + SLIVER - self.noise;
                    steep.jump += weight * self.stake * first.abs();
                }
            }
        }
        Some(steep)
    }

    fn moved(&self, stated: &LargestErrors, [a, b]: [f64; 2]) -> f64 {
        let of = &self.beliefs[stated.at];
        // Of parts that she knows, no error is the largest that is below the least of this one.
        let known = self.beliefs[stated.at..].iter().flatten().all(|t| *t == 0.0 || *t == 1.0);
        let (mut less, mut more) = (0.0, 0.0);
        for (error, weights) in self.iter(stated) {
            for (&(belief, _), &weight) in self.profiles[stated.at].iter().zip(weights) {
                match known {
                    true if error >= b.max(1.0 - a) => {}
                    true if (of[belief] == 1.0) == (a + b > 1.0) => more += weight,
                    true => less += weight,
                    false => more += weight,
                }
            }
        }
        self.stake * (less + 2.0 * more)
    }

    fn floor(&self, stated: &LargestErrors) -> f64 {
        if self.noise > self.slack {
            return f64::MIN;
        }
        let paid = |(error, weights): (f64, &[f64])| {
            weights.iter().sum::<f64>() * self.named().paid(error)
        };
        self.iter(stated).map(paid).sum()
    }

    fn most(&self) -> f64 {
        self.stake
    }

    fn cost(&self) -> usize {
        1
    }

    fn jumps(&self) -> bool {
        false
    }

    fn committed(&self, stated: &LargestErrors) -> Option<(Vec<ViewGroup>, NamedError)> {
        let parts = |of: usize| {
            let chain = (stated.at..self.profiles.len()).scan(of, |of, at| {
                let (belief, next) = self.profiles[at][*of];
                *of = next;
                Some(SeenPart { target: self.beliefs[at][belief], less: [0.0; 3] })
            });
            chain.collect()
        };
        let mut groups = Vec::new();
        for (error, weights) in self.iter(stated) {
            for (of, &weight) in weights.iter().enumerate().filter(|own| *own.1 > 0.0) {
                groups.push(ViewGroup { weight, error, less: 0.0, parts: parts(of) });
            }
        }
        (self.noise <= self.slack).then(|| (groups, self.named()))
    }
}
