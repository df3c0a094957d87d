//! One round, reduced to what it is worth: a form that is affine in the values of what follows.

/// How a round ends, on average over everything drawn in it.
///
/// Its worth is `win + one · (value after 1) + zero · (value after 0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundOutcome {
    /// P[Bob aborts and the judge rules for Alice].
    pub win: f64,
    /// P[Bob aborts].
    pub abort: f64,
    /// P[the bit is 1 and the debate goes on].
    pub one: f64,
    /// P[the bit is 0 and the debate goes on].
    pub zero: f64,
}

impl RoundOutcome {
    /// The round where Alice states `stated`, the judge would accept it with probability
    /// `accepted`, and Bob aborts with these probabilities after the bits 0 and 1.
    pub fn of(stated: f64, accepted: f64, aborts: [f64; 2]) -> Self {
        let (one, zero) = (stated, 1.0 - stated);
        let abort = one * aborts[1] + zero * aborts[0];
        Self {
            win: abort * accepted,
            abort,
            one: one * (1.0 - aborts[1]),
            zero: zero * (1.0 - aborts[0]),
        }
    }

    /// The round as Alice's probability of winning, given those of what follows.
    pub fn worth(&self, [zero, one]: [f64; 2]) -> f64 {
        self.win + self.one * one + self.zero * zero
    }

    /// Adds another outcome, that many times as likely.
    pub fn add(&mut self, weight: f64, other: Self) {
        self.win += weight * other.win;
        self.abort += weight * other.abort;
        self.one += weight * other.one;
        self.zero += weight * other.zero;
    }
}
