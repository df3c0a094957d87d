//! The widgets with which a player answers a prompt.

use super::choice::MoveChoice;
use super::numbers::NumberList;
use super::text::TextField;
use super::{BitField, Slider, SubclaimPicker, Widget};
use crate::machine::Ordinal;
use crate::rules::{Direction, Domain, Move, Side, Verb};
use crate::text::{ArgumentPrompt, ArgumentText, Prompt, PromptAction};

fn boxed(widget: impl Widget) -> Box<dyn Widget> {
    Box::new(widget)
}

/// The widgets for one action of a prompt. `batch` is the number of votes in a draw. It is `None` if the number is
/// unknown.
pub fn answers(put: &PromptAction, prompt: &Prompt, batch: Option<u64>) -> Vec<Box<dyn Widget>> {
    let (verb, words) = (put.verb, &put.words);
    let names: &[String] = if let ArgumentPrompt::Choices(names) = &put.fill { names } else { &[] };
    let ready = |argument: String, label: String| {
        Some(boxed(MoveChoice(verb.parse_argument(&argument).ok()?, label)))
    };
    match &put.domain {
        Domain::Nothing => ready(String::new(), words.clone()).into_iter().collect(),
        Domain::YesNo | Domain::Bit => {
            put.domain.words().iter().filter_map(|w| ready(w.to_string(), w.to_string())).collect()
        }
        Domain::Side => [Side::Alice, Side::Bob]
            .into_iter()
            .filter_map(|s| ready(s.to_string(), format!("rule for {}", s.seat().name())))
            .collect(),
        Domain::Half => (put.domain.words().iter())
            .filter_map(|w| ready(w.to_string(), format!("{w} half")))
            .collect(),
        Domain::Direction => Direction::ALL
            .into_iter()
            .filter_map(|d| ready(d.to_string(), d.words().into()))
            .collect(),
        Domain::Place(_) => (names.iter().enumerate())
            .filter_map(|(i, name)| ready((i + 1).to_string(), name.clone()))
            .collect(),
        Domain::Wire(wires) => (wires.iter().zip(names))
            .map(|(wire, name)| boxed(MoveChoice(Move::Wire(*wire), name.clone())))
            .collect(),
        Domain::Step { most, .. } => {
            let does = prompt.offers.first().map_or("", |offer| &offer.words);
            vec![boxed(NumberList::step(verb, *most, does.to_owned()))]
        }
        // The player reads cells on the board.
        Domain::Cell { .. } => Vec::new(),
        Domain::Bits { len, fixed } => {
            let start =
                if let ArgumentPrompt::Bits(bits) = &put.fill { Some(bits.clone()) } else { None };
            let runs = prompt.offer(Verb::Run).is_some();
            vec![boxed(BitField::new(*len, *fixed).filled_from(start, runs))]
        }
        Domain::Count(range) => {
            let (least, most) = (*range.start(), *range.end());
            let some = batch.unwrap_or(most.div_ceil(5)).clamp(least.min(most), most);
            let draw = |count| boxed(MoveChoice(Move::Sample(count), draw_words(count, most)));
            let other = || boxed(NumberList::votes(verb, least, most));
            if some < most { vec![draw(some), draw(most), other()] } else { vec![draw(some)] }
        }
        Domain::Probability if put.fill == ArgumentPrompt::Certain => {
            ["0", "1"].iter().filter_map(|b| ready(b.to_string(), b.to_string())).collect()
        }
        Domain::Probability => {
            let measured =
                if let ArgumentPrompt::Measured(mean) = put.fill { Some(mean) } else { None };
            vec![boxed(Slider::new(verb, words, measured))]
        }
        Domain::Share => vec![boxed(Slider::below_one(verb, words))],
        Domain::Layout(shapes) => {
            let words: &[ArgumentText] =
                if let ArgumentPrompt::Arguments(words) = &put.fill { words } else { &[] };
            let each = shapes.iter().zip(words).enumerate();
            each.map(|(i, (shape, words))| {
                boxed(SubclaimPicker::new(Ordinal::at(i), shape.clone(), words.clone()))
            })
            .collect()
        }
        Domain::Text(_) => vec![boxed(TextField::new(verb, &put.fill))],
        Domain::Skip { most } => vec![boxed(NumberList::two_steps(verb, *most))],
    }
}

fn draw_words(count: u64, most: u64) -> String {
    let number = crate::text::number::count(count);
    if count == most && count > 1 { format!("draw all {number}") } else { format!("draw {number}") }
}
