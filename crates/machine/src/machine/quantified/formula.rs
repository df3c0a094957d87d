//! Quantified formulas: `exists w forall x exists y forall z: (w | z) & (x | !y) & (!x | y)`.
//!
//! Quantifiers are `forall` or `∀`, and `exists` or `∃`. They come before the formula, and each binds one or several
//! names. A `:` or `.` may follow the names. Names without a quantifier belong to x, the input.

use std::sync::Arc;

use super::{BitPlayer, GameError, QuantifiedGame};
use crate::machine::Input;
use crate::machine::circuit::CircuitError;
use crate::machine::circuit::formula::{self, FormulaError, FormulaToken, FormulaTokens};

/// Why a text is not a quantified game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum QuantifiedFormulaError {
    /// The text is not a formula.
    #[error(transparent)]
    Text(#[from] FormulaError),
    /// The formula is too large.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// The result is not a game.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Parses a quantified formula. The inputs of the verifier are those of x, all zeros, and then the quantified names in
/// order.
pub fn game(text: &str) -> Result<QuantifiedGame, QuantifiedFormulaError> {
    let mut tokens = FormulaTokens::new(text)?;
    let prefix = prefix(&mut tokens)?;
    let body = formula::parse_prefixed(&mut tokens)?;
    let bound = |name: &Arc<str>| prefix.iter().any(|(_, bound)| bound == name);
    let free = body.names().into_iter().filter(|name| !bound(name)).collect();
    // A free name such as x9 adds the inputs x1 to x8. One of them may already be a quantified name.
    let mut inputs = formula::input_names(free);
    inputs.retain(|name| !bound(name));
    let first = inputs.len();
    inputs.extend(prefix.iter().map(|(_, name)| Arc::clone(name)));
    let verifier = formula::build(&body, inputs)?;
    let sides = prefix.iter().zip(first..).map(|((side, _), at)| (*side, Input::at(at)));
    Ok(QuantifiedGame::alternating(verifier, sides)?)
}

fn quantifier(tokens: &FormulaTokens<'_>) -> Option<BitPlayer> {
    match tokens.current() {
        FormulaToken::Sign("∀") => Some(BitPlayer::Alpha),
        FormulaToken::Sign("∃") => Some(BitPlayer::Beta),
        _ => None,
    }
}

fn prefix(tokens: &mut FormulaTokens<'_>) -> Result<Vec<(BitPlayer, Arc<str>)>, FormulaError> {
    let mut prefix: Vec<(BitPlayer, Arc<str>)> = Vec::new();
    if quantifier(tokens).is_none() {
        return Err(tokens.error("expected `forall` or `exists` and a name"));
    }
    while let Some(side) = quantifier(tokens) {
        tokens.advance()?;
        let before = prefix.len();
        while let FormulaToken::Word(name) = tokens.current() {
            if prefix.iter().any(|(_, bound)| **bound == *name) {
                return Err(tokens.error(format!("`{name}` already has a quantifier")));
            }
            prefix.push((side, name.into()));
            tokens.advance()?;
            tokens.take(",")?;
        }
        if prefix.len() == before {
            return Err(tokens.error("expected a name to quantify"));
        }
        if !tokens.take(":")? {
            tokens.take(".")?;
        }
    }
    Ok(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::quantified::PerfectPlay;

    fn truth(text: &str) -> bool {
        PerfectPlay::new(&game(text).unwrap()).unwrap().truth(&Default::default()).unwrap()
    }

    #[test]
    fn the_duel_is_true_because_w_can_be_1_and_y_can_copy_x() {
        let duel = "∃w∀x∃y∀z (w∨z)(x∨¬y)(¬x∨y)".replace(")(", ") ∧ (");
        let duel = game(&duel).unwrap();
        assert_eq!(duel.prefix(), "∃w ∀x ∃y ∀z");
        assert_eq!(duel.rounds().len(), 3);
        let perfect = PerfectPlay::new(&duel).unwrap();
        assert!(perfect.truth(&Default::default()).unwrap());
        assert!(perfect.best(&[], &Default::default()).unwrap(), "w = 0 loses to z = 0");
        assert!(!perfect.value(&[false], &Default::default()).unwrap());
        assert!(perfect.best(&[true, true], &Default::default()).unwrap(), "y copies x");
        assert!(!perfect.best(&[true, false], &Default::default()).unwrap());
        assert!(!truth("exists w forall x, z exists y: (w|z) & (x|!y) & (!x|y) & !w"));
    }

    #[test]
    fn a_copy_can_be_made_only_by_who_moves_second() {
        assert!(truth("forall x exists y: x <-> y"));
        assert!(!truth("exists y forall x: x <-> y"));
    }

    #[test]
    fn rounds_that_nobody_reads_may_be_dropped() {
        let game = game("forall a exists b forall c exists d: a <-> b").unwrap();
        assert_eq!((game.rounds().len(), game.droppable().collect::<Vec<_>>()), (2, vec![2]));
    }

    #[test]
    fn free_names_are_the_input() {
        let game = game("forall a exists b: (x1 | a <-> b) & x2").unwrap();
        assert_eq!(game.free().map(Input::number).collect::<Vec<_>>(), [1, 2]);
        let truth = |game| PerfectPlay::new(game).unwrap().truth(&Default::default()).unwrap();
        assert!(!truth(&game));
        assert!(truth(&game.with_inputs("0100".parse().unwrap()).unwrap()));
    }

    #[test]
    fn faults_have_a_caret() {
        for (text, expected) in [
            ("x & y", "expected `forall` or `exists`"),
            ("forall x exists x: x", "`x` already has a quantifier"),
            ("forall : x", "expected a name to quantify"),
            ("forall x: x & (exists y: y)", "write quantifiers only before"),
            ("forall x:", "the formula ends here"),
        ] {
            let told = game(text).unwrap_err().to_string();
            assert!(told.contains(expected) && told.contains('^'), "{told}");
        }
    }
}
