//! What the side panel says of a recursive debate.

use crate::protocol::RecursiveDebate;
use crate::protocol::claims::words::who;
use crate::protocol::recursive::Phase;
use crate::rules::{Eye, Side};
use crate::show::number::amount;
use crate::show::{Brief, ShowBrief};

impl ShowBrief for RecursiveDebate {
    fn brief(&self, eye: Eye) -> Brief {
        let side = |side: Side| who(eye, side.seat(), "you", side.seat().name());
        let (arguer, disputer) = (side(self.arguer()), side(self.disputer()));
        let wins = |who: &str| match who {
            "you" => "you win".to_owned(),
            who => format!("{who} wins"),
        };
        let mut rule = match self.phase() {
            Phase::Opening | Phase::Answering => {
                vec!["Alice answers. Whoever says yes argues, the other disputes.".into()]
            }
            Phase::Judging { .. } | Phase::Consulting => {
                vec!["The judge decides this claim, and so the debate.".into()]
            }
            _ => vec![format!(
                "{} by naming subclaims that suffice; {} one of them. That one is argued next, down \
                 to a claim that the judge can decide.",
                capital(&does(&arguer, "argue")),
                does(&disputer, "dispute")
            )],
        };
        rule.push(format!("True: {}. False: {}.", wins(&arguer), wins(&disputer)));
        let (width, depth) = (self.case().tree().width(), self.depth());
        let mut numbers = Vec::new();
        if depth > 0 {
            let at = if depth == 1 { String::new() } else { format!(", at {depth} levels,") };
            numbers.push(format!(
                "Whoever cannot tell{at} which of {width} is false finds it by luck once in {}.",
                amount((width as f64).powi(depth as i32))
            ));
        }
        Brief {
            protocol: "recursive debate".into(),
            progress: match self.steps().len().max(1) {
                round if round <= depth => format!("round {round} of {depth}"),
                _ => "the claim that is left".into(),
            },
            rule,
            numbers,
            warnings: Vec::new(),
            theorem: "section 7, 2025 paper".into(),
        }
    }
}

/// "you argue", "Alice argues".
fn does(who: &str, verb: &str) -> String {
    if who == "you" { format!("you {verb}") } else { format!("{who} {verb}s") }
}

fn capital(words: &str) -> String {
    words.strip_prefix("you").map_or_else(|| words.into(), |rest| format!("You{rest}"))
}
