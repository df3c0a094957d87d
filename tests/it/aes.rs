//! AES-128 as a circuit in the Bristol format. Its key, its block and its result are written in
//! hexadecimal digits, as in the standard (FIPS 197).

use std::fmt::Write as _;

use elenchus::scenario::{open, read};

/// A wire of a file.
type Wire = usize;

/// A byte, its lowest bit first.
type Byte = [Wire; 8];

/// Gates in the order of their wires.
#[derive(Default)]
struct File {
    wires: Wire,
    gates: usize,
    text: String,
}

impl File {
    fn gate(&mut self, name: &str, reads: &[Wire]) -> Wire {
        let wire = self.wires;
        (self.wires, self.gates) = (wire + 1, self.gates + 1);
        let reads_words: Vec<String> = reads.iter().map(Wire::to_string).collect();
        let _ = writeln!(self.text, "{} 1 {} {wire} {name}", reads.len(), reads_words.join(" "));
        wire
    }

    fn sum(&mut self, of: &[Wire]) -> Wire {
        let (first, rest) = of.split_first().expect("something to add");
        rest.iter().fold(*first, |sum, &wire| self.gate("XOR", &[sum, wire]))
    }

    fn add(&mut self, one: Byte, other: Byte) -> Byte {
        std::array::from_fn(|bit| self.gate("XOR", &[one[bit], other[bit]]))
    }

    /// A polynomial of degree 14, reduced modulo x^8 + x^4 + x^3 + x + 1.
    fn reduced(&mut self, mut terms: Vec<Vec<Wire>>) -> Byte {
        for power in (8..terms.len()).rev() {
            let high = std::mem::take(&mut terms[power]);
            for down in [8, 7, 5, 4] {
                terms[power - down].extend(&high);
            }
        }
        std::array::from_fn(|bit| self.sum(&terms[bit]))
    }

    fn product(&mut self, one: Byte, other: Byte) -> Byte {
        let mut terms = vec![Vec::new(); 15];
        for (i, &a) in one.iter().enumerate() {
            for (j, &b) in other.iter().enumerate() {
                terms[i + j].push(self.gate("AND", &[a, b]));
            }
        }
        // Each coefficient is added up before it is reduced.
        let terms = terms.into_iter().map(|term| vec![self.sum(&term)]).collect();
        self.reduced(terms)
    }

    fn power_of_two(&mut self, byte: Byte, times: u32) -> Byte {
        (0..times).fold(byte, |byte, _| {
            let mut terms = vec![Vec::new(); 15];
            byte.iter().enumerate().for_each(|(bit, &wire)| terms[2 * bit].push(wire));
            self.reduced(terms)
        })
    }

    /// The inverse, x^254, and the affine map.
    fn substituted(&mut self, x: Byte) -> Byte {
        let x2 = self.power_of_two(x, 1);
        let x3 = self.product(x2, x);
        let x12 = self.power_of_two(x3, 2);
        let x15 = self.product(x12, x3);
        let x240 = self.power_of_two(x15, 4);
        let x252 = self.product(x240, x12);
        let inverse = self.product(x252, x2);
        std::array::from_fn(|bit| {
            let sum = self.sum(&[0, 4, 5, 6, 7].map(|by| inverse[(bit + by) % 8]));
            if 0x63 >> bit & 1 == 1 { self.gate("INV", &[sum]) } else { sum }
        })
    }

    fn doubled(&mut self, byte: Byte) -> Byte {
        std::array::from_fn(|bit| match bit {
            0 => byte[7],
            1 | 3 | 4 => self.gate("XOR", &[byte[bit - 1], byte[7]]),
            _ => byte[bit - 1],
        })
    }

    fn mixed(&mut self, column: [Byte; 4]) -> [Byte; 4] {
        let all = column[1..].iter().fold(column[0], |sum, &byte| self.add(sum, byte));
        std::array::from_fn(|row| {
            let next = self.add(column[row], column[(row + 1) % 4]);
            let twice = self.doubled(next);
            let byte = self.add(column[row], all);
            self.add(byte, twice)
        })
    }

    fn next_key(&mut self, key: [Byte; 16], constant: u32) -> [Byte; 16] {
        let mut next = key;
        for at in 0..16 {
            let turned = match at {
                0..4 => {
                    let byte = self.substituted(key[12 + (at + 1) % 4]);
                    std::array::from_fn(|bit| match at == 0 && constant >> bit & 1 == 1 {
                        true => self.gate("INV", &[byte[bit]]),
                        false => byte[bit],
                    })
                }
                _ => next[at - 4],
            };
            next[at] = self.add(key[at], turned);
        }
        next
    }
}

/// The first byte of a value has the highest bits.
fn bytes(first: Wire) -> [Byte; 16] {
    std::array::from_fn(|at| std::array::from_fn(|bit| first + 8 * (15 - at) + bit))
}

/// Enciphers a block with a key. The input is the key, then the block.
fn aes_128() -> String {
    let mut file = File { wires: 256, ..File::default() };
    let (mut key, block) = (bytes(0), bytes(128));
    let mut state: [Byte; 16] = std::array::from_fn(|at| file.add(block[at], key[at]));
    for (round, constant) in [1, 2, 4, 8, 16, 32, 64, 128, 0x1b, 0x36].into_iter().enumerate() {
        state = state.map(|byte| file.substituted(byte));
        state = std::array::from_fn(|at| state[(at + 4 * (at % 4)) % 16]);
        if round < 9 {
            let columns: [[Byte; 4]; 4] = std::array::from_fn(|column| {
                file.mixed(std::array::from_fn(|row| state[4 * column + row]))
            });
            state = std::array::from_fn(|at| columns[at / 4][at % 4]);
        }
        key = file.next_key(key, constant);
        state = std::array::from_fn(|at| file.add(state[at], key[at]));
    }
    // The outputs are the last wires.
    let outputs: Vec<Wire> = (0..128).map(|bit| state[15 - bit / 8][bit % 8]).collect();
    let twice: Vec<Wire> = outputs.into_iter().map(|wire| file.gate("INV", &[wire])).collect();
    for wire in twice {
        file.gate("INV", &[wire]);
    }
    format!("{} {}\n2 128 128\n1 128\n\n{}", file.gates, file.wires, file.text)
}

#[test]
fn aes_is_asked_about_in_the_digits_of_its_standard() {
    let circuit = aes_128().replace('\n', "\n      ");
    let truth = |equals: &str| {
        // FIPS 197, appendix C.1.
        let input = "0x000102030405060708090a0b0c0d0e0f00112233445566778899aabbccddeeff";
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  gate-check: {{claim: 1}}\nmachine:\n  \
             circuit:\n    bristol: |\n      {circuit}\n    equals: '{equals}'\n    input: '{input}'\n"
        );
        let scenario = read("aes.yaml", &text).unwrap_or_else(|why| panic!("{why}"));
        let game = open(&scenario).unwrap_or_else(|fault| panic!("{}", fault.message));
        crate::kit::truth(game.position())
    };
    assert_eq!(truth("0x69c4e0d86a7b0430d8cdb78070b4c55a"), Some(true));
    assert_eq!(
        truth("0x5ac5b47080b7cdd830047b6ad8e0c469"),
        Some(false),
        "not the bytes turned round"
    );
}
