//! A widget for a number from 0 to 1, set with arrows or typed. The widget begins empty, so that it suggests no answer.

use std::any::Any;

use super::widget::{ARROWS, Widget, WidgetContext, WidgetLabel, sign};
use crate::chance::Probability;
use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// The number that the first arrow key enters if there is no measured number.
const MIDDLE: &str = "0.50";

/// The largest number of characters in the slider.
const LONGEST: usize = 12;

/// A number from 0 to 1.
#[derive(Clone, Debug)]
pub struct Slider {
    verb: Verb,
    words: String,
    text: String,
    /// The measured number with four decimals. The first arrow key and the fill key enter it.
    measured: Option<String>,
    below_one: bool,
    /// `true` if an arrow or the fill key set the number. The next character then begins a new number.
    put: bool,
}

impl Slider {
    /// An empty slider. `measured` is the mean of the votes that were drawn.
    pub fn new(verb: Verb, words: &str, measured: Option<Probability>) -> Self {
        let measured = measured.map(|p| format!("{:.4}", p.get()));
        let (words, text) = (words.to_owned(), String::new());
        Self { verb, words, text, measured, below_one: false, put: false }
    }

    /// An empty slider for a number below 1.
    pub fn below_one(verb: Verb, words: &str) -> Self {
        Self { below_one: true, ..Self::new(verb, words, None) }
    }

    /// The number in the slider.
    ///
    /// # Errors
    /// Returns an error if the slider is empty or the number is invalid.
    fn value(&self) -> Result<Probability, String> {
        if self.text.is_empty() {
            return Err("choose a number with the arrows, or type it".into());
        }
        let p: Probability = self.text.parse()?;
        if self.below_one && p.get() >= 1.0 {
            return Err("the share of the coin must be below 1".into());
        }
        Ok(p)
    }

    /// The number that the first arrow key enters: the measured number, or else the middle. `None` if the slider
    /// already has a number.
    fn begins_at(&self) -> Option<&str> {
        self.text.is_empty().then(|| self.measured.as_deref().unwrap_or(MIDDLE))
    }

    /// Adds this many hundredths. If the slider is empty, only enters the first number.
    fn step(&mut self, hundredths: i32) {
        if let Some(start) = self.begins_at() {
            self.text = start.to_owned();
            self.put = true;
            return;
        }
        let top = if self.below_one { 99 } else { 100 };
        let to = match self.value() {
            Ok(p) => {
                // Arrows go to the next whole hundredth: from 0.123 up to 0.13 or down to 0.12.
                let exact = p.get() * 100.0;
                let from =
                    if hundredths > 0 { (exact + 1e-9).floor() } else { (exact - 1e-9).ceil() };
                (from as i32 + hundredths).clamp(0, top)
            }
            Err(_) => 50,
        };
        self.text = format!("{:.2}", f64::from(to) / 100.0);
        self.put = true;
    }

    /// The text after the player types this character. `None` if it would not be a number from 0 to 1. A number that an
    /// arrow set is replaced. A first digit above 1 counts as tenths.
    fn with(&self, c: char) -> Option<String> {
        let before = if self.put { "" } else { &*self.text };
        let longer = match c {
            '2'..='9' if before.is_empty() => format!("0.{c}"),
            '.' | '0'..='9' => format!("{before}{c}"),
            _ => return None,
        };
        let fits = longer.len() <= LONGEST
            && (longer == "." || longer.parse::<f64>().is_ok_and(|x| x <= 1.0));
        fits.then_some(longer)
    }

    /// Draws the slider as `0 ├────●────┤ 1   0.58`.
    fn draw_line(&self, canvas: &mut Canvas<'_>, y: usize, focused: bool) {
        let columns = (canvas.width().saturating_sub(26)).clamp(10, 100);
        let x = canvas.print(3, y, "0 ├", Role::Text);
        canvas.print(x, y, &"─".repeat(columns), Role::Dim);
        let after = canvas.print(x + columns, y, "┤ 1", Role::Text);
        let role = if focused { Role::Chosen } else { Role::Text };
        let place = |p: Probability| x + (p.get() * (columns - 1) as f64).round() as usize;
        match (self.value(), self.begins_at().and_then(|start| start.parse().ok())) {
            (Ok(p), _) => _ = canvas.print(place(p), y, "●", role),
            (_, Some(start)) => _ = canvas.print(place(start), y, "┼", Role::Dim),
            _ => {}
        }
        let text = if self.text.is_empty() { "no number yet" } else { &self.text };
        let end =
            canvas.print(after + 4, y, text, if self.text.is_empty() { Role::Dim } else { role });
        if focused && !self.text.is_empty() {
            canvas.print(end, y, " ", Role::Cursor);
        }
    }
}

impl Widget for Slider {
    fn label(&self) -> WidgetLabel {
        let states = matches!(self.verb, Verb::State | Verb::Estimate);
        let confirm = if states { "state it" } else { "do it" }.into();
        WidgetLabel {
            form: Some((ARROWS, "number", "0-9")),
            confirm,
            ..WidgetLabel::new(&*self.words)
        }
    }

    fn to_move(&self) -> Result<Move, String> {
        self.verb.parse_argument(&self.value()?.to_string())
    }

    fn rows(&self, _columns: usize) -> usize {
        1
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &WidgetContext<'_>) -> usize {
        self.draw_line(canvas, 0, look.focused);
        1
    }

    fn act(&mut self, action: Action) -> bool {
        let by = if matches!(action, Action::Up | Action::Down) { 10 } else { 1 };
        self.step(by * sign(action) as i32);
        true
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Char(c) => c.is_ascii_digit() || self.with(*c).is_some(),
            Edit::Paste(text) => text.trim().parse::<Probability>().is_ok(),
            Edit::Backspace | Edit::Clear => !self.text.is_empty(),
            _ => false,
        }
    }

    fn edit(&mut self, edit: Edit) -> Result<(), String> {
        match edit {
            Edit::Char(c) => match self.with(c) {
                Some(longer) => self.text = longer,
                None if self.text.len() >= LONGEST => return Err("the number is too long".into()),
                // Enter must not submit a part of what the player typed.
                None => {
                    return Err(format!(
                        "{}{c} is not from 0 to 1",
                        std::mem::take(&mut self.text)
                    ));
                }
            },
            Edit::Paste(text) => self.text = text.trim().to_owned(),
            Edit::Backspace => _ = self.text.pop(),
            Edit::Clear => self.text.clear(),
            _ => {}
        }
        self.put = false;
        Ok(())
    }

    fn fill(&mut self) -> bool {
        if let Some(measured) = &self.measured {
            self.text.clone_from(measured);
            self.put = true;
        }
        self.measured.is_some()
    }

    fn can_fill(&self) -> bool {
        self.measured.as_ref().is_some_and(|measured| *measured != self.text)
    }

    /// Keeps the typed number. The measured number is new, so the old one is not kept.
    fn keep(&mut self, old: &dyn Any) {
        if let Some(old) = old.downcast_ref::<Self>() {
            (self.text, self.put) = (old.text.clone(), old.put);
        }
    }

    fn measured(&self) -> Option<Move> {
        self.verb.parse_argument(self.measured.as_ref()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slider(measured: Option<Probability>) -> Slider {
        Slider::new(Verb::State, "", measured)
    }

    fn typed(keys: &str) -> Slider {
        let mut s = slider(None);
        keys.chars().for_each(|c| s.edit(Edit::Char(c)).unwrap());
        s
    }

    #[test]
    fn a_slider_begins_empty_and_the_first_arrow_enters_at_the_shown_number() {
        let mut s = slider(None);
        assert!(s.value().is_err());
        assert_eq!(s.begins_at(), Some("0.50"));
        s.step(1);
        assert_eq!(s.begins_at(), None);
        assert_eq!(s.value().unwrap().get(), 0.5);
        s.step(1);
        s.step(10);
        assert_eq!(s.value().unwrap().get(), 0.61);
        s.step(-100);
        assert_eq!(s.value().unwrap().get(), 0.0);
    }

    #[test]
    fn arrows_enter_at_the_measured_number_and_a_key_brings_it_back() {
        let measured = |p: f64| Probability::new(p).ok();
        let mut s = slider(measured(0.950_09));
        assert!(s.value().is_err(), "the slider begins empty");
        s.step(-1);
        assert_eq!(s.value().unwrap().get(), 0.9501);
        assert!(!s.can_fill());
        s.step(-1);
        assert_eq!(s.value().unwrap().get(), 0.95);
        assert!(s.can_fill() && s.fill());
        assert_eq!(s.value().unwrap().get(), 0.9501);
        let mut after = slider(measured(0.25));
        after.keep(&s);
        assert_eq!(after.value().unwrap().get(), 0.9501, "the number is kept");
        assert!(after.fill());
        assert_eq!(after.value().unwrap().get(), 0.25);
    }

    #[test]
    fn typing_gives_any_number_of_decimals() {
        assert_eq!(typed("0.123").value().unwrap().get(), 0.123);
        assert_eq!(typed(".5").value().unwrap().get(), 0.5);
        assert_eq!(typed("1").value().unwrap().get(), 1.0);
        let more = |keys: &str| typed(keys).edit(Edit::Char('5'));
        assert_eq!(more("1."), Err("1.5 is not from 0 to 1".into()));
        let mut refused = typed("1.");
        assert!(refused.edit(Edit::Char('5')).is_err() && refused.value().is_err());
        assert_eq!(more("0.1234567890"), Err("the number is too long".into()));
        assert_eq!(typed("75").value().unwrap().get(), 0.75, "7 begins 0.7");
    }

    #[test]
    fn arrows_keep_to_hundredths() {
        let mut s = typed("0.123");
        s.step(1);
        assert_eq!(s.value().unwrap().get(), 0.13);
        let mut s = typed("0.123");
        s.step(-1);
        assert_eq!(s.value().unwrap().get(), 0.12);
    }

    #[test]
    fn typing_replaces_what_an_arrow_put_there() {
        let mut s = slider(None);
        s.step(1);
        "0.7".chars().for_each(|c| s.edit(Edit::Char(c)).unwrap());
        assert_eq!(s.value().unwrap().get(), 0.7);
    }

    #[test]
    fn a_share_stays_below_one() {
        let mut s = Slider::below_one(Verb::Share, "");
        s.edit(Edit::Char('1')).unwrap();
        assert!(s.value().is_err());
        s.step(1);
        (0..20).for_each(|_| s.step(10));
        assert_eq!(s.value().unwrap().get(), 0.99);
    }
}
