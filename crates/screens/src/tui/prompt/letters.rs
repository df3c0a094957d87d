//! The keys that choose the answers. Each is an action, which a key file can change, or a digit.

use super::PromptState;
use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The key of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// The key of this action.
    Of(Action),
    /// A digit.
    Digit(char),
}

impl PromptState {
    /// The key of each answer. `None` for an answer without a key.
    pub(super) fn letters(&self) -> Vec<Option<Letter>> {
        let moves: Vec<Option<&Move>> = self.answers.iter().map(|answer| answer.choice()).collect();
        if moves.len() < 2 {
            return vec![None; moves.len()];
        }
        // If there is no oracle to ask, the key for asking it means abort.
        let asks = self.prompt.offer(Verb::Ask).is_some();
        let named = |mv: &Move| match mv {
            Move::Answer(own) | Move::Claim(own) | Move::Decide(own) => {
                Some(if own.0 { Action::Yes } else { Action::No })
            }
            Move::Continue => Some(Action::GoOn),
            Move::Abort if !asks => Some(Action::Ask),
            _ => None,
        };
        let digit = |words: &str| {
            let mut chars = words.chars();
            chars.next().filter(|c| c.is_ascii_digit() && chars.next().is_none())
        };
        // An answer that is one digit has that digit as its key. Otherwise digits number the
        // answers, unless one of them is a form, which needs digits as text.
        let words: Vec<String> = self.answers.iter().map(|answer| answer.label().words).collect();
        let by_words = words.iter().any(|words| digit(words).is_some());
        let counted = moves.iter().all(|mv| mv.is_some()) && moves.len() < 10;
        let of = |(at, mv): (usize, &Option<&Move>)| {
            let named = mv.and_then(named).map(Letter::Of);
            named.or_else(|| match by_words {
                true => digit(&words[at]).map(Letter::Digit),
                false if counted => char::from_digit(at as u32 + 1, 10).map(Letter::Digit),
                false => None,
            })
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

    /// The answer that a digit chooses. `None` while a form is open. Answers with letters are
    /// numbered, too.
    pub(super) fn by_digit(&self, digit: char) -> Option<usize> {
        if self.entered {
            return None;
        }
        let letters = self.letters();
        let digits = letters.iter().any(|letter| matches!(letter, Some(Letter::Digit(_))));
        let counted = !digits && letters.len() < 10 && letters.iter().all(Option::is_some);
        let place = digit.to_digit(10).and_then(|place| (place as usize).checked_sub(1));
        let by_place = place.filter(|&at| counted && at < letters.len());
        self.by_letter(Letter::Digit(digit)).or(by_place)
    }

    /// The texts beside the buttons of the answers: each has the key and the label.
    pub(super) fn texts(&self, keys: &KeyMap) -> Vec<String> {
        let text = |(answer, letter): (&dyn super::Widget, Option<Letter>)| {
            let words = answer.label().words;
            let key = match letter {
                Some(Letter::Of(action)) => keys.label(action),
                Some(Letter::Digit(digit)) => digit.to_string(),
                None => String::new(),
            };
            // If the label starts with the key, the key is not repeated.
            if key.is_empty() || words.split(' ').next() == Some(&key) {
                words
            } else {
                format!("{key}  {words}")
            }
        };
        self.answers.iter().map(|answer| &**answer).zip(self.letters()).map(text).collect()
    }

    /// The keys of the answers as the footer shows them: actions, and digits.
    pub(super) fn chosen_by(&self) -> (Vec<Action>, &'static str) {
        const DIGITS: [&str; 10] =
            ["", "1", "1 2", "1-3", "1-4", "1-5", "1-6", "1-7", "1-8", "1-9"];
        let letters: Vec<Letter> = self.letters().into_iter().flatten().collect();
        let actions = letters.iter().filter_map(|letter| match letter {
            Letter::Of(action) => Some(*action),
            Letter::Digit(_) => None,
        });
        let digits: Vec<char> = letters
            .iter()
            .filter_map(|letter| match letter {
                Letter::Digit(digit) => Some(*digit),
                Letter::Of(_) => None,
            })
            .collect();
        let typed = match digits[..] {
            [] => "",
            ['0', '1'] => "0 1",
            ['1', ..] => DIGITS[digits.len()],
            ['2', '3'] => "2 3",
            _ => "0-9",
        };
        (actions.collect(), typed)
    }
}
