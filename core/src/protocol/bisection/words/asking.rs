//! What each seat is asked, in words.

use crate::machine::{Computation, Configuration};
use crate::protocol::Bisection;
use crate::protocol::bisection::{Phase, Round, Span};
use crate::protocol::trial::old as trial;
use crate::rules::{Position, Verb, YesNo};
use crate::show::number::{count, plural};
use crate::show::{Asking, Fill, OfferWords, ShowAsking};

impl ShowAsking for Bisection {
    fn asking(&self) -> Asking {
        match &self.phase {
            Phase::Ending => self.ask_end(),
            Phase::Naming(span) => self.ask_middle(span),
            Phase::Choosing(round) => self.ask_half(round),
            Phase::Checking(span, answer) => self.ask_verdict(span, *answer),
            Phase::Answering(_) | Phase::Over(..) => Asking::default(),
        }
    }
}

impl Bisection {
    /// A question, with this answer, and what running it oneself is called, in the order of the
    /// menu.
    fn put(&self, question: String, answer: OfferWords, run: &str, steps: u32) -> Asking {
        let long = || plural(steps.into(), "step", "steps");
        let runs = self.menu().offer(Verb::Run).map(|_| format!("{run}: {}", long()));
        Asking::new(question, std::iter::once(answer).chain(runs.map(OfferWords::from)))
    }

    /// The configuration after a step is to be named; this is one to start from.
    fn ask_name(&self, question: String, step: u32, start: &Configuration) -> Asking {
        let fill = Fill::Text {
            shape: self.computation().shape(step),
            start: Some(self.computation().write(start)),
        };
        let words = format!("name the configuration after step {}", number(step));
        let all = self.computation().steps();
        self.put(question, OfferWords::new(words, fill), "run the machine yourself", all)
    }

    fn ask_end(&self) -> Asking {
        let (steps, claim) = (self.computation().steps(), self.setup().claim);
        let end = match self.ran {
            true => self.computation().at(steps),
            false => self.computation().form(steps),
        };
        let start = self.computation().with_output(end, claim);
        let question = format!("name the configuration after the last step, {}", number(steps));
        self.ask_name(question, steps, &start).note(match self.computation() {
            Computation::Turing(_) => {
                let what = if claim { "an accepting" } else { "a rejecting" };
                format!("By your claim it is in {what} state.")
            }
            Computation::Plan(_) => {
                format!("By your claim its one bit is {}.", u8::from(claim))
            }
        })
    }

    fn ask_middle(&self, span: &Span) -> Asking {
        let middle = span.middle();
        // What she has run, or else a form to fill in that tells her nothing.
        let start = match self.ran {
            true => self.computation().advance(&span.start, span.from, middle),
            false => self.computation().form(middle),
        };
        let question = format!("name the configuration at the middle, step {}", number(middle));
        self.ask_name(question, middle, &start).note(
            "Anything in the shape of a configuration may be named; Bob chooses which half to \
             doubt.",
        )
    }

    fn ask_half(&self, round: &Round) -> Asking {
        let span = &round.span;
        let [from, middle, to] = [span.from, span.middle(), span.to].map(number);
        let halves =
            format!("first half, {from} to {middle}, or second half, {middle} to {to}").into();
        let run = "run it from the start of the interval";
        self.put("which half holds the lie?".into(), halves, run, span.middle() - span.from)
            .note("First half: you dispute her middle. Second half: you accept it.")
    }

    fn ask_verdict(&self, span: &Span, answer: Option<bool>) -> Asking {
        let mut asking = trial::judging(&self.menu(), &self.trial(span, answer), || {
            format!("does step {} lead from the start to the end?", number(span.to))
        });
        asking.notes.extend(self.question(span));
        asking.notes.extend(answer.map(|yes| format!("The oracle says {}.", YesNo(yes))));
        asking
    }
}

fn number(step: u32) -> String {
    count(u64::from(step))
}
