//! The trait of strategies, and the lists of each protocol's strategies.

use std::any::Any;
use std::sync::Arc;

use super::argument;
use super::argument::StrategyParameter;
use super::choice::Choice;
use super::seated::SeatedStrategies;
use crate::rules::{Protocol, Seat, View};

/// A program that plays a seat. Every function from a view to a [`Choice`] is a strategy.
///
/// ```
/// use elenchus_core::analysis::game_tree::{GameTreeWalk, cast};
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::machine::Step;
/// use elenchus_core::rules::{Move, Seat, View};
/// use elenchus_core::strategy::Choice;
/// use elenchus_core::work::CancelToken;
///
/// // Five votes that all say no; Alice claims that most say yes.
/// let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// // This Bob always points at the first step. Alice's lie is at the second.
/// let first = |_: View<'_, CrossExamination>| Choice::from(Move::Point(Step::new(1)));
/// let players = cast(&debate, ["lie-at:2", "honest", "honest"])?.with(Seat::Bob, first);
/// assert_eq!(GameTreeWalk::new(&players, 1_000, &CancelToken::default()).value(&debate)?, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Strategy<R: Protocol>: Send + Sync {
    /// The choice of the strategy in this view. The move must be legal.
    fn choose(&self, sight: View<'_, R>) -> Choice;

    /// The form in which the protocol's solver knows this strategy. An exact best response to this
    /// strategy needs this form. `None` if the solver does not know the strategy.
    fn solved_as(&self) -> Option<&dyn Any> {
        None
    }
}

impl<R: Protocol, F: Fn(View<'_, R>) -> Choice + Send + Sync> Strategy<R> for F {
    fn choose(&self, sight: View<'_, R>) -> Choice {
        self(sight)
    }
}

/// A strategy in a protocol's list.
pub struct StrategyEntry<R: Protocol> {
    /// The seat that it plays.
    pub seat: Seat,
    /// The name in files and commands.
    pub name: &'static str,
    /// The kind of argument that follows the name.
    pub argument: StrategyParameter,
    /// A description in one line.
    pub says: &'static str,
    /// Returns a description for a given debate. `None` if `says` fits all debates.
    pub says_here: Option<StrategySummary<R>>,
    /// Creates the strategy for a debate from its parsed argument.
    pub make: StrategyFactory<R>,
}

/// A new strategy, or the reason why its argument is wrong in this debate.
pub type StrategyResult<R> = Result<Arc<dyn Strategy<R>>, String>;

/// Returns a description of a strategy for a debate, in one line.
pub type StrategySummary<R> = Arc<dyn Fn(&R) -> &'static str + Send + Sync>;

/// Creates a strategy for a debate, from its argument and the strategies of the other seats.
pub type StrategyFactory<R> =
    Arc<dyn Fn(&R, argument::ParameterValue, &SeatedStrategies) -> StrategyResult<R> + Send + Sync>;

impl<R: Protocol> StrategyEntry<R> {
    /// Makes an entry for a strategy that `make` creates from the rules and the argument.
    pub fn new(
        seat: Seat,
        name: &'static str,
        argument: StrategyParameter,
        says: &'static str,
        make: fn(&R, argument::ParameterValue) -> StrategyResult<R>,
    ) -> Self {
        Self::made_by(seat, name, argument, says, move |rules, given, _| make(rules, given))
    }

    /// Makes an entry for a strategy that takes no argument and is the same in every debate.
    pub fn plain(
        seat: Seat,
        name: &'static str,
        says: &'static str,
        choose: fn(View<'_, R>) -> Choice,
    ) -> Self {
        Self::made_by(seat, name, StrategyParameter::None, says, move |_, _, _| plays(choose))
    }

    /// Makes an entry for a strategy that `make` creates from the rules, the argument, and the
    /// strategies of the other seats. `make` may be a closure.
    pub fn made_by(
        seat: Seat,
        name: &'static str,
        argument: StrategyParameter,
        says: &'static str,
        make: impl Fn(&R, argument::ParameterValue, &SeatedStrategies) -> StrategyResult<R>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self { seat, name, argument, says, says_here: None, make: Arc::new(make) }
    }

    /// The same entry, with a description that depends on the debate.
    pub fn saying(
        mut self,
        says_here: impl Fn(&R) -> &'static str + Send + Sync + 'static,
    ) -> Self {
        self.says_here = Some(Arc::new(says_here));
        self
    }

    /// The entry for an Alice who makes all her answers agree with her claim. If independent copies
    /// of Alice answer the reads, she cannot do this, so she only writes her claim as the last bit.
    pub fn adaptive(choose: fn(View<'_, R>) -> Choice, copies: fn(&R) -> bool) -> Self {
        let says = "without copies, makes every checked step agree with the claim; with copies, \
                    writes the truth and her claim";
        Self::plain(Seat::Alice, "adaptive", says, choose).saying(move |debate| {
            match copies(debate) {
                true => "writes the truth, but her claim as the last bit, because a copy answers from this \
                         transcript",
                false => "makes every checked step agree with the claim",
            }
        })
    }
}

/// Makes a strategy from a function.
///
/// # Errors
/// Never returns an error. The type of the result is the one that [`StrategyEntry::make`] needs.
pub fn plays<R: Protocol>(
    choose: impl Fn(View<'_, R>) -> Choice + Send + Sync + 'static,
) -> StrategyResult<R> {
    Ok(Arc::new(choose))
}

/// Makes a strategy that a solver knows as `player`. The function `choose` chooses its moves.
///
/// # Errors
/// Never returns an error. The type of the result is the one that [`StrategyEntry::make`] needs.
pub(crate) fn plays_as<R: Protocol, K: Any + Send + Sync>(
    player: K,
    choose: impl Fn(&K, View<'_, R>) -> Choice + Send + Sync + 'static,
) -> StrategyResult<R> {
    Ok(Arc::new(SolvedPlayer { player, choose }))
}

/// The strategy that [`plays_as`] creates.
struct SolvedPlayer<K, F> {
    player: K,
    choose: F,
}

impl<R, K, F> Strategy<R> for SolvedPlayer<K, F>
where
    R: Protocol,
    K: Any + Send + Sync,
    F: Fn(&K, View<'_, R>) -> Choice + Send + Sync,
{
    fn choose(&self, sight: View<'_, R>) -> Choice {
        (self.choose)(&self.player, sight)
    }

    fn solved_as(&self) -> Option<&dyn Any> {
        Some(&self.player)
    }
}

/// Rules of a protocol together with the list of its strategies.
///
/// ```
/// use elenchus_core::protocol::cross_examination::CrossExamination;
/// use elenchus_core::rules::Seat;
/// use elenchus_core::strategy::StrategyRegistry;
///
/// for seat in Seat::ALL {
///     let roster = CrossExamination::roster();
///     let first = roster.iter().find(|listed| listed.seat == seat);
///     assert_eq!(first.map(|listed| listed.name), Some("honest"));
/// }
/// ```
pub trait StrategyRegistry: Protocol {
    /// The strategies of all seats. The first strategy of each seat is the honest one.
    fn roster() -> Vec<StrategyEntry<Self>>;

    /// The strategies of this debate. A protocol overrides this if the list depends on the debate.
    fn players(&self) -> Vec<StrategyEntry<Self>> {
        Self::roster()
    }
}
