//! What the macro knows of `std` by name. It sees no types, so these lists decide what a method or macro is taken for.

/// The mathematical methods of `f64`, which the class `Real` has as well.
pub(crate) fn is_real_method(name: &str) -> bool {
    matches!(
        name,
        "abs"
            | "acos"
            | "acosh"
            | "asin"
            | "asinh"
            | "atan"
            | "atan2"
            | "atanh"
            | "cbrt"
            | "ceil"
            | "clamp"
            | "copysign"
            | "cos"
            | "cosh"
            | "div_euclid"
            | "exp"
            | "exp2"
            | "exp_m1"
            | "floor"
            | "fract"
            | "hypot"
            | "ln"
            | "ln_1p"
            | "log"
            | "log10"
            | "log2"
            | "max"
            | "midpoint"
            | "min"
            | "mul_add"
            | "powf"
            | "powi"
            | "recip"
            | "rem_euclid"
            | "round"
            | "round_ties_even"
            | "signum"
            | "sin"
            | "sin_cos"
            | "sinh"
            | "sqrt"
            | "tan"
            | "tanh"
            | "to_degrees"
            | "to_radians"
            | "trunc"
    )
}

/// The methods of `f64` that classify a number.
pub(crate) fn is_predicate(name: &str) -> bool {
    matches!(
        name,
        "is_nan"
            | "is_finite"
            | "is_infinite"
            | "is_normal"
            | "is_subnormal"
            | "is_sign_negative"
            | "is_sign_positive"
    )
}

/// The methods of `f64` that look at its bits or digits.
pub(crate) fn is_inspection(name: &str) -> bool {
    matches!(
        name,
        "to_bits"
            | "from_bits"
            | "to_string"
            | "to_le_bytes"
            | "to_be_bytes"
            | "to_ne_bytes"
            | "from_le_bytes"
            | "from_be_bytes"
            | "from_ne_bytes"
            | "to_int_unchecked"
            | "classify"
            | "total_cmp"
            | "next_up"
            | "next_down"
    )
}

/// The methods of unsigned integers that give one again.
pub(crate) fn stays_unsigned(name: &str) -> bool {
    matches!(
        name,
        "pow" | "isqrt" | "ilog2" | "ilog10" | "abs_diff" | "div_ceil" | "next_power_of_two" | "count_ones"
    ) || name.starts_with("saturating_")
        || name.starts_with("wrapping_")
}

/// The primitive types whose functions take no numbers.
pub(crate) fn is_primitive(name: &str) -> bool {
    const NAMES: [&str; 16] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
        "bool", "char", "str",
    ];
    NAMES.contains(&name)
}

/// Comparisons that are methods.
pub(crate) fn is_comparison(name: &str) -> bool {
    matches!(name, "partial_cmp" | "lt" | "le" | "gt" | "ge" | "eq" | "ne")
}

/// What a method of a container, an option or an iterator gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// The same elements, in a container or iterator again.
    Same,
    /// One element.
    Element,
    /// An option of an element.
    Optional,
    /// Groups of elements: `windows`, `chunks`.
    Groups,
    /// Two halves of the same elements: `split_at`.
    Halves,
    /// A length or position.
    Index,
    /// Nothing with a number inside.
    Plain,
}

/// The methods that do not depend on what is inside, and what they give.
pub(crate) fn container_method(name: &str) -> Option<Gives> {
    Some(match name {
        "iter" | "iter_mut" | "into_iter" | "copied" | "cloned" | "rev" | "skip" | "take" | "step_by"
        | "by_ref" | "peekable" | "fuse" | "cycle" | "to_vec" | "to_owned" | "into_boxed_slice"
        | "into_vec" | "clone" | "as_slice" | "as_mut_slice" | "as_ref" | "as_mut" | "as_deref"
        | "as_deref_mut" | "borrow" | "borrow_mut" | "collect" | "drain" | "chain" | "extend_from_within"
        | "split_off" | "filter" | "skip_while" | "take_while" | "inspect" | "flatten" | "or" | "or_else"
        | "xor" | "ok" | "concat" | "map_err" | "repeat" | "split_first_chunk" | "each_ref" | "ok_or"
        | "ok_or_else" | "into_inner" | "iter_mut_rev" | "to_mut" => Gives::Same,
        "first" | "last" | "get" | "get_mut" | "next" | "next_back" | "nth" | "pop" | "pop_front"
        | "pop_back" | "first_mut" | "last_mut" | "front" | "back" | "front_mut" | "back_mut" | "peek"
        | "min_by" | "max_by" | "min_by_key" | "max_by_key" | "find" | "reduce" => Gives::Optional,
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" | "sum" | "product"
        | "remove" | "swap_remove" | "get_or_insert" | "get_or_insert_with" | "insert_front" => {
            Gives::Element
        }
        "windows" | "chunks" | "chunks_mut" | "chunks_exact" | "chunks_exact_mut" | "rchunks"
        | "array_chunks" | "array_windows" | "split" | "as_chunks" => Gives::Groups,
        "split_at" | "split_at_mut" | "partition" | "as_rchunks" => Gives::Halves,
        "len" | "count" | "position" | "rposition" | "capacity" => Gives::Index,
        "is_empty"
        | "any"
        | "all"
        | "is_some"
        | "is_none"
        | "is_ok"
        | "is_err"
        | "is_some_and"
        | "is_none_or"
        | "is_ok_and"
        | "err"
        | "swap"
        | "push"
        | "push_back"
        | "push_front"
        | "fill"
        | "fill_with"
        | "extend"
        | "extend_from_slice"
        | "copy_from_slice"
        | "clone_from_slice"
        | "insert"
        | "resize"
        | "truncate"
        | "clear"
        | "reverse"
        | "rotate_left"
        | "rotate_right"
        | "sort_by"
        | "sort_unstable_by"
        | "sort_by_key"
        | "select_nth_unstable_by"
        | "retain"
        | "dedup_by"
        | "for_each"
        | "reserve"
        | "size_hint"
        | "append"
        | "shrink_to_fit"
        | "as_ptr"
        | "swap_with_slice"
        | "copy_within"
        | "set" => Gives::Plain,
        _ => return None,
    })
}

/// The methods whose closure sees one element after the other.
pub(crate) fn sees_elements(name: &str) -> bool {
    matches!(
        name,
        "filter"
            | "skip_while"
            | "take_while"
            | "inspect"
            | "find"
            | "position"
            | "rposition"
            | "any"
            | "all"
            | "is_some_and"
            | "is_none_or"
            | "is_ok_and"
            | "for_each"
            | "retain"
            | "map"
            | "flat_map"
            | "filter_map"
            | "map_while"
            | "and_then"
            | "min_by_key"
            | "max_by_key"
            | "sort_by_key"
            | "find_map"
            | "partition"
            | "try_for_each"
            | "each_ref"
            | "binary_search_by"
            | "partition_point"
    )
}

/// The methods whose closure sees two elements.
pub(crate) fn sees_pairs(name: &str) -> bool {
    matches!(
        name,
        "min_by"
            | "max_by"
            | "sort_by"
            | "sort_unstable_by"
            | "select_nth_unstable_by"
            | "reduce"
            | "dedup_by"
            | "is_sorted_by"
            | "binary_search_by"
    )
}

/// Crates, modules and types of `std` whose functions are generic over whatever they are given.
pub(crate) fn is_std_generic(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let from_std = matches!(path.as_slice(), ["std" | "core" | "alloc", ..]);
    let imported = matches!(
        path.as_slice(),
        ["swap"
            | "replace"
            | "take"
            | "drop"
            | "identity"
            | "size_of"
            | "black_box"
            | "from_fn"
            | "repeat"
            | "once"
            | "successors"
            | "zip"
            | "repeat_n"
            | "repeat_with"
            | "empty"]
    );
    let member = matches!(
        path.as_slice(),
        [
            ..,
            "mem"
                | "iter"
                | "array"
                | "convert"
                | "hint"
                | "cmp"
                | "ops"
                | "slice"
                | "Vec"
                | "VecDeque"
                | "Option"
                | "Result"
                | "Box"
                | "Rc"
                | "Arc"
                | "Cell"
                | "RefCell"
                | "Iterator"
                | "IntoIterator"
                | "Clone"
                | "Default"
                | "From"
                | "Into"
                | "FromIterator"
                | "Cow"
                | "Add"
                | "Sub"
                | "Mul"
                | "Div"
                | "Neg",
            _
        ]
    );
    from_std || imported || member
}
