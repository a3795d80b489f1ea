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

    fn returns_a_list(f: impl Fn(f64) -> f64, x: f64) -> Vec<f64> {
        if x > 0.0 {
            return vec![f(x)];
        }
        vec![x, f(x)]
    }

    fn takes_what_is_chosen(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * x
    }

    pub fn generics(x: f64) -> f64 {
        with_generics(|y| y * y, x, 3).0
    }

    pub fn items(x: f64) -> f64 {
        with_items(|y| y * y, x)
    }

    pub fn early(x: f64) -> f64 {
        returns_a_list(|y| y * y, x)[0]
    }

    pub fn chosen(x: f64, k: usize) -> f64 {
        takes_what_is_chosen(if k > 0 { &f64::sin } else { &f64::cos }, x)
    }

    pub fn held(x: f64) -> f64 {
        let f: &dyn Fn(f64) -> f64 = &|y| y * x;
        takes_what_is_chosen(f, x)
    }

    pub fn counted(x: f64) -> f64 {
        let f = |y: f64, z: f64| y * z;
        let g = f;
        g(x, x)
    }
}

fn main() {}
