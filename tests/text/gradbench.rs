//! GradBench's programs, by their protocol, as GradBench runs them. The expected numbers are those of GradBench and ADBench, or
//! were computed to 40 digits. Without such numbers, the derivative is compared with differences.

#![allow(
    clippy::unreadable_literal,
    clippy::excessive_precision,
    clippy::cast_precision_loss,
    reason = "the numbers are those of the data files"
)]

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

/// The answers to these messages, in one run of the program.
fn converse(messages: &[Value]) -> Vec<Value> {
    let mut program = super::gallery::built("gradbench");
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be run");
    let lines = messages.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let mut input = program.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = program.wait_with_output().expect("it ends with its input");
    writer.join().expect("no panic").expect("it reads all");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn message(module: &str, function: &str, input: &Value) -> Value {
    json!({ "id": 1, "kind": "evaluate", "module": module, "function": function, "input": input })
}

fn output(answer: &Value) -> &Value {
    assert_eq!(answer["success"], json!(true), "{answer}");
    &answer["output"]
}

/// The outputs of these evaluations.
fn evaluate(evaluations: &[(&str, &str, Value)]) -> Vec<Value> {
    let messages: Vec<Value> = evaluations.iter().map(|(m, f, input)| message(m, f, input)).collect();
    converse(&messages).iter().map(|answer| output(answer).clone()).collect()
}

/// All numbers, in order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

#[track_caller]
fn assert_close(found: &Value, expected: &[f64], tolerance: f64) {
    let found = numbers(found);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        let scale = f64::max(1.0, found.abs() + expected.abs());
        assert!((found - expected).abs() / scale < tolerance, "{found} instead of {expected}");
    }
}

#[test]
fn the_protocol_is_followed() {
    let answers = converse(&[
        json!({ "id": 0, "kind": "start", "eval": "hello" }),
        json!({ "id": 1, "kind": "define", "module": "hello" }),
        json!({ "id": 2, "kind": "define", "module": "goodbye" }),
        json!({ "id": 3, "kind": "evaluate", "module": "hello", "function": "double", "input": 3.0 }),
        json!({ "id": 4, "kind": "evaluate", "module": "lse", "function": "primal", "input": { "x": [0.0], "min_runs": 5 } }),
        json!({ "id": 5, "kind": "evaluate", "module": "lse", "function": "primal", "input": { "y": [0.0] } }),
        json!({ "id": 6, "kind": "end" }),
    ]);
    let ids: Vec<u64> = answers.iter().map(|answer| answer["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(answers[0]["tool"], json!("ad"));
    assert_eq!((&answers[1]["success"], &answers[2]["success"]), (&json!(true), &json!(false)));
    assert_eq!(answers[3]["output"], json!(6.0));
    let timings = answers[4]["timings"].as_array().expect("a list");
    assert_eq!(timings.len(), 5);
    assert!(
        timings.iter().all(|timing| timing["name"] == json!("evaluate") && timing["nanoseconds"].is_u64())
    );
    assert_eq!(answers[5]["success"], json!(false));
    assert_eq!(answers[6], json!({ "id": 6 }));
}

#[test]
fn small_programs_give_their_vectors() {
    let llsq = json!({ "x": [0.1, 0.7, -0.3], "n": 5 });
    let lse = json!({ "x": [0.1, 0.2, 0.9] });
    let edge = json!({ "x": [-1.0, 0.0, 2.5, 2.5, 100.0] });
    let det = json!({ "A": [2.0, -1.0, 3.0, 4.0, 0.0, 1.0, -2.0, 5.0, 2.0], "ell": 3 });
    let kmeans = json!({
        "points": [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 5.0], [6.0, 5.5]],
        "centroids": [[0.5, 0.25], [5.0, 6.0]],
    });
    let ode = json!({ "x": [0.5, 1.5, 2.0, 0.75, 1.25, 3.0], "s": 4 });
    let found = evaluate(&[
        ("hello", "square", json!(3.0)),
        ("llsq", "primal", llsq.clone()),
        ("llsq", "gradient", llsq),
        ("lse", "primal", lse.clone()),
        ("lse", "gradient", lse),
        ("lse", "primal", edge.clone()),
        ("lse", "gradient", edge),
        ("det", "primal", det.clone()),
        ("det", "gradient", det),
        ("kmeans", "cost", kmeans.clone()),
        ("kmeans", "dir", kmeans),
        ("ode", "primal", ode.clone()),
        ("ode", "gradient", ode),
    ]);
    let expected: [&[f64]; 13] = [
        &[9.0],
        &[0.558_125],
        &[-0.25, -1.25, -0.387_5],
        &[1.565_731_927_247_928_7],
        &[0.230_908_921_080_134_4, 0.255_193_824_301_989_4, 0.513_897_254_617_876_2],
        &[100.0],
        &[0.0, 0.0, 0.0, 0.0, 1.0],
        &[60.0],
        &[-5.0, -10.0, 20.0, 17.0, 10.0, -8.0, -1.0, 10.0, 4.0],
        &[3.687_5],
        &[1.0 / 6.0, -1.0 / 12.0, -0.5, 0.75],
        &[1.0, 1.5, 2.0, 0.75, 0.373_535_156_25, 0.368_041_992_187_5],
        &[
            0.736_083_984_375,
            0.245_361_328_125,
            0.184_020_996_093_75,
            0.490_722_656_25,
            0.294_433_593_75,
            0.122_680_664_062_5,
        ],
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert_close(found, expected, 1e-14);
    }
}

#[test]
fn the_mixture_gives_its_vector() {
    let input = json!({
        "d": 2, "k": 3, "n": 1, "gamma": 1.0, "m": 0,
        "alpha": [-0.649014, 1.181166, -0.758453],
        "mu": [[0.092339, 0.186260], [0.345561, 0.396767], [0.538817, 0.419195]],
        "q": [[0.586443, -0.851887], [-1.509405, 0.875874], [0.166813, -1.965419]],
        "l": [[0.800321], [-0.242790], [-1.270071]],
        "x": [[1.175171, 2.029160]],
    });
    let found = evaluate(&[("gmm", "objective", input.clone()), ("gmm", "jacobian", input)]);
    assert_close(&found[0], &[-20.067_360_546_658_309], 1e-14);
    let gradient = &found[1];
    assert_close(
        &gradient["alpha"],
        &[0.108_662_855_508_652, -0.741_270_039_523_899, 0.632_607_184_015_246],
        1e-13,
    );
    assert_close(
        &gradient["mu"],
        &[
            1.116_925_765_327_87,
            0.163_333_013_551_455,
            -0.021_998_982_407_119_3,
            0.227_778_292_254_236,
            1.209_630_256_128_32,
            -0.060_637_592_073_395_6,
        ],
        1e-13,
    );
    assert_close(
        &gradient["q"],
        &[
            -3.877_309_539_853_6,
            -0.251_358_057_046_824,
            -0.024_200_595_440_323,
            -6.110_977_409_271_95,
            -1.073_118_770_446_09,
            0.820_836_654_689_137,
        ],
        1e-13,
    );
    assert_close(
        &gradient["l"],
        &[-1.214_897_690_150_39, 0.164_085_590_322_553, 1.545_501_069_533_68],
        1e-13,
    );
}

#[test]
fn bundle_adjustment_gives_its_vector() {
    let input = json!({
        "n": 2, "m": 10, "p": 10,
        "cam": [1.797201, 0.590697, -0.635786, 90.859550, 29.361415, 28.777534, 211.628116, -0.284531, -14.762924, 0.058931, 0.069976],
        "x": [4.173048, 5.586898, 1.403869], "w": 0.417022, "feat": [-525.672849, 161.811929],
    });
    let found = evaluate(&[("ba", "objective", input.clone()), ("ba", "jacobian", input)]);
    assert_close(&found[0]["reproj_error"]["elements"], &[-0.269_048_849_235, 0.259_944_792_678], 1e-11);
    assert_close(&found[0]["w_err"]["element"], &[0.826_092_651_516], 1e-11);
    assert_eq!(found[0]["reproj_error"]["repeated"], json!(10));
    let jacobian = &found[1];
    assert_eq!(
        jacobian["rows"],
        json!((0..30_u32).map(|i| 15 * i.min(20) + i.saturating_sub(20)).chain([310]).collect::<Vec<_>>())
    );
    // Camera 0, point 0, weight 0, twice; then the last row's weight.
    let columns: Vec<usize> = (0..11).chain(22..25).chain([52]).collect();
    assert_eq!(jacobian["cols"], json!([columns.clone(), columns, vec![61]].concat()));
    let rows = [
        228.877_202_208_247,
        634.574_811_495_546,
        -782.222_866_259_341,
        2.428_926_156_071_6,
        -11.782_807_962_801_1,
        2.541_693_124_877_44,
        -1.036_570_849_585_18,
        0.417_022,
        0.0,
        -350.739_521_096_005,
        -912.107_773_668_009,
        -2.428_926_156_071_6,
        11.782_807_962_801_1,
        -2.541_693_124_877_44,
        -0.645_167_039_713,
        -120.542_435_994_997,
        -385.673_240_766_46,
        97.547_629_140_332_7,
        -1.783_721_085_295_77,
        4.154_667_994_331_26,
        2.040_257_180_298_99,
        0.349_176_397_433_146,
        0.0,
        0.417_022,
        118.149_147_704_415,
        307.250_108_960_343,
        1.783_721_085_295_77,
        -4.154_667_994_331_26,
        -2.040_257_180_298_99,
        0.623_335_921_553,
        -0.834_044,
    ];
    assert_close(&jacobian["vals"], &rows, 1e-11);
}

#[test]
fn descents_end_where_they_should_in_all_modes() {
    let modes = ["ff", "fr", "rf", "rr"];
    let particles = modes.map(|mode| ("particle", mode, json!({ "w": 0.0 })));
    let saddles = modes.map(|mode| ("saddle", mode, json!({ "start": [1.0, 1.0] })));
    for found in evaluate(&particles) {
        assert_close(&found, &[0.207_191_874_648_611_6], 1e-12);
    }
    for found in evaluate(&saddles) {
        assert_eq!(numbers(&found), [8.246_324_826_140_356e-6; 4]);
    }
}

/// Compares the derivative with central differences of the objective along each number of `at`, which `input` is made from.
#[track_caller]
fn assert_like_differences(
    module: &str,
    at: &[f64],
    input: impl Fn(&[f64]) -> Value,
    derivative: impl Fn(&Value) -> Vec<Vec<f64>>,
) {
    let step = 1e-5;
    let mut evaluations = vec![(module, "jacobian", input(at))];
    for i in 0..at.len() {
        for sign in [1.0, -1.0] {
            let mut there = at.to_vec();
            there[i] += sign * step;
            evaluations.push((module, "objective", input(&there)));
        }
    }
    let found = evaluate(&evaluations);
    for (i, columns) in derivative(&found[0]).iter().enumerate() {
        let (up, down) = (numbers(&found[1 + 2 * i]), numbers(&found[2 + 2 * i]));
        let differences: Vec<f64> =
            up.iter().zip(&down).map(|(up, down)| (up - down) / (2.0 * step)).collect();
        assert_close(&json!(columns), &differences, 1e-8);
    }
}

/// Numbers without a pattern, in [-1, 1].
fn irregular(n: usize) -> Vec<f64> {
    (1..=n).map(|i| (i as f64 * 12.9898).sin()).collect()
}

#[test]
fn the_lstm_has_the_slopes_of_its_objective() {
    let (b, layers, steps) = (2, 2, 5);
    let sequence: Vec<Vec<f64>> =
        (0..steps).map(|t| (0..b).map(|i| f64::from(u8::from((t * 3 + i * 5) % 4 < 2))).collect()).collect();
    let chunks = |all: &[f64], n: usize| all.chunks(n).map(<[f64]>::to_vec).collect::<Vec<_>>();
    let state = chunks(&irregular(2 * layers * b), b);
    let input = |x: &[f64]| {
        let (main, extra) = x.split_at(8 * b * layers);
        json!({
            "main_params": chunks(main, 4 * b), "extra_params": chunks(extra, b), "state": state, "sequence": sequence,
        })
    };
    let at = irregular(8 * b * layers + 3 * b);
    assert_like_differences("lstm", &at, input, |gradient| {
        numbers(gradient).iter().map(|d| vec![*d]).collect()
    });
}

/// A hand of 22 bones with a few vertices.
fn hand() -> Value {
    let r = irregular(2000);
    let affine = |i: usize| {
        let row = |j: usize| (0..4).map(|k| r[16 * i + 4 * j + k]).collect::<Vec<_>>();
        json!([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]])
    };
    let weight =
        |bone: usize, vertex: usize| if (bone + vertex) % 5 == 0 { r[22 * vertex + bone].abs() } else { 0.0 };
    json!({
        "bone_count": 22,
        "parents": (0..22).map(|bone| if bone % 4 == 2 || bone < 2 { bone.min(1) - 1 } else { bone - 1 }).collect::<Vec<i64>>(),
        "base_relatives": (0..22).map(affine).collect::<Vec<_>>(),
        "inverse_base_absolutes": (22..44).map(affine).collect::<Vec<_>>(),
        "base_positions": (0..6).map(|v| json!([r[v], r[v + 100], r[v + 200], 1.0])).collect::<Vec<_>>(),
        "weights": (0..22).map(|bone| (0..6).map(|v| weight(bone, v)).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "triangles": [[0, 1, 2], [3, 4, 5], [5, 1, 3]],
        "is_mirrored": true,
    })
}

#[test]
fn the_hand_has_the_slopes_of_its_residuals() {
    let data = json!({ "correspondences": [5, 0, 2], "points": [[0.1, 0.2, 0.3], [1.0, 0.0, -1.0], [0.5, 0.5, 0.5]], "model": hand() });
    let column = |jacobian: &Value, i: usize| -> Vec<f64> {
        jacobian.as_array().expect("rows").iter().map(|row| row[i].as_f64().expect("a number")).collect()
    };
    let theta = irregular(26);
    let input = |theta: &[f64]| json!({ "theta": theta, "us": [], "data": data });
    assert_like_differences("ht", &theta, input, |jacobian| (0..26).map(|i| column(jacobian, i)).collect());

    let mut on_triangles = data.clone();
    on_triangles["correspondences"] = json!([2, 0, 1]);
    // The two coordinates of all points are moved together, as the columns of the Jacobian are.
    let input = |x: &[f64]| {
        let us = [[0.2, 0.3], [0.6, 0.1], [0.0, 0.9]].map(|[u, v]: [f64; 2]| [u + x[0], v + x[1]]);
        json!({ "theta": x[2..], "us": us, "data": on_triangles })
    };
    let at = [vec![0.0, 0.0], theta].concat();
    assert_like_differences("ht", &at, input, |jacobian| (0..28).map(|i| column(jacobian, i)).collect());
}
