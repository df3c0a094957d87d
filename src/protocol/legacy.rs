//! Until every protocol has its menu: from a prompt with words to a menu and words.

use crate::rules::menu::{self, ArgumentShape, Menu};
use crate::rules::prompt::{Domain, Prompt};
use crate::rules::refusal::Refusal;
use crate::show::{ArgumentWords, Asking, Fill, OfferWords};
use std::sync::Arc;

pub fn menu(prompt: Prompt) -> Menu {
    prompt
        .offers
        .into_iter()
        .map(|o| menu::Offer {
            verb: o.verb,
            domain: domain(o.domain),
            ends_turn: o.ends_turn,
            to: o.to,
        })
        .collect()
}

fn domain(domain: Domain) -> menu::Domain {
    use menu::Domain as D;
    match domain {
        Domain::Nothing => D::Nothing,
        Domain::Step { most, refuse } => D::Step {
            most,
            refuse: refuse.map(|r| {
                Arc::new(move |s: &_| r(s).map_err(Refusal::Unreadable)) as menu::Check<_>
            }),
        },
        Domain::Cell { steps, inputs, readings } => D::Cell { steps, inputs, readings },
        Domain::Bits { len, fixed, .. } => D::Bits { len, fixed: fixed.first().copied() },
        Domain::Bit => D::Bit,
        Domain::YesNo => D::YesNo,
        Domain::Side => D::Side,
        Domain::Count(range) => D::Count(range),
        Domain::Probability => D::Probability,
        Domain::Share => D::Share,
        Domain::Half => D::Half,
        Domain::Direction => D::Direction,
        Domain::Place(menu) => D::Place(menu.len() as u32),
        Domain::Layout(menu) => D::Layout(
            menu.into_iter().map(|m| ArgumentShape { of: m.of, named: m.named }).collect(),
        ),
        Domain::Wire(wires) => D::Wire(wires.into_iter().map(|(w, _)| w).collect()),
        Domain::Shaped { check, .. } => {
            D::Text(Arc::new(move |s: &str| check(s).map_err(Refusal::Unreadable)))
        }
        Domain::Skip { most } => D::Skip { most },
    }
}

pub fn asking(prompt: Prompt) -> Asking {
    let offers = prompt.offers.into_iter().map(|o| {
        let fill = match o.domain {
            Domain::Place(menu) => Fill::Choices(menu),
            Domain::Wire(wires) => Fill::Choices(wires.into_iter().map(|(_, n)| n).collect()),
            Domain::Layout(menu) => Fill::Arguments(
                menu.into_iter()
                    .map(|m| ArgumentWords { words: m.words, subclaims: m.subclaims })
                    .collect(),
            ),
            Domain::Bits { start: Some(bits), .. } => Fill::Bits(bits),
            Domain::Shaped { shape, start, .. } => Fill::Text { shape, start },
            _ => Fill::Nothing,
        };
        OfferWords::new(o.words, fill)
    });
    Asking { notes: prompt.notes, ..Asking::new(prompt.question, offers.collect::<Vec<_>>()) }
}
