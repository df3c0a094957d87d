//! What each seat is asked.

use super::board::shown;
use super::brief::grouped;
use super::{MOST_SAMPLES, Phase, Stochastic, Votes};
use crate::rules::{Audience, Domain, Offer, Prompt, Seat, Verb};

/// A prover may draw votes so often in one round: every debate ends.
const MOST_DRAWS: u32 = 64;

/// The judge draws its votes in about this many batches, if it draws them by batches.
pub const BATCHES: u64 = 18;

impl Stochastic {
    pub(super) fn draw_prompt(&self) -> Prompt {
        match self.phase {
            Phase::Stating => self.ask_number(),
            Phase::Sharing(seat) => self.ask_share(seat),
            Phase::Deciding => self.ask_to_go_on(),
            Phase::Judging => self.ask_verdict(),
            _ => Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() },
        }
    }

    /// The offers to draw votes, if there is a question to draw them on and some are left: as
    /// many as an honest player draws, and any number.
    fn votes_offers(&self, votes: Votes, usual: u64, most: u64, seat: Seat) -> Vec<Offer> {
        let left = most.saturating_sub(votes.all);
        if !self.asks() || left == 0 || votes.draws >= MOST_DRAWS {
            return Vec::new();
        }
        let any = Offer::before(Verb::Sample, Domain::Count(1..=left), "draw votes: 1 query each");
        if seat == Seat::Judge {
            return vec![any];
        }
        let usual = usual.min(left);
        let words = format!("draw {} votes", grouped(usual));
        let usual = Offer::before(Verb::Sample, Domain::Count(usual..=usual), words);
        [usual, any].map(|offer| offer.seen_by(Audience::only(seat))).into()
    }

    /// What the step asks or is, in words.
    fn subject(&self) -> String {
        format!("\"{}\"", self.plan().words(self.step))
    }

    fn ask_number(&self) -> Prompt {
        let step = self.step;
        let state = Offer::answer(Verb::State, Domain::Probability, "state it");
        let mut offers = vec![state.seen_by(Audience::PROVERS)];
        let votes = self.now.votes[Seat::Alice.index()];
        let usual = self.constants().alice;
        offers.extend(self.votes_offers(votes, usual, MOST_SAMPLES, Seat::Alice));
        let mut notes = Vec::new();
        let question = if self.asks() {
            notes.push(match votes.mean() {
                Some(mean) => format!(
                    "your votes: {} yes of {} = {mean:.4}",
                    grouped(votes.yes),
                    grouped(votes.all)
                ),
                None => format!(
                    "an honest Alice draws {} votes and states their mean",
                    grouped(self.constants().alice)
                ),
            });
            format!("state how likely yes is, for step {step}")
        } else {
            notes.push("A gate's number must be exactly 0 or 1, as its gate says.".into());
            format!("state the value of the gate, step {step}: 0 or 1")
        };
        notes.push(self.plan().words(step).into_owned());
        Prompt { question, offers, notes }
    }

    fn ask_share(&self, seat: Seat) -> Prompt {
        let own = Audience::only(seat);
        Prompt {
            question: format!("give your share of the coin for step {}", self.step),
            offers: vec![
                Offer::answer(Verb::Fair, Domain::Nothing, "fair: nature draws it").seen_by(own),
                Offer::answer(Verb::Share, Domain::Share, "choose it by hand").seen_by(own),
            ],
            notes: vec![
                "The coin is the sum of both shares, less 1 if that reaches 1.".into(),
                format!(
                    "The bit is 1 if it falls below {}. One fair share makes it fair.",
                    shown(self.now.stated.unwrap_or_default())
                ),
            ],
        }
    }

    fn ask_to_go_on(&self) -> Prompt {
        let step = self.step;
        let number = self.now.stated.unwrap_or_default();
        let stated = shown(number);
        let next = if step == self.plan().output() {
            let bit = u8::from(self.now.bit.unwrap_or_default());
            format!("go on: the debate ends, and the last bit is {bit}")
        } else {
            format!("go on to round {}", step.number() + 1)
        };
        let on_trial = if self.asks() {
            format!("abort: the judge takes votes on {stated}")
        } else {
            format!("abort: the judge checks the gate against {stated}")
        };
        let mut offers = vec![
            Offer::answer(Verb::Continue, Domain::Nothing, next),
            Offer::answer(Verb::Abort, Domain::Nothing, on_trial),
        ];
        let votes = self.now.votes[Seat::Bob.index()];
        let usual = self.constants().bob.count;
        offers.extend(self.votes_offers(votes, usual, MOST_SAMPLES, Seat::Bob));
        let mut notes = Vec::new();
        if self.asks() {
            let honest = self.constants().bob;
            notes.push(match votes.mean() {
                Some(mean) => format!(
                    "your {} votes: {mean:.4}, off {:.4}; honest Bob aborts at {:.4} or more",
                    grouped(votes.all),
                    (mean - number.get()).abs(),
                    honest.tolerance
                ),
                None => format!("an honest Bob draws {} votes first", grouped(honest.count)),
            });
        }
        Prompt {
            question: format!("abort over Alice's {stated} for {}, or go on?", self.subject()),
            offers,
            notes,
        }
    }

    fn ask_verdict(&self) -> Prompt {
        let stated = shown(self.now.stated.unwrap_or_default());
        let judge = self.constants().judge;
        let mut offers = vec![Offer::answer(Verb::Rule, Domain::Side, "rule")];
        offers.extend(self.votes_offers(self.votes, judge.count, judge.count, Seat::Judge));
        let mut notes = Vec::new();
        if self.asks() {
            let left = judge.count.saturating_sub(self.votes.all);
            notes.push(format!(
                "a batch is {} votes; {} votes are to come",
                grouped(judge.count.div_ceil(BATCHES).min(left)),
                grouped(left)
            ));
            // Nineteen times in twenty a mean is within 1.96/(2√n) of the truth, or nearer.
            let within = |n: u64| 0.98 / (n as f64).sqrt();
            if self.votes.all > 0 {
                notes.push(format!(
                    "{} votes are within {:.3} of the truth 19 times in 20; all {}, within {:.3}",
                    grouped(self.votes.all),
                    within(self.votes.all),
                    grouped(judge.count),
                    within(judge.count)
                ));
            }
            Prompt { question: format!("draw more votes, or rule on {stated}"), offers, notes }
        } else {
            notes.push(self.plan().formula(self.step));
            let question = format!("is {stated} what the gate gives? Rule on step {}", self.step);
            Prompt { question, offers, notes }
        }
    }
}
