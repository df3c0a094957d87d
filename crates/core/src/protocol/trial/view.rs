//! What each seat may know of the step on trial.

use super::{TrialStage, Tried};
use crate::machine::Step;
use crate::rules::{Cell, Side, View};

impl<R: Tried> View<'_, R> {
    /// The step on trial; none before only one step is left in dispute.
    pub fn on_trial(&self) -> Option<Step> {
        self.rules.trial().map(|trial| trial.step)
    }

    /// Whether the judge may rule now.
    pub fn is_judging(&self) -> bool {
        self.rules.trial().is_some_and(|trial| matches!(trial.stage, TrialStage::Judging))
    }

    /// Whether the judge, being the oracle, answers the question of the step on trial itself, which
    /// is its ruling.
    pub fn judge_answers(&self) -> bool {
        self.rules.trial().is_some_and(|trial| trial.is_the_judges())
    }

    /// What the judge was answered to the step's question.
    pub fn told_by_oracle(&self) -> Option<bool> {
        self.rules.trial()?.answer
    }

    /// The side that the judge ruled for.
    pub fn winner(&self) -> Option<Side> {
        match self.rules.trial()?.stage {
            TrialStage::Over(side) => Some(side),
            _ => None,
        }
    }

    /// The verdict that follows from what the judge read and asked; none if that is not enough.
    pub fn verdict(&self) -> Option<Side> {
        self.is_shown().then(|| self.rules.verdict())?
    }

    /// The verdict that what the judge read leaves alone, however the rest may be; none if it leaves
    /// both.
    pub fn decided(&self) -> Option<Side> {
        self.is_shown().then(|| self.rules.decided())?
    }

    /// Whether the judge has been shown what it is shown.
    fn is_shown(&self) -> bool {
        self.is_judging() || self.winner().is_some()
    }

    /// The judge's own answer to the question on trial, where the judge is the oracle and has read
    /// all that the question rests on.
    pub fn own_judgement(&self) -> Option<bool> {
        let own = self.is_judge() && self.is_judging() && self.judge_answers();
        own.then(|| self.rules.judgement())?
    }

    /// The cells that a judge who chooses what to read has to pay for to decide the step.
    pub fn needed(&self) -> Vec<Cell> {
        self.rules.needed()
    }

    /// What Alice says that the answer to the step's question is, as far as the judge read it.
    pub fn alleged(&self) -> Option<bool> {
        self.rules.alleged()
    }

    /// Who is right about the step's question by the scenario's own oracle, for the review.
    pub fn oracle_finds(&self) -> Option<Side> {
        let asks = self.rules.trial()?.asks && self.eye.is_review();
        asks.then(|| self.rules.if_answered(self.rules.answer()?))?
    }

    /// Who is right if the judge, being the oracle, answers so, for the review.
    pub fn if_answered(&self, yes: bool) -> Option<Side> {
        self.eye.is_review().then(|| self.rules.if_answered(yes))?
    }

    /// Whether Alice's claim is true, for the review.
    pub fn truth(&self) -> Option<bool> {
        self.rules.truth(&self.token()).ok().flatten().filter(|_| self.eye.is_review())
    }
}
