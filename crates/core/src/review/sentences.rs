//! Writes a review as sentences.

use super::debate_review::{
    GoalReview, JudgedMove, LossWithoutMistake, MistakeKind, MoveRemark, RequiredNumber, Review,
};
use super::goal::{GoalCondition, GoalConditionResult};
use super::loss_cause::{LossCause, ValueLoss};
use super::moves::{Grade, LITTLE};
use super::rulings::WrongRuling;
use super::substitutes::SubstituteValues;
use crate::analysis::PayoffUnit;
use crate::rules::{Actor, Move, Side};
use crate::scenario::{GoalKind, Verdict};
use crate::text::Limit;
use crate::text::narrate::{capital, short};
use crate::text::number::{and, as_typed, change, count, fixed, probability};

/// If a person stated many wrong numbers, only this many moves are listed.
const MOST_NAMED: usize = 6;

/// The tone of a sentence, which determines its colour on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A neutral statement.
    Plain,
    /// Something went well, or would have gone well.
    Good,
    /// Something went badly.
    Bad,
    /// A side remark.
    Aside,
}

/// A sentence and its tone.
pub type Sentence = (String, Tone);

fn plain(words: impl Into<String>) -> Sentence {
    (words.into(), Tone::Plain)
}

impl MoveRemark {
    /// The word for the remark.
    pub fn word(self) -> &'static str {
        match self {
            Self::Graded(grade) => grade.word(),
            Self::Gain => "gain",
            Self::Guess => "a guess",
            Self::Unlucky => "unlucky",
            Self::ByTheRules => "held",
            Self::Off => "off",
            Self::AsAsked => "as asked",
        }
    }
}

impl MistakeKind {
    /// The text for the kind of mistake.
    pub fn words(self) -> String {
        match self {
            Self::OffNumber => "a number that was off".into(),
            Self::UnluckyGuess => "an unlucky guess".into(),
            Self::WrongGuess => "a wrong guess".into(),
            Self::Graded(Grade::Best) => "a move without loss".into(),
            Self::Graded(grade) => format!("a {}", grade.word()),
            Self::LostIt => "the move that lost it".into(),
            Self::Costliest => "the costliest move".into(),
        }
    }
}

impl GoalReview {
    /// Why the goal does not count although all its conditions were reached. `None` if the goal
    /// counts.
    pub fn doubt_words(&self) -> Option<Sentence> {
        let words = match self.doubt.as_ref()? {
            WrongRuling { due: Move::Rule(side), .. } => {
                let wrong = self.right.is_some_and(|right| right != *side);
                format!(
                    "The goal does not count. A ruling must follow from what the judge can read \
                     about the disputed step or claim. According to this evidence, {} wins{}.",
                    side.seat().name(),
                    if wrong {
                        ", although that side is wrong"
                    } else {
                        ", and no other reads matter"
                    }
                )
            }
            WrongRuling { number, says, due } => format!(
                "The goal does not count. At move {number}, the judge chose “{}”, but the readable \
                 evidence says “{}”.",
                short(says),
                short(due)
            ),
        };
        Some((words, Tone::Bad))
    }

    fn words(&self, worth: PayoffUnit) -> Sentence {
        // The verdict comes first. Otherwise, a reader could think that a missed condition is true.
        let (goal, tone) = match (self.kind, self.verdict) {
            (GoalKind::Lost, _) => ("Nobody is expected to win this one", Tone::Plain),
            (GoalKind::Win, Verdict::Reached) if self.guessed => {
                ("Goal reached by a guess", Tone::Plain)
            }
            (GoalKind::Par, Verdict::Reached) if self.guessed => {
                ("Par reached by a guess", Tone::Plain)
            }
            (GoalKind::Win, Verdict::Reached) => ("Goal reached", Tone::Good),
            (GoalKind::Win, Verdict::Missed) => ("Missed goal", Tone::Bad),
            (GoalKind::Par, Verdict::Reached) => ("Par reached", Tone::Good),
            (GoalKind::Par, Verdict::Missed) => ("Missed par", Tone::Bad),
            (_, Verdict::Undecided) => ("Undecided goal", Tone::Aside),
        };
        let aim = |part: &GoalConditionResult| match part.aim {
            GoalCondition::Winner(side) => wins(side, worth),
            GoalCondition::HeldOut { .. } if self.by_the_rules => {
                "your ruling followed the rules, and the wrong side won".into()
            }
            GoalCondition::Rulings { right, of } if self.kind == GoalKind::Lost => {
                format!("you were right in {} of {} rulings", count(right), count(of))
            }
            aim => aim.to_string(),
        };
        let list: Vec<String> = self.parts.iter().map(aim).collect();
        (format!("{goal}: {}.", list.join(", ")), tone)
    }
}

impl Review {
    /// The complete review as sentences: the goal, the move to explain, and the values of other
    /// players.
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut out: Vec<Sentence> = self.goal_words().into_iter().collect();
        out.extend(self.doubt_words());
        if let Some(at) = self.told {
            out.push(plain(format!("Move {at} was {}.", self.called(at))));
            out.extend(self.about(at));
        } else if let Some((heading, words)) = self.lost_by_words() {
            out.push(plain(format!("{}.", capital(heading))));
            out.extend(words);
        }
        out.extend(self.par().map(plain));
        out.extend(self.prices.iter().flat_map(SubstituteValues::sentences).map(plain));
        out
    }

    /// The goal and its verdict. `None` if there is nothing to say about the goal.
    pub fn goal_words(&self) -> Option<Sentence> {
        let goal = self.goal.as_ref()?;
        // Without people, a sentence about a goal that cannot be won makes no sense.
        let nobody = goal.kind == GoalKind::Lost && self.people.is_empty();
        (!goal.parts.is_empty() && !nobody).then(|| goal.words(self.worth))
    }

    /// Why the goal does not count although all its conditions were reached. `None` if the goal
    /// counts.
    pub fn doubt_words(&self) -> Option<Sentence> {
        self.goal.as_ref()?.doubt_words()
    }

    fn pays(&self) -> bool {
        self.worth == PayoffUnit::Payoff
    }

    /// The text after a cost. It names the payment that the share refers to.
    fn share_of_max(&self) -> String {
        format!("of the largest payment, {}", fixed(self.most, 2))
    }

    fn worth_words(&self, value: f64) -> String {
        if self.pays() { fixed(value, 2) } else { probability(value) }
    }

    /// The text for the kind of mistake in a move. Empty if the move has none.
    pub fn called(&self, at: usize) -> String {
        self.moves[at].fault.map(MistakeKind::words).unwrap_or_default()
    }

    /// The explanation of a move.
    pub fn about(&self, at: usize) -> Vec<Sentence> {
        let own = &self.moves[at];
        let point = &own.made;
        let what = point.played.as_ref().map(|p| short(&p.mv)).unwrap_or_default();
        let whose = match (&point.played, self.people.len()) {
            (Some(played), 2..) => format!("by {}", who(played.actor)),
            _ => "yours".into(),
        };
        let mut out = vec![plain(format!("Move {at}, {whose}: {what}."))];
        if let Some(due) = own.due {
            out.push(plain(format!(
                "The goal asks for {} here, and allows an error of {}. Your number is off by {}.",
                probability(due.number),
                as_typed(due.within),
                probability(due.off)
            )));
            out.extend(self.also_off(at).map(plain));
            return out;
        }
        let rows = self.rows(at);
        if !rows.is_empty() {
            out.push(plain(rows.join("\n")));
        }
        let missed_by = self.goal.as_ref().and_then(|goal| goal.missed_by);
        if let Some(paid) = own.short.filter(|_| missed_by.is_some()) {
            let paid = fixed(paid, 2);
            out.push(plain(format!(
                "With honest play the payment would have been {paid}, which also misses the goal."
            )));
        }
        let better = own.better.as_ref();
        out.extend(own.names.as_ref().map(|named| plain(format!("You named {named}"))));
        out.extend(better.and_then(|better| better.why.clone()).map(plain));
        if own.is_off {
            out.push(plain("Given the true values of the claims, this estimate cost little."));
        }
        if own.is_unlucky {
            out.push(plain("Honest play also guesses here, and might have made the same move."));
        }
        if let Some(instead) = better.and_then(|better| better.instead.as_ref()) {
            out.push((format!("honest play: {}", instead.words), Tone::Good));
            out.extend(instead.about.clone().map(plain));
        }
        out
    }

    /// The values before and after a move, and its cost, each in a row.
    fn rows(&self, at: usize) -> Vec<String> {
        let own = &self.moves[at];
        // Show values only for a costly move, because a wrong ruling may leave the value unchanged.
        let counts = own.made.is_mistake() && !own.is_unlucky || own.is_off;
        let counted = |value: Option<f64>| value.filter(|_| counts);
        let worth = |value| self.worth_words(value);
        // In a debate with payments, also name the largest payment.
        let cost = |share: f64| match self.pays() {
            true => format!("{} {}", fixed(share * self.stake, 2), self.share_of_max()),
            false => probability(share),
        };
        let before = at.checked_sub(1).and_then(|at| self.moves[at].made.value);
        let instead = own.better.as_ref().and_then(|better| better.instead.as_ref()?.value);
        let missed_by = self.goal.as_ref().and_then(|goal| goal.missed_by);
        let rows = [
            ("before", counted(before).map(worth)),
            ("after", counted(own.made.value).map(worth)),
            ("honest", instead.map(worth)),
            ("cost you", counted(own.made.cost).map(cost)),
            ("missed by", missed_by.filter(|by| *by >= 0.005).map(|by| fixed(by, 2))),
        ];
        rows.into_iter().filter_map(|(label, v)| Some(format!("{label:<10} {}", v?))).collect()
    }

    /// A sentence that lists the person's other wrong numbers. `None` if there are none.
    fn also_off(&self, at: usize) -> Option<String> {
        let missed = |own: &JudgedMove| own.due.is_some_and(RequiredNumber::is_missed);
        let others = self.moves.iter().enumerate().filter(|(n, own)| *n != at && missed(own));
        let mut others: Vec<String> = others.map(|(at, _)| at.to_string()).collect();
        let more = others.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            others.truncate(MOST_NAMED);
            others.push(format!("{more} more"));
        }
        let moves = if others.len() == 1 { "move" } else { "moves" };
        (!others.is_empty())
            .then(|| format!("Your numbers in {moves} {} are also too far off.", and(&others)))
    }

    /// Why the debate was lost, as a heading and sentences. `None` if the goal was not missed.
    pub fn lost_by_words(&self) -> Option<(&'static str, Vec<Sentence>)> {
        let lost = self.lost_by.as_ref()?;
        let least = self.least_cost(lost);
        let mut out = vec![plain(match (lost.known, lost.unknown) {
            (_, 0) => format!("None of your moves cost {least}, compared with honest play."),
            (0, 1) => "The cost of your move is unknown.".into(),
            (0, _) => "The cost of your moves is unknown.".into(),
            (known, n) => format!(
                "The cost of {n} of your {} moves is unknown. No other move cost {least}.",
                n + known
            ),
        })];
        if let Some(loss) = &lost.loss {
            out.extend(self.loss_words(lost, loss).into_iter().map(plain));
        }
        let heading = match lost.cause {
            None => "how it ended",
            Some(LossCause::CoinsAlone) => "only chance lost it",
            Some(LossCause::Coins) => "chance lost it",
            Some(LossCause::Tried { .. }) => "your number was challenged",
            Some(LossCause::Own) => "no single move lost it",
            Some(LossCause::Nothing) => "no move lost it",
        };
        Some((heading, out))
    }

    /// The text for the smallest cost that counts as a mistake, with the reason.
    fn least_cost(&self, lost: &LossWithoutMistake) -> String {
        if !self.pays() {
            return "0.05 or more".into();
        }
        let missed_by = self.goal.as_ref().and_then(|goal| goal.missed_by);
        let why = match missed_by {
            _ if self.stake >= self.most => format!("5 % {}", self.share_of_max()),
            Some(by) if by >= LITTLE * self.most => {
                "the amount by which the goal was missed".into()
            }
            _ => format!("0.5 % {}", self.share_of_max()),
        };
        format!("{} or more ({why})", Limit::at_least(lost.least).fixed(2))
    }

    /// Sentences about the changes of value, and about what other play could have gained.
    fn loss_words(&self, lost: &LossWithoutMistake, loss: &ValueLoss) -> Vec<String> {
        let by = |x: f64| change(x, if self.pays() { 2 } else { 3 });
        let mut out = Vec::new();
        if let LossCause::Tried { stated, objected } = loss.cause {
            out.extend(self.tried(lost, stated, objected));
        }
        if let Some(start) = self.moves.first().and_then(|own| own.made.value) {
            let worth = self.worth_words(start);
            let honest = match self.pays() {
                true => format!("Alice is paid {worth} on average over the draws"),
                false => format!("Alice wins with probability {worth}"),
            };
            out.push(format!("If everybody is honest from the start, {honest}."));
        }
        // If one change is shown, all large changes are shown, so that the numbers add up to the
        // outcome.
        let shown = |x: f64| x.abs() >= LITTLE * self.most;
        let ValueLoss { coins, others, own, .. } = *loss;
        if shown(coins) || shown(others) || shown(own) {
            let part = |what: &str, x: f64| match shown(x) {
                true => format!(", {what} by {}", by(x)),
                false => String::new(),
            };
            let others = part("the others' moves", others);
            let own = part("your own moves", own);
            out.push(format!("Random draws changed that by {}{others}{own}.", by(coins)));
        }
        let most = lost.coins.iter().map(|(at, x)| format!("move {at}: {}", by(*x)));
        let most: Vec<String> = most.collect();
        if !most.is_empty() {
            out.push(format!("The draws with the largest changes: {}.", most.join(", ")));
        }
        if let Some((at, more)) = loss.more {
            let more = self.worth_words(more);
            out.push(format!(
                "You could have done better. With other moves in your seat, from move {at} to the end, you could \
                 gain up to {more}."
            ));
        } else if !loss.searched {
            out.push("There were too many alternatives to try all of them.".into());
        }
        out
    }

    /// Sentences about the number that was challenged: its effect on Alice's value, its error, and
    /// the objection.
    fn tried(&self, lost: &LossWithoutMistake, stated: usize, objected: usize) -> Vec<String> {
        let [mine, theirs] = [stated, objected].map(|at| &self.moves[at].made);
        let (Some(played), Some(answer)) = (&mine.played, &theirs.played) else {
            return Vec::new();
        };
        let worth = mine.change.map_or_else(String::new, |x| {
            // A small change must not be shown as 0.
            match x.abs() < 0.0005 {
                true => {
                    format!(
                        " This was worth less than 0.001 to {}.",
                        if x < 0.0 { "Bob" } else { "Alice" }
                    )
                }
                false => format!(" It changed Alice's probability of winning by {}.", change(x, 3)),
            }
        });
        let said = format!("Move {stated}, yours: {}.{worth}", short(&played.mv));
        let aborted =
            format!("{} aborted at move {objected} because of this number.", who(answer.actor));
        std::iter::once(said).chain(lost.tried.clone()).chain([aborted]).collect()
    }

    /// Compares the payment with the payment that is expected if everybody is honest. `None` in a
    /// debate without payments.
    pub fn par(&self) -> Option<String> {
        let par = self.moves.first()?.made.value.filter(|_| self.pays())?;
        let paid = self.outcome.as_ref()?.payoff?;
        // Par is the best result against the actual opponent. If the opponent is not honest, this
        // number differs from par, so name the opponent.
        let other =
            self.departing.map_or_else(String::new, |seat| format!(", including {}", seat.name()));
        Some(format!(
            "If everybody were honest from the start{other}, Alice would be paid {} on average over the draws. \
             In this debate: {}.",
            fixed(par, 2),
            fixed(paid, 2)
        ))
    }
}

/// The name of the actor of a move, for a sentence.
fn who(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => seat.name(),
        Actor::Nature => "the random draw",
        Actor::Rules => "the rules",
    }
}

/// The text for a win of this side. In a debate with payments, the text is about Alice's payment.
pub fn wins(side: Side, worth: PayoffUnit) -> String {
    match (worth, side) {
        (PayoffUnit::Payoff, Side::Alice) => "Alice is paid more than 0".into(),
        (PayoffUnit::Payoff, Side::Bob) => "Alice is paid 0 or less".into(),
        (PayoffUnit::Probability, side) => format!("{} wins", side.seat().name()),
    }
}
