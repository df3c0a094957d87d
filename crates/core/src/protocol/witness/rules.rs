//! The opening of Fig. 3: Alice writes the witness, and honest Alice finds one.

use std::sync::Arc;

use rayon::prelude::*;

use crate::machine::plan::chance_of_one;
use crate::machine::{Bits, Input, Plan};
use crate::rules::{Among, Audience, Next, Seat, Situation, offer};
use crate::work::{LazyValue, Stopped, Token};

/// A witness of more bits than this is not searched for.
pub const MOST_SEARCHED: usize = 24;

/// A search looks at no more steps of the plan than this, over all witnesses.
const MOST_LOOKS: u64 = 20_000_000_000;

/// The opening of a debate: Alice writes the plan's witness, and the protocol is played on what she
/// wrote.
#[derive(Clone, Debug)]
pub struct Opening {
    search: Arc<Search>,
    /// What Alice wrote.
    written: Option<Bits>,
}

#[derive(Debug)]
struct Search {
    /// The computation with the scenario's own witness.
    plan: Plan,
    /// The output that is claimed, where the oracle is sure; else 1 is claimed.
    claim: Option<bool>,
    best: LazyValue<HonestWitness>,
}

/// The witness of an honest Alice.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestWitness {
    /// Its bits.
    pub witness: Bits,
    /// Whether it is one: none if there may be another that was not searched for, or if the best
    /// lies where nothing is promised.
    pub is_one: Option<bool>,
    /// Its merit: P[output = what is claimed] on it; none if that is out of reach.
    pub merit: Option<f64>,
    /// How it was come by.
    pub how: How,
}

/// How the witness of an honest Alice was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is the scenario's own.
    Own,
    /// The scenario's own is none, and there are too many to search.
    NotSearched {
        /// How many bits a witness has.
        bits: usize,
        /// Over how many steps each would be looked at.
        steps: usize,
    },
    /// It was found by search.
    Found {
        /// Among how many.
        among: u64,
    },
    /// The search found none, and this is the best.
    NoneIs {
        /// Among how many.
        among: u64,
    },
}

impl HonestWitness {
    /// Whether it was compared with the others: it is the best of all, or as good as one need be.
    pub fn is_best(&self) -> bool {
        !matches!(self.how, How::NotSearched { .. })
    }
}

impl Opening {
    /// The opening of a debate about a plan with the scenario's own witness. `claim` is the output
    /// that is claimed, if the oracle is sure.
    pub(crate) fn new(plan: &Plan, claim: Option<bool>) -> Self {
        let search = Search { plan: plan.clone(), claim, best: LazyValue::default() };
        Self { search: Arc::new(search), written: None }
    }

    /// 1. A outputs a witness w. None once she has. `then` begins the debate on it.
    pub(crate) fn next<R: 'static>(&self, then: fn(&mut R, Self, Bits)) -> Option<Next<R>> {
        let search = Arc::clone(&self.search);
        let rows = Among::<Bits>::rows(self.bits(), None);
        let write = offer::write(rows, move |debate: &mut R, witness| {
            then(debate, Self { search, written: Some(witness.clone()) }, witness);
        });
        self.is_open().then(|| Next::ask(Seat::Alice, [write.seen_by(Audience::PROVERS)]))
    }

    /// Whether Alice has still to write.
    pub fn is_open(&self) -> bool {
        self.written.is_none()
    }

    /// What Alice wrote.
    pub(crate) fn written(&self) -> Option<&Bits> {
        self.written.as_ref()
    }

    /// Whether an input is a bit of the witness that Alice has still to write.
    pub(crate) fn awaits(&self, input: Input) -> bool {
        self.is_open() && self.plan().witness().contains(&input)
    }

    /// The computation with the scenario's own witness.
    pub(crate) fn plan(&self) -> &Plan {
        &self.search.plan
    }

    /// How many bits a witness has.
    pub fn bits(&self) -> usize {
        self.plan().witness().len()
    }

    /// The situation of a debate, what Alice wrote included.
    pub(crate) fn situation(&self, main: impl FnOnce() -> Option<Situation>) -> Option<Situation> {
        let Some(written) = &self.written else { return Some(Situation::default()) };
        let Situation(mut key) = main()?;
        let bits: Vec<bool> = written.iter().collect();
        let word = |part: &[bool]| part.iter().fold(1, |word, &bit| word << 1 | u64::from(bit));
        key.extend(bits.chunks(63).map(word));
        Some(Situation(key))
    }

    /// Whether there is a witness, whatever Alice wrote; `own` is whether the claim is true on that.
    pub(crate) fn truth(&self, own: Option<bool>, token: &Token) -> Result<Option<bool>, Stopped> {
        match own.filter(|_| !self.is_open()) {
            Some(true) => Ok(Some(true)),
            _ => Ok(self.best(token)?.is_one),
        }
    }

    /// The witness of an honest Alice: the scenario's own if it is one, else the first that a
    /// search finds, else the first of most merit. Searched for once.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn best(&self, token: &Token) -> Result<&HonestWitness, Stopped> {
        self.search.best.get_or(token, || self.search.run(token))
    }

    /// How far the claim is right on each of these witnesses; not a number where that is out of reach.
    pub(super) fn merits(&self, all: &[Bits], token: &Token) -> Result<Vec<f64>, Stopped> {
        let merit = |witness| Ok(self.search.merit(witness, token)?.unwrap_or(f64::NAN));
        all.par_iter().map(merit).collect()
    }

    /// From what merit on a witness is one.
    pub(super) fn enough(&self) -> f64 {
        self.search.enough()
    }

    /// Up to what merit a witness is none; between this and [`Opening::enough`] nothing is promised.
    pub(super) fn little(&self) -> f64 {
        self.search.little()
    }

    /// What a witness falls short of; none if it is as good as the best, or if that is out of reach.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn shortfall(
        &self,
        witness: &Bits,
        token: &Token,
    ) -> Result<Option<Shortfall>, Stopped> {
        let found = &self.best(token)?.witness;
        let merit = |bits: &Bits| self.search.merit(bits, token);
        let (Some(own), Some(best)) = (merit(witness)?, merit(found)?) else { return Ok(None) };
        let differs = (0..self.bits()).filter(|&at| witness.at(at) != found.at(at)).collect();
        Ok((own + 1e-9 < best).then_some(Shortfall { merit: own, best, differs }))
    }
}

impl Search {
    /// How far the claim is right on this witness: P[output = what is claimed]; none if that is out of
    /// reach.
    fn merit(&self, witness: &Bits, token: &Token) -> Result<Option<f64>, Stopped> {
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

    fn run(&self, token: &Token) -> Result<HonestWitness, Stopped> {
        let inputs = self.plan.inputs();
        let own: Bits = self.plan.witness().iter().map(|w| inputs.at(w.index())).collect();
        let merit = self.merit(&own, token)?;
        if merit.is_some_and(|merit| merit >= self.enough()) {
            return Ok(HonestWitness { witness: own, is_one: Some(true), merit, how: How::Own });
        }
        let bits = self.plan.witness().len();
        let looks = (self.plan.len() as u64).saturating_mul(1 << bits.min(40));
        if bits > MOST_SEARCHED || looks > MOST_LOOKS || merit.is_none() {
            let how = How::NotSearched { bits, steps: self.plan.len() };
            return Ok(HonestWitness { witness: own, is_one: None, merit, how });
        }
        let among = 1 << bits;
        let of = |number: u64| {
            token.check()?;
            Ok((number, self.merit(&numbered(number, bits), token)?))
        };
        // Where merit is all or nothing the first that has it is the best. Whoever finds that the work was
        // stopped ends the search for all.
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
            Some(true) => How::Found { among },
            _ => How::NoneIs { among },
        };
        Ok(HonestWitness { witness: numbered(number, bits), is_one, merit, how })
    }
}

/// What a witness falls short of: the best there is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortfall {
    /// The merit of the witness.
    pub merit: f64,
    /// That of the best.
    pub best: f64,
    /// The places, from 0, in which they differ.
    pub differs: Vec<usize>,
}

/// The witness whose bits are this number's, the first being the highest.
pub fn numbered(number: u64, bits: usize) -> Bits {
    (0..bits).rev().map(|at| at < 64 && number >> at & 1 == 1).collect()
}

/// Witnesses are gone through one by one up to so many.
const MOST_WITNESSES: u64 = 1024;

/// Every witness of so many bits, in the order of their numbers; none if they are more than 1,024.
pub fn every_witness(bits: usize) -> Option<Vec<Bits>> {
    let count = 1u64.checked_shl(bits as u32).filter(|&count| count <= MOST_WITNESSES)?;
    Some((0..count).map(|number| numbered(number, bits)).collect())
}
