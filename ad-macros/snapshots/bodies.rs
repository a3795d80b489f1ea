// What is replaced in a body, and what is left.

#[exp]
fn literals(x: f64) -> f64 {
    let small = 1.5e-3;
    x * -1.0 + 2f64 + 1_000.0 + 3.14159265358979323846264338327950288419716939937510 + small * (1u8 as f64)
}

#[exp]
fn types(x: f64) -> f64 {
    let v: Vec<[f64; 2]> = Vec::<[f64; 2]>::new();
    let f: fn(f64) -> f64 = |y: f64| -> f64 { y };
    f(x) + v.iter().map(|p| p[0]).sum::<f64>() + 1.0f32 as u8 as f64
}

#[exp]
fn constants(#[fixed] r: f64, x: f64) -> f64 {
    let mut s = G;
    s += G * x + f64::EPSILON + 0.5 * r;
    let c: f64 = r * 2.0;
    if x < G { s } else { elsewhere(x, G, 0.5, -1.0) + ordinary(0.5) * c }
}

#[exp]
fn functions(x: f64) -> f64 {
    let m = f64::max(x, 1.0);
    [m, x].iter().copied().map(f64::sqrt).fold(f64::NEG_INFINITY, f64::max) + f64::from(3u8)
}

#[exp]
fn macros(x: f64) -> f64 {
    assert!(x > 0.0, "not above {}", 0.0);
    assert_eq!(x, 1.0, "message");
    debug_assert_ne!(1, 2);
    let v = vec![0.0; 3];
    let w = vec![x, 1.0];
    if matches!(Some(x), Some(y) if y > 2.0) { v[0] } else { w[1] }
}

#[exp]
fn nested_items_stay(x: f64) -> f64 {
    const HALF: f64 = 0.5;
    fn double(n: u32) -> u32 {
        n * 2
    }
    x * HALF * double(3) as f64
}

#[exp]
fn compound_assignments(mut a: Vec<f64>, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 1..a.len() {
        a[i] -= x * a[i - 1];
        a[0] += 2.0 * x;
        s += a[i] * a[i];
    }
    s
}
