//! Debate with a witness (Brown-Cohen et al. 2024, Fig. 3, Thms 7.1 and 7.2): Alice
//! first writes the plan's witness inputs, then a main protocol is played on what she wrote.

use std::sync::Arc;

use rayon::prelude::*;

use crate::machine::plan::chance_of_one;
use crate::machine::{Bits, Plan};
use crate::protocol::{CrossExamination, Stochastic, cross_examination};
use crate::rules::{Among, Audience, Ledger, Move, Next, Protocol, Seat, Situation, offer};
use crate::work::{LazyValue, Stopped, Token};

/// A witness of more bits than this is not searched for.
pub const MOST_SEARCHED: usize = 24;

/// A search looks at no more steps of the plan than this, over all witnesses.
const MOST_LOOKS: u64 = 20_000_000_000;

/// Rules that can be played on the witness that Alice wrote.
pub trait Main: Protocol {
    /// The computation.
    fn computation(&self) -> &Plan;

    /// The same debate, about to begin on another witness.
    fn begun_on(&self, witness: &Bits) -> Self;

    /// How far the claim is right on this witness: P[output = what is claimed]; none if that is
    /// out of reach.
    ///
    /// # Errors
    /// If the work was stopped.
    fn merit(&self, witness: &Bits, token: &Token) -> Result<Option<f64>, Stopped>;

    /// From what merit on a witness is one.
    fn enough(&self) -> f64;

    /// Up to what merit a witness is none; between this and [`Main::enough`] nothing is promised.
    fn little(&self) -> f64;
}

impl Main for CrossExamination {
    fn computation(&self) -> &Plan {
        &self.setup().machine
    }

    fn begun_on(&self, witness: &Bits) -> Self {
        let setup = self.setup().clone();
        let machine = setup.machine.with_witness(witness);
        // Whether the oracle is sure does not depend on the inputs.
        Self::new(cross_examination::CrossExaminationInstance { machine, ..setup })
            .unwrap_or_else(|_| self.clone())
    }

    fn merit(&self, witness: &Bits, _: &Token) -> Result<Option<f64>, Stopped> {
        let plan = self.computation().with_witness(witness);
        let output = plan.evaluate().at(plan.output().index());
        Ok(Some(f64::from(output == self.setup().claim)))
    }

    fn enough(&self) -> f64 {
        1.0
    }

    fn little(&self) -> f64 {
        0.0
    }
}

impl Main for Stochastic {
    fn computation(&self) -> &Plan {
        &self.setup().plan
    }

    fn begun_on(&self, witness: &Bits) -> Self {
        self.on(self.computation().with_witness(witness).inputs().clone())
    }

    fn merit(&self, witness: &Bits, token: &Token) -> Result<Option<f64>, Stopped> {
        chance_of_one(&self.computation().with_witness(witness), token)
    }

    fn enough(&self) -> f64 {
        2.0 / 3.0
    }

    fn little(&self) -> f64 {
        1.0 / 3.0
    }
}

/// A debate with a witness, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Witnessed<M> {
    shared: Arc<Shared<M>>,
    /// What Alice wrote, and the debate on it.
    main: Option<(Bits, M)>,
}

#[derive(Debug)]
struct Shared<M> {
    /// The debate on the scenario's own witness.
    template: M,
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

impl<M: Main> Witnessed<M> {
    /// A debate about to begin. `template` is the main debate on the scenario's own witness.
    pub fn new(template: M) -> Self {
        Self { shared: Arc::new(Shared { template, best: LazyValue::default() }), main: None }
    }

    /// The main debate on the scenario's own witness.
    pub fn template(&self) -> &M {
        &self.shared.template
    }

    /// What Alice wrote.
    pub(crate) fn written(&self) -> Option<&Bits> {
        self.main.as_ref().map(|(witness, _)| witness)
    }

    /// The main debate, once Alice wrote the witness.
    pub fn main(&self) -> Option<&M> {
        self.main.as_ref().map(|(_, main)| main)
    }

    /// The computation.
    pub(crate) fn plan(&self) -> &Plan {
        self.template().computation()
    }

    /// How many bits a witness has.
    pub fn bits(&self) -> usize {
        self.plan().witness().len()
    }

    /// The witness of an honest Alice: the scenario's own if it is one, else the first that a
    /// search finds, else the first of most merit. Searched for once.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn best(&self, token: &Token) -> Result<&HonestWitness, Stopped> {
        self.shared.best.get_or(token, || self.search(token))
    }

    /// What a witness falls short of; none if it is as good as the best, or if that is out of reach.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn shortfall(&self, witness: &Bits, token: &Token) -> Result<Option<Shortfall>, Stopped> {
        let found = &self.best(token)?.witness;
        let merit = |bits: &Bits| self.template().merit(bits, token);
        let (Some(own), Some(best)) = (merit(witness)?, merit(found)?) else { return Ok(None) };
        let differs = (0..self.bits()).filter(|&at| witness.at(at) != found.at(at)).collect();
        Ok((own + 1e-9 < best).then_some(Shortfall { merit: own, best, differs }))
    }

    fn search(&self, token: &Token) -> Result<HonestWitness, Stopped> {
        let template = self.template();
        let inputs = self.plan().inputs();
        let own: Bits = self.plan().witness().iter().map(|w| inputs.at(w.index())).collect();
        let merit = template.merit(&own, token)?;
        if merit.is_some_and(|merit| merit >= template.enough()) {
            return Ok(HonestWitness { witness: own, is_one: Some(true), merit, how: How::Own });
        }
        let bits = self.bits();
        let looks = (self.plan().len() as u64).saturating_mul(1 << bits.min(40));
        if bits > MOST_SEARCHED || looks > MOST_LOOKS || merit.is_none() {
            let how = How::NotSearched { bits, steps: self.plan().len() };
            return Ok(HonestWitness { witness: own, is_one: None, merit, how });
        }
        let among = 1 << bits;
        let of = |number: u64| {
            token.check()?;
            Ok((number, template.merit(&numbered(number, bits), token)?))
        };
        // Where merit is all or nothing the first that has it is the best. Whoever finds that the work was
        // stopped ends the search for all.
        let is_certain = |number: &u64| of(*number).map_or(true, |(_, merit)| merit == Some(1.0));
        let first = (template.enough() == 1.0)
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
            Some(merit) if merit >= template.enough() => Some(true),
            Some(merit) if merit > template.little() => None,
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

impl<M: Main> Protocol for Witnessed<M> {
    fn next(&self) -> Next<Self> {
        match self.main() {
            // 1. A outputs a witness w.
            None => {
                let rows = Among::<Bits>::rows(self.bits(), None);
                let write = offer::write(rows, |debate: &mut Self, witness| {
                    let main = debate.template().begun_on(&witness);
                    debate.main = Some((witness, main));
                });
                Next::ask(Seat::Alice, [write.seen_by(Audience::PROVERS)])
            }
            // 2. The protocol of Fig. 1 or Fig. 2 with input (x, w).
            Some(main) => {
                main.next().within(|debate| debate.main.as_mut().map(|(_, main)| main), |_| ())
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(self.main().unwrap_or(self.template()))
    }

    fn situation(&self) -> Option<Situation> {
        let Some((witness, main)) = &self.main else { return Some(Situation::default()) };
        let Situation(mut key) = Protocol::situation(main)?;
        let bits: Vec<bool> = witness.iter().collect();
        key.extend(
            bits.chunks(63)
                .map(|part| part.iter().fold(1, |word, &bit| word << 1 | u64::from(bit))),
        );
        Some(Situation(key))
    }

    /// Whether there is a witness, whatever Alice wrote.
    fn prepare(&self, mv: &Move, token: &Token) -> Result<(), Stopped> {
        self.main().map_or(Ok(()), |main| main.prepare(mv, token))
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        match self.main().map(|main| main.truth(token)).transpose()?.flatten() {
            Some(true) => Ok(Some(true)),
            _ => Ok(self.best(token)?.is_one),
        }
    }
}
