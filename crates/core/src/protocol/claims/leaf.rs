//! The end of a debate about claims, where the judge decides a leaf. Both protocols with a claim
//! tree share this code.

use crate::machine::Ordinal;
use crate::machine::claims::Argument;
use crate::rules::{
    ArgumentChoice, ArgumentDomain, ArgumentShape, Cost, Ledger, Move, Next, Seat, Visibility,
    YesNo, effectful,
};

/// The judge's progress with the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafStage {
    /// The rules show this leaf to the judge. Leaves are numbered from 0.
    Putting(usize),
    /// The judge decides the leaf, and may ask the scenario's oracle first.
    Judging {
        /// True if the oracle has already answered.
        asked: bool,
    },
    /// The scenario's oracle answers.
    Consulting,
}

impl LeafStage {
    /// Returns the next event. The judge may ask the oracle once, and the oracle answers `says`.
    /// When the judge decides the leaf, `decide` runs. Asking costs one oracle query. A decision
    /// without asking also costs one oracle query.
    pub(crate) fn next<R: 'static>(
        self,
        says: Option<bool>,
        ledger: fn(&mut R) -> &mut Ledger,
        go_on: fn(&mut R, Self),
        decide: fn(&mut R, bool),
    ) -> Next<R> {
        match self {
            Self::Putting(leaf) => {
                Next::reveal(Move::Puts(Ordinal::at(leaf)), Visibility::ALL, move |debate| {
                    go_on(debate, Self::Judging { asked: false });
                })
            }
            Self::Judging { asked } => {
                let charge = move |debate: &mut R| {
                    if !asked {
                        ledger(debate).charge(Seat::Judge, Cost::Oracle, 1);
                    }
                };
                let decide =
                    effectful::decide(ArgumentDomain::<YesNo>::ALL, move |debate, YesNo(truth)| {
                        charge(debate);
                        decide(debate, truth);
                    });
                let look = effectful::look(move |debate| {
                    charge(debate);
                    go_on(debate, Self::Consulting);
                });
                let look = look.before().seen_by(Visibility::only(Seat::Judge));
                Next::ask(Seat::Judge, std::iter::once(decide).chain((!asked).then_some(look)))
            }
            Self::Consulting => {
                let answer = Move::Answer(YesNo(says.unwrap_or_default()));
                Next::reveal(answer, Visibility::only(Seat::Judge), move |debate| {
                    go_on(debate, Self::Judging { asked: true });
                })
            }
        }
    }
}

/// The arguments that Alice may choose. She must name at least `least(argument)` subclaims of the
/// argument that she chooses.
pub(crate) fn layouts<'a>(
    arguments: impl Iterator<Item = Argument<'a>>,
    least: impl Fn(Argument<'a>) -> usize,
) -> ArgumentDomain<ArgumentChoice> {
    ArgumentDomain::shaped(arguments.map(|argument| {
        let of = argument.parts.len() as u32;
        ArgumentShape { of, named: least(argument) as u32..=of }
    }))
}
