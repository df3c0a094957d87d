//! The playground as an HTML page that contains a course.

use elenchus_page::PageCourse;

use crate::scenario::library::LibraryEntry;
use crate::scenario::{FileError, course, write};

/// The element of the page that contains the course. If it contains `null`, the page shows the library.
const PLACE: &str = r#"<script type="application/json" id="course">null</script>"#;

/// The page that this program embeds.
///
/// # Errors
/// Returns an error if the program was built without the page. The error says how to build it.
pub(super) fn page() -> anyhow::Result<&'static str> {
    #[cfg(feature = "page")]
    return Ok(include_str!(env!("ELENCHUS_PAGE")));
    #[cfg(not(feature = "page"))]
    anyhow::bail!(
        "this program was built without the page. To build both, run `bash .ci/page && cargo build \
         --release --features page` in the sources"
    )
}

/// A course with one debate. The page opens it at once.
///
/// # Errors
/// Returns an error if the debate has an error.
pub(super) fn debate(entry: LibraryEntry) -> Result<PageCourse, FileError> {
    let scenario = entry.scenario?;
    let debates = vec![(name(&entry.id), write(&scenario)?)];
    Ok(PageCourse { title: scenario.title.to_string(), debates, opens: true })
}

/// The course for a page. Debates with errors are left out, and their errors are returned.
pub(super) fn course(given: course::Course) -> (PageCourse, Vec<FileError>) {
    let (mut debates, mut left_out) = (Vec::new(), Vec::new());
    for entry in given.entries {
        // The course may have added a lesson or a question to the scenario, so the scenario is written again.
        match entry.scenario.and_then(|scenario| write(&scenario)) {
            Ok(text) => debates.push((name(&entry.id), text)),
            Err(error) => left_out.push(error),
        }
    }
    (PageCourse { title: given.title, debates, opens: false }, left_out)
}

fn name(id: &str) -> String {
    format!("{id}.yaml")
}

/// The page with this course in it.
///
/// # Errors
/// Returns an error if the page has no element for a course.
pub(super) fn page_with_course(page: &str, course: &PageCourse) -> anyhow::Result<String> {
    // Without this replacement, a text that contains `</script>` could end the element.
    let json = serde_json::to_string(course)?.replace('<', "\\u003c");
    let Some((before, after)) = page.split_once(PLACE) else {
        anyhow::bail!(
            "the page in this program has no place for a course. Build it again with `bash .ci/page`"
        );
    };
    let place = PLACE.replace("null", &json);
    Ok([before, &place, after].concat())
}

#[cfg(test)]
mod tests {
    use super::{course, debate, page_with_course};
    use crate::scenario::{course as courses, library, read};

    /// The page in the sources. A packed crate does not have it.
    fn page() -> String {
        let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/page/assets");
        std::fs::read_to_string(format!("{assets}/page.html")).expect("the page")
    }

    #[test]
    fn a_page_holds_its_course_whatever_is_written_in_it() {
        let mut exercises = courses::course("exercises").expect("it is shipped");
        let count = exercises.entries.len();
        exercises.title = "</script><b>".into();
        let (mut held, left_out) = course(exercises);
        assert!(left_out.is_empty() && held.debates.len() == count);
        held.debates[0].1 += "# </script><script>alert(1)</script>\n";
        let sources = page();
        let page = page_with_course(&sources, &held).expect("there is a place");
        assert_eq!(page.matches("</script>").count(), sources.matches("</script>").count());
        let (_, rest) = page.split_once(r#"id="course">"#).expect("the place");
        let json = rest.split("</script>").next().expect("its end");
        let read_back: elenchus_page::PageCourse = serde_json::from_str(json).expect("JSON");
        assert_eq!((read_back.title, read_back.debates), (held.title, held.debates.clone()));
        for (name, text) in &held.debates {
            assert!(read(name, text).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_debate_alone_opens_at_once() {
        let alone =
            debate(library::find("find-the-lie").expect("it is shipped")).expect("it reads");
        assert!(
            alone.opens && alone.debates.len() == 1 && alone.debates[0].0 == "find-the-lie.yaml"
        );
    }
}
