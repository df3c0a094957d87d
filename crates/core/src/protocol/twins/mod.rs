//! The lower bound, played (Cor. 4 and Thm 13 of the 2026 paper).
//!
//! f depends on n inputs. Nature picks one of them, i, an input w with f(w) = 0 and f(w ⊕ e_i) = 1,
//! and by a fair coin which of these twins is x. The transcript put before the judge is valid for
//! both: Alice wrote it as she honestly would on w, Bob as he would on the twin. A judge with a
//! budget of reads who does not read x_i cannot tell them apart. Afterwards the twin is revealed;
//! over many rounds the judge is right at most min(1, 1/2 + (2^q − 1)/(2n)) of the time.

mod best;
mod faults;
mod form;
mod judge;
pub mod players;
mod rules;
mod transcript;
mod view;
mod words;

pub use faults::{MOST_INPUTS, MOST_ROUNDS, TooLarge, TwinsError};
pub use form::{TranscriptFile, TwinsFile};
pub use judge::BestJudge;
pub use rules::{DrawnPair, Pair, Phase, Twins, TwinsInstance};
pub use transcript::Written;

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Twins>;
