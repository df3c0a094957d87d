//! The parameters of a protocol in a file. The trait [`ProtocolForm`] turns them into a debate.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysable, Game};
use crate::debate::Debate;
use crate::forms::{Located, MachineFile, OracleSource, Spot, YamlError};
use crate::machine::claims::ClaimTree;
use crate::rules::Seat;

/// The parts of a file that a protocol needs in addition to its own parameters.
#[derive(Clone, Copy, Debug)]
pub struct DebateSubject<'a> {
    /// The computation or the claims under debate.
    pub machine: &'a Located<MachineFile>,
    /// The source of the oracle's answers.
    pub oracle: OracleSource,
    /// The seed of all random draws.
    pub seed: u64,
    /// The position of the protocol in the file.
    pub spot: Spot,
}

impl DebateSubject<'_> {
    /// Returns an error at the protocol's position in the file.
    pub fn wrong(&self, message: impl Into<String>) -> YamlError {
        YamlError::at(self.spot, message)
    }
}

/// A debate at its start, with honest players.
pub struct OpenedDebate {
    /// The debate.
    pub game: Box<dyn Game>,
    /// The number of steps that evidence can refer to. `None` if there are no steps.
    pub steps: Option<usize>,
    /// The claims that evidence can refer to.
    pub claims: Option<ClaimTree>,
}

impl OpenedDebate {
    /// Starts a debate with these rules.
    ///
    /// # Errors
    /// Returns an error if the protocol lists no honest player for a seat.
    pub fn new<R: Analysable>(rules: R, subject: &DebateSubject<'_>) -> Result<Self, YamlError> {
        let debate = Debate::new(rules, subject.seed).map_err(|why| subject.wrong(why))?;
        Ok(Self { game: Box::new(debate), steps: None, claims: None })
    }

    /// Sets the number of steps.
    #[must_use]
    pub fn with_steps(self, steps: usize) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Sets the claims.
    #[must_use]
    pub fn with_claims(self, claims: ClaimTree) -> Self {
        Self { claims: Some(claims), ..self }
    }
}

/// The parameters of a protocol in a file.
///
/// ```
/// let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
///     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}}";
/// let mut scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let form = scenario.protocol.value.form_mut();
/// assert_eq!(form.claimed(), Some(true));
/// form.claim(false)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// assert_eq!(game.position().truth_at_hand(), Some(true), "the step says no, and Alice now claims no");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ProtocolForm {
    /// Opens the debate.
    ///
    /// # Errors
    /// Returns an error if the debate cannot be played. The error names the position in the file.
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError>;

    /// Returns warnings about a debate that can be played but guarantees less than it seems to.
    fn warnings(&self, _subject: &DebateSubject<'_>) -> Vec<YamlError> {
        Vec::new()
    }

    /// Returns `true` if Alice may write a witness first (2024 paper, Fig. 3).
    fn takes_a_witness(&self) -> bool {
        false
    }

    /// Returns `true` if this seat makes any moves.
    fn plays(&self, _seat: Seat) -> bool {
        true
    }

    /// The output that Alice claims. `None` if the file states the claim in words only.
    fn claimed(&self) -> Option<bool> {
        None
    }

    /// Sets the output that Alice claims.
    ///
    /// # Errors
    /// Returns an error if the protocol has no claim to set. The error is the second half of a
    /// sentence. The caller writes the first half, which names the protocol.
    fn claim(&mut self, _output: bool) -> Result<(), &'static str> {
        Err("there is no claim to set")
    }
}

/// One value for each seat. A file may leave out any of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PerSeat<T> {
    /// The value for Alice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alice: Option<T>,
    /// The value for Bob.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bob: Option<T>,
    /// The value for the judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<T>,
}

impl<T> Default for PerSeat<T> {
    fn default() -> Self {
        Self { alice: None, bob: None, judge: None }
    }
}

impl<T> PerSeat<T> {
    /// The value of a seat. `None` if the file leaves it out.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }

    /// The values that the file gives.
    pub fn given(&self) -> impl Iterator<Item = &T> {
        Seat::ALL.into_iter().filter_map(|seat| self.get(seat))
    }

    /// Converts the value of each seat. A seat without a value gets the default.
    pub(crate) fn map<M: Default>(
        &self,
        make: impl Fn(&T) -> Result<M, YamlError>,
    ) -> Result<[M; 3], YamlError> {
        let made = |of: &Option<T>| of.as_ref().map_or_else(|| Ok(M::default()), &make);
        Ok([made(&self.alice)?, made(&self.bob)?, made(&self.judge)?])
    }
}

/// Implements the methods of [`ProtocolForm`] about the claim, for a form with the key `claim`.
macro_rules! claimed_by_key {
    () => {
        fn claimed(&self) -> Option<bool> {
            Some(self.claim.0)
        }

        fn claim(&mut self, output: bool) -> Result<(), &'static str> {
            self.claim = BitFile(output);
            Ok(())
        }
    };
}
pub(crate) use claimed_by_key;
