//! `elenchus constants`: the cheapest constants for a wanted guarantee.

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::output::{self, Ended};
use crate::protocol::stochastic::Lipschitz;
use crate::protocol::stochastic::solve::tuning::{Cheap, Setting, Wanted, cheapest, lean};
use crate::show::number::count;

/// Find the cheapest constants of a stochastic debate for a wanted guarantee.
#[derive(Debug, Args)]
pub struct Constants {
    /// K, the Lipschitz constant of the plan; `elenchus solve` measures it.
    #[arg(long, value_name = "K")]
    k: f64,
    /// T, how many steps the plan has.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Whose queries shall be few: `judge`, `provers`, or the weights of Alice's, Bob's and the
    /// judge's, such as `1,1,100`.
    #[arg(long = "for", value_name = "WHOM", default_value = "judge")]
    whom: String,
    /// d: how often the side that is right must win, if it is honest.
    #[arg(long, value_name = "D", default_value_t = 0.6)]
    wins: f64,
    /// How likely the output is what the right side says.
    #[arg(long, value_name = "P", default_value_t = 2.0 / 3.0)]
    truth: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn whom(written: &str) -> anyhow::Result<Cheap> {
    Ok(match written {
        "judge" => Cheap::Judge,
        "provers" => Cheap::Provers,
        weights => {
            let numbers: Result<Vec<f64>, _> =
                weights.split(',').map(|n| n.trim().parse()).collect();
            match numbers.as_deref() {
                Ok(&[a, b, j])
                    if [a, b, j].iter().all(|w| *w >= 0.0 && w.is_finite()) && a + b + j > 0.0 =>
                {
                    Cheap::Weights([a, b, j])
                }
                _ => bail!(
                    "--for takes judge, provers, or three weights from 0 up such as 1,1,100, not \
                     `{weights}`"
                ),
            }
        }
    })
}

impl Constants {
    /// Runs it.
    pub fn run(self) -> Ended {
        let cheap = whom(&self.whom)?;
        let Self { steps, truth, wins, .. } = self;
        if !(truth > 0.5 && truth <= 1.0 && wins > 0.5 && wins < truth) {
            bail!("--wins must be above 1/2 and below --truth, which is at most 1");
        }
        let wanted = Wanted { k: Lipschitz::new(self.k)?, steps, truth, wins };
        let Some(found) = cheapest(wanted, cheap) else {
            bail!("no setting proves {wins} for K = {} and T = {steps}", self.k);
        };
        let defaults = lean(wanted);
        if self.json {
            return output::json(&json!({
                "k": self.k, "steps": steps, "truth": truth, "wanted": wins,
                "cheapest": found, "lean": defaults,
            }));
        }
        let mut text = format!(
            "For K = {} and T = {steps}, a claim right {truth:.4} of the time, the side that is \
             right\nand honest wins at least {:.4}:\n\n{}\n\n",
            self.k,
            found.wins,
            written(&found)
        );
        text += &format!(
            "{:<8} {:>20} {:>20} {:>10}\n",
            "queries", "cheapest", "Lean defaults", "saved"
        );
        for (at, name) in ["Alice", "Bob", "judge"].into_iter().enumerate() {
            let ours = found.queries[at];
            let (theirs, saved) = match &defaults {
                Some(lean) => {
                    let saved = 1.0 - ours as f64 / lean.queries[at] as f64;
                    (count(lean.queries[at]), format!("{:.1} %", 100.0 * saved))
                }
                None => ("-".to_owned(), "-".to_owned()),
            };
            text += &format!("{name:<8} {:>20} {theirs:>20} {saved:>10}\n", count(ours));
        }
        if let Some(lean) = &defaults {
            text += &format!("\nThe Lean defaults prove {:.4}.\n", lean.wins);
        }
        output::text(&text)
    }
}

/// The setting as a scenario writes it.
fn written(setting: &Setting) -> String {
    let t = setting.tolerances;
    format!("constants: {{custom: {{c: {}, s: {}, b: {}, q: {}, v: {}}}}}", t.c, t.s, t.b, t.q, t.v)
}
