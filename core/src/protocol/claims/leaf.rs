//! What the debates about claims have in common: an argument is laid out, and at the end the judge
//! decides a leaf.

use crate::machine::claims::Argument;
use crate::rules::{ArgumentShape, Audience, Domain, Menu, Offer, Seat, Verb};

/// The judge decides the leaf, and may look it up before, once.
pub(crate) fn deciding(looked_up: bool) -> Menu {
    let look = Offer::before(Verb::Look, Domain::Nothing).seen_by(Audience::only(Seat::Judge));
    Menu::of(Offer::answer(Verb::Decide, Domain::YesNo)).and_perhaps((!looked_up).then_some(look))
}

/// Arguments that can be laid out, each with `least` of its subclaims or more.
pub(crate) fn laying_out<'a>(
    arguments: impl Iterator<Item = Argument<'a>>,
    least: impl Fn(Argument<'a>) -> usize,
) -> Domain {
    let shape = |argument: Argument<'a>| {
        let of = argument.parts.len() as u32;
        ArgumentShape { of, named: least(argument) as u32..=of }
    };
    Domain::Layout(arguments.map(shape).collect())
}
