//! The analysis of a whole cross-examination of a Turing machine.

use serde_json::json;

use super::Tableau;
use crate::analysis::game_tree::pair_values;
use crate::analysis::honest::{EXAMINED, HonestDebate, Opponents, claimed, promised, right_wins};
use crate::analysis::{
    Analysable, Evaluation, Fact, PairValue, PayoffGuarantee, Report, Section, TheoremClaim,
    Unsolved,
};
use crate::fact;
use crate::machine::turing::{PointedAt, TuringRun};
use crate::protocol::cross_examination::{one_oracle, over_lies};
use crate::rules::{Move, Protocol, Seat, View};
use crate::strategy::{Choice, strategy};
use crate::work::{CancelToken, Cancelled};

/// Longer runs are not checked at every step.
const MOST_CHECKED: u32 = 20_000;

const THEOREM: &str = "Thm 5.3";

impl Analysable for Tableau {
    /// With perfect play from here, Alice wins exactly if her transcript is the true run. Without
    /// copies her transcript does not bind her, so there is no value.
    fn evaluate(&self, _: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        let best = Evaluation::unbeaten(f64::from(self.holds()));
        Ok(self.setup().copies.then_some(best))
    }

    fn promise(
        &self,
        written: [&str; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        Ok(promised(claim(self, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let (run, copies) = (self.run(), self.setup().copies);
        report.truth = self.truth(token)?.map(f64::from);
        // The transcript binds Alice, so the prover who is right wins. Without copies nothing binds
        // her.
        report.value_of_the_game(report.truth.filter(|_| copies).map(|value| [value; 2]));
        report.sections.push(Section::new("the computation", described(self)));
        let honest = HonestDebate::played(self, token)?;
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
            report
                .sections
                .push(Section::new("lies and the steps that show them", lie_facts(self, &alices)));
        }
        Ok(values(self, &alices, &mut report.values, token)?)
    }
}

fn claim(debate: &Tableau, token: &CancelToken) -> Result<Option<TheoremClaim>, Cancelled> {
    let claim = right_wins(debate, THEOREM, Some(debate.setup().copies), token)?;
    Ok(claim.map(|claim| claim.given(one_oracle(false))))
}

/// The opponents that the report tries: all choices of Bob and Alice if they are few, and otherwise every lie at one
/// step.
fn field(run: &TuringRun) -> Opponents<'static> {
    /// The largest run for which every single lie is tried. Each lie is a debate over all steps.
    const MOST_LIES: u32 = 300;
    let at = |t| ["wrong-at", "flip", "skip"].map(|lie| format!("{lie}:{t}"));
    over_lies((run.steps() <= MOST_LIES).then(|| (1..=run.steps()).flat_map(at).collect()))
}

fn described(debate: &Tableau) -> Vec<Fact> {
    let (run, machine) = (debate.run(), debate.machine());
    let bits = machine.cell_bits();
    let mut facts = vec![
        fact!("machine": "a Turing machine with {steps} steps in {cells} cells; {asks} of the steps \
            ask the oracle", steps = run.steps(), cells = machine.space().cells(),
            asks = run.asked()),
        fact!("cell": "a transcript cell takes {all} bits: symbol {symbol}, state {state}, head \
            {head}, pointer {pointer}", all = cell_bits(run, 1), symbol = bits.symbol,
            state = bits.state, head = bits.head, pointer = bits.pointer),
    ];
    facts.extend(machine.oracle().filter(|oracle| oracle.reads() > 1).map(|oracle| {
        fact!("asking-cell": "a cell of a step that asks takes {all} bits: it has {pointers} \
            pointers, one for each cell that the oracle sees",
            all = cell_bits(run, oracle.reads()), pointers = oracle.reads())
    }));
    facts.push(halts(run));
    facts
}

/// States when a machine halts, if it does.
pub fn halts(run: &TuringRun) -> Fact {
    match run.machine().halts_at() {
        Some(step) => fact!("halts": "the machine halts after {step} steps", step = step),
        None => fact!("runs-on": "the machine does not halt in these steps"),
    }
}

/// The number of bits of a transcript cell with this many pointers.
fn cell_bits(run: &TuringRun, pointers: u32) -> u32 {
    let bits = run.machine().cell_bits();
    bits.symbol + bits.state + bits.head + pointers * bits.pointer
}

/// An Alice in the report: her strategy as written in files, and her transcript.
struct ObservedAlice {
    written: String,
    told: TuringRun,
}

fn alices(rules: &Tableau, token: &CancelToken) -> Vec<ObservedAlice> {
    let run = rules.run();
    let middle = run.steps().div_ceil(2);
    let pointed = (middle..=run.steps()).find(|&t| run.cell(t).from.iter().any(|&s| s > 0));
    let mut names =
        vec!["honest".to_owned(), format!("wrong-at:{middle}"), format!("flip:{middle}")];
    names.extend(pointed.map(|t| format!("skip:{t}")));
    names.extend((!rules.setup().copies).then(|| "adaptive".to_owned()));
    let tell = |written: String| {
        let text = written_by(rules, &written, token)?;
        let deviations = run.machine().read_deviations(&text).ok()?;
        let told = TuringRun::deviating(run.machine().clone(), deviations).ok()?;
        Some(ObservedAlice { written, told })
    };
    names.into_iter().filter_map(tell).collect()
}

/// The transcript of an Alice, found by playing her.
fn written_by(rules: &Tableau, written: &str, token: &CancelToken) -> Option<String> {
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

/// The value of every pair of built-in players, with the protocol's own judge.
fn values(
    rules: &Tableau,
    alices: &[ObservedAlice],
    values: &mut Vec<PairValue>,
    token: &CancelToken,
) -> Result<(), Cancelled> {
    for ObservedAlice { written, told } in alices {
        let pairs = ["honest", "lazy", "always-objects"].map(|bob| (&**written, bob));
        values.extend(pair_values(rules, pairs, (1_000, None), token)?);
        // Without copies, Alice's later answers may differ from the transcript.
        let wrong = wrong_steps(told).filter(|_| rules.setup().copies);
        if let Some(wrong) = wrong {
            let value = 1.0 - f64::from(wrong) / f64::from(told.steps());
            values.push(PairValue::new(&**written, "random", value));
        }
    }
    Ok(())
}

/// The number of steps that do not follow from their sources. `None` if the run is too long.
fn wrong_steps(told: &TuringRun) -> Option<u32> {
    if told.steps() > MOST_CHECKED {
        return None;
    }
    let cells: Vec<_> = told.cells(1).collect();
    let cell = |step: u32| cells[step as usize - 1].clone();
    let wrong = |&step: &u32| told.machine().check_step(step, cell).outcome.is_err();
    Some((1..=told.steps()).filter(wrong).count() as u32)
}

/// For each lie, the step where honest Bob finds it and the way he shows it.
fn lie_facts(rules: &Tableau, alices: &[ObservedAlice]) -> Vec<Fact> {
    let run = rules.run();
    let mut lines = Vec::new();
    for ObservedAlice { written, told } in alices {
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
            Some(1) => ", and no other step shows the lie".to_owned(),
            Some(n) => format!("; {n} of {} steps show the lie", told.steps()),
        };
        lines.push(fact!("doomed": "{alice} loses: step {step} {how}{wrong}", alice = written,
            step = step, how = how, wrong = wrong => seen; follows = follows));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analysable;
    use crate::analysis::game_tree::{GameTreeWalk, cast};
    use crate::machine::turing::dialect::parse;
    use crate::protocol::cross_examination::TableauInstance;

    fn walker(claim: bool) -> Tableau {
        let machine = parse(
            "{input: abab, blank: ' ', start state: out, table: {out: {[a, b]: R, ' ': {L: home}}, \
             home: {a: {write: b, L}, b: {write: a, L}, ' ': {R: accept}}, accept: , reject: }}",
        )
        .expect("a machine");
        let setup = TableauInstance {
            machine: TuringRun::new(machine),
            claim,
            copies: true,
            judge_is_oracle: false,
        };
        Tableau::new(setup).expect("a debate")
    }

    #[test]
    fn a_cell_of_a_step_that_asks_has_a_pointer_for_each_letter_of_the_question() {
        let machine = parse(
            "{input: aba, blank: ' ', start state: go, time limit: 4, table: {go: {a: {R: ask}}, \
             ask: , accept: , reject: }, oracle: {state: ask, reads: 3, question: 'Is {word} fine?', \
             answers: {ba: yes, else: no}, 'yes': {write: a, N: accept}, 'no': {write: a, N: reject}}}",
        )
        .expect("a machine");
        let machine = TuringRun::new(machine);
        let asks = machine.cells(1).map(|cell| cell.from.len()).max();
        let bits = machine.machine().cell_bits();
        let setup = TableauInstance { machine, claim: true, copies: true, judge_is_oracle: false };
        let report = Tableau::new(setup).expect("a debate").reported(&CancelToken::default());
        let report = report.expect("a report");
        assert_eq!(asks, Some(3));
        let takes = bits.symbol + bits.state + bits.head + 3 * bits.pointer;
        let mut facts = report.sections.iter().flat_map(|section| &section.facts);
        let told =
            facts.find(|fact| fact.kind == "asking-cell").expect("a fact about a step that asks");
        assert_eq!(told.number("all"), Some(f64::from(takes)));
    }

    #[test]
    fn random_bobs_value_is_that_of_the_game_tree() {
        let rules = walker(false);
        for ObservedAlice { written, told } in alices(&rules, &CancelToken::default()) {
            let cast = cast(&rules, [&written, "random", "honest"]).expect("a cast");
            let walked = GameTreeWalk::new(&cast, 10_000, &CancelToken::default())
                .value(&rules)
                .expect("a value");
            let wrong = wrong_steps(&told).expect("a short run");
            let known = 1.0 - f64::from(wrong) / f64::from(told.steps());
            assert!((walked - known).abs() < 1e-12, "{written}: {walked} {known}");
        }
    }
}
