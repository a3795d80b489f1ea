//! Factor graphs by [factrs](https://docs.rs/factrs).

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use ad::{Argument, Differentiable, Flat, Prepared};
use factrs::linalg::{
    AllocatorBuffer, Const, DefaultAllocator, DimName, DualAllocator, DualVector, ForwardProp, Numeric,
    VectorX,
};
use factrs::variables::{ImuBias, SE2, SE3, SE23, SO2, SO3, Variable, VariableDtype, VectorVar};
use nalgebra::{DimNameAdd, DimNameSum, convert};

/// A residual of one to six variables, of the types in the tuple `V`. Its Jacobian is that of the function.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::factrs::Function;
/// use factrs::assign_symbols;
/// use factrs::core::{GaussNewton, Graph, Values};
/// use factrs::fac;
/// use factrs::traits::*;
/// use factrs::variables::VectorVar2;
///
/// /// The error of a measured distance from a beacon.
/// #[exp(adjoint)]
/// fn range(#[fixed] beacon: [f64; 2], #[fixed] measured: f64, place: [f64; 2]) -> [f64; 1] {
///     [(place[0] - beacon[0]).hypot(place[1] - beacon[1]) - measured]
/// }
///
/// assign_symbols!(X: VectorVar2);
/// let mut graph = Graph::new();
/// for (beacon, measured) in [([0.0, 0.0], 5.0), ([6.0, 0.0], 5.0), ([0.0, 8.0], 5.0)] {
///     let residual = Function::<(VectorVar2,), _>::new(Range { beacon, measured }, &[0.0; 2]);
///     graph.add_factor(fac![residual, X(0), 0.1 as std]);
/// }
/// let mut values = Values::new();
/// values.insert(X(0), VectorVar2::new(1.0, 2.0));
/// let mut solver: GaussNewton = GaussNewton::new_default(graph);
/// let place = solver.optimize(values).unwrap().get(X(0)).unwrap().0;
/// assert!((place[0] - 3.0).abs() < 1e-6 && (place[1] - 4.0).abs() < 1e-6);
/// ```
///
/// The function sees the [coordinates](Coordinates) of the variables. factrs chooses the directions of the derivatives, such as small
/// rotations of a pose.
///
/// # Panics
///
/// An evaluation panics if the number of the function's arguments differs from the number of the variables' coordinates. An
/// evaluation also panics if second derivatives are requested, which factrs does not do. Where a derivative is infinite, the
/// linearized residual is not a number.
pub struct Function<V, E: Differentiable> {
    parts: Rc<RefCell<Parts<E>>>,
    variables: PhantomData<fn(V)>,
}

struct Parts<E: Differentiable> {
    prepared: Prepared<E>,
    flat: Flat<E::In>,
    x: Vec<f64>,
    rows: Vec<f64>,
}

impl<V, E: Differentiable> Function<V, E> {
    /// The residual `e`. Of `x`, the structure counts.
    pub fn new<X, H>(e: E, x: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let flat = Flat::of(&e, x);
        let parts = Parts { prepared: Prepared::new(e), flat, x: Vec::new(), rows: Vec::new() };
        Function { parts: Rc::new(RefCell::new(parts)), variables: PhantomData }
    }
}

impl<const M: usize, E: Differentiable<Out = [f64; M]>> Parts<E> {
    /// The residual at `x`. Its derivatives are those of the function times those of `x`.
    fn at<T: Numeric>(&mut self, x: &[T]) -> VectorX<T> {
        assert!(T::NDERIV <= 1, "second derivatives of a residual are requested");
        let mut y = [0.0; M];
        self.x.clear();
        self.x.extend(x.iter().map(T::re));
        let at = self.flat.at(&self.x);
        if T::NDERIV == 0 {
            self.prepared.value_into(&at, &mut y);
            return VectorX::from_iterator(M, y.into_iter().map(convert));
        }
        self.rows.resize(M * x.len(), 0.0);
        self.prepared.value_and_jacobian_into(&at, &mut y, &mut self.rows);
        let rows = self.rows.chunks_exact(x.len().max(1));
        let changes = || x.iter().zip(&self.x).map(|(x, real)| *x - convert::<_, T>(*real));
        let of = |(y, row): (f64, &[f64])| {
            changes().zip(row).fold(convert(y), |sum: T, (change, d)| sum + change * convert::<_, T>(*d))
        };
        VectorX::from_iterator(M, y.into_iter().zip(rows).map(of))
    }
}

impl<V, E: Differentiable> Clone for Function<V, E> {
    fn clone(&self) -> Self {
        Function { parts: self.parts.clone(), variables: PhantomData }
    }
}

impl<V, E: Differentiable> fmt::Debug for Function<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.parts.borrow().flat.names()).finish()
    }
}

/// A variable as numbers, which are arguments of a residual.
///
/// | variable | numbers |
/// |---|---|
/// | `VectorVar` | its entries |
/// | `SO2` | angle |
/// | `SE2` | angle, x, y |
/// | `SO3` | unit quaternion w, x, y, z, as in [`ad::rotations`] |
/// | `SE3` | the quaternion, and the translation |
/// | `SE23` | the quaternion, the velocity, and the translation |
/// | `ImuBias` | those of the gyroscope, and of the accelerometer |
pub trait Coordinates: VariableDtype {
    /// Adds the numbers of `x` to `to`.
    fn push<T: Numeric>(x: &Self::Alias<T>, to: &mut Vec<T>);
}

impl<const N: usize> Coordinates for VectorVar<N> {
    fn push<T: Numeric>(x: &VectorVar<N, T>, to: &mut Vec<T>) {
        to.extend(x.0.iter());
    }
}

impl Coordinates for SO2 {
    fn push<T: Numeric>(x: &SO2<T>, to: &mut Vec<T>) {
        to.push(x.to_theta());
    }
}

impl Coordinates for SE2 {
    fn push<T: Numeric>(x: &SE2<T>, to: &mut Vec<T>) {
        to.extend([x.theta(), x.x(), x.y()]);
    }
}

impl Coordinates for SO3 {
    fn push<T: Numeric>(x: &SO3<T>, to: &mut Vec<T>) {
        to.extend([x.w(), x.x(), x.y(), x.z()]);
    }
}

impl Coordinates for SE3 {
    fn push<T: Numeric>(x: &SE3<T>, to: &mut Vec<T>) {
        SO3::push(x.rot(), to);
        to.extend(x.xyz().iter());
    }
}

impl Coordinates for SE23 {
    fn push<T: Numeric>(x: &SE23<T>, to: &mut Vec<T>) {
        SO3::push(x.rot(), to);
        to.extend(x.uvw().iter().chain(x.xyz().iter()));
    }
}

impl Coordinates for ImuBias {
    fn push<T: Numeric>(x: &ImuBias<T>, to: &mut Vec<T>) {
        to.extend(x.gyro().iter().chain(x.accel().iter()));
    }
}

/// A trait of factrs, its method, the sum of the dimensions of its variables, and the conditions that this sum exists.
macro_rules! residual {
    ($residual:ident, $method:ident, $sum:ty, [$($exists:tt)*], $($x:ident: $V:ident),*) => {
        #[factrs::mark]
        impl<E, const M: usize, $($V),*> factrs::residuals::$residual for Function<($($V,)*), E>
        where
            E: Differentiable<Out = [f64; M]> + 'static,
            $($V: Coordinates + 'static,)*
            $($exists)*
            $sum: DimName,
            AllocatorBuffer<$sum>: Sync + Send,
            DefaultAllocator: DualAllocator<$sum>,
            DualVector<$sum>: Copy,
        {
            $(type $V = $V;)*
            type DimIn = $sum;
            type DimOut = Const<M>;
            type Differ = ForwardProp<$sum>;

            fn $method<T: Numeric>(&self, $($x: <$V as Variable>::Alias<T>),*) -> VectorX<T> {
                let mut x = Vec::new();
                $($V::push(&$x, &mut x);)*
                self.parts.borrow_mut().at(&x)
            }
        }
    };
}

type Sum2<A, B> = DimNameSum<<A as Variable>::Dim, <B as Variable>::Dim>;
type Sum3<A, B, C> = DimNameSum<Sum2<A, B>, <C as Variable>::Dim>;
type Sum4<A, B, C, D> = DimNameSum<Sum3<A, B, C>, <D as Variable>::Dim>;
type Sum5<A, B, C, D, E> = DimNameSum<Sum4<A, B, C, D>, <E as Variable>::Dim>;
type Sum6<A, B, C, D, E, F> = DimNameSum<Sum5<A, B, C, D, E>, <F as Variable>::Dim>;

residual!(Residual1, residual1, V1::Dim, [], x1: V1);
residual!(Residual2, residual2, Sum2<V1, V2>, [V1::Dim: DimNameAdd<V2::Dim>,], x1: V1, x2: V2);
residual!(
    Residual3, residual3, Sum3<V1, V2, V3>,
    [V1::Dim: DimNameAdd<V2::Dim>, Sum2<V1, V2>: DimNameAdd<V3::Dim>,],
    x1: V1, x2: V2, x3: V3
);
residual!(
    Residual4, residual4, Sum4<V1, V2, V3, V4>,
    [V1::Dim: DimNameAdd<V2::Dim>, Sum2<V1, V2>: DimNameAdd<V3::Dim>, Sum3<V1, V2, V3>: DimNameAdd<V4::Dim>,],
    x1: V1, x2: V2, x3: V3, x4: V4
);
residual!(
    Residual5, residual5, Sum5<V1, V2, V3, V4, V5>,
    [
        V1::Dim: DimNameAdd<V2::Dim>, Sum2<V1, V2>: DimNameAdd<V3::Dim>, Sum3<V1, V2, V3>: DimNameAdd<V4::Dim>,
        Sum4<V1, V2, V3, V4>: DimNameAdd<V5::Dim>,
    ],
    x1: V1, x2: V2, x3: V3, x4: V4, x5: V5
);
residual!(
    Residual6, residual6, Sum6<V1, V2, V3, V4, V5, V6>,
    [
        V1::Dim: DimNameAdd<V2::Dim>, Sum2<V1, V2>: DimNameAdd<V3::Dim>, Sum3<V1, V2, V3>: DimNameAdd<V4::Dim>,
        Sum4<V1, V2, V3, V4>: DimNameAdd<V5::Dim>, Sum5<V1, V2, V3, V4, V5>: DimNameAdd<V6::Dim>,
    ],
    x1: V1, x2: V2, x3: V3, x4: V4, x5: V5, x6: V6
);
