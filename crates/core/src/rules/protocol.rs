//! The trait that the rules of every protocol implement.

use super::ledger::{Cost, Ledger};
use super::legal_actions::LegalActions;
use super::moves::Move;
use super::next::Next;
use super::refusal::Refusal;
use super::seat::{Seat, Side};
use super::turn::{StateKey, Turn};
use crate::work::{CancelToken, Cancelled};

/// The rules of a protocol, as the state of a debate that only moves change. A protocol implements
/// [`Protocol::next`], which lists the possible moves and their effects. The turn, the menu and the
/// check of a move follow from this list.
///
/// A protocol *asks* and players *answer*. A seat may see only facts that follow from the moves
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

    /// The costs of all parties so far.
    fn ledger(&self) -> &Ledger;

    /// A short key of everything that the future depends on. `None` if the future depends on the
    /// whole history. Two positions with the same key have the same values under the same
    /// strategies.
    fn situation(&self) -> Option<StateKey> {
        None
    }

    /// Returns whether Alice's claim is true. `None` if the claim has no truth value.
    ///
    /// # Errors
    /// If the work was cancelled.
    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled>;

    /// The side that is right. It is Alice if her claim or her chosen answer is true. `None` if
    /// there is no truth value, or before she answers.
    ///
    /// # Errors
    /// If the work was cancelled.
    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled> {
        Ok(self.truth(token)?.map(Side::of_claim))
    }

    /// Precomputes the slow part of a legal move, such as a search that the move pays for. The
    /// result is cached, so that the move itself is fast.
    ///
    /// # Errors
    /// If the work was cancelled.
    fn prepare(&self, _mv: &Move, _token: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }

    /// The number of rounds so far. If rounds are a cost, only those count that a party paid for.
    fn rounds(&self) -> u64 {
        let paid = Seat::each(|seat| self.ledger().account(seat).paid(Cost::Rounds));
        paid.into_iter().max().unwrap_or_default()
    }

    /// Returns whether the debate is a series of rulings. Its result is the number of right
    /// rulings, and no side wins.
    fn is_series(&self) -> bool {
        false
    }

    /// The number of right rulings and of all rulings by the judge. `None` if the debate cannot be
    /// a series of rulings.
    fn rulings(&self) -> Option<(u64, u64)> {
        None
    }

    /// Returns whether Alice's answer is right. `None` if she does not choose an answer.
    fn answer_is_right(&self) -> Option<bool> {
        None
    }

    /// The seat or actor that moves next.
    fn turn(&self) -> Turn {
        self.next().turn()
    }

    /// The legal actions of the seat whose turn it is. Empty if it is no player's turn.
    fn menu(&self) -> LegalActions {
        self.next().menu()
    }

    /// Makes a legal move. This does not check who makes it: see [`Next::admit_by`].
    ///
    /// # Errors
    /// If the move is illegal. Nothing has changed then.
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        self.next().make(self, mv)
    }
}
