//! The texts of a bisection.

mod board;
mod mistake;
mod tapes;

use crate::machine::PlanRun;
use crate::machine::{Computation, Step};
use crate::protocol::bisection::Seen;
use crate::protocol::bisection::{Bisection, BisectionRound, StepInterval, rounds_for};
use crate::protocol::trial::words as trial;
use crate::rules::{Half, LegalAction, Move, Seat, Side, Verb, Viewer, YesNo};
use crate::text::MANY;
use crate::text::number::{count, plural};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, ProtocolText, QuestionText,
    contradiction, said_by_the_view,
};

impl ProtocolText for Bisection {
    said_by_the_view!(board, mistake);

    fn brief(view: Seen<'_>) -> BriefPane {
        let rounds = rounds_for(view.steps());
        let bits = count(u64::from(view.computation().most_bits()));
        let numbers = vec![format!(
            "A debate takes at most {} and {} configurations of {bits} bits.",
            plural(rounds, "round", "rounds"),
            rounds + 2
        )];
        let progress = match (view.span(), view.on_trial()) {
            (None, _) => "the last configuration".to_owned(),
            (Some(_), None) => format!("round {} of {rounds}", view.rounds().len() + 1),
            (Some(_), Some(_)) => "the last step".to_owned(),
        };
        BriefPane {
            protocol: "bisection".into(),
            progress,
            rule: rule(view),
            numbers,
            warnings: Vec::new(),
            theorem: "Thm 5.1, 2024 paper".into(),
        }
    }

    fn question(view: Seen<'_>) -> QuestionText {
        if view.open_round().is_some() {
            return QuestionText::new("which half holds the lie?").note(
                "Choose the first half to dispute her middle, the second half to accept it.",
            );
        }
        let step = view.to_name().map(number);
        if let (Some(at), Some(own)) = (view.to_name(), view.own_run()) {
            let ran = view.computation().write(&match view.span() {
                Some(span) => own.advance(&span.start, span.from, at),
                None => own.at(at),
            });
            let place = if view.span().is_some() { "at the middle" } else { "after the last step" };
            let asked = format!("name the configuration {place}, {}", number(at));
            return QuestionText::new(asked).note(format!("Your run: {ran}"));
        }
        match (view.span(), step) {
            (None, Some(step)) => {
                QuestionText::new(format!("name the configuration after the last step, {step}"))
                    .note(claimed(view))
            }
            (Some(_), Some(step)) => QuestionText::new(format!(
                "name the configuration at the middle, step {step}"
            ))
            .note("You may name any configuration. Then Bob chooses the half that he disputes."),
            (Some(span), None) => {
                let to = number(span.to);
                let mut asking = trial::question(view, || {
                    format!("does step {to} lead from the first configuration to the second?")
                });
                asking.notes.extend(view.question());
                let says = |yes| format!("The oracle says {}.", YesNo(yes));
                asking.notes.extend(view.oracle_answer().map(says));
                asking
            }
            (None, None) => QuestionText::default(),
        }
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        let long = |steps: u32| plural(steps.into(), "step", "steps");
        match (offer.verb, view.open_round()) {
            (Verb::Dispute, Some(round)) => {
                let found = view.found(round).map(|own| match *own == round.middle {
                    true => Half::Second,
                    false => Half::First,
                });
                ActionText::new(
                    halves(round),
                    found.map_or(ArgumentPrompt::Nothing, ArgumentPrompt::Found),
                )
            }
            (Verb::Run, Some(BisectionRound { span, .. })) => {
                let steps = long(span.middle() - span.from);
                format!("run the machine from the start of the interval: {steps}").into()
            }
            (Verb::Run, None) => format!("run the machine yourself: {}", long(view.steps())).into(),
            (Verb::Name, _) => name(view),
            _ => trial::offer(view, offer),
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let known = KnownFacts::default()
            .number("claim", f64::from(view.claim()))
            .number("length", f64::from(view.steps()));
        match view.span() {
            Some(span) => {
                known.number("from", f64::from(span.from)).number("to", f64::from(span.to))
            }
            None => known,
        }
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        view.winner().map_or_else(String::new, |winner| why_ruled(view, winner))
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        let on_trial = view.on_trial().map_or(u32::MAX, Step::number);
        contradiction::of_configurations(view.computation(), &view.timeline(None), on_trial)
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        trial::settled(view)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    /// By Thm 5.1 there are ⌈log2 T⌉ rounds. The number of configurations that Alice names is the number of
    /// rounds plus two. Each configuration has S bits.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let rounds = rounds_for(MANY);
        let bits = u64::from(view.computation().most_bits());
        Some(format!(
            "With a million steps and {} for each configuration, a debate would take at most {rounds} \
             rounds and {} bits.",
            plural(bits, "bit", "bits"),
            count((rounds + 2) * bits)
        ))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        let computation = view.computation();
        Some(u64::from(view.steps()) + u64::from(computation.asks_between(0, view.steps())))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let (StepInterval { from, to, start, end }, _) = (view.span()?, view.winner()?);
        let rule = match view.computation() {
            Computation::Plan(PlanRun { live, .. }) => live.plan().formula(Step::new(*to)),
            computation => computation.rule_words(start, *from),
        };
        let due = match view.oracle_answer() {
            Some(answer) => view.computation().answered(start, *from, answer),
            None => view.computation().advance(start, *from, *to),
        };
        let so = match due == *end {
            true => "That is the configuration that she named.".to_owned(),
            false => view.misnamed(*to, &due, end),
        };
        // After a wrong answer, the sentence must say that the configuration follows from this answer.
        let is_wrong = view.oracle_finds().is_some_and(|side| Some(side) != view.verdict());
        let so = match view.oracle_answer().filter(|_| is_wrong) {
            Some(answer) => format!("With the answer {}: {so}", YesNo(answer)),
            None => so,
        };
        Some(format!("The rule of this step is: {rule}. {so}"))
    }
}

fn rule(view: Seen<'_>) -> Vec<String> {
    let named = match view.computation() {
        // A tape with only one symbol holds no information.
        Computation::Turing(run) if run.machine().alphabet().len() == 1 => "the state",
        Computation::Turing(_) => "tape, head and state",
        Computation::Plan(_) => "the live bits",
    };
    let halved = "This repeats in that half until one step is left, which the judge checks.";
    match view.eye() {
        _ if view.on_trial().is_some() => vec![
            "One step is left. The judge decides: does it lead from the first configuration to the \
             second?"
                .to_owned(),
            "If it does, Alice wins. If it does not, Bob wins.".into(),
            "The rules checked that all named configurations are well formed.".into(),
        ],
        Viewer::Seat(Seat::Alice) => vec![
            format!("Name {named} at the middle. Bob says which half contains the lie. {halved}"),
            "You may name any well-formed configuration.".into(),
        ],
        eye => {
            let says = if eye == Viewer::Seat(Seat::Bob) { "you say" } else { "Bob says" };
            vec![format!(
                "Alice names {named} at the middle. Then {says} which half contains the lie. \
                 {halved}"
            )]
        }
    }
}

/// What the claim requires of the last configuration.
fn claimed(view: Seen<'_>) -> String {
    match view.computation() {
        Computation::Turing(_) => {
            let what = if view.claim() { "an accepting" } else { "a rejecting" };
            format!("Your claim says that this configuration is in {what} state.")
        }
        Computation::Plan(_) => {
            format!(
                "Your claim says that the one bit of this configuration is {}.",
                u8::from(view.claim())
            )
        }
    }
}

fn halves(round: &BisectionRound) -> String {
    let StepInterval { from, to, .. } = round.span;
    let [from, middle, to] = [from, round.span.middle(), to].map(number);
    format!("first half, {from} to {middle}, or second half, {middle} to {to}")
}

/// The prompt for a configuration. It starts from Alice's own run, or from a blank form that does not contain the
/// right answer.
fn name(view: Seen<'_>) -> ActionText {
    let Some(step) = view.to_name() else { return "name the configuration".into() };
    let computation = view.computation();
    let start = match (view.own_run(), view.span()) {
        (Some(own), Some(span)) => own.advance(&span.start, span.from, step),
        (Some(own), None) => own.with_output(own.at(step), view.claim()),
        (None, Some(_)) => computation.form(step),
        (None, None) => computation.with_output(computation.form(step), view.claim()),
    };
    let (shape, start) = (computation.shape(step), Some(computation.write(&start)));
    let words = format!("name the configuration after step {}", number(step));
    ActionText::new(words, ArgumentPrompt::Text { shape, start, form: view.own_run().is_none() })
}

fn why_ruled(view: Seen<'_>, winner: Side) -> String {
    let follows = if winner == Side::Alice { "follows" } else { "does not follow" };
    let mut why = format!(
        "After {} only step {} was left. The judge ruled that it {follows} from the configuration \
         before it.",
        plural(view.rounds().len() as u64, "round", "rounds"),
        view.on_trial().map_or_else(String::new, |step| number(step.number())),
    );
    why += trial::against(view, winner);
    let mut found = [view.decided(), view.oracle_finds()].into_iter().flatten();
    if found.all(|side| side == winner)
        && view.truth().is_some_and(|truth| Side::of_claim(truth) != winner)
    {
        why += match winner {
            Side::Alice => " But the claim is false: Bob disputed a half without the lie.",
            Side::Bob => " But the claim is true: Alice named a wrong configuration.",
        };
    }
    why
}

fn number(step: u32) -> String {
    count(u64::from(step))
}
