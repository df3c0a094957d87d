//! The playground as a page, with a course in it.

use elenchus_page::Course;

use crate::scenario::library::LibraryEntry;
use crate::scenario::{FileError, course, write};

/// Where a page holds its course. Without one it shows the library.
const PLACE: &str = r#"<script type="application/json" id="course">null</script>"#;

/// The page that the program was built with.
///
/// # Errors
/// If it was built without one: how it is made.
pub(super) fn page() -> anyhow::Result<&'static str> {
    #[cfg(feature = "page")]
    return Ok(include_str!(env!("ELENCHUS_PAGE")));
    #[cfg(not(feature = "page"))]
    anyhow::bail!(
        "this program was built without the page: in its sources, `bash .ci/page && cargo build \
         --release --features page` makes both"
    )
}

/// A course of one debate, which opens at once.
///
/// # Errors
/// If it does not read.
pub(super) fn debate(entry: LibraryEntry) -> Result<Course, FileError> {
    let scenario = entry.scenario?;
    let debates = vec![(name(&entry.id), write(&scenario)?)];
    Ok(Course { title: scenario.title.to_string(), debates, opens: true })
}

/// A course, without those of its debates that do not read.
pub(super) fn course(given: course::Course) -> (Course, Vec<FileError>) {
    let (mut debates, mut left_out) = (Vec::new(), Vec::new());
    for entry in given.entries {
        // As the course has it: under its lesson, with its question.
        match entry.scenario.and_then(|scenario| write(&scenario)) {
            Ok(text) => debates.push((name(&entry.id), text)),
            Err(error) => left_out.push(error),
        }
    }
    (Course { title: given.title, debates, opens: false }, left_out)
}

fn name(id: &str) -> String {
    format!("{id}.yaml")
}

/// A page with this course in it.
///
/// # Errors
/// If the page has no place for one.
pub(super) fn filled(page: &str, course: &Course) -> anyhow::Result<String> {
    // No text may end the element that it stands in.
    let json = serde_json::to_string(course)?.replace('<', "\\u003c");
    let Some((before, after)) = page.split_once(PLACE) else {
        anyhow::bail!("the page that this program was built with has no place for a course");
    };
    let place = PLACE.replace("null", &json);
    Ok([before, &place, after].concat())
}

#[cfg(test)]
mod tests {
    use super::{course, debate, filled};
    use crate::scenario::{course as courses, library, read};

    /// The page as it stands in the sources, which a packed crate has no part of.
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
        let page = filled(&sources, &held).expect("there is a place");
        assert_eq!(page.matches("</script>").count(), sources.matches("</script>").count());
        let (_, rest) = page.split_once(r#"id="course">"#).expect("the place");
        let json = rest.split("</script>").next().expect("its end");
        let read_back: elenchus_page::Course = serde_json::from_str(json).expect("JSON");
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
