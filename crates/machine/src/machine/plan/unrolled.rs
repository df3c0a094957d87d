//! A plan unrolled into situations: every live part of a history that can occur, step by step.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::live::{Effect, PackedHistory, Packing, Resolved, TooManyLiveBits};
use super::{Ask, Plan};
use crate::chance::Probability;
use crate::machine::{Bits, Step, grouped};
use crate::work::{Stopped, Token};

/// The most situations, over all steps, that a plan may have for exact work.
pub const MOST_SITUATIONS: usize = 40_000_000;

/// What is kept of a situation, in bytes: where it leads, and what is read in it.
const KEPT: u64 = (size_of::<[u32; 2]>() + size_of::<u16>()) as u64;

/// What a situation of the step at hand takes besides, in bytes: its live part, and those that
/// follow it in a list, in the copy that is shared, and in a table by which they are found again.
const AT_HAND: u64 =
    (4 * size_of::<PackedHistory>() + 2 * size_of::<(PackedHistory, u32)>()) as u64;

/// Why a plan cannot be unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooWide {
    /// Too many live bits.
    #[error(transparent)]
    Live(#[from] TooManyLiveBits),
    /// Too many situations.
    #[error(
        "the plan has more than {} situations by step {step}: exact values are out of reach",
        grouped(*.most as u64)
    )]
    Situations {
        /// Where it became too many.
        step: Step,
        /// How many there may be.
        most: usize,
    },
    /// More memory than the work may take.
    #[error(
        "the plan's situations take more than {} MiB by step {step}: exact values are out of reach",
        .budget >> 20
    )]
    Memory {
        /// Where it became too much.
        step: Step,
        /// What the work may take, in bytes.
        budget: u64,
    },
    /// The work was stopped before that was known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is to come at a step, in one situation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// A question, answered "yes" with this probability; it is the table's row given.
    Ask {
        /// P[y_t = 1 | a_I(t)].
        p: Probability,
        /// The row of the ask's table.
        row: u16,
    },
    /// A gate with this value.
    Gate(bool),
}

/// So many situations at one step are worth a look at what they come to: counting them takes minutes
/// and gigabytes where they double from step to step.
const WIDE: usize = 1 << 16;

/// Goes on behind `step` by what there must be at least: `least` situations, which with the `total`
/// before them may not be more than `most`.
fn ahead(
    plan: &Plan,
    mut packing: Packing<'_>,
    step: Step,
    [mut least, mut total, most]: [usize; 3],
    lies_at_gates: bool,
    token: &Token,
) -> Result<(), TooWide> {
    for step in plan.steps().skip(step.index() + 1) {
        token.check_at(step.index())?;
        let effect = packing.step(step)?;
        total = least.saturating_add(total);
        if total > most {
            return Err(TooWide::Situations { step, most });
        }
        least = effect.least_after(least, lies_at_gates);
    }
    Ok(())
}

/// No such situation: a gate's wrong value, where lies at gates are not followed.
const NOWHERE: u32 = u32::MAX;

#[derive(Debug, PartialEq, Eq)]
struct Layer {
    /// The situations that the values 0 and 1 lead to.
    next: Vec<[u32; 2]>,
    /// The ask's row, or the gate's value.
    reading: Vec<u16>,
}

/// A plan's situations. The first step has one; what follows the last step are two, 0 and 1: the
/// output. Steps that look alike share their storage.
#[derive(Clone, Debug)]
pub struct Unrolled {
    plan: Plan,
    layers: Vec<Arc<Layer>>,
    lies_at_gates: bool,
}

impl Unrolled {
    /// All situations of a plan, those after a wrong gate among them where there is room.
    ///
    /// # Errors
    /// If there are too many, they take more memory than the token allows, or the work was stopped.
    pub fn new(plan: &Plan, token: &Token) -> Result<Self, TooWide> {
        Self::within(plan, MOST_SITUATIONS, token)
    }

    /// As [`Unrolled::new`], where nobody has a use for more than `most` situations. A plan that has
    /// more is given up when so many were seen.
    ///
    /// # Errors
    /// As there.
    pub fn within(plan: &Plan, most: usize, token: &Token) -> Result<Self, TooWide> {
        let most = most.min(MOST_SITUATIONS);
        Self::unroll(plan, true, most.min(MOST_SITUATIONS / 4), token).or_else(|why| match why {
            TooWide::Stopped(_) => Err(why),
            _ => Self::unroll(plan, false, most, token),
        })
    }

    fn unroll(
        plan: &Plan,
        lies_at_gates: bool,
        most: usize,
        token: &Token,
    ) -> Result<Self, TooWide> {
        let mut looked_at = 0;
        let mut packing = Packing::new(plan);
        let mut seen = AlreadyUnrolled::default();
        let mut layers: Vec<Arc<Layer>> = Vec::with_capacity(plan.len());
        let mut here = seen.number(vec![0]);
        let (mut total, mut looked_ahead) = (0, false);
        for step in plan.steps() {
            token.check_at(step.index())?;
            let effect = packing.step(step)?;
            total += here.keys.len();
            if total > most {
                return Err(TooWide::Situations { step, most });
            }
            if KEPT * total as u64 + AT_HAND * here.keys.len() as u64 > token.memory() {
                return Err(TooWide::Memory { step, budget: token.memory() });
            }
            if here.keys.len() >= WIDE && !looked_ahead {
                looked_ahead = true;
                let least = effect.least_after(here.keys.len(), lies_at_gates);
                ahead(plan, packing.clone(), step, [least, total, most], lies_at_gates, token)?;
            }
            let is_last = step == plan.output();
            // Long plans repeat themselves: the same step in the same situations is looked up.
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
        // Where there are no gates, none can be lied about.
        let lies_at_gates = lies_at_gates || plan.asks().count() == plan.len();
        Ok(Self { plan: plan.clone(), layers, lies_at_gates })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether situations after a wrong gate are among these. If not, the plan was too wide for
    /// them.
    pub fn lies_at_gates(&self) -> bool {
        self.lies_at_gates
    }

    /// How many situations there are in all.
    pub fn situations(&self) -> usize {
        self.layers.iter().map(|layer| layer.next.len()).sum()
    }

    /// What is to come at a step in a situation.
    pub fn spot(&self, step: Step, situation: u32) -> Spot {
        let reading = self.layers[step.index()].reading[situation as usize];
        Spot::of(self.plan.ask(step), reading)
    }

    /// The situation that a value of `step` leads to; none for a gate's wrong value where these
    /// are not followed.
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

    /// Backward induction: `value` gives a situation's value from its step, what is to come there,
    /// and the values that bits 0 and 1 lead to (equal where a wrong gate is not followed).
    /// `ends` are the values of the outputs 0 and 1; the result is the value at the start.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn sweep<V: Copy>(
        &self,
        ends: [V; 2],
        token: &Token,
        value: impl FnMut(Step, Spot, [V; 2]) -> V,
    ) -> Result<V, Stopped> {
        Ok(self.layers_back(ends, token, value, |_| {})?[0])
    }

    /// The other way round: passes what each situation before `step` has on to those after it,
    /// adding up what meets there. `here` holds it by situation, `pass` says by the reading (an
    /// ask's row, a gate's value) what goes on with 0 and with 1. After the last step these are the
    /// outputs 0 and 1. A wrong gate that is not followed must be given nothing.
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

    /// As [`Unrolled::sweep`], but keeps the value of every situation.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn table<V: Copy>(
        &self,
        ends: [V; 2],
        token: &Token,
        value: impl FnMut(Step, Spot, [V; 2]) -> V,
    ) -> Result<SituationValues<V>, Stopped> {
        self.table_of(ends, token, value, |value| *value)
    }

    /// As [`Unrolled::table`], but keeps only a part of each value.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn table_of<V: Copy, P>(
        &self,
        ends: [V; 2],
        token: &Token,
        value: impl FnMut(Step, Spot, [V; 2]) -> V,
        part: impl Fn(&V) -> P,
    ) -> Result<SituationValues<P>, Stopped> {
        let mut layers: Vec<Vec<P>> = Vec::new();
        let keep = |after: &[V]| layers.push(after.iter().map(&part).collect());
        self.layers_back(ends, token, value, keep)?;
        layers.reverse();
        Ok(SituationValues { layers })
    }

    /// The values at the start; `keep` is shown those after each step before, the last step first.
    fn layers_back<V: Copy>(
        &self,
        ends: [V; 2],
        token: &Token,
        mut value: impl FnMut(Step, Spot, [V; 2]) -> V,
        mut keep: impl FnMut(&[V]),
    ) -> Result<Vec<V>, Stopped> {
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
                values.push(value(step, Spot::of(ask, reading), led_to));
            }
            after = values;
            keep(&after);
        }
        Ok(after)
    }

    /// P[output = 1].
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn truth(&self, token: &Token) -> Result<f64, Stopped> {
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
    /// If the work was stopped.
    pub fn truths(&self, token: &Token) -> Result<SituationValues<f64>, Stopped> {
        self.table([0.0, 1.0], token, |_, spot, values| spot.mean(values))
    }
}

/// P[output = 1] of a plan; none if it has more situations than a second or two suffice for. No lie is
/// followed for it.
///
/// # Errors
/// If the work was stopped.
pub fn chance_of_one(plan: &Plan, token: &Token) -> Result<Option<f64>, Stopped> {
    match Unrolled::unroll(plan, false, MOST_SITUATIONS / 2, token) {
        Ok(unrolled) => unrolled.truth(token).map(Some),
        Err(TooWide::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// The situations after 0 and 1; where a gate's wrong value is not followed, the right one's twice.
#[inline]
fn followed([zero, one]: [u32; 2]) -> [u32; 2] {
    [if zero == NOWHERE { one } else { zero }, if one == NOWHERE { zero } else { one }]
}

impl Spot {
    /// What a step's reading says: an ask's row, or a gate's value.
    fn of(ask: Option<&Ask>, reading: u16) -> Self {
        match ask {
            Some(ask) => Self::Ask { p: ask.yes[usize::from(reading)], row: reading },
            None => Self::Gate(reading == 1),
        }
    }

    /// The mean of what 0 and 1 are worth, if the step is answered honestly.
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
pub struct SituationValues<V> {
    layers: Vec<Vec<V>>,
}

impl<V: Copy> SituationValues<V> {
    /// The value in a situation after the first `played` steps.
    pub fn after(&self, played: usize, situation: u32) -> V {
        self.layers[played][situation as usize]
    }
}

/// The situations before a step, in order, and the number of that list if it was kept.
#[derive(Clone)]
struct Situations {
    keys: Arc<[PackedHistory]>,
    number: Option<usize>,
}

/// Lists of situations are kept until they are this long together: repetition shows early.
const MOST_KEPT: usize = 1_000_000;

/// What was already unrolled of a plan.
#[derive(Default)]
struct AlreadyUnrolled {
    alike: HashMap<u64, Arc<Layer>>,
    lists: HashMap<Arc<[PackedHistory]>, usize>,
    kept: usize,
    /// What an effect made of a list: its layer, and the situations after it.
    steps: HashMap<(usize, Effect), (Arc<Layer>, Situations)>,
}

impl AlreadyUnrolled {
    /// The layer, or one like it that is there already.
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

    /// The list with its number; without one when too much is kept.
    fn number(&mut self, keys: Vec<PackedHistory>) -> Situations {
        if self.kept > MOST_KEPT {
            return Situations { keys: keys.into(), number: None };
        }
        if let Some((known, &number)) = self.lists.get_key_value(keys.as_slice()) {
            return Situations { keys: Arc::clone(known), number: Some(number) };
        }
        let keys: Arc<[PackedHistory]> = keys.into();
        self.kept += keys.len();
        let number = self.lists.len();
        self.lists.insert(Arc::clone(&keys), number);
        Situations { keys, number: Some(number) }
    }
}

/// The layer of one step, and the live parts that follow it.
fn one_step(
    effect: &Effect,
    keys: &[PackedHistory],
    lies_at_gates: bool,
    is_last: bool,
    mut go_on: impl FnMut() -> Result<(), Stopped>,
) -> Result<(Layer, Vec<PackedHistory>), Stopped> {
    let mut layer =
        Layer { next: Vec::with_capacity(keys.len()), reading: Vec::with_capacity(keys.len()) };
    let mut found: HashMap<PackedHistory, u32, BuildHasherDefault<KeyHasher>> = HashMap::default();
    let mut following = Vec::new();
    for &key in keys {
        go_on()?;
        let reading = effect.reading(key);
        let next = [false, true].map(|bit| {
            if reading == Resolved::Gate(!bit) && !lies_at_gates {
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
            Resolved::Row(row) => row,
            Resolved::Gate(bit) => u16::from(bit),
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

/// Multiply and rotate: keys are few and made by this program, so this need not resist anyone.
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

    /// Plans of asks, and of gates that read two of the values before them.
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
        fn what_there_must_be_at_least_is_there(plan in any_asking(), lies: bool) {
            let mut packing = Packing::new(&plan);
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
            let token = Token::default();
            let whole = Unrolled::unroll(&plan, lies, MOST_SITUATIONS, &token).expect("small");
            let mut packing = Packing::new(&plan);
            let first = packing.step(Step::at(0)).expect("few live bits");
            // Before the first step there is one situation.
            let least = [first.least_after(1, lies), 1, whole.situations()];
            prop_assert_eq!(ahead(&plan, packing, Step::at(0), least, lies, &token), Ok(()));
        }
    }

    #[test]
    fn situations_take_no_more_memory_than_the_work_may() {
        // Thirteen answers that are read again: some 16,000 situations.
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
        let token = Token::within(100_000);
        assert!(Unrolled::new(&plan, &token).is_ok());
        let refused = Unrolled::new(&wide, &token);
        assert!(matches!(refused, Err(TooWide::Memory { budget: 100_000, .. })), "{refused:?}");
        assert!(Unrolled::new(&wide, &Token::default()).is_ok());
        let few = Unrolled::within(&wide, 1_000, &Token::default());
        assert!(matches!(few, Err(TooWide::Situations { .. })), "{few:?}");
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
        // It asks once for every situation that it goes through.
        let token = Token::limited(1_000);
        let wide = Unrolled::new(&plan.finish().expect("a plan"), &token);
        assert!(matches!(wide, Err(TooWide::Situations { .. })), "{:?}", wide.err());
    }
}
