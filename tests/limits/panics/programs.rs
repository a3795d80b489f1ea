//! The same in the two sweeps of an adjoint program with lists between them: of loops, branches, overwritten values, calls with
//! their pullbacks.

use super::*;
use crate::allocator;
use ad::adjoint::Adjoint;
use ad::forward::Forward;

#[exp(adjoint, class = Semiring)]
fn step(y: &mut [f64], k: usize, s: f64) -> f64 {
    let old = y[k];
    for v in y.iter_mut() {
        *v = *v * s + old;
    }
    if k == 1 {
        return old;
    }
    old * y[0]
}

#[exp(adjoint, class = Semiring)]
fn powers(k: usize, b: f64) -> f64 {
    if k == 0 { 1.0 } else { b * powers(k - 1, b) }
}

#[exp(adjoint, class = Semiring)]
fn program(world: &World, x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut s = x[0] * x[1] + 1.0;
    'outer: for i in 0..4 {
        world.operation();
        let t = step(&mut y, i % 3, s);
        let mut k = 0;
        while k < i {
            s = s * y[k] + t;
            if k == 2 {
                break 'outer;
            }
            k += 1;
        }
        let list: Vec<f64> = y.iter().map(|v| v * s).collect();
        s = s * powers(i, list[1]) + list[2];
    }
    world.operation();
    s * y[0] * y[2]
}

/// A panic at each operation of either sweep, and then an evaluation that is right.
fn swept<'w, E>(world: &'w World, e: &E)
where
    E: Exp<Fused<'w>> + Signature<In = Vec<f64>, Out = Vec<f64>>,
{
    let run = |fuse| {
        world.light(fuse);
        let outcome = catch_unwind(AssertUnwindSafe(|| e.eval(Fused::new(world), vec![2, -3, 5])));
        outcome.map_err(|payload| *payload.downcast::<Injected>().expect("the payload of the fuse"))
    };
    let expected = run(None).expect("no panic without a fuse");
    let operations = world.operations();
    // A panic may free memory that the thread retains for the next sweep.
    let before = allocator::live();
    for fuse in 0..operations {
        assert_eq!(run(Some(fuse)), Err(Injected(fuse)));
        assert!(allocator::live() <= before, "leaked after a panic at operation {fuse}");
        assert!(run(None).as_ref() == Ok(&expected), "after a panic at operation {fuse}");
        assert!(allocator::live() <= before, "leaked by an evaluation after a panic at operation {fuse}");
    }
    assert!(operations > 100, "{operations} operations are too few to have tried much");
}

/// Along a direction, so that the derivative of the gradient is a list as well.
struct Along<E>(E);

impl<E: Signature<In = Vec<f64>, Out = f64>> Signature for Along<E> {
    type In = Vec<f64>;
    type Out = Vec<f64>;
}

impl<'w, E> Exp<Fused<'w>> for Along<E>
where
    E: Signature<In = Vec<f64>, Out = f64> + Clone + for<'t> Adjoint<Forward<'t, Fused<'w>>>,
{
    fn apply(&self, dict: Fused<'w>, x: &Vec<Num<Fused<'w>>>) -> Vec<Num<Fused<'w>>> {
        let direction = x.iter().map(|x| x * x).collect();
        forward::jvp(adjoint::grad(self.0.clone())).apply(dict, &(x.clone(), direction)).1
    }
}

#[test]
fn in_either_sweep() {
    world::quiet();
    let world = &World::new();
    swept(world, &adjoint::grad(Program { world }));
    swept(world, &stack::grad(Program { world }));
}

#[test]
fn in_either_sweep_under_forward_mode() {
    world::quiet();
    let world = &World::new();
    swept(world, &Along(Program { world }));
}

#[test]
fn in_a_sweep_that_is_recorded() {
    world::quiet();
    let world = &World::new();
    swept(world, &stack::grad(Squared(adjoint::grad(Program { world }))));
}

/// The sum of the results of an expression.
struct Squared<E>(E);

impl<E: Signature<In = Vec<f64>, Out = Vec<f64>>> Signature for Squared<E> {
    type In = Vec<f64>;
    type Out = f64;
}

impl<D: Dict, E: Exp<D> + Signature<In = Vec<f64>, Out = Vec<f64>>> Exp<D> for Squared<E> {
    fn apply(&self, dict: D, x: &Vec<Num<D>>) -> Num<D> {
        self.0.apply(dict, x).into_iter().map(|y| y * y).sum()
    }
}

#[test]
fn prepared_memory_can_be_used_again() {
    world::quiet();
    // Retained memory names the dictionary, which must not borrow.
    let world: &'static World = Box::leak(Box::new(World::new()));
    let x = vec![2, -3, 5];
    let expected = adjoint::grad(Program { world }).eval(Fused::new(world), x.clone());
    world.light(None);
    let mut prepared = Prepared::over(Program { world }, Fused::new(world)).mode(Mode::Program);
    let mut gradient = x.clone();
    prepared.value_and_grad_into(&x, &mut gradient);
    let operations = world.operations();
    for fuse in (0..operations).step_by(7) {
        world.light(Some(fuse));
        let outcome = catch_unwind(AssertUnwindSafe(|| _ = prepared.value_and_grad_into(&x, &mut gradient)));
        assert!(outcome.is_err());
        world.light(None);
        prepared.value_and_grad_into(&x, &mut gradient);
        assert_eq!(gradient, expected, "after a panic at operation {fuse}");
    }
}
