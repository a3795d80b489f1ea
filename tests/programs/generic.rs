//! Types and functions with numbers in their type parameters. Each module is compiled with and without the macro.

both! {
    mod generic {
        use std::ops::{Add, Index, Mul};

        /// A list without numbers in its declaration, for numbers and for indices.
        #[derive(Debug, Clone)]
        pub(crate) struct Stack<T> {
            items: Vec<T>,
        }

        impl<T: Clone> Stack<T> {
            pub(crate) fn new() -> Self {
                Stack { items: Vec::new() }
            }

            fn push(&mut self, item: T) {
                self.items.push(item);
            }

            fn pop(&mut self) -> Option<T> {
                self.items.pop()
            }

            fn with(mut self, item: T) -> Stack<T> {
                self.push(item);
                self
            }
        }

        impl<T> Index<usize> for Stack<T> {
            type Output = T;
            fn index(&self, i: usize) -> &T {
                &self.items[i]
            }
        }

        fn reversed(x: &[f64]) -> f64 {
            let mut stack: Stack<f64> = Stack::new();
            let mut order = Stack::new();
            for (i, v) in x.iter().enumerate() {
                stack.push(*v);
                order.push(i);
            }
            let mut y = 0.5;
            while let (Some(v), Some(i)) = (stack.pop(), order.pop()) {
                y = y * v + i as f64;
            }
            let pair = Stack::new().with(x[0]).with(y);
            pair[0] * pair[1]
        }

        trait Field {
            fn at(&self, x: f64) -> f64;

            fn slope(&self, x: f64) -> f64 {
                (self.at(x + 0.5) - self.at(x - 0.5)) * self.at(x)
            }
        }

        #[derive(Clone)]
        struct Line {
            slope: f64,
        }

        #[derive(Clone, Copy)]
        struct Square(f64);

        impl Field for Line {
            fn at(&self, x: f64) -> f64 {
                self.slope * x
            }
        }

        impl Field for Square {
            fn at(&self, x: f64) -> f64 {
                self.0 * x * x
            }

            fn slope(&self, x: f64) -> f64 {
                3.0 * self.0 * x
            }
        }

        #[derive(Clone)]
        struct Blend<A, B = Square> {
            a: A,
            b: B,
            weight: f64,
        }

        impl<A, B> Field for Blend<A, B>
        where
            A: Field,
            B: Field,
        {
            fn at(&self, x: f64) -> f64 {
                let Blend { a, b, weight } = self;
                weight * a.at(x) + (1.0 - weight) * b.at(x)
            }
        }

        struct Scaled<K>(K, f64);

        impl<K: Field> Field for Scaled<K> {
            fn at(&self, x: f64) -> f64 {
                let Scaled(inner, by) = self;
                by * inner.at(x) + inner.slope(x)
            }
        }

        /// Without numbers of its own.
        struct Twice<K> {
            of: K,
        }

        impl<K: Field> Field for Twice<K> {
            fn at(&self, x: f64) -> f64 {
                self.of.at(self.of.at(x))
            }
        }

        fn integral<F: Field>(field: &F, n: usize) -> f64 {
            if n == 0 { 0.0 } else { field.at(n as f64) + integral(field, n - 1) }
        }

        fn applied<F, G>(field: F, g: G) -> f64
        where
            F: Field,
            G: Fn(f64) -> f64,
        {
            g(field.at(0.3)) + field.slope(0.1)
        }

        fn blended(line: Line, q: f64, weight: f64) -> f64 {
            let blend = Blend { a: line.clone(), b: Square(q), weight };
            let other = Blend { a: Square(q), b: Twice { of: line.clone() }, weight };
            let scaled = Scaled(Scaled(blend.clone(), q), 0.5);
            let twice = Twice { of: Square(weight) };
            integral(&blend, 3) + integral(&scaled, 2) + applied(other, |y| y * q) + applied(twice, |y| y * weight)
                + applied::<Line, _>(line, |y| y + q)
        }

        trait Monoid: Clone {
            fn one() -> Self;
            fn times(&self, other: &Self) -> Self;
        }

        #[derive(Clone, Copy)]
        struct Affine {
            slope: f64,
            offset: f64,
        }

        impl Monoid for Affine {
            fn one() -> Self {
                Affine { slope: 1.0, offset: 0.0 }
            }

            fn times(&self, o: &Self) -> Self {
                Affine { slope: self.slope * o.slope, offset: self.slope * o.offset + self.offset }
            }
        }

        #[derive(Clone)]
        struct Both<A, B> {
            left: A,
            right: B,
        }

        impl<A: Monoid, B: Monoid> Monoid for Both<A, B> {
            fn one() -> Self {
                Both { left: A::one(), right: B::one() }
            }

            fn times(&self, o: &Self) -> Self {
                Both { left: self.left.times(&o.left), right: o.right.times(&self.right) }
            }
        }

        fn power<M: Monoid>(base: &M, n: u32) -> M {
            let mut result = M::one();
            let mut square = base.clone();
            let mut n = n;
            while n > 0 {
                if n & 1 == 1 {
                    result = result.times(&square);
                }
                square = square.times(&square);
                n >>= 1;
            }
            result
        }

        fn powers(a: f64, b: f64) -> f64 {
            let first = Affine { slope: a, offset: b };
            let p = power(&first, 5);
            let q = power(&Both { left: first, right: Affine { slope: b, offset: 1.0 } }, 3);
            p.slope * q.left.offset + p.offset * q.right.slope
        }

        #[derive(Clone)]
        enum Tree<T> {
            Leaf(T),
            Node(Box<Tree<T>>, Box<Tree<T>>),
        }

        impl<T: Copy + Add<Output = T> + Mul<Output = T>> Tree<T> {
            fn sum(&self) -> T {
                match self {
                    Tree::Leaf(v) => *v * *v,
                    Tree::Node(a, b) => a.sum() + b.sum(),
                }
            }
        }

        fn grown(x: &[f64]) -> f64 {
            let mut tree = Tree::Leaf(x[0]);
            for v in &x[1..] {
                tree = Tree::Node(Box::new(tree.clone()), Box::new(Tree::Leaf(*v)));
            }
            let counted: Tree<u32> = Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3)));
            tree.sum() * counted.sum() as f64
        }

        type Points = Stack<(f64, f64)>;

        fn twice_area(points: &Points) -> f64 {
            let n = points.items.len();
            (0..n).map(|i| points[i].0 * points[(i + 1) % n].1 - points[(i + 1) % n].0 * points[i].1).sum()
        }

        pub(crate) fn everything(x: &[f64], q: f64) -> f64 {
            let points = x.iter().fold(Points::new(), |points, v| points.with((*v, v * v * q)));
            reversed(x) + blended(Line { slope: x[1] }, q, x[0]) * powers(q, x[1]) + grown(x) + twice_area(&points)
        }
    }
}

both! {
    mod classes {
        use std::marker::PhantomData;
        use std::ops::{Add, Index, IndexMut, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub(crate) struct Complex<T> {
            re: T,
            im: T,
        }

        impl<T> Complex<T> {
            pub(crate) fn new(re: T, im: T) -> Self {
                Complex { re, im }
            }
        }

        impl<T: Copy + Add<Output = T>> Add for Complex<T> {
            type Output = Complex<T>;
            fn add(self, o: Self) -> Complex<T> {
                Complex { re: self.re + o.re, im: self.im + o.im }
            }
        }

        impl<T> Mul for Complex<T>
        where
            T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
        {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
            }
        }

        impl Complex<f64> {
            fn norm(&self) -> f64 {
                self.re.hypot(self.im)
            }
        }

        impl<T> From<(T, T)> for Complex<T> {
            fn from((re, im): (T, T)) -> Self {
                Complex { re, im }
            }
        }

        fn orbit(x: f64, y: f64) -> f64 {
            let c = Complex { re: x, im: y };
            let mut z = Complex::from((0.0, 0.0));
            for _ in 0..4 {
                z = z * z + c;
            }
            let whole: Complex<i32> = Complex::new(1, 2);
            z.norm() + (whole * whole).re as f64 * z.im
        }

        #[derive(Debug, Clone)]
        struct Grid<T> {
            cells: Vec<T>,
            width: usize,
            of: PhantomData<T>,
        }

        impl<T: Clone + Default> Grid<T> {
            fn new(width: usize, height: usize) -> Grid<T> {
                Grid { cells: vec![T::default(); width * height], width, of: PhantomData }
            }

            /// Of the name of a method of `std`.
            fn map<F: Fn(&T) -> T>(&self, f: F) -> Grid<T> {
                assert!(self.width > 0, "no columns beside {}", self.width);
                Grid { cells: self.cells.iter().map(f).collect(), ..self.clone() }
            }
        }

        impl<T> Index<(usize, usize)> for Grid<T> {
            type Output = T;
            fn index(&self, (i, j): (usize, usize)) -> &T {
                &self.cells[i * self.width + j]
            }
        }

        impl<T> IndexMut<(usize, usize)> for Grid<T> {
            fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
                &mut self.cells[i * self.width + j]
            }
        }

        fn diffused(x: f64, k: f64) -> f64 {
            let mut grid: Grid<f64> = Grid::new(2, 3);
            grid[(1, 1)] = x;
            for _ in 0..2 {
                let old = grid.clone();
                for i in 1..3 {
                    for j in 0..2 {
                        grid[(i, j)] += k * (old[(i - 1, j)] - old[(i, j)]);
                    }
                }
            }
            grid.map(|v| v * v + k).cells.iter().sum::<f64>() * grid[(2, 1)]
        }

        #[derive(Clone)]
        struct Sums<T> {
            last: T,
            next: T,
            left: usize,
        }

        impl<T: Copy + Add<Output = T>> Iterator for Sums<T> {
            type Item = T;
            fn next(&mut self) -> Option<T> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                let sum = self.last + self.next;
                self.last = self.next;
                self.next = sum;
                Some(sum)
            }
        }

        fn summed(a: f64, b: f64) -> f64 {
            let mut y = a;
            for sum in (Sums { last: a, next: b, left: 4 }) {
                y = y * sum + b;
            }
            y
        }

        fn exchanged<P: Clone, Q: Clone>(pair: &(P, Q)) -> (Q, P) {
            (pair.1.clone(), pair.0.clone())
        }

        #[derive(Clone)]
        enum Heap<T> {
            Empty,
            Node(Box<Heap<T>>, T, Box<Heap<T>>),
        }

        impl<T: PartialOrd + Copy> Heap<T> {
            fn with(self, v: T) -> Heap<T> {
                match self {
                    Heap::Empty => Heap::Node(Box::new(Heap::Empty), v, Box::new(Heap::Empty)),
                    Heap::Node(left, w, right) => {
                        if v < w {
                            Heap::Node(Box::new(left.with(v)), w, right)
                        } else {
                            Heap::Node(left, w, Box::new(right.with(v)))
                        }
                    }
                }
            }

            fn list(&self, all: &mut Vec<T>) {
                if let Heap::Node(left, v, right) = self {
                    left.list(all);
                    all.push(*v);
                    right.list(all);
                }
            }
        }

        fn sorted(x: &[f64]) -> f64 {
            let mut heap = Heap::Empty;
            for v in x {
                heap = heap.with(*v);
            }
            let mut all = Vec::new();
            heap.list(&mut all);
            all.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
        }

        fn largest<T: PartialOrd + Copy>(x: &[T]) -> T {
            let mut all = x[0];
            for v in x {
                if *v > all {
                    all = *v;
                }
            }
            all
        }

        fn total<T>(x: &[T]) -> T
        where
            T: Copy + Default + Add<Output = T>,
        {
            x.iter().fold(T::default(), |sum, v| sum + *v)
        }

        fn between<T: Copy + Add<Output = T> + Mul<f64, Output = T>>(a: T, b: T, t: f64) -> T {
            a * (1.0 - t) + b * t
        }

        fn floats(x: &[f64]) -> f64 {
            largest(x) * largest(&[1usize, 5, 3]) as f64 + total(x) * between(x[0], x[1], 0.25)
        }

        pub(crate) fn everything(x: &[f64], q: f64) -> f64 {
            let (c, n) = exchanged(&(2usize, Complex::new(q, x[0])));
            orbit(x[0], q) + diffused(q, x[1]) * summed(x[2], q) + sorted(x) + c.norm() * n as f64 + floats(x)
        }
    }

    // In generic code a call means the method of the trait, and elsewhere the type's own.
    mod shadowed {
        trait Field {
            fn at(&self, x: f64) -> f64;

            fn twice(&self, x: f64) -> f64 {
                self.at(self.at(x))
            }
        }

        #[derive(Clone)]
        pub(crate) struct Line {
            slope: f64,
        }

        impl Line {
            fn at(&self, x: f64) -> f64 {
                100.0 * x * self.slope
            }
        }

        impl Field for Line {
            fn at(&self, x: f64) -> f64 {
                self.slope * x
            }
        }

        fn value<F: Field>(field: &F, x: f64) -> f64 {
            field.at(x) + field.twice(x)
        }

        trait Slope {
            fn norm(&self) -> f64;
        }

        impl<T: Field> Slope for T {
            fn norm(&self) -> f64 {
                10.0 * self.at(1.0)
            }
        }

        #[derive(Clone, Copy)]
        struct Constant(f64);

        impl Constant {
            fn norm(&self) -> f64 {
                self.0
            }
        }

        impl Field for Constant {
            fn at(&self, x: f64) -> f64 {
                self.0 + x * 0.0
            }
        }

        fn slope<T: Slope>(of: &T) -> f64 {
            of.norm()
        }

        pub(crate) fn everything(x: &[f64], q: f64) -> f64 {
            let line = Line { slope: q };
            let constant = Constant(x[0]);
            value(&line, x[0]) * line.at(x[1]) + slope(&constant) * q + constant.norm()
        }
    }
}

#[test]
fn types_and_functions_have_instances_for_numbers() {
    let x = (vec![0.7, -0.4, 1.3], 0.6);
    assert_eq!(generic::program::everything(&x.0, x.1), generic::plain::everything(&x.0, x.1));
    assert_eq!(classes::program::everything(&x.0, x.1), classes::plain::everything(&x.0, x.1));
    assert_eq!(shadowed::program::everything(&x.0, x.1), shadowed::plain::everything(&x.0, x.1));
    super::check::gradient(generic::program::Everything, x.clone());
    super::check::gradient(classes::program::Everything, x.clone());
    super::check::gradient(shadowed::program::Everything, x.clone());
    super::check::hessian(generic::program::Everything, x);
}
