//! The input and output in the messages of each program.

use serde::Deserialize;
use serde_json::{Value, json};

use super::programs::ht::{Affine, Bone, Correspondence, Model, POSE, Vertex};
use super::programs::{ba, det, gmm, hello, ht, kmeans, llsq, lse, lstm, ode, particle, saddle};

/// The programs that are there.
pub const MODULES: [&str; 12] =
    ["hello", "llsq", "lse", "det", "gmm", "ba", "kmeans", "lstm", "ode", "ht", "particle", "saddle"];

/// The timed function. Its result makes the output, which is not timed.
pub type Evaluation = Box<dyn Fn() -> Box<dyn FnOnce() -> Value>>;

fn timed<R: 'static>(f: impl Fn() -> R + 'static, show: fn(R) -> Value) -> Evaluation {
    Box::new(move || {
        let result = f();
        Box::new(move || show(result))
    })
}

fn parse<'de, T: Deserialize<'de>>(input: &'de Value) -> Result<T, String> {
    T::deserialize(input).map_err(|error| format!("the input is not as it should be: {error}"))
}

#[allow(clippy::too_many_lines, reason = "a case for each function")]
/// The evaluation of `function` of `module` at this input, or an error.
pub fn evaluation(module: &str, function: &str, input: &Value) -> Result<Evaluation, String> {
    Ok(match (module, function) {
        ("hello", "square") => {
            let x: f64 = parse(input)?;
            timed(move || hello::square(x), |y| json!(y))
        }
        ("hello", "double") => {
            let x: f64 = parse(input)?;
            timed(move || hello::double(x), |y| json!(y))
        }
        ("llsq", "primal") => {
            let Llsq { x, n } = parse(input)?;
            timed(move || llsq::primal(&x, n), |y| json!(y))
        }
        ("llsq", "gradient") => {
            let Llsq { x, n } = parse(input)?;
            timed(move || llsq::gradient(&x, n), |y| json!(y))
        }
        ("lse", "primal") => {
            let Lse { x } = parse(input)?;
            timed(move || lse::log_sum_exp(&x), |y| json!(y))
        }
        ("lse", "gradient") => {
            let Lse { x } = parse(input)?;
            timed(move || lse::gradient(&x), |y| json!(y))
        }
        ("det", "primal") => {
            let Det { a, ell } = parse(input)?;
            timed(move || det::primal(&a, ell), |y| json!(y))
        }
        ("det", "gradient") => {
            let Det { a, ell } = parse(input)?;
            timed(move || det::gradient(&a, ell), |y| json!(y))
        }
        ("gmm", "objective") => {
            let (data, x) = parse::<Gmm>(input)?.problem();
            timed(move || gmm::objective(&data, &x), |y| json!(y))
        }
        ("gmm", "jacobian") => {
            let (data, x) = parse::<Gmm>(input)?.problem();
            timed(
                move || (data.d, gmm::gradient(&data, &x)),
                |(d, (alpha, mu, q, l))| {
                    let by = |rows: &[f64], width| -> Vec<Vec<f64>> {
                        let row = |i| rows[i * width..][..width].to_vec();
                        (0..alpha.len()).map(row).collect()
                    };
                    json!({ "alpha": alpha, "mu": by(&mu, d), "q": by(&q, d), "l": by(&l, d * (d - 1) / 2) })
                },
            )
        }
        ("ba", "objective") => {
            let (observations, x) = parse::<Ba>(input)?.problem();
            timed(
                move || ba::objective(&observations, &x),
                |(errors, weights)| {
                    json!({
                        "reproj_error": { "elements": errors.first(), "repeated": errors.len() },
                        "w_err": { "element": weights.first(), "repeated": weights.len() },
                    })
                },
            )
        }
        ("ba", "jacobian") => {
            let (observations, x) = parse::<Ba>(input)?.problem();
            timed(
                move || ba::jacobian(&observations, &x),
                |jacobian| {
                    let (pattern, values) = (jacobian.pattern(), jacobian.entries());
                    json!({
                        "rows": ends(pattern.offsets()), "cols": ends(pattern.indices()), "vals": ends(values),
                    })
                },
            )
        }
        ("kmeans", "cost") => {
            let Kmeans { points, centroids } = parse(input)?;
            timed(move || kmeans::cost(&points, &centroids), |y| json!(y))
        }
        ("kmeans", "dir") => {
            let Kmeans { points, centroids } = parse(input)?;
            timed(move || kmeans::direction(&points, &centroids), |y| json!(y))
        }
        ("lstm", "objective") => {
            let (data, x) = parse::<Lstm>(input)?.problem();
            timed(move || lstm::objective(&data, &x), |y| json!(y))
        }
        ("lstm", "jacobian") => {
            let (data, x) = parse::<Lstm>(input)?.problem();
            timed(move || lstm::gradient(&data, &x), |(main, extra)| json!([main, extra].concat()))
        }
        ("ode", "primal") => {
            let Ode { x, s } = parse(input)?;
            timed(move || ode::ode(s, &x), |y| json!(y))
        }
        ("ode", "gradient") => {
            let Ode { x, s } = parse(input)?;
            timed(move || ode::gradient(&x, s), |y| json!(y))
        }
        ("ht", "objective" | "jacobian") => hand(function, parse(input)?)?,
        ("particle", mode) => {
            let Particle { w } = parse(input)?;
            let f = match mode {
                "ff" => particle::ff,
                "fr" => particle::fr,
                "rf" => particle::rf,
                "rr" => particle::rr,
                _ => return Err(unknown(module, function)),
            };
            timed(move || f(w), |y| json!(y))
        }
        ("saddle", mode) => {
            let Saddle { start } = parse(input)?;
            let f = match mode {
                "ff" => saddle::ff,
                "fr" => saddle::fr,
                "rf" => saddle::rf,
                "rr" => saddle::rr,
                _ => return Err(unknown(module, function)),
            };
            timed(move || f(start), |y| json!(y))
        }
        _ => return Err(unknown(module, function)),
    })
}

fn unknown(module: &str, function: &str) -> String {
    format!("there is no function `{function}` of a module `{module}` here")
}

/// The first thirty and the last.
fn ends<T: Clone>(all: &[T]) -> Vec<T> {
    all.iter().take(30).chain(all.last()).cloned().collect()
}

#[derive(Deserialize)]
struct Llsq {
    x: Vec<f64>,
    n: usize,
}

#[derive(Deserialize)]
struct Lse {
    x: Vec<f64>,
}

#[derive(Deserialize)]
struct Det {
    #[serde(rename = "A")]
    a: Vec<f64>,
    ell: usize,
}

#[derive(Deserialize)]
struct Gmm {
    d: usize,
    k: usize,
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
    gamma: f64,
    m: f64,
}

impl Gmm {
    fn problem(self) -> (gmm::Data, gmm::Parameters) {
        let Gmm { d, k, alpha, mu, q, l, x, gamma, m } = self;
        let data = gmm::Data { d, k, points: x.concat(), gamma, m };
        (data, (alpha, mu.concat(), q.concat(), l.concat()))
    }
}

#[derive(Deserialize)]
struct Ba {
    n: usize,
    m: usize,
    p: usize,
    cam: [f64; 11],
    x: [f64; 3],
    w: f64,
    feat: [f64; 2],
}

impl Ba {
    /// One camera, one point and one observation, repeated.
    fn problem(self) -> (Vec<ba::Observation>, ba::Parameters) {
        let Ba { n, m, p, cam, x, w, feat } = self;
        let seen = |i| ba::Observation { camera: i % n, point: i % m, feature: feat };
        ((0..p).map(seen).collect(), (vec![cam; n], vec![x; m], vec![w; p]))
    }
}

#[derive(Deserialize)]
struct Kmeans {
    points: Vec<Vec<f64>>,
    centroids: Vec<Vec<f64>>,
}

#[derive(Deserialize)]
struct Lstm {
    main_params: Vec<Vec<f64>>,
    extra_params: Vec<Vec<f64>>,
    state: Vec<Vec<f64>>,
    sequence: Vec<Vec<f64>>,
}

impl Lstm {
    fn problem(self) -> (lstm::Data, lstm::Parameters) {
        let b = self.sequence.first().map_or(0, Vec::len);
        let data = lstm::Data { b, state: self.state.concat(), sequence: self.sequence.concat() };
        (data, (self.main_params.concat(), self.extra_params.concat()))
    }
}

#[derive(Deserialize)]
struct Ode {
    x: Vec<f64>,
    s: usize,
}

#[derive(Deserialize)]
struct Particle {
    w: f64,
}

#[derive(Deserialize)]
struct Saddle {
    start: [f64; 2],
}

#[derive(Deserialize)]
struct Hand {
    theta: Vec<f64>,
    #[serde(default)]
    us: Vec<[f64; 2]>,
    data: HandData,
}

#[derive(Deserialize)]
struct HandData {
    correspondences: Vec<usize>,
    points: Vec<[f64; 3]>,
    model: HandModel,
}

#[derive(Deserialize)]
struct HandModel {
    /// The first bone has no parent, which is written as a negative number.
    parents: Vec<i64>,
    base_relatives: Vec<[[f64; 4]; 4]>,
    inverse_base_absolutes: Vec<[[f64; 4]; 4]>,
    base_positions: Vec<[f64; 4]>,
    /// For each bone its weight at each vertex.
    weights: Vec<Vec<f64>>,
    triangles: Vec<[usize; 3]>,
    is_mirrored: bool,
}

impl HandModel {
    fn model(&self) -> Model {
        let affine = |m: &[[f64; 4]; 4]| -> Affine<f64> { [m[0], m[1], m[2]] };
        let bones = self.parents.iter().zip(self.base_relatives.iter().zip(&self.inverse_base_absolutes));
        let bone = |(parent, (relative, inverse)): (&i64, _)| Bone {
            parent: usize::try_from(*parent).ok(),
            base_relative: affine(relative),
            inverse_base_absolute: affine(inverse),
        };
        let vertex = |(i, base): (usize, &[f64; 4])| Vertex {
            base: [base[0], base[1], base[2]],
            weights: (0..self.weights.len())
                .map(|bone| (bone, self.weights[bone][i]))
                .filter(|&(_, weight)| weight != 0.0)
                .collect(),
        };
        Model {
            bones: bones.map(bone).collect(),
            vertices: self.base_positions.iter().enumerate().map(vertex).collect(),
            triangles: self.triangles.clone(),
            is_mirrored: self.is_mirrored,
        }
    }
}

fn hand(function: &str, input: Hand) -> Result<Evaluation, String> {
    let Hand { theta, us, data } = input;
    let theta: [f64; POSE] =
        theta.try_into().map_err(|theta: Vec<f64>| format!("{} numbers are no pose", theta.len()))?;
    let model = data.model.model();
    let to = |(&index, &point): (&usize, &[f64; 3])| Correspondence { index, point };
    let points: Vec<Correspondence> = data.correspondences.iter().zip(&data.points).map(to).collect();
    Ok(match (function, us.is_empty()) {
        ("objective", true) => timed(move || ht::simple(&model, &points, theta), |y| json!(y.concat())),
        ("objective", false) => {
            timed(move || ht::complicated(&model, &points, &us, theta), |y| json!(y.concat()))
        }
        (_, true) => timed(move || ht::simple_jacobian(&model, &points, theta), |rows| json!(rows.concat())),
        (_, false) => {
            timed(move || ht::complicated_jacobian(&model, &points, &us, theta), |rows| json!(rows))
        }
    })
}
