//! All functions of few inputs, up to symmetry.

use super::function::Dqc;
use crate::machine::circuit::TruthTable;

/// A class of functions that differ only by permuted inputs, negated inputs and a negated output.
/// DQC is the same for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionClass {
    /// The smallest table of the class as a number: bit x is f(x), and x1 is the highest bit of x.
    pub table: u64,
    /// The number of functions in the class.
    pub size: usize,
    /// The facts about DQC, which are the same for all functions of the class. The debate is for the function of
    /// `table`.
    pub dqc: Dqc,
}

/// The largest number of inputs. For five inputs there are 616,126 classes.
pub const MOST_INPUTS: usize = 4;

/// The classes of all functions that have this number of inputs, ordered by table. `None` if there
/// are more than `MOST_INPUTS` inputs.
pub fn classes(inputs: usize) -> Option<Vec<FunctionClass>> {
    if inputs > MOST_INPUTS {
        return None;
    }
    let points = 1usize << inputs;
    let maps = maps(inputs);
    let mut seen = vec![false; 1 << points];
    let mut classes = Vec::new();
    for table in 0..1u64 << points {
        if seen[table as usize] {
            continue;
        }
        let mut size = 0;
        for image in maps.iter().flat_map(|map| images(table, map)) {
            size += usize::from(!std::mem::replace(&mut seen[image as usize], true));
        }
        let f = TruthTable::from_fn(inputs, &|x| table >> x & 1 == 1)?;
        classes.push(FunctionClass { table, size, dqc: Dqc::compute(&f)? });
    }
    Some(classes)
}

/// Two tables: the table with its points moved by `map`, and the negation of that table.
fn images(table: u64, map: &[usize]) -> [u64; 2] {
    let moved = map.iter().enumerate().fold(0, |moved, (x, &to)| moved | (table >> to & 1) << x);
    [moved, !moved & ((1u64 << map.len()) - 1)]
}

/// The image of each point of {0, 1}^n, for every permutation and negation of the inputs.
fn maps(inputs: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..inputs {
        let with = |order: &Vec<usize>, at: usize| {
            let mut longer = order.clone();
            longer.insert(at, next);
            longer
        };
        orders = orders.iter().flat_map(|o| (0..=next).map(move |at| with(o, at))).collect();
    }
    let permuted = |order: &[usize], x: usize| {
        order.iter().enumerate().fold(0, |y, (from, &to)| y | (x >> from & 1) << to)
    };
    let points = 1usize << inputs;
    let all = orders.iter().flat_map(|order| {
        (0..points).map(move |flip| (0..points).map(|x| permuted(order, x) ^ flip).collect())
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_classes_as_are_known() {
        // These are the known numbers of NPN classes.
        for (inputs, known) in [(0, 1), (1, 2), (2, 4), (3, 14), (4, 222)] {
            let classes = classes(inputs).unwrap();
            assert_eq!(classes.len(), known);
            assert_eq!(classes.iter().map(|class| class.size).sum::<usize>(), 1 << (1 << inputs));
        }
    }

    #[test]
    fn symmetric_functions_have_the_same_complexity() {
        for class in classes(3).unwrap() {
            for map in maps(3) {
                let f =
                    TruthTable::from_fn(3, &|x| class.table >> map[x as usize] & 1 == 0).unwrap();
                let own = Dqc::compute(&f).unwrap();
                assert_eq!((own.low, own.high()), (class.dqc.low, class.dqc.high()));
            }
        }
    }
}
