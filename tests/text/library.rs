//! The documentation of a library with annotated functions shows signatures that a reader understands.

use std::path::Path;
use std::process::Command;

use crate::ui::library_beside_this_test;

/// The text of a declaration in a page of rustdoc's, in one line.
fn declaration(page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let code = text.split_once("<pre class=\"rust item-decl\">").expect("a page has a declaration").1;
    let code = code.split_once("</pre>").expect("a declaration ends").0;
    let mut plain = String::new();
    for part in code.split('<') {
        plain += part.split_once('>').map_or(part, |(_, text)| text);
    }
    let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first paragraph of a page of rustdoc's, without its markup.
fn summary(page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let paragraph = text.split_once("<div class=\"docblock\"><p>").expect("an item has documentation").1;
    let paragraph = paragraph.split_once("</p>").expect("a paragraph ends").0;
    let parts = paragraph.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect()
}

#[test]
fn signatures_of_a_library_name_its_own_types() {
    let (library, folder) = library_beside_this_test();
    let pages = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    let output = Command::new(std::env::var("RUSTDOC").unwrap_or_else(|_| "rustdoc".to_owned()))
        .args(["--edition=2024", "-D", "warnings", "-o"])
        .arg(&pages)
        .args(["--extern", &format!("ad={}", library.display())])
        .args(["-L", &format!("dependency={}", folder.display())])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("library/growth.rs"))
        .output()
        .expect("rustdoc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = |name: &str| declaration(&pages.join("growth").join(name));
    assert_eq!(shown("fn.next.html"), "pub fn next<N: Real>(growth: &Growth<N>, population: N) -> N");
    assert_eq!(shown("fn.misfit.html"), "pub fn misfit<N: Real>(counts: &[f64], growth: &Growth<N>) -> N");
    assert_eq!(shown("fn.free.html"), "pub fn free<N: Field>(growth: &Growth<N>, population: N) -> N");
    assert_eq!(shown("struct.Growth.html"), "pub struct Growth<N = f64> { pub rate: N, pub capacity: N, }");
    let page = pages.join("growth/struct.Misfit.html");
    assert_eq!(summary(&page), "The expression of misfit.");
    assert_eq!(shown("struct.Misfit.html"), "pub struct Misfit<'a> { pub counts: &'a [f64], }");
}
