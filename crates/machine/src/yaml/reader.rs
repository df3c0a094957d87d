//! The reader of all formats: it converts events to the wanted types.

use std::borrow::Cow;

use serde::de::value::U32Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, SeqAccess,
    VariantAccess, Visitor,
};

use super::error::{LineColumn, YamlError};
use super::events::{EventReader, YamlEvent};
use super::mapping::Mapping;
use super::place::PLACED;
use super::scalar::PlainScalar;

/// The largest file, in bytes.
pub const LARGEST_FILE: usize = 64 << 20;

/// Reads one document.
///
/// # Errors
/// Returns an error at the first place that is not YAML or does not have the wanted form.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, YamlError> {
    if text.len() > LARGEST_FILE {
        let message =
            format!("this file is too large. A file can have at most {} MiB", LARGEST_FILE >> 20);
        return Err(YamlError { place: None, message });
    }
    let mut reader = Reader { events: EventReader::new(text) };
    let value = T::deserialize(&mut reader)?;
    reader.events.ends()?;
    Ok(value)
}

pub(super) struct Reader<'de> {
    pub(super) events: EventReader<'de>,
}

/// A list whose beginning was read.
struct List<'a, 'de>(&'a mut Reader<'de>);

/// A variant: a word, or the only key of a mapping with its value.
struct Variant<'a, 'de> {
    reader: &'a mut Reader<'de>,
    is_alone: bool,
}

const KEYS: &str = "expected keys with values, such as `claim: 1`";
const TEXT: &str = "expected some text";
const NO_TEXT: &str = "some text is missing here";

/// The error for a whole number that is too large.
fn too_large(most: u64) -> String {
    format!("expected a whole number of at most {most}")
}

impl<'de> Reader<'de> {
    fn scalar(&mut self, wanted: &str) -> Result<(Cow<'de, str>, bool, LineColumn), YamlError> {
        match self.events.next()? {
            (YamlEvent::Scalar { text, is_plain }, place) => Ok((text, is_plain, place)),
            (_, place) => Err(YamlError::at(place, wanted)),
        }
    }

    /// The next scalar as text, even if it could mean a number or a truth value.
    fn text(&mut self) -> Result<(Cow<'de, str>, LineColumn), YamlError> {
        let (text, is_plain, place) = self.scalar(TEXT)?;
        if is_plain && PlainScalar::parse(&text) == PlainScalar::Null {
            return Err(YamlError::at(place, NO_TEXT));
        }
        Ok((text, place))
    }

    fn plain(&mut self, wanted: &str) -> Result<(PlainScalar, LineColumn), YamlError> {
        let (text, is_plain, place) = self.scalar(wanted)?;
        Ok((if is_plain { PlainScalar::parse(&text) } else { PlainScalar::Text }, place))
    }

    #[expect(clippy::cast_precision_loss, reason = "a number above 2^64 is far above every limit")]
    fn natural(&mut self, most: u64) -> Result<(u64, LineColumn), YamlError> {
        let wanted = if most < 256 {
            "expected a small whole number, 0 or more"
        } else {
            "expected a whole number, 0 or more"
        };
        match self.plain(wanted)? {
            (PlainScalar::Natural(number), place) if number <= most => Ok((number, place)),
            (PlainScalar::Negative(0), place) => Ok((0, place)),
            (PlainScalar::Natural(_), place) => Err(YamlError::at(place, too_large(most))),
            (PlainScalar::Real(number), place) if number > most as f64 => {
                Err(YamlError::at(place, too_large(most)))
            }
            (_, place) => Err(YamlError::at(place, wanted)),
        }
    }

    fn integer(&mut self, least: i64, most: i64) -> Result<(i64, LineColumn), YamlError> {
        const WANTED: &str = "expected a whole number";
        let (number, place) = match self.plain(WANTED)? {
            (PlainScalar::Negative(number), place) => (Some(number), place),
            (PlainScalar::Natural(number), place) => (i64::try_from(number).ok(), place),
            (_, place) => return Err(YamlError::at(place, WANTED)),
        };
        let fits = number.filter(|number| (least..=most).contains(number));
        let wrong = || YamlError::at(place, format!("{WANTED} from {least} to {most}"));
        Ok((fits.ok_or_else(wrong)?, place))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a number with a decimal point loses the same precision"
    )]
    fn real(&mut self) -> Result<(f64, LineColumn), YamlError> {
        const WANTED: &str = "expected a number";
        match self.plain(WANTED)? {
            (PlainScalar::Natural(number), place) => Ok((number as f64, place)),
            (PlainScalar::Negative(number), place) => Ok((number as f64, place)),
            (PlainScalar::Real(number), place) => Ok((number, place)),
            (_, place) => Err(YamlError::at(place, WANTED)),
        }
    }

    fn truth(&mut self) -> Result<(bool, LineColumn), YamlError> {
        const WANTED: &str = "expected true or false";
        match self.plain(WANTED)? {
            (PlainScalar::Bool(value), place) => Ok((value, place)),
            (_, place) => Err(YamlError::at(place, WANTED)),
        }
    }

    /// The place of the next event, which must satisfy `such`.
    fn expect(
        &mut self,
        such: fn(&YamlEvent<'de>) -> bool,
        otherwise: &str,
    ) -> Result<LineColumn, YamlError> {
        match self.events.next()? {
            (thing, place) if such(&thing) => Ok(place),
            (_, place) => Err(YamlError::at(place, otherwise)),
        }
    }

    fn is_nothing(&mut self) -> Result<bool, YamlError> {
        Ok(match self.events.peek()? {
            (YamlEvent::Scalar { text, is_plain: true }, _) => {
                PlainScalar::parse(text) == PlainScalar::Null
            }
            _ => false,
        })
    }
}

/// Defines methods that read a scalar of one kind.
macro_rules! scalars {
    ($($method:ident: $read:expr => $visit:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
            #[allow(clippy::redundant_closure_call)]
            let (value, place) = ($read)(&mut *self)?;
            visitor.$visit(value).map_err(|fault: YamlError| fault.or_at(place))
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = YamlError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        match self.events.peek()?.0 {
            YamlEvent::List => self.deserialize_seq(visitor),
            YamlEvent::Mapping | YamlEvent::End => self.deserialize_map(visitor),
            YamlEvent::Scalar { is_plain: false, .. } => self.deserialize_str(visitor),
            YamlEvent::Scalar { .. } => {
                let (text, _, place) = self.scalar(TEXT)?;
                match PlainScalar::parse(&text) {
                    PlainScalar::Null => visitor.visit_unit(),
                    PlainScalar::Bool(value) => visitor.visit_bool(value),
                    PlainScalar::Natural(number) => visitor.visit_u64(number),
                    PlainScalar::Negative(number) => visitor.visit_i64(number),
                    PlainScalar::Real(number) => visitor.visit_f64(number),
                    PlainScalar::Text => match text {
                        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                        Cow::Owned(text) => visitor.visit_string(text),
                    },
                }
                .map_err(|fault: YamlError| fault.or_at(place))
            }
        }
    }

    scalars! {
        deserialize_bool: |reader: &mut Reader<'de>| reader.truth() => visit_bool;
        deserialize_u8: |reader: &mut Reader<'de>| reader.natural(u8::MAX.into()) => visit_u64;
        deserialize_u16: |reader: &mut Reader<'de>| reader.natural(u16::MAX.into()) => visit_u64;
        deserialize_u32: |reader: &mut Reader<'de>| reader.natural(u32::MAX.into()) => visit_u64;
        deserialize_u64: |reader: &mut Reader<'de>| reader.natural(u64::MAX) => visit_u64;
        deserialize_i8: |reader: &mut Reader<'de>| reader.integer(i8::MIN.into(), i8::MAX.into()) => visit_i64;
        deserialize_i16: |reader: &mut Reader<'de>| reader.integer(i16::MIN.into(), i16::MAX.into()) => visit_i64;
        deserialize_i32: |reader: &mut Reader<'de>| reader.integer(i32::MIN.into(), i32::MAX.into()) => visit_i64;
        deserialize_i64: |reader: &mut Reader<'de>| reader.integer(i64::MIN, i64::MAX) => visit_i64;
        deserialize_f32: |reader: &mut Reader<'de>| reader.real() => visit_f64;
        deserialize_f64: |reader: &mut Reader<'de>| reader.real() => visit_f64;
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        let (text, place) = self.text()?;
        match text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
        .map_err(|fault: YamlError| fault.or_at(place))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
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
    ) -> Result<V::Value, YamlError> {
        if name == PLACED {
            let place = self.events.peek()?.1;
            return visitor.visit_seq(Parts::new(self, place)).map_err(|fault| fault.or_at(place));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        let place = self.expect(|thing| matches!(thing, YamlEvent::List), "expected a list")?;
        let value = visitor.visit_seq(List(self)).map_err(|fault: YamlError| fault.or_at(place))?;
        self.expect(|thing| matches!(thing, YamlEvent::End), "this list has too many elements")?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        let place = self.expect(|thing| matches!(thing, YamlEvent::Mapping), KEYS)?;
        visitor.visit_map(Mapping::new(self, place)).map_err(|fault: YamlError| fault.or_at(place))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        let (thing, place) = self.events.peek()?;
        let place = *place;
        let is_alone = match thing {
            YamlEvent::Scalar { .. } => true,
            YamlEvent::Mapping => false,
            _ => {
                return Err(YamlError::at(
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
            .map_err(|fault: YamlError| fault.or_at(place))?;
        if !is_alone {
            self.expect(|thing| matches!(thing, YamlEvent::End), "expected only one key")?;
        }
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        self.events.value()?;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, YamlError> {
        self.deserialize_str(visitor)
    }
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = YamlError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, YamlError> {
        match self.0.events.peek()? {
            (YamlEvent::End, _) => Ok(None),
            _ => seed.deserialize(&mut *self.0).map(Some),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = YamlError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), YamlError> {
        let (name, place) = self.reader.text()?;
        let name = seed.deserialize(IntoDeserializer::<YamlError>::into_deserializer(name));
        Ok((name.map_err(|fault| fault.or_at(place))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = YamlError;

    fn unit_variant(self) -> Result<(), YamlError> {
        if self.is_alone { Ok(()) } else { Deserialize::deserialize(self.reader) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, YamlError> {
        if self.is_alone {
            return Err(YamlError::custom(
                "expected a value after this word and a colon. Write `{}` for an empty value",
            ));
        }
        seed.deserialize(self.reader)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, YamlError> {
        self.reader.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, YamlError> {
        self.reader.deserialize_map(visitor)
    }
}

/// Gives a visitor the line, the column and the value, as a list.
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
    type Error = YamlError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, YamlError> {
        let number = |n: u32| -> U32Deserializer<YamlError> { n.into_deserializer() };
        self.given += 1;
        match self.given {
            1 => seed.deserialize(number(self.place.line)),
            2 => seed.deserialize(number(self.place.column)),
            _ => seed.deserialize(&mut *self.reader),
        }
        .map(Some)
    }
}
