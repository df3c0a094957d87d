//! Who sits at the table, who moves, and who sees what.

use serde::{Deserialize, Serialize};

/// A place at the table that a person or a program can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Prover A, who argues that the claim is right.
    Alice,
    /// Prover B, who disputes her; the estimator in prover-estimator debate.
    Bob,
    /// The verifier, who decides after reading almost nothing.
    Judge,
}

impl Seat {
    /// The three seats.
    pub const ALL: [Self; 3] = [Self::Alice, Self::Bob, Self::Judge];

    /// What `of` says of each, in that order.
    pub fn each<T>(mut of: impl FnMut(Self) -> T) -> [T; 3] {
        [of(Self::Alice), of(Self::Bob), of(Self::Judge)]
    }

    /// Its place in an array of three.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The prover whom this one answers; for the judge, Alice.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob | Self::Judge => Self::Alice,
        }
    }

    /// The side that this prover argues for; none of a judge.
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

/// One of the two provers: the one who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Alice: the claim stands.
    Alice,
    /// Bob: the claim falls.
    Bob,
}

impl Side {
    /// Alice if the claim stands, else Bob.
    pub const fn of_claim(stands: bool) -> Self {
        if stands { Self::Alice } else { Self::Bob }
    }

    /// Alice if she is paid something, else Bob; a sum that comes to nothing but for rounding is nothing.
    pub fn of_payment(paid: f64) -> Self {
        Self::of_claim(paid > 1e-9)
    }

    /// The other one.
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

/// Who made a move: a seat, nature (a fallen coin), or the rules (a bit shown, an answer given).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Trusted randomness.
    Nature,
    /// What follows from the rules.
    Rules,
}

/// The seats that see a move, and whether whoever looks on does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Audience(u8);

impl Default for Audience {
    fn default() -> Self {
        Self::ALL
    }
}

impl Audience {
    /// The bit of whoever looks on.
    const ROOM: u8 = 0b1000;
    /// All three seats, and the room.
    pub const ALL: Self = Self(0b1111);
    /// No seat: what is drawn stays hidden until the review.
    pub const NOBODY: Self = Self(0);
    /// Alice and Bob, not the judge.
    pub const PROVERS: Self = Self(0b011);
    /// Alice and Bob before the room; the judge waits outside, and hears nothing.
    pub const ALOUD: Self = Self(0b1011);

    /// One seat alone.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// Whether a seat is among them.
    pub const fn includes(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}

/// Whose eyes a board is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eye {
    /// A seat during the debate: it sees what it was shown.
    Seat(Seat),
    /// Whoever looks on: they see what the judge does, and what is said aloud outside the judge's
    /// hearing. They know nothing of their own.
    Room,
    /// The review: everything.
    All,
}

impl From<Seat> for Eye {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl Eye {
    /// Whether this eye sees what was shown to an audience.
    pub const fn sees(self, audience: Audience) -> bool {
        match self {
            Self::Seat(seat) => audience.includes(seat),
            Self::Room => audience.includes(Seat::Judge) || audience.0 & Audience::ROOM != 0,
            Self::All => true,
        }
    }

    /// Whether this is the given seat or the review; of the judge's, whether it is also the room.
    pub fn is(self, seat: Seat) -> bool {
        self.sees(Audience::only(seat))
    }

    /// Whether this is the review.
    pub fn is_review(self) -> bool {
        self == Self::All
    }
}
