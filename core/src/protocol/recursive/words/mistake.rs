//! What is wrong with a move of a recursive debate, with everything shown.

use crate::machine::claims::ClaimId;
use crate::protocol::RecursiveDebate;
use crate::protocol::recursive::Phase;
use crate::rules::{Move, Rules};

impl RecursiveDebate {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let truths = self.world().truths()?;
        let quoted = |claim: ClaimId| format!("“{}”", self.case().tree().words(claim));
        match (self.phase(), mv) {
            (Phase::Answering, Move::Claim(answer)) => {
                let truth = truths.of(ClaimId::ROOT);
                (answer.0 != truth).then(|| {
                    let truth = if truth { "true" } else { "false" };
                    format!("The claim is {truth}, and Bob can show it if he knows where to look.")
                })
            }
            (Phase::Arguing, Move::Argue(_)) if truths.of(self.here()) => {
                let mut after = self.clone();
                after.play(mv).ok()?;
                let flaw = after.named().iter().copied().find(|&claim| !truths.of(claim))?;
                Some(format!(
                    "It rests on {}, which is false: the other side can dispute just that.",
                    quoted(flaw)
                ))
            }
            (Phase::Disputing, Move::Pick(place)) => {
                let picked = *self.named().get(place.index())?;
                let flaws: Vec<ClaimId> =
                    self.named().iter().copied().filter(|&claim| !truths.of(claim)).collect();
                if !truths.of(picked) {
                    return None;
                }
                let more = match flaws.len() {
                    0 => return None,
                    1 => String::new(),
                    n => format!(" (and {} more)", n - 1),
                };
                let known = self.world().knows(self.disputer().seat(), flaws[0]).is_some();
                let blind = if known { "" } else { " Nothing known here told which." };
                Some(format!(
                    "{} is true and can be argued down to what the judge finds true. The flaw was \
                     in {}{more}.{blind}",
                    quoted(picked),
                    quoted(flaws[0])
                ))
            }
            (Phase::Judging { asked }, Move::Decide(answer)) => {
                let truth = truths.of(self.here());
                (answer.0 != truth).then(|| {
                    let truth = if truth { "true" } else { "false" };
                    let how = if asked { "It was looked up: " } else { "" };
                    format!("{how}{} is {truth} in this scenario.", quoted(self.here()))
                })
            }
            _ => None,
        }
    }
}
