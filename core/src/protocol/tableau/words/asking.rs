//! What each seat is asked, in words.

use crate::machine::Step;
use crate::machine::turing::Field;
use crate::protocol::Tableau;
use crate::protocol::tableau::{Neighbours, Phase, Point};
use crate::protocol::trial::words as trial;
use crate::rules::{Position, Verb, YesNo};
use crate::show::number::count;
use crate::show::{Asking, Fill, OfferWords, ShowAsking};

impl ShowAsking for Tableau {
    fn asking(&self) -> Asking {
        match &self.phase {
            Phase::Writing => {
                self.put("write the transcript, as the machine runs or with a lie in it").note(
                    "claims: the step says so, and the run goes on from it. slips: it says so, and \
                 nothing follows. holds: a cell changes with no head nearby.",
                )
            }
            Phase::Pointing => self.put("point at the step you think is wrong").note(format!(
                "Pointing at the last step, {}, concedes: you lose unless it is wrong.",
                self.steps_in_words()
            )),
            Phase::Judging(point, neighbours, answer) => {
                self.ask_verdict(*point, neighbours, *answer)
            }
            Phase::Showing(point, _) => self
                .asked_afresh()
                .map_or_else(Asking::default, |at| self.ask_field(point.step(), at)),
            Phase::Answering(..) | Phase::Over(..) => Asking::default(),
        }
    }
}

impl Tableau {
    fn steps_in_words(&self) -> String {
        count(u64::from(self.setup().run.steps()))
    }

    /// A prover's question, and its offers in the order of the menu.
    fn put(&self, question: &str) -> Asking {
        let offers = self.menu().offers;
        Asking::new(question, offers.iter().map(|offer| self.prover_words(offer.verb)))
    }

    fn prover_words(&self, verb: Verb) -> OfferWords {
        match verb {
            Verb::Tell => {
                let shape = "`run`, or what differs from it: `9 claims write=… state=… head=… \
                             from=…`, `9 slips …`, `9 holds 4=1`, with `; ` between";
                let start = Some(self.honest().to_owned());
                OfferWords::new("write the transcript", Fill::Text { shape: shape.into(), start })
            }
            Verb::Run => {
                format!("run the machine yourself: {} steps", self.steps_in_words()).into()
            }
            Verb::Skipped => "name a later writer than a step's pointer does".into(),
            _ => "point at a step that does not follow".into(),
        }
    }

    /// Alice is asked for one field of a step; her transcript is there to start from.
    fn ask_field(&self, checked: Step, (step, field): (u32, Field)) -> Asking {
        let what = match field {
            Field::Symbol => "what it wrote",
            Field::State => "the state it left",
            Field::Head => "where it left the head",
            Field::Pointers => "which step last wrote what it read",
        };
        let fill = Fill::Text {
            shape: format!("`{}=…`", field.key()),
            start: Some(self.machine().write_field(&self.cell(step), field)),
        };
        let (checked, step) = (count(u64::from(checked.number())), count(u64::from(step)));
        let question = format!("the judge checks step {checked} and reads of step {step} {what}");
        Asking::new(question, [OfferWords::new("say it", fill)])
            .note("Without copies you answer afresh; nobody holds you to your transcript.")
    }

    fn ask_verdict(&self, point: Point, neighbours: &Neighbours, answer: Option<bool>) -> Asking {
        let trial = self.trial(point, neighbours, answer);
        let mut asking = trial::judging(&self.menu(), &trial, || match point {
            Point::Step(step) => format!("does step {step} follow from what you were shown?"),
            Point::Skip(skip) => {
                let (step, writer) = (skip.step, skip.writer);
                format!("does step {step} overlook that step {writer} wrote its cell?")
            }
        });
        let state = self.machine().oracle().map(|oracle| oracle.state());
        let asked = state.zip(neighbours.asked.as_ref());
        asking.notes.extend(asked.and_then(|(state, word)| self.machine().question(state, word)));
        asking.notes.extend(answer.map(|yes| format!("The oracle says {}.", YesNo(yes))));
        asking
    }
}
