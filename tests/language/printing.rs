//! The printed output of a function is that of the plain function, to the letter, under every dictionary. The functions run in a
//! separate process, whose output is compared.

use ad::prelude::*;
use std::process::Command;

struct Name(usize);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "number {}", self.0)
    }
}

fn name(k: usize) -> Name {
    Name(k)
}

fn width() -> usize {
    9
}

/// The text once plain and once annotated, at the same lines.
macro_rules! printing {
    ($($function:tt)*) => {
        #[exp]
        #[derive(Debug, PartialEq)]
        pub(crate) struct Point {
            pub(crate) x: f64,
            pub(crate) ys: Vec<f64>,
        }

        mod plain {
            use super::{name, width};

            #[derive(Debug)]
            struct Point {
                x: f64,
                ys: Vec<f64>,
            }

            pub(super) $($function)*
        }

        #[exp]
        $($function)*
    };
}

printing! { fn prints(k: usize, x: f64) -> f64 {
    println!("x = {x}, {x:?}, {x:+.3e}, {{x}}, {{{x}}}, {k}, {}", x * 2.0);
    println!("{0} {0:?} {y:>8.2}", x + 1.0, y = x);
    let v = vec![x, x * x];
    println!("{v:?} {:#?} {:.1?}", v, (x, k, "text", Some(x)));
    println!("{} {:?} {:5}|", name(k), v.iter().map(|v| v * 2.0).collect::<Vec<_>>(), k as f64);
    let w = width();
    println!("{x:>w$} {:>1$} {}", x, w);
    println!("{:.*}", 3, x);
    eprintln!("{} {}", 2.0, f64::max(x, 2.0));
    print!("{x}\n");
    let y = dbg!(x*2.0);
    let (a, b) = dbg!(y.sin() * v[0], k);
    dbg!();
    dbg!(b);
    let p = Point { x: a, ys: v };
    println!("{p:?} {:#?}", &p);
    assert!(x > 0.0, "{x} and {}", a);
    assert_eq!(p.ys, [x, x * x], "{a}");
    assert_ne!(a, 77.0);
    debug_assert!(x < 1e6);
    match k {
        1 => panic!("too large: {x}"),
        2 => assert_eq!(x, 2.0, "say {k} {x}"),
        3 => assert!(x < 0.0),
        4 => assert!([x, y].iter().any(|x| { *x < 0.0 })),
        5 => assert_ne!(x, x),
        6 => unreachable!("with {:?}", [x]),
        _ => {}
    }
    p.x * x
} }

/// One of the two, in a separate process: its caller starts this test.
#[test]
fn prints_when_it_is_asked() {
    let Ok(which) = std::env::var("AD_PRINTS") else { return };
    let (which, k) = which.split_once(' ').expect("a name and a number");
    let k: usize = k.parse().expect("a number");
    match which {
        "plain" => _ = plain::prints(k, 1.5),
        "annotated" => _ = prints(k, 1.5),
        "forward" => _ = forward::diff(Prints { k }).eval(F64, 1.5),
        "stack" => _ = stack::diff(stack::diff(Prints { k })).eval(F64, 1.5),
        "taylor" => _ = taylor::derivatives::<2, _>(Prints { k }).eval(F64, 1.5),
        _ => unreachable!(),
    }
}

/// The output, without that of the test harness.
fn output(which: &str, k: usize) -> String {
    let itself = std::env::current_exe().expect("the path of this test");
    let output = Command::new(itself)
        .args(["printing::prints_when_it_is_asked", "--exact", "--nocapture", "--test-threads=1"])
        .env("AD_PRINTS", format!("{which} {k}"))
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("this test runs");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    // The time that the test took, and the number of the thread.
    let told = |line: &&str| !line.starts_with("test result") && !line.contains("panicked at");
    text.lines().filter(told).collect::<Vec<_>>().join("\n")
}

#[test]
fn numbers_are_printed_as_the_plain_function_prints_them() {
    for k in 0..7 {
        let plain = output("plain", k);
        assert!(
            plain.contains("x = 1.5, 1.5, +1.500e0, {x}, {1.5}") && plain.contains("x*2.0 = 3.0"),
            "{plain}"
        );
        for which in ["annotated", "forward", "stack", "taylor"] {
            pretty_assert(&plain, &output(which, k), which);
        }
    }
}

#[track_caller]
fn pretty_assert(plain: &str, other: &str, which: &str) {
    for (plain, other) in plain.lines().zip(other.lines()) {
        assert_eq!(plain, other, "{which}");
    }
    assert_eq!(plain.lines().count(), other.lines().count(), "{which}: {other}");
}
