//! Reads the keys and values of a mapping. Each key may occur once. `<<` adds keys of other mappings.

use std::collections::HashSet;

use serde::de::{DeserializeSeed, MapAccess};

use super::error::{LineColumn, YamlError};
use super::events::{YamlEvent, YamlEvents, inside};
use super::reader::Reader;
use super::scalar::PlainScalar;

pub(super) struct Mapping<'a, 'de> {
    reader: &'a mut Reader<'de>,
    /// The keys so far, each with `true` if it means text. A number and the same number in quotes are two keys.
    seen: HashSet<(String, bool)>,
    /// The keys and values of other mappings. If a key is in both, the mapping's own value counts.
    merged: Vec<((String, bool), YamlEvents<'de>)>,
    has_ended: bool,
    key: LineColumn,
}

impl<'a, 'de> Mapping<'a, 'de> {
    /// Starts a mapping at this place. The reader has just read its beginning.
    pub(super) fn new(reader: &'a mut Reader<'de>, place: LineColumn) -> Self {
        Self { reader, seen: HashSet::new(), merged: Vec::new(), has_ended: false, key: place }
    }

    /// Returns whether another key follows. Afterwards, the key is the next event.
    fn has_key(&mut self) -> Result<bool, YamlError> {
        while !self.has_ended {
            let (thing, place) = self.reader.events.peek()?;
            let place = *place;
            match thing {
                YamlEvent::End => {
                    self.reader.events.next()?;
                    self.has_ended = true;
                }
                YamlEvent::Scalar { text, is_plain: true } if text == "<<" => {
                    self.reader.events.next()?;
                    let value = self.reader.events.value()?;
                    self.merge(&value)?;
                }
                YamlEvent::Scalar { text, is_plain } => {
                    if !self.seen.insert(key(text, *is_plain)) {
                        let message = format!("the key `{text}` appears twice here. Use it once");
                        return Err(YamlError::at(place, message));
                    }
                    self.key = place;
                    return Ok(true);
                }
                // Turing machines have lists of symbols as keys.
                YamlEvent::List | YamlEvent::Mapping => {
                    self.key = place;
                    return Ok(true);
                }
            }
        }
        while let Some((key, things)) = self.merged.pop() {
            if self.seen.insert(key) {
                self.key = things[0].1;
                self.reader.events.read_again(things);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the keys and values of a mapping, or of a list of mappings. Earlier mappings in the list take precedence.
    fn merge(&mut self, value: &[(YamlEvent<'de>, LineColumn)]) -> Result<(), YamlError> {
        let wrong =
            |place| YamlError::at(place, "expected a mapping after `<<`, or a list of mappings");
        let mut taken = Vec::new();
        let mut at = 0;
        let is_list = matches!(value[0].0, YamlEvent::List);
        at += usize::from(is_list);
        while at < value.len() && !matches!(value[at].0, YamlEvent::End) {
            let (YamlEvent::Mapping, _) = value[at] else { return Err(wrong(value[at].1)) };
            at += 1;
            while let (YamlEvent::Scalar { text, is_plain }, _) = &value[at] {
                let behind = at + 1 + length(&value[at + 1..]);
                taken.push((key(text, *is_plain), value[at..behind].into()));
                at = behind;
            }
            let (YamlEvent::End, _) = value[at] else { return Err(wrong(value[at].1)) };
            at += 1;
        }
        taken.reverse();
        self.merged.splice(0..0, taken);
        Ok(())
    }
}

/// The identity of a key: its text, and `true` if the key means text.
fn key(text: &str, is_plain: bool) -> (String, bool) {
    (text.to_owned(), !is_plain || PlainScalar::parse(text) == PlainScalar::Text)
}

/// The number of events of the value that begins here.
fn length(things: &[(YamlEvent<'_>, LineColumn)]) -> usize {
    let mut depth = 0;
    let last = things.iter().position(|(thing, _)| {
        depth = inside(depth, thing);
        depth == 0
    });
    last.map_or(things.len(), |last| last + 1)
}

impl<'de> MapAccess<'de> for Mapping<'_, 'de> {
    type Error = YamlError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, YamlError> {
        if !self.has_key()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, YamlError> {
        seed.deserialize(&mut *self.reader).map_err(|fault| fault.or_at(self.key))
    }
}
