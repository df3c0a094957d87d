//! What is wrong with a move of a stochastic debate, with everything shown.

use super::shown;
use crate::chance::{Binomial, Probability};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::{Phase, near};
use crate::rules::{Move, Seat, Side};
use crate::show::number::{self, fixed, probability};

/// Nearer than this, a number is the honest one but for the votes' own noise.
const SAME: f64 = 1e-9;

impl Stochastic {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        match (self.phase(), mv) {
            (Phase::Stating, Move::State(stated)) => self.misstated(*stated),
            (Phase::Setting, Move::Bit(bit)) => {
                let due = self.round().due?;
                (due != bit.0).then(|| {
                    format!(
                        "The coin fell on {}; an honest Bob aborts when another bit is set.",
                        u8::from(due)
                    )
                })
            }
            (Phase::Deciding, Move::Abort) => self.aborted_for_little(),
            (Phase::Deciding, Move::Continue) => self.let_pass(),
            (Phase::Judging, Move::Rule(side)) => {
                (self.verdict() != *side).then(|| self.misruled())
            }
            _ => None,
        }
    }

    /// How likely the judge lets a number stand, if Bob aborts over it.
    fn stands(&self, stated: Probability) -> f64 {
        let judge = &self.constants().judge;
        let chance = self.chance_by(Seat::Judge);
        if !self.asks() {
            let gate = chance.as_certain().unwrap_or_default();
            let stands = self.setup().departures.gate_stands(stated, gate, judge.tolerance);
            return f64::from(u8::from(stands));
        }
        let counts = near(judge.count, stated.get(), judge.tolerance).range();
        match (counts, Binomial::new(judge.count, chance)) {
            (Some(counts), Ok(votes)) => votes.within(counts),
            _ => 0.0,
        }
    }

    /// "0.5 was stated where the honest vote gives 0.62: 0.12 off, …"
    fn distance(&self, stated: Probability) -> String {
        let (chance, step) = (self.chance(), number::step(self.step()));
        if !self.asks() {
            let gate =
                chance.as_certain().map_or_else(|| shown(chance), |bit| u8::from(bit).to_string());
            return format!("Step {step} is a gate and is {gate}; {} was stated.", shown(stated));
        }
        let off = (stated.get() - chance.get()).abs();
        let judge = self.constants().judge.tolerance;
        let beyond = off - judge;
        let reach = match beyond >= 0.0 {
            true => format!(
                "{} further than the {} that the judge forgives",
                decimals(beyond),
                decimals(judge)
            ),
            false => format!("and the judge forgives less than {}", decimals(judge)),
        };
        format!(
            "{} was stated where the honest vote on step {step} gives {}: {} off, {reach}.",
            shown(stated),
            shown(chance),
            decimals(off)
        )
    }

    fn misstated(&self, stated: Probability) -> Option<String> {
        let chance = self.chance();
        if (stated.get() - chance.get()).abs() <= SAME {
            return None;
        }
        let stands = self.stands(stated);
        let then = match self.asks() {
            false if stands == 0.0 => "Bob can abort here and wins for certain.".to_owned(),
            _ if stands < 0.5 => {
                format!("Bob could abort here, and would win {}.", with(1.0 - stands))
            }
            _ if stated.get() < chance.get() => "It makes a 1 less likely than it is.".to_owned(),
            _ => "It makes a 1 likelier than it is.".to_owned(),
        };
        Some(format!("{} {then}", self.distance(stated)))
    }

    /// Bob aborts over a number that is likely to stand.
    fn aborted_for_little(&self) -> Option<String> {
        let stated = self.round().stated?;
        let stands = self.stands(stated);
        (stands >= 0.001)
            .then(|| format!("{} So it stands {}.", self.distance(stated), with(stands)))
    }

    /// Bob goes on though an abort would be likely to win.
    fn let_pass(&self) -> Option<String> {
        let stated = self.round().stated?;
        let stands = self.stands(stated);
        let set = self.round().due.zip(self.round().bit).filter(|(due, bit)| due != bit);
        if (stated.get() - self.chance().get()).abs() <= SAME && set.is_none() {
            return None;
        }
        (stands < 1.0).then(|| {
            format!("{} An abort would win {}.", self.distance(stated), with(1.0 - stands))
        })
    }

    fn misruled(&self) -> String {
        let stated = self.round().stated.unwrap_or_default();
        let stands = self.verdict() == Side::Alice;
        match self.votes().mean() {
            Some(mean) => {
                let off = (mean - stated.get()).abs();
                let tolerance = self.constants().judge.tolerance;
                format!(
                    "The votes' mean is {}, {} from her {}: {} than the {} that is forgiven, so the \
                     number {}.",
                    fixed(mean, 4),
                    decimals(off),
                    shown(stated),
                    if stands { "less" } else { "no less" },
                    decimals(tolerance),
                    if stands { "stands" } else { "falls" }
                )
            }
            None if !self.asks() => format!(
                "{} So the number {}.",
                self.distance(stated),
                if stands { "stands" } else { "falls" }
            ),
            None => "Without a vote nothing speaks against the number, and it stands.".into(),
        }
    }
}

fn with(p: f64) -> String {
    if p >= 1.0 { "for certain".into() } else { format!("with probability {}", probability(p)) }
}

/// At most three decimals, or two figures of what is smaller.
fn decimals(x: f64) -> String {
    if x > 0.0 && x < 0.001 {
        return format!("{x:.1e}");
    }
    let text = fixed(x, if x < 0.01 { 4 } else { 3 });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
