//! The keys that choose the answers. A key is either an action, which a key file can change, or a digit.

use super::PromptState;
use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The key of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// The key of this action.
    Of(Action),
    /// A number, typed in digits.
    Number(u32),
}

/// The number at the start of a label.
fn leading(words: &str) -> Option<u32> {
    words.split(' ').next().and_then(|first| first.parse().ok())
}

impl PromptState {
    /// The key of each answer. `None` for an answer without a key.
    pub(super) fn letters(&self) -> Vec<Option<Letter>> {
        let moves: Vec<Option<&Move>> = self.answers.iter().map(|answer| answer.choice()).collect();
        if moves.len() < 2 {
            return vec![None; moves.len()];
        }
        // If the player cannot ask an oracle, the key for asking means abort.
        let asks = self.prompt.offer(Verb::Ask).is_some();
        let named = |mv: &Move| match mv {
            Move::Answer(own) | Move::Claim(own) | Move::Decide(own) => {
                Some(if own.0 { Action::Yes } else { Action::No })
            }
            Move::Continue => Some(Action::GoOn),
            Move::Abort if !asks => Some(Action::Ask),
            _ => None,
        };
        // Labels that start with different numbers have these numbers as their keys. Otherwise the
        // answers are counted, unless one of them is a form, which needs digits as text.
        let words: Vec<String> = self.answers.iter().map(|answer| answer.label().words).collect();
        let own: Vec<Option<u32>> = words.iter().map(|words| leading(words)).collect();
        let different = |at: usize| own[at].is_some() && !own[..at].contains(&own[at]);
        let is_numbered = (0..own.len()).all(different);
        let by_words =
            is_numbered || words.iter().any(|words| words.len() == 1 && leading(words).is_some());
        let counted = moves.iter().all(|mv| mv.is_some());
        let of = |(at, mv): (usize, &Option<&Move>)| {
            let number = match by_words {
                true => own[at].filter(|_| is_numbered || words[at].len() == 1),
                false => counted.then_some(at as u32 + 1),
            };
            mv.and_then(named).map(Letter::Of).or(number.map(Letter::Number))
        };
        moves.iter().enumerate().map(of).collect()
    }

    /// Returns `true` if the key of this action chooses an answer.
    pub fn is_letter(&self, action: Action) -> bool {
        self.by_letter(Letter::Of(action)).is_some()
    }

    /// The answer that this key chooses.
    pub(super) fn by_letter(&self, letter: Letter) -> Option<usize> {
        self.letters().iter().position(|own| *own == Some(letter))
    }

    /// The number after this digit, and the answer that it chooses. The answer is `None` while more
    /// digits must follow. Returns `None` if no answer has such a number, or while a form is open.
    pub(super) fn by_digit(&self, digit: char) -> Option<(u32, Option<usize>)> {
        let digit = digit.to_digit(10).filter(|_| !self.entered)?;
        let letters = self.letters();
        let has_numbers = letters.iter().any(|letter| matches!(letter, Some(Letter::Number(_))));
        let number = |(at, letter): (usize, &Option<Letter>)| match letter {
            Some(Letter::Number(number)) => Some(*number),
            // Answers with letters are numbered, too.
            Some(Letter::Of(_)) if !has_numbers => Some(at as u32 + 1),
            _ => None,
        };
        let numbers: Vec<Option<u32>> = letters.iter().enumerate().map(number).collect();
        if !has_numbers && numbers.contains(&None) {
            return None;
        }
        // A digit continues the number that was typed before, or begins a new one.
        let longer = self.typed.checked_mul(10).and_then(|typed| typed.checked_add(digit));
        longer.into_iter().chain([digit]).find_map(|typed| {
            let start = typed.to_string();
            let begins = |number: &u32| number.to_string().starts_with(&start);
            numbers
                .iter()
                .flatten()
                .any(begins)
                .then(|| (typed, numbers.iter().position(|number| *number == Some(typed))))
        })
    }

    /// The texts beside the buttons of the answers. Each has the key and the label.
    pub(super) fn texts(&self, keys: &KeyMap) -> Vec<String> {
        let letters = self.letters();
        let wide = |letter: &Option<Letter>| match letter {
            Some(Letter::Number(number)) => number.to_string().len(),
            _ => 0,
        };
        let widest = letters.iter().map(wide).max().unwrap_or(0);
        let text = |(answer, letter): (&dyn super::Widget, Option<Letter>)| {
            let words = answer.label().words;
            let key = match letter {
                Some(Letter::Of(action)) => keys.label(action),
                Some(Letter::Number(number)) => format!("{number:>widest$}"),
                None => String::new(),
            };
            // If the label starts with the key, the key is not repeated.
            if key.is_empty() || words.split(' ').next() == Some(key.trim_start()) {
                words
            } else {
                format!("{key}  {words}")
            }
        };
        self.answers.iter().map(|answer| &**answer).zip(letters).map(text).collect()
    }

    /// The keys of the answers, as the footer shows them: the actions, and the digits.
    pub(super) fn chosen_by(&self) -> (Vec<Action>, String) {
        let (mut actions, mut numbers) = (Vec::new(), Vec::new());
        for letter in self.letters().into_iter().flatten() {
            match letter {
                Letter::Of(action) => actions.push(action),
                Letter::Number(number) => numbers.push(number),
            }
        }
        let is_counted = numbers.iter().zip(1..).all(|(number, place)| *number == place);
        let typed = match numbers[..] {
            [] => String::new(),
            [first, last] => format!("{first} {last}"),
            [.., last] if is_counted => format!("1-{last}"),
            _ => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        };
        (actions, typed)
    }
}
