//! Iterators: adaptors, consumers, laziness, order of their closures' effects.

use crate::behaviour::{count, log, note};

same! {
    fn empty_sums_and_products(x: f64) -> (f64, f64, f64, f64) {
        let none: Vec<f64> = vec![];
        let filtered: f64 = [x, 1.0].iter().filter(|_| false).sum();
        (none.iter().sum::<f64>(), none.iter().product::<f64>(), filtered, none.into_iter().sum::<f64>() + -0.0)
    }

    fn sums_of_zeros(x: f64) -> (f64, f64, f64) {
        let zeros = vec![-0.0, -0.0];
        (zeros.iter().sum::<f64>(), [0.0, -0.0].iter().sum::<f64>(), [x * 0.0].into_iter().sum::<f64>())
    }

    fn folds_from_zero_are_no_sums(x: f64) -> (f64, f64) {
        let none: [f64; 0] = [];
        (none.iter().fold(0.0, |a, b| a + b), [-0.0, x * 0.0].iter().fold(0.0, |a, b| a + b))
    }

    fn sums_of_options_and_results(x: f64) -> f64 {
        let all = [Some(x), Some(1.0)];
        let some: Option<f64> = all.iter().copied().sum();
        let none: Option<f64> = [Some(x), None].into_iter().sum();
        let ok: Result<f64, String> = vec![Ok(x), Ok(2.0)].into_iter().product();
        some.unwrap_or(0.5) + none.unwrap_or(0.25) + ok.unwrap_or(0.125)
    }

    fn sums_in_order(x: f64) -> f64 {
        let v = [1e16, x, -1e16, 0.1, 0.2, 0.3];
        v.iter().sum::<f64>() - v.iter().rev().sum::<f64>() + v.iter().copied().product::<f64>()
    }

    fn laziness(x: f64) -> f64 {
        let mapped = [1, 2, 3].iter().map(|k| { log("map"); x * *k as f64 });
        log("not yet");
        let first: Vec<f64> = mapped.clone().take(2).collect();
        log("again");
        first[1] + mapped.last().unwrap()
    }

    fn interleaving_of_adaptors(x: f64) -> f64 {
        [x, 2.0, 3.0, 4.0].iter()
            .inspect(|_| log("seen"))
            .filter(|y| { log("filter"); **y > 1.0 })
            .map(|y| { log("map"); y * 2.0 })
            .skip_while(|y| { log("skip"); *y < 5.0 })
            .take_while(|y| { log("take"); *y < 8.0 })
            .fold(0.0, |a, y| { log("fold"); a + y })
    }

    fn windows_and_chunks(x: f64) -> f64 {
        let v = [x, 1.0, 4.0, x * x, 0.5];
        let w: f64 = v.windows(3).map(|w| w[0] * w[2] - w[1]).sum();
        let c: f64 = v.chunks(2).map(|c| c.iter().product::<f64>()).sum();
        let e: f64 = v.chunks_exact(2).map(|c| c[1] - c[0]).sum();
        let r: f64 = v.rchunks(2).map(|c| c.len() as f64 * c[0]).sum();
        w + c * e - r + v.chunks_exact(2).remainder()[0]
    }

    fn scan_and_accumulate(x: f64) -> f64 {
        let sums: Vec<f64> = [x, 1.0, 2.0].iter().scan(0.0, |s, y| { *s += y; log("scan"); if *s > 100.0 { None } else { Some(*s) } }).collect();
        sums.len() as f64 + sums.last().copied().unwrap_or(0.5)
    }

    fn zip_stops_at_the_shorter(x: f64) -> f64 {
        let a = [x, 2.0, 3.0];
        let sum: f64 = a.iter().zip(a.iter().skip(1)).map(|(a, b)| a * b).sum();
        let (l, r): (Vec<f64>, Vec<usize>) = a.iter().map(|y| y * 2.0).zip(1..).unzip();
        sum + l[2] * r[2] as f64
    }

    fn enumerate_rev_and_indices(x: f64) -> f64 {
        let v = [x, 2.0, 3.0];
        let mut y = 0.0;
        for (i, a) in v.iter().enumerate().rev() { y = y * 2.0 + a * i as f64; }
        for (i, a) in v.iter().rev().enumerate() { y += a / (i + 1) as f64; }
        y + v.iter().position(|a| *a > 2.5).map_or(-1.0, |i| i as f64)
    }

    fn peekable_and_by_ref(x: f64) -> f64 {
        let mut it = [x, x, 1.0, 2.0].into_iter().peekable();
        let mut y = 0.0;
        while let Some(a) = it.next() {
            if let Some(b) = it.peek() { log("peek"); if a == *b { y += 10.0; } }
            if it.next_if(|b| *b == 1.0).is_some() { y += 100.0; }
        }
        let mut rest = [x, 1.0, 2.0, 3.0].into_iter();
        y + rest.by_ref().take(2).sum::<f64>() - rest.map(|a| a * 2.0).sum::<f64>()
    }

    fn extremes(x: f64) -> f64 {
        let v = [x, 1.0, -3.0, 1.0];
        let max = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let min = v.iter().fold(f64::INFINITY, |a, b| a.min(*b));
        max - min
    }

    fn extremes_by_partial_cmp(x: f64) -> f64 {
        let v = [(0usize, x), (1, 1.0), (2, 1.0), (3, -2.0)];
        let max = v.iter().max_by(|a, b| { log("cmp"); a.1.partial_cmp(&b.1).unwrap() }).unwrap();
        let min = v.iter().min_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(std::cmp::Ordering::Equal)).unwrap();
        max.0 as f64 + 10.0 * min.0 as f64 + max.1 - min.1
    }

    fn extremes_by_integer_keys(x: f64) -> f64 {
        let names = ["aa", "b", "cccc", "dd"];
        let i = (0..4).max_by_key(|&i| { log("key"); names[i].len() }).unwrap();
        let j = (0..4).min_by_key(|&i| names[i].len()).unwrap();
        x * i as f64 - j as f64 + (1..=4).max().unwrap_or(0) as f64 + [3, 1].iter().min().copied().unwrap_or_default() as f64
    }

    fn searches(x: f64) -> f64 {
        let v = [1.0, x, 3.0, 4.0];
        let found = v.iter().find(|a| { log("find"); **a > 2.0 }).copied().unwrap_or(-1.0);
        let mapped = v.iter().find_map(|a| if *a > 3.5 { Some(a * 2.0) } else { None }).unwrap_or(0.5);
        let any = v.iter().any(|a| { log("any"); *a < 0.0 });
        let all = v.iter().all(|a| { log("all"); *a > 0.0 });
        found + mapped + (any as u8 + 2 * all as u8) as f64
    }

    fn partition_and_group(x: f64) -> f64 {
        let (low, high): (Vec<f64>, Vec<f64>) = [x, 1.0, 5.0, -2.0].into_iter().partition(|a| *a < 1.5);
        let halves = [x, 2.0, 3.0];
        let (a, b) = halves.split_at(1);
        low.iter().sum::<f64>() * high.len() as f64 + a[0] - b[1]
    }

    fn flattening(x: f64) -> f64 {
        let m = vec![vec![x, 1.0], vec![], vec![2.0]];
        let flat: Vec<f64> = m.iter().flatten().copied().collect();
        let doubled = m.iter().flat_map(|row| row.iter().map(|a| a * 2.0)).sum::<f64>();
        let some = [Some(x), None, Some(3.0)].into_iter().flatten().sum::<f64>();
        flat.len() as f64 * doubled - some + m.concat()[1]
    }

    fn chains_cycles_repeats(x: f64) -> f64 {
        let a: f64 = [x].iter().chain(&[1.0, 2.0]).cycle().take(7).sum();
        let b: f64 = std::iter::repeat(x).take(3).chain(std::iter::once(1.0)).map(|y| y * 0.5).sum();
        let c: f64 = std::iter::repeat_n(2.0, 3).product();
        let d: f64 = std::iter::repeat_with(|| { log("with"); x }).take(2).sum();
        let e: f64 = std::iter::empty().chain([x]).sum();
        a + b * c - d + e
    }

    fn generators(x: f64) -> f64 {
        let a: f64 = std::iter::successors(Some(1.0), |t| if *t > 0.1 { Some(t * 0.5) } else { None }).sum();
        let mut k = 0;
        let b: f64 = std::iter::from_fn(|| { k += 1; log("from_fn"); if k < 4 { Some(x * k as f64) } else { None } }).sum();
        let c: [f64; 3] = std::array::from_fn(|i| x + i as f64);
        a * b - c[2]
    }

    fn steps_and_skips(x: f64) -> f64 {
        let v: Vec<f64> = (0..10).map(|i| i as f64 * x).collect();
        v.iter().step_by(3).sum::<f64>() + v.iter().skip(2).step_by(4).map(|a| a * 0.5).sum::<f64>() - v.iter().nth(5).unwrap() + v.iter().rev().nth(1).unwrap()
    }

    fn try_folds(x: f64) -> f64 {
        let sum = [1.0, x, 3.0].iter().try_fold(0.0, |a, b| { log("step"); if *b < 0.0 { None } else { Some(a + b) } });
        let r: Result<f64, usize> = (0..4).try_fold(x, |a, i| if i == 3 && a > 0.0 { Err(i) } else { Ok(a + i as f64) });
        sum.unwrap_or(-1.0) + match r { Ok(y) => y, Err(i) => i as f64 }
    }

    fn collecting_options_and_results(x: f64) -> f64 {
        let all: Option<Vec<f64>> = [1, 2, 3].iter().map(|k| if *k > 0 { Some(x * *k as f64) } else { None }).collect();
        let none: Option<Vec<f64>> = [1, 0].iter().map(|k| { log("map"); if *k > 0 { Some(x) } else { None } }).collect();
        let errors: Result<Vec<f64>, String> = ["1", "x", "y"].iter().map(|s| s.parse::<i32>().map(|k| k as f64 * x).map_err(|_| s.to_string())).collect();
        all.map_or(0.0, |v| v[2]) + none.map_or(0.5, |v| v[0]) + errors.map_or_else(|e| e.len() as f64, |v| v[0])
    }

    fn iterating_mutably(x: f64) -> f64 {
        let mut v = vec![x, 2.0, 3.0];
        for a in &mut v { *a += 1.0; }
        for a in v.iter_mut().rev().skip(1) { *a *= 2.0; }
        v.iter_mut().zip([1.0, 2.0, 3.0]).for_each(|(a, b)| *a -= b);
        v.iter_mut().enumerate().filter(|(i, _)| i % 2 == 0).for_each(|(i, a)| *a /= (i + 1) as f64);
        for c in v.chunks_mut(2) { c[0] += note("chunk", c.len()) as f64; }
        v[0] - v[1] * v[2]
    }

    fn ranges_of_integers(x: f64) -> f64 {
        let a: i32 = (1..=10).filter(|k| k % 3 == 0).map(|k| k * k / 2).sum();
        let b: u64 = (1..6u64).product();
        let c = (0..5).rev().skip(1).step_by(2).fold(0, |a, k| a * 10 + k);
        let d = (-3..3).map(i32::abs).max().unwrap();
        x * a as f64 + b as f64 - c as f64 + d as f64
    }

    fn double_ended(x: f64) -> f64 {
        let mut it = [x, 2.0, 3.0, 4.0].into_iter();
        let (a, b) = (it.next().unwrap(), it.next_back().unwrap());
        let rest = it.rfold(0.0, |s, y| s * 2.0 + y);
        a - b + rest
    }

    fn comparisons_of_sequences(x: f64) -> f64 {
        let v = [x, 1.0];
        let w = vec![x, 2.0];
        let k = (v.iter().lt(w.iter())) as u8 + (v[..] == w[..]) as u8 * 2 + v.iter().eq([x, 1.0].iter()) as u8 * 4;
        let s = v.is_sorted_by(|a, b| a <= b) as u8;
        (k + 8 * s) as f64
    }

    fn user_iterators(x: f64) -> f64 {
        struct Halving<T> { at: T, left: u32 }
        impl<T: Copy + std::ops::Add<Output = T>> Iterator for Halving<T> {
            type Item = T;
            fn next(&mut self) -> Option<T> {
                log("next");
                self.left = self.left.checked_sub(1)?;
                self.at = self.at + self.at;
                Some(self.at)
            }
        }
        Halving { at: x, left: 3 }.sum::<f64>() + Halving { at: x, left: 2 }.map(|y| y * 0.5).last().unwrap()
    }

    fn impl_trait_iterators(x: f64) -> f64 {
        fn evens<T>(v: Vec<T>) -> impl Iterator<Item = T> { v.into_iter().step_by(2) }
        let mut boxed: Box<dyn Iterator<Item = f64>> = Box::new(evens(vec![x, 2.0, 3.0]));
        boxed.next().unwrap() + boxed.map(|y| y * x).sum::<f64>()
    }

    fn side_effects_in_for_each(x: f64) -> f64 {
        let mut seen = Vec::new();
        (0..4).for_each(|i| { log(format!("{i}")); if i % 2 == 1 { seen.push(x * i as f64); } });
        seen.iter().sum::<f64>() + count() as f64
    }

    fn sorted_by_total_order_of_integers(x: f64) -> f64 {
        let mut v = vec![(3, x), (1, 2.0), (2, x * x)];
        v.sort_by(|a, b| { log("cmp"); b.0.cmp(&a.0) });
        let mut names = vec!["b", "a", "c"];
        names.sort();
        names.dedup();
        v[0].1 - v[2].1 * names.iter().position(|n| *n == "c").unwrap() as f64
    }

    fn sorted_by_partial_cmp(x: f64) -> f64 {
        let mut v = vec![x, 1.0, -1.0, 0.75];
        v.sort_by(|a, b| b.partial_cmp(a).unwrap());
        v.dedup_by(|a, b| a == b);
        v.iter().fold(0.0, |s, y| s * 2.0 + y) + v.len() as f64
    }

    fn sorted_floats_of_data(x: f64) -> f64 {
        let mut order = vec![2usize, 0, 1];
        let key = [0.3, 0.1, 0.2];
        order.sort_by(|i, j| key[*i].partial_cmp(&key[*j]).unwrap());
        x * order[0] as f64 + order[2] as f64
    }

    fn binary_search(x: f64) -> f64 {
        let grid = [0.0, 1.0, 2.0, 4.0];
        let i = grid.partition_point(|g| *g < x);
        let j = grid.binary_search_by(|g| g.partial_cmp(&2.0).unwrap()).unwrap_or_else(|i| i);
        let k = [1, 3, 5].binary_search(&3).unwrap_or(9);
        (i + 10 * j + 100 * k) as f64
    }
}
