//! The events of a text, one after another, with aliases replaced by their values.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, StrInput};

use super::error::{LineColumn, YamlError};

const DEEPEST: usize = 64;

/// The largest number of events that aliases may repeat.
const MOST_REPEATED: usize = 1_000_000;

#[derive(Clone, Debug)]
pub(super) enum YamlEvent<'de> {
    /// A text. Without quotes, it may mean a number, a truth value or nothing.
    Scalar { text: Cow<'de, str>, is_plain: bool },
    /// A list begins.
    List,
    /// A mapping begins.
    Mapping,
    /// The innermost open list or mapping ends.
    End,
}

/// The events of a complete value, to read them again.
pub(super) type YamlEvents<'de> = Rc<[(YamlEvent<'de>, LineColumn)]>;

/// A value with an anchor that is being read.
struct Anchored<'de> {
    anchor: usize,
    depth: usize,
    things: Vec<(YamlEvent<'de>, LineColumn)>,
}

pub(super) struct EventReader<'de> {
    parser: Parser<'de, StrInput<'de>>,
    peeked: Option<(YamlEvent<'de>, LineColumn)>,
    depth: usize,
    /// For each open list and mapping of the text, whether it has a tag.
    tagged: Vec<bool>,
    /// The events that a tag adds before the next event of the text.
    implied: VecDeque<(YamlEvent<'de>, LineColumn)>,
    open: Vec<Anchored<'de>>,
    anchors: HashMap<usize, YamlEvents<'de>>,
    /// Values to read again before the text continues. The last value in the list comes first. All events of an alias
    /// get the alias's place.
    again: Vec<(YamlEvents<'de>, usize, Option<LineColumn>)>,
    repeated: usize,
}

impl<'de> EventReader<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self {
            parser: Parser::new_from_str(text),
            peeked: None,
            depth: 0,
            tagged: Vec::new(),
            implied: VecDeque::new(),
            open: Vec::new(),
            anchors: HashMap::new(),
            again: Vec::new(),
            repeated: 0,
        }
    }

    /// The next event with its place, without consuming it.
    pub(super) fn peek(&mut self) -> Result<&(YamlEvent<'de>, LineColumn), YamlError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.read()?);
        }
        Ok(self.peeked.as_ref().expect("it was just read"))
    }

    /// The next event with its place.
    pub(super) fn next(&mut self) -> Result<(YamlEvent<'de>, LineColumn), YamlError> {
        match self.peeked.take() {
            Some(found) => Ok(found),
            None => self.read(),
        }
    }

    /// All events of the next value.
    pub(super) fn value(&mut self) -> Result<Vec<(YamlEvent<'de>, LineColumn)>, YamlError> {
        let mut things = Vec::new();
        let mut depth = 0;
        loop {
            let found = self.next()?;
            depth = inside(depth, &found.0);
            things.push(found);
            if depth == 0 {
                return Ok(things);
            }
        }
    }

    /// Reads these events before the text continues.
    pub(super) fn read_again(&mut self, things: YamlEvents<'de>) {
        assert!(self.peeked.is_none(), "the peeked event would come first");
        self.again.push((things, 0, None));
    }

    /// Checks that nothing follows the document.
    pub(super) fn ends(&mut self) -> Result<(), YamlError> {
        while let Some(event) = self.parser.next_event() {
            if let (Event::DocumentStart(..), span) = event.map_err(scan_fault)? {
                let message = "a file can have only one document, but another begins here";
                return Err(YamlError::at(place(span.start), message));
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(YamlEvent<'de>, LineColumn), YamlError> {
        let found = match self.implied.pop_front() {
            Some(found) => found,
            None => match self.repeat()? {
                Some(found) => found,
                None => self.parse()?,
            },
        };
        self.depth = inside(self.depth, &found.0);
        if self.depth > DEEPEST {
            let message = format!("the values in this file are nested deeper than {DEEPEST}");
            return Err(YamlError::at(found.1, message));
        }
        self.repeated += self.open.len().saturating_sub(1);
        if self.repeated > MOST_REPEATED {
            let message = format!("anchors and aliases repeat more than {MOST_REPEATED} values");
            return Err(YamlError::at(found.1, message));
        }
        for open in &mut self.open {
            open.depth = inside(open.depth, &found.0);
            open.things.push(found.clone());
        }
        while let Some(closed) = self.open.pop_if(|open| open.depth == 0) {
            self.anchors.insert(closed.anchor, closed.things.into());
        }
        Ok(found)
    }

    /// The next event to read again.
    fn repeat(&mut self) -> Result<Option<(YamlEvent<'de>, LineColumn)>, YamlError> {
        while let Some((things, at, alias)) = self.again.last_mut() {
            let Some((thing, place)) = things.get(*at) else {
                self.again.pop();
                continue;
            };
            *at += 1;
            self.repeated += 1;
            let found = (thing.clone(), alias.unwrap_or(*place));
            if self.repeated > MOST_REPEATED {
                let message = format!("aliases repeat more than {MOST_REPEATED} values");
                return Err(YamlError::at(found.1, message));
            }
            return Ok(Some(found));
        }
        Ok(None)
    }

    fn parse(&mut self) -> Result<(YamlEvent<'de>, LineColumn), YamlError> {
        loop {
            let Some(event) = self.parser.next_event() else {
                let start = LineColumn { line: 1, column: 1 };
                return Err(YamlError::at(start, "this file is empty"));
            };
            let (event, span) = event.map_err(scan_fault)?;
            let here = place(span.start);
            let (thing, anchor, tag) = match event {
                Event::Scalar(text, style, anchor, tag) => {
                    let is_text =
                        tag.as_deref().is_some_and(|tag| tag.core_suffix() == Some("str"));
                    let is_plain = style == ScalarStyle::Plain && !is_text;
                    (YamlEvent::Scalar { text, is_plain }, anchor, tag)
                }
                Event::SequenceStart(_, anchor, tag) => (YamlEvent::List, anchor, tag),
                Event::MappingStart(_, anchor, tag) => (YamlEvent::Mapping, anchor, tag),
                Event::SequenceEnd | Event::MappingEnd => {
                    if self.tagged.pop() == Some(true) {
                        self.implied.push_back((YamlEvent::End, here));
                    }
                    (YamlEvent::End, 0, None)
                }
                Event::Alias(anchor) => {
                    let Some(things) = self.anchors.get(&anchor) else {
                        return Err(YamlError::at(here, "a value cannot contain itself"));
                    };
                    self.again.push((things.clone(), 0, Some(here)));
                    match self.repeat()? {
                        Some(found) => return Ok(found),
                        None => continue,
                    }
                }
                _ => continue,
            };
            let tag = tag.filter(|tag| tag.is_custom());
            if matches!(thing, YamlEvent::List | YamlEvent::Mapping) {
                self.tagged.push(tag.is_some());
            }
            if anchor > 0 {
                self.open.push(Anchored { anchor, depth: 0, things: Vec::new() });
            }
            let Some(tag) = tag else { return Ok((thing, here)) };
            // A local tag, `!plan {…}`, means a mapping with one key and its value.
            let text = Cow::Owned(tag.suffix().to_owned());
            let is_whole = matches!(thing, YamlEvent::Scalar { .. });
            self.implied.push_back((YamlEvent::Scalar { text, is_plain: false }, here));
            self.implied.push_back((thing, here));
            if is_whole {
                self.implied.push_back((YamlEvent::End, here));
            }
            return Ok((YamlEvent::Mapping, here));
        }
    }
}

/// The depth of nesting after an event.
pub(super) fn inside(depth: usize, thing: &YamlEvent<'_>) -> usize {
    match thing {
        YamlEvent::Scalar { .. } => depth,
        YamlEvent::List | YamlEvent::Mapping => depth + 1,
        YamlEvent::End => depth.saturating_sub(1),
    }
}

/// Converts a place. The numbers fit, because no file is so large that it has 2^32 lines or columns.
fn place(mark: granit_parser::Marker) -> LineColumn {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    LineColumn { line: number(mark.line()), column: number(mark.col() + 1) }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error by value")]
fn scan_fault(error: ScanError) -> YamlError {
    YamlError::at(place(*error.marker()), error.info())
}
