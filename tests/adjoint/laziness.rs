//! Closures with effects in iterators: each is called as often, and in the same order, as in the user's code.

use ad::prelude::*;

#[exp(adjoint)]
mod lazy {
    struct Sum {
        v: f64,
    }
    impl Sum {
        fn bump(&mut self, x: f64) -> f64 {
            self.v = self.v * x + x;
            self.v
        }
        fn all(&mut self, x: &[f64]) -> f64 {
            x.iter().map(|v| self.bump(*v)).skip(1).sum()
        }
    }
    #[derive(Clone, Copy)]
    struct Copied {
        v: f64,
    }
    impl Copied {
        fn bump(&mut self, x: f64) -> f64 {
            self.v = self.v * x + x;
            self.v
        }
    }
    trait Counter {
        fn count(&mut self, x: f64) -> f64;
        fn replace(&mut self, x: f64) -> f64;
    }
    impl Counter for Sum {
        fn count(&mut self, x: f64) -> f64 {
            self.bump(x)
        }
        fn replace(&mut self, x: f64) -> f64 {
            self.bump(x * x)
        }
    }
    fn counted(counter: &mut impl Counter, x: &[f64]) -> f64 {
        x.iter().map(|v| counter.count(*v)).skip(2).sum()
    }
    /// A method named like one of std, on a value whose type is a parameter.
    fn replaced<C: Counter>(counter: &mut C, x: &[f64]) -> f64 {
        x.iter().map(|v| counter.replace(*v)).skip(1).sum()
    }
    fn add(sum: &mut Sum, x: f64) -> f64 {
        sum.bump(x)
    }
    fn lent(sum: &mut Sum, x: &[f64]) -> f64 {
        x.iter().map(|v| add(sum, *v)).step_by(2).sum()
    }
    struct Turns {
        order: Vec<usize>,
        n: usize,
    }
    impl Turns {
        fn step(&mut self, i: usize) -> usize {
            self.n += 1;
            self.order.swap(i % 3, self.n % 3);
            self.order[i % 3]
        }
    }

    pub(super) fn skips(x: &[f64]) -> f64 {
        let mut sum = Sum { v: x[0] };
        let s: f64 = x.iter().map(|v| sum.bump(*v) * v).skip(2).sum();
        let t: f64 = x.iter().map(|v| sum.bump(*v) * v).step_by(2).sum();
        s * t * sum.all(x) * sum.v
    }
    pub(super) fn by_traits_and_functions(x: &[f64]) -> f64 {
        let mut sum = Sum { v: x[0] };
        let s = counted(&mut sum, x);
        s * lent(&mut sum, x) + replaced(&mut sum, x) * sum.v
    }
    pub(super) fn finds(x: &[f64]) -> f64 {
        let mut t = 1.0;
        let found = x.iter().find_map(|v| {
            t *= *v;
            if t < 0.5 { Some(t * v) } else { None }
        });
        let mut n = 0;
        let item = x
            .iter()
            .map(|v| {
                n += 1;
                v * n as f64
            })
            .find(|v| *v < 0.4)
            .unwrap_or(2.0);
        let mut sum = Sum { v: x[0] };
        let third = x.iter().map(|v| sum.bump(*v) * v).nth(2).unwrap_or(2.0);
        t * found.unwrap_or(t) * item * third * n as f64 + sum.v
    }
    pub(super) fn changed_elements(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let s: f64 = a
            .iter_mut()
            .map(|v| {
                *v *= x[0];
                *v * *v
            })
            .skip(2)
            .sum();
        let t: f64 = a
            .iter_mut()
            .map(|v| {
                *v += s;
                *v
            })
            .step_by(2)
            .sum();
        s * t + a.iter().product::<f64>()
    }
    pub(super) fn without_numbers(x: &[f64]) -> f64 {
        let mut turns = Turns { order: vec![0, 1, 2], n: 0 };
        let a: f64 = x.iter().map(|v| v * x[turns.step(1)]).skip(1).sum();
        let b: f64 = x.iter().enumerate().map(|(i, v)| v * x[turns.step(i)]).step_by(2).sum();
        a * b * x[turns.step(0)] * turns.n as f64
    }
    pub(super) fn copied_closure(x: &[f64]) -> f64 {
        let mut c = Copied { v: x[0] };
        let mut g = move |v: f64| c.bump(v);
        let mut h = g;
        let a = g(x[2]) * g(x[3]);
        let b = h(x[1]);
        c.bump(b);
        a * c.v + h(a)
    }
    pub(super) fn asked_again(x: &[f64]) -> f64 {
        let mut other = x.iter();
        let s: f64 = x.iter().map(|v| v * other.next().unwrap_or(&2.0)).skip(1).step_by(2).sum();
        let mut it = x.iter();
        let any = it.any(|v| *v < 0.5);
        let rest: f64 = it.map(|v| v * v).sum();
        let mut it = x.iter();
        let found = it.find(|v| **v > 0.5).copied().unwrap_or(1.0);
        let at = it.position(|v| *v > 1.0).unwrap_or(3);
        s + found * x[at] + if any { rest * it.map(|v| v * found).sum::<f64>() } else { x[0] }
    }
}

/// A `move` closure as an argument captures what an earlier argument has changed.
#[exp(adjoint, class = Ring)]
fn captured_in_order(x: &[f64]) -> f64 {
    let mut s = x[0];
    let both = |a: f64, f: &dyn Fn(f64) -> f64| a * f(a);
    let r = both(
        {
            s = s * x[1];
            s
        },
        &move |u| u * s,
    );
    s = s + x[2];
    r * s
}

const X: [f64; 5] = [1.5, -0.7, 2.0, 0.3, -1.1];

checks! {
    skipped_items_are_computed: lazy::Skips, X.to_vec();
    traits_and_functions_change_a_variable: lazy::ByTraitsAndFunctions, X.to_vec();
    a_search_ends_early: lazy::Finds, X.to_vec();
    skipped_elements_are_changed: lazy::ChangedElements, X.to_vec();
    a_variable_without_numbers_changes: lazy::WithoutNumbers, X.to_vec();
    arguments_are_captured_in_order: CapturedInOrder, X.to_vec();
    a_copied_closure_has_its_own_state: lazy::CopiedClosure, X.to_vec();
    a_search_leaves_the_later_items: lazy::AskedAgain, X.to_vec();
}

#[test]
fn values_are_those_of_the_function() {
    let x = X.to_vec();
    let value = |(v, _): (f64, Vec<f64>)| v;
    assert_eq!(value(ad::call::vjp(&lazy::Finds, &x, &1.0)), lazy::finds(&x));
    assert_eq!(value(ad::call::vjp(&lazy::AskedAgain, &x, &1.0)), lazy::asked_again(&x));
}
