//! The abilities of the terminal, read from environment variables.

/// Two flags: `true` if `NO_COLOR` is set, and `true` if the terminal has at most sixteen colours.
pub fn colours() -> (bool, bool) {
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    (colourless, has_sixteen_colours(|name| std::env::var(name).unwrap_or_default()))
}

/// Returns `true` if the environment says that the terminal draws only ASCII, or if the locale is not UTF-8.
pub fn is_ascii() -> bool {
    cfg!(unix) && draws_ascii(|name| std::env::var(name).unwrap_or_default())
}

/// Returns `true` if the terminal is `dumb` or its locale is not UTF-8. Without a locale, UTF-8 is assumed.
fn draws_ascii(variable: impl Fn(&str) -> String) -> bool {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].map(&variable);
    let locale = locales.iter().find(|locale| !locale.is_empty());
    let is_utf8 = |locale: &String| locale.to_lowercase().replace('-', "").contains("utf8");
    variable("TERM") == "dumb" || locale.is_some_and(|locale| !is_utf8(locale))
}

/// Returns `true` if neither `COLORTERM` nor the name of the terminal promises more than sixteen colours.
fn has_sixteen_colours(variable: impl Fn(&str) -> String) -> bool {
    let term = variable("TERM");
    let more = ["256color", "direct", "truecolor", "kitty", "alacritty", "foot", "ghostty"];
    cfg!(unix) && variable("COLORTERM").is_empty() && !more.iter().any(|name| term.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_without_other_signs_is_sent_ascii() {
        let of = |set: &'static [(&str, &str)]| {
            draws_ascii(|name| {
                set.iter().find(|v| v.0 == name).map_or(String::new(), |v| v.1.to_owned())
            })
        };
        assert!(of(&[("TERM", "dumb"), ("LANG", "de_DE.UTF-8")]));
        assert!(of(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]) && of(&[("LANG", "de_DE@euro")]));
        assert!(!of(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]) && !of(&[("TERM", "xterm")]));
    }

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        let of = |term: &'static str, colours: &'static str| {
            has_sixteen_colours(|name| if name == "TERM" { term } else { colours }.to_owned())
        };
        assert!(of("linux", "") && of("xterm", "") && of("screen", "") && of("vt100", ""));
        assert!(!of("xterm-256color", "") && !of("xterm-kitty", "") && !of("linux", "truecolor"));
    }
}
