//! The opening of Fig. 3: Alice writes the witness. This module also finds the witness of an honest
//! Alice.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::machine::plan::{UnrollError, UnrolledPlan, chance_of_one};
use crate::machine::{Bits, Input, Plan};
use crate::rules::{ArgumentDomain, Next, Seat, StateKey, Visibility, effectful};
use crate::work::{CancelToken, Cancelled, LazyValue};

/// A search looks for witnesses of at most this many bits.
pub const MOST_SEARCHED: usize = 24;

/// A search evaluates at most this many steps in total, over all candidates. That takes about half a minute.
const MOST_LOOKS: u64 = 200_000_000;

/// The cost of writing a candidate, in steps.
const CANDIDATE: u64 = 16;

/// The cost of a random step, whose distribution is computed, in steps of a certain computation.
const RANDOM: u64 = 8;

/// The opening of a debate. Alice writes the plan's witness, and then the players debate the plan
/// with this witness.
#[derive(Clone, Debug)]
pub struct WitnessOpening {
    search: Arc<Search>,
    written: Option<Bits>,
}

#[derive(Debug)]
struct Search {
    /// The plan with the scenario's own witness.
    plan: Plan,
    /// The claimed output, if the oracle is deterministic. With a stochastic oracle Alice claims 1.
    claim: Option<bool>,
    best: LazyValue<HonestWitness>,
}

/// The witness of an honest Alice.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestWitness {
    /// The bits that an honest Alice writes.
    pub witness: Bits,
    /// True if these bits are a witness. `None` in two cases: the search skipped some candidates;
    /// the theorem guarantees nothing for the best merit.
    pub is_one: Option<bool>,
    /// The merit of the witness: P[output = claimed output] if Alice writes this witness. `None` if
    /// the merit is too expensive to compute.
    pub merit: Option<f64>,
    /// The source of the witness.
    pub how: WitnessMethod,
}

/// The source of an honest Alice's witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WitnessMethod {
    /// The scenario gives the witness.
    Own,
    /// The scenario's bits are not a witness, and there are too many other candidates to search.
    NotSearched {
        /// The number of bits of a witness.
        bits: usize,
        /// The number of steps to evaluate for each candidate.
        steps: usize,
    },
    /// A search found the witness.
    Found {
        /// The number of candidates.
        among: u64,
    },
    /// The search found no witness. Alice writes the best candidate.
    NoneIs {
        /// The number of candidates.
        among: u64,
    },
}

impl HonestWitness {
    /// Returns `true` if these bits are a witness, or the best of all candidates. Returns `false`
    /// if no search was made.
    pub fn is_best(&self) -> bool {
        !matches!(self.how, WitnessMethod::NotSearched { .. })
    }
}

impl WitnessOpening {
    /// Creates the opening for a plan with the scenario's own witness. `claim` is the claimed
    /// output if the oracle is deterministic.
    pub(crate) fn new(plan: &Plan, claim: Option<bool>) -> Self {
        let search = Search { plan: plan.clone(), claim, best: LazyValue::default() };
        Self { search: Arc::new(search), written: None }
    }

    /// Step 1 of Fig. 3: Alice writes a witness w, and `then` starts the debate on it. `None` once
    /// she has written it.
    pub(crate) fn next<R: 'static>(&self, then: fn(&mut R, Self, Bits)) -> Option<Next<R>> {
        let search = Arc::clone(&self.search);
        let rows = ArgumentDomain::<Bits>::rows(self.bits(), None);
        let write = effectful::write(rows, move |debate: &mut R, witness| {
            then(debate, Self { search, written: Some(witness.clone()) }, witness);
        });
        self.is_open().then(|| Next::ask(Seat::Alice, [write.seen_by(Visibility::PROVERS)]))
    }

    /// Returns `true` if Alice has not written the witness yet.
    pub fn is_open(&self) -> bool {
        self.written.is_none()
    }

    pub(crate) fn written(&self) -> Option<&Bits> {
        self.written.as_ref()
    }

    /// Returns `true` if an input is a bit of the witness that Alice has not written yet.
    pub(crate) fn awaits(&self, input: Input) -> bool {
        self.is_open() && self.plan().witness().contains(&input)
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.search.plan
    }

    /// The number of bits of a witness.
    pub fn bits(&self) -> usize {
        self.plan().witness().len()
    }

    /// The state key of a debate, with the witness included.
    pub(crate) fn situation(&self, main: impl FnOnce() -> Option<StateKey>) -> Option<StateKey> {
        let Some(written) = &self.written else { return Some(StateKey::default()) };
        let StateKey(mut key) = main()?;
        let bits: Vec<bool> = written.iter().collect();
        let word = |part: &[bool]| part.iter().fold(1, |word, &bit| word << 1 | u64::from(bit));
        key.extend(bits.chunks(63).map(word));
        Some(StateKey(key))
    }

    /// The truth of Alice's claim that a witness exists. `own` is true if the bits that she wrote
    /// are a witness.
    pub(crate) fn truth(
        &self,
        own: Option<bool>,
        token: &CancelToken,
    ) -> Result<Option<bool>, Cancelled> {
        match own.filter(|_| !self.is_open()) {
            Some(true) => Ok(Some(true)),
            _ => Ok(self.best(token)?.is_one),
        }
    }

    /// The witness that an honest Alice writes. If the scenario's own bits are a witness, or if
    /// there are too many candidates to search, she writes these bits. Otherwise, she writes the
    /// first candidate with the highest merit. The search runs only once.
    ///
    /// # Errors
    /// Returns an error if the search was cancelled.
    pub fn best(&self, token: &CancelToken) -> Result<&HonestWitness, Cancelled> {
        self.search.best.get_or(token, || self.search.run(token))
    }

    /// For each of these witnesses, the place of the first one with an equal debate. With a
    /// stochastic oracle, many witnesses can make the same plan. Otherwise each has its own place.
    pub(crate) fn alike(&self, all: &[Bits], token: &CancelToken) -> Result<Vec<usize>, Cancelled> {
        /// The largest number of situations in total, over all witnesses.
        const MOST: usize = 2_000_000;
        let mut known = HashMap::new();
        let mut places = Vec::with_capacity(all.len());
        for (place, witness) in all.iter().enumerate() {
            let plan = self.plan().with_witness(witness);
            let unrolled = match self.search.claim {
                Some(_) => None,
                None => match UnrolledPlan::with_limit(&plan, MOST / all.len(), token) {
                    Err(UnrollError::Stopped(stopped)) => return Err(stopped),
                    unrolled => unrolled.ok(),
                },
            };
            places.push(match unrolled {
                Some(unrolled) => *known.entry(unrolled.essence()).or_insert(place),
                None => place,
            });
        }
        Ok(places)
    }

    /// The merit of each of these candidates. NaN stands for a merit that is too expensive to
    /// compute.
    pub(super) fn merits(&self, all: &[Bits], token: &CancelToken) -> Result<Vec<f64>, Cancelled> {
        let merit = |witness| Ok(self.search.merit(witness, token)?.unwrap_or(f64::NAN));
        all.par_iter().map(merit).collect()
    }

    /// A candidate is a witness if its merit is at least this number.
    pub(super) fn enough(&self) -> f64 {
        self.search.enough()
    }

    /// A candidate with this merit or less is not a witness. The theorem guarantees nothing for a
    /// merit between this value and [`WitnessOpening::enough`].
    pub(super) fn little(&self) -> f64 {
        self.search.little()
    }

    /// The gap between this witness and the best candidate. `None` if there is no gap, or if the
    /// gap is too expensive to compute.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub(super) fn shortfall(
        &self,
        witness: &Bits,
        token: &CancelToken,
    ) -> Result<Option<Shortfall>, Cancelled> {
        let found = &self.best(token)?.witness;
        let merit = |bits: &Bits| self.search.merit(bits, token);
        let (Some(own), Some(best)) = (merit(witness)?, merit(found)?) else { return Ok(None) };
        let differs = (0..self.bits()).filter(|&at| witness.at(at) != found.at(at)).collect();
        Ok((own + 1e-9 < best).then_some(Shortfall { merit: own, best, differs }))
    }
}

impl Search {
    /// The merit of this witness: P[output = claimed output]. `None` if it is too expensive to
    /// compute.
    fn merit(&self, witness: &Bits, token: &CancelToken) -> Result<Option<f64>, Cancelled> {
        let plan = self.plan.with_witness(witness);
        match self.claim {
            Some(claim) => Ok(Some(f64::from(plan.evaluate().at(plan.output().index()) == claim))),
            None => chance_of_one(&plan, token),
        }
    }

    fn enough(&self) -> f64 {
        if self.claim.is_some() { 1.0 } else { 2.0 / 3.0 }
    }

    fn little(&self) -> f64 {
        if self.claim.is_some() { 0.0 } else { 1.0 / 3.0 }
    }

    fn run(&self, token: &CancelToken) -> Result<HonestWitness, Cancelled> {
        let inputs = self.plan.inputs();
        let own: Bits = self.plan.witness().iter().map(|w| inputs.at(w.index())).collect();
        let merit = self.merit(&own, token)?;
        if merit.is_some_and(|merit| merit >= self.enough()) {
            return Ok(HonestWitness {
                witness: own,
                is_one: Some(true),
                merit,
                how: WitnessMethod::Own,
            });
        }
        let bits = self.plan.witness().len();
        let step = if self.claim.is_some() { 1 } else { RANDOM };
        let looks = ((self.plan.len() as u64 + CANDIDATE) * step).saturating_mul(1 << bits.min(40));
        if bits > MOST_SEARCHED || looks > MOST_LOOKS || merit.is_none() {
            let how = WitnessMethod::NotSearched { bits, steps: self.plan.len() };
            return Ok(HonestWitness { witness: own, is_one: None, merit, how });
        }
        let among = 1 << bits;
        let of = |number: u64| {
            token.check()?;
            Ok((number, self.merit(&numbered(number, bits), token)?))
        };
        // If merits are 0 or 1, the first candidate with merit 1 is the best. After a cancellation,
        // the first thread that notices it ends the search for all threads.
        let is_certain = |number: &u64| of(*number).map_or(true, |(_, merit)| merit == Some(1.0));
        let first = (self.enough() == 1.0)
            .then(|| (0..among).into_par_iter().find_first(is_certain))
            .flatten();
        let (number, merit) = match first {
            Some(number) => of(number)?,
            None => {
                let better = |a: (u64, Option<f64>), b: (u64, Option<f64>)| {
                    Ok(if b.1 > a.1 || (b.1 == a.1 && b.0 < a.0) { b } else { a })
                };
                let all = (0..among).into_par_iter().map(of);
                all.try_reduce(|| (u64::MAX, None), better)?
            }
        };
        let is_one = match merit {
            Some(merit) if merit >= self.enough() => Some(true),
            Some(merit) if merit > self.little() => None,
            _ => Some(false),
        };
        let how = match is_one {
            Some(true) => WitnessMethod::Found { among },
            _ => WitnessMethod::NoneIs { among },
        };
        Ok(HonestWitness { witness: numbered(number, bits), is_one, merit, how })
    }
}

/// The gap between a witness and the best candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortfall {
    /// The merit of the witness that Alice wrote.
    pub merit: f64,
    /// The merit of the best candidate.
    pub best: f64,
    /// The positions of the bits in which the two differ, counted from 0.
    pub differs: Vec<usize>,
}

/// The bits of this number in binary, highest bit first, as a witness.
pub fn numbered(number: u64, bits: usize) -> Bits {
    (0..bits).rev().map(|at| at < 64 && number >> at & 1 == 1).collect()
}

/// Witnesses are listed one by one only if there are at most this many.
const MOST_WITNESSES: u64 = 1024;

/// All witnesses of this number of bits, in order. `None` if there are more than 1,024.
pub fn every_witness(bits: usize) -> Option<Vec<Bits>> {
    let count = 1u64.checked_shl(bits as u32).filter(|&count| count <= MOST_WITNESSES)?;
    Some((0..count).map(|number| numbered(number, bits)).collect())
}
