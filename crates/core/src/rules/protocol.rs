//! The trait of rules, and who may move.

use super::ledger::{Cost, Ledger};
use super::menu::Menu;
use super::moves::Move;
use super::next::Next;
use super::refusal::Refusal;
use super::seat::{Seat, Side};
use super::turn::{Situation, Turn};
use crate::work::{Stopped, Token};

/// A debate somewhere between its start and its end, as a value that changes by moves, and only by
/// moves: the rules of a protocol as one list of what may happen next, and what it does. Whose turn it
/// is, the menu, admission and playing follow from it.
///
/// A protocol *asks* and players *answer*. Whatever a seat sees must follow from the moves that
/// the seat saw.
///
/// ```
/// use elenchus_core::rules::{Among, Ledger, Next, Outcome, Protocol, Seat, Side, Turn, YesNo, offer};
/// use elenchus_core::work::{Stopped, Token};
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
///         let claim = offer::claim(Among::<YesNo>::ALL, |debate: &mut Self, YesNo(yes)| {
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
///     fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
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
    /// What happens next.
    fn next(&self) -> Next<Self>;

    /// What everyone has paid so far.
    fn ledger(&self) -> &Ledger;

    /// What the future depends on, if it can be named briefly; none if only the whole history
    /// will do. Two positions with one situation have the same values under the same strategies.
    fn situation(&self) -> Option<Situation> {
        None
    }

    /// Whether Alice's claim is true; none where there is no fact of the matter.
    ///
    /// # Errors
    /// If the work was stopped.
    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped>;

    /// The side that is right: Alice if her claim is true or, where she chooses an answer, if that is
    /// right. None where there is no fact of the matter, and before she answers.
    ///
    /// # Errors
    /// If the work was stopped.
    fn right_side(&self, token: &Token) -> Result<Option<Side>, Stopped> {
        Ok(self.truth(token)?.map(Side::of_claim))
    }

    /// Does what takes long in a move that may be made here, such as a search that it pays for. The
    /// result is kept, and making the move finds it there.
    ///
    /// # Errors
    /// If the work was stopped.
    fn prepare(&self, _mv: &Move, _token: &Token) -> Result<(), Stopped> {
        Ok(())
    }

    /// The rounds played so far: those that are paid for, where rounds are.
    fn rounds(&self) -> u64 {
        let paid = Seat::each(|seat| self.ledger().of(seat).paid(Cost::Rounds));
        paid.into_iter().max().unwrap_or_default()
    }

    /// Whether a debate is a series of rulings: its result is how many were right, and no side wins it.
    fn is_series(&self) -> bool {
        false
    }

    /// How many of the judge's rulings were right and how many it made, where a debate may be a series
    /// of them; none elsewhere.
    fn rulings(&self) -> Option<(u64, u64)> {
        None
    }

    /// Whether what Alice answered is right, where she chooses her answer; none elsewhere.
    fn answer_is_right(&self) -> Option<bool> {
        None
    }

    /// Whose turn it is.
    fn turn(&self) -> Turn {
        self.next().turn()
    }

    /// What the seat whose turn it is may do. When it is nobody's turn it offers nothing.
    fn menu(&self) -> Menu {
        self.next().menu()
    }

    /// Makes a move that is among what may happen. Who makes it is not asked: see [`Next::admit_by`].
    ///
    /// # Errors
    /// On any other move, in which case nothing has changed.
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        self.next().make(self, mv)
    }
}
