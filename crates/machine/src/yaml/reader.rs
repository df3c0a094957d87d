//! The one reader of all formats: what is wanted, from what stands there.

use std::borrow::Cow;

use serde::de::value::U32Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, SeqAccess,
    VariantAccess, Visitor,
};

use super::events::{Events, Thing};
use super::fault::{Fault, LineColumn};
use super::mapping::Mapping;
use super::place::PLACED;
use super::scalar::Plain;

/// No longer file is read, in bytes.
pub const LARGEST_FILE: usize = 64 << 20;

/// Reads one document.
///
/// # Errors
/// The first thing that is not YAML, or not of the form that is wanted.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Fault> {
    if text.len() > LARGEST_FILE {
        let message = format!("this file is too large: more than {} MiB", LARGEST_FILE >> 20);
        return Err(Fault { place: None, message });
    }
    let mut reader = Reader { events: Events::new(text) };
    let value = T::deserialize(&mut reader)?;
    reader.events.ends()?;
    Ok(value)
}

/// A reader, at some place in a text.
pub(super) struct Reader<'de> {
    pub(super) events: Events<'de>,
}

/// A list of which the beginning was read.
struct List<'a, 'de>(&'a mut Reader<'de>);

/// A variant: alone, or the one key of a mapping with its value.
struct Variant<'a, 'de> {
    reader: &'a mut Reader<'de>,
    is_alone: bool,
}

const KEYS: &str = "expected keys with values, such as `claim: 1`";
const TEXT: &str = "expected some text";
const NO_TEXT: &str = "some text is missing here";

/// What is said of a whole number above the largest that there can be.
fn too_large(most: u64) -> String {
    format!("expected a whole number of at most {most}")
}

impl<'de> Reader<'de> {
    fn scalar(&mut self, wanted: &str) -> Result<(Cow<'de, str>, bool, LineColumn), Fault> {
        match self.events.next()? {
            (Thing::Scalar { text, is_plain }, place) => Ok((text, is_plain, place)),
            (_, place) => Err(Fault::at(place, wanted)),
        }
    }

    /// The next scalar as text, whatever it might stand for.
    fn text(&mut self) -> Result<(Cow<'de, str>, LineColumn), Fault> {
        let (text, is_plain, place) = self.scalar(TEXT)?;
        if is_plain && Plain::of(&text) == Plain::Null {
            return Err(Fault::at(place, NO_TEXT));
        }
        Ok((text, place))
    }

    /// The next scalar as what it stands for.
    fn plain(&mut self, wanted: &str) -> Result<(Plain, LineColumn), Fault> {
        let (text, is_plain, place) = self.scalar(wanted)?;
        Ok((if is_plain { Plain::of(&text) } else { Plain::Text }, place))
    }

    #[expect(clippy::cast_precision_loss, reason = "what is above 2^64 is far above any bound")]
    fn natural(&mut self, most: u64) -> Result<(u64, LineColumn), Fault> {
        let wanted = if most < 256 {
            "expected a small whole number, 0 or more"
        } else {
            "expected a whole number, 0 or more"
        };
        match self.plain(wanted)? {
            (Plain::Natural(number), place) if number <= most => Ok((number, place)),
            (Plain::Negative(0), place) => Ok((0, place)),
            (Plain::Natural(_), place) => Err(Fault::at(place, too_large(most))),
            (Plain::Real(number), place) if number > most as f64 => {
                Err(Fault::at(place, too_large(most)))
            }
            (_, place) => Err(Fault::at(place, wanted)),
        }
    }

    fn whole(&mut self, least: i64, most: i64) -> Result<(i64, LineColumn), Fault> {
        const WANTED: &str = "expected a whole number";
        let (number, place) = match self.plain(WANTED)? {
            (Plain::Negative(number), place) => (Some(number), place),
            (Plain::Natural(number), place) => (i64::try_from(number).ok(), place),
            (_, place) => return Err(Fault::at(place, WANTED)),
        };
        let fits = number.filter(|number| (least..=most).contains(number));
        let wrong = || Fault::at(place, format!("{WANTED} from {least} to {most}"));
        Ok((fits.ok_or_else(wrong)?, place))
    }

    #[expect(clippy::cast_precision_loss, reason = "as a number with a point would be read")]
    fn real(&mut self) -> Result<(f64, LineColumn), Fault> {
        const WANTED: &str = "expected a number";
        match self.plain(WANTED)? {
            (Plain::Natural(number), place) => Ok((number as f64, place)),
            (Plain::Negative(number), place) => Ok((number as f64, place)),
            (Plain::Real(number), place) => Ok((number, place)),
            (_, place) => Err(Fault::at(place, WANTED)),
        }
    }

    fn truth(&mut self) -> Result<(bool, LineColumn), Fault> {
        const WANTED: &str = "expected true or false";
        match self.plain(WANTED)? {
            (Plain::Bool(value), place) => Ok((value, place)),
            (_, place) => Err(Fault::at(place, WANTED)),
        }
    }

    /// The place of what comes next, which is to be such a thing.
    fn expect(
        &mut self,
        such: fn(&Thing<'de>) -> bool,
        otherwise: &str,
    ) -> Result<LineColumn, Fault> {
        match self.events.next()? {
            (thing, place) if such(&thing) => Ok(place),
            (_, place) => Err(Fault::at(place, otherwise)),
        }
    }

    fn is_nothing(&mut self) -> Result<bool, Fault> {
        Ok(match self.events.peek()? {
            (Thing::Scalar { text, is_plain: true }, _) => Plain::of(text) == Plain::Null,
            _ => false,
        })
    }
}

/// What a visitor makes of a scalar of one kind.
macro_rules! scalars {
    ($($method:ident: $read:expr => $visit:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            #[allow(clippy::redundant_closure_call)]
            let (value, place) = ($read)(&mut *self)?;
            visitor.$visit(value).map_err(|fault: Fault| fault.or_at(place))
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.events.peek()?.0 {
            Thing::List => self.deserialize_seq(visitor),
            Thing::Mapping | Thing::End => self.deserialize_map(visitor),
            Thing::Scalar { is_plain: false, .. } => self.deserialize_str(visitor),
            Thing::Scalar { .. } => {
                let (text, _, place) = self.scalar(TEXT)?;
                match Plain::of(&text) {
                    Plain::Null => visitor.visit_unit(),
                    Plain::Bool(value) => visitor.visit_bool(value),
                    Plain::Natural(number) => visitor.visit_u64(number),
                    Plain::Negative(number) => visitor.visit_i64(number),
                    Plain::Real(number) => visitor.visit_f64(number),
                    Plain::Text => match text {
                        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                        Cow::Owned(text) => visitor.visit_string(text),
                    },
                }
                .map_err(|fault: Fault| fault.or_at(place))
            }
        }
    }

    scalars! {
        deserialize_bool: |reader: &mut Reader<'de>| reader.truth() => visit_bool;
        deserialize_u8: |reader: &mut Reader<'de>| reader.natural(u8::MAX.into()) => visit_u64;
        deserialize_u16: |reader: &mut Reader<'de>| reader.natural(u16::MAX.into()) => visit_u64;
        deserialize_u32: |reader: &mut Reader<'de>| reader.natural(u32::MAX.into()) => visit_u64;
        deserialize_u64: |reader: &mut Reader<'de>| reader.natural(u64::MAX) => visit_u64;
        deserialize_i8: |reader: &mut Reader<'de>| reader.whole(i8::MIN.into(), i8::MAX.into()) => visit_i64;
        deserialize_i16: |reader: &mut Reader<'de>| reader.whole(i16::MIN.into(), i16::MAX.into()) => visit_i64;
        deserialize_i32: |reader: &mut Reader<'de>| reader.whole(i32::MIN.into(), i32::MAX.into()) => visit_i64;
        deserialize_i64: |reader: &mut Reader<'de>| reader.whole(i64::MIN, i64::MAX) => visit_i64;
        deserialize_f32: |reader: &mut Reader<'de>| reader.real() => visit_f64;
        deserialize_f64: |reader: &mut Reader<'de>| reader.real() => visit_f64;
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let (text, place) = self.text()?;
        match text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
        .map_err(|fault: Fault| fault.or_at(place))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.is_nothing()? {
            self.events.next()?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if name == PLACED {
            let place = self.events.peek()?.1;
            return visitor.visit_seq(Parts::new(self, place)).map_err(|fault| fault.or_at(place));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.expect(|thing| matches!(thing, Thing::List), "expected a list")?;
        let value = visitor.visit_seq(List(self)).map_err(|fault: Fault| fault.or_at(place))?;
        self.expect(|thing| matches!(thing, Thing::End), "this is one more than is wanted")?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let place = self.expect(|thing| matches!(thing, Thing::Mapping), KEYS)?;
        visitor.visit_map(Mapping::new(self, place)).map_err(|fault: Fault| fault.or_at(place))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let (thing, place) = self.events.peek()?;
        let place = *place;
        let is_alone = match thing {
            Thing::Scalar { .. } => true,
            Thing::Mapping => false,
            _ => {
                return Err(Fault::at(
                    place,
                    "expected one of several words, or a key with a value",
                ));
            }
        };
        if !is_alone {
            self.events.next()?;
        }
        let value = visitor
            .visit_enum(Variant { reader: &mut *self, is_alone })
            .map_err(|fault: Fault| fault.or_at(place))?;
        if !is_alone {
            self.expect(|thing| matches!(thing, Thing::End), "expected one key, not two")?;
        }
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.events.value()?;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        match self.0.events.peek()? {
            (Thing::End, _) => Ok(None),
            _ => seed.deserialize(&mut *self.0).map(Some),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let (name, place) = self.reader.text()?;
        let name = seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(name));
        Ok((name.map_err(|fault| fault.or_at(place))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        if self.is_alone { Ok(()) } else { Deserialize::deserialize(self.reader) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        if self.is_alone {
            return Err(Fault::custom(
                "expected a value behind this word, after a colon: `{}` if nothing is to be said",
            ));
        }
        seed.deserialize(self.reader)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.reader.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.reader.deserialize_map(visitor)
    }
}

/// Line, column and value, as a list.
struct Parts<'a, 'de> {
    reader: &'a mut Reader<'de>,
    place: LineColumn,
    given: u8,
}

impl<'a, 'de> Parts<'a, 'de> {
    fn new(reader: &'a mut Reader<'de>, place: LineColumn) -> Self {
        Self { reader, place, given: 0 }
    }
}

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let number = |n: u32| -> U32Deserializer<Fault> { n.into_deserializer() };
        self.given += 1;
        match self.given {
            1 => seed.deserialize(number(self.place.line)),
            2 => seed.deserialize(number(self.place.column)),
            _ => seed.deserialize(&mut *self.reader),
        }
        .map(Some)
    }
}
