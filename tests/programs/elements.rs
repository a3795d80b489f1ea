//! Elements and references of lists as arguments and results. Each module is compiled with and without the macro.

use ad::call;

both! {
    mod indexed {
        use std::collections::HashMap;

        /// A reference into a saved map is saved as well.
        pub(crate) fn chosen(names: &[&str], wanted: &str, x: &[f64], steps: usize) -> f64 {
            let index: HashMap<&str, usize> = names.iter().enumerate().map(|(i, &name)| (name, i)).collect();
            let mut y = x.to_vec();
            for _ in 0..steps {
                for name in names {
                    let found = index.get(name);
                    if let Some(&i) = found {
                        y[i] = y[i].sin() * x[0] + y[(i + 1) % y.len()];
                    }
                }
            }
            index.get(wanted).map(|&i| y[i]).unwrap_or(0.0) * x[1]
        }
    }

    mod discs {
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) struct Disc {
            pub place: f64,
            pub speed: f64,
            pub mass: f64,
        }

        /// A function with the name of its type has no expression.
        pub(crate) fn disc(place: f64, speed: f64) -> Disc {
            Disc { place, speed, mass: 1.0 }
        }

        fn collide(a: &mut Disc, b: &mut Disc, bounce: f64) -> bool {
            if (b.place - a.place).abs() > 1.0 || a.speed <= b.speed {
                return false;
            }
            let impulse = (1.0 + bounce) * (a.speed - b.speed) / (1.0 / a.mass + 1.0 / b.mass);
            a.speed -= impulse / a.mass;
            b.speed += impulse / b.mass;
            true
        }

        fn closer(a: &Disc, b: &mut Disc) {
            b.place += 0.1 * (a.place - b.place) * a.mass;
        }

        /// Two elements of one list change in one call.
        pub(crate) fn collided(discs: &[Disc], bounce: f64, steps: usize) -> f64 {
            let mut discs = discs.to_vec();
            discs.push(disc(bounce, -0.5));
            let mut hits = 0;
            for _ in 0..steps {
                discs.iter_mut().for_each(|d| d.place += 0.3 * d.speed);
                for i in 0..discs.len() {
                    let (left, right) = discs.split_at_mut(i + 1);
                    for other in right.iter_mut() {
                        if collide(&mut left[i], other, bounce) {
                            hits += 1;
                        }
                    }
                    if let Some(next) = right.first_mut() {
                        closer(&left[i], next);
                    }
                }
            }
            discs.iter().map(|d| d.mass * d.speed * d.speed * d.place).sum::<f64>() + hits as f64
        }

        /// The result contains a reference.
        fn fastest<'a>(discs: &'a [Disc], from: f64) -> Option<(f64, &'a Disc)> {
            let ahead = |d: &Disc| if d.place > from { Some(d.place - from) } else { None };
            discs
                .iter()
                .filter_map(|d| ahead(d).map(|way| (way * d.mass, d)))
                .max_by(|a, b| a.1.speed.partial_cmp(&b.1.speed).unwrap())
        }

        pub(crate) fn ahead(discs: &[Disc], from: f64) -> f64 {
            let Some((way, disc)) = fastest(discs, from) else { return from * from };
            let second = fastest(discs, from + way).map_or(0.0, |(way, disc)| way * disc.speed);
            way * disc.speed * disc.mass + second
        }
    }

    mod ends {
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum End {
            Fixed(f64),
            Open { ambient: f64, factor: f64 },
            Closed,
        }

        pub(crate) struct Wall {
            pub cells: Vec<f64>,
        }

        impl Wall {
            /// The bound of a function is in a `where` clause.
            fn swept<R>(&self, scale: f64, combine: R) -> f64
            where
                R: Fn(&[f64], f64) -> f64,
            {
                (1..self.cells.len()).map(|i| combine(&self.cells[i - 1..=i], scale)).sum()
            }
        }

        /// An array of references to enums.
        fn step(u: &[f64], r: f64, ends: [&End; 2]) -> Vec<f64> {
            let (mut next, last) = (u.to_vec(), u.len() - 1);
            for (end, i) in ends.into_iter().zip([0, last]) {
                match end {
                    End::Fixed(t) => next[i] += r * (t - next[i]),
                    End::Open { ambient, factor } => {
                        next[i] += r * factor * (ambient - next[i]);
                        next[0] *= *factor;
                    }
                    End::Closed => next[i] -= r,
                }
            }
            next
        }

        pub(crate) fn ended(wall: &Wall, left: End, right: End, r: f64) -> f64 {
            let mut u = wall.cells.clone();
            for _ in 0..3 {
                u = step(&u, r, [&left, &right]);
            }
            let own = wall.swept(r, |pair, scale| pair[0] * pair[1] * scale);
            own + Wall { cells: u }.swept(own, |pair, scale| (pair[0] - pair[1]).powi(2) + scale * pair[0])
        }
    }
}

#[test]
fn two_elements_of_one_list_change_in_one_call() {
    use discs::{plain, program};
    let discs = [(0.0, 1.5), (0.6, -0.25), (1.7, 0.5), (2.9, -1.0)];
    let x: Vec<_> = discs.iter().map(|&(place, speed)| program::disc(place, speed)).collect();
    let y: Vec<_> = discs.iter().map(|&(place, speed)| plain::disc(place, speed)).collect();
    let e = program::Collided { steps: 4 };
    assert_eq!(call::value(&e, &(&x[..], &0.7)), plain::collided(&y, 0.7, 4));
    crate::check::program(&e, &(x.clone(), 0.7));
    for from in [-0.5, 0.9, 5.0] {
        assert_eq!(call::value(&program::Ahead, &(&x[..], &from)), plain::ahead(&y, from));
        crate::check::program(&program::Ahead, &(x.clone(), from));
    }
}

#[test]
fn an_array_of_references_is_an_argument() {
    use ends::{plain, program};
    let cells = vec![0.5, -1.0, 2.0, 0.25];
    let ends = [
        (program::End::Fixed(1.5), plain::End::Fixed(1.5)),
        (program::End::Open { ambient: 0.5, factor: 0.8 }, plain::End::Open { ambient: 0.5, factor: 0.8 }),
        (program::End::Closed, plain::End::Closed),
    ];
    for (i, j) in [(0, 1), (1, 0), (2, 1), (1, 1)] {
        let x = (program::Wall { cells: cells.clone() }, ends[i].0, ends[j].0, 0.3);
        let y = plain::ended(&plain::Wall { cells: cells.clone() }, ends[i].1, ends[j].1, 0.3);
        assert_eq!(call::value(&program::Ended, &x), y);
        crate::check::program(&program::Ended, &x);
    }
}

#[test]
fn a_reference_into_a_saved_map_is_saved_first() {
    let (names, x) = (["a", "b", "c"], vec![0.4, -0.3, 1.2]);
    for wanted in ["b", "d"] {
        let e = indexed::program::Chosen { names: &names, wanted, steps: 2 };
        assert_eq!(call::value(&e, &x), indexed::plain::chosen(&names, wanted, &x, 2));
        crate::check::program(&e, &x);
    }
}
