//! The exact analysis of the debates of query complexity.

use serde_json::json;

use super::QueryComplexity;
use crate::analysis::game_tree::{pair_values, plain_pairs};
use crate::analysis::honest::{HonestDebate, Opponents, promised, right_wins};
use crate::analysis::{
    Analysable, Evaluation, ExactValue, PayoffGuarantee, Report, Section, Unsolved, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::Circuit;
use crate::machine::quantified::BitPlayer;
use crate::protocol::quantified::Verifier;
use crate::protocol::twins::{BestJudge, TranscriptSource};
use crate::protocol::{CircuitWalk, Quantified, Twins};
use crate::rules::Side;
use crate::strategy::StrategyRegistry;
use crate::text::Limit;
use crate::text::ProtocolText;
use crate::text::number::plural;
use crate::work::{CancelToken, Cancelled};

impl Analysable for CircuitWalk {
    /// The provers know everything, so one of them wins for certain from any position.
    fn evaluate(&self, _: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        Ok(Some(Evaluation::unbeaten(f64::from(self.honest_winner() == Side::Alice))))
    }

    fn promise(
        &self,
        written: [&str; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        Ok(promised(right_wins(self, "Thm 5", None, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let complexity = QueryComplexity::of_circuit(&self.setup().circuit, token)?;
        let limit = (complexity.upper_walk, "Thm 5");
        report_complexity(report, self, limit, MOST_POSITIONS, token)?;
        add_complexity(report, &complexity);
        if self.normal().depth() <= DEEPEST {
            let pairs = plain_pairs::<Self>();
            report.values.extend(pair_values(self, pairs, (MOST_WALKED, None), token)?);
        }
        Ok(())
    }
}

impl Analysable for Quantified {
    /// `None` if the game is too wide to solve. Honest players then guess, so their result is not
    /// the value of the game.
    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        self.perfect().ok()?;
        walked(self, seats, token)
    }

    /// If the judge evaluates V, the ruling is certain as soon as all bits are played.
    fn ruling(&self) -> Option<f64> {
        self.verdict().map(|verdict| f64::from(!verdict))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let game = &self.setup().game;
        let truth = self.perfect().map(|perfect| perfect.truth(token));
        let truth = truth.ok().transpose()?;
        let complexity = QueryComplexity::from_game(game, truth, token)?;
        report.value_of_the_game(truth.map(|truth| [f64::from(!truth); 2]));
        let (limit, theorem) = match self.setup().verifier {
            Verifier::Evaluated => (complexity.upper_read.unwrap_or_default(), "reading V"),
            Verifier::CrossExamined => (complexity.upper_check, "Lemma 8"),
        };
        // For each read, the judge evaluates V once.
        let gates = complexity.size.max(1);
        report_complexity(
            report,
            self,
            (limit, theorem),
            MOST_POSITIONS.min(MOST_GATES / gates),
            token,
        )?;
        let verdict = |debate: &Self| Ok(debate.ruling());
        // A player who cannot search the game guesses. The result of a guess says nothing about the
        // claim.
        let wide = self.perfect().err();
        let few = |alice: &str, bob: &str| {
            let searches = |name: &str| !matches!(name, "random" | "zeros" | "lazy");
            if wide.is_some() && (searches(alice) || searches(bob)) {
                return false;
            }
            let random = |player: BitPlayer| [alice, bob][usize::from(player == BitPlayer::Beta)];
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
                    fact!("none-dropped": "no round can be dropped: V reads a bit of \
                        each round (Lemma 3)")
                }
                [one] => fact!("one-dropped": "round {round} can be dropped: V reads neither bit \
                    (Lemma 3)", round = one),
                _ => {
                    fact!("dropped": "{rounds} rounds can be dropped: V reads neither bit (Lemma 3)",
                    rounds = dropped.len())
                }
            },
        ];
        if let Some(why) = wide {
            facts.push(fact!("too-wide": "{why}, so honest players play 0", why = why.to_string()));
        }
        report.sections.push(Section::new("the game", facts));
        let pairs = plain_pairs::<Self>().into_iter().filter(|(alice, bob)| few(alice, bob));
        report.values.extend(pair_values(self, pairs, (MOST_WALKED, Some(&verdict)), token)?);
        Ok(())
    }
}

impl Analysable for Twins {
    /// `None`, because the value of the judge's ruling depends on chance. The screen shows no bar.
    fn evaluate(&self, _: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        Ok(None)
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let complexity = match &self.setup().written {
            TranscriptSource::Walk { circuit, .. } | TranscriptSource::Check { circuit } => {
                QueryComplexity::of_circuit(circuit, token)?
            }
            TranscriptSource::Quantified { perfect, .. } => {
                QueryComplexity::from_game(perfect.game(), Some(perfect.truth(token)?), token)?
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
            "the lower bound as a game",
            vec![
                fact!("twins": "{reads} reads of a transcript that fits two inputs; f depends on {n} inputs",
                    reads = q, n = n),
                fact!("right-at-most": "a judge is right at most {score:.6} of the time (proof of Thm \
                    13)", score = Limit::at_most(self.best_score())),
                match best {
                    Ok(best) => fact!("best-judge": "the best of all judges with {reads} reads, \
                        `best`, is right with probability {score:.6}", reads = q, score = best.score()),
                    Err(why) => fact!("no-best-judge": "{why}", why = why.to_string()),
                },
                fact!("always-right": "to be always right, a judge needs at least {reads} reads",
                    reads = super::lower(n)),
            ],
        ));
        Ok(())
    }
}

/// Adds the section and the JSON key for query complexity to a report.
pub fn add_complexity(report: &mut Report, complexity: &QueryComplexity) {
    report.sections.push(Section::new("query complexity", complexity.facts()));
    report.more.insert("query_complexity".into(), json!(complexity));
}

/// Adds the section if the plan is a circuit or can be reduced to a circuit. Otherwise adds
/// nothing.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn add_complexity_of_plan(
    report: &mut Report,
    plan: &crate::machine::Plan,
    token: &CancelToken,
) -> Result<(), Cancelled> {
    /// The largest number of steps of a plan for this section. The wide gates of longer plans are
    /// not expanded.
    const MOST: usize = 1_000_000;
    if plan.len() <= MOST
        && let Ok(circuit) = Circuit::reduce(plan)
    {
        add_complexity(report, &QueryComplexity::of_circuit(&circuit, token)?);
    }
    Ok(())
}

/// Adds the results of a debate of query complexity. `limit` is an upper bound on all reads of the
/// judge together.
fn report_complexity<R: StrategyRegistry + ProtocolText>(
    report: &mut Report,
    rules: &R,
    (limit, theorem): (u64, &str),
    budget: u64,
    token: &CancelToken,
) -> Result<(), Unsolved> {
    let honest = HonestDebate::played(rules, token)?;
    let field = Opponents { budget, class: None };
    report.claims.extend(right_wins(rules, theorem, None, token)?);
    report.truth = rules.truth(token)?.map(f64::from);
    report.bounds = honest.read_bounds(rules, theorem, limit, &field, token)?;
    report.costs = honest.costs;
    Ok(())
}

/// The largest number of positions that a search visits if it tries all moves of one prover.
const MOST_POSITIONS: u64 = 100_000;

/// The largest number of gates that such a search evaluates in a quantified game.
const MOST_GATES: u64 = 1 << 27;

/// The largest number of positions that a search visits for a pair of strategies.
const MOST_WALKED: u64 = 20_000;

/// The game tree of a circuit walk is searched only up to this depth.
const DEEPEST: usize = 500;

/// The largest number of random bits of a quantified debate that is evaluated exactly.
const MOST_TOSSES: usize = 12;
