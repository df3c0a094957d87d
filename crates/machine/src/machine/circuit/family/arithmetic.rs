//! Circuits that add and multiply two numbers.

use super::{CircuitFamilyError, sized};
use crate::machine::circuit::{Circuit, CircuitBuilder, Wire};
use crate::machine::{Bits, Op};

/// The output bit of a circuit that computes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedBit {
    /// The bit with this number, counted from 0 for the lowest bit.
    Bit(usize),
    /// 1 if the number has this value.
    Equals(u64),
}

/// The largest number of bits of a number.
const MOST_BITS: usize = 32;

/// A ripple-carry adder, which computes a + b for two numbers of `bits` bits. It has a half adder for the lowest bits
/// and full adders of five gates for the others. The inputs are the bits of a and then those of b, with the lowest bit
/// first. The sum has one bit more.
pub fn adder(bits: usize, a: u64, b: u64, asked: AskedBit) -> Result<Circuit, CircuitFamilyError> {
    sized("the adder", "bits", bits, 1, MOST_BITS)?;
    let (mut circuit, x, y) = two_numbers(bits);
    let mut sum = Vec::with_capacity(bits + 1);
    let mut carry = Wire::Constant(false);
    for place in 0..bits {
        let (bit, next) = if place == 0 {
            circuit.half_adder(x[0], y[0])
        } else {
            circuit.full_adder(x[place], y[place], carry)
        };
        circuit.describe(bit, format!("bit {place} of the sum"));
        circuit.describe(next, format!("carry out of bit {place}"));
        sum.push(bit);
        carry = next;
    }
    sum.push(carry);
    finish(circuit, &sum, asked, bits, a, b)
}

/// A multiplier, which computes a · b as the sum of shifted rows. The product has twice as many bits as its factors.
pub fn multiplier(
    bits: usize,
    a: u64,
    b: u64,
    asked: AskedBit,
) -> Result<Circuit, CircuitFamilyError> {
    sized("the multiplier", "bits", bits, 1, MOST_BITS)?;
    let (mut circuit, x, y) = two_numbers(bits);
    let mut product = vec![Wire::Constant(false); 2 * bits];
    for row in 0..bits {
        let mut carry = Wire::Constant(false);
        for place in 0..bits {
            let partial = circuit.and(x[place], y[row]);
            circuit.describe(partial, format!("a{place} times b{row}"));
            let (bit, next) = circuit.full_adder(product[row + place], partial, carry);
            (product[row + place], carry) = (bit, next);
        }
        product[row + bits] = carry;
    }
    for (place, &bit) in product.iter().enumerate() {
        circuit.describe(bit, format!("bit {place} of the product"));
    }
    finish(circuit, &product, asked, bits, a, b)
}

fn two_numbers(bits: usize) -> (CircuitBuilder, Vec<Wire>, Vec<Wire>) {
    let names = ["a", "b"].into_iter().flat_map(|n| (0..bits).map(move |at| format!("{n}{at}")));
    let circuit = CircuitBuilder::new(names);
    let mut x = circuit.input_wires();
    let y = x.split_off(bits);
    (circuit, x, y)
}

fn finish(
    mut circuit: CircuitBuilder,
    result: &[Wire],
    asked: AskedBit,
    bits: usize,
    a: u64,
    b: u64,
) -> Result<Circuit, CircuitFamilyError> {
    for number in [a, b] {
        fits(number, bits)?;
    }
    let output = match asked {
        AskedBit::Bit(bit) => *result
            .get(bit)
            .ok_or(CircuitFamilyError::OutputBit { asked: bit, highest: result.len() - 1 })?,
        AskedBit::Equals(number) => {
            fits(number, result.len())?;
            equals(&mut circuit, result, |place| number >> place & 1 == 1)
        }
    };
    let bit_of = |number: u64| (0..bits).map(move |place| number >> place & 1 == 1);
    let inputs: Bits = bit_of(a).chain(bit_of(b)).collect();
    Ok(circuit.finish(output)?.with_inputs(inputs)?)
}

fn fits(number: u64, bits: usize) -> Result<(), CircuitFamilyError> {
    if bits < 64 && number >> bits > 0 {
        return Err(CircuitFamilyError::Value { number, bits });
    }
    Ok(())
}

/// A wire that is 1 if each wire has its wanted bit.
pub(super) fn equals(
    circuit: &mut CircuitBuilder,
    wires: &[Wire],
    wanted: impl Fn(usize) -> bool,
) -> Wire {
    let same = wires.iter().enumerate().map(
        |(place, &wire)| {
            if wanted(place) { wire } else { circuit.not(wire) }
        },
    );
    let same: Vec<Wire> = same.collect();
    let all = circuit.gate(Op::And, &same);
    circuit.describe(all, "every bit is as claimed");
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_adder_is_five_gates_a_bit() {
        let carry = adder(8, 0, 0, AskedBit::Bit(8)).unwrap();
        // The output is the last carry, so the gates of the first and of the last sum bit are not needed.
        assert_eq!(carry.size(), 1 + 7 * 4);
        assert_eq!(carry.plan().words(crate::machine::Step::new(1)), "carry out of bit 0");
    }

    #[test]
    fn wrong_sizes_are_refused() {
        assert!(adder(8, 256, 0, AskedBit::Bit(0)).is_err());
        assert!(adder(8, 0, 0, AskedBit::Bit(9)).is_err());
        assert!(adder(8, 0, 0, AskedBit::Equals(512)).is_err());
        assert!(multiplier(33, 0, 0, AskedBit::Bit(0)).is_err());
    }

    proptest! {
        #[test]
        fn sums_and_products_are_right(bits in 1usize..=32, a: u64, b: u64, off in 0u64..3) {
            let (a, b) = (a % (1 << bits), b % (1 << bits));
            let told = |made: Result<Circuit, CircuitFamilyError>| made.unwrap().output();
            let sum = a + b + off;
            if sum < 1 << (bits + 1) {
                prop_assert_eq!(told(adder(bits, a, b, AskedBit::Equals(sum))), off == 0);
            }
            prop_assert!(told(multiplier(bits, a, b, AskedBit::Equals(a * b))));
            let high = 2 * bits - 1;
            prop_assert_eq!(told(multiplier(bits, a, b, AskedBit::Bit(high))), (a * b) >> high & 1 == 1);
        }
    }
}
