//! Switches that change the protocol of Fig. 2. They show why the protocol is built as it is
//! (`docs/reference/departures.md`). No theorem covers a debate if one of them is on.

use super::{Coin, CoinShare, CoinToss, Phase, Stochastic};
use crate::rules::{ArgumentDomain, Bit, Next, Seat, Visibility, effectful};

impl Stochastic {
    /// The next event, if a departure decides it. `None` if Fig. 2 decides it.
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

    /// Returns true if the rules ask the provers for their shares. If there are no independent
    /// copies, the rules always ask.
    pub(super) fn by_hand(&self) -> bool {
        self.setup().coin == Coin::Hands || self.departures().without_copies
    }

    pub(super) fn alice_sets(toss: CoinToss) -> Next<Self> {
        let set = effectful::bit(ArgumentDomain::<Bit>::ALL, move |debate: &mut Self, Bit(bit)| {
            debate.set(toss, bit);
        });
        Next::ask(Seat::Alice, [set.seen_by(Visibility::ALOUD)])
    }
}
