//! The methods of `f64`: the stable ones, since a number has no others. An unstable name, such as `gamma`, is a method of a
//! user's trait if it is called. So is every name that is not here.

/// The method of the least class that `powi` becomes if its exponent is a natural literal.
pub(crate) const POWER: &str = "power";

/// Whether `f64::consts` has a constant of this name.
pub(crate) fn is_of_consts(name: &str) -> bool {
    name == "E" || is_of_consts_alone(name)
}

/// Whether a name without a path is probably one of `f64::consts`. `E` is also the usual name of a length or a modulus.
pub(crate) fn is_of_consts_alone(name: &str) -> bool {
    CONSTS.contains(&name)
}

const CONSTS: &[&str] = &[
    "FRAC_1_PI",
    "FRAC_1_SQRT_2",
    "FRAC_2_PI",
    "FRAC_2_SQRT_PI",
    "FRAC_PI_2",
    "FRAC_PI_3",
    "FRAC_PI_4",
    "FRAC_PI_6",
    "FRAC_PI_8",
    "LN_10",
    "LN_2",
    "LOG10_2",
    "LOG10_E",
    "LOG2_10",
    "LOG2_E",
    "PI",
    "SQRT_2",
    "TAU",
];

/// A method of `f64` that numbers have as well.
pub(crate) struct Row {
    name: &'static str,
    pub(crate) gives: Answer,
    /// If it is a function of the table in `ad::function`.
    pub(crate) partials: Option<Partials>,
}

/// The operands and values that the partial derivatives of a function use. An adjoint program replaces all others by NaN, so that a
/// mistake here is noticed.
#[derive(Clone, Copy)]
pub(crate) struct Partials {
    /// The number of operands that are numbers.
    pub(crate) arity: usize,
    /// Whether the partial derivatives use the operands.
    pub(crate) operands: bool,
    /// Whether they use the value.
    pub(crate) value: bool,
    /// Whether the function is recomputed rather than saved.
    pub(crate) cheap: bool,
}

/// The partial derivatives of a row, from the words in its brackets.
const fn partials(arguments: &[&str], words: Option<&[&str]>) -> Option<Partials> {
    let Some(words) = words else { return None };
    let mut partials = Partials { arity: 1, operands: false, value: false, cheap: false };
    let mut i = 0;
    while i < arguments.len() {
        if arguments[i].as_bytes()[0] == b'N' {
            partials.arity += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < words.len() {
        match words[i].as_bytes() {
            b"operands" => partials.operands = true,
            b"value" => partials.value = true,
            b"cheap" => partials.cheap = true,
            _ => panic!("another word"),
        }
        i += 1;
    }
    Some(partials)
}

/// The result of a method of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Number,
    /// Two numbers.
    Pair,
    /// A Boolean that depends on the primal: it needs an order.
    Truth,
}

/// The method of this name.
pub(crate) fn find(name: &str) -> Option<&'static Row> {
    METHODS.iter().find(|method| method.name == name)
}

/// Whether it is a predicate of a number: `is_nan`.
pub(crate) fn is_predicate(name: &str) -> bool {
    find(name).is_some_and(|method| method.gives == Answer::Truth)
}

/// Whether it inspects the digits or bits of a number, and so is refused.
pub(crate) fn inspects(name: &str) -> bool {
    // `to_int_unchecked` is unsafe, so it has no row that a test could compile.
    INSPECTIONS.contains(&name) || name == "to_int_unchecked"
}

/// The remedy for a method that requires a total order of its receiver.
pub(crate) fn wants_total_order(name: &str, arguments: usize) -> Option<&'static str> {
    Some(match (name, arguments) {
        ("sort", 0) => "write `sort_by(|a, b| a.partial_cmp(b).unwrap())`",
        ("sort_unstable", 0) => "write `sort_unstable_by(|a, b| a.partial_cmp(b).unwrap())`",
        ("max", 0) => {
            "write `max_by(|a, b| a.partial_cmp(b).unwrap())`, or `fold(f64::NEG_INFINITY, |a, b| a.max(*b))`"
        }
        ("min", 0) => {
            "write `min_by(|a, b| a.partial_cmp(b).unwrap())`, or `fold(f64::INFINITY, |a, b| a.min(*b))`"
        }
        ("binary_search", 1) => "write `binary_search_by(|a| a.partial_cmp(&x).unwrap())`",
        ("cmp", 1) => "write `a.partial_cmp(&b).unwrap()`",
        _ => return None,
    })
}

/// The remedy for a method that requires a total order of its closure's results.
pub(crate) fn wants_keys_in_order(name: &str) -> Option<&'static str> {
    Some(match name {
        "sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key" => {
            "write `sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap())`"
        }
        "max_by_key" => "write `max_by(|a, b| key(a).partial_cmp(&key(b)).unwrap())`",
        "min_by_key" => "write `min_by(|a, b| key(a).partial_cmp(&key(b)).unwrap())`",
        _ => return None,
    })
}

/// Comparisons by method, of the traits in the prelude.
pub(crate) fn compares(name: &str) -> bool {
    COMPARISONS.contains(&name)
}

/// Whether a number class has a method of this name that `f64` lacks. The user's code means a method of a trait.
pub(crate) fn belongs_to_a_trait(name: &str) -> bool {
    matches!(name, "dict" | "value" | "primal" | POWER)
}

/// The methods of unsigned integers with an unsigned result.
pub(crate) fn stays_unsigned(name: &str) -> bool {
    UNSIGNED.contains(&name)
}

macro_rules! numbers {
    ($($name:ident($($argument:ident),*) -> $gives:ident $([$($word:ident)*])?;)*) => {
        static METHODS: &[Row] = &[$(Row {
            name: stringify!($name),
            gives: Answer::$gives,
            partials: partials(&[$(stringify!($argument)),*], words!($([$($word)*])?)),
        },)*];

        /// `f64::sin(x)` without a trait in scope is the inherent method.
        #[cfg(test)]
        #[test]
        fn each_is_an_inherent_method_of_f64() {
            type Number = f64;
            type Pair = (f64, f64);
            type Truth = bool;
            let x = std::hint::black_box(0.5_f64);
            $(let _: $gives = f64::$name(x $(, operand!(x $argument))*);)*
        }

        #[cfg(test)]
        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

macro_rules! words {
    () => {
        None
    };
    ([$($word:ident)*]) => {
        Some(&[$(stringify!($word)),*])
    };
}

#[cfg(test)]
macro_rules! operand {
    ($x:ident Number) => {
        $x
    };
    ($x:ident Integer) => {
        2
    };
}

include!("rows/numbers.rs");

macro_rules! names {
    ($($(#[$doc:meta])* $NAMES:ident { $($name:ident = $example:expr;)* })*) => {$(
        $(#[$doc])*
        pub(super) static $NAMES: &[&str] = &[$(stringify!($name)),*];

        #[cfg(test)]
        const _: fn() = || {
            #[allow(deprecated, clippy::all, clippy::pedantic, reason = "each name once, whatever it is")]
            {
                $(_ = $example;)*
            }
        };
    )*};
}

names! {
    /// Methods and functions of `f64` that a number lacks.
    INSPECTIONS {
        abs_sub = 0.5_f64.abs_sub(1.0);
        classify = 0.5_f64.classify();
        from_be_bytes = f64::from_be_bytes([0; 8]);
        from_bits = f64::from_bits(0);
        from_le_bytes = f64::from_le_bytes([0; 8]);
        from_ne_bytes = f64::from_ne_bytes([0; 8]);
        next_down = 0.5_f64.next_down();
        next_up = 0.5_f64.next_up();
        to_be_bytes = 0.5_f64.to_be_bytes();
        to_bits = 0.5_f64.to_bits();
        to_le_bytes = 0.5_f64.to_le_bytes();
        to_ne_bytes = 0.5_f64.to_ne_bytes();
        to_string = 0.5_f64.to_string();
        type_id = std::any::Any::type_id(&0.5_f64);
    }
    COMPARISONS {
        eq = 0.5_f64.eq(&1.0);
        ge = 0.5_f64.ge(&1.0);
        gt = 0.5_f64.gt(&1.0);
        le = 0.5_f64.le(&1.0);
        lt = 0.5_f64.lt(&1.0);
        ne = 0.5_f64.ne(&1.0);
        partial_cmp = 0.5_f64.partial_cmp(&1.0);
        total_cmp = 0.5_f64.total_cmp(&1.0);
    }
    UNSIGNED {
        abs_diff = 5_u8.abs_diff(3);
        count_ones = 5_u8.count_ones();
        count_zeros = 5_u8.count_zeros();
        div_ceil = 5_u8.div_ceil(3);
        ilog = 5_u8.ilog(3);
        ilog10 = 5_u8.ilog10();
        ilog2 = 5_u8.ilog2();
        isqrt = 5_u8.isqrt();
        leading_zeros = 5_u8.leading_zeros();
        next_multiple_of = 5_u8.next_multiple_of(3);
        next_power_of_two = 5_u8.next_power_of_two();
        pow = 5_u8.pow(2);
        saturating_add = 5_u8.saturating_add(3);
        saturating_div = 5_u8.saturating_div(3);
        saturating_mul = 5_u8.saturating_mul(3);
        saturating_pow = 5_u8.saturating_pow(3);
        saturating_sub = 5_u8.saturating_sub(3);
        trailing_zeros = 5_u8.trailing_zeros();
        wrapping_add = 5_u8.wrapping_add(3);
        wrapping_div = 5_u8.wrapping_div(3);
        wrapping_mul = 5_u8.wrapping_mul(3);
        wrapping_neg = 5_u8.wrapping_neg();
        wrapping_pow = 5_u8.wrapping_pow(3);
        wrapping_rem = 5_u8.wrapping_rem(3);
        wrapping_shl = 5_u8.wrapping_shl(3);
        wrapping_shr = 5_u8.wrapping_shr(3);
        wrapping_sub = 5_u8.wrapping_sub(3);
    }
}
