//! What is worked out of a stochastic debate from its start: once, then shared by everybody who holds
//! it at any position.

use super::Stochastic;
use crate::machine::plan::{Lipschitz, Unrolled, chance_of_one, change, lipschitz};
use crate::work::{Stopped, Token};

/// How often the measuring that screens ask for may ask whether to go on: some ten
/// milliseconds at most.
const MEASURED_AT_ONCE: u64 = 2_000;

/// Plans of more steps are not measured there.
const MOST_STEPS_MEASURED: usize = 20_000;

impl Stochastic {
    /// P[output = 1], if the plan is narrow enough to say. Worked out once.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn chance_of_output(&self, token: &Token) -> Result<Option<f64>, Stopped> {
        self.shared.known.truth.get_or(token, || chance_of_one(self.plan(), token)).copied()
    }

    /// The Lipschitz constant that Thm 6.2 needs K to reach, if the plan is small enough to say at
    /// once. Worked out once.
    pub fn measured_k(&self) -> Option<Lipschitz> {
        *self.shared.known.measured.get_or_init(|| {
            self.measured_at_once(|unrolled, token| lipschitz(unrolled, token).ok())
        })
    }

    /// Δ(δ): how far the output moves at most if all share an oracle that is off by δ, the largest
    /// distance of any from the truth; if the plan is small enough to say at once.
    pub fn measured_change(&self) -> Option<f64> {
        *self.shared.known.moved.get_or_init(|| {
            let delta = self.apart().delta();
            self.measured_at_once(|unrolled, token| {
                let (down, up) = change(unrolled, delta, token).ok()?;
                Some(down.max(up))
            })
        })
    }

    fn measured_at_once<T>(&self, measure: impl Fn(&Unrolled, &Token) -> Option<T>) -> Option<T> {
        if self.plan().len() > MOST_STEPS_MEASURED {
            return None;
        }
        let token = Token::limited(MEASURED_AT_ONCE);
        measure(&Unrolled::new(self.plan(), &token).ok()?, &token)
    }
}
