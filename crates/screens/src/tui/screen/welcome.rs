//! Three pages that a person sees once.

use std::path::Path;

use crate::scenario::disk::create_folders;
use crate::scenario::fs;
use crate::scenario::journal::replace;
use crate::text::board::{CellMark, CellRole};
use crate::tui::prelude::*;
use crate::tui::theme::DrawnMark;

/// The file that says that they were seen.
const SEEN: &str = "welcomed";

/// Has nobody started it with this folder before? Without a folder nothing can be remembered, and
/// nobody is welcomed each time.
pub fn is_first(data: Option<&Path>) -> bool {
    data.is_some_and(|data| !fs::exists(&data.join(SEEN)))
}

/// The pages of a first start.
#[derive(Debug, Default)]
pub struct WelcomeScreen {
    page: usize,
}

const PAGES: usize = 3;

impl WelcomeScreen {
    /// The heading of the page, and its paragraphs.
    fn words(&self, context: &Context) -> (&'static str, [String; 2]) {
        let help = context.keys.label(Action::Help);
        let hint = context.keys.label(Action::Hint);
        let back = context.keys.label(Action::Back);
        match self.page {
            0 => ("What it is", [
                "Alice says that a claim is true. Bob says that it is not. Between them sits a \
                 judge who cannot check the claim: it rests on more steps than anybody can read."
                    .into(),
                "The judge may ask for single bits, and pays for each. Debates are rules under \
                 which the honest side can win all the same. You play Alice, Bob or the judge; \
                 programs, honest or not, play the others."
                    .into(),
            ]),
            1 => ("Where the bits light up", [
                "This is what Alice wrote. A dot is a bit that the judge has not read. Bob points \
                 at one step, in brackets; the steps that it reads are in angles; what the judge \
                 read has a small number, its turn."
                    .into(),
                "Below every board stands what was paid so far, and the most that this debate \
                 allows."
                    .into(),
            ]),
            _ => ("Which key helps", [
                format!(
                    "The last row lists keys that work now. {help} explains the screen: all \
                     its keys, its marks, its words and symbols."
                ),
                format!(
                    "At the table {hint} gives a hint, and {back} leaves: every move is kept, and \
                     the library offers to go on. Mistakes are free; the review shows what they \
                     cost."
                ),
            ]),
        }
    }

    fn leave(context: &mut Context) -> Transition {
        if let Some(data) = &context.data {
            let written = create_folders(data).and_then(|()| replace(&data.join(SEEN), b""));
            if let Err(e) = written {
                context.notify(format!("that you were welcomed could not be kept: {e}"));
            }
        }
        Transition::Pop
    }
}

/// A row of bits as a table shows it: three of sixteen read, one of them disputed.
fn sample(canvas: &mut Canvas<'_>, y: usize) {
    let one = || CellMark::bit(true);
    let mut x = 3;
    for step in 1..=12 {
        let mark = match step {
            2 => one().part(CellRole::Relevant).read_as(Some(2)),
            4 => one().part(CellRole::Relevant).read_as(Some(3)),
            9 => one().part(CellRole::Disputed).read_as(Some(1)),
            12 => one(),
            _ => CellMark::unread(),
        };
        let number = format!("{step}");
        canvas.print(x + 2 - width(&number).min(2), y, &number, Role::Dim);
        let shown = DrawnMark::plain(&mark);
        let text = shown.text(canvas.theme.glyphs);
        let before = usize::from(mark.part != CellRole::None);
        canvas.print_styled(x + 1 - before, y + 1, &text, shown.style(canvas.theme));
        x += 6;
    }
}

impl Screen<Playground> for WelcomeScreen {
    fn name(&self) -> &'static str {
        "the first pages"
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let area = canvas.area();
        layout::title_bar(canvas, "elenchus", &format!("{} of {PAGES}", self.page + 1));
        let columns = usize::from(area.width).saturating_sub(6).min(90);
        let (heading, words) = self.words(context);
        canvas.print(3, 3, heading, Role::Heading);
        let mut y = 5;
        for paragraph in words {
            y = canvas.print_lines((3, y), wrap(&paragraph, columns), Role::Text) + 1;
        }
        if self.page == 1 {
            let part = Rect { y: area.y + y as u16, height: 3, ..area };
            sample(&mut canvas.part(part.intersection(area)), 0);
        }
        let last = self.page + 1 == PAGES;
        let next = |action| {
            let offer = Offer::new(&[action], if last { "begin" } else { "next" });
            offer.does(|pages: &mut Self, context: &mut Context| {
                if pages.page + 1 == PAGES {
                    return Self::leave(context);
                }
                pages.page += 1;
                Transition::Stay
            })
        };
        let skip = |action| {
            let leave = |_: &mut Self, context: &mut Context| Self::leave(context);
            Offer::new(&[action], "skip").does(leave)
        };
        let mut offers = vec![next(Confirm), next(Right).hidden_from_footer()];
        if self.page > 0 {
            let before = Offer::new(&[Left], "the page before");
            offers.push(before.does(|pages: &mut Self| pages.page -= 1));
        }
        offers.extend([skip(Cancel), Offer::new(&[Help], "help"), skip(Back)]);
        offers
    }
}
