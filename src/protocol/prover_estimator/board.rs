//! A prover-estimator debate as a screen shows it: the claim tree, Bob's numbers, the answers
//! drawn, and the reward ledger.

use super::{Phase, ProverEstimator, Round};
use crate::chance::Probability;
use crate::machine::claims::{Argument, ClaimId, ClaimTree, Quorum, Rule};
use crate::rules::{Eye, Seat};
use crate::show::Board;
use crate::show::board::{Flaw, Mark, Node, Pane, Part, Tree};

impl ProverEstimator {
    pub(super) fn draw_board(&self, eye: Eye) -> Board<'_> {
        if eye == Eye::Seat(Seat::Judge) {
            return self.judge_board();
        }
        let mut columns = vec![who(eye, Seat::Bob, "you", "Bob"), "drawn".into()];
        if let Some(seat) = self.knowing(eye) {
            columns.push(if eye == Eye::Seat(seat) { "you know".into() } else { "true".into() });
        }
        let here = self.asked().unwrap_or(self.here());
        let mut path: Vec<usize> = self.rounds.iter().map(|round| round.claim.index()).collect();
        if path.is_empty() {
            path.push(ClaimId::ROOT.index());
        }
        Board {
            title: "claims".into(),
            panes: vec![Pane::Tree(Tree {
                columns,
                len: self.case().tree().len(),
                here: Some(here.index()),
                path,
                choices: Vec::new(),
                node: Box::new(move |at| self.node(eye, at)),
                children: Box::new(move |at| self.children(at)),
                below: self.reward_ledger(eye),
            })],
        }
    }

    /// The judge sees one claim and nothing of the debate.
    fn judge_board(&self) -> Board<'static> {
        let before_the_judge =
            matches!(self.phase, Phase::Judging { .. } | Phase::Consulting | Phase::Over);
        let words = if before_the_judge {
            vec![self.case().tree().words(self.here()).to_string()]
        } else {
            vec!["Alice and Bob debate. One claim will be put before you.".into()]
        };
        Board { title: "the claim before you".into(), panes: vec![Pane::Words(words)] }
    }

    /// Whose knowledge a column shows to this eye, if anybody's.
    fn knowing(&self, eye: Eye) -> Option<Seat> {
        let case = self.case();
        let knows = |knowledge: &_| *knowledge != crate::machine::claims::Knowledge::Nothing;
        match eye {
            Eye::Seat(Seat::Alice) => knows(case.alice()).then_some(Seat::Alice),
            Eye::Seat(Seat::Bob) => knows(case.bob()).then_some(Seat::Bob),
            Eye::Seat(Seat::Judge) => None,
            Eye::All => Some(Seat::Judge),
        }
    }

    /// What is known to this eye of a claim's truth.
    fn known(&self, eye: Eye, claim: ClaimId) -> Option<bool> {
        match eye {
            Eye::Seat(seat) => self.world.knows(seat, claim),
            Eye::All => self.world.truths().map(|truths| truths.of(claim)),
        }
    }

    /// Bob's number for a claim and the answer drawn for it, if the debate came to it.
    fn stated(&self, claim: ClaimId) -> Option<(Probability, Option<bool>)> {
        let Some(parent) = self.case().tree().parent(claim) else {
            let drawn = (self.phase != Phase::Coin).then_some(self.first?.1);
            return Some((self.first?.0, drawn));
        };
        let round = self.rounds.iter().find(|round| round.claim == parent)?;
        let place = self.argument_of(round)?.parts.iter().position(|part| part == claim)?;
        round.parts.get(place).copied()
    }

    fn node(&self, eye: Eye, at: usize) -> Node {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Node::default() };
        let (number, drawn) = match self.stated(claim) {
            None => (Mark::default(), Mark::default()),
            Some((p, drawn)) => {
                let drawn = drawn.map_or(Mark::default(), |yes| Mark::text(yes_no(yes)));
                (Mark::text(chance(p)), drawn)
            }
        };
        let mut cells = vec![number, drawn];
        if self.knowing(eye).is_some() {
            cells.push(match self.known(eye, claim) {
                Some(truth) => Mark::text(yes_no(truth)),
                None => Mark::hidden(),
            });
        }
        // In review, a drawn answer that is not the truth is marked.
        if eye.is_review()
            && claim != ClaimId::ROOT
            && let (Some((_, Some(drawn))), Some(truth)) =
                (self.stated(claim), self.known(eye, claim))
            && drawn != truth
        {
            cells[1] = cells[1].clone().flaw(Flaw::Wrong);
        }
        let here = self.asked().unwrap_or(self.here()) == claim;
        let round = self.rounds.iter().enumerate().find(|(_, round)| round.claim == claim);
        Node {
            words: numbered(tree, claim),
            cells,
            note: round.and_then(|(at, round)| self.note(eye, at, round)),
            part: if here { Part::Disputed } else { Part::None },
        }
    }

    /// "Alice: your 0.05 is too low, because all of:".
    fn note(&self, eye: Eye, at: usize, round: &Round) -> Option<String> {
        let said = round.said?.words();
        let whose = who(eye, Seat::Bob, "your", "Bob's");
        let alice = who(eye, Seat::Alice, "you", "Alice");
        let answer = match (at, self.answer?) {
            (0, true) => "yes, and ",
            (0, false) => "no, and ",
            _ => "",
        };
        let mut note = format!("{alice}: {answer}{whose} {} is {said}", chance(round.stated));
        if let Some(argument) = self.argument_of(round) {
            let joint = if self.turned(round.claim) { "by the rule" } else { "because" };
            note += &format!(", {joint} {} of:", rule_words(argument.rule, argument.parts.len()));
        }
        Some(note)
    }

    /// The subclaims of the argument laid out; before one is, of every argument.
    fn children(&self, at: usize) -> Vec<usize> {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Vec::new() };
        let laid_out = self.rounds.iter().find(|round| round.claim == claim);
        if let Some(argument) = laid_out.and_then(|round| self.argument_of(round)) {
            return argument.parts.iter().map(ClaimId::index).collect();
        }
        let mut all: Vec<usize> = tree
            .arguments(claim)
            .flat_map(|argument| argument.parts.iter().map(ClaimId::index))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What was paid for each round, and what the next ones may bring.
    fn reward_ledger(&self, eye: Eye) -> Vec<String> {
        let head = match eye {
            Eye::Seat(Seat::Alice) => "You are paid, Bob pays",
            Eye::Seat(Seat::Bob) => "Alice is paid, you pay",
            _ => "Alice is paid, Bob pays",
        };
        let mut lines = vec![format!("{head:<26}{:>10}{:>14}", "so far", "may bring")];
        let coin = match self.first {
            Some((_, z)) if self.phase != Phase::Coin => signed(f64::from(u8::from(z))),
            _ => String::new(),
        };
        lines.push(format!("  {:<24}{coin:>10}", "start    1 if drawn yes"));
        for at in 0..=self.depth() {
            let stake = amount(self.ratio().stake(at));
            let (what, paid, may) = match self.rounds.get(at) {
                None if self.phase == Phase::Over => continue,
                None => (format!("{stake} × ±error"), String::new(), String::new()),
                Some(round) => {
                    let outcome = match self.argument_of(round) {
                        Some(argument) => rule_word(argument.rule).to_owned(),
                        None if self.case().tree().is_leaf(round.claim) => "judge".into(),
                        None => "rule".into(),
                    };
                    let p = round.stated;
                    let may = match (self.reward(at), round.said) {
                        (Some(_), _) => String::new(),
                        (None, said) => {
                            let reach =
                                |said, outcome| self.ratio().reward(at, said, outcome, p.get());
                            let said = said.map_or(crate::rules::Direction::TooLow, |said| said);
                            let (a, b) = (reach(said, false), reach(said, true));
                            format!("{} {}", signed(a.min(b)), signed(a.max(b)))
                        }
                    };
                    let paid = self.reward(at).map_or(String::new(), signed);
                    (format!("{stake} × ({outcome} − {})", chance(p)), paid, may)
                }
            };
            lines.push(format!("  round {at:<2} {what:<16}{paid:>9}{may:>15}"));
        }
        let most = self.ratio().most(self.depth());
        lines.push(format!(
            "  paid {} of at most {} ({:.1} %)",
            signed(self.paid),
            amount(most),
            100.0 * self.paid / most
        ));
        lines
    }

    /// "how likely is claim 3, given that 1 and 2 were drawn yes?".
    pub(super) fn estimating_question(&self) -> String {
        let (Some(claim), Some(round)) = (self.asked(), self.round()) else {
            return String::new();
        };
        let mut question = format!("how likely is claim {}", self.case().tree().name(claim));
        let list = |answer: bool| -> Vec<String> {
            let drawn = round.parts.iter().enumerate();
            drawn.filter(|(_, p)| p.1 == Some(answer)).map(|(at, _)| (at + 1).to_string()).collect()
        };
        let (yes, no) = (list(true), list(false));
        let many = yes.len() + no.len() > 8;
        let mut given = Vec::new();
        for (drawn, answer) in [(yes, "yes"), (no, "no")] {
            match (drawn.len(), many) {
                (0, _) => {}
                (n, true) => given.push(format!("{n} were drawn {answer}")),
                (1, _) => given.push(format!("{} was drawn {answer}", drawn[0])),
                _ => given.push(format!("{} were drawn {answer}", and(&drawn))),
            }
        }
        if !given.is_empty() {
            question += &format!(", given that {}", given.join(" and "));
        }
        question + "?"
    }
}

/// The word for a seat: one if the eye is that seat's, else the other.
fn who(eye: Eye, seat: Seat, you: &str, other: &str) -> String {
    if eye == Eye::Seat(seat) { you.into() } else { other.into() }
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// "1, 2 and 3".
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A claim's words with its name, where that is a number.
pub(in crate::protocol) fn numbered(tree: &ClaimTree, claim: ClaimId) -> String {
    let words = tree.words(claim);
    if claim == ClaimId::ROOT {
        return words.to_string();
    }
    format!("{}  {words}", tree.name(claim))
}

/// "all", "majority of": the rule as it stands before "of:".
pub(in crate::protocol) fn rule_words(rule: Rule, parts: usize) -> String {
    let quorum = match rule.quorum() {
        Quorum::All => "all".to_owned(),
        Quorum::Any => "at least one".into(),
        Quorum::Majority => "most".into(),
        Quorum::AtLeast(k) => format!("at least {k}"),
    };
    match rule.block() {
        1 => quorum,
        block => format!("{quorum} of the {} majorities of {block} pieces", parts / block),
    }
}

/// The rule in one short word.
fn rule_word(rule: Rule) -> &'static str {
    match rule.quorum() {
        Quorum::All => "all",
        Quorum::Any => "any",
        Quorum::Majority => "most",
        Quorum::AtLeast(_) => "enough",
    }
}

/// An argument in words: its own, or its rule.
pub(in crate::protocol) fn argument_words(
    tree: &ClaimTree,
    claim: ClaimId,
    which: usize,
) -> String {
    let Some(argument) = tree.argument(claim, which) else { return String::new() };
    let rule = format!(
        "{} of {} subclaims",
        rule_words(argument.rule, argument.parts.len()),
        argument.parts.len()
    );
    match tree.argument_words(claim, which) {
        Some(words) => format!("{words} ({rule})"),
        None => rule,
    }
}

/// The subclaims of an argument in words.
pub(in crate::protocol) fn subclaim_words(tree: &ClaimTree, argument: Argument<'_>) -> Vec<String> {
    argument.parts.iter().map(|part| numbered(tree, part)).collect()
}

/// A probability as it was typed, unless that is long: then three decimals, and never 0 or 1 for
/// what is not.
pub(super) fn chance(p: Probability) -> String {
    let typed = p.to_string();
    if typed.len() <= 5 {
        return typed;
    }
    match p.get() {
        p if p < 0.0005 => "<0.001".into(),
        p if p > 0.9995 => ">0.999".into(),
        p => format!("{p:.3}"),
    }
}

/// A number with two decimals and commas.
pub(in crate::protocol) fn amount(value: f64) -> String {
    if value.abs() >= 1e15 {
        return format!("{value:.2e}");
    }
    let text = format!("{:.2}", value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "00"));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    // A whole number of units, such as r = 3, needs no decimals.
    if rest == "00" { grouped } else { format!("{grouped}.{rest}") }
}

/// A payment with its sign.
pub(super) fn signed(value: f64) -> String {
    let text = amount(value);
    if text == "0" {
        text
    } else if value < 0.0 {
        format!("−{text}")
    } else {
        format!("+{text}")
    }
}
