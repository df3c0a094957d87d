//! A page of lines that scrolls under a title.

use crate::tui::prelude::*;

/// A line with its role.
pub(super) type StyledLine = (String, Role);

/// The area of a page's lines.
pub(super) fn area(size: Rect) -> Rect {
    let a = ScreenLayout::new(size, false);
    Rect { y: size.y + 2, height: a.footer.y.saturating_sub(size.y + 3), ..size }
}

/// Draws the lines from `top` on. Returns `true` if all of them fit.
pub(super) fn draw(page: &mut Canvas<'_>, lines: &[StyledLine], top: usize) -> bool {
    paged(page, lines, top, |above, below| counted(above, below).join("  "))
}

/// As [`draw`], but `note` writes how many lines are above and below.
pub(super) fn paged(
    page: &mut Canvas<'_>,
    lines: &[StyledLine],
    top: usize,
    note: impl Fn(usize, usize) -> String,
) -> bool {
    let fits = lines.len() <= page.height();
    let rows = if fits { page.height() } else { page.height().saturating_sub(1) };
    let top = top.min(lines.len().saturating_sub(rows));
    for (y, (text, role)) in lines.iter().skip(top).take(rows).enumerate() {
        page.print(1, y, text, *role);
    }
    if !fits {
        let below = lines.len().saturating_sub(top + rows);
        page.print(1, rows, &note(top, below), Role::Dim);
    }
    fits
}

/// The first line in view after a key. `total` is the number of lines.
pub(super) fn scrolled(top: usize, action: Action, total: usize, context: &Context) -> usize {
    let rows = usize::from(area(context.size).height);
    let most = if total <= rows { 0 } else { total + 1 - rows };
    moved(top, action, rows.saturating_sub(2), most + 1)
}
