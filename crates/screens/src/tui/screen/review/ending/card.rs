//! The texts of an ending: the reason, the work, the winning choices, the lesson, and the ways to go on.

use crate::analysis::Game;
use crate::debate::{AnyDebate, NodeId};
use crate::review::{self, Crossroads};
use crate::rules::{Actor, Cost, Ledger, Move, Outcome, Seat, Side, Verb};
use crate::scenario::{Forbidden, GoalKind, Verdict};
use crate::text::{Presentation, Work, glossary, narrate};
use crate::tui::goal::capital;
use crate::tui::prelude::*;
use crate::tui::screen::cards::Card;
use crate::tui::screen::chapter::about;
use crate::tui::screen::moves::words;

/// The largest number of words that an ending explains.
const MOST_WORDS: usize = 3;

/// A way to go on from the ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardAction {
    /// Answer the lesson's question.
    Question,
    /// Start a variation from the player's losing move. If there is none, start it from the player's last move.
    Retry,
    /// Open the next debate, which has this library name and title.
    Next(String, String),
    /// Open the progress page, at the end of the path or of the course.
    Progress,
    /// Open the review of this debate.
    Review,
    /// Play the same debate again.
    Again,
    /// Open the lab for this debate.
    Lab,
}

impl CardAction {
    /// The ways to go on from a debate, the most useful one first. After a loss, the first one is to try again.
    pub fn all(sitting: &DebateSession, context: &Context, is_lost: bool) -> Vec<Self> {
        let scenario = &sitting.scenario;
        let next = context.next_debate(&sitting.id);
        let next = next.map(|debate| Self::Next(debate.id.clone(), debate.title().to_owned()));
        let attempt = scenario.attempt.as_ref();
        let asks = scenario.lesson.question.is_some()
            && attempt.is_some_and(|attempt| attempt.answer.is_empty());
        let ends = context.course.ends_with(&sitting.id);
        let again = !scenario.forbids(Forbidden::Seats);
        let ways = [
            asks.then_some(Self::Question),
            is_lost.then_some(Self::Retry),
            is_lost.then_some(Self::Review),
            ends.then_some(Self::Progress),
            next,
            (!is_lost).then_some(Self::Review),
            (again && !is_lost).then_some(Self::Again),
            context.has_a_lab_for(scenario).then_some(Self::Lab),
        ];
        ways.into_iter().flatten().collect()
    }

    /// The text of the button.
    pub fn words(&self) -> String {
        match self {
            Self::Question => "A question".into(),
            Self::Retry => "Try again from here".into(),
            Self::Next(_, title) => format!("Next: {title}"),
            Self::Progress => "Your progress".into(),
            Self::Review => "Review".into(),
            Self::Again => "Play again".into(),
            Self::Lab => "Try it 400 times".into(),
        }
    }
}

/// The result for the players in a few words.
pub fn headline(judged: &review::Review) -> &'static str {
    let (Some(outcome), Some(goal)) = (&judged.outcome, &judged.goal) else { return "The end" };
    let is_judge = judged.people == [Seat::Judge];
    let own = judged.people.iter().find_map(|seat| seat.side());
    match (goal.kind, goal.verdict) {
        _ if judged.people.is_empty() => "The end",
        _ if goal.doubt.is_some() => "This does not count",
        (GoalKind::Lost, _) if own.is_some_and(|side| side != outcome.winner) => {
            "You lost, as planned"
        }
        (GoalKind::Lost, _) => "You played it to its end",
        (_, Verdict::Reached) if goal.guessed => "You were lucky",
        (_, Verdict::Reached) if is_judge => "You ruled correctly",
        (GoalKind::Par, Verdict::Reached) => "Par reached",
        (_, Verdict::Reached) => "You won",
        (_, Verdict::Missed)
            if is_judge && goal.right.is_some_and(|side| side != outcome.winner) =>
        {
            "You ruled wrongly"
        }
        (_, Verdict::Missed) if own == Some(outcome.winner) => "You won, but missed the goal",
        (_, Verdict::Missed) if is_judge => "You missed the goal",
        (_, Verdict::Missed) => "You lost",
        (_, Verdict::Undecided) => "The end",
    }
}

/// The winner, and the truth of the claim or of Alice's answer. A series of rulings has the number of right rulings
/// instead. A debate with payments has Alice's payoff in place of the winner.
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

/// The reason why the debate ended, and the fact that decided it.
pub fn reason(position: &dyn Presentation) -> String {
    let said = [Some(position.outcome_reason()), position.decided_by()];
    said.into_iter().flatten().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The work of the judge and of the provers. Draws bars if the judge did less than a tenth of a prover's work.
/// Otherwise writes one sentence.
pub fn work(position: &dyn Presentation, people: &[Seat], columns: u16) -> Card {
    let card = Card::new("Work", columns);
    let Some(work) = Work::new(position.ledger(), position.computation()) else {
        return card;
    };
    if !work.is_lopsided() {
        return card.paragraph(&work.compared(), Role::Text);
    }
    let ledger = position.ledger();
    let asks = |seat: Seat| ledger.account(seat).paid(Cost::Oracle) > 0;
    let steps = |n: u64| match asks(Seat::Alice) || asks(Seat::Bob) {
        true => format!("{} steps, questions", count(n)),
        false => plural(n, "step", "steps"),
    };
    let bits = |n: u64| match asks(Seat::Judge) {
        true => plural(n, "query", "queries"),
        false => plural(n, "bit", "bits"),
    };
    let name = |seat: Seat| if people == [seat] { "you" } else { seat.name() };
    let [alice, bob] = work.provers;
    let mut rows = match alice.abs_diff(bob) <= work.busier() / 10 {
        true => vec![("each prover", work.busier(), steps(work.busier()), Role::Text)],
        false => vec![
            (name(Seat::Alice), alice, steps(alice), Role::Alice),
            (name(Seat::Bob), bob, steps(bob), Role::Bob),
        ],
    };
    rows.push((name(Seat::Judge), work.judge, bits(work.judge), Role::Judge));
    let counted = rows.iter().map(|(_, _, told, _)| width(told)).max().unwrap_or(0);
    let room = card.columns().saturating_sub(14 + counted);
    let row = |card: Card, (who, n, told, role): (&str, u64, String, Role)| {
        let bar = pad(&bar(n as f64 / work.busier() as f64, room), room);
        card.row(format!("{} {bar} {}", pad(who, 12), pad_left(&told, counted)), role)
    };
    rows.into_iter().fold(card, row).paragraph(&work.compared(), Role::Text)
}

/// A linear bar that fills this share of the columns. A value that is too small for a bar gets a thin mark.
fn bar(part: f64, columns: usize) -> String {
    match (part * columns as f64).floor() as usize {
        0 if part > 0.0 => "▏".into(),
        full => "█".repeat(full.min(columns)),
    }
}

/// The winning choices at the position where a player's choice lost the debate.
pub fn what_would_have_won(found: &[Crossroads], columns: u16) -> Card {
    let Some(lost) = found.iter().find(|place| place.is_lost()) else {
        return Card::new("", columns);
    };
    let several = found.len() > 1;
    let place = if several { format!(" at move {}", lost.at) } else { String::new() };
    let card = Card::new(format!("Winning choices{place}"), columns);
    let rows = choice_rows(lost, card.columns());
    rows.into_iter().fold(card, |card, row| card.row(row, Role::Text)).row(LEGEND.into(), Role::Dim)
}

/// The meaning of the signs of choices.
pub const LEGEND: &str = "✓ wins   · loses   [✓] or ✗ your choice";

/// The choices of a position with their signs, on rows of at most `columns`.
pub fn choice_rows(place: &Crossroads, columns: usize) -> Vec<String> {
    let sign = |one: &review::Alternative| match (one.is_chosen, one.wins) {
        (true, true) => "[✓]",
        (true, false) => "✗",
        (false, true) => "✓",
        (false, false) => "·",
    };
    let numbers: Option<Vec<&String>> =
        place.choices.iter().map(|one| one.number.as_ref()).collect();
    let Some(numbers) = numbers else {
        // Choices in words are side by side, as many on a row as fit.
        let words = place.choices.iter().map(|one| format!("{} {}", sign(one), one.words));
        let mut rows: Vec<String> = Vec::new();
        for words in words {
            match rows.last_mut() {
                Some(row) if width(row) + 3 + width(&words) <= columns => {
                    *row += &format!("   {words}")
                }
                _ => rows.push(cut(&words, columns).into_owned()),
            }
        }
        return rows;
    };
    let cell = numbers.iter().map(|number| width(number)).max().unwrap_or(1).max(2) + 2;
    let each = (columns / cell).max(1);
    let middle = |text: &str| pad(&pad_left(text, usize::midpoint(cell, width(text))), cell);
    let mut rows = Vec::new();
    for (numbers, choices) in numbers.chunks(each).zip(place.choices.chunks(each)) {
        rows.push(
            numbers.iter().map(|number| middle(number)).collect::<String>().trim_end().to_owned(),
        );
        rows.push(
            choices.iter().map(|one| middle(sign(one))).collect::<String>().trim_end().to_owned(),
        );
    }
    rows
}

/// The meanings of the words that are new in a chapter and that occur in these texts.
pub fn definitions(chapter: &str, texts: &str, columns: u16) -> Card {
    let card = Card::new("Words", columns);
    let new = about(chapter).map_or(&[][..], |about| about.new).iter();
    let entries =
        new.filter(|word| glossary::occurs(word, texts)).filter_map(|word| glossary::find(word));
    entries.take(MOST_WORDS).fold(card, |card, entry| {
        card.paragraph(&format!("{}: {}", entry.word, entry.means), Role::Text)
    })
}

/// The judge's costs: one line for each kind, and the total with its bound.
pub fn costs(ledger: &Ledger) -> String {
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
        lines.push(line("total", judge.queries(), judge.query_limit()));
    }
    lines.join("\n")
}

/// A cost, with the bound that an honest judge never exceeds.
fn against(paid: u64, limit: u64) -> String {
    match paid <= limit {
        true => format!("{} of at most {}", count(paid), count(limit)),
        false => format!("{}, above the bound of {}", count(paid), count(limit)),
    }
}

/// The move at this node in words, such as "the judge reads step 9: 1". `who` returns the name of a player.
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

    /// Debates with a dishonest Alice, in addition to the plan of each scenario.
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

    /// Plays every shipped scenario twice: with honest players, and with its own players and honest programs in place
    /// of people. Also plays the debates above with a dishonest Alice against an honest and a lazy Bob.
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

    /// A shipped debate, played by these strategies.
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
    fn bars_are_linear_and_a_value_that_is_too_small_has_a_thin_mark() {
        assert_eq!(bar(1.0, 40), "█".repeat(40));
        assert_eq!(bar(0.5, 40), "█".repeat(20));
        assert_eq!(bar(20.0 / 109_384.0, 40), "▏");
        assert_eq!(bar(0.0, 40), "");
    }

    #[test]
    fn what_is_past_a_bound_is_not_said_to_keep_it() {
        assert_eq!(against(3, 3), "3 of at most 3");
        assert_eq!(against(1_005, 1_003), "1,005, above the bound of 1,003");
    }

    #[test]
    fn a_card_states_the_winner_the_cost_and_its_bound_as_the_record_does() {
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
            assert!(!why.is_empty() && wrap(&why, 76).len() <= 8, "{id}: {why}");
        }
    }
}
