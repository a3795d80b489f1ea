//! Pictures of results in the guide: curves and error bars, as SVG text.

use std::fmt::Write;
use std::{env, fs};

/// Points with one colour.
pub struct Curve<'a> {
    /// The name in the legend.
    pub name: &'a str,
    /// x, y and the half length of an error bar. Points without error bars are joined.
    pub points: Vec<[f64; 3]>,
}

impl<'a> Curve<'a> {
    /// A line through points.
    pub fn line(name: &'a str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Curve { name, points: points.into_iter().map(|[x, y]| [x, y, 0.0]).collect() }
    }
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 240.0;
const COLOURS: [&str; 3] = ["#1f77b4", "#d95f02", "#2ca02c"];

/// The interval of the plot in one direction.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An interval around numbers, and the distance of its marks: 1, 2 or 5 times a power of ten.
    fn around(numbers: impl Iterator<Item = f64>) -> Self {
        let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let wanted = (high - low).max(1e-300) / 5.0;
        let power = 10f64.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| *step >= wanted);
        Axis { low, high, step: step.unwrap_or(power) }
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let first = (self.low / self.step - 1e-9).ceil();
        (0..)
            .map(move |k| (first + f64::from(k)) * self.step)
            .take_while(|x| *x <= self.high + 1e-9 * self.step)
    }

    /// The place of a number between two ends.
    fn place(&self, x: f64, [from, to]: [f64; 2]) -> f64 {
        from + (x - self.low) / (self.high - self.low) * (to - from)
    }
}

/// The text of a picture. An SVG text in Markdown has no empty lines.
fn drawn([across, up]: [&str; 2], curves: &[Curve<'_>]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let axes = [
        Axis::around(points().map(|[x, ..]| *x)),
        Axis::around(points().flat_map(|[_, y, error]| [y - error, y + error])),
    ];
    let x = |x: f64| axes[0].place(x, [50.0, WIDTH - 10.0]);
    let y = |y: f64| axes[1].place(y, [HEIGHT - 40.0, 20.0]);
    let mut svg = format!(
        "\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" fill=\"currentColor\" font-size=\"11\" xmlns=\"http://www.w3.org/2000/svg\">\n"
    );
    let mut add = |element: String| writeln!(svg, "{element}").expect("a string takes text");
    for mark in axes[0].marks() {
        let at = x(mark);
        add(format!(
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 25.0,
            label(mark, axes[0].step)
        ));
        add(format!(
            "<path d=\"M{at:.1} 20V{:.1}\" stroke=\"currentColor\" stroke-opacity=\"0.15\"/>",
            HEIGHT - 40.0
        ));
    }
    for mark in axes[1].marks() {
        let at = y(mark);
        add(format!(
            "<text x=\"45\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            label(mark, axes[1].step)
        ));
        add(format!(
            "<path d=\"M50 {at:.1}H{:.1}\" stroke=\"currentColor\" stroke-opacity=\"0.15\"/>",
            WIDTH - 10.0
        ));
    }
    add(format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{across}</text>",
        WIDTH - 10.0,
        HEIGHT - 8.0
    ));
    add(format!("<text x=\"5\" y=\"12\">{up}</text>"));
    for (i, (curve, colour)) in (0_u8..).zip(curves.iter().zip(COLOURS.iter().cycle())) {
        let name = curve.name;
        add(format!(
            "<text x=\"{:.1}\" y=\"12\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>",
            WIDTH - 10.0 - 150.0 * f64::from(i)
        ));
        let mut path = String::new();
        let mut pen = 'M';
        for &[across, up, error] in &curve.points {
            if error == 0.0 {
                write!(path, "{pen}{:.1} {:.1}", x(across), y(up)).expect("a string takes text");
                pen = 'L';
            } else {
                add(format!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                    x(across),
                    y(up)
                ));
                write!(path, "M{:.1} {:.1}V{:.1}", x(across), y(up - error), y(up + error))
                    .expect("a string takes text");
            }
        }
        add(format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"));
    }
    add("</svg>".to_owned());
    svg
}

/// A number with the digits that the distance of the marks needs.
fn label(x: f64, step: f64) -> String {
    let digits: usize =
        (0..9_u8).find(|digits| step * 10f64.powi(i32::from(*digits)) > 0.99).unwrap_or(9).into();
    format!("{:.digits$}", x + 0.0)
}

/// Asserts that the file has the picture of these curves. With `PICTURES=overwrite` in the environment, it writes the file.
pub fn picture(file: &str, axes: [&str; 2], curves: &[Curve<'_>]) {
    let svg = drawn(axes, curves);
    if env::var("PICTURES").is_ok_and(|value| value == "overwrite") {
        fs::write(file, &svg).unwrap_or_else(|error| panic!("cannot write {file}: {error}"));
    }
    let found = fs::read_to_string(file).unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
    assert!(found == svg, "{file} has another picture: look at it with `PICTURES=overwrite`");
}
