"""Guards for a point, and loops that end where a value is exact. `everyday.py` explains the gaps."""

VALUES = {
    "guard for a point": "{ let $v = $e; if $v == 0.0 { $E } else { $v * $E } }",
    "guard for an input": "{ let $v = x[($i) % 5]; if $v == 0.0 { $E * $E } else { $v * $e } }",
    "guard for two numbers": "{ let $v = $e; let $v1 = $E; if $v == $v1 { $v * $v } else { ($v - $v1) * $e } }",
    "guard for a neighbourhood": "{ let $v = $e; if $v < 2.0 && $v > -2.0 { return $R; } $v * $E }",
    "guard by a match": "(match $e { $v if $v == 0.0 => $E, $v if $v != $E => $v * $e, $v1 => $v1 * $v1 })",
    "guard in a sum": "x.iter().map(|&$d| if $d == 0.0 { $f } else { $d * $f }).sum::<f64>()",
    "guard in a closure": "{ let $v = |$d: f64| { if $d == 0.0 { return $f; } $d * $f }; $v($e) * $v($E) }",
    "knot of a table": "{ let $v2 = $E; match (0..5).find(|$v1| x[*$v1] == $v2) { Some($v) => x[$v] * $e, None => $v2 * $e } }",
    "term that is 0": "{ let $v = x.iter().position(|$v1| *$v1 == 0.0).unwrap_or(2); x[$v] * $e + x[($v + 1) % 5] }",
}

STATEMENTS = {
    "guard that returns": "if $s == $E { return $R; }",
    "guard that replaces": "if $s == 0.0 { $s = $e; } else { $s *= $e; }",
    "guard that leaves a list": "if $m[0] != 0.0 { let $v = $m[0] * $E; $m[$M - 1] = $v; } else { $s = $s * $e; }",
    "guard in a loop": "for $k in 0..n { let $v = x[$k % 5] * $E; if $v == 0.0 { continue; } $s = $s * $v + $f; }",
    "loop until a residual is 0": "let mut $v = 0; loop { let $v1 = $s * x[$v % 5] - $E; if $v1 == 0.0 { break; } $s = $s - $v1 * $E; $v += 1; if $v > 3 { break; } }",
    "loop that returns an exact value": "let mut $v = $e; for $k in 0..n { let $v1 = $v * x[$k % 5]; if $v1 == $v { return $R; } $v = $v1 + $E; } $s *= $v;",
    "while a value changes": "let mut $v1 = $e; let mut $v = 0; while $v1 != $s && $v < 3 { let $v2 = $v1 * x[$v] - $E; $s = $v1 * $E; $v1 = $v2; $v += 1; } $s += $v1 * $E;",
    "warm start": "let mut $v = $s; for $k in 0..n + 1 { let $v1 = $v - $s; if $v1 == 0.0 && $k > 0 { break; } $v -= $v1 * $E; $s = $s + x[$k % 5] * $v; }",
    "bracket": "let mut $v = 8.0; for $k in 0..n { if $v * x[$k % 5] > $s { $v = $v - 3.0; } else { $v += 2.0; } if $v == 7.0 { break; } } $s = $s * $v + $E;",
}
