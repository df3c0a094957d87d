//! Thresholds and sums, made of gates with two sources.

use std::collections::VecDeque;

use super::{CircuitBuilder, Wire};

/// Up to this many wires are counted by a sorting network. The network needs only ∧ and ∨, so its normal form is
/// shallow. For more wires, a binary count needs fewer gates.
const SORTED: usize = 16;

impl CircuitBuilder {
    /// A wire that is 1 if at least `k` of these wires are 1.
    pub fn at_least(&mut self, k: usize, wires: &[Wire]) -> Wire {
        let n = wires.len();
        match (k, wires) {
            (0, _) => Wire::Constant(true),
            _ if k > n => Wire::Constant(false),
            (1, _) => self.gate(crate::machine::Op::Or, wires),
            _ if k == n => self.gate(crate::machine::Op::And, wires),
            (2, &[a, b, c]) => self.majority_of_three(a, b, c),
            _ if n <= SORTED => {
                let mut sorted = wires.to_vec();
                self.sort_descending(&mut sorted);
                sorted[k - 1]
            }
            _ => {
                let count = self.count(wires);
                self.reaches(&count, k)
            }
        }
    }

    /// A wire that is 1 if at least two of three wires are 1. Uses four gates.
    pub fn majority_of_three(&mut self, a: Wire, b: Wire, c: Wire) -> Wire {
        let both = self.and(a, b);
        let either = self.or(a, b);
        let with_third = self.and(c, either);
        self.or(both, with_third)
    }

    /// The sum bit and the carry of two bits.
    pub fn half_adder(&mut self, a: Wire, b: Wire) -> (Wire, Wire) {
        (self.xor(a, b), self.and(a, b))
    }

    /// The sum bit and the carry of three bits: five gates.
    pub fn full_adder(&mut self, a: Wire, b: Wire, c: Wire) -> (Wire, Wire) {
        let differ = self.xor(a, b);
        let sum = self.xor(differ, c);
        let both = self.and(a, b);
        let passed = self.and(differ, c);
        (sum, self.or(both, passed))
    }

    /// Sorts wires so that all ones come first, by Batcher's merge exchange (Knuth, vol. 3, algorithm 5.2.2M).
    fn sort_descending(&mut self, wires: &mut [Wire]) {
        let n = wires.len();
        let top = n.next_power_of_two() / 2;
        let mut p = top;
        while p > 0 {
            let (mut q, mut r, mut d) = (top, 0, p);
            loop {
                for i in 0..n.saturating_sub(d) {
                    if i & p == r {
                        let (a, b) = (wires[i], wires[i + d]);
                        wires[i] = self.or(a, b);
                        wires[i + d] = self.and(a, b);
                    }
                }
                if q == p {
                    break;
                }
                (d, q, r) = (q - p, q / 2, p);
            }
            p /= 2;
        }
    }

    /// The number of ones among the wires, as a binary number, lowest bit first.
    fn count(&mut self, wires: &[Wire]) -> Vec<Wire> {
        let mut column: VecDeque<Wire> = wires.iter().copied().collect();
        let mut bits = Vec::new();
        while !column.is_empty() {
            let mut carries = VecDeque::new();
            while let Some((a, b)) = pop_two(&mut column) {
                let (sum, carry) = match column.pop_front() {
                    Some(c) => self.full_adder(a, b, c),
                    None => self.half_adder(a, b),
                };
                column.push_back(sum);
                carries.push_back(carry);
            }
            bits.extend(column.pop_front());
            column = carries;
        }
        bits
    }

    /// A wire that is 1 if a binary number, lowest bit first, is at least `k`.
    fn reaches(&mut self, number: &[Wire], k: usize) -> Wire {
        let mut reached = Wire::Constant(true);
        for (place, &bit) in number.iter().enumerate() {
            reached =
                if k >> place & 1 == 1 { self.and(bit, reached) } else { self.or(bit, reached) };
        }
        if k >> number.len() > 0 { Wire::Constant(false) } else { reached }
    }
}

/// Takes the first two elements from a queue. `None` if there are fewer.
fn pop_two(queue: &mut VecDeque<Wire>) -> Option<(Wire, Wire)> {
    if queue.len() < 2 {
        return None;
    }
    queue.pop_front().zip(queue.pop_front())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;

    fn threshold(n: usize, k: usize) -> crate::machine::circuit::Circuit {
        let mut circuit = CircuitBuilder::over(n);
        let wires = circuit.input_wires();
        let output = circuit.at_least(k, &wires);
        circuit.finish(output).unwrap()
    }

    #[test]
    fn a_threshold_is_right_on_every_input_sorted_or_counted() {
        for n in 1..=17 {
            for k in [1, 2, n / 2, n / 2 + 1, n - 1, n] {
                let circuit = threshold(n, k);
                let values = crate::machine::circuit::TruthTable::from_circuit(
                    &circuit,
                    &Default::default(),
                )
                .unwrap()
                .unwrap();
                for x in 0..1u64 << n {
                    let ones = x.count_ones() as usize;
                    assert_eq!(values.at(x), ones >= k, "at least {k} of {n}, on {x:b}");
                }
            }
        }
    }

    #[test]
    fn majority_of_three_has_four_gates_and_depth_three() {
        let circuit = threshold(3, 2);
        assert_eq!((circuit.size(), circuit.depth()), (4, 3));
    }

    #[test]
    fn a_long_threshold_takes_about_five_gates_for_each_input() {
        let circuit = threshold(1000, 501);
        assert!(circuit.size() < 5100, "{} gates", circuit.size());
        let half: Bits = (0..1000).map(|i| i % 2 == 0).collect();
        assert!(!circuit.output_on(&half).unwrap());
        assert!(circuit.output_on(&half.with_bit(1, true)).unwrap());
    }
}
