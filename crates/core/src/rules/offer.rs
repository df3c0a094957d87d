//! What a seat may do, with what it does: an offer of a verb, typed by what the verb takes.
//!
//! Every verb has a constructor here, made from the one table of moves: [`state`], [`point`], …. Its
//! domain and its handler are of the verb's own type, so that neither can belong to another verb.

use std::marker::PhantomData;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use smallvec::SmallVec;

use super::argument::{Bit, Cell, Direction, Half, Layout, Phrase, Skip, YesNo};
use super::ledger::Readings;
use super::menu::{ArgumentShape, Check, Domain, Offer};
use super::moves::{Move, Verb, every_move};
use super::refusal::Refusal;
use super::seat::{Audience, Side};
use crate::chance::{Fall, Probability};
use crate::machine::{Bits, Input, Place, Source, Step};

/// An offer, and what it does once it is taken. The handler holds what the phase knows, so that it
/// need not be looked up again.
pub struct Offered<R> {
    offer: Offer,
    then: Effect<R>,
}

/// What a move does to the rules.
pub type Effect<R> = Box<dyn FnOnce(&mut R, &Move)>;

impl<R> Deref for Offered<R> {
    type Target = Offer;
    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl<R: 'static> Offered<R> {
    fn new(verb: Verb, domain: Domain, then: impl FnOnce(&mut R, &Move) + 'static) -> Self {
        Self { offer: Offer::answer(verb, domain), then: Box::new(then) }
    }

    /// The same, but it does not end the turn: it comes before the answer.
    #[must_use]
    pub fn before(mut self) -> Self {
        self.offer.ends_turn = false;
        self
    }

    /// The same, seen by these seats only.
    #[must_use]
    pub fn seen_by(mut self, to: Audience) -> Self {
        self.offer.to = to;
        self
    }

    /// The offer without what it does.
    pub fn into_offer(self) -> Offer {
        self.offer
    }

    /// What a move that this offer admits does.
    pub(super) fn into_effect(self) -> Effect<R> {
        self.then
    }

    /// The same offer of a debate that this one is a part of. `part` finds it there, and `after` is
    /// done when the move was made.
    pub(super) fn within<W: 'static>(
        self,
        part: fn(&mut W) -> Option<&mut R>,
        after: fn(&mut W),
    ) -> Offered<W> {
        let then = self.then;
        Offered {
            offer: self.offer,
            then: Box::new(move |whole, mv| inside(whole, part, after, |rules| then(rules, mv))),
        }
    }
}

/// What is done in a part of a debate, and then in the whole.
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

/// The arguments of a type that an offer admits.
#[derive(Clone, Debug)]
pub struct Among<T> {
    domain: Domain,
    of: PhantomData<fn(T)>,
}

impl<T> Among<T> {
    const fn new(domain: Domain) -> Self {
        Self { domain, of: PhantomData }
    }
}

impl Among<Step> {
    /// All steps from 1 to `most`.
    pub fn up_to(most: usize) -> Self {
        Self::new(Domain::steps(most))
    }

    /// The steps from 1 to `most` that `refuse` finds nothing wrong with.
    pub fn some(
        most: usize,
        refuse: impl Fn(&Step) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self::new(Domain::some_steps(most, refuse))
    }
}

impl Among<Cell> {
    /// The cells that were not read, of so many transcript cells and input bits; the claim tells one
    /// of them.
    pub fn unread(steps: usize, inputs: usize, readings: &Readings, claimed: Option<Step>) -> Self {
        let (steps, inputs) = (steps as u32, inputs as u32);
        Self::new(Domain::Cell { steps, inputs, readings: readings.clone(), claimed })
    }
}

impl Among<Bits> {
    /// Rows of so many bits, one of which may be fixed: (place from 0, value).
    pub fn rows(len: usize, fixed: Option<(u32, bool)>) -> Self {
        Self::new(Domain::Bits { len: len as u32, fixed })
    }
}

impl Among<Bit> {
    /// 0 and 1.
    pub const ALL: Self = Self::new(Domain::Bit);
}

impl Among<YesNo> {
    /// Yes and no.
    pub const ALL: Self = Self::new(Domain::YesNo);
}

impl Among<Side> {
    /// Both provers.
    pub const ALL: Self = Self::new(Domain::Side);
}

impl Among<Half> {
    /// Both halves.
    pub const ALL: Self = Self::new(Domain::Half);
}

impl Among<Direction> {
    /// Too low, about right and too high.
    pub const ALL: Self = Self::new(Domain::Direction);
}

impl Among<Probability> {
    /// All numbers from 0 to 1.
    pub const ALL: Self = Self::new(Domain::Probability);
    /// All numbers from 0 up to, but not including, 1.
    pub const BELOW_ONE: Self = Self::new(Domain::Share);
}

impl Among<u64> {
    /// The numbers in a range.
    pub const fn range(range: RangeInclusive<u64>) -> Self {
        Self::new(Domain::Count(range))
    }
}

impl Among<Place> {
    /// So many places.
    pub fn first(count: usize) -> Self {
        Self::new(Domain::Place(count as u32))
    }
}

impl Among<Layout> {
    /// Arguments of these shapes.
    pub fn shaped(shapes: impl IntoIterator<Item = ArgumentShape>) -> Self {
        Self::new(Domain::Layout(shapes.into_iter().collect()))
    }
}

impl Among<Source> {
    /// These wires.
    pub fn of(wires: impl IntoIterator<Item = Source>) -> Self {
        Self::new(Domain::Wire(wires.into_iter().collect::<SmallVec<_>>()))
    }
}

impl Among<Phrase> {
    /// Texts that this finds nothing wrong with.
    pub fn checked(check: impl Fn(&str) -> Result<(), Refusal> + Send + Sync + 'static) -> Self {
        let check: Check<str> = Arc::new(check);
        Self::new(Domain::Text(check))
    }
}

impl Among<Skip> {
    /// Steps from 1 to `most`, each with an earlier writer.
    pub fn up_to(most: usize) -> Self {
        Self::new(Domain::Skip { most: most as u32 })
    }
}

/// The constructor of a verb's offers. It ends the turn and is seen by all, unless it is said
/// otherwise.
macro_rules! constructor {
    ($(#[$doc:meta])* $name:ident $make:ident $arg:ident $payload:ty) => {
        $(#[$doc])*
        pub fn $make<R: 'static>(
            among: Among<$payload>,
            then: impl FnOnce(&mut R, $payload) + 'static,
        ) -> Offered<R> {
            Offered::new(Verb::$name, among.domain, move |rules, mv| {
                // The domain admits no other move.
                if let Move::$name($arg) = mv {
                    then(rules, $arg.clone());
                }
            })
        }
    };
    ($(#[$doc:meta])* $name:ident $make:ident) => {
        $(#[$doc])*
        pub fn $make<R: 'static>(then: impl FnOnce(&mut R) + 'static) -> Offered<R> {
            Offered::new(Verb::$name, Domain::Nothing, move |rules, _| then(rules))
        }
    };
}

macro_rules! constructors {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        $( constructor! { $(#[$doc])* $name $make $( $arg $payload )? } )*
    };
}

every_move!(constructors);
