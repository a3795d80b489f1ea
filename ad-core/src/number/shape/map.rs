//! Maps whose values are shapes. Numbers are visited in the order of the keys.

use alloc::collections::BTreeMap;
use core::fmt::Debug;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::{Mismatch, Path, Shape};

/// The mismatch of two maps, from their entries in the order of the keys.
fn of_entries<'e, S: Shape, K: Ord + Debug + 'e, T: Clone, U: Clone>(
    x: impl Iterator<Item = (&'e K, &'e S::Of<T>)>,
    y: impl Iterator<Item = (&'e K, &'e S::Of<U>)>,
) -> Option<Mismatch>
where
    S::Of<T>: 'e,
    S::Of<U>: 'e,
{
    let (mut x, mut y) = (x.fuse(), y.fuse());
    loop {
        let (k, l, x, y) = match (x.next(), y.next()) {
            (Some((k, x)), Some((l, y))) => (k, l, x, y),
            (Some((k, _)), None) => return Some(Mismatch::of_keys(Some(k), None)),
            (None, Some((l, _))) => return Some(Mismatch::of_keys(None, Some(l))),
            (None, None) => return None,
        };
        if k < l {
            return Some(Mismatch::of_keys(Some(k), None));
        }
        if l < k {
            return Some(Mismatch::of_keys(None, Some(l)));
        }
        if let Some(mismatch) = S::mismatch(x, y) {
            return Some(mismatch.within(format_args!("[{k:?}]")));
        }
    }
}

impl<K: Ord + Clone + Debug, S: Shape> Shape for BTreeMap<K, S> {
    type Of<T: Clone> = BTreeMap<K, S::Of<T>>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        let mut mapped = BTreeMap::new();
        for (k, x) in x {
            mapped.insert(k.clone(), S::map(x, f));
        }
        mapped
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        let mut mapped = BTreeMap::new();
        for (k, x) in x {
            mapped.insert(k, S::into_map(x, f));
        }
        mapped
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        for x in x.values() {
            S::for_each(x, f);
        }
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        for x in x.values_mut() {
            S::for_each_mut(x, f);
        }
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y));
        for (x, y) in x.values_mut().zip(y.values()) {
            S::zip_mut(x, y, f);
        }
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        of_entries::<S, K, T, U>(x.iter(), y.iter())
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        for (k, x) in x {
            path.within(format_args!("[{k:?}]"), |path| S::for_each_path(x, path, f));
        }
    }
}

/// The entries of a hash map in the order of their keys.
#[cfg(feature = "std")]
fn sorted<K: Ord, V>(entries: impl Iterator<Item = (K, V)>) -> Vec<(K, V)> {
    let mut unsorted = Vec::with_capacity(entries.size_hint().0);
    for entry in entries {
        unsorted.push(Some(entry));
    }
    let mut keys = Vec::with_capacity(unsorted.len());
    for (key, _) in unsorted.iter().flatten() {
        keys.push(key);
    }
    let mut sorted = Vec::with_capacity(unsorted.len());
    for i in order(&keys) {
        if let Some(entry) = unsorted[i].take() {
            sorted.push(entry);
        }
    }
    sorted
}

/// The indices of the keys in their order. It does not depend on the values, so rustc compiles the sort once for a type of keys.
#[cfg(feature = "std")]
fn order<K: Ord>(keys: &[&K]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by(|i, j| keys[*i].cmp(keys[*j]));
    order
}

/// A hash map has no order, so each visit sorts the keys. For many numbers a `BTreeMap` is faster.
#[cfg(feature = "std")]
impl<K: Ord + Hash + Clone + Debug, V: Shape, S: BuildHasher + Clone> Shape for HashMap<K, V, S> {
    type Of<T: Clone> = HashMap<K, V::Of<T>, S>;
    fn map<T: Clone, U: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T) -> U) -> Self::Of<U> {
        let mut mapped = HashMap::with_capacity_and_hasher(x.len(), x.hasher().clone());
        mapped.extend(sorted(x.iter()).into_iter().map(|(k, x)| (k.clone(), V::map(x, f))));
        mapped
    }
    fn into_map<T: Clone, U: Clone>(x: Self::Of<T>, f: &mut impl FnMut(T) -> U) -> Self::Of<U> {
        let mut mapped = HashMap::with_capacity_and_hasher(x.len(), x.hasher().clone());
        mapped.extend(sorted(x.into_iter()).into_iter().map(|(k, x)| (k, V::into_map(x, f))));
        mapped
    }
    fn for_each<T: Clone>(x: &Self::Of<T>, f: &mut impl FnMut(&T)) {
        for (_, x) in sorted(x.iter()) {
            V::for_each(x, f);
        }
    }
    fn for_each_mut<T: Clone>(x: &mut Self::Of<T>, f: &mut impl FnMut(&mut T)) {
        for (_, x) in sorted(x.iter_mut()) {
            V::for_each_mut(x, f);
        }
    }
    fn zip_mut<T: Clone, U: Clone>(x: &mut Self::Of<T>, y: &Self::Of<U>, f: &mut impl FnMut(&mut T, &U)) {
        super::assert_same_structure::<Self, T, U>(("first container", x), ("second", y));
        for (k, x) in sorted(x.iter_mut()) {
            V::zip_mut(x, &y[k], f);
        }
    }
    fn mismatch<T: Clone, U: Clone>(x: &Self::Of<T>, y: &Self::Of<U>) -> Option<Mismatch> {
        of_entries::<V, K, T, U>(sorted(x.iter()).into_iter(), sorted(y.iter()).into_iter())
    }
    fn for_each_path<T: Clone>(x: &Self::Of<T>, path: &mut Path, f: &mut impl FnMut(&Path)) {
        for (k, x) in sorted(x.iter()) {
            path.within(format_args!("[{k:?}]"), |path| V::for_each_path(x, path, f));
        }
    }
}
