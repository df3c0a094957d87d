//! Debate over a stochastic oracle (Brown-Cohen et al. 2024, Fig. 2, Thm 6.2; PROTOCOLS §4).

mod constants;
mod counts;

pub use constants::{
    ConstantSet, Constants, ConstantsError, Lipschitz, MOST_SAMPLES, Samples, Tolerances,
};
pub use counts::{Counts, is_near, near};
