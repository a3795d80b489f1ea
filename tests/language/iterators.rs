//! Iterator chains and containers.

constructs! {
    fn map_and_sum(x: f64) -> f64 {
        let v = vec![x, 2.0 * x, 3.0];
        v.iter().map(|x| x * x).sum::<f64>() + v.iter().sum::<f64>() + v.iter().copied().product::<f64>()
    } as E at [0.5, -2.0];

    fn pop_if(x: f64) -> f64 {
        let mut v = vec![3.0, 2.0 * x, x * x];
        let mut sum = 0.0;
        while let Some(y) = v.pop_if(|y| *y < 1.5) {
            sum += y * x;
        }
        sum + v.len() as f64
    } as E at [0.5, -2.0];

    fn fold(x: f64) -> f64 {
        [1.0, 2.0, 3.0].iter().rev().fold(0.0, |acc, c| acc * x + c)
    } as E at [0.5, -2.0];

    fn zip_and_enumerate(x: f64) -> f64 {
        let (a, b) = ([x, 1.0, 2.0], vec![0.5, x, x]);
        let mut sum = 0.0;
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            sum += a * b * i as f64;
        }
        sum
    } as E at [0.5, -2.0];

    fn iter_mut(x: f64) -> f64 {
        let mut v = [x; 4];
        for (i, y) in v.iter_mut().enumerate() {
            *y *= x;
            if i % 2 == 0 { *y += 1.0; }
        }
        v.iter_mut().for_each(|y| *y -= 0.5);
        v.into_iter().sum()
    } as E at [0.5, -2.0];

    fn windows_and_chunks(x: f64) -> f64 {
        let v = vec![x, x * x, 1.0, 4.0 * x];
        let differences: f64 = v.windows(2).map(|w| w[1] - w[0]).map(|d| d * d).sum();
        let products: f64 = v.chunks(2).map(|c| c[0] * c[1]).sum();
        differences + products
    } as E at [0.5, -2.0];

    fn max_by_partial_cmp(x: f64) -> f64 {
        let v = [x, 1.0, x * x];
        let largest = v.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        let smallest = v.iter().copied().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        largest - smallest * 2.0
    } as E at [0.5, -2.0];

    fn fold_with_f64_max(x: f64) -> f64 {
        let v = [x, 1.0, x * x];
        v.iter().copied().fold(f64::NEG_INFINITY, f64::max) + v.into_iter().reduce(f64::min).unwrap()
    } as E at [0.5, -2.0];

    fn sort_by_partial_cmp(x: f64) -> f64 {
        let mut v = vec![3.0, x, 1.0];
        v.sort_by(|a, b| a.partial_cmp(b).unwrap());
        v[0] + 2.0 * v[1] + 3.0 * v[2]
    } as E at [0.5, 2.0];

    fn collect_and_index(x: f64) -> f64 {
        let n = 5;
        let v: Vec<f64> = (0..n).map(|i| i as f64 * x).collect();
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                m[i][j] = v[i] * v[n - 1 - j];
            }
        }
        m[1][2] + m[3][0]
    } as E at [0.5, -2.0];

    fn array_from_fn(x: f64) -> f64 {
        let a: [f64; 3] = std::array::from_fn(|i| x * i as f64);
        let b = a.map(|a| a + 1.0);
        b[1] * b[2]
    } as E at [0.5, -2.0];

    fn successors_and_take_while(x: f64) -> f64 {
        std::iter::successors(Some(1.0), |t| Some(t * x / 2.0)).take(6).sum::<f64>()
            + (1..=3).map(|k| x.powi(k)).filter(|y| *y > 0.0).sum::<f64>()
    } as E at [0.5, -0.5];

    fn push_extend_and_len(x: f64) -> f64 {
        let mut v = Vec::new();
        v.push(x);
        v.extend([1.0, x * x]);
        v.insert(0, 2.0);
        v.iter().sum::<f64>() / v.len() as f64
    } as E at [0.5, -2.0];

    fn scan_and_flat_map(x: f64) -> f64 {
        let sums = [x, 2.0, x].iter().scan(0.0, |acc, y| { *acc += y; Some(*acc) }).collect::<Vec<_>>();
        sums.iter().flat_map(|y| [*y, y * y]).skip(1).step_by(2).sum()
    } as E at [0.5, -2.0];

    fn split_at_and_swap(x: f64) -> f64 {
        let mut v = [x, 2.0, 3.0, x * x];
        v.swap(0, 3);
        let (a, b) = v.split_at_mut(2);
        a[0] += b[0];
        b[1] *= a[1];
        v.iter().fold(1.0, |p, y| p * y)
    } as E at [0.5, -2.0];

    fn unzip_and_chain(x: f64) -> f64 {
        let (a, b): (Vec<f64>, Vec<f64>) = (0..3).map(|i| (x * i as f64, x + 1.0)).unzip();
        a.iter().chain(&b).map(|y| y * y).sum()
    } as E at [0.5, -2.0];

    fn min_by_key_over_integers(x: f64) -> f64 {
        let ranks = [3, 1, 2];
        let best = (0..3).min_by_key(|&i| ranks[i]).unwrap();
        [x, x * x, x * x * x][best]
    } as E at [0.5, -2.0];
}
