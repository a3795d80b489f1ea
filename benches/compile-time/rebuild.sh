#!/usr/bin/env bash
# A rebuild after an edit of one function in a module of 40 functions, of 531 lines: with `#[exp(adjoint)]` on the module, with `#[exp]`,
# and without an attribute. The program takes the gradient of a function that calls all others. Seconds of processor time (user and
# system), the least of three edits. `WORK` is the folder for the builds, `RUNS` the number of edits.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
runs=${RUNS:-3}
export CARGO_TARGET_DIR=$work/target

module() { # an edited constant
    for k in $(seq 39); do
        cat <<EOF
    pub fn part_$k(n: usize, x: f64, y: f64) -> f64 {
        let mut sum = 0.0;
        let mut a = x * y + $k.0;
        for i in 0..n {
            if a > 9.0 && i % 2 == 0 {
                a = a / 2.0;
            }
            a = a.sin() * $([ "$k" = 20 ] && echo "$1" || echo 0.1) - y;
            sum += a * (x - 3.0).exp();
        }
        let v = [x, y, sum];
        v.iter().map(|z| z.powi(2)).fold(0.0, |s, z| s + z)
    }
EOF
    done
    echo "    pub fn total(n: usize, x: f64, y: f64) -> f64 {"
    echo "        let mut sum = 0.0;"
    for k in $(seq 1 2 37); do
        echo "        sum += part_$k(n, x, y) * part_$((k + 1))(n, y, x);"
    done
    echo "        sum += part_39(n, x, y);"
    echo "        sum"
    echo "    }"
}

program() { # an attribute, an edited constant
    [ -z "$1" ] || echo "use ad::prelude::*;"
    echo "$1"
    echo "mod model {"
    module "$2"
    echo "}"
    echo "fn main() {"
    echo "    println!(\"{}\", model::total(3, 0.5, 0.25));"
    [ -z "$1" ] || echo "    println!(\"{:?}\", call::value_and_grad(&model::Total { n: 3 }, &(0.5, 0.25)));"
    echo "}"
}

mkdir -p "$work/src"
cat >"$work/Cargo.toml" <<EOF
[package]
name = "rebuild"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
ad = { package = "exact-ad", path = "$root" }
EOF

seconds() { # an attribute, and the command of cargo
    local TIMEFORMAT="%U %S"
    program "$1" 0.1 >"$work/src/main.rs"
    cargo "${@:2}" --quiet
    for run in $(seq "$runs"); do
        program "$1" "0.$((run + 1))" >"$work/src/main.rs"
        { time cargo "${@:2}" --quiet 2>/dev/null; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -n | head -1
}

cd "$work"
printf '%-20s %8s %10s\n' "" build --release
for attribute in "" "#[exp]" "#[exp(adjoint)]"; do
    printf '%-20s %8s %10s\n' "${attribute:-none}" "$(seconds "$attribute" build)" "$(seconds "$attribute" build --release)"
done
