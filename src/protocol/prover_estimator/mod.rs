//! Prover-estimator debate (Brown-Cohen, Irving, Piliouras 2025, Fig. 2; PROTOCOLS §7).

mod reward;

pub use reward::{NotARatio, Ratio, direction};
