//! Switches that change the protocol of Fig. 2, so that a reader can see why it is built so
//! (`docs/reference/departures.md`). No theorem covers a debate with a switch on.

use super::{Coin, CoinShare, CoinToss, Phase, Stochastic};
use crate::rules::{ArgumentDomain, Bit, Next, Seat, Visibility, effectful};

impl Stochastic {
    /// The next event of a departure. `None` if the figure decides.
    pub(super) fn departure(&self) -> Option<Next<Self>> {
        match self.phase {
            // Bob gives his share first, so that Alice sees it.
            Phase::Sharing(stated, shares) if self.departures().without_copies => match shares {
                [CoinShare::Awaited, CoinShare::Awaited] => {
                    Some(self.gives(Seat::Bob, stated, shares))
                }
                [CoinShare::Awaited, CoinShare::Fair] => {
                    Some(self.tosses(Seat::Bob, stated, shares))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if the rules ask the provers for their shares. Without copies they always do.
    pub(super) fn by_hand(&self) -> bool {
        self.setup().coin == Coin::Hands || self.departures().without_copies
    }

    /// Step (d) after the coin: Alice sets the bit.
    pub(super) fn alice_sets(toss: CoinToss) -> Next<Self> {
        let set = effectful::bit(ArgumentDomain::<Bit>::ALL, move |debate: &mut Self, Bit(bit)| {
            debate.set(toss, bit);
        });
        Next::ask(Seat::Alice, [set.seen_by(Visibility::ALOUD)])
    }
}
