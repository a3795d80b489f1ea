//! Draws the table of the README that says what gradients cost, as `benches/cost.svg`; and `src/cost.md`, which hands the drawing to
//! rustdoc, where it has to be in the page. To draw it anew after the table has changed, `UPDATE_EXPECT=1 cargo test --test text plot`.

use std::fmt::Write;

use expect_test::expect_file;

/// What a row of the table says: a program, and by which factors its gradient is slower than itself.
struct Row {
    program: String,
    stack: f64,
    adjoint: f64,
}

/// The rows of the table below the headline.
fn rows(readme: &str) -> Vec<Row> {
    let (_, section) = readme.split_once("## What it costs").expect("the section");
    let factor = |cell: &str| {
        let number: String = cell.trim().chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        number.parse().expect("a cell begins with a factor")
    };
    let table = section.lines().skip_while(|line| !line.starts_with('|'));
    table
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').collect();
            Row { program: cells[1].trim().to_owned(), stack: factor(cells[2]), adjoint: factor(cells[3]) }
        })
        .collect()
}

const LEFT: f64 = 330.0;
const OCTAVE: f64 = 66.0;
const TOP: f64 = 44.0;
const STEP: f64 = 26.0;
const FACTORS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// Where a factor stands on the axis, which is logarithmic.
fn across(factor: f64) -> f64 {
    LEFT + OCTAVE * factor.log2()
}

/// The drawing. Its colours can be read on white and on black, since no page says which of the two it is.
fn drawing(rows: &[Row]) -> Result<String, std::fmt::Error> {
    let bottom = rows.iter().fold(TOP, |y, _| y + STEP);
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760" height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="{INK}">"#,
        height = bottom + 52.0
    )?;
    writeln!(svg, "<title>The time of a gradient as a multiple of that of the function over f64</title>")?;
    writeln!(svg, r#"<circle cx="{}" cy="16" r="5" fill="{BLUE}"/>"#, LEFT + 6.0)?;
    writeln!(svg, r#"<text x="{}" y="20">adjoint program</text>"#, LEFT + 16.0)?;
    writeln!(
        svg,
        r#"<circle cx="{}" cy="16" r="4.5" fill="none" stroke="{ORANGE}" stroke-width="2"/>"#,
        LEFT + 146.0
    )?;
    writeln!(svg, r#"<text x="{}" y="20">tape (`stack`)</text>"#, LEFT + 156.0)?;
    for factor in FACTORS {
        let x = across(factor);
        writeln!(
            svg,
            r#"<path d="M{x} {} V{bottom}" stroke="{INK}" stroke-opacity="0.3"/><text x="{x}" y="{}" text-anchor="middle">{factor}</text>"#,
            TOP - 10.0,
            bottom + 18.0
        )?;
    }
    writeln!(
        svg,
        r#"<text x="{}" y="{}" text-anchor="middle">time of the gradient ÷ time of the function over f64</text>"#,
        LEFT + 3.0 * OCTAVE,
        bottom + 40.0
    )?;
    let mut y = TOP + 6.0;
    for Row { program, stack, adjoint } in rows {
        let (a, s, text) = (across(*adjoint), across(*stack), y + 4.5);
        writeln!(svg, r#"<text x="{}" y="{text}" text-anchor="end">{program}</text>"#, LEFT - 14.0)?;
        writeln!(svg, r#"<path d="M{a} {y} H{}" stroke="{INK}" stroke-opacity="0.6"/>"#, (s - 5.0).max(a))?;
        writeln!(
            svg,
            r#"<circle cx="{a}" cy="{y}" r="5" fill="{BLUE}"/><text x="{}" y="{text}" text-anchor="end">{adjoint}</text>"#,
            a - 9.0
        )?;
        writeln!(
            svg,
            r#"<circle cx="{s}" cy="{y}" r="4.5" fill="none" stroke="{ORANGE}" stroke-width="2"/><text x="{}" y="{text}">{stack}</text>"#,
            s + 9.0
        )?;
        y += STEP;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

const INK: &str = "#7d8590";
const BLUE: &str = "#3b82d6";
const ORANGE: &str = "#d9822b";

/// Base64, as in RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes
        .chunks(3)
        .flat_map(|chunk| {
            let bits = chunk.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
            let bits = bits << (8 * (3 - chunk.len()));
            (0..4).map(
                move |i| {
                    if i <= chunk.len() { char::from(DIGITS[bits >> (18 - 6 * i) & 63]) } else { '=' }
                },
            )
        })
        .collect()
}

#[test]
fn the_plot_shows_what_the_table_says() {
    assert_eq!(base64(b"light w"), "bGlnaHQgdw==");
    let rows = rows(include_str!("../../README.md"));
    assert!(rows.len() > 5);
    let svg = drawing(&rows).expect("a text can be written");
    let definition = format!("[cost]: data:image/svg+xml;base64,{}\n", base64(svg.as_bytes()));
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/cost.svg")].assert_eq(&svg);
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/../src/cost.md")].assert_eq(&definition);
}
