//! The greatest value of a function on a line.

/// Of an interval, golden section keeps so much at each step.
const KEPT: f64 = 0.618_033_988_749_894_8;

/// The greatest value that golden section finds between two ends in so many steps, and where; of a
/// function with one peak there it is the peak. Nothing if `worth` knows nothing anywhere.
pub(super) fn golden(
    (mut low, mut high): (f64, f64),
    steps: usize,
    worth: &mut dyn FnMut(f64) -> Option<f64>,
) -> Option<(f64, f64)> {
    let mut inner = [high - KEPT * (high - low), low + KEPT * (high - low)];
    let mut values = [worth(inner[0])?, worth(inner[1])?];
    let mut best = (inner[0], values[0]);
    for _ in 0..steps {
        for at in 0..2 {
            if values[at] > best.1 {
                best = (inner[at], values[at]);
            }
        }
        if values[0] >= values[1] {
            high = inner[1];
            inner = [high - KEPT * (high - low), inner[0]];
            values = [worth(inner[0])?, values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + KEPT * (high - low)];
            values = [values[1], worth(inner[1])?];
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_section_finds_a_peak_wherever_it_is() {
        for peak in [0.0, 0.123, 0.5, 0.98, 1.0] {
            let (at, _) = golden((0.0, 1.0), 30, &mut |x| Some(-(x - peak).abs())).unwrap();
            assert!((at - peak).abs() < 1e-5, "{at} for {peak}");
        }
        assert_eq!(golden((0.0, 1.0), 30, &mut |_| None), None);
    }
}
