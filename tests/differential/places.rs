//! Places: references, reborrows, two-phase borrows, fields, targets of assignments.

use crate::behaviour::{Noisy, log, note};
use crate::literals::{HALF, LIMIT};

same! {
    fn two_phase_borrows(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        v.push(v[0] * v.len() as f64);
        v.insert(v.len() - 1, v.iter().sum());
        v.truncate(v.len() - 1);
        v.extend_from_within(..1);
        v.iter().fold(0.0, |a, b| a * 2.0 + b)
    }

    fn two_phase_indexing(x: f64) -> f64 {
        let mut v = vec![x, 1.0, 2.0];
        let n = v.len();
        v[n - 1] = v[0] + v[1];
        v[note("left", 0)] = v[note("right", 2)];
        let k = [2usize, 0, 1];
        v[k[k[0]]] += v[k[1]] * v[k[2]];
        v[0] - v[1] + v[2]
    }

    fn reborrows(x: f64) -> f64 {
        let mut y = x;
        let r = &mut y;
        { let s = &mut *r; *s += 1.0; }
        *r *= 2.0;
        let t = &*r;
        let u = *t + **&t;
        y + u
    }

    fn references_to_elements(x: f64) -> f64 {
        let mut v = [x, 1.0, 2.0];
        let first = &mut v[note("i", 0)];
        *first += 1.0;
        *first -= *first * 0.5;
        let (a, b) = v.split_at_mut(1);
        a[0] += b[1];
        std::mem::swap(&mut a[0], &mut b[0]);
        v[0] * v[1] - v[2]
    }

    fn references_to_fields(x: f64) -> f64 {
        struct Pair<T> { a: T, b: T }
        let mut p = Pair { a: x, b: 2.0 };
        let (a, b) = (&mut p.a, &mut p.b);
        *a += *b;
        *b *= *a;
        p.a -= p.b;
        let Pair { a, ref mut b } = p;
        *b += a;
        a * *b
    }

    fn references_chosen(x: f64) -> f64 {
        let (mut a, mut b) = (x, 2.0);
        let r = if x > 1.0 { &mut a } else { &mut b };
        *r += note("right", 3.0f64 as f64 * x);
        let largest = match a > b { true => &a, false => &b };
        *largest - a
    }

    fn references_returned(x: f64) -> f64 {
        fn pick<T>(v: &mut [T], i: usize) -> &mut T { log("pick"); &mut v[i] }
        let mut v = vec![x, 1.0];
        *pick(&mut v, note("i", 1)) += note("right", x);
        *pick(&mut v, 0) = x * 3.0;
        v[0] - v[1]
    }

    fn references_in_containers(x: f64) -> f64 {
        let (a, b) = (x, x * 2.0);
        let v = vec![&a, &b];
        let mut c = 1.0;
        { let w = vec![&mut c]; for r in w { *r += *v[1]; } }
        v.iter().map(|r| **r).sum::<f64>() + c
    }

    fn swapped_and_replaced(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        let mut w = vec![3.0];
        std::mem::swap(&mut v, &mut w);
        let old = std::mem::take(&mut w);
        let first = std::mem::replace(&mut v[0], note("new", x));
        old[1] + first * v[0] + w.len() as f64
    }

    fn fields_of_temporaries(x: f64) -> f64 {
        let y = note("tuple", (x, 2)).0 + [x, 1.0][note("i", 1)] * (1, x * 2.0).1;
        let k = (5, "a").0 / 2;
        y * k as f64
    }

    fn nested_tuples_by_number(x: f64) -> f64 {
        let mut t = ((x, 1), [(2, x * 2.0)]);
        t.0.0 += t.1[0].1;
        t.0.1 += t.1[0].0;
        t.1[note("i", 0)].1 -= note("right", t.0.0);
        t.0.0 * t.0.1 as f64 + t.1[0].1
    }

    fn deferred_initialisation(x: f64) -> f64 {
        let y;
        let k;
        if x > 0.0 { y = x * 2.0; k = 3; } else { y = 1.0; k = 5; }
        let z: f64;
        z = y + 1.0;
        z * (k / 2) as f64
    }

    fn assigned_in_loops(x: f64) -> f64 {
        let mut last = 0.0;
        let mut best = None;
        for i in 0..4 {
            let y = x * i as f64;
            if best.is_none_or(|b| y > b) { best = Some(y); }
            last = y;
        }
        last + best.unwrap_or(-1.0)
    }

    fn assignment_as_statement_in_arms(x: f64) -> f64 {
        let mut y = x;
        match 3 { 1 => y = 0.0, 3 => y += note("arm", x), _ => {} }
        if x > 0.0 { y = -y } else { y -= 1.0 }
        y
    }

    fn chains_of_assignments(x: f64) -> f64 {
        let (mut a, mut b, mut c) = (x, 1.0, 2.0);
        for _ in 0..3 { (a, b, c) = (b + c * 0.1, c - a, a * b); }
        [a, b] = [b, a];
        (a, ..) = (a - 1.0, 0, "x");
        a + b * c
    }

    fn shadowed_references(x: f64) -> f64 {
        let y = &x;
        let y = &y;
        let y = **y + 1.0;
        let y = &mut { y };
        *y += 1.0;
        *y
    }

    fn slices_of_mutable_slices(x: f64) -> f64 {
        let mut m = [[x, 1.0], [2.0, x]];
        for row in m.iter_mut() { let (a, b) = row.split_at_mut(1); a[0] += b[0]; b[0] -= a[0] * 0.5; }
        let flat = m.as_flattened_mut();
        flat[note("i", 3)] += note("right", flat[0]);
        flat.iter().sum()
    }

    fn place_with_block_index(x: f64) -> f64 {
        let mut v = [x, 1.0, 2.0];
        let mut i = 0;
        v[{ i += 1; log("index"); i }] += { i += 1; log("right"); x * i as f64 };
        v[if x > 0.0 { 0 } else { 2 }] -= v[match i { 2 => 1, _ => 0 }];
        v[0] + 2.0 * v[1] + 3.0 * v[2] + i as f64
    }

    fn place_through_if_and_block(x: f64) -> f64 {
        let (mut a, mut b) = (x, 1.0);
        *{ log("place"); if x > 0.0 { &mut a } else { &mut b } } += note("right", x);
        *(&mut a) *= note("right", 2.0f64 as f64 + x);
        a - b
    }

    fn place_of_a_call(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        *v.iter_mut().nth(note("n", 1)).unwrap() += note("right", x);
        *v.iter_mut().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap() /= note("right", x) + 2.0;
        for y in v.iter_mut().filter(|y| **y > 0.0) { *y -= note("each", x); }
        v[0] * v[1]
    }

    fn panics_between_place_and_value(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        let _end = Noisy("end");
        v[note("i", 7)] += note("right", x);
        v[0]
    }

    fn panics_in_the_value(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        v[note("i", 0)] -= { let o: Option<f64> = Some(x).filter(|y| *y > 0.0); note("right", o).expect("positive") };
        v[0]
    }

    fn panics_in_both(x: f64) -> f64 {
        let mut v = vec![x];
        v[{ if x > 0.0 { panic!("index") } 0 }] += { if x < 1.0 { panic!("right") } x };
        v[0]
    }

    fn returns_in_the_value(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        v[note("i", 1)] += if x > 0.0 { x } else { return note("left early", -x) };
        v[1]
    }

    fn breaks_in_the_value(x: f64) -> f64 {
        let mut v = [x, 0.0];
        for i in 0..5 {
            v[note("i", 1)] += if i < 3 { x } else { break };
            v[0] -= if i == 1 { continue } else { 1.0 };
        }
        v[0] + v[1]
    }

    fn constants_in_deferred_places(x: f64) -> f64 {
        let y;
        if x > 0.0 { y = LIMIT; } else { y = x; }
        let z;
        z = x * 2.0;
        let mut w = HALF;
        w = x;
        y as f64 + z as f64 * w
    }

    fn literals_under_a_functional_update(x: f64) -> f64 {
        struct Three<T> { a: T, b: T, c: T }
        let p = Three { b: x, ..Three { a: 0.5, b: x, c: 0.1 } };
        p.a * p.b - p.c
    }

    fn constants_shifted_along(x: f64) -> f64 {
        let (mut a, mut b, mut c) = (LIMIT, HALF, LIMIT);
        let mut first = HALF;
        let mut second = HALF;
        let mut third = HALF;
        let mut fourth = HALF;
        for _ in 0..3 {
            first = second;
            second = third;
            third = fourth;
            fourth = x;
            (a, b, c) = (b, c, a);
        }
        first + second * third - fourth + x * a
    }
}
