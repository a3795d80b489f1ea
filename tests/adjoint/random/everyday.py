"""What else a person writes in five minutes: a text for each construct, with gaps.

    $e  an expression, $E  a short one     $c  a condition      $i  an integer
    $m  a mutable array of $M numbers      $s  a mutable number; $s2  another one
    $v  $v1 $v2  names that are used nowhere else       $t  a new number, $T  one that can be assigned to
    $d  a number that $f and $B see        $k  an integer that they see
    $r  a reference to a number that they see                $f  an expression in there
    $B  statements in there                $R  what a `return` is given

A list that the text borrows to change it is not seen by $f and $B.
"""

import re

import scopes
import special
from scope import Scope

# What the interpreter does not know: traits, methods named like those of std, maps, and iterators that stop early. It computes
# whole lists.
COMPILED_ONLY = ["Line {", "Square {", "Same::", "BTreeMap", "HashMap", "BinaryHeap", ".or_else(", "@ Some(_)", ".iter_mut().zip(x)", "$E; $v }).find(", "{ $v = $v * $v2; $v + $E }", "x.iter(); ", *scopes.COMPILED_ONLY]

VALUES = {
    "guard with an effect": "(match $i { 0 if { $s = $s * $E; $c } => $e, $v if $v > 2 && { $s = $s + $E; $s > $E } => $E, _ => $e })",
    "conversion of an integer": "(($i) as f64 * $e)",
    "conversion of a small integer": "((($i) as u8 % 7 + 1) as f64 * $e)",
    "signed integers": "((3 - ($i) as i64) as f64 * $e)",
    "match on a pair": "(match (($i) % 2, ($i) % 3) { (0, 0) => $e, (1, $v) if $v > 0 => ($e) * $v as f64, (_, 1 | 2) => $E, _ => $e })",
    "computed and matched": "(match [2, 5, 3].iter().copied().find(|$v1| $v1 % 3 == ($i) % 3) { Some($v) if $v > 4 => ($e) * $v as f64, Some($v) => ($E) * $v as f64, None => $e })",
    "computed and taken": "{ let $v = match [2, 5, 3].iter().position(|$v1| $v1 % 4 == ($i) % 4) { Some($v2) => $v2 + 1, None => 7 }; $v as f64 * $e }",
    "match on ranges": "(match $i { 0 => $e, 1..=3 => $E, $v if $v > 5 => ($e) * ($v + 1) as f64, 4.. => $e })",
    "match on a Boolean": "(match $c { true => $e, false => $e })",
    "else if": "(if $c { $e } else if $c { $e } else { $e })",
    "both conditions": "(if $c && $c || !($c) { $e } else { $e })",
    "labelled block": "('$l: { if $c { break '$l $e; } if $c { break '$l $E; } $e })",
    "early return in a value": "{ if $c { return $R; } $e }",
    "array at an index": "[$e, $e, $e][($i) % 3]",
    "repeated element": "[$e; 3].iter().product::<f64>()",
    "tuple": "{ let $v = ($e, ($e, $E)); $v.0 * ($v.1).0 * ($v.1).1 }",
    "tuple returned": "{ let ($v1, $v2) = both_ways($e, $E); $v1 * $v2 }",
    "const generic": "length_of_three([$e, $E, $E])",
    "struct with an option": "{ let $v = Node::new($e, $i); $v.weighed($E) }",
    "field that is an option": "{ let $v = Node { value: $e, extra: if $c { Some($e) } else { None } }; match $v.extra { Some($v1) => $v1 * $v.value, None => $v.value } }",
    "struct updated": "{ let $v = Pair { a: $e, ..Pair::new($E, $E) }; Pair { b: $E, ..$v }.dot($v.b) * $v.a }",
    "struct in a list": "{ let $v = vec![Pair::new($e, $E), Pair { a: $E, b: $E }]; $v[($i) % 2].dot($v[1].a) * $v[0].b }",
    "struct of lists": "{ let $v = Bag { low: [$E, $E], all: vec![$e, $E, $E] }; $v.all[($i) % 3] * $v.low[1] }",
    "structs gone through": "[Pair::new($e, $E), Pair::new($E, $E)].iter().map(|$v| $v.a * $v.b).sum::<f64>()",
    "list of tuples": "[($e, $E), ($E, $e)].iter().map(|&($v1, $v2)| $v1 * $v2).sum::<f64>()",
    "option of a reference": "x.get(($i) % 7).map_or($e, |$v| $v * $v)",
    "alternative of an option": "(if $c { Some($e) } else { None }).or_else(|| if $c { Some($E) } else { None }).unwrap_or($e)",
    "whole option": "(match (if $c { Some($e) } else { None }) { $v @ Some(_) => $v.unwrap() * $E, None => $e })",
    "option methods": "(if $c { Some($e) } else { None }).map(|$d| $d * $f).unwrap_or_else(|| $e)",
    "option and then": "(if $c { Some($e) } else { None }).and_then(|$d| if $c { Some($d * $f) } else { None }).unwrap_or($e)",
    "option is there": "{ let $v = positive($e, $E); if $v.is_some() { $v.unwrap() * $e } else { $e } }",
    "result": "(match checked($e, $i) { Ok($d) => $d * $f, Err(_) => $e })",
    "question mark": "asked($e, $E, $i).unwrap_or($e)",
    "closure with two arguments": "{ let $v = |$d: f64, $d2: f64| $d * $d2 + $f; $v($e, $E) * $v($E, $E) }",
    "closure in a closure": "{ let $v1 = |$d: f64| $d * $f; let $v2 = |$v3: f64| $v1($v3) * $v1($v3 * $v3); $v2($e) }",
    "closure that hides names": "{ let $v1 = $e; let $v2 = |$v1: f64| $v1 * $v1 * $E; $v1 * $v2($E) }",
    "closure over an integer": "{ let $v = |$k: usize| x[$k % 5] * $f; $v($i) * $v(1) }",
    "closure that gives a pair": "{ let $v = |$d: f64| ($d * $d, $f); let ($v1, $v2) = $v($e); $v1 * $v2 }",
    "function chosen": "{ let $v1 = |$d: f64| $d * $f; let $v2 = |$v3: f64| $v1($v3) + $v3; let $v: &dyn Fn(f64) -> f64 = if $c { &$v1 } else { &$v2 }; $v($e) * $v($E) }",
    "function chosen by a match": "{ let $v: fn(f64, f64) -> f64 = match ($i) % 3 { 0 => |$v1, $v2| $v1 * $v2, 1 => |$v1, _| $v1, _ => |$v1, $v2| $v1 - $v2 }; $v($e, $E) }",
    "iterator that runs again": "{ let $v = $a.iter().scan(1.0, |$v1, $v2| { *$v1 *= $v2; Some(*$v1) }); $v.clone().sum::<f64>() * $E + $v.map(|$v3| $v3 * $v3).sum::<f64>() }",
    "sum over a range": "(0..n).map(|$k| x[$k % 5] * $f).sum::<f64>()",
    "product over a range": "(1..=3).map(|$k| $f + x[$k % 5]).product::<f64>()",
    "filter": "$a.iter().filter(|$v| **$v > $E).map(|$v| $v * $v).sum::<f64>()",
    "filter_map": "$a.iter().filter_map(|&$d| if $d > $E { Some($d * $f) } else { None }).sum::<f64>()",
    "filter of indices": "(0..$A).filter(|$v| $v % 2 == ($i) % 2).map(|$v| $a[$v] * $E).sum::<f64>()",
    "take_while": "$a.iter().take_while(|$v| **$v != $E).map(|$v| $v * $v).sum::<f64>()",
    "flat_map": "$a.iter().flat_map(|$v| x[..2].iter().map(move |$v1| $v * $v1)).product::<f64>()",
    "flatten": "[[$e, $E], [$E, $E]].iter().flatten().map(|$v| $v * $v).sum::<f64>()",
    "chain": "$a.iter().chain(x.iter()).map(|$v| $v * $v).sum::<f64>()",
    "skip and step_by": "$a.iter().skip(1).step_by(2).map(|$v| $v * $E).sum::<f64>()",
    "take and rev": "$a.iter().rev().take(2).map(|$v| $v * $E).sum::<f64>()",
    "zip of three": "$a.iter().zip(x).zip(x.iter().rev()).map(|(($v, $v1), $v2)| $v * $v1 * $v2).sum::<f64>()",
    "enumerate": "$a.iter().enumerate().map(|($k, &$d)| $d * $f * ($k + 1) as f64).sum::<f64>()",
    "copied": "$a.iter().copied().map(|$d| $d * $f).product::<f64>()",
    "chunks": "$a.chunks(2).map(|$v| $v[0] * $v[$v.len() - 1]).sum::<f64>()",
    "chunks_exact": "$a.chunks_exact(2).map(|$v| $v[0] * $v[1]).sum::<f64>()",
    "windows of a list": "$a.windows(2).map(|$v| $v[0] * $v[1] * $E).sum::<f64>()",
    "fold to a pair": "{ let ($v1, $v2) = $a.iter().fold((1.0, $E), |($v1, $v2), $v3| ($v1 * $v3, $v2 + $v1 * $v3)); $v1 * $v2 }",
    "iterator with a name": "{ let $v = $a.iter().map(|$v1| $v1 * $E); $v.sum::<f64>() }",
    "nested sums": "(0..2).map(|$k| $a.iter().map(|$v| $v * x[$k]).product::<f64>() * $f).sum::<f64>()",
    "array map": "{ let $v = [$e, $E, $E]; let $v1 = $v.map(|$d| $d * $f); $v1[0] * $v1[1] * $v1[2] }",
    "array from_fn": "{ let $v: [f64; 3] = std::array::from_fn(|$k| x[$k] * $f); $v[0] * $v[1] * $v[2] }",
    "array taken apart": "{ let [$v1, $v2, $v3] = [$e, $E, $E]; $v1 * $v2 * $v3 }",
    "split_at": "{ let ($v1, $v2) = x.split_at(($i) % 6); $v1.iter().sum::<f64>() * $v2.iter().map(|$v| $v * $v).sum::<f64>() }",
    "first and last": "x.first().unwrap() * x.last().copied().unwrap_or(1.0) * $E",
    "part with a computed length": "x[..($i) % 6].iter().map(|$v| $v * $v).sum::<f64>()",
    "call handed a part": "chosen(&x[($i) % 3..], $i, $e)",
    "method handed a struct": "Pair::new($e, $E).merged(&Pair { a: $E, b: $e })",
    "call that gives a list": "scaled(x, $e)[($i) % 5]",
    "call of a call": "twice(twice($e, $E), chosen(&x[1..], $i, $E))",
    "elements found by reference": "{ let $v: Vec<&f64> = x.iter().filter(|$v1| **$v1 > $E).collect(); $v.iter().map(|$v2| **$v2 * **$v2).sum::<f64>() * $E }",
    "option of a stored reference": "{ let mut $v: Option<&f64> = None; for $v1 in x { if $v.is_none_or(|$v2| $v1 > $v2) { $v = Some($v1); } } *$v.unwrap() * $E }",
    "struct chosen by reference": "{ let $v = [Pair::new($e, $E), Pair::new($E, $E)]; let $v1 = if $c { &$v[0] } else { &$v[1] }; $v1.dot($E) * $v1.a }",
    "method of a trait": "Square { a: $e }.weighed($E)",
    "function over a trait": "heaviest(&[Line { a: $e, b: $E }, Line { a: $E, b: $E }], $E) * through(&Square { a: $E }, $e)",
    "method named like one of std": "{ let mut $v = Same::new($e); names($e, x, $i) * named(&mut $v, $E) }",
    "recursion over a list": "nested(x, $e)",
}

STATEMENTS = {
    "late let": "let $t: f64; if $c { $t = $e; } else { $t = $E * $e; }",
    "let with a loop": "let $t = { let mut $v = 0; loop { $v += 1; if $v > ($i) % 3 { break $e; } } };",
    "let with a labelled loop": "let $t = 'l$v: loop { for $k in 0..3 { if $k % 2 == n % 2 { break 'l$v $f; } if $k == 2 { break 'l$v $E; } } break $e; };",
    "let mut": "let mut $T = $e; $T *= $E;",
    "tuples assigned": "($s, $s2) = ($s2 * $E, $s * $E);",
    "tuple that changes": "let mut $v = ($e, $E); $v.0 *= $e; $v.1 = $v.0 * $v.1; let $t = $v.0 * $v.1;",
    "numbers swapped": "let mut $v: f64 = $e; std::mem::swap(&mut $s, &mut $v); $s *= $v;",
    "block": "{\n$B\n}",
    "fill": "let $v = $e; $m[..($i) % ($M + 1)].fill($v);",
    "filled whole": "let $v = $e; $m.fill($v);",
    "reverse": "$m.reverse();",
    "copy_from_slice": "let $v = [$e, $E]; $m[..2].copy_from_slice(&$v);",
    "iter_mut in part": "for $r in $m.iter_mut().skip(1) { *$r = *$r * $f; }",
    "iter_mut with numbers": "for ($k, $r) in $m.iter_mut().enumerate() { *$r *= $f; *$r += x[$k % 5]; }",
    "iter_mut beside another": "for ($v, $r) in $m.iter_mut().zip(x) { *$v = *$v * $f; }",
    "iter_mut backwards": "for $r in $m.iter_mut().rev() { *$r = *$r * $f; }",
    "loop over &mut": "for $r in &mut $m[..] { *$r *= $f; }",
    "chunks_mut": "for $v in $m.chunks_mut(2) { $v[0] *= $f; let $v1 = $v.len() - 1; $v[$v1] = $v[0] * $v[$v1]; }",
    "split_at_mut": "let ($v1, $v2) = $m.split_at_mut(1); $v2[0] *= $v1[0]; for $v in $v1.iter_mut() { *$v = *$v * $v2[0]; }",
    "two parts at once": "let ($v1, $v2) = $m.split_at_mut($M / 2); for ($v3, $v4) in $v1.iter_mut().zip($v2) { let $d = *$v3; *$v3 = $d * $f; *$v4 += $d * *$v4; }",
    "a mutable view": "let $v = &mut $m[..2]; $v[0] = $v[1] * $f; $v[1] *= $v[0];",
    "windows of a list that changes": "for $k in 0..n.min($M - 1) { let $v = $m.windows(2).map(|$v| $v[0] * $v[1]).sum::<f64>(); $m[$k] = $v * $f; }",
    "values exchanged": "let $v1 = $m[0]; $m[0] = $m[$M - 1] * $E; $m[$M - 1] = $v1;",
    "permutation": "let $v1 = [2, 0, 1]; let $v2 = [$e, $E, $E]; let mut $v3 = [0.0; 3]; for $k in 0..3 { $v3[$v1[$k]] = $v2[$k] * $f; } $s *= $v3[($i) % 3];",
    "swapped with an element": "let mut $v = [$e, $E, $E]; for $k in 0..n { std::mem::swap(&mut $s, &mut $v[$k % 3]); $s = $s * $v[($k + 1) % 3]; } $s *= $v[($i) % 3];",
    "replaced by mem": "let mut $v = vec![$e, $E, $E]; for $k in 0..n { let $v1 = std::mem::replace(&mut $v[$k % 3], $s); let $v3 = $v1 * $E; $s = std::mem::replace(&mut $s, $v3) + $f; } let $v2 = std::mem::replace(&mut $v, vec![$s, $E]); $s = $s * $v[($i) % 2] + $v2[($i) % 3];",
    "permutation that changes": "let mut $v1 = vec![0, 1, 2, 3]; for $k in 0..n { $v1.swap($k % 4, ($k + 2) % 3); $s = $s * x[$v1[$k % 4]]; $v1[0] = $v1[$k % 2 + 1]; }",
    "rotation": "for _ in 0..n { let $v1 = $m[0]; for $v2 in 1..$M { $m[$v2 - 1] = $m[$v2] * $E; } $m[$M - 1] = $v1; }",
    "counts": "let mut $v = [0usize; 3]; for $k in 0..n { $v[$k % 3] += $k + 1; } for $v1 in 0..3 { $s = $s * x[$v[$v1] % 5] + $E; }",
    "greatest": "let mut $k = 0; for $v in 1..5 { if x[$v] > x[$k] { $k = $v; } } let $t = x[$k] * $f;",
    "integer of another width": "let mut $v = 7u32; for $k in 0..n { $v = $v * 3 % 11; if $v % 2 == 1 { $s *= x[$v as usize % 5]; } else { $v += 1; } }",
    "Collatz": "let mut $v = n + 3; let mut $v1 = 0; while $v != 1 && $v1 < 6 { $v = if $v % 2 == 0 { $v / 2 } else { 3 * $v + 1 }; $s = $s * x[$v % 5] + $E; $v1 += 1; }",
    "signed counter": "let mut $v = 3i64; while $v >= 0 { $s = $s * x[$v as usize] + $E; $v -= 2; }",
    "wrapping integers": "let $k = (n + $i).wrapping_mul(5).saturating_sub(2).min(9).max(1) % 5; let $t = x[$k] * $f;",
    "Boolean that changes": "let mut $v = $c; for $k in 0..n { if $v { $s = $s * $f; } else { $s += $f; } $v = !$v || $k % 3 == 0; }",
    "Boolean of a comparison": "let $v = $s > $E; if $v { $s *= $e; }",
    "match as a statement": "match ($i) % 4 { 0 => { $s *= $e; } 1 | 2 => { $s = $s * $E + $e; } _ => {} }",
    "while on numbers": "let mut $v = 0; while $s > $E && $v < 4 { $s = $s * x[$v] - $E; $v += 1; }",
    "while that changes something": "let mut $v = 0; while { $v += 1; $s = $s * $E; $v < 4 } {\n$B\n}",
    "while that changes a list": "let mut $v = n; while { $m[$v % $M] *= $E; $v += 1; $v < 5 } { $s = $s * $m[$v % $M] + $E; if $c { continue; } $s += $E; }",
    "while that calls a closure": "let mut $v1 = 0; let mut $v = || { $v1 += 1; $s = $s * x[$v1 % 5]; $v1 < 4 }; while $v() {}",
    "moving closure": "let mut $v1 = $e; let mut $v = move |$d: f64| { $v1 = $v1 * $d; $v1 }; let $v2 = $v($e); let $t = $v2 * $v($E) * $v1;",
    "two counters": "let mut $v1 = 0; let mut $v2 = 4; while $v1 < $v2 { $s = $s * x[$v1] + x[$v2] * $E; $v1 += 1; $v2 -= 1; }",
    "nested counters": "for $v1 in 0..n { for $v2 in 0..$v1 { $s = $s * x[($v1 + $v2) % 5] + $E; } }",
    "step_by": "for $k in (0..n + 3).step_by(2) { $s = $s * x[$k % 5] + $f; }",
    "backwards by steps": "for $k in (0..n + 2).rev().step_by(2) { $s = $s * x[$k % 5] + $f; }",
    "for over a zip": "for ($v, $v1) in x.iter().zip(&x[1..]) { $s = $s * $v + $v1 * $E; }",
    "for over chunks": "for $v in x.chunks(2) { $s = $s * $v[0] + $v[$v.len() - 1]; }",
    "for over a chain": "for $v in x.iter().chain(&[$e, $E]) { $s = $s * $v + $E; }",
    "for over mapped": "for $v in x.iter().map(|$v1| $v1 * x[($i) % 5]) { $s = $s * $v + $v; }",
    "for over filtered": "for $v in x.iter().filter(|$v| **$v > x[0]) { $s = $s * $v + $E; }",
    "for over an array": "for $v in [$e, $E, $E] { $s = $s * $v + $v; }",
    "for over pairs": "for ($v1, $v2) in [($e, 1), ($E, 2)] { $s = $s * $v1 + x[$v2]; }",
    "for_each": "x.iter().for_each(|$v| $s = $s * $v + $v);",
    "return in nested loops": "for $v1 in 0..n { for $v2 in 0..3 { $s = $s * x[($v1 + $v2) % 5]; if $v1 * $v2 == 2 { return $R; } } $s += $E; }",
    "break by two": "'l$v: for $v1 in 0..n { for $v2 in 0..3 { if $v1 + $v2 == 3 { break 'l$v; } $s = $s * x[($v1 + $v2) % 5] + $E; } $s = $s * $E; }",
    "continue by two": "'l$v: for $v1 in 0..n { for $v2 in 0..3 { if $v1 + $v2 == 2 { continue 'l$v; } $s = $s * x[($v1 + $v2) % 5] + $E; } $s = $s * $E; }",
    "closure that changes": "let $v1 = $e; let $v2 = $e; let mut $v = |$d: f64| $s = $s * $d + x[1]; $v($v1); $v($v2);",
    "closure that changes a list": "let $v1 = $e; let mut $v = |$k: usize, $d: f64| $m[$k % $M] *= $d; $v($i, $v1); $v(1, $v1 * $v1);",
    "closure that counts": "let mut $v1 = 0; let mut $v = |$d: f64| { $v1 += 1; $d * x[$v1 % 5] }; let $v2 = $v($e); let $t = $v2 * $v($E);",
    "closure called in a loop": "let $v = |$d: f64, $k: usize| $d * x[$k % 5] + $f; let mut $v2 = $e; for $v1 in 0..n { $v2 = $v($v2, $v1); } let $t = $v2;",
    "struct that changes": "let mut $v = Pair::new($e, $E); for $k in 0..n { $v.a = $v.a * $f; $v.b += $v.a * $v.b; } $s *= $v.a * $v.b;",
    "structs that change": "let mut $v = vec![Pair::new($e, $E), Pair::new($E, $E)]; for $k in 0..n { $v[$k % 2].a *= $f; $v[$k % 2].b = $v[($k + 1) % 2].a * $v[0].b; } for $v1 in &$v { $s = $s * $v1.a + $v1.b; }",
    "structs by iter_mut": "let mut $v = [Pair::new($e, $E), Pair::new($E, $E)]; for $v1 in $v.iter_mut() { $v1.a *= $f; $v1.b = $v1.a * $v1.b; } $s = $s * $v[0].a * $v[1].b;",
    "a struct's list": "let mut $v = Bag { low: [$E, $E], all: vec![$e, $E, $E] }; for $k in 0..n { $v.all[$k % 3] *= $v.low[$k % 2]; $v.low[0] = $v.all[($k + 1) % 3]; } $v.grow($E); $s = $s * $v.total();",
    "structs pushed": "let mut $v = Vec::new(); for $k in 0..n { $v.push(Pair::new($f, x[$k % 5])); } for $v1 in &$v { $s = $s * $v1.a + $v1.b; }",
    "struct updated in a loop": "let mut $v = Pair::new($e, $E); for $k in 0..n { $v = Pair { a: $v.b * $f, ..$v }; let $v1 = Pair { b: $v.a * $E, ..$v }; $v.b += $v1.b * $v1.a; } $s *= $v.a * $v.b;",
    "a struct's list replaced": "let mut $v = Bag { low: [$e, $E], all: vec![$e, $E, $E] }; for $k in 0..n { let $v1: Vec<f64> = $v.all.iter().take(2 + $k % 2).map(|$v2| *$v2 * $f).collect(); $v.all = $v1; $v.low[0] = $v.all[1] + $s; if $k % 2 == 0 { $v = Bag { all: vec![$f, $s, $f], ..$v }; } } $s = $s * $v.all[1] + $v.low[0];",
    "rows of other lengths": "let mut $v = vec![vec![$e, $E], vec![$E]]; for $k in 0..n { $v[$k % 2] = vec![$v[0][0] + $f; 1 + $k % 3]; $v[0].push($s); $s = $s + $v[$k % 2][0]; $v.swap(0, 1); } $s = $s * $v[0][0] + $v[1][0];",
    "options in a list that change": "let mut $v = vec![Some($e), None, Some($E)]; for $k in 0..n { let $v1 = $v[$k % 3]; $v[$k % 3] = $v[($k + 1) % 3]; $v[($k + 1) % 3] = if $k % 2 == 0 { Some($f) } else { None }; if let Some($v2) = $v1 { $s = $s + $v2; } if let Some($v2) = $v[($k + 2) % 3] { $s = $s * $v2; } }",
    "a tuple's list replaced": "let mut $v = ($e, vec![$E, $E]); for $k in 0..n { if $k % 2 == 0 { $v.1 = vec![$s, $v.1[0], $f]; } else { $v = ($f, vec![$v.1[0] + $v.0]); } $s = $s + $v.1[0] + $v.0; }",
    "struct replaced": "let mut $v = Pair::new($e, $E); for _ in 0..n { $v = Pair { a: $v.b * $E, b: $v.a }; } $s *= $v.dot($E);",
    "nested arrays": "let mut $v = [[$e, $E], [$E, $E]]; for $k in 0..n { $v[$k % 2][($k + 1) % 2] *= $f; let $v1 = $v[0]; $v[1] = [$v1[1], $v[1][0] * $v1[0]]; } $s = $s * $v[0][1] + $v[1][0] * $v[1][1];",
    "a matrix product": "let $v1 = [[$e, $E], [$E, x[0]]]; let mut $v2 = vec![vec![0.0; 2]; 2]; for $v3 in 0..2 { for $v4 in 0..2 { for $v5 in 0..2 { $v2[$v3][$v4] += $v1[$v3][$v5] * $v1[$v5][$v4]; } } } $s = $s * $v2[0][1] + $v2[1][0];",
    "rows by iter_mut": "let mut $v = vec![vec![$e, $E], vec![$E, $E]]; for $v1 in $v.iter_mut() { for $v2 in $v1.iter_mut() { *$v2 *= $f; } $v1[0] *= $v1[1]; } $s *= $v[0][0] * $v[1][0];",
    "a row by &mut": "let mut $v = [[$e, $E], [$E, $E]]; for $k in 0..n { let $v1 = &mut $v[$k % 2]; $v1[0] *= $f; $v1[1] = $v1[0] * $v1[1]; } $s *= $v[0][1] * $v[1][0];",
    "list that grows": "let mut $v = vec![$e]; for $k in 0..n { let $v1 = $v[$k] * $f; $v.push($v1); } $s *= $v[n];",
    "extend": "let mut $v = vec![$e]; $v.extend_from_slice(&x[..($i) % 4]); $v.extend(x.iter().map(|$v1| $v1 * $E)); $s *= $v[$v.len() / 2];",
    "clear": "let mut $v = vec![$e, $E]; for $k in 0..n { let $v1 = $v.iter().product::<f64>(); $v.clear(); $v.push($v1 * $f); } $s *= $v[0];",
    "a stack": "let mut $v = vec![$e, $E]; while let Some($v1) = $v.pop() { $s = $s * $v1 + $E; if $v.len() == 1 && n > 2 { $v.push($v1 * $s); $v.pop(); } }",
    "options that change": "let mut $v: Option<f64> = None; for $k in 0..n { $v = match $v { None => Some($f), Some($v1) => Some($v1 * x[$k % 5]) }; } if let Some($v1) = $v { $s *= $v1; }",
    "list of options": "let $v = [Some($e), None, Some($E)]; if let Some($v1) = $v[($i) % 3] { $s *= $v1; }",
    "deque": "let mut $v = VecDeque::from(vec![$e, $E]); for $k in 0..n { let $v2 = $f * $v[0]; $v.push_back($v2); if $k % 2 == 1 { $v.push_front($s); } if let Some($v1) = $v.pop_front() { $s = $s * $v1 + $E; } } $s = $s * $v[0] + $v[$v.len() - 1];",
    "deque from both ends": "let mut $v = VecDeque::new(); $v.push_back($e); for $k in 0..n { $v.push_front($f); $v.push_back($s); for $v1 in $v.iter_mut() { *$v1 *= $E; } let $v2 = $v.pop_back().unwrap(); $s += $v2 * $v[0]; } $s = $s * $v.iter().map(|$v3| $v3 * $v3).sum::<f64>();",
    "line of delays": "let mut $v: VecDeque<f64> = VecDeque::new(); for $k in 0..n { $v.push_back($f); if $v.len() > 2 { $s = $s + $v.pop_front().unwrap() * $v[1]; } } while let Some($v1) = $v.pop_front() { $s = $s * $v1 + $E; }",
    "removed and inserted": "let mut $v = vec![$e, $E, $E]; for $k in 0..n { let $v1 = $v.remove($k % 3); let $v2 = $v1 * $f; $v.insert(($k + 1) % 3, $v2); $s = $s * $v[$k % 3] + $v1; } $v.truncate(2); $s *= $v[0] * $v[$v.len() - 1];",
    "heap": "let mut $v = BinaryHeap::new(); $v.push(Urgent { key: $e, tag: 1 }); for $k in 0..n { let $v1 = $f; $v.push(Urgent { key: $v1, tag: $k }); if $k % 3 == 2 { if let Some(Urgent { key: $v2, tag: $v3 }) = $v.pop() { $s = $s * $v2 + x[$v3 % 5]; } } } while let Some($v4) = $v.pop() { $s = $s * $E + $v4.key * ($v4.tag + 1) as f64; if $v.len() == 1 { break; } }",
    "integers one by one": "let mut $v = vec![0; x.len()]; for ($v1, $v2) in $v.iter_mut().zip(x) { *$v1 = if *$v2 > $E { 1 } else { 2 }; } for ($v4, $v3) in $v.iter_mut().enumerate() { if $v4 == ($i) % 4 { *$v3 += 2; } } for $v5 in &$v { $s = $s * x[*$v5] + $E; }",
    "map": "let mut $v: BTreeMap<usize, f64> = BTreeMap::new(); for $k in 0..n { let $v3 = $f; if let Some($v1) = $v.insert($k % 2, $v3) { $s = $s * $v1 + $E; } } for ($v1, $v2) in &$v { $s = $s * $v2 + x[*$v1 % 5]; }",
    "entries of a map": "let mut $v: BTreeMap<usize, f64> = BTreeMap::new(); for $k in 0..n + 2 { let $v1 = $f; *$v.entry($k % 3).or_insert($E) *= $v1; if $k == 2 { if let Some($v2) = $v.remove(&0) { $s = $s + $v2 * $v1; } } } for $v3 in $v.values_mut() { *$v3 *= $E; } $s = $s * $v.values().sum::<f64>() + $v.get(&1).copied().unwrap_or($E);",
    "map of lists": "let mut $v: BTreeMap<usize, Vec<f64>> = BTreeMap::new(); for $k in 0..n + 1 { let $v1 = $f; $v.entry($k % 2).or_default().push($v1); } for $v2 in $v.values() { $s = $s * $v2[0] + $v2[$v2.len() - 1]; } if let Some($v3) = $v.get_mut(&0) { $v3[0] *= $s; } $s += $v[&0][0];",
    "memory of values": "let mut $v: HashMap<usize, f64> = HashMap::new(); for $k in 0..n + 2 { let $v1 = if let Some($v2) = $v.get(&($k % 2)) { *$v2 } else { let $v3 = $f * x[$k % 5]; $v.insert($k % 2, $v3); $v3 }; $s = $s * $v1 + $E; }",
    "reference that is replaced": "let mut $v = &x[0]; for $v1 in x { if *$v1 > *$v { $v = $v1; } $s = $s * *$v + $E; }",
    "references that outlive others": "let $v = [[$e, $E], [$E, $E], [$E, $E]]; let mut $v1 = &$v[0]; for $k in 0..n { let $v2 = $v1; let $v3 = &$v1[1]; $v1 = &$v[$k % 3]; $s = $s * $v2[0] + $v1[1] * $v3; } $s *= $v1[0];",
    "lists by reference": "let mut $v = vec![$e, $E]; let mut $v1 = vec![$E, $e]; $v[0] = $v[0] * $E; $v1[1] = $v1[1] * $v[0]; let (mut $v2, mut $v3) = (&$v, &$v1); for $k in 0..n { $s = $s * $v2[0] + $v3[1]; if $k % 2 == 0 { std::mem::swap(&mut $v2, &mut $v3); } else { $v2 = $v3; } } $s *= $v2[1] * $v[1];",
    "structs by reference": "let $v = vec![Pair::new($e, $E), Pair::new($E, $E), Pair::new($E, $E)]; let mut $v1: Vec<&Pair> = $v.iter().collect(); $v1.sort_by(|$v2, $v3| $v2.a.partial_cmp(&$v3.a).unwrap()); for $v2 in $v1 { $s = $s * $v2.a + $v2.b; }",
    "trait that changes": "let mut $v = Square { a: $e }; let mut $v1 = Line { a: $E, b: $e }; for $k in 0..n { $s = $s + turned(&mut $v, $f); if $k % 2 == 0 { $s = $s * turned(&mut $v1, $E); } } $s = $s * $v.weighed($E) + $v1.weighed($E);",
    "methods named like those of std": "let mut $v = Same::new($e); for $k in 0..n { $s = $s + named(&mut $v, $f); if $k % 2 == 1 { $s = $s * $v.value($E); } } $s *= $v.value($E);",
    "closure with an effect in a map": "let mut $v = $e; let $v1 = x.iter().map(|$v2| { $v = $v * $v2 + $E; $v * $v2 }).skip(($i) % 3).sum::<f64>(); $s = $s * $v1 + $v;",
    "closure with an effect in steps": "let mut $v = $e; let mut $v3 = $e; for $v1 in x.iter().map(|$v2| { $v = $v * $v2; $v + $E }).step_by(2).take(($i) % 4) { $v3 = $v3 * $v1 + $v1; } $s *= $v3 + $v;",
    "closure with an effect in a filter": "let mut $v = 0; let mut $v1 = $e; let $v2 = x.iter().filter(|$v3| { $v += 1; $v % 2 == 0 || **$v3 > $E }).map(|$v4| { $v1 = $v1 * $v4; $v1 }).fold($e, |$v5, $v6| $v5 * $v6 + $E); $s = $s * $v2 + $v1;",
    "closure with an effect that ends": "let mut $v = $e; let $v1 = x.iter().map(|$v2| { $v = $v * $v2 + $E; $v }).find(|$v3| *$v3 > $E); $s = $s * $v1.unwrap_or($E) + $v;",
    "method with an effect in a map": "let mut $v = Same::new($e); let $v1 = x.iter().map(|$v2| $v.refreshed(*$v2)).skip(1).step_by(2).sum::<f64>(); $s = $s * $v1 + $v.value($E);",
    "iterator that is asked": "let mut $v = x.iter(); if $v.any(|$v1| *$v1 > $E) { if let Some($v2) = $v.next() { $s = $s * $v2 + $E; } } let $v3 = $v.map(|$v4| $v4 * $v4).sum::<f64>(); $s = $s + $v3 * $E;",
    "iterator that is searched": "let mut $v = x.iter(); let $v1 = $v.position(|$v2| *$v2 > $E); if let Some($v3) = $v.next() { $s = $s * $v3 + x[$v1.unwrap_or(1) % 5]; }",
    "changed by a call in a loop": "for $k in 0..n { let $v1 = $E; let $v = stir(&mut $m[..], $k, $v1); $s = $s * $v; }",
    "two lists to a call": "let mut $v = [$e, $E, $E]; let $v1 = $E; blend(&mut $m[..], &mut $v[1..], $v1); $s *= $v[2];",
    "method in a loop": "let mut $v = Pair::new($e, $E); for $k in 0..n { $v.mix($f); $s = $s * $v.dot($E); }",
    "a list that calls change": "let mut $v = vec![$e, $E]; for $k in 0..n { let $v1 = lengthened(&mut $v, $s); $s = $s * $v[$k % 2] + $f; if $k % 2 == 1 { $s += shortened(&mut $v) * $v1; } } $s = $s * $v[0] + $v[$v.len() - 1];",
    "rows that calls change": "let mut $v = vec![vec![$e, $E], vec![$E, $s]]; for $k in 0..n { for $v1 in $v.iter_mut() { let $v2 = $v1[0] * $f; $v1.push($v2); } let $v3 = lengthened(&mut $v[$k % 2], $E); $s = $s + $v3 * $v[0][$v[0].len() - 1]; } $s = $s * $v[0][0] + $v[1][0];",
    "methods that grow a field": "let mut $v = Queue { all: vec![$e], last: None }; for $k in 0..n { $v.add($f); $s = $s + $v.all[0] * $v.last.unwrap_or($E); if $k % 3 == 2 { $v.all.push($s); } } $s = $s * $v.whole();",
    "structs in a list that grow": "let mut $v = vec![Queue { all: vec![$e], last: Some($E) }; 2]; for $k in 0..n { for $v1 in $v.iter_mut() { $v1.add($f); $s = $s + $v1.all[0]; } $v[$k % 2].add($s); } $s = $s * $v[0].whole() + $v[1].whole();",
    "constant": "const $C: usize = 2; for $k in 0..$C { $s = $s * x[$k + $C] + $f; }",
    "assertion": "assert!(n < 9, \"too many\"); debug_assert!($s == $s);",
    "hidden names": "let $v = $e; { let $v = $v * $E; $s *= $v; } for $v in 0..n { $s = $s * x[$v % 5]; } $s = $s * $v;",
    "buffer in a loop": "let mut $v = vec![0.0; 3]; for $k in 0..n { for $v1 in 0..3 { $v[$v1] = x[($k + $v1) % 5] * $f; } $v[1] *= $v[0]; $s = $s * $v[1] + $v[2]; }",
    "buffer filled again": "let mut $v = vec![0.0; 3]; for $k in 0..n { for $v1 in 0..3 { $v[$v1] = x[($k + $v1) % 5] * $f; } $s = $s * $v[1] + $v[2]; for $v1 in 0..3 { $v[$v1] = $f; if $v1 > $k { $v[$v1] *= $f; } } $s = $s - $v[0] * $v[2]; if $c { $v[1] = $v[0] * $s; } for $v1 in 0..3 { $v[$v1] = $v[2 - $v1] * $f; } for $v1 in 0..3 { $v[$v1] = $v[$v1] * $s; } for $v1 in 0..3 { $v[$v1] = x[$v1] * $s; } $s = $s + $v[1] * $v[0] * $f; }",
    "buffers filled again in part": "let mut $v = vec![$e; 3]; let mut $v2 = vec![0.0; 3]; for $k in 0..n { for $v1 in 0..3 { $v2[$v1] = $v[$v1] * $v[0] + $f; } for $v1 in 0..3 { $v[$v1] = $v2[2 - $v1] * $v2[0]; } $s = $s + $v[1] * $v[2]; for $v1 in 0..3 { if $v1 == $k { break; } $v2[$v1] = $v[0] * $f; } for $v1 in 1..3 { $v[$v1] = $v2[$v1] * $s; } $s = $s - $v2[2] * $v[$k % 3]; for $v1 in 0..3 { $v[$v1] = $v2[$v1] * $v2[1]; } }",
    "recurrence": "let mut $v = [$e, $E, $E, $E]; for $k in 2..4 { $v[$k] = $v[$k - 1] * $v[$k - 2] + $v[$k] * $f; } $s *= $v[3];",
    "onward by integers": "let mut $v = 1; for $v1 in 0..n { $s += x[$v % 5] * $E; $v = ($v * 3 + $v1) % 7; if $v % 2 == 0 { $s -= x[$v % 5] * x[0]; } }",
    "onward by integers and numbers": "let mut $v = 0; let mut $v2 = 1.0; for $v1 in 0..n { $s += x[$v % 5] * x[1] * $v2; $v2 *= 3.0; $v += $v1 + 1; if $v > 2 { $v2 += 1.0; $v -= 2; } }",
    "onward with two sums": "let mut $v = 2.0; let mut $v1 = $e; for $k in 0..n { $s += x[$k % 5] * $v * x[2]; $v = $v * $v + 1.0; $v1 -= $v * x[$k % 5] * x[0]; } $s *= $v1;",
    "onward in a loop": "let mut $v = 1.0; for $v1 in 0..n { let mut $v2 = $v; for $k in 0..3 { $s += x[$k] * x[$v1 % 5] * $v2; $v2 *= 2.0; } $v = $v * 3.0 + 1.0; }",
}

# Constructs of one topic each, which `--topic` prefers.
TOPICS = {"scopes": scopes, "special": special}
for topic in TOPICS.values():
    VALUES |= topic.VALUES
    STATEMENTS |= topic.STATEMENTS


class Everyday:
    def possible(self, text, s):
        """Whether there is something for each gap."""
        lists = [a for a in s.mutable_arrays if "[" not in a]
        if any(word in text for word in self.without):
            return False
        return (lists or "$m" not in text) and len(s.mutable) >= text.count("$s2 ") + ("$s" in text) and not (s.closed and "$R" in text)

    def template(self, text, s, level, depth=0, indent=0):
        """A text with its gaps filled."""
        names, inner = {}, Scope(s)
        inner.closed |= "|" in text
        for gap in dict.fromkeys(re.findall(r"\$([a-zA-Z]\d?)", text)):
            kind = gap[0]
            if kind == "m":
                names["m"] = self.random.choice([a for a in s.mutable_arrays if "[" not in a])
                names["M"] = str(s.mutable_arrays[names["m"]])
                if re.search(r"&mut \$m|\$m[^;]*_mut", text):
                    inner.forget(inner.arrays, names["m"])
                    inner.mutable_arrays.pop(names["m"], None)
                    inner.arrays.setdefault("x", 5)
            elif kind == "a":
                names["a"], length = self.random.choice(list(s.arrays.items()))
                names["A"] = str(length)
            elif kind == "s":
                names[gap] = self.random.choice([t for t in s.mutable if t not in names.values()])
            elif kind in "vtTdkrlC":
                self.names += 1
                names[gap] = f"{'K' if kind == 'C' else kind.lower()}_{self.names}"
                if kind in "dr":
                    inner.numbers.append(names[gap] if kind == "d" else f"(*{names[gap]})")
                elif kind == "k":
                    inner.integers.append(names[gap])

        def body():
            inside = []
            inner.labels = []  # they are places among other lines
            self.body(inner, depth - 1, inside, indent + 1)
            return "\n".join(inside)

        written = {
            "e": lambda: self.number(s, level),
            "E": lambda: self.atom(s),
            "R": lambda: self.result(self.number(s, level)),
            "f": lambda: self.number(inner, level),
            "c": lambda: self.condition(s),
            "i": lambda: self.integer(s),
            "B": body,
        }
        # What a closure or an iterator sees does not change.
        self.still += "|" in text or "iter" in text or "$a" in text
        filled = re.sub(r"\$([a-zA-Z]\d?)", lambda gap: names[gap[1]] if gap[1] in names else written[gap[1]](), text)
        self.still -= "|" in text or "iter" in text or "$a" in text
        text = filled
        for t in [names[gap] for gap in ("t", "T") if gap in names]:
            s.numbers.append(t)
        s.mutable.extend(names[gap] for gap in ("T",) if gap in names)
        return text
