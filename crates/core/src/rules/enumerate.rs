//! Lists the moves of an action with a small domain.

use super::argument::{ArgumentChoice, BitRef, SkippedWriter};
use super::legal_actions::{ArgumentShape, Domain, LegalAction};
use super::moves::Move;
use crate::machine::{Bits, Input, Ordinal, Step};

impl Domain {
    /// The texts of all arguments, if the domain is one of the types with two or three values.
    /// Otherwise empty.
    pub fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Bit => &["0", "1"],
            Self::YesNo => &["yes", "no"],
            Self::Side => &["alice", "bob"],
            Self::Half => &["first", "second"],
            Self::Direction => &["too-low", "about-right", "too-high"],
            _ => &[],
        }
    }
}

impl LegalAction {
    /// All legal moves. `None` if there are more than `most`, or if they form a continuous range,
    /// such as the numbers from 0 to 1.
    pub fn listed(&self, most: u64) -> Option<Vec<Move>> {
        let few = |count: u64| (count <= most).then_some(());
        let made = |word: &dyn ToString| self.verb.parse_argument(&word.to_string()).ok();
        let moves: Option<Vec<Move>> = match &self.domain {
            Domain::Nothing => Some(vec![made(&"")?]),
            Domain::Bit | Domain::YesNo | Domain::Side | Domain::Half | Domain::Direction => {
                self.domain.words().iter().map(|word| made(word)).collect()
            }
            Domain::Step { most: last, .. } | Domain::Place(last) => {
                few(u64::from(*last))?;
                (1..=*last).map(|number| made(&number)).collect()
            }
            Domain::Cell { steps, inputs, .. } => {
                few(u64::from(*steps) + u64::from(*inputs))?;
                let steps = (1..=*steps).map(|number| BitRef::Step(Step::new(number)));
                let inputs = (1..=*inputs).map(|number| BitRef::Input(Input::new(number)));
                Some(steps.chain(inputs).map(Move::Read).collect())
            }
            Domain::Count(range) => {
                few(range.end() - range.start())?;
                Some(range.clone().map(Move::Sample).collect())
            }
            Domain::Wire(wires) => Some(wires.iter().map(|&wire| Move::Wire(wire)).collect()),
            Domain::Bits { len, .. } => {
                few(1u64.checked_shl(*len)?)?;
                let rows = (0..1u64 << len).map(|n| (0..*len).map(move |at| n >> at & 1 == 1));
                Some(rows.map(|row| Move::Write(row.collect::<Bits>())).collect())
            }
            Domain::Layout(shapes) => {
                let mut moves = Vec::new();
                for (at, shape) in shapes.iter().enumerate() {
                    let argument = Ordinal::at(at);
                    let all = subsets(shape, most)?.into_iter();
                    moves.extend(all.map(|named| Move::Argue(ArgumentChoice { argument, named })));
                }
                Some(moves)
            }
            Domain::Skip { most: steps } => {
                few(u64::from(*steps) * u64::from(*steps))?;
                let pairs = (1..=*steps).flat_map(|step| (1..step).map(move |by| (step, by)));
                let skip =
                    |(step, by)| SkippedWriter { step: Step::new(step), writer: Step::new(by) };
                Some(pairs.map(|pair| Move::Skipped(skip(pair))).collect())
            }
            Domain::Probability | Domain::Share | Domain::Text(_) => None,
        };
        let mut moves = moves?;
        moves.retain(|mv| self.domain.admit(mv).is_ok());
        Some(moves)
    }
}

/// The sets of subclaims that Alice may name in an argument. `None` if there are too many.
fn subsets(shape: &ArgumentShape, most: u64) -> Option<Vec<Vec<Ordinal>>> {
    if *shape.named.start() == shape.of {
        return Some(vec![Vec::new()]);
    }
    if shape.of > 16 || 1u64 << shape.of > most {
        return None;
    }
    let sets = (0u32..1 << shape.of).filter(|set| shape.named.contains(&set.count_ones()));
    let places = |set: u32| (0..shape.of).filter(move |at| set >> at & 1 == 1);
    Some(sets.map(|set| places(set).map(|at| Ordinal::new(at + 1)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::{BitsRead, Refusal, Verb};

    /// Checks that each listed move is legal and listed only once. Returns the number of moves.
    fn listed(verb: Verb, domain: Domain) -> Option<usize> {
        let offer = LegalAction::answer(verb, domain);
        let moves = offer.listed(20)?;
        assert!(moves.iter().all(|mv| offer.domain.admit(mv).is_ok()), "{moves:?}");
        let different: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(different.len(), moves.len(), "{moves:?}");
        Some(moves.len())
    }

    #[test]
    fn as_many_moves_are_listed_as_the_domain_admits() {
        let not_the_third = |step: &Step| match step.number() {
            3 => Err(Refusal::WriterComesLater),
            _ => Ok(()),
        };
        let (steps, inputs, readings) = (2, 3, BitsRead::default());
        let cells = Domain::Cell { steps, inputs, readings, claimed: Some(Step::new(1)) };
        let shape = |of, named| ArgumentShape { of, named };
        // The first shape has 3 + 3 moves: Alice names one or two of three subclaims. The second
        // shape has one move: she names both subclaims.
        let layouts = Domain::Layout([shape(3, 1..=2), shape(2, 2..=2)].into());
        for (verb, domain, size) in [
            (Verb::Run, Domain::Nothing, 1),
            (Verb::Point, Domain::some_steps(5, not_the_third), 4),
            (Verb::Read, cells, 4),
            (Verb::Write, Domain::Bits { len: 3, fixed: Some((1, true)) }, 4),
            (Verb::Bit, Domain::Bit, 2),
            (Verb::Claim, Domain::YesNo, 2),
            (Verb::Rule, Domain::Side, 2),
            (Verb::Dispute, Domain::Half, 2),
            (Verb::Say, Domain::Direction, 3),
            (Verb::Pick, Domain::Place(4), 4),
            (Verb::Sample, Domain::Count(2..=5), 4),
            (Verb::Skipped, Domain::Skip { most: 4 }, 6),
            (Verb::Argue, layouts, 7),
        ] {
            assert_eq!(listed(verb, domain), Some(size), "{}", verb.word());
        }
    }

    #[test]
    fn domains_of_too_many_moves_and_of_fractions_are_not_listed() {
        assert_eq!(listed(Verb::Write, Domain::Bits { len: 5, fixed: None }), None);
        assert_eq!(listed(Verb::Point, Domain::steps(21)), None);
        assert_eq!(listed(Verb::State, Domain::Probability), None);
    }
}
