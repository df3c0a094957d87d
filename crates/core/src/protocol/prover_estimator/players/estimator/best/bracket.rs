//! Bob's best response over classes of worlds, between which he can tell: see [`super::views`].
//!
//! A Bob told what she knows does at least as well: that bounds the others from below where there is too
//! much to look at.

use std::collections::{BTreeMap, HashMap};

use super::round::Ends;
use super::views::{ClassResponse, MOST_VIEWS, OneView, SearchBudget, Solver};
use crate::machine::claims::{Case, Truths};
use crate::protocol::prover_estimator::Round;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::work::Token;

/// The response to an Alice.
#[derive(Debug)]
pub(super) struct Bracket {
    classes: BTreeMap<(Vec<bool>, bool), (Vec<OneView>, ClassResponse)>,
    /// What she is paid by it, averaged over the law.
    pub(super) value: Ends,
    /// Whether Bob had to be told what she knows: then the lower end alone is of the case at hand.
    pub(super) told: bool,
}

/// The claims of a tree, at most.
const MOST_CLAIMS: usize = 2000;

impl Bracket {
    /// Solves all of it.
    ///
    /// # Errors
    /// If the tree or its worlds are too many, or the work was stopped.
    fn new(
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        worlds: Vec<(f64, Truths)>,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let tree = case.tree();
        if tree.len() > MOST_CLAIMS {
            return Err(TooLarge::Branches);
        }
        type Views = BTreeMap<Vec<u64>, Vec<(f64, Truths)>>;
        let mut all: BTreeMap<(Vec<bool>, bool), Views> = BTreeMap::new();
        for (weight, truths) in worlds.into_iter().filter(|world| world.0 > 0.0) {
            let view = match alice {
                Prover::Honest => {
                    tree.claims().map(|claim| case.alice_thinks(claim, &truths).to_bits()).collect()
                }
                _ => Vec::new(),
            };
            let key = (case.bob_knows(&truths), alice.answer(case, &truths));
            all.entry(key).or_default().entry(view).or_default().push((weight, truths));
        }
        let mut own = Self { classes: BTreeMap::new(), value: Ends::at(0.0), told: false };
        let left = SearchBudget::of(case);
        for ((known, answer), views) in all {
            let alice = (alice, answer);
            let views = views.into_values().filter_map(|own| OneView::new(case, alice, &own));
            let views: Vec<OneView> = views.collect();
            let solved = |views: &[OneView]| {
                let token = (&left, token);
                Solver::new((case, stakes), alice, views, HashMap::new(), token).response()
            };
            let together = match views.len() <= MOST_VIEWS {
                true => solved(&views),
                false => Err(TooLarge::Branches),
            };
            let told = || -> Result<Ends, TooLarge> {
                let each = views.iter().map(|view| Ok(solved(std::slice::from_ref(view))?.ends));
                each.sum()
            };
            match together {
                Ok(mut response) => {
                    if !response.ends.are_near(1e-6) {
                        let low = match told() {
                            Ok(ends) => ends.low,
                            Err(TooLarge::Branches) => response.ends.low,
                            Err(why) => return Err(why),
                        };
                        let high = response.ends.high;
                        let is_sound = low <= high + 1e-6 * high.abs().max(1.0);
                        assert!(
                            is_sound || !cfg!(test),
                            "no Bob gets below {low}, one gets {high}"
                        );
                        // Ends that contradict each other certify nothing.
                        if is_sound {
                            response.ends.low = response.ends.low.max(low).min(high);
                        }
                    }
                    own.value = own.value.plus(response.ends);
                    own.classes.insert((known, answer), (views, response));
                }
                Err(TooLarge::Branches) if views.len() > 1 => {
                    own.told = true;
                    own.value = own.value.plus(told()?);
                }
                Err(why) => return Err(why),
            }
        }
        Ok(own)
    }

    /// The same over these worlds; none if there is too much to look at.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn within_reach(
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        worlds: Vec<(f64, Truths)>,
        token: &Token,
    ) -> Result<Option<Self>, TooLarge> {
        Ok(TooLarge::if_within(Self::new(case, stakes, alice, worlds, token))?)
    }

    /// What he states next to this Alice, by what he knows and saw; none where she did what she does not.
    ///
    /// # Errors
    /// If there is too much to look at, or the work was stopped.
    pub(super) fn number(
        &self,
        (case, stakes): (&Case, Stakes),
        (alice, answer): (&Prover, bool),
        (known, rounds): (&[bool], &[Round]),
        token: &Token,
    ) -> Result<Option<f64>, TooLarge> {
        let Some((views, response)) = self.classes.get(&(known.to_vec(), answer)) else {
            return Ok(None);
        };
        if rounds.is_empty() {
            return Ok(Some(response.first));
        }
        let (solved, left) = (response.solved.clone(), SearchBudget::of(case));
        let token = (&left, token);
        Solver::new((case, stakes), (alice, answer), views, solved, token).next(rounds)
    }
}
