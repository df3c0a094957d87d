//! What each seat is asked, in words.

use super::shown;
use crate::chance::Probability;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::Phase;
use crate::rules::{Domain, Position, Seat, Verb};
use crate::show::number::count;
use crate::show::{Asking, Fill, OfferWords, ShowAsking};

/// The judge draws its votes in about this many batches, if it draws them by batches.
const BATCHES: u64 = 18;

impl ShowAsking for Stochastic {
    fn asking(&self) -> Asking {
        match self.phase() {
            Phase::Stating => self.ask_number(),
            Phase::Sharing(_) => self.ask_share(),
            Phase::Setting => self.ask_bit(),
            Phase::Deciding => self.ask_to_go_on(),
            Phase::Judging => self.ask_verdict(),
            _ => Asking::default(),
        }
    }
}

impl Stochastic {
    /// These words for the answers, and those for drawing votes, as the menu has them.
    fn put(&self, question: String, answers: impl IntoIterator<Item = OfferWords>) -> Asking {
        let menu = self.menu();
        let votes =
            menu.offers.iter().filter(|offer| offer.verb == Verb::Sample).map(|offer| match &offer
                .domain
            {
                Domain::Count(range) if range.start() == range.end() => {
                    format!("draw {} votes", count(*range.start())).into()
                }
                _ => "draw votes: 1 query each".into(),
            });
        Asking::new(question, answers.into_iter().chain(votes))
    }

    fn ask_number(&self) -> Asking {
        let step = self.step();
        let words = self.plan().words(step).into_owned();
        if !self.asks() {
            let question = format!("state the value of the gate, step {step}: 0 or 1");
            return self
                .put(question, [OfferWords::new("state it", Fill::Certain)])
                .note("A gate's number must be exactly 0 or 1, as its gate says.")
                .note(words);
        }
        let votes = self.round().votes[Seat::Alice.index()];
        let note = match votes.mean() {
            Some(mean) => {
                let (yes, all) = (count(votes.yes), count(votes.all));
                format!("your votes: {yes} yes of {all} = {mean:.4}")
            }
            None => format!(
                "an honest Alice draws {} votes and states their mean",
                count(self.constants().alice)
            ),
        };
        let mean = votes.mean().map(Probability::clamped);
        let offer = OfferWords::new("state it", mean.map_or(Fill::Nothing, Fill::Measured));
        self.put(format!("state how likely yes is, for step {step}"), [offer])
            .note(note)
            .note(words)
    }

    fn ask_bit(&self) -> Asking {
        let due = u8::from(self.round().due.unwrap_or_default());
        Asking::new(format!("set the bit of step {}", self.step()), ["set it"])
            .note(format!("The coin says {due}. Only Bob sees whether you follow it."))
    }

    fn ask_share(&self) -> Asking {
        let stated = shown(self.round().stated.unwrap_or_default());
        let question = format!("give your share of the coin for step {}", self.step());
        Asking::new(question, ["fair: nature draws it", "choose it by hand"])
            .note("The coin is the sum of both shares, less 1 if that reaches 1.")
            .note(format!("The bit is 1 if it falls below {stated}. One fair share makes it fair."))
    }

    fn ask_to_go_on(&self) -> Asking {
        let step = self.step();
        let number = self.round().stated.unwrap_or_default();
        let stated = shown(number);
        let next = if step == self.plan().output() {
            let bit = u8::from(self.round().bit.unwrap_or_default());
            format!("go on: the debate ends, and the last bit is {bit}")
        } else {
            format!("go on to round {}", step.number() + 1)
        };
        let on_trial = if self.asks() {
            format!("abort: the judge takes votes on {stated}")
        } else {
            format!("abort: the judge checks the gate against {stated}")
        };
        let question =
            format!("abort over Alice's {stated} for \"{}\", or go on?", self.plan().words(step));
        let asking = self.put(question, [next.into(), on_trial.into()]);
        if !self.asks() {
            return asking;
        }
        let honest = self.constants().bob;
        let votes = self.round().votes[Seat::Bob.index()];
        asking.note(match votes.mean() {
            Some(mean) => format!(
                "your {} votes: {mean:.4}, off {:.4}; honest Bob aborts at {:.4} or more",
                count(votes.all),
                (mean - number.get()).abs(),
                honest.tolerance
            ),
            None => format!("an honest Bob draws {} votes first", count(honest.count)),
        })
    }

    fn ask_verdict(&self) -> Asking {
        let stated = shown(self.round().stated.unwrap_or_default());
        if !self.asks() {
            let question = format!("is {stated} what the gate gives? Rule on step {}", self.step());
            return self.put(question, ["rule".into()]).note(self.plan().formula(self.step()));
        }
        let (all, drawn) = (self.constants().judge.count, self.votes().all);
        let left = all.saturating_sub(drawn);
        let asking = self
            .put(format!("draw more votes, or rule on {stated}"), ["rule".into()])
            .note(format!(
                "a batch is {} votes; {} votes are to come",
                count(all.div_ceil(BATCHES).min(left)),
                count(left)
            ));
        if drawn == 0 {
            return asking;
        }
        // Nineteen times in twenty a mean is within 1.96/(2√n) of the truth, or nearer.
        let within = |n: u64| 0.98 / (n as f64).sqrt();
        asking.note(format!(
            "{} votes are within {:.3} of the truth 19 times in 20; all {}, within {:.3}",
            count(drawn),
            within(drawn),
            count(all),
            within(all)
        ))
    }
}
