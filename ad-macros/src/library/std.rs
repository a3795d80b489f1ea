// Methods and functions of `std`, as far as types are concerned. `infer` reads this file, which is not compiled.
//
// | notation | type |
// |---|---|
// | `Item<T>` | the item of `T` as an iterator |
// | `Element<T>` | the element of the list `T`, also behind references |
// | `Pointee<T>`, `Target<T>` | the type behind `T` |
// | `Part<T, I>` | the part of a list of `T` at an index of the type `I` |
// | `Extends<C, T>` | `C`, whose items are `T` or references to `T` |
// | `Sum<T>`, `Collect<T>`, `Unzip<T>` | inferred from their context |
// | `Concat<T>`, `MapOf<T>` | the concatenation of lists `T`; the map of pairs `T` |
// | `Receiver` | the receiver with the reference around it |
// | `usize`, `_` | any integer; any type |

trait Any {
    fn clone(&self) -> Self;
    fn to_owned(&self) -> Self;
    fn clone_from(&mut self, other: &Self);
    fn to_string(&self) -> String;
    fn eq(&self, other: _) -> bool;
    fn ne(&self, other: _) -> bool;
    fn lt(&self, other: _) -> bool;
    fn le(&self, other: _) -> bool;
    fn gt(&self, other: _) -> bool;
    fn ge(&self, other: _) -> bool;
    fn cmp(&self, other: _) -> Ordering;
    fn partial_cmp(&self, other: _) -> Option<Ordering>;
    fn into(self) -> _;
    fn try_into(self) -> Result<_, _>;
    fn borrow(&self) -> _;
}

trait f64 {
    fn sqrt(self) -> f64; fn cbrt(self) -> f64; fn recip(self) -> f64; fn abs(self) -> f64; fn signum(self) -> f64;
    fn exp(self) -> f64; fn exp2(self) -> f64; fn exp_m1(self) -> f64; fn ln(self) -> f64; fn ln_1p(self) -> f64;
    fn log10(self) -> f64; fn log2(self) -> f64; fn log(self, base: f64) -> f64; fn powi(self, n: usize) -> f64; fn powf(self, n: f64) -> f64;
    fn sin(self) -> f64; fn cos(self) -> f64; fn tan(self) -> f64; fn asin(self) -> f64; fn acos(self) -> f64; fn atan(self) -> f64;
    fn sinh(self) -> f64; fn cosh(self) -> f64; fn tanh(self) -> f64; fn asinh(self) -> f64; fn acosh(self) -> f64; fn atanh(self) -> f64;
    fn atan2(self, other: f64) -> f64; fn hypot(self, other: f64) -> f64; fn sin_cos(self) -> (f64, f64);
    fn floor(self) -> f64; fn ceil(self) -> f64; fn round(self) -> f64; fn trunc(self) -> f64; fn fract(self) -> f64; fn round_ties_even(self) -> f64;
    fn max(self, other: f64) -> f64; fn min(self, other: f64) -> f64; fn clamp(self, low: f64, high: f64) -> f64; fn midpoint(self, other: f64) -> f64;
    fn copysign(self, sign: f64) -> f64; fn mul_add(self, a: f64, b: f64) -> f64; fn rem_euclid(self, other: f64) -> f64; fn div_euclid(self, other: f64) -> f64;
    fn to_radians(self) -> f64; fn to_degrees(self) -> f64; fn next_up(self) -> f64; fn next_down(self) -> f64;
    fn add(self, other: f64) -> f64; fn sub(self, other: f64) -> f64; fn mul(self, other: f64) -> f64; fn div(self, other: f64) -> f64; fn neg(self) -> f64;
    fn is_nan(self) -> bool; fn is_finite(self) -> bool; fn is_infinite(self) -> bool; fn is_normal(self) -> bool;
    fn is_sign_negative(self) -> bool; fn is_sign_positive(self) -> bool;
    fn total_cmp(&self, other: &f64) -> Ordering; fn to_bits(self) -> usize; fn from_bits(bits: usize) -> f64; fn from(value: _) -> f64; fn default() -> f64;
}

trait usize {
    fn abs(self) -> usize; fn pow(self, n: usize) -> usize; fn isqrt(self) -> usize; fn ilog2(self) -> usize; fn ilog10(self) -> usize; fn signum(self) -> usize;
    fn max(self, other: usize) -> usize; fn min(self, other: usize) -> usize; fn clamp(self, low: usize, high: usize) -> usize;
    fn rem_euclid(self, other: usize) -> usize; fn div_euclid(self, other: usize) -> usize; fn div_ceil(self, other: usize) -> usize; fn next_multiple_of(self, other: usize) -> usize;
    fn abs_diff(self, other: usize) -> usize; fn unsigned_abs(self) -> usize; fn is_multiple_of(self, other: usize) -> bool; fn midpoint(self, other: usize) -> usize;
    fn saturating_sub(self, other: usize) -> usize; fn saturating_add(self, other: usize) -> usize; fn saturating_mul(self, other: usize) -> usize;
    fn wrapping_add(self, other: usize) -> usize; fn wrapping_sub(self, other: usize) -> usize; fn wrapping_mul(self, other: usize) -> usize; fn wrapping_neg(self) -> usize;
    fn overflowing_add(self, other: usize) -> (usize, bool); fn overflowing_sub(self, other: usize) -> (usize, bool);
    fn checked_add(self, other: usize) -> Option<usize>; fn checked_sub(self, other: usize) -> Option<usize>; fn checked_mul(self, other: usize) -> Option<usize>;
    fn checked_div(self, other: usize) -> Option<usize>; fn checked_rem(self, other: usize) -> Option<usize>; fn checked_pow(self, other: usize) -> Option<usize>;
    fn leading_zeros(self) -> usize; fn trailing_zeros(self) -> usize; fn count_ones(self) -> usize; fn swap_bytes(self) -> usize; fn reverse_bits(self) -> usize;
    fn rotate_left(self, n: usize) -> usize; fn rotate_right(self, n: usize) -> usize; fn wrapping_shl(self, n: usize) -> usize; fn wrapping_shr(self, n: usize) -> usize;
    fn is_power_of_two(self) -> bool; fn next_power_of_two(self) -> usize; fn is_positive(self) -> bool; fn is_negative(self) -> bool;
    fn is_ascii_digit(&self) -> bool; fn is_ascii_whitespace(&self) -> bool; fn is_ascii_alphabetic(&self) -> bool; fn is_ascii_alphanumeric(&self) -> bool; fn is_ascii_uppercase(&self) -> bool;
    fn from(value: _) -> usize; fn try_from(value: _) -> Result<usize, _>; fn default() -> usize; fn from_str_radix(text: &str, radix: usize) -> Result<usize, _>;
}

trait bool {
    fn then<T>(self, f: fn() -> T) -> Option<T>; fn then_some<T>(self, value: T) -> Option<T>; fn not(self) -> bool; fn from(value: _) -> bool;
    fn max(self, other: bool) -> bool; fn min(self, other: bool) -> bool;
}

trait Tuple { fn max(self, other: Self) -> Self; fn min(self, other: Self) -> Self; }

trait char {
    fn is_ascii_digit(&self) -> bool; fn is_digit(self, radix: usize) -> bool; fn is_alphabetic(self) -> bool; fn is_whitespace(self) -> bool;
    fn is_alphanumeric(self) -> bool; fn is_numeric(self) -> bool; fn is_ascii_whitespace(&self) -> bool; fn is_ascii_alphabetic(&self) -> bool;
    fn is_ascii_alphanumeric(&self) -> bool; fn is_ascii_punctuation(&self) -> bool; fn is_ascii_uppercase(&self) -> bool; fn is_ascii_lowercase(&self) -> bool;
    fn is_uppercase(self) -> bool; fn is_lowercase(self) -> bool; fn to_digit(self, radix: usize) -> Option<usize>; fn len_utf8(self) -> usize;
    fn to_ascii_lowercase(&self) -> char; fn to_ascii_uppercase(&self) -> char; fn from(value: _) -> char; fn from_digit(digit: usize, radix: usize) -> Option<char>;
}

trait str {
    fn new() -> String; fn from(value: _) -> String; fn with_capacity(n: usize) -> String; fn from_utf8(bytes: _) -> Result<String, _>;
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn as_str(&self) -> &str; fn to_owned(&self) -> String; fn as_ref(&self) -> &str; fn as_bytes(&self) -> &[usize]; fn into_bytes(self) -> Vec<usize>;
    fn trim(&self) -> &str; fn trim_start(&self) -> &str; fn trim_end(&self) -> &str; fn trim_matches(&self, by: _) -> &str; fn trim_end_matches(&self, by: _) -> &str; fn trim_start_matches(&self, by: _) -> &str;
    fn chars(&self) -> Iterator<char>; fn char_indices(&self) -> Iterator<(usize, char)>; fn bytes(&self) -> Iterator<usize>; fn lines(&self) -> Iterator<&str>;
    fn split(&self, by: _) -> Iterator<&str>; fn rsplit(&self, by: _) -> Iterator<&str>; fn split_whitespace(&self) -> Iterator<&str>; fn split_terminator(&self, by: _) -> Iterator<&str>;
    fn splitn(&self, n: usize, by: _) -> Iterator<&str>; fn split_ascii_whitespace(&self) -> Iterator<&str>; fn split_inclusive(&self, by: _) -> Iterator<&str>; fn matches(&self, by: _) -> Iterator<&str>;
    fn split_once(&self, by: _) -> Option<(&str, &str)>; fn rsplit_once(&self, by: _) -> Option<(&str, &str)>; fn split_at(&self, n: usize) -> (&str, &str);
    fn strip_prefix(&self, by: _) -> Option<&str>; fn strip_suffix(&self, by: _) -> Option<&str>; fn starts_with(&self, by: _) -> bool; fn ends_with(&self, by: _) -> bool;
    fn contains(&self, by: _) -> bool; fn find(&self, by: _) -> Option<usize>; fn rfind(&self, by: _) -> Option<usize>; fn get(&self, range: _) -> Option<&str>; fn replace(&self, by: _, other: &str) -> String; fn repeat(&self, n: usize) -> String;
    fn to_lowercase(&self) -> String; fn to_uppercase(&self) -> String; fn to_ascii_lowercase(&self) -> String; fn to_ascii_uppercase(&self) -> String; fn eq_ignore_ascii_case(&self, other: &str) -> bool; fn is_char_boundary(&self, n: usize) -> bool;
    fn push(&mut self, c: char); fn push_str(&mut self, text: &str); fn pop(&mut self) -> Option<char>; fn clear(&mut self); fn truncate(&mut self, n: usize); fn remove(&mut self, n: usize) -> char; fn insert(&mut self, n: usize, c: char);
    fn parse<T>(&self) -> Result<T, ParseError>; fn write_str(&mut self, text: &str) -> Result<(), _>; fn write_fmt(&mut self, text: _) -> Result<(), _>;
}

trait Ordering {
    fn then(self, other: Ordering) -> Ordering; fn then_with(self, f: fn() -> Ordering) -> Ordering; fn reverse(self) -> Ordering;
    fn is_lt(self) -> bool; fn is_gt(self) -> bool; fn is_eq(self) -> bool; fn is_le(self) -> bool; fn is_ge(self) -> bool; fn is_ne(self) -> bool;
}

trait Option<T> {
    fn is_some(&self) -> bool; fn is_none(&self) -> bool; fn is_some_and(self, f: fn(T) -> bool) -> bool; fn is_none_or(self, f: fn(T) -> bool) -> bool;
    fn unwrap(self) -> T; fn expect(self, why: &str) -> T; fn unwrap_or(self, other: T) -> T; fn unwrap_or_else(self, f: fn() -> T) -> T; fn unwrap_or_default(self) -> T;
    fn map<U>(self, f: fn(T) -> U) -> Option<U>; fn map_or<U>(self, other: U, f: fn(T) -> U) -> U; fn map_or_else<U>(self, other: fn() -> U, f: fn(T) -> U) -> U; fn inspect(self, f: fn(&T)) -> Option<T>;
    fn and<U>(self, other: Option<U>) -> Option<U>; fn and_then<U>(self, f: fn(T) -> Option<U>) -> Option<U>; fn or(self, other: Option<T>) -> Option<T>; fn or_else(self, f: fn() -> Option<T>) -> Option<T>; fn xor(self, other: Option<T>) -> Option<T>;
    fn filter(self, f: fn(&T) -> bool) -> Option<T>; fn zip<U>(self, other: Option<U>) -> Option<(T, U)>; fn unzip(self) -> _; fn flatten(self) -> T; fn transpose(self) -> _;
    fn ok_or<E>(self, error: E) -> Result<T, E>; fn ok_or_else<E>(self, error: fn() -> E) -> Result<T, E>;
    fn as_ref(&self) -> Option<&T>; fn as_mut(&mut self) -> Option<&mut T>; fn as_deref(&self) -> Option<&Target<T>>; fn as_deref_mut(&mut self) -> Option<&mut Target<T>>;
    fn copied(self) -> Option<Pointee<T>>; fn cloned(self) -> Option<Pointee<T>>; fn iter(&self) -> Iterator<&T>; fn iter_mut(&mut self) -> Iterator<&mut T>; fn into_iter(self) -> Iterator<Item<Receiver>>;
    fn take(&mut self) -> Option<T>; fn replace(&mut self, value: T) -> Option<T>; fn insert(&mut self, value: T) -> &mut T; fn get_or_insert(&mut self, value: T) -> &mut T; fn get_or_insert_with(&mut self, f: fn() -> T) -> &mut T; fn take_if(&mut self, f: fn(&mut T) -> bool) -> Option<T>;
    fn max(self, other: Option<T>) -> Option<T>; fn min(self, other: Option<T>) -> Option<T>;
}

trait Result<T, E> {
    fn is_ok(&self) -> bool; fn is_err(&self) -> bool; fn is_ok_and(self, f: fn(T) -> bool) -> bool; fn is_err_and(self, f: fn(E) -> bool) -> bool;
    fn unwrap(self) -> T; fn expect(self, why: &str) -> T; fn unwrap_or(self, other: T) -> T; fn unwrap_or_else(self, f: fn(E) -> T) -> T; fn unwrap_or_default(self) -> T; fn unwrap_err(self) -> E; fn expect_err(self, why: &str) -> E;
    fn map<U>(self, f: fn(T) -> U) -> Result<U, E>; fn map_err<F>(self, f: fn(E) -> F) -> Result<T, F>; fn map_or<U>(self, other: U, f: fn(T) -> U) -> U; fn map_or_else<U>(self, other: fn(E) -> U, f: fn(T) -> U) -> U; fn inspect(self, f: fn(&T)) -> Result<T, E>;
    fn and<U>(self, other: Result<U, E>) -> Result<U, E>; fn and_then<U>(self, f: fn(T) -> Result<U, E>) -> Result<U, E>; fn or<F>(self, other: Result<T, F>) -> Result<T, F>; fn or_else<F>(self, f: fn(E) -> Result<T, F>) -> Result<T, F>;
    fn ok(self) -> Option<T>; fn err(self) -> Option<E>; fn as_ref(&self) -> Result<&T, &E>; fn as_mut(&mut self) -> Result<&mut T, &mut E>; fn copied(self) -> Result<Pointee<T>, E>; fn cloned(self) -> Result<Pointee<T>, E>; fn transpose(self) -> _;
    fn iter(&self) -> Iterator<&T>; fn into_iter(self) -> Iterator<Item<Receiver>>;
}

trait Vec<T> {
    fn new() -> Vec<T>; fn with_capacity(n: usize) -> Vec<T>; fn from<C>(other: C) -> Vec<Item<C>>; fn from_iter<C>(other: C) -> Vec<Item<C>>; fn default() -> Vec<T>;
    fn push(&mut self, value: T); fn pop(&mut self) -> Option<T>; fn pop_if(&mut self, f: fn(&mut T) -> bool) -> Option<T>; fn insert(&mut self, i: usize, value: T); fn remove(&mut self, i: usize) -> T; fn swap_remove(&mut self, i: usize) -> T;
    fn truncate(&mut self, n: usize); fn clear(&mut self); fn resize(&mut self, n: usize, value: T); fn resize_with(&mut self, n: usize, f: fn() -> T); fn reserve(&mut self, n: usize); fn capacity(&self) -> usize; fn shrink_to_fit(&mut self);
    fn extend<C>(&mut self, other: Extends<C, T>); fn extend_from_slice(&mut self, other: &[T]); fn append(&mut self, other: &mut Vec<T>); fn split_off(&mut self, n: usize) -> Vec<T>; fn drain(&mut self, range: _) -> Iterator<T>; fn splice<C>(&mut self, range: _, other: Extends<C, T>) -> Iterator<T>;
    fn retain(&mut self, f: fn(&T) -> bool); fn retain_mut(&mut self, f: fn(&mut T) -> bool); fn dedup(&mut self); fn dedup_by(&mut self, f: fn(&mut T, &mut T) -> bool); fn dedup_by_key<K>(&mut self, f: fn(&mut T) -> K);
    fn as_slice(&self) -> &[T]; fn as_mut_slice(&mut self) -> &mut [T]; fn into_boxed_slice(self) -> Box<[T]>; fn as_ref(&self) -> &[T]; fn as_mut(&mut self) -> &mut [T]; fn leak(self) -> &mut [T];
}

trait VecDeque<T> {
    fn new() -> VecDeque<T>; fn with_capacity(n: usize) -> VecDeque<T>; fn from<C>(other: C) -> VecDeque<Item<C>>; fn from_iter<C>(other: C) -> VecDeque<Item<C>>; fn default() -> VecDeque<T>;
    fn push_back(&mut self, value: T); fn push_front(&mut self, value: T); fn pop_back(&mut self) -> Option<T>; fn pop_front(&mut self) -> Option<T>; fn front(&self) -> Option<&T>; fn back(&self) -> Option<&T>; fn front_mut(&mut self) -> Option<&mut T>; fn back_mut(&mut self) -> Option<&mut T>;
    fn insert(&mut self, i: usize, value: T); fn remove(&mut self, i: usize) -> Option<T>; fn truncate(&mut self, n: usize); fn clear(&mut self); fn resize(&mut self, n: usize, value: T); fn extend<C>(&mut self, other: Extends<C, T>); fn append(&mut self, other: &mut VecDeque<T>); fn drain(&mut self, range: _) -> Iterator<T>; fn retain(&mut self, f: fn(&T) -> bool); fn make_contiguous(&mut self) -> &mut [T]; fn range(&self, range: _) -> Iterator<&T>; fn capacity(&self) -> usize;
}

trait BinaryHeap<T> {
    fn new() -> BinaryHeap<T>; fn with_capacity(n: usize) -> BinaryHeap<T>; fn from<C>(other: C) -> BinaryHeap<Item<C>>; fn from_iter<C>(other: C) -> BinaryHeap<Item<C>>;
    fn push(&mut self, value: T); fn pop(&mut self) -> Option<T>; fn peek(&self) -> Option<&T>; fn peek_mut(&mut self) -> Option<&mut T>; fn clear(&mut self); fn into_vec(self) -> Vec<T>; fn into_sorted_vec(self) -> Vec<T>; fn extend<C>(&mut self, other: Extends<C, T>); fn drain(&mut self) -> Iterator<T>;
}

trait Array<T> { fn map<U>(self, f: fn(T) -> U) -> [U; 1]; fn each_ref(&self) -> [&T; 1]; fn each_mut(&mut self) -> [&mut T; 1]; fn as_slice(&self) -> &[T]; fn as_mut_slice(&mut self) -> &mut [T]; fn as_ref(&self) -> &[T]; fn from(value: _) -> [T; 1]; fn default() -> [T; 1]; }

trait Slice<T> {
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn iter(&self) -> Iterator<&T>; fn iter_mut(&mut self) -> Iterator<&mut T>; fn into_iter(self) -> Iterator<Item<Receiver>>; fn to_vec(&self) -> Vec<T>; fn to_owned(&self) -> Vec<T>; fn into_vec(self) -> Vec<T>;
    fn first(&self) -> Option<&T>; fn last(&self) -> Option<&T>; fn first_mut(&mut self) -> Option<&mut T>; fn last_mut(&mut self) -> Option<&mut T>; fn get<I>(&self, i: I) -> Option<&Part<T, I>>; fn get_mut<I>(&mut self, i: I) -> Option<&mut Part<T, I>>;
    fn windows(&self, n: usize) -> Iterator<&[T]>; fn chunks(&self, n: usize) -> Iterator<&[T]>; fn chunks_exact(&self, n: usize) -> Iterator<&[T]>; fn rchunks(&self, n: usize) -> Iterator<&[T]>; fn chunk_by(&self, f: fn(&T, &T) -> bool) -> Iterator<&[T]>; fn split(&self, f: fn(&T) -> bool) -> Iterator<&[T]>; fn remainder(&self) -> &[T];
    fn chunks_mut(&mut self, n: usize) -> Iterator<&mut [T]>; fn chunks_exact_mut(&mut self, n: usize) -> Iterator<&mut [T]>; fn as_chunks<const N: usize>(&self) -> (&[[T; 1]], &[T]);
    fn split_at(&self, n: usize) -> (&[T], &[T]); fn split_at_mut(&mut self, n: usize) -> (&mut [T], &mut [T]); fn split_first(&self) -> Option<(&T, &[T])>; fn split_last(&self) -> Option<(&T, &[T])>; fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])>; fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])>;
    fn first_chunk<const N: usize>(&self) -> Option<&[T; 1]>; fn last_chunk<const N: usize>(&self) -> Option<&[T; 1]>; fn strip_prefix(&self, other: &[T]) -> Option<&[T]>;
    fn swap(&mut self, i: usize, j: usize); fn reverse(&mut self); fn fill(&mut self, value: T); fn fill_with(&mut self, f: fn() -> T); fn rotate_left(&mut self, n: usize); fn rotate_right(&mut self, n: usize); fn copy_from_slice(&mut self, other: &[T]); fn clone_from_slice(&mut self, other: &[T]); fn copy_within(&mut self, range: _, n: usize); fn swap_with_slice(&mut self, other: &mut [T]);
    fn sort(&mut self); fn sort_unstable(&mut self); fn sort_by(&mut self, f: fn(&T, &T) -> Ordering); fn sort_unstable_by(&mut self, f: fn(&T, &T) -> Ordering); fn sort_by_key<K>(&mut self, f: fn(&T) -> K); fn sort_unstable_by_key<K>(&mut self, f: fn(&T) -> K); fn sort_by_cached_key<K>(&mut self, f: fn(&T) -> K); fn select_nth_unstable_by(&mut self, n: usize, f: fn(&T, &T) -> Ordering) -> (&mut [T], &mut T, &mut [T]); fn is_sorted(&self) -> bool; fn is_sorted_by(&self, f: fn(&T, &T) -> bool) -> bool;
    fn contains(&self, value: &T) -> bool; fn starts_with(&self, other: &[T]) -> bool; fn ends_with(&self, other: &[T]) -> bool; fn partition_point(&self, f: fn(&T) -> bool) -> usize; fn binary_search(&self, value: &T) -> Result<usize, usize>; fn binary_search_by(&self, f: fn(&T) -> Ordering) -> Result<usize, usize>; fn binary_search_by_key<K>(&self, key: &K, f: fn(&T) -> K) -> Result<usize, usize>;
    fn concat(&self) -> Concat<T>; fn join(&self, by: _) -> Concat<T>; fn repeat(&self, n: usize) -> Vec<T>; fn from_ref(one: &T) -> &[T];
}

trait Iterator<T> {
    fn next(&mut self) -> Option<T>; fn next_back(&mut self) -> Option<T>; fn nth(&mut self, n: usize) -> Option<T>; fn nth_back(&mut self, n: usize) -> Option<T>; fn peek(&mut self) -> Option<&T>; fn peek_mut(&mut self) -> Option<&mut T>; fn next_if(&mut self, f: fn(&T) -> bool) -> Option<T>; fn next_if_eq(&mut self, value: _) -> Option<T>; fn by_ref(&mut self) -> &mut Self; fn size_hint(&self) -> (usize, Option<usize>);
    fn map<U>(self, f: fn(T) -> U) -> Iterator<U>; fn filter(self, f: fn(&T) -> bool) -> Iterator<T>; fn filter_map<U>(self, f: fn(T) -> Option<U>) -> Iterator<U>; fn flat_map<U>(self, f: fn(T) -> U) -> Iterator<Item<U>>; fn flatten(self) -> Iterator<Item<T>>; fn inspect(self, f: fn(&T)) -> Iterator<T>;
    fn enumerate(self) -> Iterator<(usize, T)>; fn zip<C>(self, other: C) -> Iterator<(T, Item<C>)>; fn chain<C>(self, other: Extends<C, T>) -> Iterator<T>; fn rev(self) -> Iterator<T>; fn skip(self, n: usize) -> Iterator<T>; fn take(self, n: usize) -> Iterator<T>; fn step_by(self, n: usize) -> Iterator<T>; fn cycle(self) -> Iterator<T>; fn fuse(self) -> Iterator<T>; fn peekable(self) -> Iterator<T>; fn into_iter(self) -> Iterator<T>; fn iter(&self) -> Iterator<T>;
    fn take_while(self, f: fn(&T) -> bool) -> Iterator<T>; fn skip_while(self, f: fn(&T) -> bool) -> Iterator<T>; fn map_while<U>(self, f: fn(T) -> Option<U>) -> Iterator<U>; fn scan<S, U>(self, state: S, f: fn(&mut S, T) -> Option<U>) -> Iterator<U>; fn copied(self) -> Iterator<Pointee<T>>; fn cloned(self) -> Iterator<Pointee<T>>;
    fn sum(self) -> Sum<T>; fn product(self) -> Sum<T>; fn count(self) -> usize; fn last(self) -> Option<T>; fn fold<A>(self, start: A, f: fn(A, T) -> A) -> A; fn rfold<A>(self, start: A, f: fn(A, T) -> A) -> A; fn try_fold<A, R>(&mut self, start: A, f: fn(A, T) -> R) -> R; fn try_for_each<R>(&mut self, f: fn(T) -> R) -> R; fn reduce(self, f: fn(T, T) -> T) -> Option<T>; fn for_each(self, f: fn(T)); fn collect(self) -> Collect<T>;
    fn all(&mut self, f: fn(T) -> bool) -> bool; fn any(&mut self, f: fn(T) -> bool) -> bool; fn find(&mut self, f: fn(&T) -> bool) -> Option<T>; fn rfind(&mut self, f: fn(&T) -> bool) -> Option<T>; fn find_map<U>(&mut self, f: fn(T) -> Option<U>) -> Option<U>; fn position(&mut self, f: fn(T) -> bool) -> Option<usize>; fn rposition(&mut self, f: fn(T) -> bool) -> Option<usize>; fn partition(self, f: fn(&T) -> bool) -> (Collect<T>, Collect<T>); fn unzip(self) -> Unzip<T>;
    fn max(self) -> Option<T>; fn min(self) -> Option<T>; fn max_by(self, f: fn(&T, &T) -> Ordering) -> Option<T>; fn min_by(self, f: fn(&T, &T) -> Ordering) -> Option<T>; fn max_by_key<K>(self, f: fn(&T) -> K) -> Option<T>; fn min_by_key<K>(self, f: fn(&T) -> K) -> Option<T>; fn is_sorted(self) -> bool; fn lt<C>(self, other: C) -> bool; fn eq<C>(self, other: C) -> bool;
    fn len(&self) -> usize; fn contains(&self, value: _) -> bool; fn is_empty(&self) -> bool; fn start(&self) -> &T; fn end(&self) -> &T; fn as_str(&self) -> &str; fn as_slice(&self) -> &[Pointee<T>]; fn remainder(&self) -> &[Pointee<Element<T>>]; fn into_remainder(self) -> &mut [Pointee<Element<T>>];
}

trait Map<K, V> {
    fn new() -> HashMap<K, V>; fn with_capacity(n: usize) -> HashMap<K, V>; fn default() -> HashMap<K, V>; fn from<C>(other: C) -> MapOf<Item<C>>; fn from_iter<C>(other: C) -> MapOf<Item<C>>;
    fn get(&self, key: _) -> Option<&V>; fn get_mut(&mut self, key: _) -> Option<&mut V>; fn insert(&mut self, key: K, value: V) -> Option<V>; fn remove(&mut self, key: _) -> Option<V>; fn remove_entry(&mut self, key: _) -> Option<(K, V)>; fn entry(&mut self, key: K) -> Entry<V>; fn contains_key(&self, key: _) -> bool; fn get_key_value(&self, key: _) -> Option<(&K, &V)>;
    fn keys(&self) -> Iterator<&K>; fn values(&self) -> Iterator<&V>; fn values_mut(&mut self) -> Iterator<&mut V>; fn into_values(self) -> Iterator<V>; fn into_keys(self) -> Iterator<K>; fn iter(&self) -> Iterator<(&K, &V)>; fn iter_mut(&mut self) -> Iterator<(&K, &mut V)>; fn into_iter(self) -> Iterator<Item<Receiver>>; fn range(&self, range: _) -> Iterator<(&K, &V)>; fn drain(&mut self) -> Iterator<(K, V)>; fn retain(&mut self, f: fn(&K, &mut V) -> bool);
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn clear(&mut self); fn extend<C>(&mut self, other: Extends<C, (K, V)>); fn first_key_value(&self) -> Option<(&K, &V)>; fn last_key_value(&self) -> Option<(&K, &V)>; fn pop_first(&mut self) -> Option<(K, V)>; fn pop_last(&mut self) -> Option<(K, V)>;
}

trait Entry<V> { fn or_insert(self, value: V) -> &mut V; fn or_default(self) -> &mut V; fn or_insert_with(self, f: fn() -> V) -> &mut V; fn and_modify(self, f: fn(&mut V)) -> Entry<V>; }

trait Set<T> {
    fn new() -> HashSet<T>; fn with_capacity(n: usize) -> HashSet<T>; fn default() -> HashSet<T>; fn from<C>(other: C) -> HashSet<Item<C>>; fn from_iter<C>(other: C) -> HashSet<Item<C>>;
    fn insert(&mut self, value: T) -> bool; fn remove(&mut self, value: _) -> bool; fn contains(&self, value: _) -> bool; fn get(&self, value: _) -> Option<&T>; fn len(&self) -> usize; fn is_empty(&self) -> bool; fn clear(&mut self); fn iter(&self) -> Iterator<&T>; fn into_iter(self) -> Iterator<Item<Receiver>>; fn extend<C>(&mut self, other: Extends<C, T>); fn union(&self, other: &HashSet<T>) -> Iterator<&T>; fn intersection(&self, other: &HashSet<T>) -> Iterator<&T>; fn difference(&self, other: &HashSet<T>) -> Iterator<&T>; fn first(&self) -> Option<&T>; fn last(&self) -> Option<&T>; fn pop_first(&mut self) -> Option<T>; fn retain(&mut self, f: fn(&T) -> bool); fn range(&self, range: _) -> Iterator<&T>;
}

trait Box<T> { fn new(value: T) -> Box<T>; fn from(value: T) -> Box<T>; fn as_ref(&self) -> &T; fn as_mut(&mut self) -> &mut T; }
trait Rc<T> { fn new(value: T) -> Rc<T>; fn from(value: T) -> Rc<T>; fn clone(one: &Rc<T>) -> Rc<T>; fn as_ref(&self) -> &T; fn ptr_eq(a: &Rc<T>, b: &Rc<T>) -> bool; fn make_mut(one: &mut Rc<T>) -> &mut T; fn strong_count(one: &Rc<T>) -> usize; }
trait Arc<T> { fn new(value: T) -> Arc<T>; fn from(value: T) -> Arc<T>; fn clone(one: &Arc<T>) -> Arc<T>; fn as_ref(&self) -> &T; fn ptr_eq(a: &Arc<T>, b: &Arc<T>) -> bool; fn make_mut(one: &mut Arc<T>) -> &mut T; }
trait Cell<T> { fn new(value: T) -> Cell<T>; fn get(&self) -> T; fn set(&self, value: T); fn replace(&self, value: T) -> T; fn take(&self) -> T; fn into_inner(self) -> T; fn get_mut(&mut self) -> &mut T; fn update(&self, f: fn(T) -> T); }
trait RefCell<T> { fn new(value: T) -> RefCell<T>; fn borrow(&self) -> &T; fn borrow_mut(&self) -> &mut T; fn replace(&self, value: T) -> T; fn take(&self) -> T; fn into_inner(self) -> T; fn get_mut(&mut self) -> &mut T; }
trait Cow<T> { fn into_owned(self) -> T; fn to_mut(&mut self) -> &mut T; }

trait mem { fn swap<T>(a: &mut T, b: &mut T); fn replace<T>(a: &mut T, b: T) -> T; fn take<T>(a: &mut T) -> T; fn drop<T>(a: T); }
trait hint { fn black_box<T>(a: T) -> T; }
trait cmp { fn max<T>(a: T, b: T) -> T; fn min<T>(a: T, b: T) -> T; }
trait array { fn from_fn<T>(f: fn(usize) -> T) -> [T; 1]; fn from_ref<T>(a: &T) -> &[T; 1]; }
trait iter {
    fn once<T>(a: T) -> Iterator<T>; fn empty<T>() -> Iterator<T>; fn repeat<T>(a: T) -> Iterator<T>; fn repeat_n<T>(a: T, n: usize) -> Iterator<T>; fn repeat_with<T>(f: fn() -> T) -> Iterator<T>; fn from_fn<T>(f: fn() -> Option<T>) -> Iterator<T>;
    fn successors<T>(first: Option<T>, f: fn(&T) -> Option<T>) -> Iterator<T>; fn zip<A, B>(a: A, b: B) -> Iterator<(Item<A>, Item<B>)>;
}
trait Prelude { fn Some<T>(value: T) -> Option<T>; fn Ok<T, E>(value: T) -> Result<T, E>; fn Err<T, E>(error: E) -> Result<T, E>; fn drop<T>(a: T); fn swap<T>(a: &mut T, b: &mut T); fn replace<T>(a: &mut T, b: T) -> T; fn take<T>(a: &mut T) -> T; fn black_box<T>(a: T) -> T; fn Reverse<T>(a: T) -> Reverse<T>; fn repeat<T>(a: T) -> Iterator<T>; fn successors<T>(first: Option<T>, f: fn(&T) -> Option<T>) -> Iterator<T>; fn from_fn<T>(f: fn() -> Option<T>) -> Iterator<T>; fn zip<A, B>(a: A, b: B) -> Iterator<(Item<A>, Item<B>)>; }
