//! The instance of a stochastic debate: the computation, the constants and the switches.

use serde::{Deserialize, Serialize};

use super::errors::DEPARTS;
use super::{Constants, Oracles};
use crate::chance::Probability;
use crate::machine::Plan;
use crate::rules::{Seat, Visibility};

/// The instance of a stochastic debate.
#[derive(Clone, Debug)]
pub struct StochasticInstance {
    /// The computation.
    pub plan: Plan,
    /// The sample counts and the tolerances.
    pub constants: Constants,
    /// The source of the shares of each coin.
    pub coin: Coin,
    /// The switches that leave Fig. 2.
    pub departures: ProtocolVariant,
    /// The oracles of the seats.
    pub oracles: Oracles,
}

/// The source of the two shares of each coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Coin {
    /// Nature draws both, as honest provers want.
    #[default]
    Nature,
    /// Each prover chooses a share by hand or leaves it to nature.
    #[serde(rename = "by-hand")]
    Hands,
}

/// The switches of `docs/reference/departures.md`. If all are off, the protocol is the proved one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ProtocolVariant {
    /// The number of a gate may be off as far as that of an ask.
    pub tolerant_gates: bool,
    /// Alice sets a_t herself, as step (d) of Fig. 2 says. The judge checks only her number.
    pub alice_sets_bits: bool,
    /// Alice sees Bob's share of the coin before she gives hers, because there are no independent
    /// copies.
    pub without_copies: bool,
}

impl ProtocolVariant {
    /// Returns true if a switch is on.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// The seats that see a prover's share before the coin is shown.
    pub(super) fn sees_share(self, seat: Seat) -> Visibility {
        match self.without_copies && seat == Seat::Bob {
            true => Visibility::ALOUD,
            false => Visibility::only(seat),
        }
    }

    /// Returns true if a number is accepted for a gate of this value. With tolerant gates, it must be
    /// off by less than the tolerance.
    pub fn gate_stands(self, stated: Probability, gate: bool, tolerance: f64) -> bool {
        match self.tolerant_gates {
            true => (stated.get() - f64::from(gate)).abs() < tolerance,
            false => stated == Probability::certain(gate),
        }
    }

    /// The reason why no theorem covers the debate. `None` if all switches are off.
    pub fn without_theorem(self) -> Option<&'static str> {
        self.any().then_some(DEPARTS)
    }
}
