//! Methods of lists and iterators that inspect numbers, for adjoint programs: their values contain no numbers, or they only choose
//! some of the items.

/// Whether the value of a method contains no number, whatever its receiver contains.
pub(crate) fn gives_none(name: &str, arguments: usize) -> bool {
    matches!(
        (name, arguments),
        (
            "any"
                | "all"
                | "position"
                | "rposition"
                | "partition_point"
                | "binary_search_by"
                | "is_sorted_by",
            1
        ) | ("count" | "is_sorted", 0)
    )
}

/// Whether a method only chooses or sorts the items of its receiver, by a closure that inspects.
pub(crate) fn selects(name: &str, arguments: usize) -> bool {
    sorts(name, arguments)
        || matches!(
            name,
            "max_by" | "min_by" | "find" | "filter" | "skip_while" | "take_while" | "partition" | "retain"
        )
}

/// Whether a method sorts its receiver by a closure.
pub(crate) fn sorts(name: &str, arguments: usize) -> bool {
    arguments == 1
        && matches!(
            name,
            "sort_by" | "sort_unstable_by" | "sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key"
        )
}
