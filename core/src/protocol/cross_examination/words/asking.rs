//! What each seat is asked, in words.

use crate::machine::Step;
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::Phase;
use crate::protocol::trial::words as trial;
use crate::rules::{Position, Seat, Verb};
use crate::show::number::{self, plural};
use crate::show::{Asking, Fill, OfferWords, ShowAsking};

impl ShowAsking for CrossExamination {
    fn asking(&self) -> Asking {
        match &self.phase {
            Phase::Writing => self
                .put_with_computing(
                    Seat::Alice,
                    "write the transcript: one bit for each step",
                    OfferWords::new("write the transcript", self.start()),
                )
                .note("The last bit is your claim. Bob sees all of it, the judge none."),
            Phase::Pointing => self
                .put_with_computing(
                    Seat::Bob,
                    "point at the step you think is wrong",
                    "point at it; that ends your turn".into(),
                )
                .note(format!(
                    "Pointing at the last step, {}, concedes: you lose unless it is wrong.",
                    number::step(self.plan().output())
                )),
            Phase::Judging(step) => self.ask_verdict(*step),
            Phase::Showing(step, cell) => Asking::new(
                format!(
                    "the judge checks step {} and reads {cell}: what does it say?",
                    number::step(*step)
                ),
                ["answer"],
            )
            .note("Without copies you answer afresh; nobody holds you to your transcript."),
            Phase::Answering(..) | Phase::Over(..) => Asking::default(),
        }
    }
}

impl CrossExamination {
    /// The bits that Alice may start from: the truth, if she ran the plan, but for her claim.
    fn start(&self) -> Fill {
        if !self.ran[Seat::Alice.index()] {
            return Fill::Nothing;
        }
        let mut bits = self.honest().clone();
        bits.set(self.plan().output().index(), self.setup().claim);
        Fill::Bits(bits)
    }

    /// A prover's answer, and what it may compute before, in the order of the menu.
    fn put_with_computing(&self, seat: Seat, question: &str, answer: OfferWords) -> Asking {
        let menu = self.menu();
        let computing = menu.offers.iter().skip(1).map(|offer| match offer.verb {
            Verb::Run => {
                let (asks, perhaps_less) = self.asks_expected(seat);
                let most = if perhaps_less { "at most " } else { "" };
                let queries = match asks {
                    0 => "no query".to_owned(),
                    asks => plural(asks, "query", "queries"),
                };
                format!("run the plan yourself: {most}{queries}").into()
            }
            _ => "ask the oracle: 1 query".into(),
        });
        Asking::new(question, std::iter::once(answer).chain(computing))
    }

    fn ask_verdict(&self, step: Step) -> Asking {
        let plan = self.plan();
        let named = number::step(step);
        let ruling = || format!("does step {named} follow from what you read?");
        trial::judging(&self.menu(), &self.trial(step), ruling).note(match plan.ask(step) {
            // What is asked, in full: the judge may have to answer it.
            Some(ask) => ask.question.replace("{t}", &step.to_string()),
            None => plan.words(step).into_owned(),
        })
    }
}
