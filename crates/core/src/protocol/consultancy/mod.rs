//! Consultancy, a baseline for debate: Alice argues and nobody answers her. She chooses bits of x
//! to show, the judge may read a few itself, and then it rules whether f(x) is what Alice claims.

mod form;
mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use form::ConsultancyFile;
pub use rules::{Consultancy, ConsultancyInstance, Phase};

/// A view of the debate for one viewer.
type Seen<'a> = crate::rules::View<'a, Consultancy>;
