//! A plan unrolled into situations. A situation is a value of the live part of the history that can occur at a step.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use super::live::{HistoryPacker, PackedHistory, ResolvedStep, StepEffect, TooManyLiveBits};
use super::{Ask, Plan};
use crate::chance::Probability;
use crate::machine::{Bits, Step, grouped};
use crate::work::{CancelToken, Cancelled};

/// The largest number of situations, summed over all steps, for which exact values are computed.
pub const MOST_SITUATIONS: usize = 40_000_000;

/// The bytes stored for each situation: its two successors and its reading.
const KEPT: u64 = (size_of::<[u32; 2]>() + size_of::<u16>()) as u64;

/// The bytes that each situation of the current step needs in addition. They hold its live bits, its successors in a
/// list and in the shared copy, and its entry in the lookup table.
const AT_HAND: u64 =
    (4 * size_of::<PackedHistory>() + 2 * size_of::<(PackedHistory, u32)>()) as u64;

/// Why a plan cannot be unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnrollError {
    /// The plan has too many live bits.
    #[error(transparent)]
    Live(#[from] TooManyLiveBits),
    /// The plan has too many situations.
    #[error(
        "the plan has more than {} situations up to step {step}, so exact values cannot be \
         computed",
        grouped(*.most as u64)
    )]
    Situations {
        /// The step where the limit was exceeded.
        step: Step,
        /// The limit.
        most: usize,
    },
    /// The plan needs more memory than allowed.
    #[error(
        "the plan's situations need more than {} MiB up to step {step}, so exact values cannot \
         be computed",
        .budget >> 20
    )]
    Memory {
        /// The step where the limit was exceeded.
        step: Step,
        /// The limit in bytes.
        budget: u64,
    },
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

/// What the next step does in a situation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnrolledStep {
    /// It asks a question. The probability of "yes" is in this row of the question's table.
    Ask {
        /// P[y_t = 1 | a_I(t)].
        p: Probability,
        /// The row of the question's table.
        row: u16,
    },
    /// It is a gate with this value.
    Gate(bool),
}

/// If a step has at least this many situations, the number of later situations is estimated first.
/// Without the estimate, a number that doubles at each step would take minutes and gigabytes to
/// count.
const WIDE: usize = 1 << 16;

/// Returns an error if the steps after `step` surely have too many situations. `least` is a lower bound on the number
/// at `step`, `total` is the number before it, and `most` is the limit on the sum.
fn ahead(
    plan: &Plan,
    mut packing: HistoryPacker<'_>,
    step: Step,
    [mut least, mut total, most]: [usize; 3],
    lies_at_gates: bool,
    token: &CancelToken,
) -> Result<(), UnrollError> {
    for step in plan.steps().skip(step.index() + 1) {
        token.check_at(step.index())?;
        let effect = packing.step(step)?;
        total = least.saturating_add(total);
        if total > most {
            return Err(UnrollError::Situations { step, most });
        }
        least = effect.least_after(least, lies_at_gates);
    }
    Ok(())
}

/// Marks the missing successor for a gate's wrong value, if wrong gates are not followed.
const NOWHERE: u32 = u32::MAX;

#[derive(Debug, PartialEq, Eq)]
struct Layer {
    /// For each situation: the next situation if the step's value is 0, and the next situation if
    /// the value is 1.
    next: Vec<[u32; 2]>,
    /// For each situation, the row of the question or the value of the gate.
    reading: Vec<u16>,
}

/// The situations of a plan. Before the first step there is one situation. After the last step there are two, the
/// outputs 0 and 1. Equal steps share their storage.
#[derive(Clone, Debug)]
pub struct UnrolledPlan {
    plan: Plan,
    layers: Vec<Arc<Layer>>,
    /// The total number of situations. It is kept, because a solver asks for it in every situation.
    situations: usize,
    lies_at_gates: bool,
}

impl UnrolledPlan {
    /// All situations of a plan. Includes the situations after a wrong gate if there is room for them.
    ///
    /// # Errors
    /// Returns an error if there are too many situations, if they need more memory than the token allows, or if the
    /// work was cancelled.
    pub fn new(plan: &Plan, token: &CancelToken) -> Result<Self, UnrollError> {
        Self::with_limit(plan, MOST_SITUATIONS, token)
    }

    /// Like [`UnrolledPlan::new`], for at most `most` situations. The work ends as soon as the plan has more.
    ///
    /// # Errors
    /// Returns the same errors as [`UnrolledPlan::new`].
    pub fn with_limit(plan: &Plan, most: usize, token: &CancelToken) -> Result<Self, UnrollError> {
        let most = most.min(MOST_SITUATIONS);
        Self::unroll(plan, true, most.min(MOST_SITUATIONS / 4), token).or_else(|why| match why {
            UnrollError::Stopped(_) => Err(why),
            _ => Self::unroll(plan, false, most, token),
        })
    }

    fn unroll(
        plan: &Plan,
        lies_at_gates: bool,
        most: usize,
        token: &CancelToken,
    ) -> Result<Self, UnrollError> {
        let mut looked_at = 0;
        let mut packing = HistoryPacker::new(plan);
        let mut seen = AlreadyUnrolled::default();
        let mut layers: Vec<Arc<Layer>> = Vec::with_capacity(plan.len());
        let mut here = seen.number(vec![0]);
        let (mut total, mut looked_ahead) = (0, false);
        for step in plan.steps() {
            token.check_at(step.index())?;
            let effect = packing.step(step)?;
            total += here.keys.len();
            if total > most {
                return Err(UnrollError::Situations { step, most });
            }
            if KEPT * total as u64 + AT_HAND * here.keys.len() as u64 > token.memory() {
                return Err(UnrollError::Memory { step, budget: token.memory() });
            }
            if here.keys.len() >= WIDE && !looked_ahead {
                looked_ahead = true;
                let least = effect.least_after(here.keys.len(), lies_at_gates);
                ahead(plan, packing.clone(), step, [least, total, most], lies_at_gates, token)?;
            }
            let is_last = step == plan.output();
            // Long plans repeat themselves. If this step was already unrolled for the same situations, its layer is
            // reused.
            let key = here.number.filter(|_| !is_last).map(|number| (number, effect.clone()));
            if let Some((layer, after)) = key.as_ref().and_then(|key| seen.steps.get(key)) {
                layers.push(Arc::clone(layer));
                here = after.clone();
                continue;
            }
            let (layer, after) = one_step(&effect, &here.keys, lies_at_gates, is_last, || {
                looked_at += 1;
                token.check_at(looked_at)
            })?;
            let (layer, after) = (seen.share(layer), seen.number(after));
            if let Some(key) = key {
                seen.steps.insert(key, (Arc::clone(&layer), after.clone()));
            }
            layers.push(layer);
            here = after;
        }
        // A plan without gates has no wrong gates.
        let lies_at_gates = lies_at_gates || plan.asks().count() == plan.len();
        let situations = layers.iter().map(|layer| layer.next.len()).sum();
        Ok(Self { plan: plan.clone(), layers, situations, lies_at_gates })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Everything that a debate about the plan depends on: for each step, the successors of each
    /// situation, and the probability of yes or the value of the gate there.
    pub fn essence(&self) -> impl Eq + Hash + use<> {
        let spots = self.plan.steps().zip(&self.layers).map(|(step, layer)| {
            let ask = self.plan.ask(step);
            let spot = |&row| match UnrolledStep::from_reading(ask, row) {
                UnrolledStep::Ask { p, .. } => (true, p.get().to_bits()),
                UnrolledStep::Gate(bit) => (false, u64::from(bit)),
            };
            (layer.next.clone(), layer.reading.iter().map(spot).collect::<Vec<_>>())
        });
        (self.lies_at_gates, spots.collect::<Vec<_>>())
    }

    /// True if the situations after a wrong gate are included. In plans with too many situations they are left out.
    pub fn lies_at_gates(&self) -> bool {
        self.lies_at_gates
    }

    /// The total number of situations.
    pub fn situations(&self) -> usize {
        self.situations
    }

    /// What the step does in a situation.
    pub fn spot(&self, step: Step, situation: u32) -> UnrolledStep {
        UnrolledStep::from_reading(self.plan.ask(step), self.reading(step, situation))
    }

    /// The row of the step's question in a situation. If the step is a gate, its value: 0 or 1.
    #[inline]
    pub fn reading(&self, step: Step, situation: u32) -> u16 {
        self.layers[step.index()].reading[situation as usize]
    }

    /// The situation after `step`, if the value of `step` is `bit`. `None` for the wrong value of a gate, if wrong
    /// gates are not followed.
    #[inline]
    pub fn next(&self, step: Step, situation: u32, bit: bool) -> Option<u32> {
        let next = self.layers[step.index()].next[situation as usize][usize::from(bit)];
        (next != NOWHERE).then_some(next)
    }

    /// The situation after the first `played` bits of a transcript.
    pub fn situation(&self, transcript: &Bits, played: usize) -> Option<u32> {
        let mut situation = 0;
        for step in self.plan.steps().take(played) {
            situation = self.next(step, situation, transcript.at(step.index()))?;
        }
        Some(situation)
    }

    /// Computes a value for each situation by backward induction, and returns the value at the
    /// start. `value` gets the step, what it does in the situation, and the values after the bits 0
    /// and 1. These two values are equal for a gate if wrong gates are not followed. `ends` are the
    /// values of the outputs 0 and 1.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn sweep<V: Copy>(
        &self,
        ends: [V; 2],
        token: &CancelToken,
        value: impl FnMut(Step, UnrolledStep, [V; 2]) -> V,
    ) -> Result<V, Cancelled> {
        Ok(self.layers_back(ends, token, value, |_| {})?[0])
    }

    /// Goes forward by one step: distributes the content of each situation to its successors, and adds up what each
    /// successor gets.
    ///
    /// `here` has the content of each situation before `step`. `pass` gets a situation's reading (a question's row, or
    /// a gate's value) and its content, and returns the contents for the values 0 and 1. After the last step, the
    /// situations are the outputs 0 and 1. If wrong gates are not followed, `pass` must return zeros for a gate's
    /// wrong value.
    pub fn pass_on<const N: usize>(
        &self,
        step: Step,
        here: &[[f64; N]],
        after: &mut Vec<[f64; N]>,
        mut pass: impl FnMut(usize, [f64; N]) -> [[f64; N]; 2],
    ) {
        let layer = &self.layers[step.index()];
        let width = self.layers.get(step.index() + 1).map_or(2, |next| next.next.len());
        after.clear();
        after.resize(width, [0.0; N]);
        for ((&reading, &next), &has) in layer.reading.iter().zip(&layer.next).zip(here) {
            for (at, part) in followed(next).into_iter().zip(pass(usize::from(reading), has)) {
                let sums = &mut after[at as usize];
                for (sum, part) in sums.iter_mut().zip(part) {
                    *sum += part;
                }
            }
        }
    }

    /// Like [`UnrolledPlan::sweep`], but returns the values of all situations.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn table<V: Copy>(
        &self,
        ends: [V; 2],
        token: &CancelToken,
        value: impl FnMut(Step, UnrolledStep, [V; 2]) -> V,
    ) -> Result<StateValues<V>, Cancelled> {
        self.table_of(ends, token, value, |value| *value)
    }

    /// Like [`UnrolledPlan::table`], but keeps only a part of each value.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn table_of<V: Copy, P>(
        &self,
        ends: [V; 2],
        token: &CancelToken,
        value: impl FnMut(Step, UnrolledStep, [V; 2]) -> V,
        part: impl Fn(&V) -> P,
    ) -> Result<StateValues<P>, Cancelled> {
        let mut layers: Vec<Vec<P>> = Vec::new();
        let keep = |after: &[V]| layers.push(after.iter().map(&part).collect());
        self.layers_back(ends, token, value, keep)?;
        layers.reverse();
        Ok(StateValues { layers })
    }

    /// Returns the values at the start. Calls `keep` with the values after each step, from the last step back.
    fn layers_back<V: Copy>(
        &self,
        ends: [V; 2],
        token: &CancelToken,
        mut value: impl FnMut(Step, UnrolledStep, [V; 2]) -> V,
        mut keep: impl FnMut(&[V]),
    ) -> Result<Vec<V>, Cancelled> {
        let mut after = ends.to_vec();
        let mut looked_at = 0;
        keep(&after);
        for step in self.plan.steps().rev() {
            let (layer, ask) = (&self.layers[step.index()], self.plan.ask(step));
            let mut values = Vec::with_capacity(layer.next.len());
            for (&reading, &next) in layer.reading.iter().zip(&layer.next) {
                token.check_at(looked_at)?;
                looked_at += 1;
                let led_to = followed(next).map(|at| after[at as usize]);
                values.push(value(step, UnrolledStep::from_reading(ask, reading), led_to));
            }
            after = values;
            keep(&after);
        }
        Ok(after)
    }

    /// P[output = 1].
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn truth(&self, token: &CancelToken) -> Result<f64, Cancelled> {
        let (mut here, mut after) = (vec![[1.0]], Vec::new());
        let mut passed = 0;
        for step in self.plan.steps() {
            token.check_after(&mut passed, here.len())?;
            let table = self.plan.ask(step).map(|ask| &ask.yes);
            self.pass_on(step, &here, &mut after, |row, [chance]| {
                let yes = table.map_or(row as f64, |yes| yes[row].get());
                [[chance * (1.0 - yes)], [chance * yes]]
            });
            std::mem::swap(&mut here, &mut after);
        }
        Ok(here[1][0])
    }

    /// P[output = 1] in every situation.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn truths(&self, token: &CancelToken) -> Result<StateValues<f64>, Cancelled> {
        self.table([0.0, 1.0], token, |_, spot, values| spot.mean(values))
    }
}

/// P[output = 1] of a plan. Does not follow wrong gates. `None` if the plan has so many situations that the work would
/// take longer than a second or two.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn chance_of_one(plan: &Plan, token: &CancelToken) -> Result<Option<f64>, Cancelled> {
    match UnrolledPlan::unroll(plan, false, MOST_SITUATIONS / 2, token) {
        Ok(unrolled) => unrolled.truth(token).map(Some),
        Err(UnrollError::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// The successors for the values 0 and 1. If a gate's wrong value is not followed, both are the successor for the
/// right value.
#[inline]
fn followed([zero, one]: [u32; 2]) -> [u32; 2] {
    [if zero == NOWHERE { one } else { zero }, if one == NOWHERE { zero } else { one }]
}

impl UnrolledStep {
    /// What the step does, given its reading: a question's row, or a gate's value.
    fn from_reading(ask: Option<&Ask>, reading: u16) -> Self {
        match ask {
            Some(ask) => Self::Ask { p: ask.yes[usize::from(reading)], row: reading },
            None => Self::Gate(reading == 1),
        }
    }

    /// The mean of the values after 0 and 1, if the step's value is honest.
    pub fn mean(self, [zero, one]: [f64; 2]) -> f64 {
        match self {
            Self::Ask { p, .. } => p.get() * one + (1.0 - p.get()) * zero,
            Self::Gate(true) => one,
            Self::Gate(false) => zero,
        }
    }
}

/// A value for every situation.
#[derive(Clone, Debug)]
pub struct StateValues<V> {
    layers: Vec<Vec<V>>,
}

impl<V: Copy> StateValues<V> {
    /// The value in a situation after the first `played` steps.
    pub fn after(&self, played: usize, situation: u32) -> V {
        self.layers[played][situation as usize]
    }
}

/// The situations before a step, in order. `number` identifies the list, and is `None` if the list
/// was not kept.
#[derive(Clone)]
struct StepStates {
    keys: Arc<[PackedHistory]>,
    number: Option<usize>,
}

/// No more lists are kept when the kept lists hold more than this many situations. A plan that repeats itself does so
/// early.
const MOST_KEPT: usize = 1_000_000;

#[derive(Default)]
struct AlreadyUnrolled {
    alike: HashMap<u64, Arc<Layer>>,
    lists: HashMap<Arc<[PackedHistory]>, usize>,
    kept: usize,
    /// The layer and the next situations, for the number of a list and the effect of a step on it.
    steps: HashMap<(usize, StepEffect), (Arc<Layer>, StepStates)>,
}

impl AlreadyUnrolled {
    /// Returns an equal layer if there is one, and otherwise this layer.
    fn share(&mut self, layer: Layer) -> Arc<Layer> {
        let digest = layer.digest();
        match self.alike.get(&digest) {
            Some(seen) if **seen == layer => Arc::clone(seen),
            _ => {
                let new = Arc::new(layer);
                self.alike.insert(digest, Arc::clone(&new));
                new
            }
        }
    }

    /// Gives a list of situations its number. The list gets no number if the kept lists are already
    /// too long.
    fn number(&mut self, keys: Vec<PackedHistory>) -> StepStates {
        if self.kept > MOST_KEPT {
            return StepStates { keys: keys.into(), number: None };
        }
        if let Some((known, &number)) = self.lists.get_key_value(keys.as_slice()) {
            return StepStates { keys: Arc::clone(known), number: Some(number) };
        }
        let keys: Arc<[PackedHistory]> = keys.into();
        self.kept += keys.len();
        let number = self.lists.len();
        self.lists.insert(Arc::clone(&keys), number);
        StepStates { keys, number: Some(number) }
    }
}

/// The layer of one step, and the situations after it.
fn one_step(
    effect: &StepEffect,
    keys: &[PackedHistory],
    lies_at_gates: bool,
    is_last: bool,
    mut go_on: impl FnMut() -> Result<(), Cancelled>,
) -> Result<(Layer, Vec<PackedHistory>), Cancelled> {
    let mut layer =
        Layer { next: Vec::with_capacity(keys.len()), reading: Vec::with_capacity(keys.len()) };
    let mut found: HashMap<PackedHistory, u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
    let mut following = Vec::new();
    for &key in keys {
        go_on()?;
        let reading = effect.reading(key);
        let next = [false, true].map(|bit| {
            if reading == ResolvedStep::Gate(!bit) && !lies_at_gates {
                return NOWHERE;
            }
            if is_last {
                return u32::from(bit);
            }
            let after = effect.after(key, bit);
            match found.entry(after) {
                Entry::Occupied(seen) => *seen.get(),
                Entry::Vacant(new) => {
                    following.push(after);
                    *new.insert(following.len() as u32 - 1)
                }
            }
        });
        layer.next.push(next);
        layer.reading.push(match reading {
            ResolvedStep::Row(row) => row,
            ResolvedStep::Gate(bit) => u16::from(bit),
        });
    }
    Ok((layer, following))
}

impl Layer {
    fn digest(&self) -> u64 {
        let mut hasher = KeyHasher::default();
        for (next, reading) in self.next.iter().zip(&self.reading) {
            hasher.write_u64(u64::from(next[0]) << 32 | u64::from(next[1]));
            hasher.write_u64(u64::from(*reading));
        }
        hasher.finish()
    }
}

/// A fast hash by multiplication and rotation. An attacker cannot choose the keys, because all of them come from this
/// program.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::testing::WIDE;
    use crate::machine::{Ask, Op, PlanBuilder, Source};

    /// Plans of questions, and of gates that read two earlier values.
    fn any_asking() -> impl Strategy<Value = Plan> {
        let step = (0usize..12, any::<prop::sample::Index>(), any::<prop::sample::Index>());
        prop::collection::vec(step, 1..14).prop_map(|steps| {
            let mut plan = PlanBuilder::over([true]);
            for (at, (kind, a, b)) in steps.into_iter().enumerate() {
                let source = |index: prop::sample::Index| match index.index(at + 1) {
                    0 => Source::input(crate::machine::Input::at(0)),
                    read => Source::step(Step::at(read - 1)),
                };
                match WIDE[..7].get(kind) {
                    Some(&op) => plan.step(op, &[source(a), source(b)]),
                    None => plan.ask(Ask::constant("?", Probability::HALF), &[]),
                }
                .expect("a good step");
            }
            plan.finish().expect("a plan")
        })
    }

    proptest! {
        #[test]
        fn the_least_number_of_histories_is_a_lower_bound(plan in any_asking(), lies: bool) {
            let mut packing = HistoryPacker::new(&plan);
            let mut here: Vec<PackedHistory> = vec![0];
            for step in plan.steps() {
                let effect = packing.step(step).expect("few live bits");
                let (_, after) = one_step(&effect, &here, lies, false, || Ok(())).expect("unstopped");
                let least = effect.least_after(here.len(), lies);
                prop_assert!(least <= after.len(), "{step}: {least} of {}", after.len());
                here = after;
            }
        }

        #[test]
        fn a_look_ahead_refuses_nothing_that_there_is_room_for(plan in any_asking(), lies: bool) {
            let token = CancelToken::default();
            let whole = UnrolledPlan::unroll(&plan, lies, MOST_SITUATIONS, &token).expect("small");
            let mut packing = HistoryPacker::new(&plan);
            let first = packing.step(Step::at(0)).expect("few live bits");
            // There is exactly one situation before the first step.
            let least = [first.least_after(1, lies), 1, whole.situations()];
            prop_assert_eq!(ahead(&plan, packing, Step::at(0), least, lies, &token), Ok(()));
        }
    }

    #[test]
    fn situations_take_no_more_memory_than_the_work_may() {
        // Later gates read all thirteen answers, so there are about 16,000 situations.
        let plan = crate::machine::plan::families::votes("?", 13, Probability::HALF, Op::Xor);
        let plan = plan.expect("a plan");
        let mut wide = PlanBuilder::over([]);
        let asks: Vec<Source> = (0..13)
            .map(|_| wide.ask(Ask::constant("?", Probability::HALF), &[]).expect("an ask"))
            .map(Source::step)
            .collect();
        for (a, b) in asks.iter().zip(asks.iter().rev()) {
            wide.step(Op::And, &[*a, *b]).expect("a gate");
        }
        let wide = wide.finish().expect("a plan");
        let token = CancelToken::with_memory(100_000);
        assert!(UnrolledPlan::new(&plan, &token).is_ok());
        let refused = UnrolledPlan::new(&wide, &token);
        assert!(matches!(refused, Err(UnrollError::Memory { budget: 100_000, .. })), "{refused:?}");
        assert!(UnrolledPlan::new(&wide, &CancelToken::default()).is_ok());
        let few = UnrolledPlan::with_limit(&wide, 1_000, &CancelToken::default());
        assert!(matches!(few, Err(UnrollError::Situations { .. })), "{few:?}");
    }

    #[test]
    fn thirty_answers_that_are_read_again_are_too_wide_at_once() {
        let mut plan = PlanBuilder::over([]);
        let asks: Vec<Source> = (0..30)
            .map(|_| plan.ask(Ask::constant("?", Probability::HALF), &[]).expect("an ask"))
            .map(Source::step)
            .collect();
        for (a, b) in asks.iter().zip(asks.iter().rev()) {
            plan.step(Op::And, &[*a, *b]).expect("a gate");
        }
        // The work checks the token once for each situation.
        let token = CancelToken::limited(1_000);
        let wide = UnrolledPlan::new(&plan.finish().expect("a plan"), &token);
        assert!(matches!(wide, Err(UnrollError::Situations { .. })), "{:?}", wide.err());
    }
}
