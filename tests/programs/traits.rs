//! Traits over numbers in annotated modules: a method is called on a value of a type parameter, and each type has its program.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
mod kernels {
    pub(super) trait Kernel {
        fn similarity(&self, a: &[f64], b: &[f64]) -> f64;

        fn is_far(&self, a: &[f64], b: &[f64]) -> bool {
            self.similarity(a, b) < 0.1
        }

        /// Provided, and replaced by one type.
        fn scaled(&self, scale: f64, a: &[f64]) -> f64 {
            scale * self.similarity(a, a) + self.offset(scale).0
        }

        fn offset(&self, scale: f64) -> (f64, f64) {
            (scale * scale, 1.0)
        }

        /// Without numbers.
        fn degree(&self) -> usize {
            1
        }
    }

    #[derive(Clone, Debug)]
    pub(super) struct Gaussian {
        pub length: f64,
    }

    #[derive(Clone, Debug)]
    pub(super) struct Polynomial<const K: usize> {
        pub offset: [f64; K],
        pub degree: i32,
    }

    /// No numbers, and no `Clone`.
    pub(super) struct Linear;

    pub(super) enum Step {
        Up(usize),
        Flat,
    }

    impl Kernel for Gaussian {
        fn similarity(&self, a: &[f64], b: &[f64]) -> f64 {
            let d2: f64 = a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum();
            (-d2 / (2.0 * self.length * self.length)).exp()
        }
        fn offset(&self, scale: f64) -> (f64, f64) {
            (self.length * scale, scale)
        }
    }

    impl<const K: usize> Kernel for Polynomial<K> {
        fn similarity(&self, a: &[f64], b: &[f64]) -> f64 {
            let dot: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
            (dot + self.offset.iter().sum::<f64>()).powi(self.degree)
        }
        fn scaled(&self, scale: f64, a: &[f64]) -> f64 {
            scale * scale * a[0] * self.offset[0]
        }
        fn degree(&self) -> usize {
            self.degree as usize
        }
    }

    impl Kernel for Linear {
        fn similarity(&self, a: &[f64], b: &[f64]) -> f64 {
            a.iter().zip(b).map(|(x, y)| x * y).sum()
        }
    }

    impl Kernel for Step {
        fn similarity(&self, a: &[f64], b: &[f64]) -> f64 {
            match self {
                Step::Up(i) => a[*i] * b[*i] * *i as f64,
                Step::Flat => a[0],
            }
        }
    }

    fn decision<K: Kernel>(kernel: &K, support: &[Vec<f64>], alpha: &[f64], x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (s, a) in support.iter().zip(alpha) {
            if kernel.is_far(s, x) {
                sum += a * kernel.scaled(*a, s);
                continue;
            }
            let (y, z) = kernel.offset(*a);
            sum += a * kernel.similarity(s, x) * y * z * kernel.degree() as f64;
        }
        sum
    }

    fn twice(kernel: &impl Kernel, a: &[f64], x: f64) -> f64 {
        let y = Kernel::similarity(kernel, a, a) * x;
        y * inner(kernel, a) * y
    }

    fn inner<T>(kernel: &T, a: &[f64]) -> f64
    where
        T: Kernel,
    {
        kernel.similarity(a, &a[..2])
    }

    /// A parameter by value, and a recursive function.
    fn power<K: Kernel + Clone>(kernel: K, n: usize, a: &[f64]) -> f64 {
        if n == 0 { kernel.similarity(a, a) } else { a[0] * power(kernel, n - 1, a) }
    }

    pub(super) fn ensemble(
        gaussian: &Gaussian,
        polynomial: &Polynomial<2>,
        support: &[Vec<f64>],
        alpha: &[f64],
        x: &[f64],
    ) -> f64 {
        let own = Gaussian { length: alpha[0] * x[0] };
        let far = gaussian.is_far(x, &support[0]) as usize as f64;
        0.5 * decision(gaussian, support, alpha, x)
            + 0.5 * decision(polynomial, support, alpha, x)
            + decision(&Linear, support, alpha, x)
            + decision(&Step::Up(1), support, alpha, x) * decision(&Step::Flat, support, alpha, x)
            + twice(&own, x, far + alpha[1]) * twice(polynomial, x, alpha[0])
            + own.similarity(x, x)
            + power(gaussian.clone(), 2, x)
    }
}
use kernels::*;

/// Methods that change their type, and give values of it.
#[exp(adjoint)]
mod systems {
    pub(super) trait System {
        fn step(&mut self, dt: f64);
        fn energy(&self) -> f64;
        fn moved(&self, by: f64) -> Self;
        fn start(x: f64) -> Self;
        fn parts(&self) -> Vec<f64>;
        fn checked(&self, bound: f64) -> Option<f64> {
            let energy = self.energy();
            if energy > bound { None } else { Some(energy * bound) }
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Spring {
        pub x: f64,
        pub v: f64,
    }

    #[derive(Clone, Debug)]
    pub(super) struct Chain {
        pub x: Vec<f64>,
        pub v: Vec<f64>,
    }

    impl System for Spring {
        fn step(&mut self, dt: f64) {
            self.v -= dt * self.x;
            self.x += dt * self.v;
        }
        fn energy(&self) -> f64 {
            0.5 * (self.x * self.x + self.v * self.v)
        }
        fn moved(&self, by: f64) -> Self {
            Spring { x: self.x + by, ..*self }
        }
        fn start(x: f64) -> Self {
            Spring { x, v: x * x }
        }
        fn parts(&self) -> Vec<f64> {
            vec![self.x, self.v * self.x]
        }
    }

    impl System for Chain {
        fn step(&mut self, dt: f64) {
            for i in 0..self.x.len() {
                self.v[i] -= dt * self.x[i] * self.x[(i + 1) % self.x.len()];
            }
            for (x, v) in self.x.iter_mut().zip(&self.v) {
                *x += dt * v;
            }
        }
        fn energy(&self) -> f64 {
            self.x.iter().zip(&self.v).map(|(x, v)| x * x * v).sum()
        }
        fn moved(&self, by: f64) -> Self {
            Chain { x: self.x.iter().map(|x| x * by).collect(), v: self.v.clone() }
        }
        fn start(x: f64) -> Self {
            Chain { x: vec![x, x * x], v: vec![1.0, x] }
        }
        fn parts(&self) -> Vec<f64> {
            self.x.clone()
        }
    }

    fn run<S: System>(system: &mut S, steps: usize, dt: f64) -> f64 {
        let mut sum = 0.0;
        for _ in 0..steps {
            system.step(dt);
            sum += system.energy() * dt;
            if let Some(energy) = system.checked(2.0) {
                sum *= energy;
            }
        }
        sum
    }

    fn from_start<S: System>(x: f64, dt: f64) -> f64 {
        let mut system = S::start(x);
        system.step(dt);
        let other = system.moved(x);
        other.energy() * other.parts()[1]
    }

    pub(super) fn total(spring: &Spring, chain: &Chain, dt: f64) -> f64 {
        let (mut a, mut b) = (*spring, chain.clone());
        let y = run(&mut a, 3, dt) + run(&mut b, 2, dt);
        a.step(y);
        y * a.energy() * b.energy() + from_start::<Spring>(dt, 0.5) * from_start::<Chain>(dt, 0.25)
    }
}
use systems::*;

#[test]
fn each_type_has_its_program() {
    let x = (
        Gaussian { length: 1.5 },
        Polynomial { offset: [0.5, 0.25], degree: 2 },
        vec![vec![1.0, 0.5], vec![-0.5, 2.0], vec![3.0, -3.0]],
        vec![0.75, -0.25, 1.25],
        vec![0.25, 1.0],
    );
    check::gradient(Ensemble, x.clone());
    check::hessian(Ensemble, x);
}

#[test]
fn methods_may_change_their_type() {
    let x = (Spring { x: 1.0, v: 0.5 }, Chain { x: vec![0.5, 1.5], v: vec![1.0, -0.5] }, 0.25);
    check::gradient(Total, x.clone());
    check::hessian(Total, x);
}

/// Combinators: their fields are of their type parameters.
#[exp(adjoint)]
mod combinators {
    pub(super) trait Kernel {
        fn at(&self, a: f64, b: f64) -> f64;
    }

    #[derive(Clone)]
    pub(super) struct Slope {
        pub(super) slope: f64,
    }

    #[derive(Clone)]
    pub(super) struct Constant {
        pub(super) value: f64,
    }

    impl Kernel for Slope {
        fn at(&self, a: f64, b: f64) -> f64 {
            (a - b) * self.slope
        }
    }

    impl Kernel for Constant {
        fn at(&self, _: f64, _: f64) -> f64 {
            self.value
        }
    }

    pub(super) struct Sum<A, B>(pub A, pub B);

    #[derive(Clone)]
    pub(super) struct Scaled<K> {
        pub(super) kernel: K,
    }

    impl<A: Kernel, B: Kernel> Kernel for Sum<A, B> {
        fn at(&self, a: f64, b: f64) -> f64 {
            self.0.at(a, b) + self.1.at(b, a) * a
        }
    }

    impl<K: Kernel> Kernel for Scaled<K> {
        fn at(&self, a: f64, b: f64) -> f64 {
            a * b * self.kernel.at(a, b)
        }
    }

    fn likelihood<K: Kernel>(kernel: &K, xs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, x) in xs.iter().enumerate() {
            for y in &xs[..i] {
                sum += kernel.at(*x, *y) * x;
            }
        }
        sum
    }

    pub(super) fn evidence(slope: Slope, constant: Constant, xs: &[f64]) -> f64 {
        let twice = Sum(slope.clone(), constant);
        likelihood(&Scaled { kernel: Sum(slope, Scaled { kernel: twice }) }, xs)
    }
}
use combinators::{Constant, Evidence, Slope};

#[test]
fn combinators_have_the_shadows_of_their_parts() {
    let x = (Slope { slope: 0.5 }, Constant { value: 2.0 }, vec![1.5, -0.5, 2.5]);
    check::gradient(Evidence, x.clone());
    check::hessian(Evidence, x);
}
