//! Rules that are Boolean formulas over the subclaims: `(tested and reviewed) or not changed`.

use std::fmt;
use std::sync::Arc;

use super::Odds;
use crate::machine::circuit::formula::{Expression, FormulaError, parse_expression};

/// The largest number of subclaims in a formula. Larger rules need claims in between.
pub const MOST_NAMED: usize = 8;

/// A formula, stored as its value for all answers to its open subclaims. It depends only on the answers, so two
/// formulas with the same meaning are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleFormula {
    /// The value for each row of answers. A row is a number with the first answer as its highest
    /// bit.
    table: [u128; 2],
    /// The number of open answers.
    of: u8,
}

/// Why a text is not a rule of an argument.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotARule {
    /// The text cannot be read.
    #[error(transparent)]
    Text(#[from] FormulaError),
    /// The text has too many names.
    #[error(
        "a formula can name at most {MOST_NAMED} subclaims, but this one names {0}. Make a part \
         of it a claim of its own"
    )]
    TooMany(usize),
    /// The formula is constant.
    #[error("this formula is {0} for all values of its subclaims, so it needs none of them")]
    Constant(bool),
    /// A name has no effect on the formula.
    #[error("`{0}` has no effect on this formula. Leave it out")]
    Idle(Arc<str>),
}

impl RuleFormula {
    /// Parses a formula. Returns it with its names in the order of their first occurrence. It has the same signs and
    /// gates as a circuit formula ([`parse_expression`]).
    ///
    /// # Errors
    /// Returns an error that says why the text is not a rule.
    pub fn read(text: &str) -> Result<(Self, Vec<Arc<str>>), NotARule> {
        let expression = parse_expression(text)?;
        let names = expression.names();
        if names.len() > MOST_NAMED {
            return Err(NotARule::TooMany(names.len()));
        }
        let formula = Self::new(names.len(), |answers| {
            value(&expression, &|name| {
                names.iter().position(|own| **own == *name).is_some_and(|at| answers[at])
            })
        });
        if let Some(constant) = formula.constant() {
            return Err(NotARule::Constant(constant));
        }
        match names.iter().enumerate().find(|(at, _)| !formula.depends_on(*at)) {
            Some((_, idle)) => Err(NotARule::Idle(Arc::clone(idle))),
            None => Ok((formula, names)),
        }
    }

    /// The formula over at most [`MOST_NAMED`] answers with these values.
    fn new(names: usize, value: impl Fn(&[bool]) -> bool) -> Self {
        let mut table = [0u128; 2];
        for row in 0..1usize << names {
            let answers: Vec<bool> =
                (0..names).map(|at| row >> (names - 1 - at) & 1 == 1).collect();
            table[row >> 7] |= u128::from(value(&answers)) << (row & 127);
        }
        Self { table, of: names as u8 }
    }

    /// The number of answers that are still open.
    pub fn names(self) -> usize {
        usize::from(self.of)
    }

    /// The formula that is left after the next answer. After the last answer it does not change.
    #[must_use]
    pub fn after(self, answer: bool) -> Self {
        let Some(of) = self.of.checked_sub(1) else { return self };
        let half = 1u32 << of;
        let table = match half {
            128 => self.table[usize::from(answer)],
            _ if answer => self.table[0] >> half,
            _ => self.table[0] & ((1 << half) - 1),
        };
        Self { table: [table, 0], of }
    }

    /// The value of the formula when no answer is open.
    pub fn holds(self) -> bool {
        self.table[0] & 1 == 1
    }

    /// The value of the formula, if it is the same for all open answers.
    pub fn constant(self) -> Option<bool> {
        let rows = 1u32 << self.of;
        match self.table.map(u128::count_ones).iter().sum::<u32>() {
            0 => Some(false),
            ones if ones == rows => Some(true),
            _ => None,
        }
    }

    fn at(self, row: usize) -> bool {
        self.table[row >> 7] >> (row & 127) & 1 == 1
    }

    fn rows(self) -> std::ops::Range<usize> {
        0..1 << self.of
    }

    /// True if the formula's value can change with the answer to the subclaim at `place`, counted from 0.
    fn depends_on(self, place: usize) -> bool {
        let bit = 1usize << (self.names() - 1 - place);
        self.rows().any(|row| self.at(row) != self.at(row ^ bit))
    }

    /// True if the formula never becomes false when a subclaim becomes true.
    pub fn is_monotone(self) -> bool {
        let bits = (0..self.of).map(|at| 1usize << at);
        self.rows().all(|row| !self.at(row) || bits.clone().all(|bit| self.at(row | bit)))
    }

    /// The minimal sets of subclaims that make the formula true when all other subclaims are false. Subclaims are
    /// given by their places from 0. For a monotone formula, these are all ways to argue with it.
    pub fn ways(self) -> Vec<Vec<usize>> {
        let names = self.names();
        let suffices = |row: &usize| self.at(*row);
        let least =
            |row: &usize| (0..names).all(|at| row >> at & 1 == 0 || !self.at(row & !(1 << at)));
        let mut rows: Vec<usize> = self.rows().filter(suffices).filter(least).collect();
        rows.sort_by_key(|row| (row.count_ones(), std::cmp::Reverse(*row)));
        let places = |row: usize| (0..names).filter(move |at| row >> (names - 1 - at) & 1 == 1);
        rows.into_iter().map(|row| places(row).collect()).collect()
    }

    /// (`P[fails]`, `P[holds]`) if the answers are independent.
    pub(super) fn chances(self, answers: &[Odds]) -> Odds {
        match (self.constant(), answers) {
            (Some(holds), _) => Odds::certain(holds),
            (None, [first, rest @ ..]) => {
                let [no, yes] = [false, true].map(|answer| self.after(answer).chances(rest));
                Odds {
                    no: first.no * no.no + first.yes * yes.no,
                    yes: first.no * no.yes + first.yes * yes.yes,
                }
            }
            (None, []) => Odds::certain(self.holds()),
        }
    }
}

fn value(expression: &Expression, name: &impl Fn(&str) -> bool) -> bool {
    match expression {
        Expression::Constant(bit) => *bit,
        Expression::Name(own) => name(own),
        Expression::Gate(op, over) => {
            // A formula asks no question, so it always has a value.
            op.gate(over.iter().map(|part| value(part, name))).unwrap_or_default()
        }
    }
}

impl fmt::Display for RuleFormula {
    /// Writes the values, the highest row first. Different formulas with the same number of names have different
    /// texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a formula (")?;
        for row in self.rows().rev() {
            f.write_str(if self.at(row) { "1" } else { "0" })?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> RuleFormula {
        RuleFormula::read(text).unwrap().0
    }

    fn at(formula: RuleFormula, answers: &[bool]) -> bool {
        answers.iter().fold(formula, |left, &answer| left.after(answer)).holds()
    }

    #[test]
    fn a_formula_says_what_its_words_say() {
        let (formula, names) = RuleFormula::read("(tested and reviewed) or not changed").unwrap();
        assert_eq!(
            names.iter().map(|n| &**n).collect::<Vec<_>>(),
            ["tested", "reviewed", "changed"]
        );
        for row in 0..8 {
            let [tested, reviewed, changed] = [row & 4 > 0, row & 2 > 0, row & 1 > 0];
            let meant = (tested && reviewed) || !changed;
            assert_eq!(at(formula, &[tested, reviewed, changed]), meant, "{row}");
        }
        assert!(!formula.is_monotone());
        assert_eq!(read("majority(a, b, c)"), read("a & b | a & c | b & c"));
        assert_eq!(read("majority(a, b, c)").ways(), [vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(read("(a and b) or c").ways(), [vec![2], vec![0, 1]]);
        let odd = read("a ^ b ^ c ^ d ^ e ^ f ^ g ^ h");
        assert!(at(odd, &[true, true, true, true, true, true, true, false]));
        assert!(!at(odd, &[true, false, false, true, false, false, false, false]));
    }

    #[test]
    fn the_possible_values_of_a_formula_are_those_of_its_rows() {
        use crate::machine::claims::{Quorum, Rule};
        let rule = Rule::new(Quorum::Formula(read("(a and b) or not c")));
        for row in 0..8usize {
            let answers: Vec<bool> = (0..3).map(|at| row >> at & 1 == 1).collect();
            for known in 0..=3 {
                let start = rule.tally(3);
                let tally = answers[..known].iter().fold(start, |tally, &a| tally.after_answer(a));
                let after = |wanted: bool| {
                    (0..8usize).any(|rest| {
                        let own = (0..3).map(|at| match at < known {
                            true => answers[at],
                            false => rest >> at & 1 == 1,
                        });
                        rule.holds(own) == wanted
                    })
                };
                assert_eq!(
                    tally.can(3 - known),
                    [after(false), after(true)],
                    "{answers:?} {known}"
                );
            }
        }
    }

    #[test]
    fn a_faulty_rule_is_refused_with_its_place() {
        let told = |text: &str| RuleFormula::read(text).unwrap_err().to_string();
        assert!(told("a and (b or").contains("line 1 place 12"), "{}", told("a and (b or"));
        assert!(told("a or not a").contains("is true for all values"));
        assert!(told("a or (b and not b)").contains("`b` has no effect"));
        assert!(told("a&b&c&d&e&f&g&h&i").contains("names 9"));
    }

    proptest! {
        #[test]
        fn chances_are_those_of_all_rows(
            table in any::<[u128; 2]>(), names in 1usize..=8, seed in 0u64..1000,
        ) {
            let formula = RuleFormula::new(names, |answers| {
                let row = answers.iter().fold(0usize, |row, &a| row << 1 | usize::from(a));
                table[row >> 7] >> (row & 127) & 1 == 1
            });
            let bits = |row: usize| -> Vec<bool> { (0..names).map(|i| row >> i & 1 == 1).collect() };
            let odds: Vec<Odds> =
                (0..names).map(|i| Odds::from_probability(((seed * 31 + i as u64 * 17) % 101) as f64 / 100.0)).collect();
            let chance = |odds: &[Odds], wanted: bool| -> f64 {
                (0..1usize << names).map(bits).filter(|row| at(formula, row) == wanted)
                    .map(|row| row.iter().zip(odds).map(|(&a, o)| if a { o.yes } else { o.no }).product::<f64>())
                    .sum()
            };
            let found = formula.chances(&odds);
            prop_assert!((found.yes - chance(&odds, true)).abs() < 1e-12);
            prop_assert!((found.no - chance(&odds, false)).abs() < 1e-12);
        }
    }
}
