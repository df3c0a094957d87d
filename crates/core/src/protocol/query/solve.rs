//! `solve` for the debates of query complexity.

use serde_json::json;

use super::QueryComplexity;
use crate::analysis::game_tree::{pair_values, plain_pairs};
use crate::analysis::honest::{Honest, Opponents, promised, right_wins};
use crate::analysis::{Analysed, Evaluation, Exact, Promise, Report, Section, Unsolved, walked};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::Circuit;
use crate::machine::quantified::Mover;
use crate::protocol::quantified::Verifier;
use crate::protocol::twins::{BestJudge, Written};
use crate::protocol::{CircuitWalk, Quantified, Twins};
use crate::rules::Side;
use crate::strategy::Players;
use crate::text::Words;
use crate::text::number::plural;
use crate::work::{Stopped, Token};

impl Analysed for CircuitWalk {
    /// Nothing is hidden from the provers, so that from anywhere one of them wins for certain.
    fn evaluate(&self, _: &Token) -> Result<Option<Evaluation>, Stopped> {
        Ok(Some(Evaluation::unbeaten(f64::from(self.honest_winner() == Side::Alice))))
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(promised(right_wins(self, "Thm 5", None, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let complexity = QueryComplexity::of_circuit(&self.setup().circuit, token)?;
        let limit = (complexity.upper_walk, "Thm 5");
        tell(report, self, limit, MOST_POSITIONS, token)?;
        add_complexity(report, &complexity);
        if self.normal().depth() <= DEEPEST {
            let pairs = plain_pairs::<Self>();
            report.values.extend(pair_values(self, pairs, (MOST_WALKED, None), token)?);
        }
        Ok(())
    }
}

impl Analysed for Quantified {
    /// If the game is too wide to solve, honest players guess, and their result is no value of it.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        self.perfect().ok()?;
        walked(self, seats, token)
    }

    /// Where V is evaluated, an honest judge finds its value: nothing need be read to say who wins.
    fn ruling(&self) -> Option<f64> {
        self.verdict().map(|verdict| f64::from(!verdict))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let game = &self.setup().game;
        let truth = self.perfect().map(|perfect| perfect.truth(token));
        let truth = truth.ok().transpose()?;
        let complexity = QueryComplexity::of_game(game, truth, token)?;
        report.value_of_the_game(truth.map(|truth| [f64::from(!truth); 2]));
        let (limit, theorem) = match self.setup().verifier {
            Verifier::Evaluated => (complexity.upper_read.unwrap_or_default(), "reading V"),
            Verifier::CrossExamined => (complexity.upper_check, "Lemma 8"),
        };
        // Each of the judge's reads evaluates V.
        let gates = complexity.size.max(1);
        tell(report, self, (limit, theorem), MOST_POSITIONS.min(MOST_GATES / gates), token)?;
        let verdict = |debate: &Self| Ok(debate.ruling());
        // A guess of a player who cannot search the game says nothing of the claim.
        let wide = self.perfect().err();
        let few = |alice: &str, bob: &str| {
            let searches = |name: &str| !matches!(name, "random" | "zeros" | "lazy");
            if wide.is_some() && (searches(alice) || searches(bob)) {
                return false;
            }
            let random = |player: Mover| [alice, bob][usize::from(player == Mover::Beta)];
            let tosses = game.turns().iter().filter(|turn| random(turn.side) == "random").count();
            tosses <= MOST_TOSSES
        };
        add_complexity(report, &complexity);
        let dropped: Vec<usize> = game.droppable().collect();
        report.more.insert(
            "quantified".into(),
            json!({
                "rounds": game.rounds().len(), "droppable_rounds": dropped,
                "bits": game.turns().len(), "bits_played": game.dropped().turns().len(),
            }),
        );
        let mut facts = vec![
            fact!("game": "{prefix}: V", prefix = game.prefix().to_string()),
            fact!("rounds": "rounds: {rounds}, with {bits}", rounds = game.rounds().len(),
                bits = game.turns().len() => plural(game.turns().len() as u64, "bit", "bits")),
            match dropped[..] {
                [] => {
                    fact!("none-dropped": "no round is dropped: some gate of V reads a bit of \
                        each (Lemma 3)")
                }
                [one] => fact!("one-dropped": "round {round} is dropped: V reads neither bit \
                    (Lemma 3)", round = one),
                _ => fact!("dropped": "{rounds} rounds are dropped: V reads neither bit (Lemma 3)",
                    rounds = dropped.len()),
            },
        ];
        if let Some(why) = wide {
            facts.push(fact!("too-wide": "{why}; honest players play 0", why = why.to_string()));
        }
        report.sections.push(Section::new("the game", facts));
        let pairs = plain_pairs::<Self>().into_iter().filter(|(alice, bob)| few(alice, bob));
        report.values.extend(pair_values(self, pairs, (MOST_WALKED, Some(&verdict)), token)?);
        Ok(())
    }
}

impl Analysed for Twins {
    /// What the judge's ruling will be worth is for the coin to say; there is no bar to show.
    fn evaluate(&self, _: &Token) -> Result<Option<Evaluation>, Stopped> {
        Ok(None)
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let complexity = match &self.setup().written {
            Written::Walk { circuit, .. } | Written::Check { circuit } => {
                QueryComplexity::of_circuit(circuit, token)?
            }
            Written::Quantified { perfect, .. } => {
                QueryComplexity::of_game(perfect.game(), Some(perfect.truth(token)?), token)?
            }
        };
        let (n, q) = (self.n() as u64, self.setup().budget);
        let best = self.best_judge(token)?;
        add_complexity(report, &complexity);
        report.more.insert(
            "twins".into(),
            json!({
                "n": n, "reads": q, "rounds": self.setup().rounds, "best_score": self.best_score(),
                "best_judge": best.ok().map(BestJudge::score),
            }),
        );
        report.sections.push(Section::new(
            "the lower bound, played",
            vec![
                fact!("twins": "{reads} reads of a transcript that fits two inputs; f depends on {n}",
                    reads = q, n = n),
                fact!("right-at-most": "right at most {score:.6} of the time (from the proof of Thm \
                    13)", score = self.best_score()),
                match best {
                    Ok(best) => fact!("best-judge": "of all judges with {reads} reads the best, \
                        `best`, is right {score:.6} of the time", reads = q, score = best.score()),
                    Err(why) => fact!("no-best-judge": "{why}", why = why.to_string()),
                },
                fact!("always-right": "no judge with under {reads} reads is always right",
                    reads = super::lower(n)),
            ],
        ));
        Ok(())
    }
}

/// Adds the section and the JSON key of query complexity to a report.
pub fn add_complexity(report: &mut Report, complexity: &QueryComplexity) {
    report.sections.push(Section::new("query complexity", complexity.facts()));
    report.more.insert("query_complexity".into(), json!(complexity));
}

/// The section for a plan that is a circuit, or can be made one; nothing otherwise.
///
/// # Errors
/// If the work was stopped.
pub fn add_complexity_of_plan(
    report: &mut Report,
    plan: &crate::machine::Plan,
    token: &Token,
) -> Result<(), Stopped> {
    /// Wider gates of a longer plan are not expanded for this.
    const MOST: usize = 1_000_000;
    if plan.len() <= MOST
        && let Ok(circuit) = Circuit::reduce(plan)
    {
        add_complexity(report, &QueryComplexity::of_circuit(&circuit, token)?);
    }
    Ok(())
}

/// What a debate of query complexity comes to: one limit for all of the judge's reads.
fn tell<R: Players + Words>(
    report: &mut Report,
    rules: &R,
    (limit, theorem): (u64, &str),
    budget: u64,
    token: &Token,
) -> Result<(), Unsolved> {
    let honest = Honest::played(rules, token)?;
    let field = Opponents { budget, class: None };
    report.claims.extend(right_wins(rules, theorem, None, token)?);
    report.truth = rules.truth(token)?.map(f64::from);
    report.bounds = honest.read_bounds(rules, theorem, limit, &field, token)?;
    report.costs = honest.costs;
    Ok(())
}

/// Debates in which one prover does anything are looked through up to so many positions …
const MOST_POSITIONS: u64 = 100_000;

/// … and of a quantified game up to so many gates of V evaluated.
const MOST_GATES: u64 = 1 << 27;

/// … and pairs of provers up to so many.
const MOST_WALKED: u64 = 20_000;

/// The game tree of a deeper circuit walk is not looked through.
const DEEPEST: usize = 500;

/// Debates in which more bits than this are played at random have too many ways to go.
const MOST_TOSSES: usize = 12;
