//! The card at the end of a debate: what it cost against its bound, and where to go on.

use crate::analysis::Game;
use crate::debate::{AnyDebate, NodeId};
use crate::review;
use crate::rules::{Actor, Cost, Ledger, Move, Outcome, Side, Verb, Viewer};
use crate::scenario::Forbidden;
use crate::text::{Presentation, bills, narrate};
use crate::tui::goal::{self, capital};
use crate::tui::prelude::*;
use crate::tui::screen::moves::words;
use crate::tui::screen::panel::{self, PanelParagraph};

/// Where the card leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardAction {
    /// To the lesson's question, which is not answered yet.
    Question,
    /// To the next debate of the course: its library name and its title.
    Next(String, String),
    /// To the progress page, at the end of the course.
    Progress,
    /// To the review of this one.
    Review,
    /// To its seats: once more, from another side.
    Again,
    /// To the lab, set to this debate.
    Lab,
}

impl CardAction {
    /// The ways on from a debate, the usual one first.
    pub fn all(sitting: &DebateSession, context: &Context) -> Vec<Self> {
        let next = context.course.after(&sitting.id);
        let next = next.map(|debate| Self::Next(debate.id.clone(), debate.title().to_owned()));
        let attempt = sitting.scenario.attempt.as_ref();
        let asks = sitting.scenario.lesson.question.is_some()
            && attempt.is_some_and(|attempt| attempt.answer.is_empty());
        let mut ways: Vec<Self> = asks.then_some(Self::Question).into_iter().chain(next).collect();
        if context.course.ends_with(&sitting.id) {
            ways.push(Self::Progress);
        }
        ways.push(Self::Review);
        if !sitting.scenario.forbids(Forbidden::Seats) {
            ways.push(Self::Again);
        }
        if context.has_a_lab_for(&sitting.scenario) {
            ways.push(Self::Lab);
        }
        ways
    }

    /// What stands on the card.
    pub fn words(&self) -> String {
        match self {
            Self::Question => "a question".into(),
            Self::Next(_, title) => format!("next: {title}"),
            Self::Progress => "your progress".into(),
            Self::Review => "review".into(),
            Self::Again => "again".into(),
            Self::Lab => "try it 400 times".into(),
        }
    }
}

/// Who won, and whether the claim is true, or the answer that Alice chose; of a series of rulings how
/// many were right; of a debate with payments what Alice was paid.
pub fn result(outcome: &Outcome, game: &dyn Game) -> String {
    let now = game.position();
    if let Some((right, of)) = now.score() {
        return format!("right in {right} of {} rounds", count(of));
    }
    let won = match outcome.payoff {
        Some(paid) => format!("Alice was paid {}", fixed(paid, 2)),
        None => format!("{} won", capital(outcome.winner.seat().name())),
    };
    let tree = game.tree();
    let answered = |mv: &Move| mv.verb() == Verb::Claim;
    let said = match tree.line().iter().any(|&at| tree.played(at).is_some_and(|p| answered(&p.mv)))
    {
        true => review::right_side(game).map(|side| match side {
            Side::Alice => " · her answer was right",
            Side::Bob => " · her answer was wrong",
        }),
        false => now.truth_at_hand().map(|truth| match truth {
            true => " · the claim is true",
            false => " · the claim is false",
        }),
    };
    format!("{won}{}", said.unwrap_or_default())
}

/// What the judge paid, each kind against its limit; what a debate of a million steps would cost;
/// then this debate's numbers, and the theorem.
pub fn paragraphs(
    position: &dyn Presentation,
    sitting: &DebateSession,
    eye: Viewer,
    over: bool,
) -> Vec<PanelParagraph> {
    if !over {
        return panel::paragraphs(&position.brief(eye));
    }
    let brief = position.brief(eye);
    let text = |words: String| (words, Role::Text);
    let mut paragraphs: Vec<PanelParagraph> = vec![text(costs(position.ledger()))];
    paragraphs.extend(goal::predicted(sitting).map(text));
    // A brief may say it already.
    let said = brief.numbers.iter().any(|words| words.contains("million"));
    let million = position.at_a_million().filter(|_| !said);
    paragraphs.extend(million.map(text));
    paragraphs.extend(brief.numbers.into_iter().map(text));
    paragraphs.extend(bills(position.ledger(), position.computation()).map(text));
    paragraphs.extend(brief.warnings.into_iter().map(|words| (words, Role::Bad)));
    paragraphs.extend(goal::revealed(sitting).into_iter().map(text));
    paragraphs.push((brief.theorem, Role::Dim));
    paragraphs
}

/// What the judge paid, a line a kind, and the total against the bound.
fn costs(ledger: &Ledger) -> String {
    let judge = ledger.account(Seat::Judge);
    let line = |what: &str, paid: u64, limit: Option<u64>| {
        format!("{what}: {}", limit.map_or_else(|| count(paid), |limit| against(paid, limit)))
    };
    let kinds = Cost::ALL.into_iter().filter(|&cost| judge.paid(cost) > 0);
    let told = |cost| line(narrate::cost(cost), judge.paid(cost), judge.limit(cost));
    let mut lines: Vec<String> = kinds.map(told).collect();
    if lines.is_empty() {
        return "The judge paid nothing.".into();
    }
    lines.insert(0, "The judge paid".into());
    if lines.len() > 2 {
        lines.push(line("together", judge.queries(), judge.query_limit()));
    }
    lines.join("\n")
}

/// What was paid, beside a bound that an honest judge keeps.
fn against(paid: u64, limit: u64) -> String {
    match paid <= limit {
        true => format!("{} of at most {}", count(paid), count(limit)),
        false => format!("{}, past the bound of {}", count(paid), count(limit)),
    }
}

/// Why it ended so, and what decided it.
pub fn reason(position: &dyn Presentation) -> String {
    let said = [Some(position.outcome_reason()), position.decided_by()];
    said.into_iter().flatten().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What was just done, in words: "the judge reads step 9: 1"; `who` names whoever did it.
pub fn happening(table: &dyn AnyDebate, who: impl Fn(Actor) -> String, node: NodeId) -> String {
    let Some(played) = table.tree().played(node) else { return String::new() };
    let named = crate::debate::by_name(table, node);
    if played.actor == Actor::Rules {
        return named.unwrap_or_else(|| narrate::describe(&played.mv));
    }
    let told = named.unwrap_or_else(|| words(&played.mv));
    let who = who(played.actor);
    match played.actor {
        Actor::Seat(Seat::Judge) if who == "judge" => format!("the judge: {told}"),
        _ => format!("{who}: {told}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::SeatPlan;
    use crate::rules::Turn;
    use crate::scenario::library;
    use crate::work::CancelToken;

    /// Debates with an Alice who is not honest there, beside those that every scenario has.
    const PLAYED: [(&str, &str); 14] = [
        ("find-the-lie", "lie-at:3"),
        ("two-faced-alice", "honest"),
        ("adder-carry-lie", "honest"),
        ("who-wrote-last", "honest"),
        ("tableau-smuggled-cell", "wrong-at:40:1"),
        ("midpoint-hunt", "wrong-at:77:2"),
        ("parity-of-eight-walk", "random"),
        ("verifier-read", "random"),
        ("verifier-cross-examined", "random"),
        ("caffeine-vote", "shift:0.2"),
        ("seating-plan", "witness:22+lie-at:5"),
        ("four-intervals", "obfuscator"),
        ("four-estimates", "obfuscator"),
        ("twins", "honest"),
    ];

    /// Every shipped scenario: by honest players, by its own with honest ones in the seats of people,
    /// and those above by a dishonest Alice against an honest Bob and a lazy one.
    fn all_played() -> Vec<(String, [String; 3])> {
        let honest = ["honest"; 3].map(String::from);
        let mut all = Vec::new();
        for entry in library::shipped() {
            let scenario = entry.scenario.expect("it reads");
            let sitting = DebateSession::new(&entry.id, scenario).expect("it opens");
            let own = Seat::each(|seat| {
                let plan = sitting.game().seat_plan(seat);
                plan.program().unwrap_or("honest").to_owned()
            });
            if let Some((_, alice)) = PLAYED.iter().find(|(id, _)| *id == entry.id) {
                let bobs = sitting.game().strategies(Seat::Bob);
                for bob in ["honest", "lazy"] {
                    if bob == "honest" || bobs.iter().any(|info| info.written == "lazy") {
                        let judge = "honest";
                        all.push((entry.id.clone(), [alice, &bob, &judge].map(|s| s.to_string())));
                    }
                }
            }
            if own != honest {
                all.push((entry.id.clone(), own));
            }
            all.push((entry.id, honest.clone()));
        }
        all
    }

    /// A shipped debate, played by these.
    fn played(id: &str, players: [&str; 3]) -> DebateSession {
        let entry = library::shipped().into_iter().find(|entry| entry.id == id);
        let scenario = entry.expect("it is shipped").scenario.expect("it reads");
        let mut sitting = DebateSession::new(id, scenario).expect("it opens");
        for (seat, player) in Seat::ALL.into_iter().zip(players) {
            let plan = SeatPlan::Program(player.into());
            sitting.set_seat(seat, &plan).unwrap_or_else(|e| panic!("{id}: {player}: {e}"));
        }
        sitting.run(&CancelToken::default()).expect("programs play to the end");
        sitting
    }

    #[test]
    fn a_number_past_its_bound_is_not_said_to_keep_it() {
        assert_eq!(against(3, 3), "3 of at most 3");
        assert_eq!(against(1_005, 1_003), "1,005, past the bound of 1,003");
    }

    #[test]
    fn a_card_says_who_won_what_was_paid_and_its_bound_as_the_record_has_them() {
        for (id, players) in all_played() {
            let sitting = played(&id, players.each_ref().map(String::as_str));
            let position = sitting.position();
            let Turn::Over(outcome) = position.turn() else { panic!("{id} is not over") };
            let told = result(&outcome, sitting.game());
            match (outcome.payoff, position.score()) {
                (Some(paid), _) => assert!(told.contains(&fixed(paid, 2)), "{id}: {told}"),
                (None, Some((right, of))) => {
                    assert_eq!(told, format!("right in {right} of {of} rounds"), "{id}");
                }
                (None, None) => assert!(
                    told.starts_with(&capital(outcome.winner.seat().name())),
                    "{id}: {told}"
                ),
            }
            let judge = position.ledger().account(Seat::Judge);
            let said = costs(position.ledger());
            let paid: u64 = Cost::ALL.into_iter().map(|cost| judge.paid(cost)).sum();
            assert_eq!(said == "The judge paid nothing.", paid == 0, "{id}: {said}");
            for cost in Cost::ALL.into_iter().filter(|&cost| judge.paid(cost) > 0) {
                let row = format!("{}: {}", narrate::cost(cost), count(judge.paid(cost)));
                assert!(said.contains(&row), "{id}: {row}: {said}");
                if let Some(limit) = judge.limit(cost) {
                    assert!(said.contains(&format!("{row} of at most {}", count(limit))), "{id}");
                }
            }
            let why = reason(&*position);
            let sentences = why.split_inclusive(['.', '?', '!']).filter(|s| s.trim().len() > 3);
            assert!(sentences.count() >= 2, "{id}: {why}");
            // All of it has room on the card at 80x24.
            assert!(crate::tui::text::wrap(&why, 78).len() <= 6, "{id}: {why}");
        }
    }
}
