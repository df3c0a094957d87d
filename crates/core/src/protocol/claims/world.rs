//! The world of a debate about claims. Nature draws it in secret, and then the rules tell each
//! prover the truths that this prover knows. Each such message is a move that only this prover
//! sees.

use std::sync::Arc;

use super::errors::{MOST_DRAWN_LEAVES, WorldDrawError};
use crate::chance::{Distribution, Probability};
use crate::machine::Bits;
use crate::machine::claims::{ClaimId, ClaimsInstance, Knowledge, Truths, WorldSampler};
use crate::rules::{Move, Next, Seat, Viewer, Visibility};

/// The world of a debate, with the draws and messages so far.
#[derive(Clone, Debug)]
pub struct World {
    case: Arc<ClaimsInstance>,
    law: Option<Distribution>,
    /// The leaves that nature has drawn one by one so far.
    leaves: Arc<Vec<bool>>,
    stage: DrawStage,
    truths: Option<Arc<Truths>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawStage {
    Drawing,
    Telling(Seat),
    Settled,
}

impl World {
    /// Creates the world of a case. Nothing is drawn if the case gives the actual world.
    ///
    /// # Errors
    /// Returns an error if there are too many worlds to draw from.
    pub fn new(case: ClaimsInstance) -> Result<Self, WorldDrawError> {
        let mut world = Self {
            law: None,
            leaves: Arc::default(),
            stage: DrawStage::Drawing,
            truths: None,
            case: Arc::new(case),
        };
        if let Some(actual) = world.case.actual() {
            world.truths = Some(Arc::new(world.case.tree().truths(actual)));
            world.stage = DrawStage::Settled;
            return Ok(world);
        }
        world.law = match world.case.drawn_from().drawing() {
            WorldSampler::Weighted(weights) => {
                Some(Distribution::weighted(weights).map_err(|_| WorldDrawError::Weights)?)
            }
            WorldSampler::Uniform(leaves) => {
                Some(Distribution::index(leaves as u64).map_err(|_| WorldDrawError::Weights)?)
            }
            WorldSampler::LeafByLeaf => {
                let leaves = world.case.tree().leaf_count();
                if leaves > MOST_DRAWN_LEAVES {
                    return Err(WorldDrawError::Leaves(leaves));
                }
                None
            }
        };
        world.skip_certain();
        Ok(world)
    }

    /// The same world, drawn with these leaves, and told to the provers.
    pub(crate) fn drawn(mut self, leaves: &Bits) -> Self {
        self.settle(leaves);
        self.stage = DrawStage::Settled;
        self
    }

    /// Returns `true` if nothing has been drawn yet.
    pub fn is_untouched(&self) -> bool {
        self.truths.is_none() && self.leaves.is_empty()
    }

    /// The truth of every claim. `None` until the world is drawn.
    pub fn truths(&self) -> Option<&Arc<Truths>> {
        self.truths.as_ref()
    }

    /// The truth of a claim. `None` until the world is drawn.
    pub fn truth(&self, claim: ClaimId) -> Option<bool> {
        self.truths.as_ref().map(|truths| truths.is_true(claim))
    }

    /// The next draw or message before the debate itself. `None` if nothing is left to draw or to
    /// tell.
    pub fn next(&self) -> Option<Next<Self>> {
        Some(match self.stage {
            DrawStage::Settled => return None,
            DrawStage::Drawing => match &self.law {
                Some(law) => Next::pick(law.clone(), Visibility::NOBODY, |world: &mut Self, at| {
                    let at = usize::try_from(at).unwrap_or(usize::MAX);
                    if let Some(leaves) = world.case.drawn_from().world(at) {
                        world.settle(&leaves);
                    }
                }),
                None => {
                    let chance = self.case.drawn_from().next_leaf(&self.leaves).unwrap_or_default();
                    Next::toss(
                        Probability::clamped(chance),
                        Visibility::NOBODY,
                        |world: &mut Self, leaf| {
                            Arc::make_mut(&mut world.leaves).push(leaf);
                            world.skip_certain();
                        },
                    )
                }
            },
            DrawStage::Telling(seat) => {
                let known = self.known_to(seat).unwrap_or_default();
                let to = Visibility::only(seat);
                Next::reveal(Move::Knows(known), to, move |world: &mut Self| world.tell_after(seat))
            }
        })
    }

    /// Adds the leaves whose value is certain (probability 0 or 1), because these leaves need no draw.
    fn skip_certain(&mut self) {
        if self.law.is_some() {
            return;
        }
        while let Some(next) = self.case.drawn_from().next_leaf(&self.leaves) {
            match Probability::clamped(next).as_certain() {
                Some(leaf) => Arc::make_mut(&mut self.leaves).push(leaf),
                None => return,
            }
        }
        let leaves: Bits = self.leaves.iter().copied().collect();
        self.settle(&leaves);
    }

    fn settle(&mut self, leaves: &Bits) {
        self.truths = Some(Arc::new(self.case.tree().truths(leaves)));
        self.stage = DrawStage::Telling(Seat::Alice);
        if self.known_to(Seat::Alice).is_none() {
            self.tell_after(Seat::Alice);
        }
    }

    fn tell_after(&mut self, told: Seat) {
        self.stage = match told {
            Seat::Alice if self.known_to(Seat::Bob).is_some() => DrawStage::Telling(Seat::Bob),
            _ => DrawStage::Settled,
        };
    }

    /// The truth values that the rules tell a prover. A prover who knows everything gets the values
    /// of all leaves. Any other prover gets the values of the claims that this prover knows, in
    /// order. `None` if the prover knows nothing.
    fn known_to(&self, seat: Seat) -> Option<Bits> {
        let truths = self.truths.as_ref()?;
        match knowledge(&self.case, seat) {
            Knowledge::Everything => {
                Some(self.case.tree().leaves().map(|leaf| truths.is_true(leaf)).collect())
            }
            Knowledge::Only(claims) => {
                Some(claims.iter().map(|&claim| truths.is_true(claim)).collect())
            }
            Knowledge::Nothing => None,
        }
    }

    /// The truth of a claim. `None` if this viewer does not know it.
    pub fn seen(&self, eye: Viewer, claim: ClaimId) -> Option<bool> {
        match eye {
            Viewer::Seat(seat) => self.knows(seat, claim),
            Viewer::Room => None,
            Viewer::All => self.truth(claim),
        }
    }

    /// The truth of a claim. `None` if this seat does not know it. The judge knows nothing.
    pub fn knows(&self, seat: Seat, claim: ClaimId) -> Option<bool> {
        let covered = knowledge(&self.case, seat).covers(claim);
        self.truth(claim).filter(|_| covered)
    }
}

/// The case with the knowledge of one seat only; see [`ClaimsInstance::as_known_to`].
pub fn as_known_to(case: &ClaimsInstance, seat: Seat) -> Result<Option<ClaimsInstance>, String> {
    case.as_known_to(knowledge(case, seat)).map_err(|why| why.to_string())
}

fn knowledge(case: &ClaimsInstance, seat: Seat) -> &Knowledge {
    match seat {
        Seat::Alice => case.alice(),
        Seat::Bob => case.bob(),
        Seat::Judge => &Knowledge::Nothing,
    }
}
