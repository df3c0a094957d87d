//! Claim trees: claims in words, the arguments for them, their truth, their probabilities, and what the players know.
//!
//! The rule of an argument says how a claim depends on its subclaims. The judge can decide the leaves. The truth of
//! the leaves comes from one world or from a distribution over worlds. The truth of any other claim follows: it is
//! true if one of its arguments holds.

mod belief;
mod copied;
mod errors;
mod family;
mod formula;
mod groups;
mod instance;
mod intervals;
mod listing;
pub mod number;
mod odds;
mod primality;
mod rule;
mod stability;
mod tree;
mod wording;
mod worlds;

pub use belief::Belief;
pub use copied::{CopiedTree, copied};
pub use errors::{MOST_WORLDS, WorldsError};
pub use family::{ClaimFamilyError, EvidenceTree, uniform, with_evidence};
pub use formula::{MOST_NAMED, NotARule, RuleFormula};
pub use instance::{ArgumentMismatch, ClaimsInstance, Knowledge, TooManyWorlds, WorldListError};
pub use intervals::{DivisorIntervals, IntervalsError, MOST_BITS, MOST_CLAIMS};
pub use listing::{ListedArgument, ListedClaim, TreeError};
pub use rule::{Odds, PartialRule, Quorum, Rule, RuleError};
pub use stability::{
    Epsilon, NotAnEpsilon, Stability, StabilityTable, TreeStability, WorstCase, default_ratio,
};
pub use tree::{Argument, ClaimId, ClaimTree, Subclaims, Truths};
pub use worlds::{WorldDistribution, WorldSampler};
