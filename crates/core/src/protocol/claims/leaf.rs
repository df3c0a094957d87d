//! What the debates about claims have in common: an argument is laid out, and at the end the judge
//! decides a leaf.

use crate::machine::Place;
use crate::machine::claims::Argument;
use crate::rules::{
    Among, ArgumentShape, Audience, Cost, Layout, Ledger, Move, Next, Seat, YesNo, offer,
};

/// How far the judge is with the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The leaf is put before the judge: its place among the leaves, from 0.
    Putting(usize),
    /// The judge decides it; `asked` tells whether the scenario's oracle has spoken.
    Judging {
        /// Whether it has.
        asked: bool,
    },
    /// The scenario's oracle speaks.
    Consulting,
}

impl Stage {
    /// What happens next. The judge decides the leaf, by `decide`, and may look it up before, once, as
    /// the oracle `says`. The first of the two costs a question.
    pub(crate) fn next<R: 'static>(
        self,
        says: Option<bool>,
        ledger: fn(&mut R) -> &mut Ledger,
        go_on: fn(&mut R, Self),
        decide: fn(&mut R, bool),
    ) -> Next<R> {
        match self {
            Self::Putting(leaf) => {
                Next::reveal(Move::Puts(Place::at(leaf)), Audience::ALL, move |debate| {
                    go_on(debate, Self::Judging { asked: false });
                })
            }
            Self::Judging { asked } => {
                let charge = move |debate: &mut R| {
                    if !asked {
                        ledger(debate).charge(Seat::Judge, Cost::Oracle, 1);
                    }
                };
                let decide = offer::decide(Among::<YesNo>::ALL, move |debate, YesNo(truth)| {
                    charge(debate);
                    decide(debate, truth);
                });
                let look = offer::look(move |debate| {
                    charge(debate);
                    go_on(debate, Self::Consulting);
                });
                let look = look.before().seen_by(Audience::only(Seat::Judge));
                Next::ask(Seat::Judge, std::iter::once(decide).chain((!asked).then_some(look)))
            }
            Self::Consulting => {
                let answer = Move::Answer(YesNo(says.unwrap_or_default()));
                Next::reveal(answer, Audience::only(Seat::Judge), move |debate| {
                    go_on(debate, Self::Judging { asked: true });
                })
            }
        }
    }
}

/// Arguments that can be laid out, each with `least` of its subclaims or more.
pub(crate) fn layouts<'a>(
    arguments: impl Iterator<Item = Argument<'a>>,
    least: impl Fn(Argument<'a>) -> usize,
) -> Among<Layout> {
    Among::shaped(arguments.map(|argument| {
        let of = argument.parts.len() as u32;
        ArgumentShape { of, named: least(argument) as u32..=of }
    }))
}
