//! A fast reader for steps in the simple form, such as `- {ask: Is it so?, yes: 0.5}`, on one line.

use std::ops::RangeInclusive;

use indexmap::IndexMap;

use super::{AtLeastFile, Located, SourceFile, StepFile, StepKeys};
use crate::forms::{SafeText, Spot};

/// Parses a line with a step. Also returns the indentation. `None` if the line is not a step in the
/// simple form.
pub(crate) fn step(line: &str, number: u32) -> Option<(usize, Located<StepFile>)> {
    let indent = line.bytes().take_while(|&byte| byte == b' ').count();
    let mut line = PlainLine { text: line, at: indent, number };
    line.expect("- ")?;
    let spot = line.spot();
    line.expect("{")?;
    let mut listed = StepKeys::default();
    loop {
        line.pair(&mut listed)?;
        if line.expect(", ").is_none() {
            break;
        }
    }
    line.expect("}")?;
    (line.at == line.text.len()).then(|| (indent, Located { value: listed.into(), spot }))
}

/// A reader of one line, from left to right.
struct PlainLine<'a> {
    text: &'a str,
    at: usize,
    number: u32,
}

impl<'a> PlainLine<'a> {
    fn spot(&self) -> Spot {
        // All characters before this position are ASCII, so each is one byte.
        Spot { line: self.number, column: self.at as u32 + 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.rest().starts_with(word).then(|| self.at += word.len())
    }

    /// Reads the next bytes as long as they satisfy `such`. `None` if the first byte does not.
    fn run(&mut self, such: impl Fn(u8) -> bool) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !such(byte)).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// Reads a key with its value. `None` if the key occurs twice.
    fn pair(&mut self, listed: &mut StepKeys) -> Option<()> {
        fn set_once<T>(place: &mut Option<T>, value: Option<T>) -> Option<()> {
            value.filter(|_| place.is_none()).map(|value| *place = Some(value))
        }
        let key = self.run(|byte| byte.is_ascii_lowercase() || byte == b'-')?;
        self.expect(": ")?;
        if let Some((_, list)) = listed.lists().into_iter().find(|(op, _)| op.word() == key) {
            return set_once(list, self.sources());
        }
        match key {
            "at-least" => set_once(&mut listed.at_least, self.at_least()),
            "not" => set_once(&mut listed.not, self.source()),
            "copy" => set_once(&mut listed.copy, self.source()),
            "constant" => set_once(&mut listed.constant, self.integer(0..=1).map(|bit| bit as u8)),
            "name" => set_once(&mut listed.name, self.words()),
            "words" => set_once(&mut listed.words, self.words()),
            "ask" => set_once(&mut listed.ask, self.words()),
            "answer" => set_once(&mut listed.answer, self.here(Self::words)),
            "yes" => set_once(&mut listed.yes, self.here(Self::number)),
            "table" => set_once(&mut listed.table, self.here(Self::table).map(Box::new)),
            "given" if listed.given.is_empty() => self.sources().map(|given| listed.given = given),
            _ => None,
        }
    }

    /// Calls `read`, and adds the position to the value.
    fn here<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Located<T>> {
        let spot = self.spot();
        Some(Located { value: read(self)?, spot })
    }

    fn sources(&mut self) -> Option<Box<[Located<SourceFile>]>> {
        self.expect("[")?;
        let mut sources = vec![self.source()?];
        while self.expect(", ").is_some() {
            sources.push(self.source()?);
        }
        self.expect("]")?;
        Some(sources.into())
    }

    fn source(&mut self) -> Option<Located<SourceFile>> {
        self.here(|line| match line.rest().as_bytes().first()? {
            b'0'..=b'9' => line.integer(0..=u64::MAX).map(SourceFile::Number),
            _ => line.words().map(SourceFile::Name),
        })
    }

    fn at_least(&mut self) -> Option<AtLeastFile> {
        self.expect("{k: ")?;
        let k = self.integer(0..=u64::from(u32::MAX))? as u32;
        self.expect(", of: ")?;
        let of = self.sources()?;
        self.expect("}")?;
        Some(AtLeastFile { k, of })
    }

    fn table(&mut self) -> Option<IndexMap<String, Located<f64>>> {
        self.expect("{")?;
        let mut table = IndexMap::new();
        loop {
            self.expect("\"")?;
            let case = self.run(|byte| matches!(byte, b'0' | b'1'))?.to_owned();
            self.expect("\": ")?;
            if table.insert(case, self.here(Self::number)?).is_some() {
                return None;
            }
            if self.expect(", ").is_none() {
                break;
            }
        }
        self.expect("}")?;
        Some(table)
    }

    /// Reads decimal digits. `None` if a YAML reader could read them differently, as with a leading
    /// 0.
    fn digits(&mut self) -> Option<&'a str> {
        let digits = self.run(|byte| byte.is_ascii_digit())?;
        (digits.len() < 18 && (digits == "0" || !digits.starts_with('0'))).then_some(digits)
    }

    fn integer(&mut self, range: RangeInclusive<u64>) -> Option<u64> {
        self.digits()?.parse().ok().filter(|number| range.contains(number))
    }

    fn number(&mut self) -> Option<f64> {
        let from = self.at;
        self.digits()?;
        if self.expect(".").is_some() {
            self.run(|byte| byte.is_ascii_digit())?;
        }
        self.text[from..self.at].parse().ok()
    }

    /// Reads a text in double quotes without escapes, or a simple text without quotes. `None` if a
    /// text without quotes could have a special meaning in YAML.
    fn words(&mut self) -> Option<SafeText> {
        if self.expect("\"").is_some() {
            let words = match self.rest().starts_with('"') {
                true => "",
                false => {
                    self.run(|byte| matches!(byte, b' '..=b'~') && !br#""\"#.contains(&byte))?
                }
            };
            self.expect("\"")?;
            return SafeText::new(words).ok();
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-? ".contains(&byte);
        let words = self.run(plain)?;
        let meant = |word: &str| {
            let known = ["true", "false", "null", "nan", "inf"];
            !known.iter().any(|other| other.eq_ignore_ascii_case(word))
        };
        let whole = words.starts_with(|c: char| c.is_ascii_alphabetic()) && !words.ends_with(' ');
        (whole && meant(words)).then(|| SafeText::new(words).ok()).flatten()
    }
}
