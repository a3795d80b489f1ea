//! Adjoint programs and shapes that are written by hand.

use std::cell::Cell;

use ad::adjoint::{self, Adjoint, Slot};
use ad::{Dict, Exp, Mode, Num, Prepared, Seeding, Shape, Signature, call};

/// Two numbers, with the least implementation of their shape.
#[derive(Clone, Debug, PartialEq)]
struct Pair<T = f64>(T, T);

impl Shape for Pair<f64> {
    type Of<T: Clone> = Pair<T>;
    fn map<T: Clone, U: Clone>(x: &Pair<T>, f: &mut impl FnMut(&T) -> U) -> Pair<U> {
        Pair(f(&x.0), f(&x.1))
    }
    fn for_each<T: Clone>(x: &Pair<T>, f: &mut impl FnMut(&T)) {
        f(&x.0);
        f(&x.1);
    }
    fn for_each_mut<T: Clone>(x: &mut Pair<T>, f: &mut impl FnMut(&mut T)) {
        f(&mut x.0);
        f(&mut x.1);
    }
}

struct Product;

impl Signature for Product {
    type In = Pair;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Product {
    fn apply(&self, _: D, x: &Pair<Num<D>>) -> Num<D> {
        x.0 * x.1
    }
    fn has_program(&self) -> bool {
        true
    }
    fn program(&self, dict: D, x: &Pair<Num<D>>, seeding: &mut dyn Seeding<Pair, f64, D>) {
        adjoint::offer(self, dict, x, seeding);
    }
}

impl<D: Dict> Adjoint<D> for Product {
    fn pullback<'a>(
        &'a self,
        _: D,
        x: &Pair<Num<D>>,
    ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Pair<Num<D>>, &Pair<Slot<Num<D>>>) + Clone + use<'a, D>) {
        let sweep = |dy: &Slot<Num<D>>, x: &Pair<Num<D>>, dx: &Pair<Slot<Num<D>>>| {
            dy.with(|d| {
                dx.0.add(d * x.1);
                dx.1.add(d * x.0);
            });
        };
        (x.0 * x.1, sweep)
    }
}

/// The adjoints of one evaluation are gone in the next.
#[test]
fn prepared_gradients_of_a_shape_by_hand_do_not_add_up() {
    let mut prepared = Prepared::new(Product).mode(Mode::Program);
    let (mut gradient, mut product) = (Pair(0.0, 0.0), Pair(0.0, 0.0));
    for x in [Pair(2.0, 3.0), Pair(5.0, 7.0), Pair(0.0, -1.0), Pair(4.0, 4.0)] {
        assert_eq!(prepared.value_and_grad_into(&x, &mut gradient), x.0 * x.1);
        assert_eq!(gradient, Pair(x.1, x.0));
        assert_eq!(call::grad(&Product, &x), Pair(x.1, x.0));
        prepared.hvp_into(&x, &Pair(1.0, 2.0), &mut gradient, &mut product);
        assert_eq!((&gradient, &product), (&Pair(x.1, x.0), &Pair(2.0, 1.0)));
    }
}

type Lists<T = f64> = (Vec<T>, Vec<Pair<T>>);

/// The sum of the numbers, and of the products of the pairs if they count.
struct Sum<'a>(&'a Cell<bool>);

impl Signature for Sum<'_> {
    type In = Lists;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Sum<'_> {
    fn apply(&self, dict: D, (x, pairs): &Lists<Num<D>>) -> Num<D> {
        let pairs = pairs.iter().filter(|_| self.0.get()).map(|pair| pair.0 * pair.1);
        x.iter().copied().chain(pairs).fold(Num::new(dict, dict.zero()), |sum, term| sum + term)
    }
    fn has_program(&self) -> bool {
        true
    }
    fn program(&self, dict: D, x: &Lists<Num<D>>, seeding: &mut dyn Seeding<Lists, f64, D>) {
        adjoint::offer(self, dict, x, seeding);
    }
}

impl<'s, D: Dict> Adjoint<D> for Sum<'s> {
    fn pullback<'a>(
        &'a self,
        dict: D,
        x: &Lists<Num<D>>,
    ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Lists<Num<D>>, &Lists<Slot<Num<D>>>) + Clone + use<'a, 's, D>)
    {
        let sweep = |dy: &Slot<Num<D>>, (_, pairs): &Lists<Num<D>>, (dx, to): &Lists<Slot<Num<D>>>| {
            dy.with(|d| {
                dx.iter().for_each(|dx| dx.add(d));
                pairs.iter().zip(to).filter(|_| self.0.get()).for_each(|(pair, to)| {
                    to.0.add(d * pair.1);
                    to.1.add(d * pair.0);
                });
            });
        };
        (self.apply(dict, x), sweep)
    }
}

/// A list of such shapes is empty, or gets no adjoint, in the first evaluation, which shows nothing of the others.
#[test]
fn nor_do_those_of_a_list_that_was_empty() {
    let counts = Cell::new(false);
    for first in [vec![], vec![Pair(2.0, 3.0)]] {
        let mut prepared = Prepared::new(Sum(&counts)).mode(Mode::Program);
        let mut slopes = |pairs: &[Pair]| {
            let x = (vec![1.0, 2.0], pairs.to_vec());
            let mut gradient = x.clone();
            prepared.grad_into(&x, &mut gradient);
            let by_program = gradient.clone();
            let mut product = x.clone();
            prepared.hvp_into(&x, &x, &mut gradient, &mut product);
            assert_eq!(gradient, by_program);
            assert_eq!((gradient.0, product.0), (vec![1.0; 2], vec![0.0; 2]));
            (gradient.1, product.1)
        };
        counts.set(false);
        slopes(&first);
        counts.set(true);
        for pair in [Pair(2.0, 3.0), Pair(2.0, 3.0), Pair(5.0, 7.0)] {
            let slopes_of_product = vec![Pair(pair.1, pair.0)];
            assert_eq!(slopes(&[pair]), (slopes_of_product.clone(), slopes_of_product));
        }
    }
}
