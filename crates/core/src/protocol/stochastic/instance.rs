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
    /// The switches that make the debate depart from Fig. 2.
    pub departures: ProtocolVariant,
    /// The oracles of the seats.
    pub oracles: Oracles,
}

/// The source of the two shares of each coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Coin {
    /// Nature draws both shares. Honest provers choose this.
    #[default]
    Nature,
    /// Each prover chooses a share by hand, or lets nature draw it.
    #[serde(rename = "by-hand")]
    Hands,
}

/// The switches that `docs/reference/departures.md` describes. If all are off, this is the proved
/// protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ProtocolVariant {
    /// Alice's number at a gate may be off by as much as at a step that asks.
    pub tolerant_gates: bool,
    /// Alice sets a_t herself, as step (d) of Fig. 2 says. The judge checks only her number.
    pub alice_sets_bits: bool,
    /// Alice sees Bob's share of the coin before she gives her own, because there are no
    /// independent copies.
    pub without_copies: bool,
}

impl ProtocolVariant {
    /// Returns true if at least one switch is on.
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

    /// Returns true if the number `stated` is accepted at a gate with the value `gate`. With
    /// tolerant gates, the number may be off by less than `tolerance`.
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
