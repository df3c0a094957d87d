//! The text form of a move: the word for its verb, and its argument.

use std::any::Any;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use crate::chance::{ChanceOutcome, Probability};
use crate::machine::{Bits, Input, Ordinal, Source, Step};
use crate::rules::moves::every_move;
use crate::rules::{
    ArgumentChoice, Bit, BitRef, Direction, Half, Move, Side, SingleLine, SkippedWriter, Verb,
    YesNo,
};

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

            /// Parses the word for a verb, and its argument.
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
                            Err(format!("`{word}` takes no argument. Remove `{rest}`"))
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

/// Parses the argument after a verb.
fn argument<T: FromStr<Err: fmt::Display + 'static>>(word: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| match (&error as &dyn Any).is::<ParseIntError>() {
        true => format!("`{word}` takes a whole number, 0 or more, not `{text}`"),
        false => error.to_string(),
    })
}

fn unknown(word: &str) -> String {
    let words: Vec<&str> = Verb::ALL.iter().map(|verb| verb.word()).collect();
    if word.is_empty() {
        format!("the move is missing. Write one of {}", words.join(", "))
    } else {
        format!("`{}` is not a move. Write one of {}", word.escape_default(), words.join(", "))
    }
}

impl Verb {
    /// Parses the argument of this verb and returns the move. `argument` is empty if the verb takes
    /// no argument.
    pub fn parse_argument(self, argument: &str) -> Result<Move, String> {
        format!("{} {argument}", self.word()).parse()
    }
}
