//! The trait that the rules of every protocol implement.

use super::ledger::{Cost, Ledger};
use super::legal_actions::LegalActions;
use super::moves::Move;
use super::next::Next;
use super::refusal::Refusal;
use super::seat::{Seat, Side};
use super::turn::{StateKey, Turn};
use crate::work::{CancelToken, Cancelled};

/// The rules of a protocol, together with the state of a debate. Only moves change the state. A
/// protocol implements [`Protocol::next`], which lists the legal moves and their effects. Whose
/// turn it is, and whether a move is legal, follow from this list.
///
/// A protocol *asks*, and players *answer*. A seat may know only facts that follow from the moves
/// that it saw.
///
/// ```
/// use elenchus_core::rules::{ArgumentDomain, Ledger, Next, Outcome, Protocol, Seat, Side, Turn, YesNo, effectful};
/// use elenchus_core::work::{Cancelled, CancelToken};
///
/// /// Alice answers a question whose answer is yes, and wins if she says so.
/// #[derive(Clone, Default)]
/// struct Asked {
///     answer: Option<bool>,
///     ledger: Ledger,
/// }
///
/// impl Protocol for Asked {
///     fn next(&self) -> Next<Self> {
///         let claim = effectful::claim(ArgumentDomain::<YesNo>::ALL, |debate: &mut Self, YesNo(yes)| {
///             debate.answer = Some(yes);
///         });
///         match self.answer {
///             None => Next::ask(Seat::Alice, [claim]),
///             Some(yes) => Next::Over(Outcome { winner: Side::of_claim(yes), payoff: None }),
///         }
///     }
///
///     fn ledger(&self) -> &Ledger {
///         &self.ledger
///     }
///
///     fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
///         Ok(Some(true))
///     }
/// }
///
/// let mut debate = Asked::default();
/// assert_eq!(debate.turn(), Turn::Ask(Seat::Alice));
/// assert!(debate.play(&"point 3".parse()?).is_err());
/// debate.play(&"claim yes".parse()?).map_err(|refusal| refusal.to_string())?;
/// assert!(matches!(debate.turn(), Turn::Over(Outcome { winner: Side::Alice, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Protocol: Clone + Send + Sync + 'static {
    /// The next event.
    fn next(&self) -> Next<Self>;

    /// The costs of all seats so far.
    fn ledger(&self) -> &Ledger;

    /// A short key of everything that the rest of the debate depends on. Positions with the same
    /// key have the same values under the same strategies. `None` if there is no short key, because
    /// the rest depends on the complete history.
    fn situation(&self) -> Option<StateKey> {
        None
    }

    /// Returns whether Alice's claim is true. `None` if the claim has no truth value.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled>;

    /// The side that is right: Alice if her claim or her answer is true, otherwise Bob. `None` if
    /// there is no truth value, or before Alice answers.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled> {
        Ok(self.truth(token)?.map(Side::of_claim))
    }

    /// Precomputes the slow part of a legal move, such as a run of the machine, and stores the
    /// result in a cache. Then the move itself is fast.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn prepare(&self, _mv: &Move, _token: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }

    /// The number of rounds so far.
    fn rounds(&self) -> u64 {
        let paid = Seat::each(|seat| self.ledger().account(seat).paid(Cost::Rounds));
        paid.into_iter().max().unwrap_or_default()
    }

    /// Returns whether the debate is a series of rulings. Such a debate has no winner, and its
    /// result is the number of correct rulings.
    fn is_series(&self) -> bool {
        false
    }

    /// The number of the judge's correct rulings, and of all the judge's rulings. `None` if the
    /// protocol has no series of rulings.
    fn rulings(&self) -> Option<(u64, u64)> {
        None
    }

    /// Returns whether Alice's answer is correct. `None` if she does not choose an answer.
    fn answer_is_right(&self) -> Option<bool> {
        None
    }

    /// The actor that moves next.
    fn turn(&self) -> Turn {
        self.next().turn()
    }

    /// The legal actions of the seat whose turn it is. Empty if no player must move.
    fn menu(&self) -> LegalActions {
        self.next().menu()
    }

    /// Makes a legal move. Does not check whose move it is; [`Next::admit_by`] does.
    ///
    /// # Errors
    /// Returns an error if the move is illegal. The state is then unchanged.
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        self.next().make(self, mv)
    }
}
