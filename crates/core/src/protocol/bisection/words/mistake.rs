//! The mistakes in moves of a bisection, with everything revealed.

use crate::machine::PlanRun;
use crate::machine::{Computation, Configuration};
use crate::protocol::Bisection;
use crate::protocol::bisection::BisectionRound;
use crate::protocol::trial::words::misanswered;
use crate::rules::{Half, Move, Side, View};
use crate::text::number::{self, count, plural};

impl<'a> View<'a, Bisection> {
    pub(super) fn mistaken(self, mv: &Move) -> Option<String> {
        let computation = self.computation();
        match (self.open_round(), mv) {
            (_, Move::Name(_)) if self.holds() == Some(true) => self.misnames(mv),
            (Some(round), Move::Dispute(half)) => {
                let lie = self.false_half(round)?;
                let left = round.half(*half);
                left.holds(computation).then(|| self.wrong_half(round, *half, lie))
            }
            (None, Move::Rule(side)) => {
                let (span, due) = (self.span()?, self.verdict());
                let holds = due.unwrap_or(Side::of_claim(span.holds(computation)));
                (holds != *side).then(|| {
                    let leads = match holds {
                        Side::Alice => "it leads to the second configuration",
                        Side::Bob => "it does not lead to the second configuration",
                    };
                    let asked =
                        if due.is_none() { "The judge did not ask the oracle. " } else { "" };
                    format!(
                        "{asked}The rule of step {} is: {}. So {leads}.",
                        count(span.to.into()),
                        computation.rule_words(&span.start, span.from)
                    )
                })
            }
            (None, Move::Answer(answer)) if self.is_judging() => misanswered(self, answer.0),
            _ => None,
        }
    }

    /// The mistake of an Alice who names a wrong configuration although all earlier ones are right.
    fn misnames(self, mv: &Move) -> Option<String> {
        let after = self.after(mv)?;
        let after = self.nested(&after);
        if after.holds() == Some(true) {
            return None;
        }
        let Some(round) = after.open_round() else {
            let (steps, named) = (self.steps(), &after.span()?.end);
            return Some(self.misnamed(steps, &self.computation().at(steps), named));
        };
        Some(format!(
            "{} So Bob can dispute the {} half and win.",
            self.misnamed(round.span.middle(), after.follows(round)?, &round.middle),
            after.false_half(round)?
        ))
    }

    fn wrong_half(self, round: &BisectionRound, chosen: Half, lie: Half) -> String {
        let (from, middle, to) = (round.span.from, round.span.middle(), round.span.to);
        let between = |half| match half {
            Half::First => (from, middle),
            Half::Second => (middle, to),
        };
        let ((a, b), (c, d)) = (between(chosen), between(lie));
        let [a, b, c, d] = [a, b, c, d].map(|step| count(step.into()));
        let why = match lie {
            Half::First => {
                let due = round.follows(self.computation());
                format!(" {}", self.misnamed(middle, due, &round.middle))
            }
            Half::Second => String::new(),
        };
        format!(
            "Every step from step {a} to step {b} is right, so this half has no lie. The lie is in the \
             {lie} half, steps {c} to {d}.{why}"
        )
    }

    /// The first wrong live bit, and the number of other wrong bits.
    fn bits_misnamed(self, after: u32, due: &Configuration, named: &Configuration) -> String {
        let (
            Computation::Plan(PlanRun { live, .. }),
            Configuration::Live(due),
            Configuration::Live(named),
        ) = (self.computation(), due, named)
        else {
            return String::new();
        };
        let steps = live.live_after(after).into_iter();
        let wrong: Vec<_> = steps
            .zip(due.iter().zip(named.iter()))
            .filter(|(_, (due, named))| due != named)
            .collect();
        let Some(&(step, (due, named))) = wrong.first() else {
            return "other bits are live".into();
        };
        let more = match wrong.len() - 1 {
            0 => String::new(),
            more => format!(", and {} wrong", plural(more as u64, "more bit is", "more bits are")),
        };
        format!(
            "the bit of step {} is {}, not {}{more}",
            number::step(step),
            u8::from(due),
            u8::from(named)
        )
    }

    /// The differences between a named configuration and the true one.
    pub(super) fn misnamed(self, step: u32, due: &Configuration, named: &Configuration) -> String {
        let after = format!("After step {}", count(step.into()));
        let turing = match (self.computation(), due, named) {
            (Computation::Turing(run), Configuration::Tape(due), Configuration::Tape(named)) => {
                Some((run.machine(), due, named))
            }
            _ => None,
        };
        let Some((machine, due, named)) = turing else {
            return format!("{after} {}.", self.bits_misnamed(step, due, named));
        };
        let mut differs = Vec::new();
        if due.state() != named.state() {
            let [due, named] = [due, named].map(|c| machine.state_name(c.state()));
            differs.push(format!("the state is {due}, not {named}"));
        }
        if due.head() != named.head() {
            let [due, named] = [due, named].map(|c| machine.space().cell(c.head()));
            differs.push(format!("the head is at {due}, not {named}"));
        }
        let cells = || due.tape().iter().zip(named.tape()).enumerate();
        let wrong = cells().filter(|(_, (due, named))| due != named).count();
        if let Some((at, (due, named))) = cells().find(|(_, (due, named))| due != named) {
            let glyph = |symbol| machine.alphabet().glyph(symbol);
            let more = match wrong {
                0 | 1 => String::new(),
                _ => format!(
                    ", and {} wrong",
                    plural(wrong as u64 - 1, "more cell is", "more cells are")
                ),
            };
            differs.push(format!(
                "cell {} holds {}, not {}{more}",
                machine.space().cell(at as u32),
                glyph(*due),
                glyph(*named)
            ));
        }
        format!("{after} {}.", differs.join("; "))
    }
}
