//! Debate over a stochastic oracle (Brown-Cohen et al. 2024, Fig. 2, Thm 6.2; PROTOCOLS §4).
//!
//! In each round Alice states how likely the step's answer is to be 1; a coin that both provers
//! make turns her number into a bit; and Bob goes on or aborts. After an abort the judge draws
//! votes on that one number. If nobody aborts, the last bit decides.

mod constants;
mod counts;
mod departures;
mod menu;
mod oracles;
mod round;
mod rules;
mod sight;
mod state;

pub use constants::{
    ConstantSet, Constants, ConstantsError, Lipschitz, MOST_SAMPLES, Proved, Samples, Threshold,
    Tolerances,
};
pub use counts::{Counts, is_near, near};
pub use departures::Departures;
pub use oracles::{Chances, Distances, Flaws, Oracles};
pub use round::{Round, Share, Votes, coin};
pub use sight::Asked;
pub use state::{Coin, Phase, Stochastic, StochasticInstance};
