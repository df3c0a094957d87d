//! A move as a line: its verb's word, and what follows it.

use std::any::Any;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use crate::chance::{Fall, Probability};
use crate::machine::{Bits, Input, Place, Source, Step};
use crate::rules::moves::every_move;
use crate::rules::{Bit, Cell, Direction, Half, Layout, Move, Phrase, Side, Skip, Verb, YesNo};

macro_rules! text {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        impl fmt::Display for Move {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.verb().word())?;
                match self { $( Self::$name $( ($arg) )? => { $( write!(f, " {}", $arg)?; )? } )* }
                Ok(())
            }
        }

        impl FromStr for Move {
            type Err = String;

            /// Reads a verb's word and its argument.
            fn from_str(text: &str) -> Result<Self, String> {
                let text = text.trim();
                let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
                let rest = rest.trim();
                match word {
                    $( $word => {
                        $( let $arg = argument::<$payload>(word, rest)?;
                           return Ok(Self::$name($arg)); )?
                        #[allow(unreachable_code)]
                        if rest.is_empty() {
                            text!(@unit $name $( $arg )?)
                        } else {
                            Err(format!("`{word}` takes nothing after it, but `{rest}` follows"))
                        }
                    } )*
                    _ => Err(unknown(word)),
                }
            }
        }
    };
    (@unit $name:ident) => { Ok(Self::$name) };
    (@unit $name:ident $arg:ident) => { Err(String::new()) };
}

every_move!(text);

/// Reads what follows a verb's word.
fn argument<T: FromStr<Err: fmt::Display + 'static>>(word: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| match (&error as &dyn Any).is::<ParseIntError>() {
        true => format!("`{word}` takes a whole number from 0, not `{text}`"),
        false => error.to_string(),
    })
}

fn unknown(word: &str) -> String {
    let words: Vec<&str> = Verb::ALL.iter().map(|verb| verb.word()).collect();
    if word.is_empty() {
        format!("a move is missing: write one of {}", words.join(", "))
    } else {
        format!("`{}` is not a move: write one of {}", word.escape_default(), words.join(", "))
    }
}

impl Verb {
    /// The move of this kind whose argument is written `argument` (empty if it takes none).
    pub fn with(self, argument: &str) -> Result<Move, String> {
        format!("{} {argument}", self.word()).parse()
    }
}
