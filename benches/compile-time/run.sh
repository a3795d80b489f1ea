#!/usr/bin/env bash
# The compile time of `#[exp]`. Writes five small programs, and times cargo on each of them, with the dependencies built
# before: seconds of processor time (user and system), the median of three runs. `../README.md` discusses the numbers.
# `WORK` is the folder for the builds, `RUNS` the number of runs, `OPTIMIZED` the optimization level of the macro (0).
#
#   plain        200 functions over `f64`, each called once
#   annotated    the same, with `#[exp]` on each
#   written-out  the same, with the expansion of `#[exp]` written by hand, so that the difference is the macro itself
#   adjoint      the same as annotated, with `#[exp(adjoint)]`
#   strategies   20 functions with `#[exp]`, differentiated by four strategies, and by each of them after each
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
runs=${RUNS:-3}
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0

# A function: its number, the tokens before it, its generics, its number type, a natural number, a decimal.
function_text() {
    cat <<EOF
$2 fn g$1$3(n: u32, x: $4, y: $4) -> $4 {
    let mut sum = $(printf "$5" 0);
    let mut a = x * y + $(printf "$5" "$1");
    for i in 0..n {
        if a > $(printf "$5" 9) && i % 2 == 0 {
            a = a / $(printf "$5" 2);
        }
        a = a.sin() * $6 - y;
        sum += a * (x - $(printf "$5" 3)).exp();
    }
    let v = [x, y, sum];
    v.iter().map(|z| z.powi(2)).fold($(printf "$5" 0), |s, z| s + z)
}
EOF
}

expression_text() {
    cat <<EOF
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
struct G$1 { n: u32 }
impl ad::__private::Signature for G$1 {
    type In = (f64, f64);
    type Out = f64;
}
impl<D: ad::__private::RealDict + ad::__private::OrderedDict> ad::__private::Exp<D> for G$1 {
    #[inline]
    fn apply(
        &self,
        _: D,
        x: &<Self::In as ad::__private::Shape>::Of<ad::__private::Num<D>>,
    ) -> ad::__private::Num<D> {
        g$1(self.n, x.0, x.1)
    }
}
EOF
}

functions() { # what stands before each, how many
    for k in $(seq "$2"); do function_text "$k" "$1" "" f64 "%s.0" 0.1; done
}

written_out() {
    for k in $(seq 200); do
        function_text "$k" "" "<N: ad::__private::Real + ad::__private::Ordered>" N \
            "::ad::__private::natural::<N>(%s)" "::ad::__private::decimal::<N>(1, -1, 0.1)"
        expression_text "$k"
    done
}

calls() { # how many
    echo "fn main() {"
    echo "    let (n, x, y) = (3, 0.5, 0.25);"
    for k in $(seq "$1"); do echo "    println!(\"{}\", g$k(n, x, y));"; done
    echo "}"
}

derivatives() {
    local strategies="forward stack effects backpropagator"
    echo "fn main() {"
    for k in $(seq 20); do
        for outer in $strategies; do
            echo "    println!(\"{:?}\", $outer::grad(G$k { n: 3 }).eval(F64, (0.5, 0.25)));"
            for inner in $strategies; do
                echo "    println!(\"{:?}\", $outer::jacobian($inner::grad(G$k { n: 3 })).eval(F64, (0.5, 0.25)));"
            done
        done
    done
    echo "}"
}

program() { # its name; its text from the standard input
    mkdir -p "$work/$1/src"
    cat >"$work/$1/Cargo.toml" <<EOF
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
ad = { package = "exact-ad", path = "$root", features = ["effects"] }

[profile.dev.build-override]
opt-level = ${OPTIMIZED:-0}
EOF
    cat >"$work/$1/src/main.rs"
}

seconds() { # a program, and the command of cargo: the median
    local TIMEFORMAT="%U %S"
    cd "$work/$1"
    cargo "${@:2}" --quiet
    for _ in $(seq "$runs"); do
        touch src/main.rs
        { time cargo "${@:2}" --quiet 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -n | sed -n "$(((runs + 1) / 2))p"
}

{ functions "" 200; calls 200; } | program plain
{ functions "#[ad::exp]" 200; calls 200; } | program annotated
{ functions "#[ad::exp(adjoint)]" 200; calls 200; } | program adjoint
{ written_out; calls 200; } | program written-out
{ echo "use ad::prelude::*;"; functions "#[exp]" 20; derivatives; } | program strategies

printf '%-12s %8s %8s %10s\n' "" check build --release
for name in plain annotated adjoint written-out strategies; do
    printf '%-12s %8s %8s %10s\n' "$name" \
        "$(seconds "$name" check)" "$(seconds "$name" build)" "$(seconds "$name" build --release)"
done
