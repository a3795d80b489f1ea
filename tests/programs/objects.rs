//! Objects of traits over numbers, `Box<dyn Layer>`: types with and without numbers, methods that change them, parts that are objects.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
mod battles {
    use std::fmt::Debug;

    pub(super) trait Named {
        fn weight(&self, x: f64) -> f64 {
            x
        }
    }

    pub(super) trait Effect: Named + Debug + Send + 'static {
        fn apply(&self, health: &mut f64, by: (f64, f64)) -> Option<f64>;

        fn tick(&mut self, dt: f64) -> f64;

        fn finished(&self) -> bool {
            false
        }

        fn clone_box(&self) -> Box<dyn Effect>;
    }

    #[derive(Debug)]
    pub(super) struct Poison {
        pub damage: f64,
        pub turns: u32,
    }

    /// Without numbers.
    #[derive(Debug)]
    struct Countdown {
        turns: u32,
    }

    #[derive(Debug, Clone)]
    pub(super) enum Tonic {
        Strong(f64),
        Plain,
    }

    impl Poison {
        fn new(damage: f64) -> Self {
            Poison { damage, turns: 2 }
        }
    }

    impl Named for Poison {}
    impl Named for Countdown {}
    impl Named for Tonic {
        fn weight(&self, x: f64) -> f64 {
            x * x
        }
    }

    impl Effect for Poison {
        fn apply(&self, health: &mut f64, (a, _): (f64, f64)) -> Option<f64> {
            *health -= self.damage * a;
            (self.turns > 1).then(|| self.damage * *health)
        }
        fn tick(&mut self, dt: f64) -> f64 {
            self.turns -= 1;
            self.damage *= dt;
            self.damage
        }
        fn finished(&self) -> bool {
            self.turns == 0
        }
        fn clone_box(&self) -> Box<dyn Effect> {
            Box::new(Self { damage: self.damage, turns: self.turns })
        }
    }

    impl Effect for Countdown {
        fn apply(&self, health: &mut f64, (_, b): (f64, f64)) -> Option<f64> {
            *health *= b;
            None
        }
        fn tick(&mut self, dt: f64) -> f64 {
            self.turns -= 1;
            dt * dt
        }
        fn finished(&self) -> bool {
            self.turns == 0
        }
        fn clone_box(&self) -> Box<dyn Effect> {
            Box::new(Countdown { turns: self.turns })
        }
    }

    impl Effect for Tonic {
        fn apply(&self, health: &mut f64, (a, b): (f64, f64)) -> Option<f64> {
            match self {
                Tonic::Strong(x) => Some(x * a * b * *health),
                Tonic::Plain => Some(a),
            }
        }
        fn tick(&mut self, dt: f64) -> f64 {
            if let Tonic::Strong(x) = self.clone() {
                *self = Tonic::Strong(x * dt);
            }
            dt
        }
        fn clone_box(&self) -> Box<dyn Effect> {
            Box::new(self.clone())
        }
    }

    impl Clone for Box<dyn Effect> {
        fn clone(&self) -> Self {
            self.clone_box()
        }
    }

    impl dyn Effect {
        fn twice(&self, x: f64) -> f64 {
            2.0 * self.weight(x)
        }
    }

    #[derive(Debug, Clone)]
    struct Unit {
        health: f64,
        effects: Vec<Box<dyn Effect>>,
    }

    impl Unit {
        fn add(&mut self, effect: Box<dyn Effect>) {
            self.effects.push(effect);
        }

        fn turn(&mut self, dt: f64) -> f64 {
            let mut sum = 0.0;
            for effect in self.effects.iter_mut() {
                sum += effect.apply(&mut self.health, (dt, sum)).unwrap_or(dt);
                sum += effect.tick(dt) * effect.twice(self.health);
            }
            self.effects.retain(|effect| !effect.finished());
            sum
        }
    }

    fn chosen(kind: usize, x: f64) -> Box<dyn Effect> {
        match kind {
            0 => Box::new(Poison::new(x)),
            1 => {
                let strong = Tonic::Strong(x);
                Box::new(strong)
            }
            _ => Box::new(Countdown { turns: 3 }),
        }
    }

    fn faster(effect: &mut dyn Effect, x: f64) -> f64 {
        effect.tick(x * x)
    }

    pub(super) fn battle(x: f64, poisons: &[Poison]) -> f64 {
        let mut unit = Unit { health: x, effects: (0..3).map(|kind| chosen(kind, x)).collect() };
        unit.add(Box::new(Tonic::Plain));
        for poison in poisons {
            unit.effects.push(Box::new(poison.clone()));
        }
        let copy = unit.effects[1].clone();
        unit.effects.insert(1, copy);
        let mut sum = faster(unit.effects[1].as_mut(), x);
        for effect in unit.effects.iter_mut().skip(1) {
            sum += faster(effect.as_mut(), 0.5);
        }
        for k in 0..2 {
            sum += unit.turn(0.5 + x * k as f64);
        }
        sum * unit.health
    }
}
use battles::{Battle, Poison};

#[test]
fn objects_change_and_are_removed() {
    let x = (1.25, vec![Poison { damage: 0.5, turns: 4 }, Poison { damage: 0.25, turns: 5 }]);
    check::gradient(Battle, x.clone());
    check::hessian(Battle, x);
}

/// Objects in objects, and references to them.
#[exp(adjoint)]
mod expressions {
    pub(super) trait Node {
        fn eval(&self, x: &[f64]) -> f64;

        fn depth(&self) -> usize {
            1
        }

        fn ratio(&self, other: &dyn Node, x: &[f64]) -> f64 {
            self.eval(x) / other.eval(x)
        }
    }

    struct Var(usize);
    struct Constant(f64);
    struct Sum {
        parts: Vec<Box<dyn Node>>,
        scale: f64,
    }
    struct Product(Box<dyn Node>, Box<dyn Node>);
    /// Its method calls one of its name, of a part without numbers.
    struct Scaled {
        var: Var,
        by: f64,
    }

    impl Node for Var {
        fn eval(&self, x: &[f64]) -> f64 {
            x[self.0]
        }
    }

    impl Node for Constant {
        fn eval(&self, _: &[f64]) -> f64 {
            self.0
        }
    }

    impl Node for Sum {
        fn eval(&self, x: &[f64]) -> f64 {
            self.scale * self.parts.iter().map(|part| part.eval(x)).sum::<f64>()
        }
        fn depth(&self) -> usize {
            1 + self.parts.iter().map(|part| part.depth()).max().unwrap_or(0)
        }
    }

    impl Node for Scaled {
        fn eval(&self, x: &[f64]) -> f64 {
            self.by * self.var.eval(x)
        }
    }

    impl Node for Product {
        fn eval(&self, x: &[f64]) -> f64 {
            self.0.eval(x) * self.1.eval(x)
        }
    }

    fn times(a: Box<dyn Node>, b: Box<dyn Node>) -> Box<dyn Node> {
        Box::new(Product(a, b))
    }

    fn value(node: &dyn Node, x: &[f64]) -> f64 {
        node.eval(x) * node.depth() as f64
    }

    /// Public, so each type may be passed.
    pub fn squared(node: &dyn Node, x: &[f64]) -> f64 {
        node.eval(x) * node.eval(x)
    }

    pub(super) fn tree(x: &[f64], c: f64) -> f64 {
        let inner =
            Sum { parts: vec![Box::new(Constant(c)), Box::new(Scaled { var: Var(0), by: c })], scale: x[1] };
        let constant = Constant(x[0] * c);
        let both: [&dyn Node; 2] = [&inner, &constant];
        let all: Vec<&dyn Node> = vec![&constant, &Var(1), &inner];
        let one: &dyn Node = if c > 0.0 { &constant } else { &inner };
        let y = both.iter().map(|node| node.eval(x)).sum::<f64>() * one.ratio(all[1], x);
        let z = value(&inner, x) + squared(&constant, x) * inner.ratio(&constant, x);
        let parts = vec![times(Box::new(Var(0)), Box::new(Var(1))), Box::new(inner) as Box<dyn Node>];
        let root: Box<dyn Node> = Box::new(Sum { parts, scale: c });
        y * z * value(root.as_ref(), x)
    }
}
use expressions::Tree;

#[test]
fn objects_have_objects_as_parts() {
    check::gradient(Tree, (vec![1.25, 0.75], 0.5));
    check::hessian(Tree, (vec![1.25, 0.75], 0.5));
}
