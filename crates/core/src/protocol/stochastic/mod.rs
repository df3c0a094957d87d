//! Debate over a stochastic oracle (Brown-Cohen et al. 2024, Fig. 2, Thm 6.2).
//!
//! In each round Alice states how likely the step's answer is to be 1; a coin that both provers
//! make turns her number into a bit; and Bob goes on or aborts. After an abort the judge draws
//! votes on that one number. If nobody aborts, the last bit decides.

mod constants;
mod counts;
mod departures;
mod faults;
mod form;
mod instance;
mod known;
mod oracles;
pub mod players;
mod proved;
mod rules;
pub mod solve;
mod tolerances;
mod view;
mod words;

pub use constants::{ConstantSet, Constants, Explicit, Lipschitz, MOST_SAMPLES, Samples};
pub use counts::{is_near, near};
pub use faults::{ConstantsError, Threshold};
pub use form::StochasticFile;
pub use instance::{Coin, Departures, StochasticInstance};
pub use oracles::{Chances, Flaws, Oracles};
pub use proved::{Distances, Proved};
pub use rules::{Drawing, End, Phase, Round, Share, Stated, Stochastic, Toss, Votes, coin};
pub use tolerances::Tolerances;
pub use view::{AskedFor, RoundSeen};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Stochastic>;
