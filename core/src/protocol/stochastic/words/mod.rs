//! Stochastic debate, said and shown.

mod asking;
mod board;
mod brief;
pub(super) mod faults;
mod mistake;

use crate::chance::Probability;
use crate::machine::Step;
use crate::protocol::Stochastic;
use crate::protocol::cross_examination::location_bits;
use crate::protocol::stochastic::Phase;
use crate::rules::{Cell, Eye, Move, Position, Side};
use crate::show::MANY;
use crate::show::number::{self, count, probability};
use crate::show::{Show, Topic, contradiction};

impl Show for Stochastic {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn topics(&self, _eye: Eye) -> Vec<Topic> {
        vec![Topic::Step(self.step())]
    }

    fn why(&self) -> String {
        match self.phase() {
            Phase::Ruled(winner) => self.why_ruled(winner),
            Phase::Ended(bit) => {
                format!("Bob never aborted, and the last bit is {}.", u8::from(bit))
            }
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
        let readings = self.ledger().readings();
        let read = readings.list().iter().filter_map(|reading| match reading.cell {
            Cell::Step(step) => Some(step),
            Cell::Input(_) => None,
        });
        let asks = |step: &Step| self.plan().ask(*step).is_some();
        // Two votes on one question may well differ.
        let gates = read.filter(|step| !asks(step));
        contradiction::of_steps(self.plan(), |cell| readings.bit(cell), gates, None)
    }

    fn at_a_million(&self) -> Option<String> {
        Some(self.million())
    }

    fn decided_by(&self) -> Option<String> {
        let plan = self
            .chance_of_output()
            .map(|p| format!("The plan itself says 1 with probability {}.", probability(p)));
        match self.phase() {
            Phase::Ruled(_) => {
                let chance = self.chance();
                let whose = if self.asks() { "An honest vote" } else { "The gate" };
                let there = format!("{whose} gives {} there.", shown(chance));
                Some(plan.map_or(there.clone(), |plan| format!("{there} {plan}")))
            }
            Phase::Ended(_) => {
                let said = [self.untried(), plan];
                let said: Vec<String> = said.into_iter().flatten().collect();
                (!said.is_empty()).then(|| said.join(" "))
            }
            _ => None,
        }
    }
}

impl Stochastic {
    /// The number furthest off of those that the judge would have found too far off, had Bob objected.
    fn untried(&self) -> Option<String> {
        let (transcript, _) = self.played();
        let stated = self.plan().steps().filter(|step| self.plan().ask(*step).is_some());
        let off = stated.filter_map(|step| {
            let stated = self.round_of(step)?.stated?;
            let honest = self.plan().chance_in(step, transcript);
            Some((step, stated, honest, (stated.get() - honest.get()).abs()))
        });
        let (step, stated, honest, off) = off.max_by(|a, b| a.3.total_cmp(&b.3))?;
        let forgiven = self.constants().judge.tolerance;
        (off >= forgiven).then(|| {
            format!(
                "In round {} Alice said {} where an honest vote gives {}: the judge forgives less \
                 than {}.",
                number::step(step),
                shown(stated),
                shown(honest),
                number::stated(forgiven)
            )
        })
    }

    fn why_ruled(&self, winner: Side) -> String {
        let stated = self.round().stated.unwrap_or_default();
        let found = match (self.votes().mean(), winner) {
            (None, Side::Alice) => "The judge ruled that it is right.".to_owned(),
            (None, Side::Bob) => "The judge ruled that it is wrong.".to_owned(),
            (Some(mean), winner) => format!(
                "The judge's mean of {} votes is {mean:.3}, {:.3} away: {}.",
                count(self.votes().all),
                (mean - stated.get()).abs(),
                if winner == Side::Alice { "near enough" } else { "too far" }
            ),
        };
        let against = match self.verdict() == winner {
            true => "",
            false => " What the judge saw says the opposite.",
        };
        let (step, stated) = (number::step(self.step()), shown(stated));
        format!("Bob aborted in round {step} over Alice's {stated}. {found}{against}")
    }
}

/// A stated number as it was typed, or cut where nobody types so much.
fn shown(stated: Probability) -> String {
    // Sums such as 0.21 + 0.016 carry noise far behind what anybody typed.
    let typed = ((stated.get() * 1e9).round() / 1e9).to_string();
    if typed.len() <= 6 { typed } else { number::stated(stated.get()) }
}

impl Stochastic {
    /// Thm 6.2: the judge's votes do not hang on T, only where the number stands, ⌈log2 T⌉ bits.
    pub(crate) fn million(&self) -> String {
        format!(
            "A million rounds, K and tolerances as here: at most {} votes and {} bits of location.",
            count(self.constants().judge.count),
            location_bits(MANY as usize)
        )
    }
}
