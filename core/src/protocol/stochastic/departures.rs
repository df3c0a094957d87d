//! What can be put back, or left out, of the protocol of Fig. 2: switches for seeing why it is as it
//! is (`docs/departures.md`). No theorem speaks of a debate in which one of them is on.

use crate::chance::Probability;

/// The switches; all off is the protocol as proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Why no theorem speaks of the debate, if one is on: asked wherever one would be promised, tested
    /// or shown.
    pub fn without_theorem(self) -> Option<&'static str> {
        self.any().then_some("the debate departs from Fig. 2, and no theorem speaks of it")
    }

    /// Whether a number stands for a gate of this value, a number this far off being too far.
    pub fn gate_stands(self, stated: Probability, gate: bool, tolerance: f64) -> bool {
        match self.tolerant_gates {
            true => (stated.get() - f64::from(u8::from(gate))).abs() < tolerance,
            false => stated == Probability::certain(gate),
        }
    }
}
