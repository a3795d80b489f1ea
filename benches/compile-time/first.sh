#!/usr/bin/env bash
# The first build of a new crate with one function, in the `dev` profile: with `#[exp]` and default features, and the same function with
# num-dual. Seconds of processor time (user and system) of cargo with an empty target folder, each the least of `RUNS`, in turn.
# `WORK` is the folder for the builds.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
runs=${RUNS:-2}
# As cargo compiles dependencies from a registry.
export CARGO_INCREMENTAL=0

program() { # its name, its dependency; its text from the standard input
    mkdir -p "$work/$1/src"
    cat >"$work/$1/Cargo.toml" <<EOF
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
$2
EOF
    cat >"$work/$1/src/main.rs"
    cp "$root/rust-toolchain.toml" "$work/$1"
}

seconds() { # a program
    local TIMEFORMAT="%U %S"
    cd "$work/$1"
    rm -rf target
    { time cargo build --quiet --target-dir target 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
}

program annotated "ad = { package = \"exact-ad\", path = \"$root\" }" <<'EOF'
use ad::prelude::*;

#[exp]
fn f(x: f64, y: f64) -> f64 {
    (x * y).sin() + x.exp()
}

fn main() {
    println!("{:?}", call::value_and_grad(&F, &(0.5, 2.0)));
}
EOF
program dual $'num-dual = "0.15"\nnalgebra = "0.35"' <<'EOF'
use num_dual::{DualNum, DualSVec64, gradient};

fn f(x: DualSVec64<2>, y: DualSVec64<2>) -> DualSVec64<2> {
    (x * y).sin() + x.exp()
}

fn main() {
    let at = nalgebra::SVector::from([0.5, 2.0]);
    println!("{:?}", gradient(|x| f(x[0], x[1]), &at));
}
EOF

for name in annotated dual; do
    (cd "$work/$name" && cargo fetch --quiet)
done
for _ in $(seq "$runs"); do
    for name in annotated dual; do
        echo "$name $(seconds "$name")"
    done
done | awk '
    !($1 in least) || $2 < least[$1] { least[$1] = $2 }
    END {
        printf "%-10s %6.1f\n%-10s %6.1f\n", "#[exp]", least["annotated"], "num-dual", least["dual"]
        printf "%-10s %6.2f\n", "ratio", least["annotated"] / least["dual"]
    }'
