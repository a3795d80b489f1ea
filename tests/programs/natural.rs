//! Forms that new users write: enums with numbers, patterns inside of patterns, parsers, closures for functions, total orders.

mod borrowed_data;
mod borrowed_numbers;
mod fixed_data;
mod known_types;

use crate::check;
use ad::prelude::*;

#[exp]
#[derive(Debug)]
enum Shape {
    Circle { r: f64 },
    Rect { w: f64, h: f64 },
    Polygon(Vec<f64>, usize),
    Empty,
}

#[exp(adjoint)]
fn area(shape: &Shape<f64>, scale: f64) -> f64 {
    match shape {
        Shape::Circle { r } => 3.0 * r * r * scale,
        Shape::Rect { w, h } => w * h * scale + w,
        Shape::Polygon(sides, k) => {
            let mut s = scale;
            for side in sides {
                s = s * side + sides[*k];
            }
            s
        }
        Shape::Empty => scale * scale,
    }
}

#[exp(adjoint)]
fn areas(shapes: &[Shape<f64>], x: &[f64]) -> f64 {
    let mut s = x[0];
    for (i, shape) in shapes.iter().enumerate() {
        s = s * area(shape, x[1]) + x[i % 3];
        s += match shape {
            Shape::Circle { r } if *r > x[2] => r * s,
            Shape::Circle { .. } | Shape::Empty => s * s,
            Shape::Rect { w: a, .. } => a * x[0] * s,
            Shape::Polygon(list, _) if list.is_empty() => x[1],
            Shape::Polygon(list, _) => list[0] * s,
        };
        if let Shape::Rect { h, w } = shape {
            s *= h * w;
            continue;
        }
        let Shape::Circle { r } = shape else { break };
        s = s * r;
    }
    s
}

#[test]
fn a_match_on_an_enum_with_numbers() {
    let shapes = |k: usize| {
        [
            Shape::Circle { r: 3.0 },
            Shape::Rect { w: 2.0, h: -1.5 },
            Shape::Circle { r: 0.5 },
            Shape::Polygon(vec![2.0, 3.0], 1),
            Shape::Empty,
        ][..k]
            .to_vec()
    };
    for k in 0..=5 {
        check::program(&Areas, &(shapes(k), vec![1.5, 0.5, 2.0]));
    }
    check::program(&Areas, &(vec![Shape::Polygon(vec![], 0)], vec![1.5, 0.5, 2.0]));
    for shape in shapes(5) {
        check::program(&Area, &(shape, 2.5));
    }
}

programs! {
    fn a_local_enum_changes(n, x) as LocalEnum {
        let mut shape = Shape::Circle { r: x[0] };
        let mut s = x[1];
        for i in 0..n {
            let old = match &shape {
                Shape::Circle { r } => r * s,
                Shape::Rect { w, h } => w * s + h * h,
                Shape::Polygon(v, k) => v[*k] * s * v[0],
                Shape::Empty => x[2],
            };
            s = s * old + x[i % 3];
            shape = match i % 4 {
                0 => Shape::Rect { w: s * x[0], h: s },
                1 => Shape::Polygon(vec![s, x[3] * s, old], i),
                2 => Shape::Empty,
                _ => Shape::Circle { r: old * s },
            };
            if let Shape::Polygon(v, _) = &shape {
                s += v[1] * v[2];
            }
        }
        match shape {
            Shape::Circle { r } => r * s,
            Shape::Rect { w, h } if w > h => w * h * s,
            Shape::Rect { h, .. } => h * s * x[0],
            Shape::Polygon(v, _) => v[0] * s + v[2],
            _ => s * s,
        }
    }
    fn patterns_inside_patterns(n, x) as Inside {
        let mut s = x[0];
        for i in 0..n + 1 {
            let a = if i % 2 == 0 { Some(x[i % 5] * s) } else { None };
            let b = if i % 3 != 1 { Some(s * x[1]) } else { None };
            s = match (a, b) {
                (Some(a), Some(b)) if a > b => a * b + s,
                (Some(a), Some(_)) => a * a,
                (Some(v), None) | (None, Some(v)) => v * x[2],
                (None, None) => s * x[3],
            };
            let nested = a.map(|a| if i > 1 { Some(a * s) } else { None });
            match nested {
                Some(Some(v)) => s += v * v,
                Some(None) => s *= x[1],
                None => s -= x[2] * s,
            }
            if let (Some(v), 2) = (b, i) {
                s = s * v;
            } else {
                s += x[0] * x[1];
            }
            let (Some(v), Some(w)) = (x.get(i), b) else {
                s *= x[4];
                continue;
            };
            s = s + v * w;
        }
        s
    }
    fn choices_without_numbers(n, x) as Choices {
        let words = ["2", "x", "-1", "7"];
        let mut s = x[0];
        for i in 0..n {
            let Some(word) = words.get(i) else { break };
            let Ok(k) = word.parse::<usize>() else {
                s = s * x[1];
                continue;
            };
            let (Some(j), true) = (k.checked_sub(1), k < 5) else { return s * x[2] };
            s = s * s + x[j];
        }
        s
    }
}

#[exp(adjoint)]
fn sum_of_words(#[fixed] words: &[&'static str], x: f64) -> Option<f64> {
    let mut s = x;
    for word in words {
        let k: usize = word.parse().ok()?;
        let i = k.checked_sub(1)?;
        s = s * x + i as f64;
    }
    Some(s * x)
}

#[exp(adjoint)]
fn product_of_words(#[fixed] words: &[&'static str], x: f64) -> Result<f64, std::num::ParseIntError> {
    let mut s = x;
    for word in words {
        let k = word.parse::<i32>()?;
        s *= x + k as f64;
    }
    Ok(s)
}

#[test]
fn a_question_mark_behind_a_value_without_numbers() {
    for words in [&[][..], &["1", "3"], &["2", "0", "4"], &["1", "x"]] {
        check::program(&SumOfWords { words }, &1.5);
    }
    check::program(&ProductOfWords { words: &["2", "-1"] }, &1.5);
    assert!(product_of_words(&["2", "y"], 1.5).is_err());
}

programs! {
    fn an_iterator_asked_item_by_item(n, x) as ItemByItem {
        let mut it = x.iter();
        let mut s = *it.next().unwrap();
        for i in 0..n {
            if let Some(v) = it.next() {
                s = s * v + x[i % 5];
            } else {
                s *= x[0];
            }
            if i == 2 {
                s += it.len() as f64 * s;
                it.nth(0);
            }
        }
        it.map(|v| v * s).sum::<f64>() + s
    }
    fn an_iterator_that_peeks(n, x) as Peeks {
        let mut it = x[..n.min(4)].iter().map(|v| v * x[1]).peekable();
        let mut s = x[0];
        while let Some(v) = it.next() {
            s = s * v;
            match it.peek() {
                Some(w) if *w > v => s += w * v,
                Some(w) => s -= *w,
                None => s *= x[2],
            }
            if s > x[4] {
                break;
            }
        }
        for w in it.by_ref() {
            s = s * w + x[3];
            if s < x[0] {
                break;
            }
        }
        for w in it {
            s *= w;
        }
        s
    }
    fn lists_that_repeat(n, x) as Repeat {
        let mut s = x[0];
        for (a, b) in x[..n].iter().zip(x.iter().cycle().skip(n)) {
            s = s * a + b * b;
        }
        for (k, v) in (1..).zip(&x[..n]) {
            s = s * v + k as f64;
        }
        s += x.iter().zip([1.0, -1.0].iter().cycle()).map(|(a, c)| a * c * s).sum::<f64>();
        s += x[..n].iter().cycle().take(2 * n + 1).map(|a| a * s).sum::<f64>();
        s *= std::iter::repeat(s + x[1]).take(n).product::<f64>();
        s + std::iter::successors(Some(x[2]), |v| Some(v * s)).nth(n).unwrap()
            + std::iter::successors(Some(s), |v| Some(v * x[3])).take(n).sum::<f64>()
    }
    fn elements_changed_through_references(n, x) as LastMut {
        let mut v = vec![x[0], x[1]];
        for i in 0..n {
            *v.last_mut().unwrap() *= x[2] * v[0];
            if let Some(a) = v.get_mut(i) {
                *a = *a * *a + x[3];
            }
            if let Some(a) = v.first_mut() {
                *a *= x[1];
            }
            let top = v[v.len() - 1];
            v.push(top * x[i % 5]);
        }
        v.iter().product::<f64>()
    }
    fn other_ends_of_iterators(n, x) as Ends {
        let found = x.iter().enumerate().find_map(|(i, v)| if i >= n { Some(v * x[0]) } else { None });
        let s = found.unwrap_or(x[1] * x[1]);
        let (more, less): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > s);
        let (left, right): (Vec<f64>, Vec<f64>) = x[..n].iter().map(|v| (v * s, v * v)).unzip();
        let mut all = vec![more.clone(), less, left].concat();
        all.resize(n + 2, s);
        let tail = all.split_off(n / 2);
        let options = [Some(s), None, Some(x[2])];
        let mut t = options.iter().flatten().map(|v| v * s).sum::<f64>();
        for (i, v) in all.iter().chain(&tail).enumerate() {
            t = t * v + x[i % 5];
        }
        t * more.iter().sum::<f64>() + right.iter().product::<f64>() + [s, t].to_vec()[n % 2]
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
fn positive(a: f64) -> Result<f64, usize> {
    if a > 0.0 { Ok(a * a) } else { Err(2) }
}

programs! {
    fn patterns_of_all_kinds(n, x) as AllKinds in Ring {
        let mut s = x[0];
        for i in 0..n {
            s = match positive(s) {
                Ok(v) if v > x[2] => v * x[1],
                Ok(v) => v + s,
                Err(k) if k > i => s * x[k],
                Err(k) => s - x[k - 1] * s,
            };
            if let Err(k) = positive(x[i]) {
                s = s * x[k] + x[1];
            }
            let (a, ..) = (s * x[0], s, i);
            let (.., b) = (i, s, a * s);
            s = match (a, b) {
                (a, b) if a > b => a * x[1] + s,
                (a, b) => a - b,
            };
            if let Some(v) = x.get(i + 1)
                && *v > 0.0
                && let Ok(w) = positive(*v)
            {
                s += w * v;
                if i == 1 {
                    continue;
                }
            } else {
                s *= x[3];
            }
            let pairs = [(s, x[0]), (x[1], s)];
            s = match &pairs[..n.min(2)] {
                [(a, b), ..] if a > b => a * b,
                [_, (a, b)] => a - b * a,
                _ => s * x[4],
            };
            match i {
                k @ 1..=2 => s += x[k] * s,
                k => s -= x[k],
            }
        }
        s
    }
    fn a_loop_by_a_chain_of_conditions(n, x) as WhileChain {
        let mut v = x[..n].to_vec();
        let mut s = x[0];
        while let Some(a) = v.pop()
            && a > x[1]
        {
            s = s * a + x[2];
            if s > x[3] {
                v.push(x[1]);
            }
        }
        s * s
    }
}

programs! {
    fn loops_without_an_end(n, x) as Endless {
        let mut s = x[0];
        'outer: for i in 0.. {
            for k in i.. {
                if k > n {
                    break;
                }
                s = s * x[k % 5] + x[1];
                if k % 2 == 1 {
                    continue 'outer;
                }
            }
            if i > n {
                break;
            }
        }
        s
    }
    fn refutable_lets(n, x) as Refutable in Ring {
        let mut s = x[0];
        for i in 0..n {
            let Err(k) = positive(x[i]) else {
                s = s * x[1];
                continue;
            };
            s += x[k] * s;
            let [(a, b), ..] = [(s, x[1]), (x[2], s)][i % 2..] else { return s };
            s = a * b + x[3];
            let words = ["1", "2", "3"];
            s *= match &words[..n.min(3)] {
                [] => x[0],
                [_, second] => x[second.parse::<usize>().unwrap()],
                [first, ..] => x[first.parse::<usize>().unwrap()],
            };
        }
        s
    }
}

#[exp(adjoint)]
fn oscillator(y: &[f64], k: f64, dy: &mut [f64]) {
    dy[0] = y[1];
    dy[1] = -k * y[0] * dy[1];
}

#[exp(adjoint, name = Scaling)]
fn scale<const N: usize>(#[fixed] by: f64, a: &mut [f64; N], b: &mut f64) {
    for v in a.iter_mut() {
        *v = *v * by * *b;
    }
    *b *= a[0];
}

#[test]
fn a_function_that_writes_into_its_arguments_is_an_expression() {
    let x = (vec![1.0, 2.0], 3.0, vec![5.0, 7.0]);
    assert_eq!(call::value(&Oscillator, &x), [2.0, -21.0]);
    let (y, pullback) = (call::value(&Oscillator, &x), call::vjp(&Oscillator, &x, &[0.0, 1.0]).1);
    assert_eq!((y, pullback), (vec![2.0, -21.0], (vec![-21.0, 0.0], -7.0, vec![0.0, -3.0])));
    check::program(&Oscillator, &x);
    check::program(&Scaling::<2> { by: 0.5 }, &([1.0, 2.0], 3.0));
}

#[exp(adjoint)]
mod shapes {
    pub(crate) enum Solid {
        Ball(f64),
        Box { sides: Vec<f64>, scale: f64 },
    }

    impl Solid {
        pub(crate) fn volume(&self) -> f64 {
            match self {
                Self::Ball(r) => r * r * r,
                Self::Box { sides, scale } => sides.iter().product::<f64>() * scale,
            }
        }

        pub(crate) fn grown(&self, by: f64) -> Solid {
            match self {
                Solid::Ball(r) if *r > by => Solid::Box { sides: vec![*r, by], scale: r * by },
                Solid::Ball(r) => Solid::Ball(r * by),
                Solid::Box { sides, scale } => {
                    Self::Box { sides: sides.iter().map(|s| s * by).collect(), scale: *scale }
                }
            }
        }
    }

    pub(crate) fn volumes(solids: &[Solid], by: f64, steps: usize) -> f64 {
        let mut total = by;
        for solid in solids {
            let mut solid = solid.clone();
            for _ in 0..steps {
                solid = solid.grown(total);
                total = total * by + solid.volume();
            }
        }
        total
    }
}

#[test]
fn an_enum_in_a_module_with_methods() {
    use shapes::{Solid, Volumes};
    let solids = vec![Solid::Ball(2.0), Solid::Box { sides: vec![1.5, 0.5], scale: 2.0 }, Solid::Ball(0.25)];
    for steps in 0..4 {
        check::program(&Volumes { steps }, &(solids.clone(), 0.75));
    }
}

#[exp(adjoint)]
fn parsed_sum(text: &[u8], at: &mut usize, x: f64) -> f64 {
    let mut s = parsed_atom(text, at, x);
    while *at < text.len() && text[*at] == b'+' {
        *at += 1;
        s += parsed_atom(text, at, x);
    }
    s
}

#[exp(adjoint)]
fn parsed_atom(text: &[u8], at: &mut usize, x: f64) -> f64 {
    let c = text[*at];
    *at += 1;
    if c == b'x' { x * x } else { (c - b'0') as f64 * x }
}

#[exp(adjoint)]
fn parsed(#[fixed] text: &str, x: f64) -> f64 {
    let bytes = text.as_bytes();
    let mut at = 0;
    let s = parsed_sum(bytes, &mut at, x);
    s * parsed_sum(text.trim().as_bytes(), &mut 0, s)
}

#[test]
fn a_parser_that_passes_its_text_on() {
    for text in ["x+2+x", "3", "x+x+x+9"] {
        check::program(&Parsed { text }, &1.5);
    }
}

programs! {
    fn a_deque_without_an_annotation(n, x) as Deque {
        let mut window = std::collections::VecDeque::with_capacity(3);
        let mut order = std::collections::VecDeque::new();
        let mut s = x[0];
        for (i, &v) in x.iter().cycle().take(2 * n).enumerate() {
            if window.len() == 3 {
                s = s * window.pop_front().unwrap() + x[1];
            }
            window.push_back(v * s);
            order.push_back(i % 5);
            if order.len() > 2 {
                s += x[order.pop_front().unwrap()];
            }
            s += window.iter().sum::<f64>() * window[0];
        }
        s
    }
}

#[exp]
#[derive(Debug, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

#[exp(adjoint)]
impl Complex {
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn norm_squared(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

#[exp(adjoint)]
fn power(z: Complex<f64>, n: usize) -> f64 {
    let mut w = z;
    for _ in 0..n {
        w = w.mul(z).mul(w);
    }
    w.norm_squared()
}

#[test]
fn a_method_with_the_name_of_an_operator() {
    for n in 0..3 {
        check::program(&Power { n }, &Complex { re: 0.5, im: 0.75 });
    }
}

/// The macro sees only the names of these types.
#[exp]
#[derive(Debug, Copy, PartialEq)]
struct Particle {
    m: f64,
    x: f64,
    v: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Wall {
    Open,
    Hard,
}

#[exp]
#[derive(Debug)]
struct Cloud {
    particles: Vec<Particle>,
    wall: Wall,
    first: Option<Particle>,
    origin: Vec3,
}

/// Without a number of its own.
#[exp]
struct Pair<const D: usize> {
    a: Row<D>,
    b: Row<D>,
}

#[exp]
struct Row<const D: usize> {
    of: [f64; D],
}

type Vec3 = [f64; 3];

#[exp(adjoint)]
fn kinetic(p: &Particle) -> f64 {
    p.m * p.v * p.v
}

#[exp(adjoint)]
fn moved(p: &Particle, k: f64, dt: f64) -> Particle {
    let v = p.v - k * p.x * p.m * dt;
    Particle { m: p.m, x: p.x + v * dt, v }
}

#[exp(adjoint)]
fn kick(p: &mut Particle, f: f64) {
    p.v += f * p.m;
    p.x *= p.v;
}

#[exp(adjoint)]
fn simulated(start: Particle, k: f64, dt: f64, n: usize) -> f64 {
    let mut p = start;
    for _ in 0..n {
        p = moved(&p, k, dt);
        kick(&mut p, k);
    }
    kinetic(&p) + k
}

#[exp(adjoint)]
fn inner(a: &Vec3, b: &Vec3) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[exp(adjoint)]
fn made(n: usize, x: f64) -> Vec<Particle> {
    let mut all: Vec<Particle> = Vec::new();
    for i in 0..n {
        let v = all.last().map_or(x, |p| p.x * p.v);
        all.push(Particle { m: x * x, x: x + i as f64, v });
    }
    all
}

#[exp(adjoint)]
fn of_all(wall: Wall, all: &[Particle]) -> f64 {
    let mut s = 1.0;
    for (i, p) in all.iter().enumerate() {
        s = s * kinetic(p) + all[i / 2].x;
    }
    match wall {
        Wall::Open => s,
        Wall::Hard => all.iter().map(|p| p.x * s).sum(),
    }
}

#[exp(adjoint)]
impl Cloud {
    fn energy(&self, k: f64) -> f64 {
        let s: f64 = self.particles.iter().map(|p| kinetic(p) * k).sum();
        match (self.wall, &self.first) {
            (Wall::Hard, Some(p)) => s * p.x * self.origin[1],
            _ => s * s,
        }
    }
}

#[exp(adjoint)]
fn grown(cloud: &Cloud, k: f64) -> Cloud {
    let mut particles = cloud.particles.clone();
    particles.push(Particle { m: k, x: cloud.origin[0] * k, v: particles[0].v });
    Cloud { particles, wall: cloud.wall, first: None, origin: cloud.origin }
}

#[exp(adjoint)]
fn grown_twice(cloud: &Cloud, k: f64) -> f64 {
    let mut cloud = cloud.clone();
    for i in 0..2 {
        let s = cloud.energy(k);
        cloud = grown(&cloud, s * cloud.particles[i].x);
    }
    cloud.energy(k)
}

#[exp(adjoint)]
fn across(pair: &Pair<2>) -> f64 {
    pair.a.of.iter().zip(&pair.b.of).map(|(a, b)| a * b * b).sum()
}

#[test]
fn a_type_elsewhere_by_its_bare_name() {
    let p = Particle { m: 2.0, x: 0.5, v: 1.5 };
    check::program(&Kinetic, &p);
    check::program(&Moved, &(p, 2.0, 0.5));
    check::program(&Kick, &(p, 2.0));
    check::program(&Simulated { n: 2 }, &(p, 2.0, 0.5));
    check::program(&Inner, &([1.0, 2.0, 3.0], [0.5, 4.0, -1.0]));
    check::program(&Made { n: 3 }, &1.5);
    for wall in [Wall::Open, Wall::Hard] {
        check::program(&OfAll { wall }, &vec![p, Particle { m: 1.0, x: 3.0, v: -0.5 }]);
        let cloud = Cloud { particles: vec![p, p], wall, first: Some(p), origin: [1.0, 2.0, 0.5] };
        check::program(&CloudEnergy, &(cloud.clone(), 0.5));
        check::program(&GrownTwice, &(cloud, 0.5));
    }
    check::program(&Across, &Pair { a: Row { of: [1.5, 2.0] }, b: Row { of: [0.5, 3.0] } });
    assert_eq!(call::grad(&Kinetic, &p), Particle { m: 2.25, x: 0.0, v: 6.0 });
}

/// A choice without numbers, whose methods take numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Activation {
    Square,
    Leaky,
}

#[exp(adjoint)]
impl Activation {
    fn apply(self, x: f64) -> f64 {
        match self {
            Activation::Square => x * x,
            Activation::Leaky if x > 0.0 => x,
            Self::Leaky => self.slope() * x * x * x,
        }
    }

    fn slope(self) -> f64 {
        0.25
    }
}

impl Activation {
    #[exp(adjoint)]
    fn twice(&self, x: &[f64]) -> f64 {
        self.apply(x[0]) * self.apply(x[1]) + x[0]
    }
}

#[exp]
#[derive(Debug)]
struct Layer {
    w: Vec<f64>,
    by: Activation,
}

#[exp(adjoint)]
impl Layer {
    fn width(&self) -> usize {
        self.w.len()
    }

    fn is_steep(&self, limit: f64) -> bool {
        self.w.iter().any(|w| *w > limit)
    }

    fn forward(&self, x: f64) -> f64 {
        let n = self.width();
        let steep = self.is_steep(x);
        let mut s = x;
        for i in 0..n {
            s = self.by.apply(s * self.w[i]) + self.w[self.width() - 1 - i];
        }
        if steep { s * s } else { s }
    }
}

#[exp(adjoint)]
fn largest(x: &[f64]) -> usize {
    let mut best = 0;
    for (i, v) in x.iter().enumerate() {
        if *v > x[best] {
            best = i;
        }
    }
    best
}

#[exp(adjoint)]
fn inside(x: f64, y: f64) -> bool {
    x * x + y * y < 4.0
}

#[exp(adjoint)]
fn network(layers: &[Layer], x: f64) -> f64 {
    let y = layers.iter().fold(x, |x, layer| layer.forward(x));
    let k = largest(&layers[0].w);
    let near = inside(x, y);
    let s = y * layers[0].w[k] + layers[0].by.twice(&[x, y]);
    if near || inside(s, x) { s * x } else { s * s }
}

#[exp(adjoint)]
mod matrices {
    use std::ops::{Index, IndexMut, Mul};

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Matrix<const R: usize, const C: usize> {
        data: [[f64; C]; R],
    }

    impl<const R: usize, const C: usize> Matrix<R, C> {
        pub(crate) const fn new(data: [[f64; C]; R]) -> Self {
            Self { data }
        }

        pub(crate) const fn is_square(&self, _scale: f64) -> bool {
            R == C
        }
    }

    impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[i][j]
        }
    }

    impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
            &mut self.data[i][j]
        }
    }

    impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
        type Output = Matrix<R, C>;
        fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
            let mut out = Matrix::new([[0.0; C]; R]);
            for i in 0..R {
                for j in 0..C {
                    for k in 0..K {
                        out[(i, j)] += self[(i, k)] * rhs[(k, j)];
                    }
                }
            }
            out
        }
    }

    pub(crate) fn traced(a: &Matrix<2, 2>, x: f64) -> f64 {
        let ray = *a * Matrix::new([[x], [a[(1, 0)]]]);
        let square = a.is_square(x);
        let s = ray[(0, 0)] * ray[(1, 0)];
        if square { s * x } else { s }
    }
}

const ROTATION: matrices::Matrix<2, 2> = matrices::Matrix::new([[1.5, -2.0], [2.0, 0.5]]);

#[test]
fn methods_of_types_without_numbers_and_functions_without_numbers_in_the_result() {
    for by in [Activation::Square, Activation::Leaky] {
        let layers = vec![Layer { w: vec![0.5, -1.5], by }, Layer { w: vec![0.75], by }];
        for x in [0.5, -1.25, 3.0] {
            check::program(&Network, &(layers.clone(), x));
        }
    }
    check::program(&matrices::Traced, &(ROTATION, 0.5));
}

#[exp(adjoint)]
fn closest(x: f64, centres: &[f64]) -> (usize, f64) {
    let mut best = (0, (x - centres[0]) * (x - centres[0]));
    for (i, c) in centres.iter().enumerate() {
        let d = (x - c) * (x - c);
        if d < best.1 {
            best = (i, d);
        }
    }
    best
}

#[exp(adjoint)]
fn signed(x: f64) -> (f64, bool) {
    (x * x, x > 0.0)
}

#[exp(adjoint)]
fn assigned(points: &[f64], centres: &[f64]) -> f64 {
    let mut s = centres[0];
    for p in points {
        let (k, d) = closest(*p, centres);
        let (square, positive) = signed(s);
        s = s * d + centres[k] * square;
        if positive {
            s *= p;
        }
        s += closest(s, centres).1 * p;
    }
    s
}

#[exp]
#[derive(Clone, Debug, Default)]
struct Statistics {
    count: usize,
    total: f64,
    squares: f64,
}

#[exp(adjoint)]
fn collected(x: &[f64], by: f64) -> Statistics {
    let mut all = Statistics::default();
    for v in x {
        all.count += 1;
        all.total = all.total * by + v;
        all.squares += v * v * all.total;
    }
    all
}

#[exp(adjoint)]
fn deviation(x: &[f64], by: f64) -> f64 {
    let all = collected(x, by);
    all.squares * all.total - by * all.count as f64
}

#[test]
fn results_with_numbers_and_other_values() {
    check::program(&Assigned, &(vec![0.5, -1.25, 2.0], vec![0.25, 1.5]));
    check::program(&Deviation, &(vec![0.5, -1.25, 2.0], 0.5));
}

#[exp(adjoint)]
fn squared(v: f64) -> f64 {
    v * v
}

#[exp(adjoint)]
fn midpoints(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    (0..n).map(|i| h * f(a + (i as f64 + 0.5) * h)).sum()
}

#[exp(adjoint)]
fn descended<G>(gradient: G, start: &[f64], steps: usize) -> Vec<f64>
where
    G: Fn(&[f64]) -> Vec<f64>,
{
    let mut x = start.to_vec();
    for _ in 0..steps {
        let g = gradient(&x);
        x.iter_mut().zip(&g).for_each(|(x, g)| *x -= 0.5 * g);
    }
    x
}

#[exp(adjoint)]
fn halved(f: &dyn Fn(f64) -> f64, low: f64, high: f64, depth: u32) -> f64 {
    if depth == 0 || f(low) > f(high) {
        return (high - low) * f(low);
    }
    let middle = 0.5 * (low + high);
    halved(f, low, middle, depth - 1) + halved(f, middle, high, depth - 1)
}

#[exp(adjoint)]
fn each_of(x: &[f64], mut see: impl FnMut(f64)) {
    for v in x {
        see(*v);
    }
}

#[exp(adjoint)]
fn closures_given_to_functions(n: usize, x: &[f64]) -> f64 {
    let k = n + 1;
    let factor = x[0];
    let inner = |u: f64| u * x[2] + k as f64;
    let polynomial = move |u: f64| -> f64 {
        let mut s = factor;
        for v in x {
            s = s * u + v;
        }
        s
    };
    let mut s = midpoints(polynomial, x[1], x[3], k);
    let factor = s * x[1];
    s += midpoints(|u| inner(u) * factor, 0.0, 1.0, 2) + midpoints(squared, 0.0, x[4], k);
    s += halved(&polynomial, x[1], x[0], 2) + halved(&|u: f64| u * s, 0.0, x[2], 1);
    let y = descended(|y| y.iter().zip(x).map(|(y, x)| y - s * x).collect(), &x[..2], n);
    let (mut total, mut count) = (x[0], 0);
    each_of(&y, |v| {
        total = total * v + s;
        count += 1;
    });
    total * y[0] * count as f64
}

#[test]
fn closures_are_given_to_functions_of_other_items() {
    for n in 0..3 {
        let x = vec![0.5, -1.0, 0.25, 2.0, -0.5];
        check::program(&ClosuresGivenToFunctions { n }, &x);
        assert_eq!(call::value(&ClosuresGivenToFunctions { n }, &x), closures_given_to_functions(n, &x));
    }
}

programs! {
    fn functions_by_name(n, x) as ByName in Ring {
        let rows = vec![x[..n].to_vec(), x.to_vec()];
        let count = rows.iter().map(Vec::len).sum::<usize>();
        let longest: usize = rows.iter().map(|row| row.len()).max().unwrap();
        let s: f64 = x.iter().copied().map(squared).sum();
        let t = x.iter().map(Some).flatten().map(|v| v * s).sum::<f64>();
        s * count as f64 + t * longest as f64
    }
    fn a_question_mark_in_a_closure(n, x) as AskedInAClosure {
        let shifted: Vec<f64> = (0..5)
            .filter_map(|i| {
                let from = (i + n).checked_sub(2)?;
                x.get(from).map(|v| v * x[0])
            })
            .collect();
        let square_of = |i: usize| {
            let v = x.get(i)?;
            Some(v * v)
        };
        shifted.iter().sum::<f64>() * square_of(n).unwrap_or(x[1]) + square_of(n + 3).unwrap_or(x[2])
    }
    fn endless_iterators(n, x) as Without {
        let next = x.iter().cycle().skip(1 + n);
        let mut s: f64 = x.iter().zip(next).map(|(a, b)| a * b).sum();
        s += (1..).step_by(2).map(|k| x[k % 5] * k as f64).take(n).sum::<f64>();
        s += (n..).map(|k| s - (k * k) as f64).take_while(|v| *v > -20.0).map(|v| v * x[0]).sum::<f64>();
        for k in 1_usize.. {
            s = s * x[k % 5] + x[0];
            if k > n {
                break;
            }
        }
        s
    }
    fn lists_of_options(n, x) as OfOptions {
        let mut memo = vec![None; 6];
        memo[0] = Some(x[0]);
        let mut paths: Vec<Option<f64>> = vec![None; 4];
        let mut best = None;
        for i in 0..n {
            let v = match memo[i] {
                Some(v) => v,
                None => x[i] * x[0],
            };
            memo[i + 1] = if i % 2 == 0 { Some(v * x[i + 1]) } else { None };
            if paths[i % 4].is_none_or(|old| v < old) {
                paths[i % 4] = Some(v * v);
            }
            best = match best {
                Some(b) if b > v => Some(b * x[1]),
                _ => Some(v),
            };
        }
        memo.iter().flatten().sum::<f64>() * best.unwrap_or(x[2]) + paths.iter().flatten().product::<f64>()
    }
    fn options_of_integers(n, x) as OfIntegers {
        let parent = n.checked_sub(1);
        let a = parent.map_or(x[0], |p| x[p] * x[1]);
        let b = parent.map(|p| x[p + 1] * a).unwrap_or(x[3]);
        let words = ["2", "x", "4"];
        let c: f64 = words.iter().map(|word| word.parse::<usize>().map_or(a, |k| x[k] * b)).sum();
        a * b + c
    }
    fn rows_beside_rows(n, x) as Beside {
        let mut rows = vec![x.to_vec(), vec![x[1]; 5], x[..].iter().map(|v| v * x[0]).collect()];
        let (upper, lower) = rows.split_at_mut(1);
        let pivot = &upper[0];
        for (i, row) in lower.iter_mut().enumerate() {
            let factor = row[n] * pivot[i];
            for (v, p) in row.iter_mut().zip(pivot).skip(n) {
                *v -= factor * p;
            }
        }
        for v in rows.iter_mut().flatten() {
            *v = if *v > 0.0 { *v * x[2] } else { *v * *v };
        }
        rows[0][n] * rows[1][4] + rows[2][n]
    }
    fn matrices_from_functions(n, x) as FromFunctions {
        let transpose = |m: &[[f64; 2]; 2]| -> [[f64; 2]; 2] { std::array::from_fn(|i| std::array::from_fn(|j| m[j][i])) };
        let mut m = [[x[0], x[1]], [x[2], x[3]]];
        for _ in 0..n.min(2) {
            let t = transpose(&m);
            m = std::array::from_fn(|i| std::array::from_fn(|j| m[i][0] * t[0][j] + m[i][1] * x[j]));
        }
        m[0][1] * m[1][0]
    }
}

#[exp]
#[derive(Debug, Clone)]
struct Controller {
    gain: f64,
    last: Option<f64>,
}

#[exp(adjoint)]
impl Controller {
    fn new(gain: f64) -> Self {
        Controller { gain, last: None }
    }

    fn update(&mut self, error: f64) -> f64 {
        let change = match self.last {
            Some(last) => error - last,
            None => error * error,
        };
        self.last = Some(error);
        self.gain * error + change * error
    }
}

#[exp(adjoint)]
fn controlled(n: usize, x: &[f64]) -> f64 {
    let mut controller = Controller::new(x[0]);
    let mut position = x[1];
    for i in 0..n {
        let force = controller.update(x[2] - position);
        position += 0.5 * force * x[i];
    }
    position
}

#[test]
fn a_method_fills_an_option_of_its_receiver() {
    for n in 0..4 {
        check::program(&Controlled { n }, &vec![0.5, -1.0, 2.0, 0.25]);
    }
}

#[test]
fn an_adjoint_without_a_place_is_reported() {
    use ad::__private::adjoint::{Shadow, Slot};
    let (from, empty) = (Some(Slot::new()), None::<Slot<f64>>);
    from.transfer(&empty);
    from.as_ref().unwrap().add(2.0);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| from.transfer(&empty))).is_err());
}

#[exp(adjoint)]
fn sorted_totally(n: usize, x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| b.total_cmp(a));
    let low = x.iter().copied().min_by(f64::total_cmp).unwrap();
    let last = x.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i).unwrap();
    v[n] * v[0] + low * x[last] * x[last]
}

#[test]
fn lists_are_sorted_by_the_total_order() {
    for n in 0..5 {
        check::program(&SortedTotally { n }, &vec![3.0, -2.0, 5.0, 7.0, -4.0]);
        check::program(&SortedTotally { n }, &vec![0.0, 1.0, 0.0, -1.0, 2.0]);
    }
}

#[exp]
fn in_order(x: f64, y: f64) -> f64 {
    if x.total_cmp(&y).is_lt() { 1.0 } else { 0.0 }
}

#[test]
fn the_total_order_of_numbers_is_that_of_floats() {
    let floats = [-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, 2.0, f64::INFINITY, f64::NAN];
    for a in floats {
        for b in floats {
            let expected = f64::from(u8::from(a.total_cmp(&b).is_lt()));
            assert_eq!(InOrder.eval(F64, (a, b)), expected, "{a} {b}");
        }
    }
}
