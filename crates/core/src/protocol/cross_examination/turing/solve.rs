//! What can be said of a cross-examined Turing machine from its start.

use serde_json::json;

use super::Tableau;
use crate::analysis::game_tree::pair_values;
use crate::analysis::honest::{EXAMINED, Honest, Opponents, claimed, promised, right_wins};
use crate::analysis::{
    Analysed, Claim, Evaluation, Fact, PairValue, Promise, Report, Section, Unsolved,
};
use crate::fact;
use crate::machine::turing::{PointedAt, Run};
use crate::protocol::cross_examination::{one_oracle, over_lies};
use crate::rules::{Move, Protocol, Seat, View};
use crate::strategy::{Choice, strategy};
use crate::work::{Stopped, Token};

/// Runs of more steps are not checked at every one of them.
const MOST_CHECKED: u32 = 20_000;

/// The theorem.
const THEOREM: &str = "Thm 5.3";

impl Analysed for Tableau {
    /// With perfect play from here on Alice wins exactly if what she wrote is the machine's run.
    /// Without copies what she wrote does not bind her, and nothing is said.
    fn evaluate(&self, _: &Token) -> Result<Option<Evaluation>, Stopped> {
        let best = Evaluation::unbeaten(f64::from(self.holds()));
        Ok(self.setup().copies.then_some(best))
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(promised(claim(self, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let (run, copies) = (self.run(), self.setup().copies);
        report.truth = self.truth(token)?.map(f64::from);
        // What is written binds Alice, and whoever is right wins. Without copies nothing does.
        report.value_of_the_game(report.truth.filter(|_| copies).map(|value| [value; 2]));
        report.sections.push(Section::new("the computation", described(self)));
        let honest = Honest::played(self, token)?;
        let bounds = honest.bounds(self, THEOREM, &EXAMINED, &field(run), token)?;
        let claim = claim(self, token)?;
        report.bounds = claimed(bounds, claim.as_ref());
        report.claims.extend(claim);
        report.costs = honest.costs;
        report.more.insert("steps".into(), json!(run.steps()));
        report.more.insert("cell_bits".into(), json!(cell_bits(run, 1)));
        let alices = alices(self, token);
        token.check()?;
        if copies {
            report.sections.push(Section::new("lies, and where they show", lies(self, &alices)));
        }
        Ok(values(self, &alices, &mut report.values, token)?)
    }
}

fn claim(debate: &Tableau, token: &Token) -> Result<Option<Claim>, Stopped> {
    let claim = right_wins(debate, THEOREM, Some(debate.setup().copies), token)?;
    Ok(claim.map(|claim| claim.given(one_oracle(false))))
}

/// Where Bob may point, and what Alice may write: all of it if it is little; else one lie anywhere.
fn field(run: &Run) -> Opponents<'static> {
    /// So many steps are lied about one by one: each lie is a debate over all of them.
    const MOST_LIES: u32 = 300;
    let at = |t| ["wrong-at", "flip", "skip"].map(|lie| format!("{lie}:{t}"));
    over_lies((run.steps() <= MOST_LIES).then(|| (1..=run.steps()).flat_map(at).collect()))
}

/// The computation, in lines.
fn described(debate: &Tableau) -> Vec<Fact> {
    let (run, machine) = (debate.run(), debate.machine());
    let bits = machine.cell_bits();
    let mut facts = vec![
        fact!("machine": "a Turing machine, {steps} steps in {cells} cells; {asks} of them ask \
            the oracle", steps = run.steps(), cells = machine.space().cells(),
            asks = run.asked()),
        fact!("cell": "a transcript cell takes {all} bits: symbol {symbol}, state {state}, head \
            {head}, pointer {pointer}", all = cell_bits(run, 1), symbol = bits.symbol,
            state = bits.state, head = bits.head, pointer = bits.pointer),
    ];
    facts.extend(machine.oracle().filter(|oracle| oracle.reads() > 1).map(|oracle| {
        fact!("asking-cell": "a cell of a step that asks takes {all} bits: a pointer for each \
            cell that the oracle is shown, {pointers} in all",
            all = cell_bits(run, oracle.reads()), pointers = oracle.reads())
    }));
    facts.push(halts(run));
    facts
}

/// Whether a machine halts, and when.
pub fn halts(run: &Run) -> Fact {
    match run.machine().halts_at() {
        Some(step) => fact!("halts": "the machine halts after {step} steps", step = step),
        None => fact!("runs-on": "the machine has not halted by then"),
    }
}

/// The bits of a transcript cell with so many pointers.
fn cell_bits(run: &Run, pointers: u32) -> u32 {
    let bits = run.machine().cell_bits();
    bits.symbol + bits.state + bits.head + pointers * bits.pointer
}

/// An Alice that is looked at: as written in files, and what she writes.
struct Teller {
    written: String,
    told: Run,
}

fn alices(rules: &Tableau, token: &Token) -> Vec<Teller> {
    let run = rules.run();
    let middle = run.steps().div_ceil(2);
    let pointed = (middle..=run.steps()).find(|&t| run.cell(t).from.iter().any(|&s| s > 0));
    let mut names =
        vec!["honest".to_owned(), format!("wrong-at:{middle}"), format!("flip:{middle}")];
    names.extend(pointed.map(|t| format!("skip:{t}")));
    names.extend((!rules.setup().copies).then(|| "adaptive".to_owned()));
    let tell = |written: String| {
        let text = told_by(rules, &written, token)?;
        let deviations = run.machine().read_deviations(&text).ok()?;
        let told = Run::deviating(run.machine().clone(), deviations).ok()?;
        Some(Teller { written, told })
    };
    names.into_iter().filter_map(tell).collect()
}

/// What an Alice writes, found by letting her play.
fn told_by(rules: &Tableau, written: &str, token: &Token) -> Option<String> {
    let alice = strategy(rules, Seat::Alice, written, &Default::default()).ok()?;
    let mut rules = rules.clone();
    for _ in 0..2 {
        match alice.choose(View::new(&rules, Seat::Alice, token)) {
            Choice::Play(Move::Tell(text)) => return Some(text.as_str().to_owned()),
            Choice::Play(mv) => rules.play(&mv).ok()?,
            _ => return None,
        }
    }
    None
}

/// Every pair of the built-in players, before the protocol's own judge.
fn values(
    rules: &Tableau,
    alices: &[Teller],
    values: &mut Vec<PairValue>,
    token: &Token,
) -> Result<(), Stopped> {
    for Teller { written, told } in alices {
        let pairs = ["honest", "lazy", "always-objects"].map(|bob| (&**written, bob));
        values.extend(pair_values(rules, pairs, (1_000, None), token)?);
        // Without copies what is written need not be what the judge reads.
        let wrong = wrong_steps(told).filter(|_| rules.setup().copies);
        if let Some(wrong) = wrong {
            let value = 1.0 - f64::from(wrong) / f64::from(told.steps());
            values.push(PairValue::new(&**written, "random", value));
        }
    }
    Ok(())
}

/// How many steps of a transcript do not follow from what they read; none if it is too long.
fn wrong_steps(told: &Run) -> Option<u32> {
    if told.steps() > MOST_CHECKED {
        return None;
    }
    let cells: Vec<_> = told.cells(1).collect();
    let cell = |step: u32| cells[step as usize - 1].clone();
    let wrong = |&step: &u32| told.machine().check_step(step, cell).outcome.is_err();
    Some((1..=told.steps()).filter(wrong).count() as u32)
}

/// For each lie, the step where honest Bob finds it and how he shows it.
fn lies(rules: &Tableau, alices: &[Teller]) -> Vec<Fact> {
    let run = rules.run();
    let mut lines = Vec::new();
    for Teller { written, told } in alices {
        let Some(point) = run.objection(told) else {
            lines.push(fact!("no-lie": "{alice}: no lie", alice = written));
            continue;
        };
        let (step, follows) = (point.step().number(), matches!(point, PointedAt::Skip { .. }));
        let how = match follows {
            false => "does not follow from what it reads",
            true => "follows, but its pointer skips a later writer",
        };
        let wrong = wrong_steps(told);
        let seen = match wrong {
            None | Some(0) => String::new(),
            Some(1) => ", and at no other step is it seen".to_owned(),
            Some(n) => format!("; {n} steps of {} show it", told.steps()),
        };
        lines.push(fact!("doomed": "{alice}: doomed: step {step} {how}{wrong}", alice = written,
            step = step, how = how, wrong = wrong => seen; follows = follows));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analysed;
    use crate::analysis::game_tree::{Walk, cast};
    use crate::machine::turing::dialect::parse;
    use crate::protocol::cross_examination::TableauInstance;

    fn walker(claim: bool) -> Tableau {
        let machine = parse(
            "{input: abab, blank: ' ', start state: out, table: {out: {[a, b]: R, ' ': {L: home}}, \
             home: {a: {write: b, L}, b: {write: a, L}, ' ': {R: accept}}, accept: , reject: }}",
        )
        .expect("a machine");
        let setup = TableauInstance {
            machine: Run::new(machine),
            claim,
            copies: true,
            judge_is_oracle: false,
        };
        Tableau::new(setup).expect("a debate")
    }

    #[test]
    fn a_lie_in_a_tableau_is_doomed_against_an_honest_bob_alone() {
        let report = walker(true).reported(&Token::default()).expect("a report");
        assert_eq!(report.truth, Some(1.0));
        let value = |alice: &str, bob: &str| {
            let found = report.values.iter().find(|v| v.alice.starts_with(alice) && v.bob == bob);
            found.map(|v| v.value)
        };
        assert_eq!(value("honest", "honest"), Some(1.0));
        for alice in ["wrong-at", "flip", "skip"] {
            assert_eq!(value(alice, "honest"), Some(0.0), "{alice}");
            assert_eq!(value(alice, "lazy"), Some(1.0), "{alice}");
        }
        // Its own check passes: only naming the later writer shows it.
        assert_eq!(value("skip", "random"), Some(1.0));
        assert!(report.bounds.iter().all(|bound| bound.holds()), "{:?}", report.bounds);
    }

    #[test]
    fn a_cell_of_a_step_that_asks_has_a_pointer_for_each_letter_of_the_question() {
        let machine = parse(
            "{input: aba, blank: ' ', start state: go, time limit: 4, table: {go: {a: {R: ask}}, \
             ask: , accept: , reject: }, oracle: {state: ask, reads: 3, question: 'Is {word} fine?', \
             answers: {ba: yes, else: no}, 'yes': {write: a, N: accept}, 'no': {write: a, N: reject}}}",
        )
        .expect("a machine");
        let machine = Run::new(machine);
        let asks = machine.cells(1).map(|cell| cell.from.len()).max();
        let bits = machine.machine().cell_bits();
        let setup = TableauInstance { machine, claim: true, copies: true, judge_is_oracle: false };
        let report = Tableau::new(setup).expect("a debate").reported(&Token::default());
        let report = report.expect("a report");
        assert_eq!(asks, Some(3));
        let takes = bits.symbol + bits.state + bits.head + 3 * bits.pointer;
        let mut facts = report.sections.iter().flat_map(|section| &section.facts);
        let told = facts.find(|fact| fact.kind == "asking-cell").expect("it is said");
        assert_eq!(told.number("all"), Some(f64::from(takes)));
    }

    #[test]
    fn random_bobs_value_is_that_of_the_game_tree() {
        let rules = walker(false);
        for Teller { written, told } in alices(&rules, &Token::default()) {
            let cast = cast(&rules, [&written, "random", "honest"]).expect("a cast");
            let walked =
                Walk::new(&cast, 10_000, &Token::default()).value(&rules).expect("a value");
            let wrong = wrong_steps(&told).expect("a short run");
            let known = 1.0 - f64::from(wrong) / f64::from(told.steps());
            assert!((walked - known).abs() < 1e-12, "{written}: {walked} {known}");
        }
    }
}
