//! The numbers of a container as one slice, as solvers and samplers want them.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::number::shape::Path;
use crate::{Argument, Destination, Mismatch, Of, Shape, Signature};

/// The structure of an expression's argument, which makes a slice of its numbers an argument. Solvers and samplers know slices, and
/// models have tuples, structs and matrices.
///
/// The numbers have the order of [`Shape::for_each`], which is also the order of the rows and columns of every derivative.
///
/// ```
/// use ad::prelude::*;
/// use ad::Flat;
///
/// #[exp]
/// #[derive(Clone)]
/// struct Camera { focal: f64, center: [f64; 2] }
///
/// #[exp(adjoint)]
/// fn cost(camera: &Camera<f64>, weights: &[f64]) -> f64 {
///     weights.iter().map(|w| w * w * camera.focal).sum::<f64>() + camera.center[1]
/// }
///
/// let start = (Camera { focal: 2.0, center: [0.0, 1.0] }, vec![1.0, 3.0]);
/// let flat = Flat::of(&Cost, &start);
/// assert_eq!(flat.names(), ["camera.focal", "camera.center[0]", "camera.center[1]", "weights[0]", "weights[1]"]);
///
/// // The functions of `call`, `sparse` and `Prepared` take the slice by `at`, and write into one by `at_mut`.
/// let x = flat.to_vec(&start);
/// assert_eq!(call::value(&Cost, &flat.at(&x)), 21.0);
/// let (mut prepared, mut gradient) = (Prepared::new(Cost), [0.0; 5]);
/// prepared.grad_into(&flat.at(&x), &mut flat.at_mut(&mut gradient));
/// assert_eq!(gradient, [10.0, 0.0, 1.0, 4.0, 12.0]);
///
/// // And back.
/// let (camera, weights) = flat.read(&x);
/// assert_eq!((camera.focal, weights), (2.0, vec![1.0, 3.0]));
/// ```
///
/// # Cost
///
/// The numbers go directly between the slice and the containers that [`Prepared`](crate::Prepared) retains. Nothing is allocated.
pub struct Flat<S: Shape> {
    structure: Of<S, ()>,
    len: usize,
    parameters: &'static [&'static str],
    /// If they do not follow from the parameters and the structure.
    names: Option<Vec<String>>,
}

impl<S: Shape> Clone for Flat<S> {
    fn clone(&self) -> Self {
        Flat { structure: self.structure.clone(), names: self.names.clone(), ..*self }
    }
}

impl<S: Shape> fmt::Debug for Flat<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Flat").field(&self.names()).finish()
    }
}

impl<S: Shape> Flat<S> {
    /// The structure of the argument `x` of `e`. The numbers of `x` do not matter.
    pub fn of<E, X, H>(e: &E, x: &X) -> Self
    where
        E: Signature<In = S> + ?Sized,
        X: Argument<S, H> + ?Sized,
    {
        let structure = x.map_numbers(&mut |_| ());
        Flat { len: S::count(&structure), structure, parameters: e.parameter_names(), names: e.entry_names() }
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The name of each number, for reports: its path from the parameter of the function, such as `camera.focal` or `weights[2][0]`.
    ///
    /// A parameter that is a pattern has no name, and neither has the argument of an expression by hand. Then the path starts with the
    /// index of the parameter.
    ///
    /// ```
    /// use ad::{Flat, exp};
    ///
    /// #[exp]
    /// fn distance([x, y]: [f64; 2], scale: f64) -> f64 {
    ///     scale * x.hypot(y)
    /// }
    ///
    /// assert_eq!(Flat::of(&Distance, &([0.0; 2], 0.0)).names(), ["0[0]", "0[1]", "scale"]);
    /// ```
    pub fn names(&self) -> Vec<String> {
        if let Some(names) = &self.names {
            return names.clone();
        }
        let mut names = Vec::new();
        let start = if let [only] = self.parameters { only } else { "" };
        S::for_each_path(&self.structure, &mut Path::new(start), &mut |path| {
            names.push(self.name(path.as_str()));
        });
        names
    }

    /// The path with the name of the parameter in place of its index.
    fn name(&self, path: &str) -> String {
        let Some(path) = path.strip_prefix('.') else { return path.to_owned() };
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let (first, rest) = path.split_at(end);
        let parameter = first.parse().ok().and_then(|i: usize| self.parameters.get(i));
        format!("{}{rest}", parameter.filter(|name| !name.is_empty()).unwrap_or(&first))
    }

    /// The numbers of a slice as an argument.
    ///
    /// # Panics
    ///
    /// Panics if the slice has another length.
    #[inline]
    #[track_caller]
    pub fn at<'a, V>(&'a self, entries: &'a [V]) -> Entries<'a, S, V> {
        self.assert_length(entries.len());
        Entries { structure: &self.structure, entries }
    }

    /// A slice as a destination of a derivative.
    ///
    /// # Panics
    ///
    /// Panics if the slice has another length.
    #[inline]
    #[track_caller]
    pub fn at_mut<'a, V>(&'a self, entries: &'a mut [V]) -> EntriesMut<'a, S, V> {
        self.assert_length(entries.len());
        EntriesMut { structure: &self.structure, entries }
    }

    #[inline]
    #[track_caller]
    fn assert_length(&self, found: usize) {
        assert!(found == self.len, "a slice of {found} numbers is given, and there are {}", self.len);
    }

    /// The numbers of a slice in a container.
    ///
    /// # Panics
    ///
    /// Panics if the slice has another length.
    #[track_caller]
    pub fn read<V: Clone>(&self, entries: &[V]) -> Of<S, V> {
        Argument::<S, Flattened, V>::to_container(&self.at(entries))
    }

    /// Writes the numbers of a container into a slice.
    ///
    /// # Panics
    ///
    /// Panics if the slice has another length, or `x` another [structure](Shape#structure).
    #[track_caller]
    pub fn write<X, H>(&self, x: &X, entries: &mut [f64])
    where
        X: Argument<S, H> + ?Sized,
    {
        self.assert_length(entries.len());
        let mut entries = entries.iter_mut();
        let structure = x.map_numbers(&mut |x| {
            if let Some(entry) = entries.next() {
                *entry = *x;
            }
        });
        if let Some(mismatch) = S::mismatch(&self.structure, &structure) {
            mismatch.refuse("flat argument", "container");
        }
    }

    /// The numbers of a container.
    ///
    /// # Panics
    ///
    /// Panics if `x` has another [structure](Shape#structure).
    #[track_caller]
    pub fn to_vec<X, H>(&self, x: &X) -> Vec<f64>
    where
        X: Argument<S, H> + ?Sized,
    {
        let mut entries = vec![0.0; self.len];
        self.write(x, &mut entries);
        entries
    }
}

/// The numbers of a slice as an argument: the result of [`Flat::at`].
pub struct Entries<'a, S: Shape, V> {
    structure: &'a Of<S, ()>,
    entries: &'a [V],
}

/// A slice as a destination of a derivative: the result of [`Flat::at_mut`].
pub struct EntriesMut<'a, S: Shape, V> {
    structure: &'a Of<S, ()>,
    entries: &'a mut [V],
}

/// The argument is a slice with the numbers of any shape.
#[derive(Debug)]
pub struct Flattened;

/// A function of no argument that passes the entries to `f` one after the other.
#[inline]
fn one_by_one<'f, V, T>(entries: &'f [V], f: &'f mut impl FnMut(&V) -> T) -> impl FnMut(&()) -> T + 'f {
    let mut entries = entries.iter();
    move |()| f(entries.next().expect("there is an entry for each number"))
}

impl<S: Shape, V: Clone> Argument<S, Flattened, V> for Entries<'_, S, V> {
    #[inline]
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> Of<S, T> {
        S::map(self.structure, &mut one_by_one(self.entries, f))
    }
    #[inline]
    fn map_numbers_into<T: Clone, U: Clone>(&self, old: Of<S, U>, f: &mut impl FnMut(&V) -> T) -> Of<S, T> {
        S::map_into(old, self.structure, &mut one_by_one(self.entries, f))
    }
    #[inline]
    fn zip_numbers<T: Clone>(&self, to: &mut Of<S, T>, f: &mut impl FnMut(&mut T, &V)) {
        let mut entries = self.entries.iter();
        S::zip_mut(to, self.structure, &mut |to: &mut T, (): &()| {
            f(to, entries.next().expect("the slice has an entry for each number"));
        });
    }
}

impl<S: Shape, V: Clone> Destination<S, Flattened, V> for EntriesMut<'_, S, V> {
    #[inline]
    fn numbers(&self) -> usize {
        self.entries.len()
    }
    #[inline]
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<Mismatch> {
        S::mismatch(x, self.structure)
    }
    #[inline]
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut V, &T)) {
        let mut entries = self.entries.iter_mut();
        S::for_each(x, &mut |x| f(entries.next().expect("there is an entry for each number"), x));
    }
    #[inline]
    fn each_number(&mut self, f: &mut impl FnMut(&mut V)) {
        self.entries.iter_mut().for_each(f);
    }
}
