//! The pattern of a sparse matrix: the places of entries that may differ from 0.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The entries of a matrix that may differ from 0, row by row ("compressed sparse row").
///
/// ```
/// use ad::sparse::colouring::Pattern;
///
/// let arrow = Pattern::from_rows(3, [vec![0, 1, 2], vec![0, 1], vec![0, 2]]);
/// assert_eq!((arrow.rows(), arrow.columns(), arrow.nonzeros()), (3, 3, 7));
/// assert_eq!(arrow.row(2), [0, 2]);
/// assert!(arrow.is_symmetric());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    columns: usize,
    /// Row i is `indices[offsets[i]..offsets[i + 1]]`, strictly ascending.
    offsets: Vec<usize>,
    indices: Vec<u32>,
}

impl Pattern {
    /// The pattern with these rows, each a list of columns in any order.
    ///
    /// # Panics
    ///
    /// Panics if a column is out of range.
    pub fn from_rows<R: IntoIterator<Item = usize>>(
        columns: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let mut pattern = Pattern::empty(columns);
        let mut entries = Vec::new();
        for row in rows {
            entries.clear();
            entries.extend(row);
            pattern.push_row(&mut entries);
        }
        pattern
    }

    /// The pattern with entries at these pairs of a row and a column, in any order. Pairs may be repeated.
    ///
    /// # Panics
    ///
    /// Panics if a pair is out of range.
    pub fn from_pairs(rows: usize, columns: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut lists = vec![Vec::new(); rows];
        for (i, j) in pairs {
            assert!(i < rows, "there is no row {i} in a matrix of {rows} rows");
            lists[i].push(j);
        }
        Pattern::from_rows(columns, lists)
    }

    /// A pattern without rows.
    pub(crate) fn empty(columns: usize) -> Self {
        index(columns.saturating_sub(1));
        Pattern { columns, offsets: vec![0], indices: Vec::new() }
    }

    /// Removes the rows.
    pub(crate) fn clear(&mut self) {
        self.offsets.truncate(1);
        self.indices.clear();
    }

    /// Adds a row at the end, after sorting `entries`.
    pub(crate) fn push_row(&mut self, entries: &mut Vec<usize>) {
        entries.sort_unstable();
        entries.dedup();
        if let Some(&last) = entries.last() {
            assert!(last < self.columns, "there is no column {last} in a matrix of {} columns", self.columns);
        }
        self.indices.extend(entries.iter().copied().map(index));
        self.offsets.push(self.indices.len());
    }

    /// Makes room for rows and their entries.
    pub(crate) fn reserve(&mut self, rows: usize, entries: usize) {
        self.offsets.reserve(rows);
        self.indices.reserve(entries);
    }

    /// Adds a row at the end, whose columns the caller knows to ascend. Many rows may share them.
    #[inline]
    pub(crate) fn push_ascending(&mut self, columns: impl Iterator<Item = u32>) {
        let start = self.indices.len();
        self.indices.extend(columns);
        debug_assert!(self.indices[start..].is_sorted_by(|a, b| a < b), "{:?}", &self.indices[start..]);
        self.offsets.push(self.indices.len());
    }

    /// Adds blocks at the end, each a number of rows with a number of entries. The caller writes their columns, which ascend.
    pub(crate) fn push_blocks(&mut self, blocks: impl Iterator<Item = (usize, usize)>) -> &mut [u32] {
        let start = self.indices.len();
        let mut end = start;
        for (m, n) in blocks {
            self.offsets.extend((1..=m).map(|i| end + i * n));
            end += m * n;
        }
        self.indices.resize(end, 0);
        &mut self.indices[start..]
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of entries.
    pub fn nonzeros(&self) -> usize {
        self.indices.len()
    }

    /// The columns of the entries of row `i`, ascending.
    ///
    /// # Panics
    ///
    /// Panics if there is no row `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.indices[self.offsets[i]..self.offsets[i + 1]]
    }

    /// The same as indices.
    pub(crate) fn in_row(&self, i: usize) -> impl ExactSizeIterator<Item = usize> + Clone + use<'_> {
        self.row(i).iter().map(|j| *j as usize)
    }

    /// The start of each row among the entries, and then the number of entries: `rows() + 1` offsets.
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The column of each entry, row by row.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Row and column of each entry, row by row.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut row = 0;
        self.indices.iter().enumerate().map(move |(place, j)| {
            while self.offsets[row + 1] <= place {
                row += 1;
            }
            (row, *j as usize)
        })
    }

    /// The numbers of rows and of columns; the offsets and the indices.
    #[cfg(any(feature = "sprs", feature = "nalgebra-sparse", feature = "faer"))]
    pub(crate) fn into_parts(self) -> ((usize, usize), [Vec<usize>; 2]) {
        let indices = self.indices.iter().map(|j| *j as usize).collect();
        ((self.rows(), self.columns), [self.offsets, indices])
    }

    /// The index of the entry at row `i` and column `j` in the order of [`entries`](Pattern::entries), or `None`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    pub fn position(&self, i: usize, j: usize) -> Option<usize> {
        self.row(i).binary_search(&u32::try_from(j).ok()?).ok().map(|k| self.offsets[i] + k)
    }

    /// The pattern of the transposed matrix.
    #[must_use]
    pub fn transpose(&self) -> Pattern {
        let mut offsets = vec![0; self.columns + 1];
        for &j in &self.indices {
            offsets[j as usize + 1] += 1;
        }
        for j in 0..self.columns {
            offsets[j + 1] += offsets[j];
        }
        let mut next = offsets.clone();
        let mut indices = vec![0; self.nonzeros()];
        for (i, j) in self.entries() {
            indices[next[j]] = index(i);
            next[j] += 1;
        }
        Pattern { columns: self.rows(), offsets, indices }
    }

    /// The entries of either pattern, such as those of two branches of a program.
    ///
    /// # Panics
    ///
    /// Panics if the sizes of the matrices differ.
    #[must_use]
    pub fn union(&self, other: &Pattern) -> Pattern {
        let size = |p: &Pattern| (p.rows(), p.columns());
        assert!(size(self) == size(other), "a pattern of {:?} meets one of {:?}", size(self), size(other));
        let rows = (0..self.rows()).map(|i| self.in_row(i).chain(other.in_row(i)));
        Pattern::from_rows(self.columns, rows)
    }

    /// # Panics
    ///
    /// Panics unless a matrix of this pattern has this number of entries. Likewise for rows and columns.
    pub(crate) fn expect_entries(&self, entries: usize) {
        assert!(entries == self.nonzeros(), "room for {entries} entries, and {self:?}");
    }
    /// # Panics
    ///
    /// Panics if the pattern has outgrown the caller's `entries`.
    pub(crate) fn expect_room(&self, entries: usize) {
        assert!(
            entries == self.nonzeros(),
            "cannot write the entries of a {self:?} into room for {entries}: comparisons come out differently at this point than \
             where the pattern was found; call `at`, or make room for `pattern().nonzeros()` and call this again"
        );
    }
    pub(crate) fn expect_rows(&self, rows: usize) {
        assert!(rows == self.rows(), "{rows} results, and {self:?}");
    }
    pub(crate) fn expect_columns(&self, columns: usize) {
        assert!(columns == self.columns, "{columns} inputs, and {self:?}");
    }

    /// Whether each entry (i, j) has a mirror image (j, i).
    pub fn is_symmetric(&self) -> bool {
        self.mirrored().is_some()
    }

    /// The index of the mirror image (j, i) of each entry (i, j), or `None` if one is missing.
    pub(super) fn mirrored(&self) -> Option<Vec<usize>> {
        if self.rows() != self.columns {
            return None;
        }
        // The entries of column j come in the order of row j.
        let mut next = self.offsets.clone();
        let mut mirrored = Vec::with_capacity(self.nonzeros());
        for i in 0..self.rows() {
            for j in self.in_row(i) {
                let place = next[j];
                if place == self.offsets[j + 1] || self.indices[place] as usize != i {
                    return None;
                }
                next[j] += 1;
                mirrored.push(place);
            }
        }
        Some(mirrored)
    }
}

/// A column in the memory of a pattern.
pub(crate) fn index(column: usize) -> u32 {
    u32::try_from(column).expect("a pattern has at most 2³² rows and columns")
}

/// Draws a small pattern, with a dot for each 0. Prints the size of a large one.
impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} pattern with {} entries", self.rows(), self.columns, self.nonzeros())?;
        if f.alternate() && self.columns <= 80 && self.rows() <= 80 {
            for i in 0..self.rows() {
                let entry = |j| if self.position(i, j).is_some() { '×' } else { '·' };
                write!(f, "\n{}", (0..self.columns).map(entry).collect::<String>())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Pattern;

    /// A wrong mirror image would give an edge two stars. Some patterns have empty rows, and some are not symmetric.
    #[test]
    fn mirror_images_are_those_of_the_transposed_pattern() {
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let mut symmetric = 0;
        for _ in 0..300 {
            let mut pairs: Vec<(usize, usize)> = (0..below(9)).map(|_| (below(6), below(6))).collect();
            if below(2) == 0 {
                pairs.extend(pairs.clone().into_iter().map(|(i, j)| (j, i)));
            }
            let pattern = Pattern::from_pairs(6, 6, pairs);
            let entries: Vec<_> = pattern.entries().collect();
            let by_rows = (0..6).flat_map(|i| pattern.in_row(i).map(move |j| (i, j)));
            assert!(entries.iter().copied().eq(by_rows), "{pattern:#?}");
            let mirrored = pattern.mirrored();
            assert_eq!(mirrored.is_some(), pattern == pattern.transpose(), "{pattern:#?}");
            symmetric += usize::from(mirrored.is_some());
            for (place, (i, j)) in mirrored.into_iter().flatten().zip(&entries) {
                assert_eq!(entries[place], (*j, *i), "{pattern:#?}");
            }
        }
        assert!((100..250).contains(&symmetric));
    }
}
