use ad::exp;

#[exp(adjoint)]
mod helpers {
    fn with_generics<T: Clone>(f: impl Fn(f64) -> f64, x: f64, other: T) -> (f64, T) {
        (f(x), other.clone())
    }

    fn with_items(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        const TWICE: usize = 2;
        let mut y = x;
        for _ in 0..TWICE {
            y = f(y);
        }
        y
    }

    fn returns_a_part(f: impl Fn(f64) -> f64, x: &[f64]) -> &[f64] {
        if f(x[0]) > 0.0 {
            return &x[1..];
        }
        x
    }

    fn takes_what_is_chosen(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * x
    }

    fn with_lengths<const K: usize>(f: impl Fn(f64) -> f64, x: [f64; K]) -> f64 {
        let sums = std::iter::repeat_n(1.0, 2).collect::<Vec<_>>();
        let squares = std::array::from_fn::<f64, K, _>(|i| x[i] * sums[0]);
        f(squares[0])
    }

    pub fn generics(x: f64) -> f64 {
        with_generics(|y| y * y, x, 3).0
    }

    pub fn items(x: f64) -> f64 {
        with_items(|y| y * y, x)
    }

    pub fn early(x: &[f64]) -> f64 {
        returns_a_part(|y| y * y, x)[0]
    }

    pub fn chosen(x: f64, k: Option<f64>) -> f64 {
        let f: &dyn Fn(f64) -> f64 = match k {
            Some(k) => &move |y| y * k,
            None => &f64::sin,
        };
        takes_what_is_chosen(f, x)
    }

    pub fn computed(x: f64) -> f64 {
        takes_what_is_chosen(&{ let k = 2; move |y| y * k as f64 }, x)
    }

    fn returns_a_function(k: usize) -> fn(f64) -> f64 {
        if k == 0 {
            return |x| x;
        }
        |x| x * x
    }

    pub fn returned(x: f64) -> f64 {
        returns_a_function(1)(x)
    }

    pub fn lengths(x: [f64; 2]) -> f64 {
        with_lengths(|y| y * y, x)
    }
}

fn main() {}
