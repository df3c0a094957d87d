//! The legal actions of a seat, with their effects. Types make sure that the argument and the
//! effect of an action fit its verb.
//!
//! Every verb has a constructor in this module, such as [`state`] or [`point`], which a macro
//! generates from the table of moves. A constructor accepts only a domain and an effect for the
//! argument type of its verb.

use std::marker::PhantomData;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use smallvec::SmallVec;

use super::argument::{
    ArgumentChoice, Bit, BitRef, Direction, Half, SingleLine, SkippedWriter, YesNo,
};
use super::ledger::BitsRead;
use super::legal_actions::{ArgumentCheck, ArgumentShape, Domain, LegalAction};
use super::moves::{Move, Verb, every_move};
use super::refusal::Refusal;
use super::seat::{Side, Visibility};
use crate::chance::{ChanceOutcome, Probability};
use crate::machine::{Bits, Input, Ordinal, Source, Step};

/// A legal action and its effect. The effect is a closure that already has the data that it needs.
pub struct EffectfulAction<R> {
    offer: LegalAction,
    then: ActionEffect<R>,
}

/// The effect of a move: a function that changes the state of the rules.
pub type ActionEffect<R> = Box<dyn FnOnce(&mut R, &Move)>;

impl<R> Deref for EffectfulAction<R> {
    type Target = LegalAction;
    fn deref(&self) -> &LegalAction {
        &self.offer
    }
}

impl<R: 'static> EffectfulAction<R> {
    fn new(verb: Verb, domain: Domain, then: impl FnOnce(&mut R, &Move) + 'static) -> Self {
        Self { offer: LegalAction::answer(verb, domain), then: Box::new(then) }
    }

    /// The same action, but it does not end the turn. It can be made before the answer.
    #[must_use]
    pub fn before(mut self) -> Self {
        self.offer.ends_turn = false;
        self
    }

    /// The same action, visible to these seats only.
    #[must_use]
    pub fn seen_by(mut self, to: Visibility) -> Self {
        self.offer.to = to;
        self
    }

    /// The action without its effect.
    pub fn into_offer(self) -> LegalAction {
        self.offer
    }

    /// The effect of the action.
    pub(super) fn into_effect(self) -> ActionEffect<R> {
        self.then
    }

    /// The same action for a larger debate that contains this debate. `part` returns this debate
    /// from the larger one, and `after` is called after the move.
    pub(super) fn embed<W: 'static>(
        self,
        part: fn(&mut W) -> Option<&mut R>,
        after: fn(&mut W),
    ) -> EffectfulAction<W> {
        let then = self.then;
        EffectfulAction {
            offer: self.offer,
            then: Box::new(move |whole, mv| inside(whole, part, after, |rules| then(rules, mv))),
        }
    }
}

/// Applies an effect to a debate within the larger debate `whole`, and then calls `after` with
/// `whole`.
pub(super) fn inside<W, R>(
    whole: &mut W,
    part: fn(&mut W) -> Option<&mut R>,
    after: fn(&mut W),
    then: impl FnOnce(&mut R),
) {
    if let Some(part) = part(whole) {
        then(part);
    }
    after(whole);
}

/// The set of arguments of type `T` that an action accepts.
#[derive(Clone, Debug)]
pub struct ArgumentDomain<T> {
    domain: Domain,
    of: PhantomData<fn(T)>,
}

impl<T> ArgumentDomain<T> {
    const fn new(domain: Domain) -> Self {
        Self { domain, of: PhantomData }
    }
}

impl ArgumentDomain<Step> {
    /// All steps from 1 to `most`.
    pub fn up_to(most: usize) -> Self {
        Self::new(Domain::steps(most))
    }

    /// The steps from 1 to `most` without those that `refuse` rejects.
    pub fn some(
        most: usize,
        refuse: impl Fn(&Step) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self::new(Domain::some_steps(most, refuse))
    }
}

impl ArgumentDomain<BitRef> {
    /// The transcript cells and input bits that the judge has not read. `claimed` is a step with a
    /// value that follows from the claim, so nobody needs to read it.
    pub fn unread(steps: usize, inputs: usize, readings: &BitsRead, claimed: Option<Step>) -> Self {
        let (steps, inputs) = (steps as u32, inputs as u32);
        Self::new(Domain::Cell { steps, inputs, readings: readings.clone(), claimed })
    }
}

impl ArgumentDomain<Bits> {
    /// Rows of `len` bits. `fixed` can fix one of the bits: it has the index and the value of this
    /// bit.
    pub fn rows(len: usize, fixed: Option<(u32, bool)>) -> Self {
        Self::new(Domain::Bits { len: len as u32, fixed })
    }
}

impl ArgumentDomain<Bit> {
    /// 0 and 1.
    pub const ALL: Self = Self::new(Domain::Bit);
}

impl ArgumentDomain<YesNo> {
    /// Yes and no.
    pub const ALL: Self = Self::new(Domain::YesNo);
}

impl ArgumentDomain<Side> {
    /// Both provers.
    pub const ALL: Self = Self::new(Domain::Side);
}

impl ArgumentDomain<Half> {
    /// Both halves.
    pub const ALL: Self = Self::new(Domain::Half);
}

impl ArgumentDomain<Direction> {
    /// Too low, about right and too high.
    pub const ALL: Self = Self::new(Domain::Direction);
}

impl ArgumentDomain<Probability> {
    /// All numbers from 0 to 1.
    pub const ALL: Self = Self::new(Domain::Probability);
    /// All numbers that are at least 0 and less than 1.
    pub const BELOW_ONE: Self = Self::new(Domain::Share);
}

impl ArgumentDomain<u64> {
    /// The numbers in a range.
    pub const fn range(range: RangeInclusive<u64>) -> Self {
        Self::new(Domain::Count(range))
    }
}

impl ArgumentDomain<Ordinal> {
    /// The numbers from 1 to `count`.
    pub fn first(count: usize) -> Self {
        Self::new(Domain::Place(count as u32))
    }
}

impl ArgumentDomain<ArgumentChoice> {
    /// The arguments with these shapes.
    pub fn shaped(shapes: impl IntoIterator<Item = ArgumentShape>) -> Self {
        Self::new(Domain::Layout(shapes.into_iter().collect()))
    }
}

impl ArgumentDomain<Source> {
    /// These wires.
    pub fn wires(wires: impl IntoIterator<Item = Source>) -> Self {
        Self::new(Domain::Wire(wires.into_iter().collect::<SmallVec<_>>()))
    }
}

impl ArgumentDomain<SingleLine> {
    /// Texts that pass this check.
    pub fn checked(check: impl Fn(&str) -> Result<(), Refusal> + Send + Sync + 'static) -> Self {
        let check: ArgumentCheck<str> = Arc::new(check);
        Self::new(Domain::Text(check))
    }
}

impl ArgumentDomain<SkippedWriter> {
    /// The steps from 1 to `most`, each with an earlier step that wrote its cell.
    pub fn up_to(most: usize) -> Self {
        Self::new(Domain::Skip { most: most as u32 })
    }
}

/// Generates the constructor for the actions of a verb. By default, an action ends the turn, and
/// everybody sees it.
macro_rules! constructor {
    ($(#[$doc:meta])* $name:ident $make:ident $arg:ident $payload:ty) => {
        $(#[$doc])*
        pub fn $make<R: 'static>(
            among: ArgumentDomain<$payload>,
            then: impl FnOnce(&mut R, $payload) + 'static,
        ) -> EffectfulAction<R> {
            EffectfulAction::new(Verb::$name, among.domain, move |rules, mv| {
                // The domain admits no other move.
                if let Move::$name($arg) = mv {
                    then(rules, $arg.clone());
                }
            })
        }
    };
    ($(#[$doc:meta])* $name:ident $make:ident) => {
        $(#[$doc])*
        pub fn $make<R: 'static>(then: impl FnOnce(&mut R) + 'static) -> EffectfulAction<R> {
            EffectfulAction::new(Verb::$name, Domain::Nothing, move |rules, _| then(rules))
        }
    };
}

macro_rules! constructors {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        $( constructor! { $(#[$doc])* $name $make $( $arg $payload )? } )*
    };
}

every_move!(constructors);
