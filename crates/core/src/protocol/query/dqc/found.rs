//! The search for a circuit of a function that is given as a table. It decomposes the table into a
//! formula.

use std::fmt::Write as _;

use super::function::depended_on;
use super::{CircuitReads, Dqc};
use crate::machine::Circuit;
use crate::machine::circuit::{NormalForm, TruthTable, formula};
use crate::protocol::query::ceil_log2;

/// The longest formula that the search builds. A gate check of a longer formula reads more bits
/// than a decision tree.
const LONGEST: usize = 20_000;

impl CircuitReads {
    /// The reads of the debates that use this circuit.
    pub(super) fn from_circuit(circuit: &Circuit) -> Self {
        let walk = NormalForm::from_circuit(circuit).depth() as u32 + 1;
        let check = ceil_log2(circuit.plan().len() as u64) + 3;
        Self { walk, check }
    }

    fn least(self) -> u32 {
        self.walk.min(self.check)
    }
}

impl Dqc {
    /// Appearance for a circuit of this table. Uses it in place of the known circuit if a debate on it
    /// has fewer reads.
    #[must_use]
    pub fn with_found_circuit(self, table: &TruthTable) -> Self {
        if self.exact().is_some() {
            return self;
        }
        let Some(text) = formula_of(table) else { return self };
        let Ok(circuit) = formula::circuit(&text) else { return self };
        let own = CircuitReads::from_circuit(&circuit);
        match own.least() < self.high() {
            true => Self { circuit: Some(own), formula: Some(text.into()), ..self },
            false => self,
        }
    }
}

/// A function of some inputs. Bit k of a row number is the value of `inputs[k]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PartialFunction {
    inputs: Vec<usize>,
    rows: Vec<bool>,
}

/// The operation at the top of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joined {
    And,
    Or,
    Xor,
    /// A name, a call, or a formula in brackets.
    Whole,
}

impl Joined {
    const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    fn sign(self) -> &'static str {
        match self {
            Self::And => " & ",
            Self::Or => " | ",
            Self::Xor => " ^ ",
            Self::Whole => "",
        }
    }

    fn apply(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a && b,
            Self::Or => a || b,
            Self::Xor | Self::Whole => a != b,
        }
    }
}

/// A formula for a function. Splits the function into parts that have no common input. An `and`, an
/// `or` or an exclusive `or` joins the parts. If no split exists, tries a formula that counts
/// inputs, and then a case distinction on one input. `None` if the formula becomes too long.
fn formula_of(table: &TruthTable) -> Option<String> {
    let inputs = depended_on(table);
    let row = |row: usize| {
        let set = inputs.iter().enumerate().filter(|(k, _)| row >> k & 1 == 1);
        table.at(set.map(|(_, &input)| table.flip(input)).sum())
    };
    let rows = (0..1usize << inputs.len()).map(row).collect();
    Some(PartialFunction { inputs, rows }.formula()?.0)
}

impl PartialFunction {
    fn formula(&self) -> Option<(String, Joined)> {
        let part = self.without_idle();
        match part.inputs[..] {
            [] => return Some((u8::from(part.rows[0]).to_string(), Joined::Whole)),
            [one] => {
                let not = if part.rows[0] { "!" } else { "" };
                return Some((format!("{not}x{}", one + 1), Joined::Whole));
            }
            _ => {}
        }
        for joined in Joined::ALL {
            if let Some([one, rest]) = part.split(joined) {
                return join(&[one.formula()?, rest.formula()?], joined);
            }
        }
        part.counted().or_else(|| part.by_an_input())
    }

    /// The function of the inputs in `set` (bits by position). The other inputs have their values
    /// from `base`.
    fn at(&self, set: usize, base: usize) -> Self {
        let places: Vec<usize> = (0..self.inputs.len()).filter(|k| set >> k & 1 == 1).collect();
        let row = |row: usize| {
            let own: usize =
                places.iter().enumerate().map(|(k, place)| (row >> k & 1) << place).sum();
            self.rows[own | base & !set]
        };
        let rows = (0..1usize << places.len()).map(row).collect();
        Self { inputs: places.iter().map(|&place| self.inputs[place]).collect(), rows }
    }

    fn without_idle(&self) -> Self {
        let matters =
            |k: &usize| (0..self.rows.len()).any(|row| self.rows[row] != self.rows[row ^ 1 << k]);
        let set = (0..self.inputs.len()).filter(matters).map(|k| 1 << k).sum();
        self.at(set, 0)
    }

    /// Splits this function into two functions that have no common input. The operation `joined`
    /// joins them. The first function has as few inputs as possible. `None` if there is no such
    /// split.
    fn split(&self, joined: Joined) -> Option<[Self; 2]> {
        let all = (1usize << self.inputs.len()) - 1;
        let mut sets: Vec<usize> = (1..all).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        // One of the two has at most half of the inputs.
        let small = |set: &&usize| 2 * set.count_ones() as usize <= self.inputs.len();
        // In a row where an and is 1, both parts are 1. In a row where an or is 0, both parts are 0. For an exclusive
        // or, row 0 determines both parts up to negation.
        let base = match joined {
            Joined::And => self.rows.iter().position(|&value| value)?,
            Joined::Or => self.rows.iter().position(|&value| !value)?,
            Joined::Xor | Joined::Whole => 0,
        };
        sets.iter().take_while(small).find_map(|&set| {
            let (own, rest) = (base & set, base & !set);
            let turned = joined == Joined::Xor && self.rows[0];
            let fits = (0..self.rows.len()).all(|row| {
                let one = self.rows[row & set | rest];
                let other = self.rows[row & !set | own] != turned;
                self.rows[row] == joined.apply(one, other)
            });
            fits.then(|| {
                let mut other = self.at(all & !set, base);
                other.rows.iter_mut().for_each(|value| *value = *value != turned);
                [self.at(set, base), other]
            })
        })
    }

    /// The formula of a function that depends only on the number of inputs that are 1.
    fn counted(&self) -> Option<(String, Joined)> {
        let all = self.inputs.len();
        let mut by_count: Vec<Option<bool>> = vec![None; all + 1];
        for (row, &value) in self.rows.iter().enumerate() {
            let own = &mut by_count[row.count_ones() as usize];
            if *own.get_or_insert(value) != value {
                return None;
            }
        }
        let names: String = self
            .inputs
            .iter()
            .fold(String::new(), |text, input| text + &format!(", x{}", input + 1));
        let at_least = |k: usize| format!("at_least({k}{names})");
        let values: Vec<bool> = by_count.into_iter().flatten().collect();
        let mut spans = Vec::new();
        let mut count = 0;
        while count <= all {
            let end = (count..=all).find(|&k| !values[k]).unwrap_or(all + 1);
            if end > count {
                spans.push(match (count, end > all) {
                    (0, true) => return None,
                    (0, false) => (format!("!{}", at_least(end)), Joined::Whole),
                    (from, true) => (at_least(from), Joined::Whole),
                    (from, false) => {
                        (format!("{} & !{}", at_least(from), at_least(end)), Joined::And)
                    }
                });
            }
            count = end.max(count) + 1;
        }
        join(&spans, Joined::Or)
    }

    /// A formula that distinguishes the two values of one input. Chooses the input so that the rest
    /// of the formula depends on as few other inputs as possible.
    fn by_an_input(&self) -> Option<(String, Joined)> {
        let all = (1usize << self.inputs.len()) - 1;
        let halves = |k: usize| [0, all].map(|base| self.at(all & !(1 << k), base).without_idle());
        let best = (0..self.inputs.len())
            .min_by_key(|&k| halves(k).map(|half| half.inputs.len()).iter().sum::<usize>())?;
        let [zero, one] = halves(best).map(|half| half.formula());
        let (zero, one) = (zero?, one?);
        let name = format!("x{}", self.inputs[best] + 1);
        let literal = |not: &str| (format!("{not}{name}"), Joined::Whole);
        match (zero.0.as_str(), one.0.as_str()) {
            ("0", _) => join(&[literal(""), one], Joined::And),
            (_, "0") => join(&[literal("!"), zero], Joined::And),
            ("1", _) => join(&[literal("!"), one], Joined::Or),
            (_, "1") => join(&[literal(""), zero], Joined::Or),
            _ => {
                let then = join(&[literal(""), one], Joined::And)?;
                let otherwise = join(&[literal("!"), zero], Joined::And)?;
                join(&[then, otherwise], Joined::Or)
            }
        }
    }
}

/// Joins formulas by an operation. Puts brackets around formulas with another operation.
fn join(parts: &[(String, Joined)], joined: Joined) -> Option<(String, Joined)> {
    if let [one] = parts {
        return Some(one.clone());
    }
    let mut text = String::new();
    for (at, (part, own)) in parts.iter().enumerate() {
        text += if at > 0 { joined.sign() } else { "" };
        match *own == Joined::Whole || *own == joined {
            true => text += part,
            false => {
                let _ = write!(text, "({part})");
            }
        }
    }
    (text.len() <= LONGEST).then_some((text, joined))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::query::dqc::DqcMethod;
    use crate::work::CancelToken;

    fn table(inputs: usize, value: impl Fn(&[bool]) -> bool + Sync) -> TruthTable {
        let bits = |x: u64| (0..inputs).rev().map(|place| x >> place & 1 == 1).collect::<Vec<_>>();
        TruthTable::from_fn(inputs, &|x| value(&bits(x))).unwrap()
    }

    fn found(table: &TruthTable) -> Dqc {
        Dqc::compute(table).unwrap().with_found_circuit(table)
    }

    /// Checks that the formula computes the function of the table.
    fn says_the_same(table: &TruthTable, text: &str) {
        let circuit = formula::circuit(text).unwrap();
        let own = TruthTable::from_circuit(&circuit, &CancelToken::default()).unwrap().unwrap();
        // Inputs after the last one in the formula do not matter.
        let shift = table.inputs() - own.inputs();
        for x in 0..1u64 << table.inputs() {
            assert_eq!(own.at(x >> shift), table.at(x), "{text} at {x:b}");
        }
    }

    #[test]
    fn a_table_that_decomposes_is_debated_on_the_circuit_that_it_decomposes_into() {
        let all = found(&table(8, |x| x.iter().all(|&bit| bit)));
        assert_eq!((all.exact(), all.by()), (Some(4), DqcMethod::Walk), "{all:?}");
        assert_eq!(all.formula.as_deref(), Some("x1 & x2 & x3 & x4 & x5 & x6 & x7 & x8"));
        let parity = found(&table(8, |x| x.iter().filter(|bit| **bit).count() % 2 == 1));
        assert_eq!((parity.low, parity.high(), parity.by()), (4, 6, DqcMethod::Check));
        // The function is 1 if the two inputs of each pair differ. Its formula is an and of four exclusive ors.
        let pairs = found(&table(8, |x| x.chunks(2).all(|pair| pair[0] != pair[1])));
        assert!(pairs.high() <= 5, "{pairs:?}");
        assert_eq!(
            formula_of(&table(8, |x| x.chunks(2).all(|pair| pair[0] != pair[1]))).unwrap(),
            "(x1 ^ x2) & (x3 ^ x4) & (x5 ^ x6) & (x7 ^ x8)"
        );
        let one_of_two = table(6, |x| (x[0] && x[1] && x[2]) != (x[3] || x[4] || x[5]));
        assert_eq!(formula_of(&one_of_two).unwrap(), "(x1 & x2 & x3) ^ (x4 | x5 | x6)");
    }

    #[test]
    fn a_function_of_the_number_of_ones_is_described_by_counts() {
        for (text, from, to) in [("at_least(3, x1, x2, x3, x4, x5)", 3, 9), ("!at_least(4", 0, 3)] {
            let own = table(5, |x| {
                let ones = x.iter().filter(|bit| **bit).count();
                (from..=to).contains(&ones)
            });
            let found = formula_of(&own).unwrap();
            assert!(found.starts_with(text), "{found}");
            says_the_same(&own, &found);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_formula_found_says_what_the_table_says(words in any::<[u64; 2]>(), inputs in 0usize..=7) {
            let table = TruthTable::from_fn(inputs, &|x| words[x as usize >> 6] >> (x & 63) & 1 == 1).unwrap();
            says_the_same(&table, &formula_of(&table).unwrap());
        }
    }
}
