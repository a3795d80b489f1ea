//! Iterators with a state, without an end, and with items that are no numbers.

use crate::check;
use ad::prelude::*;
use std::iter::successors;

programs! {
    fn a_scan_with_a_tuple(n, x) as ScanTuple {
        let parts: Vec<f64> = x
            .iter()
            .take(n + 1)
            .scan((x[0], x[1]), |state, &v| {
                let (a, b) = *state;
                *state = (b, a * v + b * b);
                state.0 *= v;
                Some(state.0 * a)
            })
            .collect();
        let sums = x.iter().scan((0.0, x[2]), |(sum, product), v| {
            *sum += v * x[1];
            *product *= *sum;
            Some((*sum, *product))
        });
        let counted = x.iter().scan((x[3], 0), |state, v| {
            state.1 += 1;
            if state.1 > n {
                return None;
            }
            state.0 = state.0 * v + x[state.1];
            Some(state.0 * v)
        });
        let total: f64 = sums.map(|(a, b)| a * b).sum::<f64>() + counted.sum::<f64>();
        parts.iter().map(|p| p * p).sum::<f64>() + total
    }
    fn successors_by_name(n, x) as Successors {
        let powers = successors(Some(x[0]), |p| Some(p * x[1] + x[2]));
        let some = successors(Some((x[1], 0)), |&(p, k)| if k < n { Some((p * x[2], k + 1)) } else { None });
        let few: f64 = powers.take(n).map(|p| p * p).sum();
        let mut s = few;
        for (p, k) in some {
            if k == 3 {
                continue;
            }
            s = s * x[k] + p;
        }
        let last = successors(Some([x[0], x[1]]), |[a, b]| (n > 2).then_some([b * x[2], *a])).skip(1).next();
        s + last.map_or(x[3], |[a, b]| a * b)
    }
    fn a_few_of_the_filtered(n, x) as Few {
        let v = x.iter().enumerate().filter(|(i, _)| i % 2 == n % 2).map(|(_, v)| v * x[1]).take(2);
        let mut s = x[0];
        for v in v {
            if n == 3 {
                continue;
            }
            s = s * v + v;
        }
        let pairs = x.iter().flat_map(|a| x.iter().map(move |b| a * b)).take(3 * n);
        let found = (1..).map(|i| (i, x[i % 5] * x[0])).filter(|(i, _)| i % 3 == n % 3).map(|(_, v)| v).take(2);
        s + pairs.fold(x[2], |a, b| a * x[1] + b) + found.map(|v| v * v).sum::<f64>()
    }
    fn a_named_iterator_with_a_state_runs_again(n, x) as RunsAgain {
        let products = x.iter().scan(x[0], |p, v| {
            *p *= v;
            Some(*p + x[1])
        });
        let pairs = x.iter().scan([x[2], x[3]], |p, v| {
            *p = [p[1] * v, p[0]];
            Some(p[0])
        });
        let late = x.iter().skip_while(|v| **v > x[n]).filter(|v| **v != x[1]).enumerate().take(3);
        let mut s = products.clone().sum::<f64>() * x[4];
        for i in 0..n {
            s += products.clone().zip(pairs.clone()).map(|(a, b)| a * b).sum::<f64>() * x[i];
            s = late.clone().fold(s, |s, (k, v)| s * v + k as f64);
        }
        s + products.map(|p| p * p).sum::<f64>() + late.map(|(k, v)| v * (k + 1) as f64).sum::<f64>()
    }
    fn functions_by_name_in_iterators(n, x) as ByName {
        let f = |v: &f64| v * x[0];
        let scaled = x.iter().map(f);
        let f = |v: &f64| v * v;
        let mut s = scaled.sum::<f64>() * x.iter().map(&f).sum::<f64>();
        for i in 0..n {
            let mut k = x[i];
            let mut running = move |v: &f64| {
                k = k * v + x[1];
                k
            };
            s += x.iter().map(running).sum::<f64>() * running(&x[2]) * k;
            let mut total = s;
            let mut add = |v: &f64| total = total * v + x[3];
            x[..i].iter().for_each(&mut add);
            add(&x[4]);
            s = x.iter().fold(total, move |a, v| {
                k = k * v;
                a + k
            }) + k;
            let mut last = x[i];
            let mut next = |a: f64, v: f64| {
                last = last * v;
                a * last + v
            };
            s = x.iter().copied().fold(s, &mut next);
            s = s * x.iter().copied().reduce(next).unwrap() + last;
        }
        s
    }
    fn reduced_tuples_and_lists(n, x) as Reduced {
        let best = x.iter().take(n).map(|v| (v * x[0], *v)).reduce(|a, b| if a.0 > b.0 { a } else { (b.0 * a.1, b.1) });
        let (a, b) = best.unwrap_or((x[1], x[2]));
        let rows = [[x[0], x[1]], [x[2], x[3]], [x[4], x[0]]];
        let row = rows.iter().copied().reduce(|p, q| [p[0] * q[1], p[1] + q[0] * x[n]]).unwrap();
        a * b + row[0] * row[1]
    }
    fn a_following_run_of_items(n, x) as Runs {
        let mut s = x[0];
        let mut items = x.iter().copied().peekable();
        while let Some(v) = items.next() {
            let mut run = v * x[1];
            while let Some(w) = items.next_if(|w| *w > v) {
                run = run * w + x[n];
            }
            if items.next_if(|w| *w == x[n]).is_some() {
                run *= x[2];
            }
            s = s * v + run;
        }
        s
    }
    fn arrays_of_pairs_and_rows(n, x) as Arrays {
        let pairs = [(x[0], x[1]), (x[2], x[3])].map(|(a, b)| (a * b, a + x[4]));
        let products = pairs.map(|(a, b)| a * b * x[n]);
        let rows = [[x[0], x[1], x[2]], [x[2], x[3], x[4]]].map(|row| row.map(|v| v * v * x[n]));
        let sums = rows.map(|row| row.iter().sum::<f64>());
        products[0] * products[1] + sums[0] * sums[1] + rows[1][2] * pairs[0].1
    }
}

/// Known further up, so that its explicit generic arguments get one more.
#[exp(adjoint)]
fn horner<const N: usize>(x: f64, by: [f64; N]) -> f64 {
    let mut s = x;
    for i in 0..N {
        s = s * x + by[i];
    }
    s
}

#[exp(adjoint)]
fn with_lengths(x: &[f64]) -> f64 {
    let left = horner::<2>(x[0], [x[1], x[2]]) * horner::<3>(x[1], [x[2], x[0], x[1]]);
    let larger = usize::from(x[0] > x[1]);
    let mut n = 0;
    for w in x.windows(2) {
        n += usize::from(w[0] > w[1]);
    }
    left * x[larger] * x[n] * f64::from(u8::from(x[0] != x[2]))
}

#[test]
fn explicit_lengths_and_functions_of_integers() {
    for x in [vec![2.0, 1.0, 3.0], vec![-1.0, 2.0, 0.5], vec![3.0, 2.0, 1.0]] {
        check::program(&WithLengths, &x);
    }
}

#[exp(adjoint)]
mod shapes {
    #[derive(Clone, Copy)]
    pub(super) enum Shape {
        Circle(f64),
        Rect { w: f64, h: f64 },
        Empty,
    }

    pub(super) fn counted(shapes: &[Shape], scale: f64) -> f64 {
        let circles = shapes.iter().filter(|shape| matches!(shape, Shape::Circle(_))).count();
        let mut s = scale * circles as f64;
        for shape in shapes {
            if matches!(shape, Shape::Rect { w, .. } if *w > 1.0) || matches!(shape, Shape::Empty) {
                s = s * scale;
            } else if let Shape::Circle(r) | Shape::Rect { w: r, .. } = shape {
                s = s * r + scale;
            }
        }
        s
    }

    #[derive(Clone, Copy)]
    pub(super) struct Vector {
        pub x: f64,
        pub y: f64,
    }

    impl std::ops::Add for Vector {
        type Output = Vector;

        fn add(self, other: Vector) -> Vector {
            Vector { x: self.x + other.x * other.y, y: self.y * other.y }
        }
    }

    pub(super) fn added(list: &[Vector]) -> Vector {
        list.iter().copied().reduce(|a, b| a + b).unwrap_or(Vector { x: 1.0, y: 2.0 })
    }
}
use shapes::*;

#[test]
fn patterns_as_conditions() {
    let all = vec![
        Shape::Circle(2.0),
        Shape::Empty,
        Shape::Rect { w: 2.0, h: 1.0 },
        Shape::Circle(0.5),
        Shape::Rect { w: 0.5, h: 1.0 },
    ];
    for n in 0..=5 {
        check::program(&Counted, &(all[..n].to_vec(), 3.0));
    }
}

#[test]
fn structs_are_reduced() {
    let all = [Vector { x: 1.0, y: 2.0 }, Vector { x: 3.0, y: 0.5 }, Vector { x: -1.0, y: 4.0 }];
    for n in 0..=3 {
        check::program(&Added, &all[..n].to_vec());
    }
}

/// As in Rust: the sum of nothing, and of zeros with a sign, is -0.0. All doors have the same bits.
#[test]
fn a_sum_of_nothing_has_the_sign_of_rust() {
    #[exp(adjoint)]
    fn total(v: &[f64]) -> f64 {
        v.iter().sum()
    }
    #[exp(adjoint)]
    fn squares(v: &[f64]) -> f64 {
        let sum: f64 = v.iter().map(|x| x * x).sum();
        sum + v.iter().filter(|x| **x > 2.0).map(|x| -x).sum::<f64>()
    }
    for v in [vec![], vec![-0.0, -0.0], vec![0.0, -0.0], vec![1.0, 2.0]] {
        let of_total = v.iter().sum::<f64>();
        let of_squares = v.iter().map(|x| x * x).sum::<f64>() + [0.0; 0].iter().sum::<f64>();
        for (values, expected) in [
            (
                [
                    call::value(&Total, &v),
                    adjoint::value_and_grad(Total).at(v.clone()).0,
                    stack::value_and_grad(Total).at(v.clone()).0,
                    call::value_and_grad(&Total, &v).0,
                    call::values(&Total, &[v.clone(), v.clone()])[1],
                    call::values_and_grads(&Total, &[v.clone(), v.clone()])[1].0,
                ],
                of_total,
            ),
            (
                [
                    call::value(&Squares, &v),
                    adjoint::value_and_grad(Squares).at(v.clone()).0,
                    stack::value_and_grad(Squares).at(v.clone()).0,
                    call::value_and_grad(&Squares, &v).0,
                    call::values(&Squares, &[v.clone(), v.clone()])[1],
                    call::values_and_grads(&Squares, &[v.clone(), v.clone()])[1].0,
                ],
                of_squares,
            ),
        ] {
            assert_eq!(values.map(f64::to_bits), [expected.to_bits(); 6], "{v:?}: {values:?}");
        }
    }
}
