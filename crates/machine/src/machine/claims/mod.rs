//! Claim trees: claims in words, arguments for them, and what is true, likely and known.
//!
//! A claim rests on its subclaims by the rule of an argument; the judge can decide a claim that
//! rests on nothing. Truth is given at these leaves, by one world or by a law over worlds, and
//! follows upwards: a claim is true if one of its arguments holds.

mod belief;
mod case;
mod copied;
mod family;
mod formula;
mod groups;
mod intervals;
mod listing;
pub mod number;
mod odds;
mod primality;
mod refused;
mod rule;
mod stability;
mod tree;
mod wording;
mod worlds;

pub use belief::Belief;
pub use case::{Case, Knowledge, ManyWorlds, Misfit, NoWorlds};
pub use copied::{CopiedTree, copied};
pub use family::{EvidenceTree, FamilyError, uniform, with_evidence};
pub use formula::{Formula, MOST_NAMED, NotARule};
pub use intervals::{Intervals, IntervalsError, MOST_BITS, MOST_CLAIMS};
pub use listing::{ListedArgument, ListedClaim, TreeError};
pub use refused::{MOST_WORLDS, WorldsError};
pub use rule::{Odds, Quorum, Rule, RuleError, Tally};
pub use stability::{
    Epsilon, NotAnEpsilon, Stability, StabilityTable, TreeStability, Worst, default_ratio,
};
pub use tree::{Argument, ClaimId, ClaimTree, Parts, Truths};
pub use worlds::{Drawing, Worlds};
