//! `elenchus constants`: the cheapest constants that a search finds for a wanted guarantee.

use std::ffi::OsStr;

use anyhow::bail;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use serde_json::json;

use super::number;
use super::output::{Ended, Print};
use crate::protocol::stochastic::solve::tuning::{
    Cheap, Cheapest, Inequality, Setting, Wanted, cheapest, cheapest_within, lean,
};
use crate::protocol::stochastic::{Lipschitz, MOST_SAMPLES, Tolerances};
use crate::text::number::{count, fixed};

/// Search for the cheapest constants of a stochastic debate for a wanted guarantee.
#[derive(Debug, Args)]
pub struct Constants {
    /// K, the Lipschitz constant of the plan; `elenchus solve` measures it.
    #[arg(long, value_name = "K")]
    k: f64,
    /// T, how many steps the plan has.
    #[arg(long, value_name = "T", value_parser = number::count)]
    steps: u64,
    /// Whose queries shall be few: `judge`, `provers`, or the weights of Alice's, Bob's and the
    /// judge's, such as `1,1,100`.
    #[arg(long = "for", value_name = "WHOM", default_value = "judge", value_parser = Whom, hide_possible_values = true)]
    whom: Cheap,
    /// d: how often the side that is right must win, if it is honest.
    #[arg(long, value_name = "D", default_value_t = 0.6)]
    wins: f64,
    /// How likely the output is what the right side says.
    #[arg(long, value_name = "P", default_value_t = 2.0 / 3.0)]
    truth: f64,
    /// Instead check this setting: c, s, b, q and v, such as 0.01,0.02,0.05,0.0006,0.01.
    #[arg(long, value_name = "C,S,B,Q,V", conflicts_with = "whom", value_parser = tolerances)]
    check: Option<Tolerances>,
    #[command(flatten)]
    print: Print,
}

fn tolerances(written: &str) -> Result<Tolerances, String> {
    match numbers(written)[..] {
        [c, s, b, q, v] if [c, s, b, q, v].iter().all(|x| x.is_finite()) => {
            Ok(Tolerances { c, s, b, q, v })
        }
        _ => Err("five numbers are expected: c, s, b, q, v".to_owned()),
    }
}

/// Reads whose queries shall be few; completes the words for it.
#[derive(Clone)]
struct Whom;

impl TypedValueParser for Whom {
    type Value = Cheap;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Cheap, clap::Error> {
        StringValueParser::new().try_map(|text| whom(&text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["judge", "provers"].into_iter().map(PossibleValue::new)))
    }
}

fn whom(written: &str) -> Result<Cheap, String> {
    let is_weight = |weight: &f64| *weight >= 0.0 && weight.is_finite();
    match (written, &numbers(written)[..]) {
        ("judge", _) => Ok(Cheap::Judge),
        ("provers", _) => Ok(Cheap::Provers),
        (_, &[a, b, j]) if [a, b, j].iter().all(is_weight) && a + b + j > 0.0 => {
            Ok(Cheap::Weights([a, b, j]))
        }
        _ => Err("write judge, provers, or three weights from 0 up such as 1,1,100".into()),
    }
}

/// Numbers between commas; none where one of them is no number.
fn numbers(written: &str) -> Vec<f64> {
    written.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>().unwrap_or_default()
}

impl Constants {
    /// Runs it.
    pub fn run(self) -> Ended {
        let cheap = self.whom;
        let Self { steps, truth, wins, .. } = self;
        if !(truth > 0.5 && truth <= 1.0 && wins > 0.5 && wins < truth) {
            bail!("--wins must be above 1/2 and below --truth, which is at most 1");
        }
        if let Some(setting) = self.check {
            return self.checked(setting);
        }
        let wanted = Wanted { k: Lipschitz::new(self.k)?, steps, truth, wins };
        let Some(Cheapest { setting: found, held_to }) = cheapest(wanted, cheap) else {
            bail!("no setting was found that proves {wins} for K = {} and T = {steps}", self.k);
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
            "For K = {} and T = {steps}, a claim right {truth:.4} of the time, the side that is \
             right\nand honest wins at least {}:\n\n{}\n\n",
            self.k,
            proved(found.wins, 4),
            written(&found)
        );
        text += &format!(
            "{:<8} {:>20} {:>20} {:>10}\n",
            "queries", "cheapest found", "Lean defaults", "saved"
        );
        // What proves less than was asked is no measure of what is saved.
        let as_much = defaults.as_ref().is_some_and(|lean| lean.wins >= wins);
        for (at, name) in ["Alice", "Bob", "judge"].into_iter().enumerate() {
            let ours = found.queries[at];
            let (theirs, saved) = match &defaults {
                Some(lean) => {
                    let saved = 100.0 * (1.0 - ours / lean.queries[at]);
                    let saved = if as_much { format!("{saved:.1} %") } else { "-".to_owned() };
                    (whole(lean.queries[at]), saved)
                }
                None => ("-".to_owned(), "-".to_owned()),
            };
            text += &format!("{name:<8} {:>20} {theirs:>20} {saved:>10}\n", whole(ours));
        }
        if let Some(lean) = &defaults {
            let less = if as_much { "" } else { ", less than was asked" };
            text += &format!("\nThe Lean defaults prove {}{less}.\n", proved(lean.wins, 4));
        }
        if let Some(held) = held_to {
            let (others, own) = match cheap {
                Cheap::Provers => ("The judge is", "Alice and Bob"),
                _ => ("Alice and Bob are each", "the judge"),
            };
            let times = match held {
                1.0 => "what the Lean defaults ask".to_owned(),
                held => format!("{} times what the Lean defaults ask", whole(held)),
            };
            text += &format!("{others} held to {times}");
            let asks = tenfold.map(|more| match cheap {
                Cheap::Provers => more.queries[0] + more.queries[1],
                _ => more.queries[2],
            });
            text += &match asks {
                Some(asks) => format!("; with ten times that {own} would ask {}.\n", whole(asks)),
                None => ".\n".to_owned(),
            };
        }
        text += &format!(
            "It rests on the Lean theorems completeness' and soundness', which hold for every valid\n\
             setting, not on the file's Params, which fix one. K·b is {:.4}.\n",
            self.k * found.tolerances.b
        );
        if found.queries.iter().any(|queries| *queries > MOST_SAMPLES as f64) {
            text += "No debate can be played with so many queries: 2^53 samples are the most.\n";
        }
        self.print.to.text(&text)
    }

    /// Every inequality that the Lean proof asks of a setting; whether all hold.
    fn checked(&self, setting: Tolerances) -> Ended {
        let Self { k, steps, truth, wins, .. } = *self;
        let all = setting.inequalities(k, steps, truth, wins);
        let [.., completeness, soundness] = &all[..] else { bail!("no inequality") };
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
                "\nThe side that is right and honest wins at least {}: the largest d that this \
                 setting proves.\n",
                proved(d, 6)
            ),
            // Completeness is proved without what is asked of K·b: only soundness needs it.
            None if all[..all.len() - 3].iter().all(Inequality::holds) => format!(
                "\nWhere K·b is more than w nothing is proved for an honest Bob. An honest Alice wins at \
                 least {}.\n",
                proved(completeness.right.max(0.0), 6)
            ),
            None => "\nThe proof speaks of no such setting.\n".to_owned(),
        };
        self.print.to.text(&text)?;
        Ok(right)
    }
}

/// A probability that is proved, to so many decimals: no more than is proved.
fn proved(wins: f64, decimals: i32) -> String {
    let unit = 10f64.powi(decimals);
    fixed((wins * unit).floor() / unit, decimals as usize)
}

/// A whole number; with its power of ten where its digits are no longer exact.
fn whole(n: f64) -> String {
    if n <= MOST_SAMPLES as f64 { count(n as u64) } else { format!("{n:.3e}") }
}

/// The setting as a scenario writes it.
fn written(setting: &Setting) -> String {
    let t = setting.tolerances;
    format!("constants: {{custom: {{c: {}, s: {}, b: {}, q: {}, v: {}}}}}", t.c, t.s, t.b, t.q, t.v)
}
