//! Elenchus: a terminal playground for AI-safety debate protocols.
//!
//! In a debate, two provers, Alice and Bob, argue before a judge about the result of a long
//! computation. The judge cannot afford to repeat it. A protocol fixes who says what, what the judge
//! may read at which cost, and who wins. With Elenchus you play such debates, replay and share them,
//! compute their exact values, and measure strategies in millions of debates.
//!
//! # Five ideas
//!
//! 1. **A debate is its record**: a scenario, the players, and a list of moves. The state is a pure
//!    function of the record, so undo removes a move and replay applies the moves one by one. Random
//!    draws are moves too, so a replay needs no random numbers.
//! 2. **Rules list actions; players choose.** `Protocol::next` returns one of four things: ask a
//!    player, reveal a move, draw from a distribution, or end. The same list decides what is legal,
//!    what a screen shows, and what happens.
//! 3. **Views protect secrets.** A player, a screen, a hint or an external program gets a `View` for
//!    one viewer, and never the state.
//! 4. **Rules contain no text, and text contains no rules.** Both are modules of a protocol.
//! 5. **Claims are earned.** "Exact", "at least" and "estimated" are types, and only the computation
//!    that justifies a word can make its value.
//!
//! # The modules
//!
//! Each crate uses only the crates above it in this table. This crate has the commands, and
//! re-exports the others:
//!
//! | modules | crate | contents |
//! |---|---|---|
//! | [`chance`], [`work`], [`yaml`], [`machine`] | `elenchus-machine` | distributions, long work that can be cancelled, the reader of files, and computations with their transcripts |
//! | [`forms`], [`rules`], [`text`], [`strategy`], [`debate`], [`analysis`] | `elenchus-core` | the parts that all protocols share |
//! | [`protocol`], [`review`], [`batch`] | `elenchus-core` | the protocols, the grading of a finished debate, and many debates at once |
//! | [`scenario`] | `elenchus-store` | scenario files, and everything else on the disk |
//! | [`outside`] | `elenchus-outside` | players that are other programs |
//! | [`tui`], `export` | `elenchus-screens` | screens, and debates as pages and pictures. The crate `elenchus-kit` draws. |
//! | [`cli`] | this crate | the commands |
//!
//! Two more crates show the same screens: `elenchus-class` to students on other machines, and
//! `elenchus-page` in a browser. To build without the class, use `--no-default-features`.
//!
//! To read the code, begin with one protocol. `protocol/direct_judge` is the smallest, and
//! `rules.rs` in each protocol reads like the figure of its paper.
//!
//! # Play a debate
//!
//! ```
//! use elenchus::chance::Probability;
//! use elenchus::debate::{Advance, AnyDebate, Debate, SeatPlan};
//! use elenchus::machine::{Op, plan::families};
//! use elenchus::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
//! use elenchus::rules::{Seat, Side};
//! use elenchus::text::Presentation;
//!
//! // Five votes, all of them "no". Alice claims that most are "yes".
//! let plan = families::votes("Is it true?", 5, Probability::ZERO, Op::Majority)?;
//! let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
//! let mut debate = Debate::new(CrossExamination::new(setup)?, 1)?;
//! debate.seat(Seat::Alice, &SeatPlan::Program("lie-at:2".into()))?;
//! let table: &mut dyn AnyDebate = &mut debate;
//! let Advance::Over(outcome) = table.run()? else { panic!("programs play to the end") };
//! assert_eq!(outcome.winner, Side::Bob);
//! assert!(debate.rules().outcome_reason().contains("the judge ruled that it is wrong"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a strategy, and solve the debate
//!
//! A strategy is a function from the view of its seat to a move, or to a mixture of moves. It draws
//! no random numbers, so the exact value is a walk over all its choices.
//!
//! ```
//! use elenchus::analysis::game_tree::{GameTreeWalk, cast};
//! use elenchus::chance::Probability;
//! use elenchus::machine::{Op, plan::families};
//! use elenchus::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
//! use elenchus::rules::View;
//! use elenchus::rules::{Move, Seat};
//! use elenchus::strategy::Choice;
//! use elenchus::work::CancelToken;
//!
//! let plan = families::votes("Is it true?", 5, Probability::ZERO, Op::Majority)?;
//! let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
//! let start = CrossExamination::new(setup)?;
//!
//! // This Bob points at a random step. All steps have the same probability.
//! let blind = |view: View<'_, CrossExamination>| {
//!     Choice::uniform(view.plan().steps().map(Move::Point).collect())
//! };
//! let players = cast(&start, ["lie-at:2", "honest", "honest"])?.with(Seat::Bob, blind);
//!
//! // Alice lies at one of the five votes, and the last step is as she claims. These two of six steps
//! // are wrong, and Bob loses if he points at another one.
//! let value = GameTreeWalk::new(&players, 10_000, &CancelToken::default()).value(&start)?;
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
