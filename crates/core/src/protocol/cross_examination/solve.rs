//! What can be said of any cross-examination from its start.

use super::{Examination, Played, Worded};
use crate::analysis::honest::{EXAMINED, Honest, Opponents, claimed, promised, right_wins};
use crate::analysis::{
    Analysed, Bound, Claim, Evaluation, Fact, Hypothesis, Promise, Report, Section, Unsolved,
};
use crate::rules::{Protocol, Seat};
use crate::work::{Stopped, Token};

/// A machine of whose cross-examination something can be said.
pub trait Studied: Played + Worded {
    /// The theorem that speaks of it.
    fn theorem(_: &Examination<Self>) -> &'static str {
        "Thm 5.3"
    }

    /// The theorem's bound on all that the judge reads, where it bounds that as a whole and not by
    /// kinds.
    fn bound(_: &Examination<Self>) -> Option<Bound> {
        None
    }

    /// What this position is worth. See [`Analysed::evaluate`].
    ///
    /// # Errors
    /// If the work was stopped.
    fn evaluate(debate: &Examination<Self>, token: &Token) -> Result<Option<Evaluation>, Stopped>;

    /// The Alices who lie at one step, for every step, as they are written in files; none if they are
    /// too many to be gone through.
    fn lies(&self) -> Option<Vec<String>>;

    /// Where the oracles of the seats differ: what of it, and whether Alice wins with best play on both
    /// sides; none where there is one oracle for all.
    fn oracles(_: &Examination<Self>) -> Option<(Vec<Fact>, bool)> {
        None
    }

    /// The computation, in lines.
    fn described(debate: &Examination<Self>) -> Vec<Fact>;

    /// Puts what else can be said into a report.
    ///
    /// # Errors
    /// If the work was stopped.
    fn study(debate: &Examination<Self>, report: &mut Report, token: &Token)
    -> Result<(), Stopped>;
}

impl<M: Studied> Analysed for Examination<M> {
    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        M::evaluate(self, token)
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(promised(claim(self, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        report.truth = self.truth(token)?.map(f64::from);
        // What is written binds Alice, and whoever is right wins. Without copies nothing does.
        // Where the oracles differ it is the judge's that she is held to.
        let oracles = M::oracles(self);
        let best = match &oracles {
            Some((_, alice)) => Some(f64::from(*alice)),
            None => report.truth,
        };
        report.value_of_the_game(best.filter(|_| self.setup().copies).map(|value| [value; 2]));
        report.sections.push(Section::new("the computation", M::described(self)));
        report.sections.extend(oracles.map(|(facts, _)| Section::new("the oracles", facts)));
        let honest = Honest::played(self, token)?;
        let whole = M::bound(self);
        let kinds = if whole.is_some() { &[][..] } else { &EXAMINED };
        let field = field(&self.setup().machine);
        let bounds = honest.bounds(self, M::theorem(self), kinds, &field, token)?;
        let claim = claim(self, token)?;
        report.bounds = claimed(whole.into_iter().chain(bounds).collect(), claim.as_ref());
        report.claims.extend(claim);
        report.costs = honest.costs;
        Ok(M::study(self, report, token)?)
    }
}

fn claim<M: Studied>(debate: &Examination<M>, token: &Token) -> Result<Option<Claim>, Stopped> {
    let claim = right_wins(debate, M::theorem(debate), Some(debate.setup().copies), token)?;
    let differ = "the seats have oracles of their own, and some are wrong";
    let one = Hypothesis::unless("one oracle for all", M::oracles(debate).map(|_| differ));
    Ok(claim.map(|claim| claim.given(one)))
}

/// Where Bob may point, and what Alice may write: all of it if it is little; else one lie anywhere.
fn field<M: Studied>(machine: &M) -> Opponents<'_> {
    let lies = |lies: Vec<String>| {
        let by = move |seat| if seat == Seat::Alice { lies.clone() } else { Vec::new() };
        ("every lie at one step", Box::new(by) as _)
    };
    Opponents { budget: 100_000, class: machine.lies().map(lies) }
}
