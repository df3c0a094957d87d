//! A review in sentences.

use super::cause::{Cause, Loss};
use super::goal::{Aim, JudgedAim};
use super::judged::{DueNumber, Fault, GoalReview, JudgedMove, LostBy, Remark, Review};
use super::moves::{Grade, LITTLE};
use super::prices::Prices;
use super::rulings::WrongRuling;
use crate::analysis::Worth;
use crate::rules::{Actor, Move, Side};
use crate::scenario::{GoalKind, Verdict};
use crate::text::narrate::{capital, short};
use crate::text::number::{and, as_typed, change, count, fixed, probability};

/// Of the numbers that are off no more are named.
const MOST_NAMED: usize = 6;

/// How something is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// It went well, or would have.
    Good,
    /// It did not.
    Bad,
    /// By the way.
    Aside,
}

/// Something that is said.
pub type Sentence = (String, Tone);

fn plain(words: impl Into<String>) -> Sentence {
    (words.into(), Tone::Plain)
}

impl Remark {
    /// The word for it.
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

impl Fault {
    /// The words for it.
    pub fn words(self) -> String {
        match self {
            Self::OffNumber => "a number that was off".into(),
            Self::UnluckyGuess => "an unlucky guess".into(),
            Self::WrongGuess => "a wrong guess".into(),
            Self::Graded(Grade::Best) => "a move without loss".into(),
            Self::Graded(grade) => format!("a {}", grade.word()),
            Self::LostIt => "the move that lost it".into(),
            Self::Costliest => "the dearest move".into(),
        }
    }
}

impl GoalReview {
    /// Why a goal whose parts were reached does not count.
    pub fn doubt_words(&self) -> Option<Sentence> {
        let words = match self.doubt.as_ref()? {
            WrongRuling { due: Move::Rule(side), .. } => {
                let wrong = self.right.is_some_and(|right| right != *side);
                format!(
                    "It does not count: a ruling rests on what can be read of the matter on trial, \
                     and by that {} wins{}.",
                    side.seat().name(),
                    if wrong { ", though wrong" } else { ", whatever else was read" }
                )
            }
            WrongRuling { number, says, due } => format!(
                "It does not count: at move {number} the judge chose “{}”; what can be read says “{}”.",
                short(says),
                short(due)
            ),
        };
        Some((words, Tone::Bad))
    }

    fn words(&self, worth: Worth) -> Sentence {
        // An aim that was missed must not read as what happened.
        let (goal, tone) = match (self.kind, self.verdict) {
            (GoalKind::Lost, _) => ("Made to be lost", Tone::Plain),
            (GoalKind::Win, Verdict::Reached) if self.guessed => {
                ("Goal reached by a guess", Tone::Plain)
            }
            (GoalKind::Par, Verdict::Reached) if self.guessed => {
                ("Par was held by a guess", Tone::Plain)
            }
            (GoalKind::Win, Verdict::Reached) => ("Goal reached", Tone::Good),
            (GoalKind::Win, Verdict::Missed) => ("Goal that was not reached", Tone::Bad),
            (GoalKind::Par, Verdict::Reached) => ("Par was held", Tone::Good),
            (GoalKind::Par, Verdict::Missed) => ("Par that was not held", Tone::Bad),
            (_, Verdict::Undecided) => ("Goal that is not decided", Tone::Aside),
        };
        let aim = |part: &JudgedAim| match part.aim {
            Aim::Winner(side) => wins(side, worth),
            Aim::HeldOut { .. } if self.by_the_rules => {
                "the ruling is held by the rules, and the side that is wrong wins".into()
            }
            Aim::Rulings { right, of } if self.kind == GoalKind::Lost => {
                format!("you were right in {} of {}", count(right), count(of))
            }
            aim => aim.to_string(),
        };
        let list: Vec<String> = self.parts.iter().map(aim).collect();
        (format!("{goal}: {}.", list.join(", ")), tone)
    }
}

impl Review {
    /// All that is said of a debate of people that is over: goal, blame, prices.
    pub fn said(&self) -> Vec<Sentence> {
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
        out.extend(self.prices.iter().flat_map(Prices::said).map(plain));
        out
    }

    /// The goal, and whether it was reached. One that does not count was not reached.
    pub fn goal_words(&self) -> Option<Sentence> {
        let goal = self.goal.as_ref()?;
        // Nobody held out who did not play.
        let nobody = goal.kind == GoalKind::Lost && self.people.is_empty();
        (!goal.parts.is_empty() && !nobody).then(|| goal.words(self.worth))
    }

    /// Why a goal whose parts were reached does not count.
    pub fn doubt_words(&self) -> Option<Sentence> {
        self.goal.as_ref()?.doubt_words()
    }

    fn pays(&self) -> bool {
        self.worth == Worth::Payoff
    }

    /// What is at stake, in payments: so much of what is payable at most.
    fn of_most(&self) -> String {
        format!("of the {} payable at most", fixed(self.most, 2))
    }

    fn worth_words(&self, value: f64) -> String {
        if self.pays() { fixed(value, 2) } else { probability(value) }
    }

    /// What a move that is told of is called.
    pub fn called(&self, at: usize) -> String {
        self.moves[at].fault.map(Fault::words).unwrap_or_default()
    }

    /// What is said of a move that is told of.
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
                "The goal asks for {} here, to within {}: that is {} off.",
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
                "With honest play there it was {paid}: that misses the goal too."
            )));
        }
        let better = own.better.as_ref();
        out.extend(own.names.as_ref().map(|named| plain(format!("You named {named}"))));
        out.extend(better.and_then(|better| better.why.clone()).map(plain));
        if own.is_off {
            out.push(plain("The cost is counted by how the claims truly are: there it was small."));
        }
        if own.is_unlucky {
            out.push(plain("Honest play guesses here, and may have made the same move."));
        }
        if let Some(instead) = better.and_then(|better| better.instead.as_ref()) {
            out.push((format!("honest play: {}", instead.words), Tone::Good));
            out.extend(instead.about.clone().map(plain));
        }
        out
    }

    /// What a move was worth and what it cost, a row each.
    fn rows(&self, at: usize) -> Vec<String> {
        let own = &self.moves[at];
        // A ruling against what can be read need not move what honest play comes to: it is wrong all the same.
        let counts = own.made.is_mistake() && !own.is_unlucky || own.is_off;
        let counted = |value: Option<f64>| value.filter(|_| counts);
        let worth = |value| self.worth_words(value);
        // In a debate with payments what was lost of what can be paid at most.
        let cost = |share: f64| match self.pays() {
            true => format!("{} {}", fixed(share * self.stake, 2), self.of_most()),
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

    /// Which other numbers of the person are not what the goal asks for.
    fn also_off(&self, at: usize) -> Option<String> {
        let missed = |own: &JudgedMove| own.due.is_some_and(DueNumber::is_missed);
        let others = self.moves.iter().enumerate().filter(|(n, own)| *n != at && missed(own));
        let mut others: Vec<String> = others.map(|(at, _)| at.to_string()).collect();
        let more = others.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            others.truncate(MOST_NAMED);
            others.push(format!("{more} more"));
        }
        let moves = if others.len() == 1 { "move" } else { "moves" };
        (!others.is_empty()).then(|| format!("Off as well: {moves} {}.", and(&others)))
    }

    /// What the debate was lost by, as a heading, and what is said of it. `None` if no goal was missed.
    pub fn lost_by_words(&self) -> Option<(&'static str, Vec<Sentence>)> {
        let lost = self.lost_by.as_ref()?;
        let least = self.least_cost(lost);
        let mut out = vec![plain(match (lost.known, lost.unknown) {
            (_, 0) => format!("No move of yours cost {least}, against honest play."),
            (0, 1) => "What your move cost is not known.".into(),
            (0, _) => "What your moves cost is not known.".into(),
            (known, n) => format!(
                "What {n} of your {} moves cost is not known; no other cost {least}.",
                n + known
            ),
        })];
        if let Some(loss) = &lost.loss {
            out.extend(self.loss_words(lost, loss).into_iter().map(plain));
        }
        let heading = match lost.cause {
            None => "how it ended",
            Some(Cause::CoinsAlone) => "only coins lost it",
            Some(Cause::Coins) => "coins lost it",
            Some(Cause::Tried { .. }) => "your number was tried",
            Some(Cause::Own) => "no one move lost it",
            Some(Cause::Nothing) => "no move lost it",
        };
        Some((heading, out))
    }

    /// The least cost of a mistake, and why it is that.
    fn least_cost(&self, lost: &LostBy) -> String {
        if !self.pays() {
            return "0.05 or more".into();
        }
        let missed_by = self.goal.as_ref().and_then(|goal| goal.missed_by);
        let why = match missed_by {
            _ if self.stake >= self.most => format!("5 % {}", self.of_most()),
            Some(by) if by >= LITTLE * self.most => "by which the goal was missed".into(),
            _ => format!("0.5 % {}", self.of_most()),
        };
        format!("{} or more, {why}", fixed(lost.least, 2))
    }

    /// What moved the value, and what else could have been played.
    fn loss_words(&self, lost: &LostBy, loss: &Loss) -> Vec<String> {
        let by = |x: f64| change(x, if self.pays() { 2 } else { 3 });
        let mut out = Vec::new();
        if let Cause::Tried { stated, objected } = loss.cause {
            out.extend(self.tried(lost, stated, objected));
        }
        if let Some(start) = self.moves.first().and_then(|own| own.made.value) {
            let of = if self.pays() { "Alice is paid" } else { "Alice wins with" };
            let worth = self.worth_words(start);
            out.push(format!("From the start {of} {worth}, if all are honest."));
        }
        // All that moved it is said, so that the figures add up to how it ended.
        let shown = |x: f64| x.abs() >= LITTLE * self.most;
        let Loss { coins, others, own, .. } = *loss;
        if shown(coins) || shown(others) || shown(own) {
            let part = |what: &str, x: f64| match shown(x) {
                true => format!(", {what} by {}", by(x)),
                false => String::new(),
            };
            let others = part("the others' moves", others);
            let own = part("your own moves", own);
            out.push(format!("The coins moved that by {}{others}{own}.", by(coins)));
        }
        let most = lost.coins.iter().map(|(at, x)| format!("move {at}: {}", by(*x)));
        let most: Vec<String> = most.collect();
        if !most.is_empty() {
            out.push(format!("The coins that moved it most: {}.", most.join(", ")));
        }
        if let Some((at, more)) = loss.more {
            let more = self.worth_words(more);
            out.push(format!(
                "Not all that there was: from move {at} on, other play in your seat was worth up to \
                 {more} more."
            ));
        } else if !loss.searched {
            out.push("What else you could have played was not all gone through.".into());
        }
        out
    }

    /// What was stated, what it was worth, what is wrong with it, and what was done over it.
    fn tried(&self, lost: &LostBy, stated: usize, objected: usize) -> Vec<String> {
        let [mine, theirs] = [stated, objected].map(|at| &self.moves[at].made);
        let (Some(played), Some(answer)) = (&mine.played, &theirs.played) else {
            return Vec::new();
        };
        let worth = mine.change.map_or_else(String::new, |x| {
            // Small, but not nothing.
            match x.abs() < 0.0005 {
                true => {
                    format!(", worth less than 0.001 to {}", if x < 0.0 { "Bob" } else { "Alice" })
                }
                false => format!(", worth {} to Alice", change(x, 3)),
            }
        });
        let said = format!("Move {stated}, yours: {}{worth}.", short(&played.mv));
        let aborted = format!("{} aborted over it: move {objected}.", who(answer.actor));
        std::iter::once(said).chain(lost.tried.clone()).chain([aborted]).collect()
    }

    /// What all honest play pays from the start, against what was paid.
    pub fn par(&self) -> Option<String> {
        let par = self.moves.first()?.made.value.filter(|_| self.pays())?;
        let paid = self.outcome.as_ref()?.payoff?;
        // Par is what honest play comes to against who sits opposite: this is another number where that is
        // nobody honest.
        let other =
            self.departing.map_or_else(String::new, |seat| format!(", {} as well", seat.name()));
        Some(format!(
            "If all were honest from the start{other}, Alice would be paid {} on average. Here: {}.",
            fixed(par, 2),
            fixed(paid, 2)
        ))
    }
}

/// Who made a move.
fn who(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => seat.name(),
        Actor::Nature => "the coin",
        Actor::Rules => "the rules",
    }
}

/// What it is for a side to win, in words: where payments count, who is paid.
pub fn wins(side: Side, worth: Worth) -> String {
    match (worth, side) {
        (Worth::Payoff, Side::Alice) => "Alice is paid more than 0".into(),
        (Worth::Payoff, Side::Bob) => "Alice is paid 0 or less".into(),
        (Worth::Probability, side) => format!("{} wins", side.seat().name()),
    }
}
