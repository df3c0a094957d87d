//! The parts of a trial that each viewer may see.

use super::{TrialProtocol, TrialStage};
use crate::machine::Step;
use crate::rules::{BitRef, Side, View};

impl<R: TrialProtocol> View<'_, R> {
    /// The step on trial. `None` while more than one step is in dispute.
    pub fn on_trial(&self) -> Option<Step> {
        self.rules.trial().map(|trial| trial.step)
    }

    /// Returns `true` if the judge may rule now.
    pub fn is_judging(&self) -> bool {
        self.rules.trial().is_some_and(|trial| matches!(trial.stage, TrialStage::Judging))
    }

    /// Returns `true` if the judge is the oracle and answers the step's question. The judge's
    /// answer is then the ruling.
    pub fn judge_answers(&self) -> bool {
        self.rules.trial().is_some_and(|trial| trial.is_the_judges())
    }

    /// The oracle's answer to the judge.
    pub fn oracle_answer(&self) -> Option<bool> {
        self.rules.trial()?.answer
    }

    /// The side that the judge ruled for.
    pub fn winner(&self) -> Option<Side> {
        match self.rules.trial()?.stage {
            TrialStage::Over(side) => Some(side),
            _ => None,
        }
    }

    /// The verdict that the judge's reads and the oracle's answer prove. `None` if they prove
    /// neither verdict.
    pub fn verdict(&self) -> Option<Side> {
        self.is_shown().then(|| self.rules.verdict())?
    }

    /// The verdict that no further read can change. `None` if both verdicts are still possible.
    pub fn decided(&self) -> Option<Side> {
        self.is_shown().then(|| self.rules.decided())?
    }

    /// Returns `true` if the judge has seen everything that the rules show.
    fn is_shown(&self) -> bool {
        self.is_judging() || self.winner().is_some()
    }

    /// The judge's own answer to the question, if the judge is the oracle. `None` until the judge
    /// has read everything that the question depends on.
    pub fn own_judgement(&self) -> Option<bool> {
        let own = self.is_judge() && self.is_judging() && self.judge_answers();
        own.then(|| self.rules.judgement())?
    }

    /// The cells that a judge must read to decide the step, if the judge chooses its reads.
    pub fn needed(&self) -> Vec<BitRef> {
        self.rules.needed()
    }

    /// Alice's answer to the step's question. `None` if the judge has not read this answer.
    pub fn alleged(&self) -> Option<bool> {
        self.rules.alleged()
    }

    /// The side that is right by the scenario's own oracle. For the review only.
    pub fn oracle_finds(&self) -> Option<Side> {
        let asks = self.rules.trial()?.asks && self.eye.is_review();
        asks.then(|| self.rules.if_answered(self.rules.answer()?))?
    }

    /// The side that is right if the judge, as the oracle, gives this answer. For the review only.
    pub fn if_answered(&self, yes: bool) -> Option<Side> {
        self.eye.is_review().then(|| self.rules.if_answered(yes))?
    }

    /// The truth of Alice's claim. For the review only.
    pub fn truth(&self) -> Option<bool> {
        self.rules.truth(&self.token()).ok().flatten().filter(|_| self.eye.is_review())
    }
}
