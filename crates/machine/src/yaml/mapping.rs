//! The keys and values of a mapping, each text a key once, with those that `<<` brings in from others.

use std::collections::HashSet;

use serde::de::{DeserializeSeed, MapAccess};

use super::events::{Thing, Things, inside};
use super::fault::{Fault, LineColumn};
use super::reader::Reader;
use super::scalar::Plain;

/// The mapping that a reader is in.
pub(super) struct Mapping<'a, 'de> {
    reader: &'a mut Reader<'de>,
    /// A number and the same in quotes are two keys.
    seen: HashSet<(String, bool)>,
    /// Keys and values of other mappings, still to come unless the key is there already.
    merged: Vec<((String, bool), Things<'de>)>,
    has_ended: bool,
    /// Where the last key stands.
    key: LineColumn,
}

impl<'a, 'de> Mapping<'a, 'de> {
    /// The reader is behind the beginning of a mapping that stands there.
    pub(super) fn new(reader: &'a mut Reader<'de>, place: LineColumn) -> Self {
        Self { reader, seen: HashSet::new(), merged: Vec::new(), has_ended: false, key: place }
    }

    /// Whether a key follows; if so, the reader stands before it.
    fn comes_to_a_key(&mut self) -> Result<bool, Fault> {
        while !self.has_ended {
            let (thing, place) = self.reader.events.peek()?;
            let place = *place;
            match thing {
                Thing::End => {
                    self.reader.events.next()?;
                    self.has_ended = true;
                }
                Thing::Scalar { text, is_plain: true } if text == "<<" => {
                    self.reader.events.next()?;
                    let value = self.reader.events.value()?;
                    self.merge(&value)?;
                }
                Thing::Scalar { text, is_plain } => {
                    if !self.seen.insert(key(text, *is_plain)) {
                        let message = format!("the key `{text}` stands here twice: use it once");
                        return Err(Fault::at(place, message));
                    }
                    self.key = place;
                    return Ok(true);
                }
                // Machines have lists of symbols as keys.
                Thing::List | Thing::Mapping => {
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

    /// Takes the keys and values of a mapping, or of a list of mappings of which the first holds.
    fn merge(&mut self, value: &[(Thing<'de>, LineColumn)]) -> Result<(), Fault> {
        let wrong = |place| Fault::at(place, "expected a mapping to take keys from");
        let mut taken = Vec::new();
        let mut at = 0;
        let is_list = matches!(value[0].0, Thing::List);
        at += usize::from(is_list);
        while at < value.len() && !matches!(value[at].0, Thing::End) {
            let (Thing::Mapping, _) = value[at] else { return Err(wrong(value[at].1)) };
            at += 1;
            while let (Thing::Scalar { text, is_plain }, _) = &value[at] {
                let behind = at + 1 + length(&value[at + 1..]);
                taken.push((key(text, *is_plain), value[at..behind].into()));
                at = behind;
            }
            let (Thing::End, _) = value[at] else { return Err(wrong(value[at].1)) };
            at += 1;
        }
        taken.reverse();
        self.merged.splice(0..0, taken);
        Ok(())
    }
}

/// What two keys must not share: the text, and whether it stands for text.
fn key(text: &str, is_plain: bool) -> (String, bool) {
    (text.to_owned(), !is_plain || Plain::of(text) == Plain::Text)
}

/// Of how many things the value consists that begins here.
fn length(things: &[(Thing<'_>, LineColumn)]) -> usize {
    let mut depth = 0;
    let last = things.iter().position(|(thing, _)| {
        depth = inside(depth, thing);
        depth == 0
    });
    last.map_or(things.len(), |last| last + 1)
}

impl<'de> MapAccess<'de> for Mapping<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        if !self.comes_to_a_key()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(&mut *self.reader).map_err(|fault| fault.or_at(self.key))
    }
}
