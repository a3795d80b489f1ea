//! `Option`s and `Result`s of numbers: made, matched, passed on.

use crate::check;
use ad::prelude::*;

programs! {
    fn given_by_branches(n, x) as GivenByBranches {
        let mut s = 1.0;
        for i in 0..n {
            let v = if i % 2 == 0 { Some(x[i] * s) } else { None };
            if let Some(v) = v {
                s = s * v + v * x[0];
            } else {
                s += s * x[1];
            }
            let w = match i {
                0 => None,
                1 => Some(s * x[2]),
                _ => if x[i] > x[0] { Some(x[0]) } else { None },
            };
            s *= match w {
                Some(a) => a + s,
                None => x[3],
            };
            s += w.unwrap_or(s * x[0]) * v.map(|a| a * a).unwrap_or(x[1]);
        }
        s
    }
    fn filled_when_it_is_missing(n, x) as FilledWhenItIsMissing {
        let (mut first, mut last, mut calls) = (None, None, 0.0);
        let mut s = 1.0;
        for i in 0..n {
            let made = *first.get_or_insert_with(|| {
                calls += 1.0;
                x[i] * x[1] + 1.0
            });
            s += made * x[i];
            s += *last.insert(s * x[i]);
            let odd = if i % 2 == 1 { Some(s) } else { None };
            let large = if x[i] > x[0] { Some(x[i]) } else { None };
            s *= odd.and(large).unwrap_or(x[2]) + odd.xor(large).unwrap_or(x[3]);
            if i % 3 == 2 {
                first = None;
            }
        }
        s += *first.get_or_insert(s * x[0]) * calls;
        s * last.unwrap_or(2.0)
    }
    fn lists_of_repeated_parts(n, x) as ListsOfRepeatedParts {
        let mut list = x[..n].repeat(2);
        let mut more = vec![x[0] * x[1], x[2]];
        list.append(&mut more);
        more.push(list[0] * list[n]);
        list.append(&mut more);
        let mut made = 0.0;
        list.resize_with(2 * n + 5, || {
            made += 1.0;
            x[1] * made
        });
        let triple = [list[0], x[2], list[n]];
        let [a, b, c] = triple.each_ref();
        let mut s = a * b + c * made + more.len() as f64;
        for (i, v) in list.iter().enumerate() {
            s += v * v * (i as f64 + 1.0);
        }
        s
    }
    fn kept_in_a_variable(n, x) as KeptInAVariable {
        let mut best = None;
        let mut last: Option<f64> = None;
        let mut s = 1.0;
        for i in 0..n {
            let v = x[i] * x[i] * s;
            match best {
                None => best = Some(v),
                Some(b) => {
                    if v > b {
                        best = Some(v * x[0]);
                    }
                }
            }
            if let Some(l) = last {
                s += l * v;
            }
            last = if i % 3 == 2 { None } else { Some(v * s) };
            if last.is_none() {
                s *= x[1];
            }
        }
        let Some(b) = best else { return x[0] * x[0] };
        b * s * last.unwrap_or(2.0)
    }
    fn parts_of_lists(n, x) as PartsOfLists {
        let mut y = x[..n].to_vec();
        let mut s = x[0];
        for i in 0..n {
            if let Some(v) = x.get(i + 2) {
                s += s * v;
                y[i] *= s;
            }
            let Some(&first) = y.first() else { continue };
            let last = *y.last().unwrap();
            s = s * first + last * x[i];
        }
        s * y.get(1).copied().unwrap_or(x[1]) * y.iter().product::<f64>()
    }
    fn guards(n, x) as Guards in Ring {
        let mut s = x[0];
        for i in 0..n + 2 {
            let v = x.get(i).copied();
            s = match v {
                Some(a) if a > x[0] => s * a,
                None if i % 2 == 0 => s + x[1] * x[1],
                Some(a) if i % 3 == 1 || a * s > x[2] => {
                    s += a * a;
                    s * x[3]
                }
                Some(a) => s - a * x[1],
                _ => s * s,
            };
            match positive(s, x[i % 4]) {
                Some(a) if a > s => s += a * a,
                _ => s *= x[2],
            }
        }
        s
    }
    fn while_there_is_one(n, x) as WhileThere in Ring {
        let mut s = x[0];
        let mut i = 0;
        while let Some(v) = x.get(i) {
            i += 1;
            if i > n {
                break;
            }
            s = s * v + x[1] * *v;
            if i == 2 {
                continue;
            }
            s *= x[0];
        }
        let mut t = x[1];
        'outer: while let Some(v) = positive(t, x[i % 4]) {
            let mut k = 0;
            while let Some(w) = positive(v, s) {
                k += 1;
                if k > n {
                    break 'outer;
                }
                s = s * w - v;
            }
            t = v - s * t;
            i += 1;
            if i > n + 3 {
                break;
            }
        }
        let mut left = vec![n, n + 1];
        while let Some(k) = left.pop() {
            s = s * x[k % 4] + t;
            if k > 2 {
                left.push(k / 2);
            }
        }
        let mut numbers = vec![s, t, x[0], x[1], x[2]];
        for i in 0..n {
            numbers.push(s * x[i % 4]);
            if let Some(v) = numbers.pop() {
                s = s * v + numbers[i % 3];
            }
            numbers[1] *= s;
            if i % 2 == 1 {
                t *= numbers.pop().unwrap_or(s) * numbers.len() as f64;
            }
        }
        s * t
    }
    fn made_by_conditions(n, x) as ByConditions in Ring {
        let mut s = x[0];
        for i in 0..n {
            let a = (x[i] > s).then_some(s * x[i]);
            let (p, q) = (i % 2 == 0).then(|| (s * x[1], x[i] * x[i])).unwrap_or((x[2], s));
            s += a.unwrap_or(x[3] * s) * p * q;
        }
        s
    }
    fn plain_options(n, x) as PlainOptions {
        let found = (0..n).find(|i| i % 2 == 1);
        let mut s = if let Some(i) = found { x[i] * x[0] } else { x[1] };
        for i in 0..n {
            s *= match i.checked_sub(1) {
                Some(k) => x[k],
                None => x[2] * s,
            };
        }
        s
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn positive(x: f64, y: f64) -> Option<f64> {
    if x > 0.0 { Some(x * y) } else { None }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn both(x: f64, y: f64) -> Option<f64> {
    let a = positive(x, y)?;
    let b = positive(y, a)?;
    Some(a * b)
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn checked(x: f64, y: f64) -> Result<f64, String> {
    if x == y {
        return Err("equal".to_string());
    }
    Ok(x * y * y)
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn twice_checked(x: f64, y: f64) -> Result<f64, String> {
    let mut s = x;
    for _ in 0..2 {
        let a = checked(s, y)?;
        s = a * checked(a, x)?;
    }
    Ok(s * y)
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn handed_on(x: &[f64; 3]) -> f64 {
    let mut s = 1.0;
    for i in 0..3 {
        if let Some(v) = both(x[i], x[(i + 1) % 3]) {
            s += s * v;
        }
        s *= positive(x[i], s).unwrap_or(x[0]);
        s += positive(s, x[i]).map_or(x[1] * s, |v| v * x[0]);
        match twice_checked(x[i], x[0]) {
            Ok(v) => s += v * s,
            Err(_) => s *= x[2],
        }
    }
    s
}

#[test]
fn options_and_results_of_functions() {
    for x in [[3, -2, 5], [0, 1, 0], [2, 2, 2], [1, 2, 3]] {
        check::exact(HandedOn, x);
    }
}

both! {
    mod alternatives {
        use std::collections::BTreeMap;

        fn positive(x: f64) -> Option<f64> {
            if x > 0.0 { Some(x * x) } else { None }
        }

        /// `or` and `or_else`, names of whole values, and `and_modify` alone.
        pub(crate) fn first(x: &[f64]) -> Option<f64> {
            let mut counts = BTreeMap::from([(0, x[0]), (1, x[1])]);
            let mut sum = 0.0;
            for (i, v) in x.iter().enumerate() {
                let a = positive(*v).or(positive(-v * x[0])).unwrap_or(x[1]);
                let b = positive(v - 1.0).or_else(|| positive(a - v)).or_else(|| Some(a * v));
                sum += a * b.unwrap_or_default();
                counts.entry(i).and_modify(|count| *count *= a);
                match positive(-v) {
                    found @ Some(_) if i > 5 => return found,
                    found @ Some(_) => sum += found.unwrap_or(x[0]) * v,
                    None => sum *= 2.0,
                }
                if let found @ Some(_) = positive(sum - 40.0) {
                    return found.map(|f| f * x[0]);
                }
            }
            Some(sum * counts.values().sum::<f64>())
        }

        /// A function and a method change the content that is there afterwards.
        pub(crate) fn lent(x: &[f64]) -> f64 {
            fn double(v: &mut f64) {
                *v *= 2.0;
            }
            let mut first = Some(x[0]);
            double(first.get_or_insert(x[1]));
            let mut last = None;
            double(last.insert(x[2] * x[0]));
            let mut list: Option<Vec<f64>> = None;
            for v in x {
                list.get_or_insert_with(Vec::new).push(v * x[0]);
            }
            first.unwrap_or(0.0) * last.unwrap_or(0.0) + list.map_or(1.0, |list| list.iter().product())
        }

        /// Functions as arguments of closures, and the block of a `flat_map`.
        pub(crate) fn handed(x: &[f64], n: usize) -> f64 {
            let total = |at: &dyn Fn(usize, usize) -> f64, scale: f64| -> f64 {
                let mut sum = 0.0;
                for i in 0..n {
                    sum += scale * at(i, n - 1 - i) * at(i, i);
                }
                sum
            };
            let rows = |i: usize, j: usize| x[i] + x[j] * x[j];
            let tones: Vec<f64> = x
                .iter()
                .flat_map(|v| {
                    let base = v * v;
                    (1..=n).map(move |k| base * k as f64 + v)
                })
                .collect();
            total(&rows, x[0]) * total(&|i, j| x[j] - x[i] * x[0], x[1]) + tones.iter().product::<f64>()
        }
    }
}

#[test]
fn alternatives_and_whole_values_have_programs() {
    use alternatives::{plain, program};
    for x in [[1.5, 0.5, 2.0], [-1.5, 0.5, -2.0], [4.0, 3.0, -1.0]] {
        let x = x.to_vec();
        assert_eq!(ad::call::value(&program::First, &x), plain::first(&x));
        crate::check::program(&program::First, &x);
        crate::check::program(&program::Handed { n: 3 }, &x);
        assert_eq!(ad::call::value(&program::Lent, &x), plain::lent(&x));
        crate::check::program(&program::Lent, &x);
    }
}

both! {
    mod changed_in_place {
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Stats {
            last: Option<usize>,
            order: Vec<usize>,
            total: f64,
            peak: Option<f64>,
            pair: Option<(f64, f64)>,
            list: Option<Vec<f64>>,
        }

        #[derive(Clone, Debug)]
        pub(crate) struct Inner { a: f64, b: f64 }

        #[derive(Clone, Debug)]
        pub(crate) struct Outer { inner: Option<Inner>, n: usize }

        impl Outer {
            fn step(&mut self, x: f64) -> f64 {
                self.n += 1;
                if let Some(s) = self.inner.as_mut() {
                    s.a += s.b * x;
                    s.b *= s.a;
                    return s.a;
                }
                self.inner = Some(Inner { a: x, b: x * x });
                x * x
            }
        }

        pub(crate) fn numbers(x: &[f64]) -> f64 {
            let mut s = Stats { peak: Some(x[0]), pair: Some((x[0], x[1])), ..Default::default() };
            for v in x {
                if let Some(p) = &mut s.peak { *p *= *v; }
                if let Some(p) = s.peak.as_mut() { *p *= *p + v; }
                match &mut s.peak { Some(p) => *p += v * v, None => s.peak = Some(v * x[0]) }
                if let Some(ref mut p) = s.peak { *p += *p * v; }
                if let Some((a, b)) = &mut s.pair { *a += *b * v; *b *= *a; }
                if let Some(p) = &mut s.pair { p.0 *= v + 1.0; std::mem::swap(&mut p.0, &mut p.1); }
                s.total += s.peak.unwrap_or(2.0) * v + s.pair.map_or(0.0, |(a, b)| a * b);
                if s.total > 1.0 { s.peak = None; }
            }
            s.total
        }

        pub(crate) fn whole_values(x: &[f64]) -> f64 {
            let mut s = Stats { list: Some(x.to_vec()), ..Default::default() };
            let mut o = Outer { inner: None, n: 0 };
            for (i, v) in x.iter().enumerate() {
                if let Some(l) = &mut s.list {
                    l[i] *= *v;
                    l.push(v * l[0]);
                    if i == 1 { s.list = None; }
                } else {
                    s.list = Some(vec![*v; 5]);
                }
                if let Some(l) = &s.list { s.total += l.iter().map(|a| a * a).sum::<f64>(); }
                s.total *= 1.0 + o.step(*v) * v;
                if o.n == 3 { o.inner = None; }
            }
            s.total
        }

        pub(crate) fn elements(x: &[f64]) -> f64 {
            let mut v: Vec<Option<f64>> = vec![None; x.len()];
            for i in 0..x.len() { if x[i] > 0.0 { v[i] = Some(x[i] * x[0]); } }
            for _ in 0..2 {
                for o in v.iter_mut() { if let Some(p) = o { *p *= *p * x[1]; } }
                if let Some(p) = &mut v[2] { *p += x[0] * *p; }
                for (i, o) in v.iter_mut().enumerate() {
                    match o {
                        Some(p) if *p > 0.5 => *o = None,
                        Some(p) => *p *= 2.0 + x[i],
                        None => *o = Some(x[i].sin()),
                    }
                }
            }
            v.iter().flatten().map(|p| p * p).sum()
        }

        fn bump(o: &mut Option<f64>, by: f64) {
            if let Some(p) = o { *p *= by; }
        }

        pub(crate) fn locals(x: &[f64]) -> f64 {
            let (mut o, mut t, mut rounds) = (Some(x[1]), 1.0, 0);
            while let Some(p) = &mut o {
                *p *= 1.0 + x[1];
                t += *p * t;
                rounds += 1;
                if rounds > 3 || t > 9.0 { o = None; }
                bump(&mut o, x[0] - 0.1);
            }
            o = Some(t * x[2]);
            if let Some(v) = o.take() { o = Some(v * v); }
            let Some(p) = &mut o else { return t };
            *p *= x[0];
            t + o.unwrap_or(x[2])
        }

        pub(crate) fn data(x: &[f64]) -> f64 {
            let mut s = Stats { last: Some(3), ..Default::default() };
            let mut seen: Option<usize> = None;
            for (i, v) in x.iter().enumerate() {
                if let Some(l) = &mut s.last { *l += 1; }
                if let Some(l) = s.last { s.total += v * l as f64; }
                match &mut seen { Some(k) if *k > 1 => *k = 0, Some(k) => *k += 1, None => seen = Some(i) }
                s.total *= v * (seen.unwrap() + 1) as f64;
                let order = &mut s.order;
                for j in 0..i + 1 { order.push(j * 3 % 5); }
                order.sort();
                order.pop();
                order.dedup();
                let n = order.len();
                s.total += v * v * n as f64 * (1 + s.order.iter().sum::<usize>()) as f64;
                let (order, total) = (&mut s.order, &mut s.total);
                order.push(i);
                *total += v * *total * order.len() as f64;
                let Some(l) = &mut s.last else { break };
                *l -= 2;
                if *l == 1 { s.last = None; }
            }
            for k in s.order.iter() { s.total *= x[*k % x.len()]; }
            s.total
        }
    }
}

#[test]
fn contents_of_options_change_in_place() {
    use changed_in_place::{plain, program};
    for x in [vec![0.3, 0.4, 1.7, -0.6], vec![1.1, 0.2, 0.9], vec![-0.5, 1.5, 0.25, 0.7, 0.1]] {
        assert_eq!(ad::call::value(&program::Numbers, &x), plain::numbers(&x));
        assert_eq!(ad::call::value(&program::WholeValues, &x), plain::whole_values(&x));
        assert_eq!(ad::call::value(&program::Elements, &x), plain::elements(&x));
        assert_eq!(ad::call::value(&program::Locals, &x), plain::locals(&x));
        assert_eq!(ad::call::value(&program::Data, &x), plain::data(&x));
        crate::check::program(&program::Numbers, &x);
        crate::check::program(&program::WholeValues, &x);
        crate::check::program(&program::Elements, &x);
        crate::check::program(&program::Locals, &x);
        crate::check::program(&program::Data, &x);
    }
}

both! {
    mod operands_in_options {
        use std::ops::Mul;

        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Vector { x: f64, y: f64 }

        impl Mul<f64> for Vector {
            type Output = Vector;
            fn mul(self, s: f64) -> Vector { Vector { x: self.x * s, y: self.y * s } }
        }

        impl From<f64> for Vector {
            fn from(x: f64) -> Self { Vector { x, y: x * x } }
        }

        impl Vector {
            fn dot(self, other: Vector) -> f64 { self.x * other.x + self.y * other.y }
        }

        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Hit { t: f64, normal: Vector }

        impl Hit {
            fn again(&self) -> Result<Hit, String> {
                if self.t > 2.0 { return Err("far".to_string()); }
                Ok(Hit { t: self.t * self.t, normal: self.normal * self.t })
            }
        }

        fn nearest(x: f64) -> Option<Hit> {
            (x > 0.0).then(|| Hit { t: x, normal: Vector { x, y: x * x } })
        }

        pub(crate) fn bounced(x: &[f64]) -> f64 {
            let mut total = 1.0;
            for v in x {
                let Some(hit) = nearest(*v) else { continue };
                let w = hit.normal * (2.0 * hit.normal.dot(hit.normal));
                let u = Vector::from(w.x) * w.y;
                total *= w.x + w.y + (u * u.x).y;
                if let Ok(next) = hit.again() {
                    let w = next.normal * (x[0] * next.t);
                    total += w.x * w.y;
                }
            }
            total
        }
    }
}

#[test]
fn the_content_of_a_result_is_an_operand() {
    use operands_in_options::{plain, program};
    for x in [vec![0.3, 0.4, -0.6], vec![1.1, 2.2, 0.9], vec![-0.5]] {
        assert_eq!(ad::call::value(&program::Bounced, &x), plain::bounced(&x));
        crate::check::program(&program::Bounced, &x);
    }
}
