//! `elenchus dqc`: computes the debate query complexity of Boolean functions.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};

use super::output::{CommandResult, OUTPUT, OutputArgs, OutputSink, TableFormat, TableFormatArgs};
use super::progress::with_progress_detached;
use super::table::OutputTable;
use crate::machine::circuit::decision_tree::MOST_INPUTS;
use crate::machine::circuit::{TruthTable, formula};
use crate::machine::{ceil_log2, quantified};
use crate::protocol::query::dqc::{self, Dqc, DqcMethod, FunctionClass, classes};
use crate::text::number::plural;

/// Compute how few bits the judge must read in a debate about a Boolean function.
///
/// This number is the debate query complexity (2026 paper, Def. 1). For functions of up to four
/// inputs it is exact, over all debates of any length. For up to twelve inputs the command gives
/// bounds. They come from formulas, from a walk down a circuit, and from a check of its gates.
///
/// With --inputs alone, the command lists all functions of that many inputs. Permuting inputs, or
/// negating inputs or the output, does not change the number. So one row stands for all functions
/// that are related in this way.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
#[command(after_long_help = "Examples:
  elenchus dqc --inputs 3
  elenchus dqc --function 'x1 & x2 | x3' --out debate.yaml --input 101")]
pub struct DqcCommand {
    /// List all functions of this many inputs, from 0 to 4.
    ///
    /// With --function 0x…, this is the number of inputs of that function.
    #[arg(long, value_name = "N", group = "what")]
    inputs: Option<usize>,
    /// One function: a formula, or its truth table in hexadecimal digits.
    ///
    /// Bit x of the table is f(x), and x1 is the highest bit of x. Examples: --function 'x1 & x2 |
    /// x3', or --function 0x8, which is x1 & x2
    #[arg(long, value_name = "FUNCTION", group = "what")]
    function: Option<String>,
    /// Write the best known debate for the function to this scenario file.
    #[arg(short, long, alias = "scenario", value_name = "FILE", requires = "function")]
    #[arg(help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    force: bool,
    /// The input of the debate in that file: its bits, x1 first. The default is all zeros.
    #[arg(long, value_name = "BITS", requires = "out", help_heading = OUTPUT)]
    input: Option<String>,
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    #[command(flatten)]
    format: TableFormatArgs,
}

impl DqcCommand {
    pub fn run(self) -> CommandResult {
        let format = self.format.or(&[(self.json, TableFormat::Json)])?;
        match &self.function {
            Some(function) => self.one(function, format),
            None => self.all(self.inputs.unwrap_or_default(), format),
        }
    }

    fn one(&self, function: &str, format: TableFormat) -> CommandResult {
        let out = self.out.as_deref().map(|path| OutputSink::file(path, self.force)).transpose()?;
        let (given, wide) = (function.to_owned(), self.inputs);
        let (inputs, dqc) = with_progress_detached("functions", move |token| {
            anyhow::Ok(match given.strip_prefix("0x") {
                Some(digits) => {
                    let table = from_hex(digits, wide)?;
                    let found = Dqc::compute(&table).map(|dqc| dqc.with_found_circuit(&table));
                    (table.inputs(), found)
                }
                None => {
                    let circuit = formula::circuit(&given).map_err(|e| anyhow::anyhow!("{e}"))?;
                    (circuit.inputs(), Dqc::of_circuit(&circuit, token)?)
                }
            })
        })??;
        let dqc = dqc.with_context(|| too_wide(inputs))?;
        if let Some(out) = out {
            out.text(&scenario(function, inputs, &dqc, self.input.as_deref())?)?;
        }
        if format != TableFormat::Text {
            let mut found = to_json(&dqc);
            found["function"] = function.into();
            found["inputs"] = inputs.into();
            return match format {
                TableFormat::Json => OutputArgs::default().json(&found),
                _ => table(&[found]).print(format, OutputArgs::default().open()?),
            };
        }
        let many = |n: usize| plural(n as u64, "input", "inputs");
        let mut text = format!("f = {function}, of {}\n\n", many(inputs));
        let reads = match dqc.exact() {
            Some(reads) => format!("{reads} (exact, over all debates)"),
            None => format!("at least {}, at most {}", dqc.low, dqc.high()),
        };
        let _ = writeln!(text, "  DQC(f)        {reads}");
        let _ = writeln!(text, "  D(f)          {} (the best decision tree)", dqc.tree_depth);
        let _ = writeln!(text, "  depends on    {}", many(dqc.dependent));
        let circuit = dqc.formula.as_deref().unwrap_or(function);
        let (debate, words) = match dqc.by() {
            DqcMethod::Walk => {
                let words = "Alice and Bob walk down it from the output (Thm 5)";
                (format!("the circuit over ∧ and ∨ of {circuit}"), words.to_owned())
            }
            DqcMethod::Check => {
                let words = "Alice writes the values of its gates, Bob points at one (Thm 6)";
                (format!("the circuit of {circuit}"), words.to_owned())
            }
            DqcMethod::Formula => {
                let words = match dqc.debate.prefix.len() {
                    0 => "no message is needed".to_owned(),
                    1 => "the provers say 1 bit".to_owned(),
                    n => format!("the provers say {n} bits"),
                };
                // The game of a scenario needs a message, although nobody reads it.
                let formula = dqc.debate.formula();
                let shown = match dqc.debate.prefix.is_empty() {
                    true => formula.split_once(": ").map_or(&*formula, |(_, matrix)| matrix),
                    false => &*formula,
                };
                (shown.to_owned(), words)
            }
        };
        let bits = plural(dqc.high().into(), "bit", "bits");
        let _ = writeln!(text, "  debate        {debate}");
        let _ = writeln!(text, "                {words}; the judge reads at most {bits}");
        OutputArgs::default().text(&text)
    }

    fn all(&self, inputs: usize, format: TableFormat) -> CommandResult {
        let most = dqc::MOST_INPUTS;
        let classes = with_progress_detached("functions", move |_| classes(inputs))?;
        let classes = classes.with_context(|| {
            format!(
                "`dqc --inputs` lists all functions of at most {most} inputs, not {inputs}. For one \
                 function of more inputs, use --function"
            )
        })?;
        if format != TableFormat::Text {
            let row = |class: &FunctionClass| {
                let mut row = to_json(&class.dqc);
                row["function"] = hex(class.table, inputs).into();
                row["functions"] = class.size.into();
                row
            };
            let rows: Vec<Value> = classes.iter().map(row).collect();
            if format != TableFormat::Json {
                return table(&rows).print(format, OutputArgs::default().open()?);
            }
            return OutputArgs::default().json(&json!({
                "inputs": inputs,
                "symmetries": ["input permutation", "input negation", "output negation"],
                "counts": counts(&classes),
                "classes": rows,
            }));
        }
        let mut text = format!(
            "Debate query complexity of all functions of {inputs} inputs, exact, over all debates.\n\
             A row stands for all functions that differ from it by permuted or negated inputs, or \
             by a negated output.\n\n{:<10}{:>9}{:>11}{:>6}{:>6}   an optimal debate\n",
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
        OutputArgs::default().text(&text)
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
            DqcMethod::Formula => "formula",
            DqcMethod::Walk => "circuit-walk",
            DqcMethod::Check => "gate-check",
        },
        "circuit_walk": dqc.circuit.map(|own| own.walk),
        "gate_check": dqc.circuit.map(|own| own.check),
        "circuit": dqc.formula.as_deref(),
        "messages": dqc.debate.prefix.len(),
        // A game has a quantifier, although nobody reads its bit.
        "unread_messages": usize::from(dqc.debate.prefix.is_empty()),
    })
}

/// The functions as a table for other programs.
fn table(rows: &[Value]) -> OutputTable {
    let keys = [
        "function",
        "functions",
        "inputs",
        "depends_on",
        "decision_tree_depth",
        "dqc",
        "low",
        "high",
        "by",
        "circuit_walk",
        "gate_check",
        "circuit",
        "debate",
        "messages",
    ];
    OutputTable::keyed(&keys, rows)
}

/// The number of functions of each complexity.
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

/// The error for a function with too many inputs.
fn too_wide(inputs: usize) -> String {
    format!(
        "this function has {inputs} inputs, and `dqc` takes at most {MOST_INPUTS}. Give a smaller one"
    )
}

/// A truth table from hexadecimal digits, the highest digit first. If `inputs` is `None`, the table has the smallest
/// number of inputs for this many digits.
fn from_hex(digits: &str, inputs: Option<usize>) -> anyhow::Result<TruthTable> {
    let digit = |c: char| c.to_digit(16);
    let values: Option<Vec<u32>> = digits.chars().rev().map(digit).collect();
    let values = values.filter(|values| !values.is_empty());
    let values =
        values.context("write a table with the digits 0 to 9 and a to f, such as 0x8000")?;
    let inputs = inputs.unwrap_or_else(|| ceil_log2(values.len() as u64 * 4) as usize);
    ensure!(inputs <= MOST_INPUTS, "{}", too_wide(inputs));
    let bit = |x: usize| values.get(x / 4).is_some_and(|digit| digit >> (x % 4) & 1 == 1);
    ensure!(
        (1 << inputs..values.len() * 4).all(|x| !bit(x)),
        "0x{digits} has more bits than a table of {inputs} inputs, which has {}. Use a larger --inputs",
        1 << inputs
    );
    TruthTable::from_fn(inputs, &|x| bit(x as usize)).with_context(|| too_wide(inputs))
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
        "--input {bits} does not fit this function. Write {inputs} digits, each 0 or 1"
    );
    let text = |text: &str| json!(text).to_string();
    let circuit = dqc.formula.as_deref().unwrap_or(function);
    // The search leaves out the inputs after the last one that its circuit uses.
    let on_circuit = match &dqc.formula {
        Some(found) => {
            let found = formula::circuit(found).map_err(|e| anyhow::anyhow!("{e}"))?;
            &bits[..found.inputs()]
        }
        None => &*bits,
    };
    let (protocol, machine, formula, own) = match dqc.by() {
        DqcMethod::Walk => ("circuit-walk: {}", "circuit", circuit.to_owned(), on_circuit),
        DqcMethod::Check => ("gate-check: {claim: 0}", "circuit", circuit.to_owned(), on_circuit),
        DqcMethod::Formula => {
            let formula = dqc.debate.formula();
            // The game leaves out the inputs after the last one that the verifier reads.
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
        text(&format!("The judge reads at most {reads} bits of x and of the messages. {best}.")),
        text(&format!("Alice claims: f(x) = 0, where f is {function}.")),
        text(&formula),
        text(own),
    ))
}
