//! The strategies of a protocol by their names.

use std::any::Any;
use std::sync::Arc;

use super::argument;
use super::argument::Argument;
use super::choice::Choice;
use super::seating::Seating;
use crate::rules::{Protocol, Seat, View};

/// A program that plays a seat. A function from a view to a move, or to a mixture of moves, is one.
///
/// ```
/// use elenchus_core::analysis::game_tree::{Walk, cast};
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::machine::Step;
/// use elenchus_core::rules::{Move, Seat, View};
/// use elenchus_core::strategy::Choice;
/// use elenchus_core::work::Token;
///
/// // Five votes that all say no; Alice claims that most say yes.
/// let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// // A Bob who points at the first step whatever Alice wrote: her lie is at the second.
/// let first = |_: View<'_, CrossExamination>| Choice::from(Move::Point(Step::new(1)));
/// let players = cast(&debate, ["lie-at:2", "honest", "honest"])?.with(Seat::Bob, first);
/// assert_eq!(Walk::new(&players, 1_000, &Token::default()).value(&debate)?, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Strategy<R: Protocol>: Send + Sync {
    /// What it does where it is asked. The move must be one that the prompt admits.
    fn choose(&self, sight: View<'_, R>) -> Choice;

    /// What a solver knows it as: a value of the protocol's own type for its players, which
    /// somebody who wants to answer this strategy exactly can look for. None if no solver does.
    fn solved_as(&self) -> Option<&dyn Any> {
        None
    }
}

impl<R: Protocol, F: Fn(View<'_, R>) -> Choice + Send + Sync> Strategy<R> for F {
    fn choose(&self, sight: View<'_, R>) -> Choice {
        self(sight)
    }
}

/// A strategy in the list of a protocol.
pub struct Listed<R: Protocol> {
    /// Which seat it plays.
    pub seat: Seat,
    /// Its name, as written in files and commands.
    pub name: &'static str,
    /// What follows the name after a colon, if anything.
    pub argument: Argument,
    /// What it does, in a line.
    pub says: &'static str,
    /// What it does in this debate, where that hangs on the debate.
    pub says_here: Option<Says<R>>,
    /// Makes it for a debate, from its checked argument.
    pub make: Make<R>,
}

/// A strategy, made; or what is wrong with its argument in this debate.
pub type Made<R> = Result<Arc<dyn Strategy<R>>, String>;

/// What a listed strategy does in a debate, in a line.
pub type Says<R> = Arc<dyn Fn(&R) -> &'static str + Send + Sync>;

/// How a listed strategy is made.
pub type Make<R> = Arc<dyn Fn(&R, argument::Given, &Seating) -> Made<R> + Send + Sync>;

impl<R: Protocol> Listed<R> {
    /// A strategy for the list.
    pub fn new(
        seat: Seat,
        name: &'static str,
        argument: Argument,
        says: &'static str,
        make: fn(&R, argument::Given) -> Made<R>,
    ) -> Self {
        Self::made_by(seat, name, argument, says, move |rules, given, _| make(rules, given))
    }

    /// A strategy for the list that takes no argument and is the same in every debate.
    pub fn plain(
        seat: Seat,
        name: &'static str,
        says: &'static str,
        choose: fn(View<'_, R>) -> Choice,
    ) -> Self {
        Self::made_by(seat, name, Argument::None, says, move |_, _, _| plays(choose))
    }

    /// A strategy for the list whose maker looks at who else is seated, or holds something, such
    /// as another list's strategy.
    pub fn made_by(
        seat: Seat,
        name: &'static str,
        argument: Argument,
        says: &'static str,
        make: impl Fn(&R, argument::Given, &Seating) -> Made<R> + Send + Sync + 'static,
    ) -> Self {
        Self { seat, name, argument, says, says_here: None, make: Arc::new(make) }
    }

    /// The same, with a line that hangs on the debate.
    pub fn saying(
        mut self,
        says_here: impl Fn(&R) -> &'static str + Send + Sync + 'static,
    ) -> Self {
        self.says_here = Some(Arc::new(says_here));
        self
    }

    /// An Alice whose answers suit her claim, whatever she wrote, unless copies of her are asked.
    pub fn adaptive(choose: fn(View<'_, R>) -> Choice, copies: fn(&R) -> bool) -> Self {
        let says = "without copies, keeps every step that is checked consistent with its claim; with \
                    them as honest";
        Self::plain(Seat::Alice, "adaptive", says, choose).saying(move |debate| {
            match copies(debate) {
                true => "writes as honest does, and a copy holds it to that",
                false => "keeps every step that is checked consistent with its claim",
            }
        })
    }
}

/// A strategy made of a function.
///
/// # Errors
/// None; the result is what [`Listed::make`] gives.
pub fn plays<R: Protocol>(
    choose: impl Fn(View<'_, R>) -> Choice + Send + Sync + 'static,
) -> Made<R> {
    Ok(Arc::new(choose))
}

/// A strategy that a solver knows as `player`, by what that player chooses.
///
/// # Errors
/// None; the result is what [`Listed::make`] gives.
pub(crate) fn plays_as<R: Protocol, K: Any + Send + Sync>(
    player: K,
    choose: impl Fn(&K, View<'_, R>) -> Choice + Send + Sync + 'static,
) -> Made<R> {
    Ok(Arc::new(SolvedPlayer { player, choose }))
}

/// What [`plays_as`] makes.
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

/// Rules with players: every protocol lists the programs that can play it.
///
/// ```
/// use elenchus_core::protocol::cross_examination::CrossExamination;
/// use elenchus_core::rules::Seat;
/// use elenchus_core::strategy::Players;
///
/// for seat in Seat::ALL {
///     let roster = CrossExamination::roster();
///     let first = roster.iter().find(|listed| listed.seat == seat);
///     assert_eq!(first.map(|listed| listed.name), Some("honest"));
/// }
/// ```
pub trait Players: Protocol {
    /// The strategies of all seats; the first of each seat is the honest one.
    fn roster() -> Vec<Listed<Self>>;

    /// The strategies of this debate, where some hang on it.
    fn players(&self) -> Vec<Listed<Self>> {
        Self::roster()
    }
}
