//! Compiles an expression to gates.

use std::sync::Arc;

use super::error::NotAFormula;
use super::parse::{Expression, parse_expression};
use crate::machine::circuit::{Circuit, CircuitBuilder, CircuitError, Wire};
use crate::machine::{Input, Op};

/// The circuit of a formula, on an input of zeros.
pub fn circuit(formula: &str) -> Result<Circuit, NotAFormula> {
    let expression = parse_expression(formula)?;
    let names = input_names(expression.names());
    Ok(build(&expression, names)?)
}

/// The circuit of an expression over these inputs. Other names in it become further inputs.
pub fn build(expression: &Expression, mut inputs: Vec<Arc<str>>) -> Result<Circuit, CircuitError> {
    for name in expression.names() {
        if !inputs.contains(&name) {
            inputs.push(name);
        }
    }
    let mut circuit = CircuitBuilder::new(inputs.iter().cloned());
    let output = wire(&mut circuit, &inputs, expression);
    circuit.finish(output)
}

fn wire(circuit: &mut CircuitBuilder, inputs: &[Arc<str>], expression: &Expression) -> Wire {
    match expression {
        Expression::Constant(bit) => Wire::Constant(*bit),
        Expression::Name(name) => {
            let index = inputs.iter().position(|input| input == name).unwrap_or_default();
            circuit.input(index)
        }
        Expression::Gate(op, over) => {
            let wires: Vec<Wire> = over.iter().map(|part| wire(circuit, inputs, part)).collect();
            // The parser has already turned `a -> b` and `a <-> b` into gates.
            circuit.gate(*op, &wires)
        }
    }
}

/// The inputs of a formula over these names: x1 … xn if all names have this form.
pub fn input_names(names: Vec<Arc<str>>) -> Vec<Arc<str>> {
    /// The largest number of inputs of the form x1, x2, …. Without a limit, a formula with only x1000000 would get a
    /// million inputs.
    const MOST: u32 = 4096;
    let numbers: Option<Vec<u32>> = names
        .iter()
        .map(|name| name.strip_prefix('x')?.parse::<Input>().ok().map(Input::number))
        .collect();
    match numbers.as_deref().map(|numbers| numbers.iter().max()) {
        Some(Some(&highest)) if highest <= MOST => {
            (1..=highest).map(|number| format!("x{number}").into()).collect()
        }
        _ => names,
    }
}

impl Expression {
    /// The names in the order of their first occurrence.
    pub fn names(&self) -> Vec<Arc<str>> {
        let mut seen = std::collections::HashSet::new();
        let mut names = Vec::new();
        self.collect(&mut seen, &mut names);
        names
    }

    fn collect(&self, seen: &mut std::collections::HashSet<Arc<str>>, names: &mut Vec<Arc<str>>) {
        match self {
            Self::Constant(_) => {}
            Self::Name(name) => {
                if seen.insert(Arc::clone(name)) {
                    names.push(Arc::clone(name));
                }
            }
            Self::Gate(_, over) => over.iter().for_each(|part| part.collect(seen, names)),
        }
    }

    /// The negation.
    pub fn negated(self) -> Self {
        Self::Gate(Op::Not, vec![self])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::TruthTable;

    fn table(formula: &str) -> String {
        let table = TruthTable::from_circuit(&circuit(formula).unwrap(), &Default::default())
            .unwrap()
            .unwrap();
        (0..1u64 << table.inputs()).map(|x| if table.at(x) { '1' } else { '0' }).collect()
    }

    #[test]
    fn signs_bind_in_the_documented_order() {
        assert_eq!(table("(x1 & x2) | !x3 ^ x4"), table("(x1 & x2) | ((!x3) ^ x4)"));
        assert_eq!(table("x1 | x2 & x3"), table("x1 | (x2 & x3)"));
        assert_eq!(table("x1 ^ x2 & x3"), table("x1 ^ (x2 & x3)"));
        assert_eq!(table("x1 -> x2 -> x3"), table("!x1 | (!x2 | x3)"));
        assert_eq!(table("x1 | x2 <-> x3"), table("xnor(x1 | x2, x3)"));
        assert_ne!(table("x1 ^ x2 & x3"), table("(x1 ^ x2) & x3"));
    }

    #[test]
    fn words_signs_and_symbols_mean_the_same() {
        let forms = ["x1 and not x2 or x3", "x1 && ~x2 || x3", "x1 ∧ ¬x2 ∨ x3", "x1 & !x2 | x3"];
        for form in forms {
            assert_eq!(table(form), "01011101", "{form}");
        }
    }

    #[test]
    fn calls_take_any_number_of_values() {
        assert_eq!(table("majority(x1, x2, x3)"), "00010111");
        assert_eq!(table("at_least(2, x1, x2, x3)"), "00010111");
        assert_eq!(table("at_least(3, x1, x2, x3)"), "00000001");
        assert_eq!(table("nand(x1, x2, x3)"), "11111110");
    }

    #[test]
    fn a_chain_becomes_a_balanced_tree() {
        let chain = circuit("x1 & x2 & x3 & x4 & x5 & x6 & x7 & x8").unwrap();
        assert_eq!((chain.size(), chain.depth()), (7, 3));
    }

    #[test]
    fn numbered_inputs_count_up_to_the_highest() {
        assert_eq!(circuit("x1 ^ x4").unwrap().inputs(), 4);
        assert_eq!(circuit("rain | x4").unwrap().inputs(), 2);
        assert_eq!(circuit("1").unwrap().inputs(), 0);
    }

    #[test]
    fn a_caret_marks_the_fault() {
        let told = circuit("(x1 & x2 | !x3").unwrap_err().to_string();
        assert_eq!(
            told,
            "expected `)` to close the bracket at place 1, at line 1 place 15\n  (x1 & x2 | \
             !x3\n                ^"
        );
        let told = circuit("x1 & & x2").unwrap_err().to_string();
        assert!(told.ends_with("\n  x1 & & x2\n       ^"), "{told}");
        let told = circuit("x1 x2").unwrap_err().to_string();
        assert!(told.ends_with("\n  x1 x2\n     ^"), "{told}");
        let told = circuit("x1 &\n x2 )").unwrap_err().to_string();
        assert!(told.contains("line 2 place 5") && told.ends_with("\n   x2 )\n      ^"), "{told}");
        for text in ["", "(", "x1 $ x2", "at_least(x1, x2)", "at_least(5, x1)", "majority()", "2"] {
            assert!(circuit(text).is_err(), "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_without_overflow() {
        let deep = format!("{}x1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(circuit(&deep).unwrap_err().to_string().contains("nested"));
        let nots = format!("{}x1", "!".repeat(100_000));
        assert_eq!(table(&nots), "01");
        let arrows = "x1 -> ".repeat(100_000) + "x1";
        assert!(circuit(&arrows).is_err());
    }
}
