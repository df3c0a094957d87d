//! Debate with a witness (Brown-Cohen et al. 2024, Fig. 3, Thms 7.1 and 7.2; PROTOCOLS §5): Alice
//! first writes the plan's witness inputs, then a main protocol is played on what she wrote.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::{CrossExamination, Sight, Stochastic, cross_examination};
use crate::machine::plan::Unrolled;
use crate::machine::{Bits, Plan};
use crate::rules::menu::{Domain, Menu, Offer};
use crate::rules::{
    Audience, Eye, Ledger, Move, Position, Refusal, Rules, Seat, Situation, Turn, Verb,
};
use crate::show::board::{Detail, Mark, Pane, Strip};
use crate::show::{Asking, Board, Brief};

/// A witness of more bits than this is not searched for.
pub const MOST_SEARCHED: usize = 24;

/// A search looks at no more steps of the plan than this, over all witnesses.
const MOST_LOOKS: u64 = 20_000_000_000;

/// Rules that can be played on the witness that Alice wrote.
pub trait Main: Rules {
    /// The computation.
    fn computation(&self) -> &Plan;

    /// The same debate, about to begin on another witness.
    fn begun_on(&self, witness: &Bits) -> Self;

    /// How far the claim is right on this witness: P[output = what is claimed]; none if that is
    /// out of reach.
    fn merit(&self, witness: &Bits) -> Option<f64>;

    /// From what merit on a witness is one.
    fn enough(&self) -> f64;

    /// Up to what merit a witness is none; between this and [`Main::enough`] nothing is promised.
    fn little(&self) -> f64;
}

impl Main for CrossExamination {
    fn computation(&self) -> &Plan {
        &self.setup().plan
    }

    fn begun_on(&self, witness: &Bits) -> Self {
        let setup = self.setup().clone();
        let plan = setup.plan.with_witness(witness);
        // Whether the oracle is sure does not depend on the inputs.
        Self::new(cross_examination::Setup { plan, ..setup }).unwrap_or_else(|_| self.clone())
    }

    fn merit(&self, witness: &Bits) -> Option<f64> {
        let plan = self.computation().with_witness(witness);
        let output = plan.evaluate().at(plan.output().index());
        Some(f64::from(u8::from(output == self.setup().claim)))
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

    fn merit(&self, witness: &Bits) -> Option<f64> {
        Some(Unrolled::new(&self.computation().with_witness(witness)).ok()?.truth())
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
    best: OnceLock<Found>,
}

/// The witness of an honest Alice.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its bits.
    pub witness: Bits,
    /// Whether it is one: none if there may be another that was not searched for, or if the best
    /// lies where nothing is promised.
    pub is_one: Option<bool>,
    /// Its merit: P[output = what is claimed] on it; none if that is out of reach.
    pub merit: Option<f64>,
    /// How it was come by, in words.
    pub how: String,
}

impl<M: Main> Witnessed<M> {
    /// A debate about to begin. `template` is the main debate on the scenario's own witness.
    pub fn new(template: M) -> Self {
        Self { shared: Arc::new(Shared { template, best: OnceLock::new() }), main: None }
    }

    /// The main debate on the scenario's own witness.
    pub fn template(&self) -> &M {
        &self.shared.template
    }

    /// The main debate, once Alice wrote the witness.
    pub fn main(&self) -> Option<&M> {
        self.main.as_ref().map(|(_, main)| main)
    }

    fn plan(&self) -> &Plan {
        self.template().computation()
    }

    /// How many bits the witness has.
    pub fn bits(&self) -> usize {
        self.plan().witness().len()
    }

    /// The witness of an honest Alice: the scenario's own if it is one, else the first that a
    /// search finds, else the first of most merit. Searched for once.
    pub fn best(&self) -> &Found {
        self.shared.best.get_or_init(|| self.search())
    }

    fn search(&self) -> Found {
        let template = self.template();
        let inputs = self.plan().inputs();
        let own: Bits = self.plan().witness().iter().map(|w| inputs.at(w.index())).collect();
        let merit = template.merit(&own);
        if merit.is_some_and(|merit| merit >= template.enough()) {
            let how = "the scenario's own witness".into();
            return Found { witness: own, is_one: Some(true), merit, how };
        }
        let bits = self.bits();
        let looks = (self.plan().len() as u64).saturating_mul(1 << bits.min(40));
        if bits > MOST_SEARCHED || looks > MOST_LOOKS || merit.is_none() {
            let how = format!("not searched for: {bits} bits over {} steps", self.plan().len());
            return Found { witness: own, is_one: None, merit, how };
        }
        let good = (0..1u64 << bits).into_par_iter().find_first(|&number| {
            let merit = template.merit(&numbered(number, bits));
            merit.is_some_and(|merit| merit >= template.enough())
        });
        match good {
            Some(number) => {
                let witness = numbered(number, bits);
                let how = format!("found by search among {} witnesses", 1u64 << bits);
                let merit = template.merit(&witness);
                Found { witness, is_one: Some(true), merit, how }
            }
            None => {
                let of = |number: u64| (number, template.merit(&numbered(number, bits)));
                let better = |a: (u64, Option<f64>), b: (u64, Option<f64>)| {
                    if b.1 > a.1 || (b.1 == a.1 && b.0 < a.0) { b } else { a }
                };
                let all = (0..1u64 << bits).into_par_iter().map(of);
                let (number, most) = all.reduce(|| (u64::MAX, None), better);
                let is_one = most.filter(|most| *most > template.little()).map_or(Some(false), |_| None);
                let how = match is_one {
                    Some(_) => format!("none of the {} witnesses is one", 1u64 << bits),
                    None => format!(
                        "the best of the {} witnesses, with {:.6}: too little for a witness, too \
                         much for none",
                        1u64 << bits,
                        most.unwrap_or_default()
                    ),
                };
                Found { witness: numbered(number, bits), is_one, merit: most, how }
            }
        }
    }

    fn writing(&self) -> Asking {
        let names: Vec<&str> =
            self.plan().witness().iter().take(12).map(|&w| self.plan().input_name(w)).collect();
        let more = if self.bits() > names.len() { ", …" } else { "" };
        Asking::new("write the witness: everything after rests on it", ["write the witness"])
            .note(format!("its bits: {}{more}", names.join(", ")))
    }

    fn witness_strip(&self, eye: Eye) -> Strip<'_> {
        let written = self.main.as_ref().map(|(bits, _)| bits);
        Strip {
            cells: crate::show::Cells::Witness,
            answers: &[crate::rules::Verb::Write],
            title: "witness".into(),
            len: self.bits(),
            focus: None,
            mark: Box::new(move |at| match written {
                Some(_) if eye == Eye::Seat(Seat::Judge) => {
                    let read = self.main().and_then(|main| {
                        let cell = crate::rules::Cell::Input(self.plan().witness()[at]);
                        let readings = main.ledger().readings();
                        readings.bit(cell).map(|bit| (bit, readings.order(cell)))
                    });
                    match read {
                        Some((bit, order)) => Mark::bit(bit).read_as(order),
                        None => Mark::unread(),
                    }
                }
                Some(bits) => Mark::bit(bits.at(at)),
                None => Mark::default(),
            }),
            detail: Box::new(move |at| Detail {
                heading: self.plan().input_name(self.plan().witness()[at]).to_owned(),
                ..Detail::default()
            }),
        }
    }
}

/// The witness whose bits are this number's, the first being the highest.
pub fn numbered(number: u64, bits: usize) -> Bits {
    (0..bits).rev().map(|at| at < 64 && number >> at & 1 == 1).collect()
}

impl<M: Main> Position for Witnessed<M> {
    fn turn(&self) -> Turn {
        self.main().map_or(Turn::Ask(Seat::Alice), Position::turn)
    }

    fn menu(&self) -> Menu {
        self.main().map_or_else(
            || {
                let domain = Domain::Bits { len: self.bits() as u32, fixed: None };
                Menu::of(Offer::answer(Verb::Write, domain).seen_by(Audience::PROVERS))
            },
            Position::menu,
        )
    }

    fn ledger(&self) -> &Ledger {
        self.main().unwrap_or(self.template()).ledger()
    }

    fn situation(&self) -> Option<Situation> {
        let Some((witness, main)) = &self.main else { return Some(Situation::default()) };
        let Situation(mut key) = main.situation()?;
        let bits: Vec<bool> = witness.iter().collect();
        key.extend(
            bits.chunks(63)
                .map(|part| part.iter().fold(1, |word, &bit| word << 1 | u64::from(bit))),
        );
        Some(Situation(key))
    }

    fn truth(&self) -> Option<bool> {
        match self.main() {
            Some(main) => main.truth(),
            None => self.best().is_one,
        }
    }
}

impl<M: Main + crate::show::Show> crate::show::Show for Witnessed<M> {
    fn claim(&self) -> String {
        self.template().claim()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        let witness = Pane::Strip(self.witness_strip(eye));
        match self.main() {
            Some(main) => {
                let mut board = main.board(eye);
                board.panes.push(witness);
                board
            }
            None => {
                let steps = self.plan().steps().take(200);
                let words = steps.map(|step| format!("step {step}: {}", self.plan().words(step)));
                let mut lines = vec!["then these steps are debated:".to_owned()];
                lines.extend(words);
                Board { title: "the witness".into(), panes: vec![witness, Pane::Words(lines)] }
            }
        }
    }

    fn brief(&self, eye: Eye) -> Brief {
        let theorem = "Fig. 3, Thms 7.1 and 7.2, 2024 paper".to_owned();
        match self.main() {
            Some(main) => Brief { theorem, ..main.brief(eye) },
            None => Brief {
                protocol: "debate with a witness".into(),
                progress: "the witness".into(),
                rule: vec![
                    "Alice writes the witness: the inputs that are hers to choose.".into(),
                    "Then the computation is debated on what she wrote.".into(),
                ],
                numbers: vec![format!("The witness has {} bits.", self.bits())],
                warnings: Vec::new(),
                theorem,
            },
        }
    }

    fn asking(&self) -> crate::show::Asking {
        self.main().map_or_else(|| self.writing(), crate::show::Show::asking)
    }

    fn why(&self) -> String {
        self.main().map_or_else(String::new, crate::show::Show::why)
    }
}

impl<M: Main> Rules for Witnessed<M> {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (&mut self.main, mv) {
            (Some((_, main)), mv) => main.play(mv),
            (None, Move::Write(witness)) => {
                let main = self.template().begun_on(witness);
                self.main = Some((witness.clone(), main));
                Ok(())
            }
            (None, mv) => Err(Refusal::out_of_place(mv)),
        }
    }
}

impl<'a, M: Main> Sight<'a, Witnessed<M>> {
    /// The main debate as this seat sees it, once the witness is written.
    pub fn main(&self) -> Option<Sight<'a, M>> {
        let seat = self.seat;
        self.rules.main().map(|rules| Sight { rules, seat })
    }

    /// How many bits the witness has.
    pub fn witness_bits(&self) -> usize {
        self.rules.bits()
    }

    /// The witness that an honest Alice has or finds.
    pub fn honest_witness(&self) -> &'a Bits {
        &self.rules.best().witness
    }
}
