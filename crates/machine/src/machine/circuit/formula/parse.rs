//! Parses formulas by recursive descent, with one function for each level of precedence.

use std::sync::Arc;

use super::{FormulaError, FormulaToken, FormulaTokens};
use crate::machine::Op;

/// A parsed formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// 0 or 1.
    Constant(bool),
    /// A variable.
    Name(Arc<str>),
    /// A gate with one expression for each value that it reads. The operation is never a question.
    Gate(Op, Vec<Expression>),
}

/// The greatest depth of brackets, calls and arrows.
const DEEPEST: usize = 100;

/// Reads a whole formula.
pub fn parse_expression(formula: &str) -> Result<Expression, FormulaError> {
    let mut tokens = FormulaTokens::new(formula)?;
    parse_prefixed(&mut tokens)
}

/// Reads the rest of a formula, from the current token to the end.
pub fn parse_prefixed(tokens: &mut FormulaTokens<'_>) -> Result<Expression, FormulaError> {
    let expression = equivalence(tokens, 0)?;
    match tokens.current() {
        FormulaToken::End => Ok(expression),
        FormulaToken::Sign(")") => Err(tokens.error("this `)` has no opening bracket")),
        _ => Err(tokens.error("expected `&`, `|`, `^`, `->`, `<->` or the end of the formula")),
    }
}

fn equivalence(tokens: &mut FormulaTokens<'_>, depth: usize) -> Result<Expression, FormulaError> {
    if depth > DEEPEST {
        return Err(tokens.error(format!(
            "brackets, calls or arrows are nested deeper than {DEEPEST}: name the parts as gates"
        )));
    }
    let left = implication(tokens, depth)?;
    if tokens.take("<->")? {
        // `<->` is associative, so the grouping does not matter.
        let right = equivalence(tokens, depth + 1)?;
        return Ok(Expression::Gate(Op::Xnor, vec![left, right]));
    }
    Ok(left)
}

fn implication(tokens: &mut FormulaTokens<'_>, depth: usize) -> Result<Expression, FormulaError> {
    if depth > DEEPEST {
        return Err(tokens.error(format!(
            "brackets, calls or arrows are nested deeper than {DEEPEST}: name the parts as gates"
        )));
    }
    let when = chain(tokens, depth, 0)?;
    if tokens.take("->")? {
        let then = implication(tokens, depth + 1)?;
        return Ok(Expression::Gate(Op::Or, vec![when.negated(), then]));
    }
    Ok(when)
}

/// The signs that form chains, from the loosest to the tightest.
const CHAINS: [(&str, Op); 3] = [("|", Op::Or), ("^", Op::Xor), ("&", Op::And)];

fn chain(
    tokens: &mut FormulaTokens<'_>,
    depth: usize,
    level: usize,
) -> Result<Expression, FormulaError> {
    let Some(&(sign, op)) = CHAINS.get(level) else { return negation(tokens, depth) };
    let first = chain(tokens, depth, level + 1)?;
    let mut parts = vec![first];
    while tokens.take(sign)? {
        parts.push(chain(tokens, depth, level + 1)?);
    }
    Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Expression::Gate(op, parts) })
}

fn negation(tokens: &mut FormulaTokens<'_>, depth: usize) -> Result<Expression, FormulaError> {
    let mut negated = false;
    while matches!(tokens.current(), FormulaToken::Sign("!")) {
        tokens.advance()?;
        negated = !negated;
    }
    let atom = atom(tokens, depth)?;
    Ok(if negated { atom.negated() } else { atom })
}

fn atom(tokens: &mut FormulaTokens<'_>, depth: usize) -> Result<Expression, FormulaError> {
    // A word such as `and` is usually a sign between two values. Where a value must come, the word is a gate if a
    // bracket follows.
    if let Some(word) = tokens.word()
        && tokens.is_call()
        && (gate_called(word).is_some() || matches!(tokens.current(), FormulaToken::Word(_)))
    {
        return call(tokens, word, depth);
    }
    match tokens.current() {
        FormulaToken::Word(word) => {
            tokens.advance()?;
            Ok(match word.to_ascii_lowercase().as_str() {
                "true" => Expression::Constant(true),
                "false" => Expression::Constant(false),
                _ => Expression::Name(word.into()),
            })
        }
        FormulaToken::Number(number @ ("0" | "1")) => {
            tokens.advance()?;
            Ok(Expression::Constant(number == "1"))
        }
        FormulaToken::Number(_) => {
            Err(tokens.error("0 and 1 are the only numbers that can be values"))
        }
        FormulaToken::Sign("(") => {
            let opened = tokens.place();
            tokens.advance()?;
            let inner = equivalence(tokens, depth + 1)?;
            close(tokens, opened)?;
            Ok(inner)
        }
        FormulaToken::Sign("∀" | "∃") => {
            Err(tokens.error("write quantifiers only before the whole formula, not inside it"))
        }
        FormulaToken::End => Err(tokens.error("the formula ends here, but needs a value")),
        FormulaToken::Sign(_) => Err(tokens.error("expected a value: a name, 0, 1, `!` or `(`")),
    }
}

fn close(tokens: &mut FormulaTokens<'_>, opened: usize) -> Result<(), FormulaError> {
    if tokens.take(")")? {
        return Ok(());
    }
    let column = tokens.column(opened);
    Err(tokens.error(format!("expected `)` to close the bracket at place {column}")))
}

fn call(
    tokens: &mut FormulaTokens<'_>,
    word: &str,
    depth: usize,
) -> Result<Expression, FormulaError> {
    let name = tokens.place();
    let op = gate_called(word);
    let threshold = matches!(word.to_ascii_lowercase().as_str(), "at_least" | "atleast");
    if op.is_none() && !threshold {
        return Err(tokens.error(
            "this is not a gate. The gates are and, or, xor, nand, nor, xnor, majority and \
             at_least",
        ));
    }
    tokens.advance()?;
    let opened = tokens.place();
    tokens.advance()?;
    let mut least = None;
    if threshold {
        let FormulaToken::Number(number) = tokens.current() else {
            return Err(tokens.error("expected a number: at_least(2, x1, x2, x3)"));
        };
        least = number.parse::<u32>().ok();
        tokens.advance()?;
        if !tokens.take(",")? {
            return Err(tokens.error("expected `,` and then the values"));
        }
    }
    let mut over = vec![equivalence(tokens, depth + 1)?];
    while tokens.take(",")? {
        over.push(equivalence(tokens, depth + 1)?);
    }
    close(tokens, opened)?;
    let op = match op {
        Some(op) => op,
        None => match least {
            Some(k) if k >= 1 && k as usize <= over.len() => Op::AtLeast(k),
            _ => {
                let told = format!(
                    "at_least needs a number from 1 to {}, the number of its values",
                    over.len()
                );
                return Err(FormulaError::at(tokens.formula(), name, told));
            }
        },
    };
    Ok(Expression::Gate(op, over))
}

fn gate_called(word: &str) -> Option<Op> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => Op::And,
        "or" => Op::Or,
        "xor" | "parity" => Op::Xor,
        "nand" => Op::Nand,
        "nor" => Op::Nor,
        "xnor" => Op::Xnor,
        "majority" | "maj" => Op::Majority,
        _ => return None,
    })
}
