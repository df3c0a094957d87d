//! A protocol's parameters as they stand in a file, and how they make a debate.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysed, Game};
use crate::debate::Debate;
use crate::forms::{At, Fault, MachineFile, Oracle, Spot};
use crate::machine::claims::ClaimTree;
use crate::rules::Seat;

/// What a file says of a debate beside the protocol's own parameters.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What it is about.
    pub machine: &'a At<MachineFile>,
    /// Who answers the oracle's questions.
    pub oracle: Oracle,
    /// The seed of every coin.
    pub seed: u64,
    /// Where the protocol stands in the file.
    pub spot: Spot,
}

impl Subject<'_> {
    /// Something is wrong with the protocol's parameters.
    pub fn wrong(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.spot, message)
    }
}

/// A debate at its start, with honest players.
pub struct Opened {
    /// The debate.
    pub game: Box<dyn Game>,
    /// How many steps there are for evidence to bear on, where that is known.
    pub steps: Option<usize>,
    /// The claims for evidence to bear on.
    pub claims: Option<ClaimTree>,
}

impl Opened {
    /// A debate by these rules.
    ///
    /// # Errors
    /// If the protocol lacks an honest player.
    pub fn new<R: Analysed>(rules: R, subject: &Subject<'_>) -> Result<Self, Fault> {
        let debate = Debate::new(rules, subject.seed).map_err(|why| subject.wrong(why))?;
        Ok(Self { game: Box::new(debate), steps: None, claims: None })
    }

    /// The same, with so many steps.
    #[must_use]
    pub fn with_steps(self, steps: usize) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// The same, with these claims.
    #[must_use]
    pub fn with_claims(self, claims: ClaimTree) -> Self {
        Self { claims: Some(claims), ..self }
    }
}

/// A protocol's parameters as they stand in a file.
///
/// ```
/// let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
///     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}}";
/// let mut scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let form = scenario.protocol.value.form_mut();
/// assert_eq!(form.claimed(), Some(true));
/// form.claim(false)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// assert_eq!(game.now().truth_at_hand(), Some(true), "it is not so, as is claimed now");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Form {
    /// The debate.
    ///
    /// # Errors
    /// What in the file cannot be played, and where.
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault>;

    /// What can be played, but promises less than it seems to.
    fn warnings(&self, _subject: &Subject<'_>) -> Vec<Fault> {
        Vec::new()
    }

    /// Whether Alice may first write a witness (2024 paper, Fig. 3).
    fn takes_a_witness(&self) -> bool {
        false
    }

    /// Whether a seat has something to do.
    fn plays(&self, _seat: Seat) -> bool {
        true
    }

    /// The output that Alice claims; none where only the file's words say it.
    fn claimed(&self) -> Option<bool> {
        None
    }

    /// Lets Alice claim this output.
    ///
    /// # Errors
    /// Why she cannot: the rest of a sentence that names the protocol.
    fn claim(&mut self, _output: bool) -> Result<(), &'static str> {
        Err("there is no claim to set")
    }
}

/// Something of each seat, for the seats of which the file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PerSeat<T> {
    /// For Alice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alice: Option<T>,
    /// For Bob.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bob: Option<T>,
    /// For the judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<T>,
}

impl<T> Default for PerSeat<T> {
    fn default() -> Self {
        Self { alice: None, bob: None, judge: None }
    }
}

impl<T> PerSeat<T> {
    /// A seat's, if the file says it.
    pub fn of(&self, seat: Seat) -> Option<&T> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }

    /// Those that the file says.
    pub fn given(&self) -> impl Iterator<Item = &T> {
        Seat::ALL.into_iter().filter_map(|seat| self.of(seat))
    }

    /// What is made of each seat's, the default where the file says nothing.
    pub(crate) fn each<M: Default>(
        &self,
        make: impl Fn(&T) -> Result<M, Fault>,
    ) -> Result<[M; 3], Fault> {
        let made = |of: &Option<T>| of.as_ref().map_or_else(|| Ok(M::default()), &make);
        Ok([made(&self.alice)?, made(&self.bob)?, made(&self.judge)?])
    }
}

/// What a form says of the claim where its key `claim` sets it.
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
