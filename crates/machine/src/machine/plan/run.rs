//! A plan with its run.

use super::Plan;
use super::liveness::Liveness;
use crate::machine::common::{JudgeCost, location_bits};
use crate::machine::{BitRef, Bits, NotAConfiguration, Step, grouped};

/// A plan with its transcript and its live steps. Its configurations are its live bits. Clones share their storage.
#[derive(Clone, Debug)]
pub struct PlanRun {
    /// The plan, and its live steps at each time.
    pub live: Liveness,
    /// The transcript of the plan.
    pub transcript: Bits,
}

impl PlanRun {
    /// Runs a plan. If the plan's oracle is random, the run uses the more likely answers.
    pub fn new(plan: Plan) -> Self {
        let transcript = plan.evaluate();
        Self { live: Liveness::new(plan), transcript }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        self.live.plan()
    }

    fn next(&self, step: u32) -> Option<Step> {
        Some(Step::at(step as usize)).filter(|&next| self.plan().has(next))
    }
}

/// The methods that [`Computation`](crate::machine::Computation) documents.
impl PlanRun {
    pub(crate) fn steps(&self) -> u32 {
        self.plan().len() as u32
    }

    pub(crate) fn asks_between(&self, from: u32, to: u32) -> u32 {
        self.live.asks_between(from, to)
    }

    pub(crate) fn at(&self, step: u32) -> Bits {
        self.live.of_transcript(step, &self.transcript)
    }

    pub(crate) fn advance(&self, start: &Bits, from: u32, to: u32) -> (Bits, u32) {
        (self.live.advance(from, start, to), self.asks_between(from, to))
    }

    pub(crate) fn answered(&self, start: &Bits, from: u32, answer: bool) -> Bits {
        match self.asks(start, from) {
            true => self.live.with_step(from, start, answer),
            false => self.live.advance(from, start, from + 1),
        }
    }

    pub(crate) fn asks(&self, _: &Bits, step: u32) -> bool {
        self.next(step).is_some_and(|next| self.plan().ask(next).is_some())
    }

    pub(crate) fn question(&self, here: &Bits, step: u32) -> Option<String> {
        let next = self.next(step).filter(|_| self.asks(here, step))?;
        Some(self.plan().words(next).into_owned())
    }

    pub(crate) fn accepts(&self, end: &Bits) -> bool {
        end.get(0) == Some(true)
    }

    pub(crate) fn with_output(&self, _: Bits, output: bool) -> Bits {
        [output].into_iter().collect()
    }

    pub(crate) fn form(&self, step: u32) -> Bits {
        Bits::zeros(self.bits(step) as usize)
    }

    pub(crate) fn bits(&self, step: u32) -> u32 {
        self.live.live_after(step).len() as u32
    }

    pub(crate) fn most_bits(&self) -> u32 {
        self.live.max_live()
    }

    pub(crate) fn write(&self, configuration: &Bits) -> String {
        format!("bits={configuration}")
    }

    pub(crate) fn read(&self, text: &str, step: u32) -> Result<Bits, NotAConfiguration> {
        let expected = self.bits(step);
        let row = text.trim().strip_prefix("bits=").ok_or(NotAConfiguration::Bits)?;
        let bits: Bits = row.parse().map_err(NotAConfiguration::Symbols)?;
        match bits.len() {
            got if got == expected as usize => Ok(bits),
            got => Err(NotAConfiguration::Length { got, expected, step }),
        }
    }

    pub(crate) fn shape(&self, step: u32) -> String {
        let live = self.live.live_after(step);
        let names: Vec<String> = live.iter().take(12).map(Step::to_string).collect();
        let more = if live.len() > 12 { ", …" } else { "" };
        format!("bits=, then the values of steps {}{more}", names.join(", "))
    }

    pub(crate) fn rule_words(&self, _: &Bits, step: u32) -> String {
        let words = |next: Step| {
            format!("step {} is {}", grouped(next.number().into()), self.plan().formula(next))
        };
        self.next(step).map_or(String::new(), words)
    }

    pub(crate) fn words(&self) -> String {
        format!("a plan of {} steps", self.plan().len())
    }
}

/// The judge's largest possible cost, for any step at which Bob points, and for any transcript of
/// Alice (Thm 5.3). It is the maximum over all steps.
pub fn limits(plan: &Plan) -> JudgeCost {
    let mut most = JudgeCost { location: location_bits(plan.len()), ..JudgeCost::default() };
    let mut read = Vec::new();
    for step in plan.steps() {
        read.clear();
        read.extend_from_slice(plan.relevant(step));
        read.sort_unstable();
        read.dedup();
        let inputs = read.iter().filter(|s| matches!(s.get(), BitRef::Input(_))).count();
        let own = usize::from(step != plan.output());
        most.transcript = most.transcript.max((read.len() - inputs + own) as u64);
        most.input = most.input.max(inputs as u64);
        most.oracle = most.oracle.max(u64::from(plan.ask(step).is_some()));
    }
    most
}
