//! Shadows of deques and maps.

use alloc::collections::{BTreeMap, VecDeque};
use core::fmt::Debug;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::{Shadow, Shadowed, Structure, lengths_differ, structures_differ};

impl<S: Shadowed> Shadowed for VecDeque<S> {
    type Structure = VecDeque<S::Structure>;
    type Shape = VecDeque<S::Shape>;
    fn structure(&self) -> Self::Structure {
        self.iter().map(S::structure).collect()
    }
}

impl<F: Structure> Structure for VecDeque<F> {
    type Slots = VecDeque<F::Slots>;
    fn slots(&self) -> Self::Slots {
        self.iter().map(F::slots).collect()
    }
}

impl<C: Shadow> Shadow for VecDeque<C> {
    fn transfer(&self, to: &Self) {
        if self.len() != to.len() {
            lengths_differ(self.len(), to.len());
        }
        self.iter().zip(to).for_each(|(from, to)| from.transfer(to));
    }
    fn clear(&self) -> bool {
        self.iter().fold(false, |found, slots| slots.clear() | found)
    }
}

macro_rules! maps {
    ($($(#[$attr:meta])* $Map:ident<K, V $(, $H:ident)?> where K: $($Key:path),+;)*) => {$(
        $(#[$attr])*
        impl<K: $($Key +)+ Clone + Debug, V: Shadowed $(, $H: BuildHasher + Clone + Default)?> Shadowed
            for $Map<K, V $(, $H)?>
        {
            type Structure = $Map<K, V::Structure $(, $H)?>;
            type Shape = $Map<K, V::Shape $(, $H)?>;
            fn structure(&self) -> Self::Structure {
                self.iter().map(|(key, value)| (key.clone(), value.structure())).collect()
            }
        }

        $(#[$attr])*
        impl<K: $($Key +)+ Clone, V: Structure $(, $H: BuildHasher + Clone + Default)?> Structure
            for $Map<K, V $(, $H)?>
        {
            type Slots = $Map<K, V::Slots $(, $H)?>;
            fn slots(&self) -> Self::Slots {
                self.iter().map(|(key, value)| (key.clone(), value.slots())).collect()
            }
        }

        $(#[$attr])*
        impl<K: $($Key +)+ Clone, V: Shadow $(, $H: BuildHasher + Clone + Default)?> Shadow
            for $Map<K, V $(, $H)?>
        {
            fn transfer(&self, to: &Self) {
                for (key, from) in self {
                    match to.get(key) {
                        Some(to) => from.transfer(to),
                        None if from.clear() => structures_differ(),
                        None => {}
                    }
                }
            }
            fn clear(&self) -> bool {
                self.values().fold(false, |found, slots| slots.clear() | found)
            }
        }
    )*};
}
maps! {
    BTreeMap<K, V> where K: Ord;
    #[cfg(feature = "std")]
    HashMap<K, V, H> where K: Ord, Hash;
}
