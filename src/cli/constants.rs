//! `elenchus constants`: searches for the cheapest constants with a given guarantee.

use std::ffi::OsStr;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use serde_json::json;

use super::number;
use super::output::{CommandResult, PrintArgs};
use crate::protocol::stochastic::solve::lean_params::LeanParams;
use crate::protocol::stochastic::solve::tuning::{
    CheapestConstants, CostGoal, Inequality, TunedConstants, TuningGoal, cheapest, cheapest_within,
    lean,
};
use crate::protocol::stochastic::{LipschitzBound, MOST_SAMPLES, Tolerances};
use crate::text::Limit;
use crate::text::number::count;

/// Search for the cheapest constants of a stochastic debate that have a proved guarantee.
///
/// The guarantee is a probability d: if the side that is right plays honestly, it wins at least this
/// often. The search uses the Lean proof of the 2024 paper.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus constants --k 1 --steps 16
  elenchus constants --k 1 --steps 16 --lean
  elenchus constants --k 1 --steps 16 --check 0.01,0.02,0.05,0.0006,0.01")]
pub struct Constants {
    /// The Lipschitz constant K of the plan, a number above 0. `elenchus solve` measures it.
    #[arg(long, value_name = "K")]
    k: f64,
    /// The number T of steps of the plan.
    #[arg(long, value_name = "T", value_parser = number::count)]
    steps: u64,
    /// The players who should make few queries: judge or provers.
    ///
    /// You can also give a weight to each query of Alice, Bob and the judge. Example: --for 1,1,100
    #[arg(long = "for", value_name = "WHOM", default_value = "judge", value_parser = CostParty, hide_possible_values = true)]
    whom: CostGoal,
    /// The wanted probability d, above 0.5 and below --truth.
    #[arg(long, value_name = "D", default_value_t = 0.6)]
    wins: f64,
    /// The probability that the output of the plan is the right answer, above 0.5 and at most 1.
    #[arg(long, value_name = "P", default_value_t = 2.0 / 3.0)]
    truth: f64,
    /// Check these constants c, s, b, q and v instead of a search.
    ///
    /// Example: --check 0.01,0.02,0.05,0.0006,0.01
    #[arg(long, value_name = "C,S,B,Q,V", conflicts_with = "whom", value_parser = tolerances)]
    check: Option<Tolerances>,
    /// Print the constants as a term of the Lean structure Params.
    ///
    /// Elenchus checks its conditions in exact fractions.
    #[arg(long, conflicts_with = "json")]
    lean: bool,
    #[command(flatten)]
    print: PrintArgs,
}

fn tolerances(written: &str) -> Result<Tolerances, String> {
    match numbers(written)[..] {
        [c, s, b, q, v] if [c, s, b, q, v].iter().all(|x| x.is_finite()) => {
            Ok(Tolerances { c, s, b, q, v })
        }
        _ => Err("write five numbers, such as 0.01,0.02,0.05,0.0006,0.01".to_owned()),
    }
}

/// Parses the players who should make few queries. The shell can complete the words `judge` and `provers`.
#[derive(Clone)]
struct CostParty;

impl TypedValueParser for CostParty {
    type Value = CostGoal;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<CostGoal, clap::Error> {
        StringValueParser::new()
            .try_map(|text| parse_party(&text))
            .parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["judge", "provers"].into_iter().map(PossibleValue::new)))
    }
}

fn parse_party(written: &str) -> Result<CostGoal, String> {
    let is_weight = |weight: &f64| *weight >= 0.0 && weight.is_finite();
    match (written, &numbers(written)[..]) {
        ("judge", _) => Ok(CostGoal::Judge),
        ("provers", _) => Ok(CostGoal::Provers),
        (_, &[a, b, j]) if [a, b, j].iter().all(is_weight) && a + b + j > 0.0 => {
            Ok(CostGoal::Weights([a, b, j]))
        }
        _ => Err("write judge, provers, or three weights of at least 0, such as 1,1,100".into()),
    }
}

/// The numbers of a list that is separated by commas. Empty if one of them is not a number.
fn numbers(written: &str) -> Vec<f64> {
    written.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>().unwrap_or_default()
}

impl Constants {
    pub fn run(self) -> CommandResult {
        let cheap = self.whom;
        let Self { steps, truth, wins, .. } = self;
        if !(truth > 0.5 && truth <= 1.0 && wins > 0.5 && wins < truth) {
            bail!("--wins must be above 0.5 and below --truth, and --truth must be at most 1");
        }
        let wanted = TuningGoal { k: LipschitzBound::new(self.k)?, steps, truth, wins };
        if self.lean {
            return self.print.to.text(&self.term(wanted)?);
        }
        if let Some(setting) = self.check {
            return self.checked(setting);
        }
        let Some(CheapestConstants { setting: found, held_to }) = cheapest(wanted, cheap) else {
            bail!(
                "the search found no constants that prove {wins} for K = {} and T = {steps}. Lower --wins",
                self.k
            );
        };
        let tenfold = held_to.and_then(|held| cheapest_within(wanted, cheap, 10.0 * held));
        let defaults = lean(wanted);
        if self.print.json {
            return self.print.to.json(&json!({
                "k": self.k, "steps": steps, "truth": truth, "wanted": wins,
                "cheapest": found, "lean": defaults,
                "others_held_to": held_to, "others_held_to_tenfold": tenfold,
            }));
        }
        let mut text = format!(
            "For K = {}, T = {steps} and a claim that is right with probability {truth:.4}:\nan honest \
             side that is right wins with probability at least {}, if the debate has\n\n{}\n\n",
            self.k,
            Limit::at_least(found.wins).fixed(4),
            written(&found)
        );
        text += &format!(
            "{:<8} {:>20} {:>20} {:>10}\n",
            "queries", "cheapest found", "Lean defaults", "saved"
        );
        // If the defaults miss the wanted guarantee, a comparison with them has no meaning.
        let as_much = defaults.as_ref().is_some_and(|lean| lean.wins >= wins);
        for (at, name) in ["Alice", "Bob", "judge"].into_iter().enumerate() {
            let ours = found.queries[at];
            let (theirs, saved) = match &defaults {
                Some(lean) => {
                    let saved = 100.0 * (1.0 - ours / lean.queries[at]);
                    let saved = if as_much { format!("{saved:.1} %") } else { "-".to_owned() };
                    (integer_text(lean.queries[at]), saved)
                }
                None => ("-".to_owned(), "-".to_owned()),
            };
            text += &format!("{name:<8} {:>20} {theirs:>20} {saved:>10}\n", integer_text(ours));
        }
        if let Some(lean) = &defaults {
            let less = if as_much { "" } else { ", which is less than you asked for" };
            text += &format!(
                "\nThe Lean defaults prove {}{less}.\n",
                Limit::at_least(lean.wins).fixed(4)
            );
        }
        if let Some(held) = held_to {
            let (others, own) = match cheap {
                CostGoal::Provers => ("The judge may", "Alice and Bob would"),
                _ => ("Alice and Bob may each", "the judge would"),
            };
            let times = match held {
                1.0 => "as many queries as with the Lean defaults".to_owned(),
                held => format!(
                    "{} times as many queries as with the Lean defaults",
                    integer_text(held)
                ),
            };
            text += &format!("{others} make {times}.");
            let asks = tenfold.map(|more| match cheap {
                CostGoal::Provers => more.queries[0] + more.queries[1],
                _ => more.queries[2],
            });
            text += &match asks {
                Some(asks) => {
                    format!(
                        " With ten times that limit, {own} make {} queries.\n",
                        integer_text(asks)
                    )
                }
                None => "\n".to_owned(),
            };
        }
        text += &format!(
            "The proof uses the Lean theorems completeness' and soundness', which hold for all valid\n\
             constants. The structure Params holds any such constants; Params.defaults is one choice.\n\
             K·b is {:.4}.\n",
            self.k * found.tolerances.b
        );
        if found.queries.iter().any(|queries| *queries > MOST_SAMPLES as f64) {
            text +=
                "These are too many queries to play such a debate. The limit is 2^53 samples.\n";
        }
        self.print.to.text(&text)
    }

    /// The constants as a Lean term.
    fn term(&self, wanted: TuningGoal) -> anyhow::Result<String> {
        let term = match self.check {
            Some(setting) => LeanParams::new(wanted, setting).map_err(|condition| {
                anyhow!("these constants are no term of Params: {condition} does not hold")
            })?,
            None => LeanParams::cheapest(wanted, self.whom).ok_or_else(|| {
                anyhow!("the search found no term for {}. Lower --wins", wanted.wins)
            })?,
        };
        Ok(format!(
            "-- Put this term below Params.defaults in Debate/Details.lean.\n\
             -- Elenchus checked the conditions in exact fractions. Lean has not compiled the term.\n\
             {term}"
        ))
    }

    /// Prints every inequality that the Lean proof needs. Returns true if all of them hold.
    fn checked(&self, setting: Tolerances) -> CommandResult {
        let Self { k, steps, truth, wins, .. } = *self;
        let all = setting.inequalities(k, steps, truth, wins);
        let [.., completeness, soundness] = &all[..] else {
            bail!("the proof has no inequalities")
        };
        let valid = all[..all.len() - 2].iter().all(Inequality::holds);
        let d = valid.then(|| completeness.right.min(soundness.right).max(0.0));
        let right = all.iter().all(Inequality::holds);
        if self.print.json {
            let row = |one: &Inequality| {
                json!({
                    "inequality": one.what, "left": one.left, "right": one.right,
                    "holds": one.holds(),
                })
            };
            let rows: Vec<_> = all.iter().map(row).collect();
            self.print.to.json(&json!({
                "k": k, "steps": steps, "truth": truth, "wanted": wins, "proves": d,
                "inequalities": rows,
            }))?;
            return Ok(right);
        }
        let mut text = format!("For K = {k}, T = {steps}, w = {truth:.4} and d = {wins}:\n\n");
        for one in &all {
            let held = if one.holds() { "holds" } else { "FAILS" };
            let (what, sign) = (one.what, if one.strict { '<' } else { '≤' });
            text += &format!("  {held}  {what:<42}{:.6} {sign} {:.6}\n", one.left, one.right);
        }
        text += &match d {
            Some(d) => format!(
                "\nThe largest d that these constants prove is {}. An honest side that is right wins \
                 at least this often.\n",
                Limit::at_least(d).fixed(6)
            ),
            // Only soundness needs the inequality about K·b.
            None if all[..all.len() - 3].iter().all(Inequality::holds) => format!(
                "\nBecause K·b is larger than w, nothing is proved for an honest Bob. An honest Alice \
                 wins with probability at least {}.\n",
                Limit::at_least(completeness.right.max(0.0)).fixed(6)
            ),
            None => "\nThe proof does not cover these constants.\n".to_owned(),
        };
        self.print.to.text(&text)?;
        Ok(right)
    }
}

/// A whole number. Numbers too large for exact digits are shown with a power of ten.
fn integer_text(n: f64) -> String {
    if n <= MOST_SAMPLES as f64 { count(n as u64) } else { format!("{n:.3e}") }
}

/// The constants as a line of a scenario.
fn written(setting: &TunedConstants) -> String {
    let t = setting.tolerances;
    format!("constants: {{custom: {{c: {}, s: {}, b: {}, q: {}, v: {}}}}}", t.c, t.s, t.b, t.q, t.v)
}
