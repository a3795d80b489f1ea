//! Colourings: every entry is found in the compressed matrix, and there are as few colours as the literature has.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use ad_core::sparse::colouring::{
    Colouring, Order, Pattern, Place, acyclic, bidirectional, columns, rows, star,
};

/// Whole numbers, so that sums and differences are exact: entry (i, j) of a matrix, which is symmetric if requested.
fn value(i: usize, j: usize, symmetric: bool) -> f64 {
    let (i, j) = if symmetric { (i.min(j), i.max(j)) } else { (i, j) };
    ((i * 7919 + j * 104_729 + 13) % 9973 + 1) as f64
}

fn band(n: usize, half: usize) -> Pattern {
    Pattern::from_rows(n, (0..n).map(|i| i.saturating_sub(half)..(i + half + 1).min(n)))
}

fn arrow(n: usize, full: usize) -> Pattern {
    Pattern::from_pairs(n, n, (0..n).flat_map(|i| [(i, i), (i, full), (full, i)]))
}

fn laplacian(n: usize) -> Pattern {
    let at = |i: usize, j: usize| i * n + j;
    Pattern::from_pairs(
        n * n,
        n * n,
        (0..n).flat_map(move |i| (0..n).map(move |j| (i, j))).flat_map(|(i, j)| {
            let right = (j + 1 < n).then(|| at(i, j + 1)).into_iter();
            let below = (i + 1 < n).then(|| at(i + 1, j)).into_iter();
            let here = at(i, j);
            std::iter::once((here, here)).chain(right.chain(below).flat_map(move |k| [(here, k), (k, here)]))
        }),
    )
}

/// A linear congruential generator is random enough for positions.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

fn random(rows: usize, columns: usize, entries: usize, symmetric: bool, seed: u64) -> Pattern {
    let mut random = Random(seed);
    let pairs: Vec<_> = (0..entries).map(|_| (random.below(rows), random.below(columns))).collect();
    let mirrored = pairs.iter().filter(|_| symmetric).map(|&(i, j)| (j, i)).collect::<Vec<_>>();
    Pattern::from_pairs(rows, columns, pairs.into_iter().chain(mirrored))
}

/// Row `i` of the sum of the columns of `colour`.
fn compressed(pattern: &Pattern, colouring: &Colouring, i: usize, colour: usize, symmetric: bool) -> f64 {
    let columns = pattern.row(i).iter().map(|j| *j as usize);
    columns.filter(|j| colouring.of(*j) == Some(colour)).map(|j| value(i, j, symmetric)).sum()
}

fn check_unsymmetric(pattern: &Pattern, order: Order) {
    let transposed = pattern.transpose();
    let by_columns = columns(pattern, order);
    let by_rows = rows(pattern, order);
    let both = bidirectional(pattern, order);
    let row_sum = |colouring: &Colouring, colour, j: usize| -> f64 {
        let rows = transposed.row(j).iter().map(|i| *i as usize);
        rows.filter(|i| colouring.of(*i) == Some(colour)).map(|i| value(i, j, false)).sum()
    };
    for ((i, j), place) in pattern.entries().zip(both.places()) {
        let colour = by_columns.of(j).expect("a column with an entry has a colour");
        assert_eq!(compressed(pattern, &by_columns, i, colour, false), value(i, j, false), "{pattern:#?}");
        let colour = by_rows.of(i).expect("a row with an entry has a colour");
        assert_eq!(row_sum(&by_rows, colour, j), value(i, j, false), "{pattern:#?}");
        let found = match *place {
            Place::Column { row, colour } => {
                assert_eq!(row, i);
                compressed(pattern, both.columns(), i, colour, false)
            }
            Place::Row { colour, column } => {
                assert_eq!(column, j);
                row_sum(both.rows(), colour, j)
            }
        };
        assert_eq!(found, value(i, j, false), "{place:?} of ({i}, {j}) in {pattern:#?}");
    }
    assert!(both.count() <= by_columns.count().min(by_rows.count()), "{pattern:#?}");
    let groups = by_columns.groups();
    assert_eq!(groups.len(), by_columns.count());
    assert!(groups.iter().all(|group| !group.is_empty()));
}

fn check_symmetric(pattern: &Pattern, order: Order) {
    let direct = star(pattern, order);
    for ((i, j), (row, colour)) in pattern.entries().zip(direct.places(pattern)) {
        let found = compressed(pattern, direct.colouring(), row, colour, true);
        assert_eq!(found, value(i, j, true), "({i}, {j}) by star in {pattern:#?}");
    }
    let substituted = acyclic(pattern, order);
    let mut entries = vec![f64::NAN; pattern.nonzeros()];
    let matrix = |i, colour| compressed(pattern, substituted.colouring(), i, colour, true);
    substituted.recover(pattern, matrix, &mut entries);
    for ((i, j), found) in pattern.entries().zip(&entries) {
        assert_eq!(*found, value(i, j, true), "({i}, {j}) by substitution in {pattern:#?}");
    }
}

#[test]
fn every_entry_of_random_patterns_is_recovered() {
    for seed in 0..400 {
        let mut random_sizes = Random(seed + 1000);
        let (m, n) = (random_sizes.below(12) + 1, random_sizes.below(12) + 1);
        let entries = random_sizes.below(3 * n + 2);
        for order in Order::ALL {
            check_unsymmetric(&random(m, n, entries, false, seed), order);
            check_symmetric(&random(n, n, entries, true, seed), order);
        }
    }
}

/// Of four vertices, all patterns: with every order, every entry, and on the diagonal or not.
#[test]
fn every_entry_of_all_small_patterns_is_recovered() {
    let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    for chosen in 0..1_usize << edges.len() {
        for diagonal in [false, true] {
            let edges = edges.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1).map(|(_, edge)| *edge);
            let pairs = edges.flat_map(|(i, j)| [(i, j), (j, i)]);
            let pattern = Pattern::from_pairs(5, 5, pairs.chain((0..5).filter(|_| diagonal).map(|i| (i, i))));
            for order in Order::ALL {
                check_symmetric(&pattern, order);
                check_unsymmetric(&pattern, order);
            }
        }
    }
}

#[test]
fn structured_matrices_are_recovered() {
    for order in Order::ALL {
        for pattern in [band(40, 1), band(40, 3), arrow(30, 0), arrow(30, 29), arrow(30, 7), laplacian(7)] {
            check_symmetric(&pattern, order);
            check_unsymmetric(&pattern, order);
        }
        for empty in [Pattern::from_pairs(0, 0, []), Pattern::from_pairs(3, 3, [])] {
            check_symmetric(&empty, order);
            check_unsymmetric(&empty, order);
        }
    }
}

/// Gebremedhin and others, SISC 29(3), 2007: a band with ρ off-diagonals takes 2⌊ρ/2⌋ + 1 and ⌊ρ/2⌋ + 1 colours.
#[test]
fn a_band_takes_as_many_colours_as_the_literature_says() {
    for half in 1..6 {
        let pattern = band(200, half);
        assert_eq!(columns(&pattern, Order::Natural).count(), 2 * half + 1);
        assert_eq!(star(&pattern, Order::Natural).colouring().count(), 2 * half + 1);
        assert_eq!(acyclic(&pattern, Order::Natural).colouring().count(), half + 1);
    }
}

#[test]
fn an_arrow_head_takes_two_colours_wherever_its_full_row_is() {
    for order in Order::ALL {
        for full in [0, 50, 99] {
            let pattern = arrow(100, full);
            assert_eq!(star(&pattern, order).colouring().count(), 2, "{order:?}, {full}");
            assert_eq!(acyclic(&pattern, order).colouring().count(), 2, "{order:?}, {full}");
            assert_eq!(bidirectional(&pattern, order).count(), 3, "{order:?}, {full}");
        }
    }
}

#[test]
fn the_five_point_laplacian_takes_few_colours() {
    let pattern = laplacian(100);
    let fewest = |count: &dyn Fn(Order) -> usize| Order::ALL.map(count).into_iter().min();
    println!("star {:?}", Order::ALL.map(|order| star(&pattern, order).colouring().count()));
    println!("acyclic {:?}", Order::ALL.map(|order| acyclic(&pattern, order).colouring().count()));
    println!("columns {:?}", Order::ALL.map(|order| columns(&pattern, order).count()));
    println!("bidirectional {:?}", Order::ALL.map(|order| bidirectional(&pattern, order).count()));
    assert_eq!(fewest(&|order| star(&pattern, order).colouring().count()), Some(5));
    assert!(fewest(&|order| columns(&pattern, order).count()) <= Some(7));
}

#[test]
fn an_order_is_deterministic() {
    let pattern = random(60, 60, 200, true, 7);
    for order in Order::ALL {
        assert_eq!(columns(&pattern, order), columns(&pattern, order));
        assert_eq!(star(&pattern, order).colouring(), star(&pattern, order).colouring());
        assert_eq!(acyclic(&pattern, order).colouring(), acyclic(&pattern, order).colouring());
    }
}

#[test]
#[should_panic = "cannot make a star colouring"]
fn a_star_colouring_of_an_unsymmetric_pattern_is_refused() {
    star(&Pattern::from_pairs(2, 2, [(0, 1)]), Order::Natural);
}

#[test]
#[should_panic = "there is no column 2 in a matrix of 2 columns"]
fn a_column_beyond_the_matrix_is_refused() {
    Pattern::from_rows(2, [vec![2]]);
}

#[test]
#[should_panic = "a pattern of (1, 2) meets one of (2, 1)"]
fn patterns_of_different_sizes_have_no_union() {
    let _ = Pattern::from_pairs(1, 2, []).union(&Pattern::from_pairs(2, 1, []));
}

#[test]
fn a_union_has_the_entries_of_both() {
    let (a, b) = (random(9, 7, 20, false, 1), random(9, 7, 20, false, 2));
    let both = a.union(&b);
    for i in 0..9 {
        for j in 0..7 {
            let one = a.position(i, j).is_some() || b.position(i, j).is_some();
            assert_eq!(both.position(i, j).is_some(), one);
        }
    }
    assert_eq!(both.transpose().transpose(), both);
}
