//! Elenchus: a playground for AI-safety debate protocols.
//!
//! The rooms, from the bottom up; imports go down only. The first line is the crate
//! `elenchus-machine`, which knows no debate; the next ones are `elenchus-core`, which has no files, no
//! processes and no terminal; [`scenario`] on a disk is `elenchus-store`, [`outside`] is
//! `elenchus-outside`, [`tui`] and `export` are `elenchus-screens`, which draws by `elenchus-kit`:
//!
//! - [`chance`]: laws and seeded nature; [`work`]: long work, its progress and its stopping;
//!   [`yaml`]: the reader of files; [`machine`]: computations and their transcripts;
//! - [`forms`]: what stands in a file: computations, moves and seats;
//! - [`rules`]: what a protocol is made of; [`text`]: what words
//!   share; [`strategy`]: what a player that is a program is; [`debate`]: records, seats, many
//!   debates; [`analysis`]: what reports and the review share;
//! - [`protocol`]: the protocols, one room each: rules, what an eye may see, words, players, exact
//!   analysis;
//! - [`scenario`]: files; [`review`]: goals; [`batch`]: debates by the million; [`outside`]: players
//!   that are other programs;
//! - `export`: debates on paper and in a browser; [`tui`] and [`cli`]: the terminal; the crate
//!   `elenchus-class`, unless it is left out by `--no-default-features`: the same screens for people on
//!   other machines. The crate `elenchus-page` is the same screens in a browser.
//!
//! # Play a debate
//!
//! ```
//! use elenchus::chance::Probability;
//! use elenchus::debate::{Advance, Debate, SeatPlan, Table};
//! use elenchus::machine::{Op, plan::families};
//! use elenchus::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
//! use elenchus::rules::{Seat, Side};
//! use elenchus::text::Show;
//!
//! // Five votes that all say no; Alice claims that the majority says yes.
//! let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
//! let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
//! let mut debate = Debate::new(CrossExamination::new(setup)?, 1)?;
//! debate.seat(Seat::Alice, &SeatPlan::Program("lie-at:2".into()))?;
//! let table: &mut dyn Table = &mut debate;
//! let Advance::Over(outcome) = table.run()? else { panic!("programs play to the end") };
//! assert_eq!(outcome.winner, Side::Bob);
//! assert!(debate.rules().why().contains("the judge ruled that it is wrong"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a strategy, and solve the debate
//!
//! A strategy is a function from what its seat sees to a move, or to a mixture of moves.
//!
//! ```
//! use elenchus::analysis::game_tree::{Walk, cast};
//! use elenchus::chance::Probability;
//! use elenchus::machine::{Op, plan::families};
//! use elenchus::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
//! use elenchus::rules::View;
//! use elenchus::rules::{Move, Seat};
//! use elenchus::strategy::Choice;
//! use elenchus::work::Token;
//!
//! let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
//! let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
//! let start = CrossExamination::new(setup)?;
//!
//! // A Bob who points at one of all steps, each as likely as the others.
//! let blind = |sight: View<'_, CrossExamination>| {
//!     Choice::uniform(sight.plan().steps().map(Move::Point).collect())
//! };
//! let players = cast(&start, ["lie-at:2", "honest", "honest"])?.with(Seat::Bob, blind);
//!
//! // Two of six steps are wrong: her lie, and the last one, which is as she claims.
//! let value = Walk::new(&players, 10_000, &Token::default()).value(&start)?;
//! assert!((value - 4.0 / 6.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use elenchus_core::{
    analysis, batch, chance, debate, forms, machine, protocol, review, rules, strategy, text, work,
    yaml,
};
pub use elenchus_outside as outside;
use elenchus_screens::export;
pub use elenchus_screens::tui;
pub use elenchus_store as scenario;

pub mod cli;
