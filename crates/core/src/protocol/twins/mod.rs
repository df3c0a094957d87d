//! The twins game. Players can see the lower bound in it (2026 paper, Cor. 4 and Thm 13).
//!
//! f depends on n inputs. Nature draws one of them, i. It also draws an input w with f(w) = 0 and
//! f(w ⊕ e_i) = 1. Then it decides which of these two twins is x, each with probability 1/2.
//!
//! The transcript is valid for both twins: Alice wrote for w, and Bob wrote for the other twin. So
//! a judge who does not read x_i cannot distinguish the twins. After the ruling the rules show x
//! and its twin. Over many rounds, a judge with q reads is right on average in at most this share
//! of the rounds: min(1, 1/2 + (2^q − 1)/(2n)).

mod best_judge;
mod errors;
mod form;
mod judge;
pub mod players;
mod rules;
mod transcript;
mod view;
mod words;

pub use errors::{MOST_INPUTS, MOST_ROUNDS, TwinsError, TwinsTooLarge};
pub use form::{TranscriptFile, TwinsFile};
pub use judge::BestJudge;
pub use rules::{DrawnPair, Phase, RuledRound, TwinPair, Twins, TwinsInstance};
pub use transcript::TranscriptSource;

type Seen<'a> = crate::rules::View<'a, Twins>;
