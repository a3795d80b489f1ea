"""Items of inner blocks with namesakes, and code under conditions: texts as in `everyday`."""

# What the interpreter does not know: items other than constants, and conditions.
COMPILED_ONLY = ["fn offset", "use other", "enum Mode", "#[cfg("]

VALUES = {
    "item of an inner block": "{ const FACTOR: usize = 2; let $v = { const FACTOR: usize = 3; ($e) * FACTOR as f64 }; $v * FACTOR as f64 + x[FACTOR] * $E }",
    "function of an inner block": "{ fn offset(k: usize) -> usize { k + 2 } let $v = { fn offset(k: usize) -> usize { k + 1 } x[offset($i) % 5] * $e }; $v * x[offset($i) % 5] }",
    "imported item of an inner block": "{ let $v = { use other::FACTOR; ($e) * FACTOR as f64 }; $v * FACTOR as f64 }",
    "enum of an inner block": "{ enum Mode { Slow = 3 } let $v = { enum Mode { Slow = 4 } ($e) * (Mode::Slow as usize) as f64 }; $v * (Mode::Slow as usize) as f64 }",
    "arm under a condition": "(match $i { #[cfg(debug_assertions)] 0 => $e, #[cfg(not(debug_assertions))] 0 => $E, _ => $E })",
}

STATEMENTS = {
    "item of a loop's body": "for $k in 0..2 { const STEP: usize = 3; $s = $s * x[($k + STEP) % 5]; { const STEP: usize = 1; $s += x[STEP] * $f; } $s = $s * x[STEP]; }",
    "bound under a condition": "#[cfg(debug_assertions)] let $t = $e; #[cfg(not(debug_assertions))] let $t = $E;",
    "statements under a condition": "#[cfg(debug_assertions)] { $B } #[cfg(any(not(debug_assertions), all()))] { $s = $s * $E; } #[cfg(not(debug_assertions))] { $s = $s * $s; }",
}

# It hides the function of the helpers, which a glob import brings.
NAMESAKE = "#[exp(adjoint, class = Ring)]\npub fn twice(a: f64, b: f64) -> f64 { a * b + a }\n"
