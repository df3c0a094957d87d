//! The files that a class serves.

use elenchus_screens::tui::text_mode;

pub(crate) const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The path, type and content of each file.
pub(crate) const PAGES: [(&str, &str, &[u8]); 8] = [
    ("/", HTML, include_bytes!("../assets/page/index.html")),
    ("/face.js", SCRIPT, text_mode::SCRIPT.as_bytes()),
    ("/face.css", STYLE, text_mode::STYLE.as_bytes()),
    ("/class.js", SCRIPT, include_bytes!("../assets/page/class.js")),
    ("/class.css", STYLE, include_bytes!("../assets/page/class.css")),
    ("/xterm.js", SCRIPT, include_bytes!("../assets/xterm/xterm.js")),
    ("/addon-fit.js", SCRIPT, include_bytes!("../assets/xterm/addon-fit.js")),
    ("/xterm.css", STYLE, include_bytes!("../assets/xterm/xterm.css")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_names_an_address_outside() {
        let own = |kind: &str| kind == HTML || kind == SCRIPT || kind == STYLE;
        for (path, kind, bytes) in PAGES {
            assert!(own(kind));
            let text = String::from_utf8_lossy(bytes);
            for wanted in ["src=\"http", "href=\"http", "import(", "@import", "url(http", "//cdn"] {
                assert!(!text.contains(wanted), "{path} has {wanted}");
            }
        }
    }
}
