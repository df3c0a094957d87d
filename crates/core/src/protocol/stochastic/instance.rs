//! What a stochastic debate is about, and what is kept of it.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::faults::DEPARTS;
use super::{Constants, Oracles};
use crate::chance::Probability;
use crate::machine::Plan;
use crate::machine::plan::Lipschitz;
use crate::rules::{Audience, Seat};
use crate::work::LazyValue;

/// What a stochastic debate is about.
#[derive(Clone, Debug)]
pub struct StochasticInstance {
    /// The computation.
    pub plan: Plan,
    /// How many samples, and how near is near enough.
    pub constants: Constants,
    /// Who gives the shares of the coin.
    pub coin: Coin,
    /// What is played otherwise than proved.
    pub departures: Departures,
    /// Whose oracle answers otherwise than the truth.
    pub oracles: Oracles,
}

/// Who gives the two shares of each coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Coin {
    /// Nature gives both: what honest provers leave it to do.
    #[default]
    Nature,
    /// The provers are asked; each chooses by hand or leaves it to nature.
    #[serde(rename = "by-hand")]
    Hands,
}

/// The switches of `docs/reference/departures.md`; all off is the protocol as proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Departures {
    /// A gate's number need only be as near as an ask's, instead of exact.
    pub tolerant_gates: bool,
    /// Step (d) as Fig. 2 words it: Alice sets a_t herself, and the judge looks at her number alone.
    pub alice_sets_bits: bool,
    /// Alice sees Bob's share of the coin before she gives hers: no independent copy of her did.
    pub without_copies: bool,
}

impl Departures {
    /// Whether any is on.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// Who sees a prover's share of the coin before the coin is shown.
    pub(super) fn sees_share(self, seat: Seat) -> Audience {
        match self.without_copies && seat == Seat::Bob {
            true => Audience::ALOUD,
            false => Audience::only(seat),
        }
    }

    /// Whether a number stands for a gate of this value, a number this far off being too far.
    pub fn gate_stands(self, stated: Probability, gate: bool, tolerance: f64) -> bool {
        match self.tolerant_gates {
            true => (stated.get() - f64::from(gate)).abs() < tolerance,
            false => stated == Probability::certain(gate),
        }
    }

    /// Why no theorem speaks of the debate, if one is on: asked wherever one would be promised, tested
    /// or shown.
    pub fn without_theorem(self) -> Option<&'static str> {
        self.any().then_some(DEPARTS)
    }
}

/// What is worked out of a debate from its start, once.
#[derive(Debug, Default)]
pub(super) struct Memo {
    pub truth: LazyValue<Option<f64>>,
    /// Δ(ε)/ε over (0, 1], if the plan is narrow enough to say at once.
    pub measured: OnceLock<Option<Lipschitz>>,
    /// Δ(δ), where oracles are off by δ, if the plan is narrow enough to say at once.
    pub moved: OnceLock<Option<f64>>,
}
