//! QDIMACS, the text format of quantified formulas in conjunctive normal form (version 1.1).
//!
//! As in the format's definition, variables without a quantifier have an outermost "there exists".

use super::{BitPlayer, QuantifiedGame};
use crate::machine::circuit::{CircuitBuilder, Wire};
use crate::machine::line_error::{LineError, wrong};
use crate::machine::{Input, Op};

/// The largest allowed number of variables, and also of clauses.
const MOST: usize = 1 << 20;

/// Parses a whole file. The verifier's inputs are called v1, v2, …, after the variables.
pub fn game(text: &str) -> Result<QuantifiedGame, LineError> {
    // Comments begin with c, with or without a space after it. Old benchmark files end with a line `%`.
    let lines = text.lines().zip(1u32..).take_while(|(text, _)| text.trim() != "%");
    let mut lines = lines.filter(|(text, _)| {
        let text = text.trim_start();
        !text.is_empty() && !text.starts_with('c')
    });
    let Some((header, line)) = lines.next() else {
        return wrong(1, "the file is empty, but needs `p cnf VARIABLES CLAUSES`");
    };
    let words: Vec<&str> = header.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return wrong(line, "expected `p cnf VARIABLES CLAUSES`");
    };
    let (Ok(variables), Ok(clauses)) = (variables.parse::<usize>(), clauses.parse::<usize>())
    else {
        return wrong(line, "expected `p cnf` and two numbers");
    };
    if variables > MOST || clauses > MOST {
        return wrong(
            line,
            format!("the file can have at most {MOST} variables and {MOST} clauses"),
        );
    }
    let mut file = Quantifiers { variables, prefix: Vec::new(), bound: vec![false; variables + 1] };
    let mut circuit = CircuitBuilder::new((1..=variables).map(|number| format!("v{number}")));
    let mut read: Vec<Wire> = Vec::new();
    let mut clause: Option<Vec<Wire>> = None;
    let mut used = vec![false; variables + 1];
    let mut last = line;
    for (text, line) in lines {
        last = line;
        let mut words = text.split_ascii_whitespace().enumerate().peekable();
        if let Some(side) = words.peek().and_then(|(_, word)| quantifier(word)) {
            if !read.is_empty() || clause.is_some() {
                return wrong(line, "write all quantifiers before the clauses");
            }
            words.next();
            file.quantify(side, line, words)?;
            continue;
        }
        for word in words {
            match file.literal(line, word)? {
                None => {
                    // An empty clause is false, like an or without values.
                    let wires = clause.take().unwrap_or_default();
                    read.push(circuit.gate(Op::Or, &wires));
                }
                Some((variable, negated)) => {
                    used[variable] = true;
                    let wire = circuit.input(variable - 1);
                    let wire = if negated { circuit.not(wire) } else { wire };
                    clause.get_or_insert_default().push(wire);
                }
            }
        }
    }
    if clause.is_some() {
        return wrong(last, "the last clause has no end. Write 0 after it");
    }
    if read.len() != clauses {
        let (got, told) = (read.len(), clauses);
        return wrong(last, format!("the header announces {told} clauses, but the file has {got}"));
    }
    let free = (1..=variables).filter(|&v| used[v] && !file.bound[v]);
    let free = free.map(|variable| (BitPlayer::Beta, variable));
    let prefix = free.chain(file.prefix.iter().copied());
    let prefix: Vec<_> = prefix.map(|(side, v)| (side, Input::at(v - 1))).collect();
    let output = circuit.gate(Op::And, &read);
    Ok(QuantifiedGame::alternating(circuit.finish(output)?, prefix)?)
}

fn quantifier(word: &str) -> Option<BitPlayer> {
    match word {
        "a" => Some(BitPlayer::Alpha),
        "e" => Some(BitPlayer::Beta),
        _ => None,
    }
}

struct Quantifiers {
    variables: usize,
    prefix: Vec<(BitPlayer, usize)>,
    /// For each variable, whether it has a quantifier.
    bound: Vec<bool>,
}

impl Quantifiers {
    fn quantify<'a>(
        &mut self,
        side: BitPlayer,
        line: u32,
        words: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<(), LineError> {
        let mut ended = false;
        for word in words {
            let wrong = |message: &str| Err(LineError::at(line, message).of_word(word.0));
            if ended {
                return wrong("expected nothing after the 0");
            }
            match self.literal(line, word)? {
                None => ended = true,
                Some((_, true)) => return wrong("a quantified variable must have no minus sign"),
                Some((variable, false)) if self.bound[variable] => {
                    return wrong(&format!("variable {variable} already has a quantifier"));
                }
                Some((variable, false)) => {
                    self.bound[variable] = true;
                    self.prefix.push((side, variable));
                }
            }
        }
        if ended { Ok(()) } else { wrong(line, "the quantifier has no end. Write 0 after it") }
    }

    /// Parses a literal: a variable, and whether it is negated. `None` for the 0 that ends a list.
    fn literal(
        &self,
        line: u32,
        (at, word): (usize, &str),
    ) -> Result<Option<(usize, bool)>, LineError> {
        let wrong = |message: String| LineError::at(line, message).of_word(at);
        let not_one = |_| wrong(format!("`{}` is not a number", word.escape_default()));
        let number: i64 = word.parse().map_err(not_one)?;
        let variable = number.unsigned_abs() as usize;
        if variable > self.variables {
            return Err(wrong(format!("variable {variable} is above {}", self.variables)));
        }
        Ok((variable > 0).then_some((variable, number < 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::quantified::PerfectPlay;

    /// The formula of the duel, with w = 1, x = 2, y = 3 and z = 4.
    const DUEL: &str = "c the duel\np cnf 4 3\ne 1 0\na 2 0\ne 3 0\na 4 0\n1 4 0\n2 -3 0\n-2 3 0\n";

    #[test]
    fn the_duel_opens_and_is_true() {
        let game = game(DUEL).unwrap();
        assert_eq!(game.prefix(), "∃v1 ∀v2 ∃v3 ∀v4");
        assert!(PerfectPlay::new(&game).unwrap().truth(&Default::default()).unwrap());
    }

    #[test]
    fn unquantified_variables_are_outermost_and_clauses_may_span_lines() {
        let game = game("p cnf 3 2\na 2 0\n1\n2 0 1 -2\n0\n").unwrap();
        assert_eq!(game.prefix(), "∃v1 ∀v2");
        assert!(PerfectPlay::new(&game).unwrap().truth(&Default::default()).unwrap());
    }

    #[test]
    fn a_comment_needs_no_space_and_may_stand_anywhere() {
        let text = format!("c\ncopyright 2026\n{}cend\n%\n0\n", DUEL.replace("1 4", "c1 4\n1 4"));
        assert_eq!(game(&text).unwrap().prefix(), "∃v1 ∀v2 ∃v3 ∀v4");
    }

    #[test]
    fn a_header_of_a_million_variables_is_read_at_once() {
        let text = "p cnf 1000001 3\na 1 0\ne 1000001 0\n1 1000001 0\n-1 7 0\n7 8 0\n";
        let game = game(text).unwrap();
        assert_eq!((game.turns().len(), game.free().count()), (4, 1_000_001 - 4));
    }

    #[test]
    fn faults_name_their_line() {
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            ("p dnf 1 1\n", "line 1: expected `p cnf"),
            ("p cnf 2 1\ne 1 0\na 1 0\n1 0\n", "line 3: variable 1 already has a quantifier"),
            ("p cnf 2 1\ne 1\n1 0\n", "line 2: the quantifier has no end"),
            ("p cnf 2 1\ne 1 0\n1 3 0\n", "line 3: variable 3 is above 2"),
            ("p cnf 2 2\ne 1 0\n1 2 0\n", "line 3: the header announces 2 clauses"),
            ("p cnf 2 1\ne 1 0\n1 2\n", "line 3: the last clause has no end"),
            ("p cnf 2 1\n1 0\ne 2 0\n", "line 3: write all quantifiers before the clauses"),
            ("p cnf 2 1\n1 z 0\n", "line 2: `z` is not a number"),
            ("p cnf 0 0\n", "at least one quantified variable"),
        ] {
            let told = game(text).unwrap_err().to_string();
            assert!(told.contains(expected), "{told}");
        }
    }
}
