//! The seats and sides of a debate, the actors that move, and the viewers who see a move.

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

    /// Calls `of` for each seat and returns the values, in the order of [`Self::ALL`].
    pub fn each<T>(mut of: impl FnMut(Self) -> T) -> [T; 3] {
        [of(Self::Alice), of(Self::Bob), of(Self::Judge)]
    }

    /// The index of this seat in an array with an element for each seat.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposing prover. For the judge's seat, this is Alice.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob | Self::Judge => Self::Alice,
        }
    }

    /// The side of this prover. `None` for the judge.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Alice => Some(Side::Alice),
            Self::Bob => Some(Side::Bob),
            Self::Judge => None,
        }
    }

    /// The word for this seat in files and commands.
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

    /// The side that receives a payment to Alice: Alice if the payment is positive, otherwise Bob.
    /// A payment smaller than the rounding error counts as 0.
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

/// The actor of a move: a player, chance or the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Chance: a random draw.
    Nature,
    /// The rules, which make moves that follow from earlier moves.
    Rules,
}

/// The viewers of a move: some of the seats, and perhaps the spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visibility(u8);

impl Default for Visibility {
    fn default() -> Self {
        Self::ALL
    }
}

impl Visibility {
    const ROOM: u8 = 0b1000;
    /// All three seats and the spectators.
    pub const ALL: Self = Self(0b1111);
    /// No seat and no spectator. The move is hidden until the review.
    pub const NOBODY: Self = Self(0);
    /// Alice and Bob, but not the judge.
    pub const PROVERS: Self = Self(0b011);
    /// Alice, Bob and the spectators, but not the judge, who waits outside.
    pub const ALOUD: Self = Self(0b1011);

    /// One seat only.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Returns whether a seat sees the move.
    pub const fn includes(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}

/// The viewer for whom a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A seat during the debate. It sees only some of the moves.
    Seat(Seat),
    /// A spectator. A spectator sees what the judge sees, and also hears the provers while the
    /// judge waits outside.
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
    /// Returns whether this viewer sees a move with this visibility.
    pub const fn sees(self, audience: Visibility) -> bool {
        match self {
            Self::Seat(seat) => audience.includes(seat),
            Self::Room => audience.includes(Seat::Judge) || audience.0 & Visibility::ROOM != 0,
            Self::All => true,
        }
    }

    /// Returns whether this viewer sees everything that the seat sees. This is true for the seat
    /// itself and for the review. If the seat is the judge, it is also true for spectators.
    pub fn is(self, seat: Seat) -> bool {
        self.sees(Visibility::only(seat))
    }

    /// Returns whether this viewer is the review.
    pub fn is_review(self) -> bool {
        self == Self::All
    }
}
