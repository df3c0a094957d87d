//! Prover-estimator debate (Brown-Cohen, Irving, Piliouras 2025, Fig. 2; PROTOCOLS §7).
//!
//! Alice argues for her answer; Bob says how likely each subclaim is, as answers are drawn by his
//! own numbers; Alice says which of his numbers are off and picks where to go on; the judge decides
//! one leaf and sees nothing else.

pub(super) mod board;
mod brief;
mod kept;
mod reward;
mod sight;

use std::sync::Arc;

pub use kept::Kept;
pub use reward::{NotARatio, Ratio, direction};
pub use sight::SeenRound;

use super::world::{Undrawable, World};
use crate::chance::{Fall, Law, Probability};
use crate::machine::Place;
use crate::machine::claims::{
    Argument, Case, ClaimId, Epsilon, Misfit, NotAnEpsilon, StabilityTable, default_ratio,
};
use crate::rules::{
    ArgumentMenu, Audience, Cost, Direction, Domain, Eye, Ledger, Move, Offer, Outcome, Position,
    Prompt, Refusal, Rules, Seat, Side, Situation, Turn, Verb, YesNo,
};
use crate::show::{Board, Brief};

/// What a prover-estimator debate is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The claims, the worlds, and who knows what.
    pub case: Case,
    /// ε and r.
    pub stakes: Stakes,
    /// The root claim as a sentence for all seats.
    pub words: String,
}

/// The numbers of a debate: the error to withstand and the growth of rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// ε, the error an honest Alice lets pass.
    pub epsilon: Epsilon,
    /// r, the growth of rewards per round.
    pub ratio: Ratio,
    /// What r was taken from.
    pub source: RatioSource,
}

/// What r was taken from: never the actual world, which nobody should read off it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatioSource {
    /// The scenario states r.
    Given,
    /// The scenario states this ρ, a public parameter like ε.
    Rho(f64),
    /// The largest ρ of the tree in any world of the law.
    Law(f64),
    /// There is one world, so its law would tell it: ρ of the tree were all its leaves true.
    AllTrue(f64),
}

/// r or ρ, as a scenario may state one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stated {
    /// Neither.
    Nothing,
    /// r.
    Ratio(f64),
    /// ρ: from 0 to below 1.
    Rho(f64),
}

/// Why a debate cannot be held so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// ε is senseless.
    #[error(transparent)]
    Epsilon(#[from] NotAnEpsilon),
    /// r is senseless.
    #[error(transparent)]
    Ratio(#[from] NotARatio),
    /// No ratio was given, and the theorem gives none.
    #[error(
        "claim `{claim}` is brittle (ρ = {rho:.3}, at least 1): Thm 6.1 gives no ratio there. Give \
         a `ratio` of your own, or the `rho` to be withstood"
    )]
    Brittle {
        /// The first most brittle claim.
        claim: Arc<str>,
        /// Its ρ.
        rho: f64,
    },
    /// No ratio was given, and there are too many worlds to find the default.
    #[error(
        "there are too many worlds to find the default ratio: give a `ratio` of your own, or the \
         `rho` to be withstood"
    )]
    Unknown,
    /// A ρ that no tree is to be withstood with.
    #[error("ρ = {0} makes no sense: write a number from 0 to below 1, such as 0.28")]
    Rho(f64),
    /// An argument that comes out otherwise than its claim.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The worlds cannot be drawn.
    #[error(transparent)]
    World(#[from] Undrawable),
}

impl Stakes {
    /// ε and r for a case. r = 1 + 2/(ε(1 − ρ)) unless it is stated; ρ is stated, or the largest
    /// of the tree in any world of the law, or where one world is certain that of the tree were
    /// all its leaves true. The actual world never counts: r is shown to everybody.
    ///
    /// # Errors
    /// If a number is senseless, or nothing is stated where a claim is brittle.
    pub fn new(case: &Case, epsilon: f64, stated: Stated) -> Result<Self, SetupError> {
        let epsilon = Epsilon::new(epsilon)?;
        let (ratio, source) = match stated {
            Stated::Ratio(ratio) => (ratio, RatioSource::Given),
            Stated::Rho(rho) => {
                let ratio = default_ratio(epsilon, rho).filter(|_| rho >= 0.0);
                (ratio.ok_or(SetupError::Rho(rho))?, RatioSource::Rho(rho))
            }
            Stated::Nothing => {
                let certain = case.worlds().only().is_some();
                let (rho, claim) = match certain {
                    true => Some(brittle_if_all_true(case, epsilon)),
                    false => most_brittle(case, epsilon),
                }
                .ok_or(SetupError::Unknown)?;
                let brittle = || SetupError::Brittle { claim: case.tree().name(claim), rho };
                let ratio = default_ratio(epsilon, rho).ok_or_else(brittle)?;
                (ratio, if certain { RatioSource::AllTrue(rho) } else { RatioSource::Law(rho) })
            }
        };
        Ok(Self { epsilon, ratio: Ratio::new(ratio)?, source })
    }
}

/// ρ of the tree were all its leaves true, and the claim it is the ρ of.
fn brittle_if_all_true(case: &Case, epsilon: Epsilon) -> (f64, ClaimId) {
    let tree = case.tree();
    let leaves = (0..tree.leaf_count()).map(|_| true).collect();
    let found = StabilityTable::new(epsilon).of_tree(tree, &tree.truths(&leaves));
    (found.rho, found.claim)
}

/// The largest ρ of the tree in any world of the law, and whose it is; none if there are too many
/// worlds.
pub fn most_brittle(case: &Case, epsilon: Epsilon) -> Option<(f64, ClaimId)> {
    /// Worlds times claims.
    const MOST_WORK: usize = 20_000_000;
    let tree = case.tree();
    let listed = case.worlds().list(MOST_WORK / tree.len().max(1))?;
    let worlds = listed.into_iter().filter(|world| world.0 > 0.0).map(|world| world.1);
    let mut table = StabilityTable::new(epsilon);
    let mut worst = (0.0, ClaimId::ROOT);
    for leaves in worlds {
        let here = table.of_tree(tree, &tree.truths(&leaves));
        if here.rho > worst.0 {
            worst = (here.rho, here.claim);
        }
    }
    Some(worst)
}

/// A prover-estimator debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct ProverEstimator {
    shared: Arc<Shared>,
    world: World,
    phase: Phase,
    /// Alice's answer to the root, once given.
    answer: Option<bool>,
    /// p_0 and z.
    first: Option<(Probability, bool)>,
    /// The rounds so far, the one being played last.
    rounds: Arc<Vec<Round>>,
    paid: f64,
    ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: Setup,
    depth: usize,
    /// The largest ρ of any argument, were all claims true.
    rho_if_all_true: f64,
    kept: Kept,
}

/// A round, as far as it has been played.
#[derive(Clone, Debug, PartialEq)]
struct Round {
    claim: ClaimId,
    /// p_k, what Bob stated for the claim.
    stated: Probability,
    said: Option<Direction>,
    /// Which argument Alice laid out, from 0.
    which: Option<usize>,
    /// p̂_i, and ŷ_i once it is drawn.
    parts: Vec<(Probability, Option<bool>)>,
    /// rule(ŷ), or the judge's decision, as it is paid for: turned round for a root answered no.
    outcome: Option<bool>,
    /// Which subclaim Alice went on with, from 0.
    picked: Option<usize>,
}

impl Round {
    fn on(claim: ClaimId, stated: Probability) -> Self {
        Self {
            claim,
            stated,
            said: None,
            which: None,
            parts: Vec::new(),
            outcome: None,
            picked: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The world is drawn and told.
    Opening,
    /// Alice answers the root.
    Answering,
    /// Bob says how likely it is that she is right.
    First,
    /// The coin z falls.
    Coin,
    /// Alice says of p_k that it is too low, about right, or too high.
    Calling,
    /// Alice lays out an argument.
    Arguing,
    /// Bob states the next subclaim's probability.
    Estimating,
    /// Its answer is drawn.
    Drawing,
    /// Alice picks the subclaim to go on with.
    Picking,
    /// The leaf is put before the judge.
    Putting,
    /// The judge decides it; `asked` tells whether the scenario's oracle has spoken.
    Judging {
        asked: bool,
    },
    /// The scenario's oracle speaks.
    Consulting,
    Over,
}

impl ProverEstimator {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If its world cannot be drawn, or an argument disagrees with its claim in some world: an
    /// Alice who answers no could lay it out and be paid for it.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.case.arguments_fit()?;
        let world = World::new(setup.case.clone())?;
        let tree = setup.case.tree();
        let depth = tree.depth();
        let rho_if_all_true = StabilityTable::new(setup.stakes.epsilon).if_all_true(tree);
        let phase = if world.turn().is_some() { Phase::Opening } else { Phase::Answering };
        let ledger = Ledger::default().with_limit(Seat::Judge, Cost::Oracle, 1).seen_by(
            Seat::Judge,
            Cost::Oracle,
            Audience::only(Seat::Judge),
        );
        Ok(Self {
            shared: Arc::new(Shared { setup, depth, rho_if_all_true, kept: Kept::default() }),
            world,
            phase,
            answer: None,
            first: None,
            rounds: Arc::default(),
            paid: 0.0,
            ledger,
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &Setup {
        &self.shared.setup
    }

    /// What players worked out from the setup, kept for every debate that starts like this one.
    pub fn kept(&self) -> &Kept {
        &self.shared.kept
    }

    /// The depth of the claim tree.
    pub fn depth(&self) -> usize {
        self.shared.depth
    }

    /// What Alice has been paid so far; Bob has paid it.
    pub fn paid(&self) -> f64 {
        self.paid
    }

    fn case(&self) -> &Case {
        &self.shared.setup.case
    }

    fn ratio(&self) -> Ratio {
        self.shared.setup.stakes.ratio
    }

    fn round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The claim under discussion.
    fn here(&self) -> ClaimId {
        self.round().map_or(ClaimId::ROOT, |round| round.claim)
    }

    fn argument_of(&self, round: &Round) -> Option<Argument<'_>> {
        self.case().tree().argument(round.claim, round.which?)
    }

    /// The subclaim that Bob is asked about, or that is being drawn.
    fn asked(&self) -> Option<ClaimId> {
        let round = self.round()?;
        let drawn = round.parts.iter().filter(|part| part.1.is_some()).count();
        match self.phase {
            Phase::Estimating | Phase::Drawing => self.argument_of(round)?.parts.get(drawn),
            _ => None,
        }
    }

    /// Whether the outcome of a round is turned round: at a root that Alice answered no.
    fn turned(&self, claim: ClaimId) -> bool {
        claim == ClaimId::ROOT && self.answer == Some(false)
    }

    fn change_round(&mut self, change: impl FnOnce(&mut Round)) {
        if let Some(round) = Arc::make_mut(&mut self.rounds).last_mut() {
            change(round);
        }
    }

    /// What a finished round paid Alice.
    fn reward(&self, at: usize) -> Option<f64> {
        let round = self.rounds.get(at)?;
        let outcome = round.outcome?;
        Some(self.ratio().reward(at, round.said?, outcome, round.stated.get()))
    }

    fn pay(&mut self, outcome: bool) {
        let turned = self.turned(self.here());
        self.change_round(|round| round.outcome = Some(outcome != turned));
        self.paid += self.reward(self.rounds.len() - 1).unwrap_or_default();
    }

    /// A round begins on a claim for which Bob stated this probability.
    fn begin(&mut self, claim: ClaimId, stated: Probability) {
        Arc::make_mut(&mut self.rounds).push(Round::on(claim, stated));
        self.phase = Phase::Calling;
    }

    fn called(&mut self) {
        self.phase = match self.case().tree().argument_count(self.here()) {
            0 => Phase::Putting,
            1 => {
                self.change_round(|round| round.which = Some(0));
                Phase::Estimating
            }
            _ => Phase::Arguing,
        };
    }

    fn drawn(&mut self, answer: bool) {
        self.change_round(|round| {
            if let Some(part) = round.parts.last_mut() {
                part.1 = Some(answer);
            }
        });
        let Some(round) = self.round() else { return };
        let Some(argument) = self.argument_of(round) else { return };
        if round.parts.len() < argument.parts.len() {
            self.phase = Phase::Estimating;
            return;
        }
        let tally = argument.rule.tally(argument.parts.len());
        let answers = round.parts.iter().filter_map(|part| part.1);
        let outcome = answers.fold(tally, |tally, answer| tally.with(answer)).holds();
        let only = argument.parts.len() == 1;
        self.pay(outcome);
        self.phase = Phase::Picking;
        if only {
            self.pick(0);
        }
    }

    fn pick(&mut self, at: usize) -> Option<()> {
        let round = self.round()?;
        let claim = self.argument_of(round)?.parts.get(at)?;
        let stated = round.parts.get(at)?.0;
        self.change_round(|round| round.picked = Some(at));
        self.begin(claim, stated);
        Some(())
    }

    /// The leaf before the judge, by its place among the leaves.
    fn leaf(&self) -> Place {
        Place::at(self.case().tree().leaf_rank(self.here()).unwrap_or_default())
    }

    fn outcome(&self) -> Outcome {
        let winner = if self.paid > 0.0 { Side::Alice } else { Side::Bob };
        Outcome { winner, payoff: Some(self.paid) }
    }

    fn reason(&self) -> String {
        let most = self.ratio().most(self.depth());
        let tree = self.case().tree();
        let decided = match self.round().and_then(|round| round.outcome) {
            Some(outcome) if outcome != self.turned(self.here()) => "true",
            _ => "false",
        };
        format!(
            "The judge decided that \u{201c}{}\u{201d} is {decided}. Alice is paid {} of at most \
             {}.",
            tree.words(self.here()),
            board::signed(self.paid),
            board::amount(most),
        )
    }

    fn menu(&self, claim: ClaimId) -> Vec<ArgumentMenu> {
        let tree = self.case().tree();
        tree.arguments(claim)
            .enumerate()
            .map(|(which, argument)| {
                let of = argument.parts.len() as u32;
                ArgumentMenu {
                    words: board::argument_words(tree, claim, which),
                    subclaims: board::subclaim_words(tree, argument),
                    of,
                    named: of..=of,
                }
            })
            .collect()
    }

    fn ask(question: impl Into<String>, offer: Offer) -> Prompt {
        let offers = vec![offer.seen_by(Audience::PROVERS)];
        Prompt { question: question.into(), offers, notes: Vec::new() }
    }
}

impl Position for ProverEstimator {
    fn turn(&self) -> Turn {
        let draw = |p: Probability| Turn::Draw { law: Law::Bernoulli(p), to: Audience::PROVERS };
        match self.phase {
            Phase::Opening => self.world.turn().unwrap_or(Turn::Ask(Seat::Alice)),
            Phase::Answering | Phase::Calling | Phase::Arguing | Phase::Picking => {
                Turn::Ask(Seat::Alice)
            }
            Phase::First | Phase::Estimating => Turn::Ask(Seat::Bob),
            Phase::Coin => draw(self.first.map_or(Probability::HALF, |first| first.0)),
            Phase::Drawing => {
                let stated = self.round().and_then(|round| round.parts.last());
                draw(stated.map_or(Probability::HALF, |part| part.0))
            }
            Phase::Putting => Turn::Reveal { mv: Move::Puts(self.leaf()), to: Audience::ALL },
            Phase::Judging { .. } => Turn::Ask(Seat::Judge),
            Phase::Consulting => {
                let truth = self.world.truths().is_some_and(|truths| truths.of(self.here()));
                Turn::Reveal { mv: Move::Answer(YesNo(truth)), to: Audience::only(Seat::Judge) }
            }
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    /// Whether the root claim is true, whatever Alice answered.
    fn truth(&self) -> Option<bool> {
        Some(self.world.truths()?.of(ClaimId::ROOT))
    }
}

impl crate::show::Show for ProverEstimator {
    fn claim(&self) -> String {
        self.shared.setup.words.clone()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        self.draw_board(eye)
    }

    fn brief(&self, eye: Eye) -> Brief {
        self.draw_brief(eye)
    }

    fn asking(&self) -> crate::show::Asking {
        crate::protocol::legacy::asking(self.old_prompt())
    }

    fn why(&self) -> String {
        if self.phase == Phase::Over { self.reason() } else { String::new() }
    }
}

impl ProverEstimator {
    pub(super) fn old_prompt(&self) -> Prompt {
        let tree = self.case().tree();
        let here = self.here();
        match self.phase {
            Phase::Answering => Self::ask(
                format!("is it so: {}?", tree.words(ClaimId::ROOT)),
                Offer::answer(Verb::Claim, Domain::YesNo, "answer"),
            ),
            Phase::First => Self::ask(
                "how likely is it that Alice's answer is right?",
                Offer::answer(Verb::Estimate, Domain::Probability, "state it"),
            ),
            Phase::Estimating => {
                let words = self.asked().map_or_else(|| "".into(), |claim| tree.words(claim));
                let mut prompt = Self::ask(
                    self.estimating_question(),
                    Offer::answer(Verb::Estimate, Domain::Probability, "state it"),
                );
                prompt.notes.push(format!("\u{201c}{words}\u{201d}"));
                prompt
            }
            Phase::Calling => {
                let stated = self.round().map_or(Probability::HALF, |round| round.stated);
                let about = match here {
                    ClaimId::ROOT => "your answer".to_owned(),
                    claim => format!("claim {}", tree.name(claim)),
                };
                Self::ask(
                    format!("what of Bob's {} for {about}?", board::chance(stated)),
                    Offer::answer(Verb::Say, Domain::Direction, "say it"),
                )
            }
            Phase::Arguing => Self::ask(
                format!("lay out an argument for: {}", tree.words(here)),
                Offer::answer(Verb::Argue, Domain::Layout(self.menu(here)), "argue so"),
            ),
            Phase::Picking => {
                let argument = self.round().and_then(|round| self.argument_of(round));
                let menu = argument.map(|argument| board::subclaim_words(tree, argument));
                Self::ask(
                    "pick the subclaim to go on with",
                    Offer::answer(
                        Verb::Pick,
                        Domain::Place(menu.unwrap_or_default()),
                        "go on with it",
                    ),
                )
            }
            Phase::Judging { asked } => {
                let mut offers =
                    vec![Offer::answer(Verb::Decide, Domain::YesNo, "decide; it is final")];
                if !asked {
                    let look = "look it up, as the scenario knows it";
                    offers.push(
                        Offer::before(Verb::Look, Domain::Nothing, look)
                            .seen_by(Audience::only(Seat::Judge)),
                    );
                }
                Prompt {
                    question: "is this true?".into(),
                    offers,
                    notes: vec![format!("\u{201c}{}\u{201d}", tree.words(here))],
                }
            }
            _ => Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() },
        }
    }
}

impl Rules for ProverEstimator {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase, mv) {
            (Phase::Opening, _) => {
                self.world.play(mv)?;
                if self.world.turn().is_none() {
                    self.phase = Phase::Answering;
                }
            }
            (Phase::Answering, Move::Claim(YesNo(answer))) => {
                self.answer = Some(*answer);
                self.phase = Phase::First;
            }
            (Phase::First, Move::Estimate(p)) => {
                self.first = Some((*p, false));
                self.phase = Phase::Coin;
            }
            (Phase::Coin, Move::Falls(Fall::Bit(z))) => {
                let p = self.first.map_or(Probability::HALF, |first| first.0);
                self.first = Some((p, *z));
                self.paid += f64::from(u8::from(*z));
                self.begin(ClaimId::ROOT, p);
            }
            (Phase::Calling, Move::Say(said)) => {
                self.change_round(|round| round.said = Some(*said));
                self.called();
            }
            (Phase::Arguing, Move::Argue(layout)) => {
                self.change_round(|round| round.which = Some(layout.argument.index()));
                self.phase = Phase::Estimating;
            }
            (Phase::Estimating, Move::Estimate(p)) => {
                self.change_round(|round| round.parts.push((*p, None)));
                self.phase = Phase::Drawing;
            }
            (Phase::Drawing, Move::Falls(Fall::Bit(answer))) => self.drawn(*answer),
            (Phase::Picking, Move::Pick(place)) => {
                self.pick(place.index()).ok_or_else(|| Refusal::out_of_place(mv))?;
            }
            (Phase::Putting, Move::Puts(_)) => self.phase = Phase::Judging { asked: false },
            (Phase::Judging { asked: false }, Move::Look) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Consulting;
            }
            (Phase::Consulting, Move::Answer(_)) => self.phase = Phase::Judging { asked: true },
            (Phase::Judging { asked }, Move::Decide(YesNo(truth))) => {
                if !asked {
                    self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                }
                self.pay(*truth);
                self.phase = Phase::Over;
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
