//! SHA-256 (FIPS 180-4) of a message of one block, as a circuit that compares the digest with a
//! value.

use super::arithmetic::equals;
use super::{CircuitFamilyError, sized};
use crate::machine::Bits;
use crate::machine::circuit::{Circuit, CircuitBuilder, Wire};

/// The longest message in bytes: one block without its padding.
pub const MOST_MESSAGE: usize = 55;

/// 32 wires, the lowest bit first.
type Word = [Wire; 32];

/// The circuit that is 1 if the SHA-256 digest of the message is `digest`. Its inputs are the bits
/// of the message, 8 for each byte, highest first. It has about 1.2 · 10^5 gates.
pub fn sha256_circuit(message: &[u8], digest: &[u8; 32]) -> Result<Circuit, CircuitFamilyError> {
    sized("SHA-256", "bytes of message", message.len(), 0, MOST_MESSAGE)?;
    let names = (0..message.len())
        .flat_map(|byte| (0..8).rev().map(move |bit| format!("byte {byte} bit {bit}")));
    let mut circuit = CircuitBuilder::new(names);
    let wires = circuit.input_wires();
    let computed = compress(&mut circuit, &wires);
    let same =
        equals(&mut circuit, &computed, |place| digest[place / 8] >> (7 - place % 8) & 1 == 1);
    Ok(circuit.finish(same)?.with_inputs(message_bits(message).collect::<Bits>())?)
}

/// The digest of a message of up to 55 bytes. It is computed by the circuit with a constant message, in which every
/// gate becomes a constant.
pub fn sha256(message: &[u8]) -> Result<[u8; 32], CircuitFamilyError> {
    sized("SHA-256", "bytes of message", message.len(), 0, MOST_MESSAGE)?;
    let wires: Vec<Wire> = message_bits(message).map(Wire::Constant).collect();
    let digest = compress(&mut CircuitBuilder::over(0), &wires);
    let mut bytes = [0u8; 32];
    for (place, wire) in digest.into_iter().enumerate() {
        bytes[place / 8] |= u8::from(wire == Wire::Constant(true)) << (7 - place % 8);
    }
    Ok(bytes)
}

/// The bits of a message, the highest of each byte first.
fn message_bits(message: &[u8]) -> impl Iterator<Item = bool> + '_ {
    message.iter().flat_map(|&byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1))
}

/// The 256 wires of the digest of a message of one block. The message and the digest have the highest bit of each byte
/// first.
fn compress(circuit: &mut CircuitBuilder, message: &[Wire]) -> Vec<Wire> {
    let start: Vec<Word> = primes(8).map(|p| constant(fraction_of_root(p, 2))).collect();
    let schedule = schedule(circuit, message);
    let mut state: [Word; 8] = std::array::from_fn(|i| start[i]);
    for (round, (&w, prime)) in schedule.iter().zip(primes(64)).enumerate() {
        let [a, b, c, d, e, f, g, h] = state;
        let mixed_e = mix(circuit, &e, [6, 11, 25]);
        let chosen = bitwise(|i| {
            let differ = circuit.xor(f[i], g[i]);
            let pick = circuit.and(e[i], differ);
            circuit.xor(pick, g[i])
        });
        let mut first = add(circuit, &h, &mixed_e);
        for term in [chosen, constant(fraction_of_root(prime, 3)), w] {
            first = add(circuit, &first, &term);
        }
        let mixed_a = mix(circuit, &a, [2, 13, 22]);
        let most = bitwise(|i| circuit.majority_of_three(a[i], b[i], c[i]));
        let second = add(circuit, &mixed_a, &most);
        let new_a = add(circuit, &first, &second);
        let new_e = add(circuit, &d, &first);
        for bit in 0..32 {
            circuit.describe(new_a[bit], format!("round {}: bit {bit} of a", round + 1));
            circuit.describe(new_e[bit], format!("round {}: bit {bit} of e", round + 1));
        }
        state = [new_a, a, b, c, new_e, e, f, g];
    }
    let words: Vec<Word> = start.iter().zip(&state).map(|(s, w)| add(circuit, s, w)).collect();
    words.iter().flat_map(|word| word.iter().rev().copied()).collect()
}

/// The 64 words W that the rounds use.
fn schedule(circuit: &mut CircuitBuilder, message: &[Wire]) -> Vec<Word> {
    let length = (message.len() as u64).to_be_bytes();
    let mut block = message.to_vec();
    block.push(Wire::Constant(true));
    block.resize(448, Wire::Constant(false));
    block.extend(message_bits(&length).map(Wire::Constant));
    let mut words: Vec<Word> =
        block.chunks_exact(32).map(|bits| bitwise(|i| bits[31 - i])).collect();
    for t in 16..64 {
        let low = shift_mix(circuit, &words[t - 15], [7, 18], 3);
        let high = shift_mix(circuit, &words[t - 2], [17, 19], 10);
        let mut sum = add(circuit, &words[t - 16], &low);
        sum = add(circuit, &sum, &words[t - 7].clone());
        words.push(add(circuit, &sum, &high));
    }
    words
}

fn bitwise(wire: impl FnMut(usize) -> Wire) -> Word {
    std::array::from_fn(wire)
}

fn constant(value: u32) -> Word {
    bitwise(|i| Wire::Constant(value >> i & 1 == 1))
}

/// The exclusive or of three rotations to the right.
fn mix(circuit: &mut CircuitBuilder, word: &Word, by: [usize; 3]) -> Word {
    bitwise(|i| {
        let [a, b, c] = by.map(|by| word[(i + by) % 32]);
        let both = circuit.xor(a, b);
        circuit.xor(both, c)
    })
}

/// The exclusive or of two rotations to the right and a shift.
fn shift_mix(circuit: &mut CircuitBuilder, word: &Word, by: [usize; 2], shift: usize) -> Word {
    bitwise(|i| {
        let [a, b] = by.map(|by| word[(i + by) % 32]);
        let shifted = word.get(i + shift).copied().unwrap_or(Wire::Constant(false));
        let both = circuit.xor(a, b);
        circuit.xor(both, shifted)
    })
}

fn add(circuit: &mut CircuitBuilder, a: &Word, b: &Word) -> Word {
    let mut carry = Wire::Constant(false);
    bitwise(|i| {
        let (sum, next) = circuit.full_adder(a[i], b[i], carry);
        carry = next;
        sum
    })
}

fn primes(count: usize) -> impl Iterator<Item = u32> {
    let is_prime = |n: &u32| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (2u32..).filter(is_prime).take(count)
}

/// The first 32 bits of the fractional part of a root of `number`: the square root if `power` is 2,
/// the cube root if `power` is 3. The standard defines its constants by these roots.
fn fraction_of_root(number: u32, power: u32) -> u32 {
    let target = u128::from(number) << (32 * power);
    // The root of a prime below 312 is below 2^5, and 32 more bits are needed.
    let (mut low, mut high) = (0u128, 1u128 << 37);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(power) <= target { low = middle } else { high = middle }
    }
    low as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::Digest;

    use super::*;
    use crate::machine::circuit::{BitSlicedCircuit, NormalForm};

    #[test]
    fn the_constants_are_the_standards() {
        assert_eq!(fraction_of_root(2, 2), 0x6a09_e667);
        assert_eq!(fraction_of_root(19, 2), 0x5be0_cd19);
        assert_eq!(fraction_of_root(2, 3), 0x428a_2f98);
        assert_eq!(fraction_of_root(311, 3), 0xc671_78f2);
    }

    #[test]
    fn the_circuit_is_1_only_on_the_right_digest() {
        let message = b"the quick brown fox jumps over the lazy dog";
        let mut digest: [u8; 32] = sha2::Sha256::digest(message).into();
        let right = sha256_circuit(message, &digest).unwrap();
        assert!(right.output());
        assert!((100_000..140_000).contains(&right.size()), "{} gates", right.size());
        digest[31] ^= 1;
        assert!(!sha256_circuit(message, &digest).unwrap().output());
        // Another message has another digest.
        let bits = right.plan().inputs().clone();
        assert!(!right.output_on(&bits.clone().with_bit(7, !bits.at(7))).unwrap());
        assert!(NormalForm::from_circuit(&right).output_on(&bits));
        let words: Vec<u64> = bits.iter().map(|bit| if bit { 1 } else { 0 }).collect();
        assert_eq!(BitSlicedCircuit::new(&right).outputs(&words) & 1, 1);
    }

    #[test]
    fn a_message_longer_than_a_block_is_refused() {
        assert!(sha256(&[0; 55]).is_ok());
        assert!(sha256(&[0; 56]).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn digests_agree_with_a_well_kept_library(
            message in proptest::collection::vec(any::<u8>(), 0..=55),
        ) {
            let expected: [u8; 32] = sha2::Sha256::digest(&message).into();
            prop_assert_eq!(sha256(&message).unwrap(), expected);
        }
    }
}
