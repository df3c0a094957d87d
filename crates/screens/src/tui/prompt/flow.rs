//! The layout of choices: side by side, or as a list that scrolls if there are many.

use crate::tui::scroll::Window;
use crate::tui::text::width;

/// The positions of the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceFlow {
    /// Side by side on one or two rows: the (column, row) of each choice.
    Rows(Vec<(usize, usize)>),
    /// One choice in each row.
    List(Window),
}

/// Lays out choices in this many columns and rows. The texts do not include the sign `( )`.
pub fn flow(texts: &[String], columns: usize, rows: usize, chosen: Option<usize>) -> ChoiceFlow {
    for gap in [6, 4, 2] {
        for most in 1..=rows.min(2) {
            if let Some(places) = side_by_side(texts, columns, gap, most) {
                return ChoiceFlow::Rows(places);
            }
        }
    }
    ChoiceFlow::List(Window::around(chosen.unwrap_or(0), texts.len(), rows))
}

fn side_by_side(
    texts: &[String],
    columns: usize,
    gap: usize,
    rows: usize,
) -> Option<Vec<(usize, usize)>> {
    let (mut x, mut y) = (3, 0);
    let mut places = Vec::with_capacity(texts.len());
    for text in texts {
        let wide = 4 + width(text);
        if x > 3 && x + wide > columns {
            x = 3;
            y += 1;
        }
        if y >= rows || x + wide > columns {
            return None;
        }
        places.push((x, y));
        x += wide + gap;
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(n: usize, long: usize) -> Vec<String> {
        (0..n).map(|_| "x".repeat(long)).collect()
    }

    #[test]
    fn few_short_choices_stand_side_by_side() {
        assert_eq!(flow(&texts(2, 3), 80, 3, None), ChoiceFlow::Rows(vec![(3, 0), (16, 0)]));
        assert_eq!(
            flow(&texts(3, 30), 80, 2, None),
            ChoiceFlow::Rows(vec![(3, 0), (43, 0), (3, 1)])
        );
    }

    #[test]
    fn many_choices_are_a_list_with_the_chosen_one_in_view() {
        let ChoiceFlow::List(window) = flow(&texts(64, 30), 80, 3, Some(40)) else {
            panic!("64 choices fit on no two rows");
        };
        let Window { first, count, above, below } = window;
        assert!(first <= 40 && 40 < first + count);
        assert_eq!(above + count + below, 64);
    }
}
