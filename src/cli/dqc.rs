//! `elenchus dqc`: how many bits the judge of the best debate for a function reads.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};

use super::output::{Ended, Out, To};
use crate::machine::circuit::decision_tree::MOST_INPUTS;
use crate::machine::circuit::{TruthTable, formula};
use crate::machine::{ceil_log2, quantified};
use crate::protocol::query::dqc::{self, By, Dqc, FunctionClass, classes};
use crate::text::number::plural;
use crate::work::Token;

/// Say how few bits the judge of any debate for a function can read (Def. 1 of the 2026 paper).
///
/// Exact for functions of up to four inputs, over all debates of whatever length; between bounds
/// for up to twelve, also by the walk down a circuit and the check of its gates: the formula's own, or
/// the best that is found by taking the function apart.
/// Without --function: all functions of --inputs inputs, up to permuting inputs and negating inputs or
/// the output, all of which leave the number as it is.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct DqcCommand {
    /// All functions of this many inputs, 0 to 4; beside --function 0x…, how many inputs it has.
    #[arg(long, value_name = "N", group = "what")]
    inputs: Option<usize>,
    /// One function: a formula such as "x1 & x2 | x3", or its table as 0x…, whose bit x is f(x)
    /// and in which x1 is the highest bit of x: 0x8 is "x1 & x2".
    #[arg(long, value_name = "FUNCTION", group = "what")]
    function: Option<String>,
    /// Write the best debate known for the function as a scenario, on --input.
    #[arg(short, long, alias = "scenario", value_name = "FILE", requires = "function")]
    out: Option<PathBuf>,
    /// Replace the file that is there.
    #[arg(long, requires = "out")]
    force: bool,
    /// The input of that scenario: its bits, x1 first; zeros if it is not given.
    #[arg(long, value_name = "BITS", requires = "out")]
    input: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl DqcCommand {
    /// Runs it.
    pub fn run(self) -> Ended {
        match &self.function {
            Some(function) => self.one(function),
            None => self.all(self.inputs.unwrap_or_default()),
        }
    }

    fn one(&self, function: &str) -> Ended {
        let out = self.out.as_deref().map(|path| Out::file(path, self.force)).transpose()?;
        let (inputs, dqc) = match function.strip_prefix("0x") {
            Some(digits) => {
                let table = from_hex(digits, self.inputs)?;
                let found = Dqc::of(&table).map(|dqc| dqc.with_found_circuit(&table));
                (table.inputs(), found)
            }
            None => {
                let circuit = formula::circuit(function).map_err(|e| anyhow::anyhow!("{e}"))?;
                (circuit.inputs(), Dqc::of_circuit(&circuit, &Token::default())?)
            }
        };
        let dqc = dqc.with_context(|| {
            format!("the function has {inputs} inputs: at most {MOST_INPUTS} are looked at")
        })?;
        if let Some(out) = out {
            out.text(&scenario(function, inputs, &dqc, self.input.as_deref())?)?;
        }
        if self.json {
            let mut found = to_json(&dqc);
            found["function"] = function.into();
            found["inputs"] = inputs.into();
            return To::default().json(&found);
        }
        let many = |n: usize| plural(n as u64, "input", "inputs");
        let mut text = format!("f = {function}, of {}\n\n", many(inputs));
        let reads = match dqc.exact() {
            Some(reads) => format!("{reads} (exactly; over all debates)"),
            None => format!("from {} to {}", dqc.low, dqc.high()),
        };
        let _ = writeln!(text, "  DQC(f)        {reads}");
        let _ = writeln!(text, "  D(f)          {} (the best decision tree)", dqc.tree_depth);
        let _ = writeln!(text, "  depends on    {}", many(dqc.dependent));
        let circuit = dqc.formula.as_deref().unwrap_or(function);
        let (debate, words) = match dqc.by() {
            By::Walk => {
                let words = "Alice and Bob walk down it from the output (Thm 5)";
                (format!("the circuit over ∧ and ∨ of {circuit}"), words.to_owned())
            }
            By::Check => {
                let words = "Alice writes its gates, Bob points at one (Thm 6)";
                (format!("the circuit of {circuit}"), words.to_owned())
            }
            By::Formula => {
                let words = match dqc.debate.prefix.len() {
                    0 => "no message is needed: a1 is not read".to_owned(),
                    1 => "1 bit is said".to_owned(),
                    n => format!("{n} bits are said"),
                };
                (dqc.debate.formula(), words)
            }
        };
        let bits = plural(dqc.high().into(), "bit", "bits");
        let _ = writeln!(text, "  debate        {debate}");
        let _ = writeln!(text, "                {words}; the judge reads {bits}");
        To::default().text(&text)
    }

    fn all(&self, inputs: usize) -> Ended {
        let most = dqc::MOST_INPUTS;
        let classes = classes(inputs).with_context(|| {
            format!(
                "`dqc` lists all functions of at most {most} inputs, not {inputs}. For one function \
                 of more inputs, give it with --function"
            )
        })?;
        if self.json {
            let row = |class: &FunctionClass| {
                let mut row = to_json(&class.dqc);
                row["function"] = hex(class.table, inputs).into();
                row["functions"] = class.size.into();
                row
            };
            let rows: Vec<Value> = classes.iter().map(row).collect();
            return To::default().json(&json!({
                "inputs": inputs,
                "symmetries": ["input permutation", "input negation", "output negation"],
                "counts": counts(&classes),
                "classes": rows,
            }));
        }
        let mut text = format!(
            "Debate query complexity of all functions of {inputs} inputs, exact, over all debates.\n\
             A row stands for all that permuting inputs and negating inputs or the output make of \
             it.\n\n{:<10}{:>9}{:>11}{:>6}{:>6}   an optimal debate\n",
            "function", "functions", "depends on", "D(f)", "DQC"
        );
        for class in &classes {
            let FunctionClass { table, size, dqc } = class;
            let Dqc { dependent, tree_depth, debate, .. } = dqc;
            let (function, reads, debate) = (hex(*table, inputs), reads(dqc), debate.formula());
            let _ = write!(text, "{function:<10}{size:>9}{dependent:>11}{tree_depth:>6}");
            let _ = writeln!(text, "{reads:>6}   {debate}");
        }
        let _ = writeln!(text, "\n{} rows", classes.len());
        for (reads, functions) in counts(&classes).as_object().into_iter().flatten() {
            let _ = writeln!(text, "DQC = {reads}: {functions} functions");
        }
        To::default().text(&text)
    }
}

fn reads(dqc: &Dqc) -> String {
    match dqc.exact() {
        Some(reads) => reads.to_string(),
        None => format!("{}–{}", dqc.low, dqc.high()),
    }
}

fn to_json(dqc: &Dqc) -> Value {
    json!({
        "dqc": dqc.exact(),
        "low": dqc.low,
        "high": dqc.high(),
        "decision_tree_depth": dqc.tree_depth,
        "depends_on": dqc.dependent,
        "debate": dqc.debate.formula(),
        "by": match dqc.by() {
            By::Formula => "formula",
            By::Walk => "circuit-walk",
            By::Check => "gate-check",
        },
        "circuit_walk": dqc.circuit.map(|own| own.walk),
        "gate_check": dqc.circuit.map(|own| own.check),
        "circuit": dqc.formula.as_deref(),
        "messages": dqc.debate.prefix.len(),
    })
}

/// How many functions there are of each complexity.
fn counts(classes: &[FunctionClass]) -> Value {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for class in classes {
        *counts.entry(reads(&class.dqc)).or_default() += class.size;
    }
    json!(counts)
}

fn hex(table: u64, inputs: usize) -> String {
    format!("0x{table:0width$x}", width = (1usize << inputs).div_ceil(4))
}

/// A table from its digits, the highest first. Without a number of inputs it is the least whose
/// table has so many digits.
fn from_hex(digits: &str, inputs: Option<usize>) -> anyhow::Result<TruthTable> {
    let digit = |c: char| c.to_digit(16);
    let values: Option<Vec<u32>> = digits.chars().rev().map(digit).collect();
    let values = values.filter(|values| !values.is_empty());
    let values = values.context("a table is written in the digits 0 to 9 and a to f, as 0x8000")?;
    let inputs = inputs.unwrap_or_else(|| ceil_log2(values.len() as u64 * 4) as usize);
    ensure!(inputs <= MOST_INPUTS, "the function has {inputs} inputs: at most 12 are looked at");
    let bit = |x: usize| values.get(x / 4).is_some_and(|digit| digit >> (x % 4) & 1 == 1);
    ensure!(
        (1 << inputs..values.len() * 4).all(|x| !bit(x)),
        "0x{digits} has more bits than the {} of a table of {inputs} inputs",
        1 << inputs
    );
    TruthTable::from_fn(inputs, &|x| bit(x as usize)).context("a table")
}

/// The best debate as a scenario file.
fn scenario(
    function: &str,
    inputs: usize,
    dqc: &Dqc,
    input: Option<&str>,
) -> anyhow::Result<String> {
    let bits = input.map_or_else(|| "0".repeat(inputs), str::to_owned);
    ensure!(
        bits.len() == inputs && bits.chars().all(|c| matches!(c, '0' | '1')),
        "the input is {bits}: write {inputs} 0s and 1s"
    );
    let text = |text: &str| json!(text).to_string();
    let circuit = dqc.formula.as_deref().unwrap_or(function);
    // A circuit that was found has no inputs after the last that it names.
    let on_circuit = match &dqc.formula {
        Some(found) => {
            let found = formula::circuit(found).map_err(|e| anyhow::anyhow!("{e}"))?;
            &bits[..found.inputs()]
        }
        None => &*bits,
    };
    let (protocol, machine, formula, own) = match dqc.by() {
        By::Walk => ("circuit-walk: {}", "circuit", circuit.to_owned(), on_circuit),
        By::Check => ("gate-check: {claim: 0}", "circuit", circuit.to_owned(), on_circuit),
        By::Formula => {
            let formula = dqc.debate.formula();
            // Inputs after the last that the verifier reads are none of its own.
            let game = quantified::formula::game(&formula).map_err(|e| anyhow::anyhow!("{e}"))?;
            let own = &bits[..game.free().count()];
            ("quantified: {verifier: evaluated}", "quantified", formula, own)
        }
    };
    let reads = dqc.high();
    let best = match dqc.exact() {
        Some(_) => "No debate for f lets the judge read fewer".to_owned(),
        None => format!("No debate for f lets the judge read fewer than {}", dqc.low),
    };
    Ok(format!(
        "elenchus: 1\ntitle: {}\nsummary: {}\nsource: 2026 paper, Def. 1\n\
         claim: {}\nprotocol:\n  {protocol}\nmachine:\n  {machine}:\n    formula: {}\n    input: {}\n\
         seats:\n  alice: honest\n  bob: honest\n  judge: honest\nseed: 1\n",
        text(&format!("A debate for {function}, {reads} reads")),
        text(&format!("The judge reads at most {reads} bits of x and of what is said. {best}.")),
        text(&format!("Alice claims: f(x) = 0, where f is {function} and x is {bits}.")),
        text(&formula),
        text(own),
    ))
}
