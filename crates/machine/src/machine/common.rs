//! The costs of the judge, and the number of bits that name a place.

/// The costs of the judge: bits for the place where Bob points, bits of the transcript and of the
/// input, and questions to the oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeCost {
    /// Bits for the place where Bob points.
    pub location: u64,
    /// Bits of the transcript.
    pub transcript: u64,
    /// Bits of the input.
    pub input: u64,
    /// Questions to the oracle.
    pub oracle: u64,
}

/// ⌈log2 n⌉: the number of bits that distinguish n things. It is also the number of times that n must be halved to
/// reach one thing. 0 if there is at most one thing.
pub fn ceil_log2(n: u64) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}

/// The number of bits that name one of this many places.
pub fn location_bits(places: usize) -> u64 {
    ceil_log2(places as u64).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_rounded_up() {
        let bits = [0, 1, 2, 3, 4, 5, 7, 8, 9, 21, 32, 33].map(ceil_log2);
        assert_eq!(bits, [0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6]);
    }
}
