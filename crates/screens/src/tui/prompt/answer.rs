//! One way to answer: a ready move behind a radio button, or a form to fill in.

use super::{Draft, Field, Slider, Subset, Whole};
use crate::machine::{Place, Step};
use crate::rules::{Direction, Domain, Move, Side, Skip, Verb};
use crate::text::{ArgumentWords, Fill, Put};

/// One way to answer.
#[derive(Clone)]
pub enum Answer {
    /// A move that needs nothing more.
    Ready(Move, String),
    /// A step, typed or pointed at on the board.
    Step(Verb, Whole),
    /// How many.
    Count(Whole),
    /// A number from 0 to 1.
    Number(Verb, Slider, String),
    /// A row of bits.
    Bits(Draft, Option<crate::machine::Bits>),
    /// An argument with its subclaims.
    Subset(Subset),
    /// Text in a shape.
    Text(Verb, Field, String, Option<String>),
    /// A step and a later writer, and which of them is being typed.
    Pair([Whole; 2], usize),
}

impl Answer {
    /// The ways to answer one offer.
    pub fn of(put: &Put, batch: Option<u64>) -> Vec<Self> {
        let verb = put.verb;
        let words = &put.words;
        let choices: &[String] = if let Fill::Choices(choices) = &put.fill { choices } else { &[] };
        let ready = |argument: &str, label: &str| {
            verb.with(argument).ok().map(|mv| Self::Ready(mv, label.to_owned()))
        };
        match &put.domain {
            Domain::Nothing => ready("", words).into_iter().collect(),
            Domain::YesNo | Domain::Bit => {
                put.domain.words().iter().filter_map(|word| ready(word, word)).collect()
            }
            Domain::Side => [Side::Alice, Side::Bob]
                .iter()
                .filter_map(|s| ready(&s.to_string(), &format!("rule for {}", s.seat().name())))
                .collect(),
            Domain::Half => (put.domain.words().iter())
                .filter_map(|word| ready(word, &format!("{word} half")))
                .collect(),
            Domain::Direction => {
                Direction::ALL.iter().filter_map(|d| ready(&d.to_string(), d.words())).collect()
            }
            Domain::Place(_) => choices
                .iter()
                .enumerate()
                .filter_map(|(i, words)| ready(&(i + 1).to_string(), words))
                .collect(),
            Domain::Wire(wires) => wires
                .iter()
                .zip(choices)
                .map(|(w, name)| Self::Ready(Move::Wire(*w), name.clone()))
                .collect(),
            Domain::Step { most, .. } => vec![Self::Step(verb, Whole::new(1, (*most).into()))],
            // Cells are read on the board.
            Domain::Cell { .. } => Vec::new(),
            Domain::Bits { len, fixed } => {
                let start =
                    if let Fill::Bits(bits) = &put.fill { Some(bits.clone()) } else { None };
                vec![Self::Bits(Draft::new(*len, *fixed), start)]
            }
            Domain::Count(range) => {
                let (least, most) = (*range.start(), *range.end());
                let some = batch.unwrap_or(most.div_ceil(5)).clamp(least.min(most), most);
                let mut ways = vec![Self::Ready(Move::Sample(some), draw_words(some, most))];
                if some < most {
                    ways.push(Self::Ready(Move::Sample(most), draw_words(most, most)));
                    ways.push(Self::Count(Whole::new(least, most)));
                }
                ways
            }
            Domain::Probability if put.fill == Fill::Certain => {
                ["0", "1"].iter().filter_map(|bit| ready(bit, bit)).collect()
            }
            Domain::Probability => {
                let measured = if let Fill::Measured(mean) = put.fill { Some(mean) } else { None };
                vec![Self::Number(verb, Slider::new(false, measured), words.clone())]
            }
            Domain::Share => vec![Self::Number(verb, Slider::new(true, None), words.clone())],
            Domain::Layout(shapes) => {
                let words: &[ArgumentWords] =
                    if let Fill::Arguments(words) = &put.fill { words } else { &[] };
                let both = shapes.iter().zip(words).enumerate();
                both.map(|(i, (shape, words))| {
                    Self::Subset(Subset::new(Place::at(i), shape.clone(), words.clone()))
                })
                .collect()
            }
            Domain::Text(_) => {
                let (shape, start) = match &put.fill {
                    Fill::Text { shape, start, .. } => (shape.clone(), start.clone()),
                    _ => Default::default(),
                };
                vec![Self::Text(verb, Field::new(start.clone().unwrap_or_default()), shape, start)]
            }
            Domain::Skip { most } => {
                let most = u64::from(*most);
                vec![Self::Pair([1, 1].map(|least| Whole::new(least, most)), 0)]
            }
        }
    }

    /// Where it stands among the choices: votes before rulings, a number to type last.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Ready(Move::Sample(_), _) => 0,
            Self::Count(..) => 2,
            _ => 1,
        }
    }

    /// What stands beside its radio button.
    pub fn words(&self) -> String {
        match self {
            Self::Ready(_, words) | Self::Number(_, _, words) => words.clone(),
            Self::Count(_) => "draw another number".into(),
            Self::Step(verb, ..) => format!("{} at a step", verb.word()),
            Self::Bits(..) => "write the bits".into(),
            Self::Subset(subset) => subset.words().to_owned(),
            Self::Text(verb, ..) => format!("{} it", verb.word()),
            Self::Pair(..) => "point at a step and a later writer".into(),
        }
    }

    /// Does choosing it say everything?
    pub fn is_ready(&self) -> bool {
        match self {
            Self::Ready(..) => true,
            Self::Subset(subset) => subset.is_whole(),
            _ => false,
        }
    }

    /// The move, once all is filled in.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn to_move(&self) -> Result<Move, String> {
        match self {
            Self::Ready(mv, _) => Ok(mv.clone()),
            Self::Step(verb, number) => verb.with(&number.value()?.to_string()),
            Self::Count(number) => Ok(Move::Sample(number.value()?)),
            Self::Number(verb, slider, _) => verb.with(&slider.value()?.to_string()),
            Self::Bits(draft, _) => Ok(Move::Write(draft.bits()?)),
            Self::Subset(subset) => Ok(Move::Argue(subset.layout()?)),
            Self::Text(verb, field, ..) => verb.with(field.text()),
            Self::Pair([step, writer], _) => {
                let number = |n: &Whole| n.value().map(|n| Step::new(n as u32));
                Ok(Move::Skipped(Skip { step: number(step)?, writer: number(writer)? }))
            }
        }
    }
}

fn draw_words(count: u64, most: u64) -> String {
    let number = crate::text::number::count(count);
    if count == most && count > 1 { format!("draw all {number}") } else { format!("draw {number}") }
}
