//! What a text holds, one thing after the other, with what an alias repeats put in its place.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, StrInput};

use super::fault::{Fault, LineColumn};

/// As deep as values may stand in one another.
const DEEPEST: usize = 64;

/// So many things may stand where aliases repeat them.
const MOST_REPEATED: usize = 1_000_000;

/// A thing of a text.
#[derive(Clone, Debug)]
pub(super) enum Thing<'de> {
    /// Text; plain if it may stand for a number, a truth value or nothing.
    Scalar { text: Cow<'de, str>, is_plain: bool },
    /// A list begins.
    List,
    /// A mapping begins.
    Mapping,
    /// The list or mapping that began last ends.
    End,
}

/// A whole value, or several, to be read again.
pub(super) type Things<'de> = Rc<[(Thing<'de>, LineColumn)]>;

/// A value that an anchor names, while it is read.
struct Anchored<'de> {
    anchor: usize,
    depth: usize,
    things: Vec<(Thing<'de>, LineColumn)>,
}

/// The things of a text.
pub(super) struct Events<'de> {
    parser: Parser<'de, StrInput<'de>>,
    peeked: Option<(Thing<'de>, LineColumn)>,
    depth: usize,
    /// Of each list and mapping of the text that is not closed, whether it has a tag.
    tagged: Vec<bool>,
    /// What a tag stands for, before the text goes on.
    implied: VecDeque<(Thing<'de>, LineColumn)>,
    open: Vec<Anchored<'de>>,
    anchors: HashMap<usize, Things<'de>>,
    /// What is read again before the text goes on, the last one first; an alias stands for all of
    /// it in one place.
    again: Vec<(Things<'de>, usize, Option<LineColumn>)>,
    repeated: usize,
}

impl<'de> Events<'de> {
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

    /// What comes next, and where; it stays the next.
    pub(super) fn peek(&mut self) -> Result<&(Thing<'de>, LineColumn), Fault> {
        if self.peeked.is_none() {
            self.peeked = Some(self.read()?);
        }
        Ok(self.peeked.as_ref().expect("it was just read"))
    }

    /// What comes next, and where.
    pub(super) fn next(&mut self) -> Result<(Thing<'de>, LineColumn), Fault> {
        match self.peeked.take() {
            Some(found) => Ok(found),
            None => self.read(),
        }
    }

    /// All of the next value.
    pub(super) fn value(&mut self) -> Result<Vec<(Thing<'de>, LineColumn)>, Fault> {
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

    /// These are read before the text goes on.
    pub(super) fn read_again(&mut self, things: Things<'de>) {
        assert!(self.peeked.is_none(), "what was looked at would come first");
        self.again.push((things, 0, None));
    }

    /// Nothing may follow the one document.
    pub(super) fn ends(&mut self) -> Result<(), Fault> {
        while let Some(event) = self.parser.next_event() {
            if let (Event::DocumentStart(..), span) = event.map_err(scan_fault)? {
                let message = "a file holds one document; another begins here";
                return Err(Fault::at(place(span.start), message));
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<(Thing<'de>, LineColumn), Fault> {
        let found = match self.implied.pop_front() {
            Some(found) => found,
            None => match self.repeat()? {
                Some(found) => found,
                None => self.parse()?,
            },
        };
        self.depth = inside(self.depth, &found.0);
        if self.depth > DEEPEST {
            let message =
                format!("this file is too deep: more than {DEEPEST} values in one another");
            return Err(Fault::at(found.1, message));
        }
        self.repeated += self.open.len().saturating_sub(1);
        if self.repeated > MOST_REPEATED {
            let message = format!("anchors and aliases repeat more than {MOST_REPEATED} values");
            return Err(Fault::at(found.1, message));
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

    /// The next thing of what is read again.
    fn repeat(&mut self) -> Result<Option<(Thing<'de>, LineColumn)>, Fault> {
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
                return Err(Fault::at(found.1, message));
            }
            return Ok(Some(found));
        }
        Ok(None)
    }

    fn parse(&mut self) -> Result<(Thing<'de>, LineColumn), Fault> {
        loop {
            let Some(event) = self.parser.next_event() else {
                let start = LineColumn { line: 1, column: 1 };
                return Err(Fault::at(start, "there is nothing in it"));
            };
            let (event, span) = event.map_err(scan_fault)?;
            let here = place(span.start);
            let (thing, anchor, tag) = match event {
                Event::Scalar(text, style, anchor, tag) => {
                    let is_text =
                        tag.as_deref().is_some_and(|tag| tag.core_suffix() == Some("str"));
                    let is_plain = style == ScalarStyle::Plain && !is_text;
                    (Thing::Scalar { text, is_plain }, anchor, tag)
                }
                Event::SequenceStart(_, anchor, tag) => (Thing::List, anchor, tag),
                Event::MappingStart(_, anchor, tag) => (Thing::Mapping, anchor, tag),
                Event::SequenceEnd | Event::MappingEnd => {
                    if self.tagged.pop() == Some(true) {
                        self.implied.push_back((Thing::End, here));
                    }
                    (Thing::End, 0, None)
                }
                Event::Alias(anchor) => {
                    let Some(things) = self.anchors.get(&anchor) else {
                        return Err(Fault::at(here, "a value cannot hold itself"));
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
            if matches!(thing, Thing::List | Thing::Mapping) {
                self.tagged.push(tag.is_some());
            }
            if anchor > 0 {
                self.open.push(Anchored { anchor, depth: 0, things: Vec::new() });
            }
            let Some(tag) = tag else { return Ok((thing, here)) };
            // A tag of a file's own, `!plan {…}`, is written for one key with its value.
            let text = Cow::Owned(tag.suffix().to_owned());
            let is_whole = matches!(thing, Thing::Scalar { .. });
            self.implied.push_back((Thing::Scalar { text, is_plain: false }, here));
            self.implied.push_back((thing, here));
            if is_whole {
                self.implied.push_back((Thing::End, here));
            }
            return Ok((Thing::Mapping, here));
        }
    }
}

/// How deep it is behind a thing.
pub(super) fn inside(depth: usize, thing: &Thing<'_>) -> usize {
    match thing {
        Thing::Scalar { .. } => depth,
        Thing::List | Thing::Mapping => depth + 1,
        Thing::End => depth.saturating_sub(1),
    }
}

/// No file that is read has 2^32 lines or columns.
fn place(mark: granit_parser::Marker) -> LineColumn {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    LineColumn { line: number(mark.line()), column: number(mark.col() + 1) }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what an error is mapped by")]
fn scan_fault(error: ScanError) -> Fault {
    Fault::at(place(*error.marker()), error.info())
}
