//! `solve` for the debates of query complexity.

use serde_json::json;

use super::{QueryComplexity, twin_score};
use crate::analysis::game_tree::{Leaf, Walk, cast};
use crate::analysis::honest::{Field, Honest};
use crate::analysis::{Analysed, Evaluation, Report, Section, Value};
use crate::machine::Circuit;
use crate::machine::quantified::{PerfectPlay, Side as Player};
use crate::protocol::twins::{BestJudge, Written};
use crate::protocol::{CircuitWalk, Quantified, Twins};
use crate::rules::{Position, Seat, Side};
use crate::strategy::{Argument, Players};

impl Analysed for CircuitWalk {
    /// Nothing is hidden from the provers, so that from anywhere one of them wins for certain.
    fn evaluate(&self) -> Option<Evaluation> {
        let honest = f64::from(u8::from(self.honest_winner() == Side::Alice));
        Some(Evaluation { honest, best_alice: Some(honest), best_bob: Some(honest) })
    }

    fn report(&self) -> Result<Report, String> {
        let complexity = QueryComplexity::of_circuit(&self.setup().circuit);
        let mut report = reported(self, complexity.upper_walk, "Thm 5")?;
        if self.normal().depth() <= DEEPEST {
            report.values = values(self, &|_| None, &|_, _| true);
        }
        add_complexity(&mut report, &complexity);
        Ok(report)
    }
}

impl Analysed for Quantified {
    fn report(&self) -> Result<Report, String> {
        let game = &self.setup().game;
        let complexity = QueryComplexity::of_game(game, self.truth().map(|claim| !claim));
        let (limit, theorem) = match self.setup().verifier {
            crate::protocol::quantified::Verifier::Evaluated => {
                (complexity.upper_read.unwrap_or_default(), "reading V")
            }
            crate::protocol::quantified::Verifier::CrossExamined => {
                (complexity.upper_check, "Lemma 8")
            }
        };
        let mut report = reported(self, limit, theorem)?;
        // Where V is evaluated, an honest judge finds its value: nothing need be read to say who wins.
        let verdict = |debate: &Self| debate.verdict().map(|v| f64::from(u8::from(!v)));
        let few = |alice: &str, bob: &str| {
            let random = |player: Player| [alice, bob][usize::from(player == Player::Beta)];
            let tosses = game.turns().iter().filter(|turn| random(turn.side) == "random").count();
            tosses <= MOST_TOSSES
        };
        report.values = values(self, &verdict, &few);
        add_complexity(&mut report, &complexity);
        let dropped: Vec<usize> = game.droppable().collect();
        report.more.insert(
            "quantified".into(),
            json!({
                "rounds": game.rounds().len(), "droppable_rounds": dropped,
                "bits": game.turns().len(), "bits_played": game.dropped().turns().len(),
            }),
        );
        let mut game_section = Section {
            title: "the game".into(),
            lines: vec![
                format!("{}: V", game.prefix()),
                format!("rounds: {}, with {} bits", game.rounds().len(), game.turns().len()),
                match dropped[..] {
                    [] => "no round can be dropped (Lemma 3)".into(),
                    [one] => format!("round {one} is dropped: V reads neither bit (Lemma 3)"),
                    _ => {
                        let n = dropped.len();
                        format!("{n} rounds are dropped: V reads neither bit (Lemma 3)")
                    }
                },
            ],
        };
        if complexity.truth.is_none() {
            let told =
                "the search gave up on the first bit: honest players guess until it does not";
            game_section.lines.push(told.into());
        }
        report.sections.push(game_section);
        Ok(report)
    }
}

impl Analysed for Twins {
    /// What the judge's ruling will be worth is for the coin to say; there is no bar to show.
    fn evaluate(&self) -> Option<Evaluation> {
        None
    }

    fn report(&self) -> Result<Report, String> {
        let complexity = match &self.setup().written {
            Written::Walk { circuit, .. } | Written::Check { circuit } => {
                QueryComplexity::of_circuit(circuit)
            }
            Written::Quantified { game, .. } => {
                QueryComplexity::of_game(game, PerfectPlay::of(game).truth())
            }
        };
        let (n, q) = (self.n() as u64, self.setup().budget);
        let best = self.best_judge();
        let mut report = Report::default();
        add_complexity(&mut report, &complexity);
        report.more.insert(
            "twins".into(),
            json!({
                "n": n, "reads": q, "rounds": self.setup().rounds, "best_score": twin_score(q, n),
                "best_judge": best.ok().map(BestJudge::score),
            }),
        );
        report.sections.push(Section {
            title: "the lower bound, played".into(),
            lines: vec![
                format!("{q} reads of a transcript that fits two inputs; f depends on {n}"),
                format!(
                    "right at most {:.6} of the time (from the proof of Thm 13)",
                    twin_score(q, n)
                ),
                match best {
                    Ok(best) => format!(
                        "of all judges with {q} reads the best, `best`, is right {:.6} of the time",
                        best.score()
                    ),
                    Err(why) => why.to_string(),
                },
                format!("no judge with under {} reads is always right", super::lower(n)),
            ],
        });
        Ok(report)
    }
}

/// Adds the section and the JSON key of query complexity to a report.
pub fn add_complexity(report: &mut Report, complexity: &QueryComplexity) {
    let rows = complexity.rows().into_iter();
    report.sections.push(Section {
        title: "query complexity".into(),
        lines: rows.map(|(label, text)| format!("{label:<14} {text}")).collect(),
    });
    report.more.insert("query_complexity".into(), json!(complexity));
}

/// The section for a plan that is a circuit, or can be made one; nothing otherwise.
pub fn add_complexity_of_plan(report: &mut Report, plan: &crate::machine::Plan) {
    /// Wider gates of a longer plan are not expanded for this.
    const MOST: usize = 1_000_000;
    if plan.len() <= MOST
        && let Ok(circuit) = Circuit::reduce(plan)
    {
        add_complexity(report, &QueryComplexity::of_circuit(&circuit));
    }
}

/// What a debate of query complexity comes to: one limit for all of the judge's reads.
fn reported<R: Players + crate::show::Show>(
    rules: &R,
    limit: u64,
    theorem: &str,
) -> Result<Report, String> {
    let honest = Honest::played(rules)?;
    let field = Field { budget: 100_000, class: None };
    Ok(Report {
        truth: rules.truth().map(|truth| f64::from(u8::from(truth))),
        bounds: honest.read_bounds(rules, theorem, limit, &field),
        costs: honest.costs,
        ..Report::default()
    })
}

/// The game tree of a deeper circuit walk is not looked through.
const DEEPEST: usize = 500;

/// Debates in which more bits than this are played at random have too many ways to go.
const MOST_TOSSES: usize = 12;

/// Every pair of provers that need no argument and that `few` lets pass, before the honest judge;
/// the pairs whose debates have too many ways to go are left out. `leaf` is as in [`Walk`].
fn values<R: Players + crate::show::Show>(
    rules: &R,
    leaf: Leaf<'_, R>,
    few: &dyn Fn(&str, &str) -> bool,
) -> Vec<Value> {
    const MOST: u64 = 20_000;
    let roster = R::roster();
    let names = |seat: Seat| {
        let plain = |argument: &Argument| *argument == Argument::None;
        let mine = roster.iter().filter(move |listed| listed.seat == seat);
        mine.filter(move |listed| plain(&listed.argument)).map(|listed| listed.name)
    };
    let mut values = Vec::new();
    for alice in names(Seat::Alice) {
        for bob in names(Seat::Bob).filter(|bob| few(alice, bob)) {
            let Ok(cast) = cast(rules, [alice, bob, "honest"]) else { continue };
            if let Ok(value) = Walk::new(&cast, MOST).with_leaf(leaf).value(rules) {
                values.push(Value { alice: alice.into(), bob: bob.into(), value, sd: None });
            }
        }
    }
    values
}
