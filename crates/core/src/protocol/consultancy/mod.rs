//! Consultancy, which debates are measured against: one prover argues, nobody answers her. Alice shows the
//! judge bits of x, as many as she may and those that she likes; the judge may read some itself, and rules
//! whether f(x) is what she claims.

mod form;
mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use form::ConsultancyFile;
pub use rules::{Consultancy, ConsultancyInstance, Phase};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Consultancy>;
