//! The players, the actors that move, and the audience of a move.

use serde::{Deserialize, Serialize};

/// A role in a debate, for a person or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Prover A, who argues that the claim is right.
    Alice,
    /// Prover B, who disputes the claim. In prover-estimator debate he is the estimator.
    Bob,
    /// The verifier, who decides after a few reads.
    Judge,
}

impl Seat {
    /// The three seats.
    pub const ALL: [Self; 3] = [Self::Alice, Self::Bob, Self::Judge];

    /// The values of `of` for each seat, in the order of [`Self::ALL`].
    pub fn each<T>(mut of: impl FnMut(Self) -> T) -> [T; 3] {
        [of(Self::Alice), of(Self::Bob), of(Self::Judge)]
    }

    /// The index in an array of three.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposing prover. For the judge, Alice.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob | Self::Judge => Self::Alice,
        }
    }

    /// The side that this prover argues for. `None` for the judge.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Alice => Some(Side::Alice),
            Self::Bob => Some(Side::Bob),
            Self::Judge => None,
        }
    }

    /// The word for it in files and commands.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Alice => "alice",
            Self::Bob => "bob",
            Self::Judge => "judge",
        }
    }
}

/// One of the two sides: a prover who can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Alice: the claim is right.
    Alice,
    /// Bob: the claim is wrong.
    Bob,
}

impl Side {
    /// Alice if the claim is right, otherwise Bob.
    pub const fn of_claim(stands: bool) -> Self {
        if stands { Self::Alice } else { Self::Bob }
    }

    /// Alice if her payment is positive, otherwise Bob. A payment below the rounding error counts
    /// as 0.
    pub fn of_payment(paid: f64) -> Self {
        Self::of_claim(paid > 1e-9)
    }

    /// The other side.
    pub const fn other(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob => Self::Alice,
        }
    }

    /// The seat of this prover.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Alice => Seat::Alice,
            Self::Bob => Seat::Bob,
        }
    }
}

/// The actor that made a move: a player, nature or the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Trusted randomness.
    Nature,
    /// The rules: the move follows from earlier moves.
    Rules,
}

/// The seats that see a move, and whether spectators see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visibility(u8);

impl Default for Visibility {
    fn default() -> Self {
        Self::ALL
    }
}

impl Visibility {
    /// The bit for spectators.
    const ROOM: u8 = 0b1000;
    /// All three seats and the spectators.
    pub const ALL: Self = Self(0b1111);
    /// No seat. The outcome is hidden until the review.
    pub const NOBODY: Self = Self(0);
    /// Alice and Bob, but not the judge.
    pub const PROVERS: Self = Self(0b011);
    /// Alice, Bob and the spectators. The judge waits outside and hears nothing.
    pub const ALOUD: Self = Self(0b1011);

    /// One seat only.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Returns whether a seat is in this audience.
    pub const fn includes(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}

/// The viewer that a board is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A seat during the debate. It sees only the moves that it was shown.
    Seat(Seat),
    /// A spectator, who sees the same as the judge, and also the moves that the provers make aloud
    /// when the judge cannot hear them. A spectator has no private knowledge.
    Room,
    /// The review, which sees everything.
    All,
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl Viewer {
    /// Returns whether this viewer sees a move with this audience.
    pub const fn sees(self, audience: Visibility) -> bool {
        match self {
            Self::Seat(seat) => audience.includes(seat),
            Self::Room => audience.includes(Seat::Judge) || audience.0 & Visibility::ROOM != 0,
            Self::All => true,
        }
    }

    /// Returns whether this is the given seat or the review. For the judge, spectators count too.
    pub fn is(self, seat: Seat) -> bool {
        self.sees(Visibility::only(seat))
    }

    /// Returns whether this is the review.
    pub fn is_review(self) -> bool {
        self == Self::All
    }
}
