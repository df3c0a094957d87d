//! What can be put back, or left out, of the protocol of Fig. 2: switches for seeing why it is as it
//! is (`docs/reference/departures.md`). No theorem speaks of a debate in which one of them is on.

use super::{Coin, Phase, Share, Stochastic, Toss};
use crate::rules::{Among, Audience, Bit, Next, Seat, offer};

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
