//! The order of the elements of a heap of numbers.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A copy of an element of a list, and its position.
#[derive(Clone)]
struct Entry<T> {
    element: T,
    position: usize,
}

impl<T: Ord> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.element.cmp(&other.element)
    }
}
#[allow(clippy::non_canonical_partial_ord_impl, reason = "the comparisons of a user's type may disagree")]
impl<T: Ord> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.element.partial_cmp(&other.element)
    }
    fn lt(&self, other: &Self) -> bool {
        self.element < other.element
    }
    fn le(&self, other: &Self) -> bool {
        self.element <= other.element
    }
    fn gt(&self, other: &Self) -> bool {
        self.element > other.element
    }
    fn ge(&self, other: &Self) -> bool {
        self.element >= other.element
    }
}
impl<T: Ord> Eq for Entry<T> {}
impl<T: Ord> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.element == other.element
    }
}

/// The positions of the elements of a list in a heap. Elements are compared as often, and in the same order, as in a
/// [`BinaryHeap`] of the elements themselves. So equal ones are popped as there.
#[derive(Clone)]
pub struct Order<T>(BinaryHeap<Entry<T>>);

impl<T: Ord + Clone> Order<T> {
    /// Empty.
    #[allow(clippy::new_without_default, reason = "expansions call `new`")]
    pub const fn new() -> Self {
        Order(BinaryHeap::new())
    }

    /// Pushes the last element of a list.
    ///
    /// # Panics
    ///
    /// Panics if the list is empty.
    pub fn __add(&mut self, list: &[T]) {
        let position = list.len() - 1;
        self.0.push(Entry { element: list[position].clone(), position });
    }

    /// Pops the greatest element.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn next_position(&mut self) -> usize {
        self.0.pop().expect("the heap is not empty").position
    }

    /// The greatest element, which remains.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn first_position(&self) -> usize {
        self.0.peek().expect("the heap is not empty").position
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all elements.
    pub fn remove_all(&mut self) {
        self.0.clear();
    }

    /// See [`BinaryHeap::into_vec`].
    pub fn into_vec_of_positions(&self) -> Vec<usize> {
        self.0.iter().map(|entry| entry.position).collect()
    }

    /// See [`BinaryHeap::into_sorted_vec`].
    pub fn into_sorted_vec_of_positions(&self) -> Vec<usize> {
        self.0.clone().into_sorted_vec().into_iter().map(|entry| entry.position).collect()
    }
}
