//! What can be put back, or left out, of the protocol of Fig. 2: switches for seeing why it is as it
//! is (`docs/departures.md`). No theorem speaks of a debate in which one of them is on.

use serde::{Deserialize, Serialize};

use super::{Coin, Phase, Share, Stochastic, Toss};
use crate::chance::Probability;
use crate::rules::{Among, Audience, Bit, Next, Seat, offer};

/// The switches of `docs/departures.md`; all off is the protocol as proved.
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
}

/// Where the debate goes on otherwise than in Fig. 2.
impl Stochastic {
    /// What happens next instead of what the figure says; none where that holds.
    pub(super) fn departure(&self) -> Option<Next<Self>> {
        match self.phase {
            // Bob gives his share first, and Alice sees it.
            Phase::Sharing(stated, shares) if self.departures().without_copies => match shares {
                [Share::Awaited, Share::Awaited] => Some(self.gives(Seat::Bob, stated, shares)),
                [Share::Awaited, Share::Fair] => Some(self.tosses(Seat::Bob, stated, shares)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the provers are asked for their shares. Without copies they always are.
    pub(super) fn by_hand(&self) -> bool {
        self.setup().coin == Coin::Hands || self.departures().without_copies
    }

    /// Step (d), once the coin fell: Alice sets the bit, whatever the coin says.
    pub(super) fn alice_sets(toss: Toss) -> Next<Self> {
        let set = offer::bit(Among::<Bit>::ALL, move |debate: &mut Self, Bit(bit)| {
            debate.set(toss, bit);
        });
        Next::ask(Seat::Alice, [set.seen_by(Audience::ALOUD)])
    }
}
