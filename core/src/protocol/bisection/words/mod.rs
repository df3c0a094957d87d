//! Bisection, said and shown.

mod asking;
mod board;
mod brief;
pub(super) mod faults;
mod mistake;
mod picture;

use crate::machine::PlanRun;
use crate::protocol::bisection::rounds_for;
use crate::show::MANY;
use crate::show::number::plural;
use std::collections::BTreeMap;

use crate::machine::{Computation, Configuration, Step};
use crate::protocol::Bisection;
use crate::protocol::bisection::{Phase, Span};
use crate::protocol::trial::words::AGAINST_WHAT_WAS_READ;
use crate::rules::{Move, Position, Side};
use crate::show::number::count;
use crate::show::{Show, contradiction};

impl Show for Bisection {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn why(&self) -> String {
        match &self.phase {
            Phase::Over(span, _, winner) => self.why_ruled(span, *winner),
            _ => String::new(),
        }
    }

    fn is_guess(&self, _: &Move) -> bool {
        false
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn contradictions(&self) -> Vec<String> {
        let Some(span) = self.span() else { return Vec::new() };
        let mut named: BTreeMap<u32, &Configuration> = BTreeMap::from([(0, &self.start)]);
        for round in self.rounds() {
            named.entry(round.span.to).or_insert(&round.span.end);
            named.insert(round.span.middle(), &round.middle);
        }
        named.insert(span.to, &span.end);
        let named: Vec<(u32, &Configuration)> = named.into_iter().collect();
        let on_trial = if span.len() == 1 { span.to } else { u32::MAX };
        contradiction::of_configurations(self.computation(), &named, on_trial)
    }

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }

    fn decided_by(&self) -> Option<String> {
        let Phase::Over(span, answer, _) = &self.phase else { return None };
        let rule = match self.computation() {
            Computation::Plan(PlanRun { live, .. }) => live.plan().formula(Step::new(span.to)),
            computation => computation.rule_words(&span.start, span.from),
        };
        let due = match answer {
            Some(answer) => self.computation().answered(&span.start, span.from, *answer),
            None => self.computation().advance(&span.start, span.from, span.to),
        };
        let so = match due == span.end {
            true => "That is what she named.".to_owned(),
            false => self.misnamed(span.to, &due, &span.end),
        };
        Some(format!("The rule there: {rule}. {so}"))
    }
}

impl Bisection {
    fn why_ruled(&self, span: &Span, winner: Side) -> String {
        let follows = if winner == Side::Alice { "follows" } else { "does not follow" };
        let mut why = format!(
            "After {} rounds one step was left, step {}; the judge ruled that it {follows} from \
             the configuration before it.",
            self.rounds().len(),
            count(u64::from(span.to)),
        );
        if self.verdict().is_some_and(|side| side != winner) {
            why += AGAINST_WHAT_WAS_READ;
        } else if self.truth().is_some_and(|truth| Side::of_claim(truth) != winner) {
            why += match winner {
                Side::Alice => " The claim is false: Bob left the half that held the lie.",
                Side::Bob => " The claim is true: Alice named a wrong configuration.",
            };
        }
        why
    }
}

impl Bisection {
    /// Thm 5.1: ⌈log2 T⌉ rounds and two configurations more, of S bits each.
    pub(crate) fn million(&self) -> String {
        let rounds = rounds_for(MANY);
        let bits = u64::from(self.computation().most_bits());
        format!(
            "A million steps of {} a configuration: at most {rounds} rounds and {} bits.",
            plural(bits, "bit", "bits"),
            count((rounds + 2) * bits)
        )
    }
}
