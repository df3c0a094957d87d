//! The world of a debate about claims: drawn by nature where no one sees it, then told to the
//! provers as far as they know it. What a prover knows of a drawn world is a move that the prover
//! saw.

use std::sync::Arc;

use super::faults::{MOST_DRAWN_LEAVES, Undrawable};
use crate::chance::{Law, Probability};
use crate::machine::Bits;
use crate::machine::claims::{Case, ClaimId, Drawing, Knowledge, Truths};
use crate::rules::{Audience, Eye, Move, Next, Seat};

/// The world of a debate, as far as it has been drawn and told.
#[derive(Clone, Debug)]
pub struct World {
    case: Arc<Case>,
    law: Option<Law>,
    /// Leaves drawn one by one so far.
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
    /// The world of a case: settled if the case says which it is.
    ///
    /// # Errors
    /// If there are too many worlds to draw one.
    pub fn new(case: Case) -> Result<Self, Undrawable> {
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
            Drawing::Weighted(weights) => {
                Some(Law::weighted(weights).map_err(|_| Undrawable::Weights)?)
            }
            Drawing::Uniform(leaves) => {
                Some(Law::index(leaves as u64).map_err(|_| Undrawable::Weights)?)
            }
            Drawing::LeafByLeaf => {
                let leaves = world.case.tree().leaf_count();
                if leaves > MOST_DRAWN_LEAVES {
                    return Err(Undrawable::Leaves(leaves));
                }
                None
            }
        };
        world.skip_certain();
        Ok(world)
    }

    /// Whether nothing of it is drawn yet.
    pub fn is_untouched(&self) -> bool {
        self.truths.is_none() && self.leaves.is_empty()
    }

    /// The truth of every claim, once the world is drawn.
    pub fn truths(&self) -> Option<&Arc<Truths>> {
        self.truths.as_ref()
    }

    /// Whether a claim is true, once the world is drawn.
    pub fn truth(&self, claim: ClaimId) -> Option<bool> {
        self.truths.as_ref().map(|truths| truths.of(claim))
    }

    /// What happens before the debate proper; none once the world is settled.
    pub fn next(&self) -> Option<Next<Self>> {
        Some(match self.stage {
            DrawStage::Settled => return None,
            DrawStage::Drawing => match &self.law {
                Some(law) => Next::pick(law.clone(), Audience::NOBODY, |world: &mut Self, at| {
                    let at = usize::try_from(at).unwrap_or(usize::MAX);
                    if let Some(leaves) = world.case.drawn_from().world(at) {
                        world.settle(&leaves);
                    }
                }),
                None => {
                    let chance = self.case.drawn_from().next_leaf(&self.leaves).unwrap_or_default();
                    Next::toss(
                        Probability::clamped(chance),
                        Audience::NOBODY,
                        |world: &mut Self, leaf| {
                            Arc::make_mut(&mut world.leaves).push(leaf);
                            world.skip_certain();
                        },
                    )
                }
            },
            DrawStage::Telling(seat) => {
                let known = self.known_to(seat).unwrap_or_default();
                let to = Audience::only(seat);
                Next::reveal(Move::Knows(known), to, move |world: &mut Self| world.tell_after(seat))
            }
        })
    }

    /// Leaves that are certain need no draw.
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

    /// What a prover is told: the leaves if they know everything, else the claims they know, in
    /// order; none if they know nothing.
    fn known_to(&self, seat: Seat) -> Option<Bits> {
        let truths = self.truths.as_ref()?;
        match knowledge(&self.case, seat) {
            Knowledge::Everything => {
                Some(self.case.tree().leaves().map(|leaf| truths.of(leaf)).collect())
            }
            Knowledge::Only(claims) => Some(claims.iter().map(|&claim| truths.of(claim)).collect()),
            Knowledge::Nothing => None,
        }
    }

    /// What these eyes know of a claim.
    pub fn seen(&self, eye: Eye, claim: ClaimId) -> Option<bool> {
        match eye {
            Eye::Seat(seat) => self.knows(seat, claim),
            Eye::Room => None,
            Eye::All => self.truth(claim),
        }
    }

    /// Whether a seat knows that a claim is true, or that it is false. The judge knows nothing.
    pub fn knows(&self, seat: Seat, claim: ClaimId) -> Option<bool> {
        let covered = knowledge(&self.case, seat).covers(claim);
        self.truth(claim).filter(|_| covered)
    }
}

/// A case as a seat knows it; see [`Case::as_known_to`].
pub fn as_known_to(case: &Case, seat: Seat) -> Result<Option<Case>, String> {
    case.as_known_to(knowledge(case, seat)).map_err(|why| why.to_string())
}

fn knowledge(case: &Case, seat: Seat) -> &Knowledge {
    match seat {
        Seat::Alice => case.alice(),
        Seat::Bob => case.bob(),
        Seat::Judge => &Knowledge::Nothing,
    }
}
