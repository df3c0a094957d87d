//! Consultancy, a baseline for debate: Alice argues and nobody answers her. She chooses bits of x
//! to show, and the judge may read a few more bits. Then the judge rules whether f(x) is what Alice
//! claims.

mod form;
mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use form::ConsultancyFile;
pub use rules::{Consultancy, ConsultancyInstance, Phase};

type Seen<'a> = crate::rules::View<'a, Consultancy>;
