//! What the debates about claims have in common: an argument is laid out, and at the end the judge
//! decides a leaf.

use crate::machine::claims::Argument;
use crate::rules::{
    Among, ArgumentShape, Audience, Cost, Layout, Ledger, Next, Seat, YesNo, offer,
};

/// The judge decides the leaf, by `decide`, and may look it up before, once, by `look`. The first of the
/// two costs a question.
pub(crate) fn judging<R: 'static>(
    looked_up: bool,
    ledger: fn(&mut R) -> &mut Ledger,
    decide: impl FnOnce(&mut R, bool) + 'static,
    look: impl FnOnce(&mut R) + 'static,
) -> Next<R> {
    let charge = move |debate: &mut R| {
        if !looked_up {
            ledger(debate).charge(Seat::Judge, Cost::Oracle, 1);
        }
    };
    let decide = offer::decide(Among::<YesNo>::ALL, move |debate, YesNo(truth)| {
        charge(debate);
        decide(debate, truth);
    });
    let look = offer::look(move |debate| {
        charge(debate);
        look(debate);
    });
    let look = look.before().seen_by(Audience::only(Seat::Judge));
    Next::ask(Seat::Judge, std::iter::once(decide).chain((!looked_up).then_some(look)))
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
