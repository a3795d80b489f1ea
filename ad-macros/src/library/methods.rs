//! The methods of containers, options, results and iterators, and some of `bool`, `Cell` and `RefCell`. The number of arguments
//! distinguishes two methods of one name.

use super::Argument::{self, Calls, Free, Like, LikeAll, Makes, Start, Stored, StoredAll};
use super::Gives::{
    self, Accumulated, At, Compared, Either, Element, Given, Inside, List, Plain, Receiver, Tuple, Unsigned,
    Unzipped,
};

/// A method.
pub(crate) struct Row {
    name: &'static str,
    pub(crate) arguments: &'static [Argument],
    pub(crate) gives: Gives,
}

/// The method of this name with this number of arguments.
pub(crate) fn find(name: &str, arguments: usize) -> Option<&'static Row> {
    METHODS.iter().find(|method| method.name == name && method.arguments.len() == arguments)
}

macro_rules! methods {
    ($($name:ident($($argument:expr),*) -> $gives:expr => $ty:ty = $example:expr;)*) => {
        static METHODS: &[Row] = &[
            $(Row { name: stringify!($name), arguments: &[$($argument),*], gives: $gives },)*
        ];

        #[cfg(test)]
        pub(super) fn examples() -> Vec<super::tests::Example> {
            #[allow(unused_imports, reason = "the names that a line may use")]
            use std::{borrow::Cow, cell::{Cell, RefCell}, collections::VecDeque};
            vec![$({
                #[allow(clippy::all, clippy::pedantic, reason = "each method once, however one would write it")]
                fn compiled() {
                    let _: $ty = $example;
                }
                super::tests::Example {
                    row: stringify!($name),
                    arguments: <[&str]>::len(&[$(stringify!($argument)),*]),
                    ty: stringify!($ty),
                    code: stringify!($example),
                    run: compiled,
                }
            }),*]
        }
    };
}

methods! {
    // The same, seen otherwise.
    iter() -> Receiver => Option<&f64> = [1.0].iter().next();
    iter_mut() -> Receiver => Option<&mut f64> = [1.0].iter_mut().next();
    into_iter() -> Receiver => Option<f64> = [1.0].into_iter().next();
    by_ref() -> Receiver => Option<&f64> = [1.0].iter().by_ref().next();
    copied() -> Receiver => Option<f64> = [1.0].iter().copied().next();
    cloned() -> Receiver => Option<f64> = [1.0].iter().cloned().next();
    clone() -> Receiver => Vec<f64> = vec![1.0].clone();
    to_owned() -> Receiver => Vec<f64> = [1.0][..].to_owned();
    to_vec() -> Receiver => Vec<f64> = [1.0].to_vec();
    into_vec() -> Receiver => Vec<f64> = vec![1.0].into_boxed_slice().into_vec();
    into_boxed_slice() -> Receiver => Box<[f64]> = vec![1.0].into_boxed_slice();
    collect() -> Receiver => Vec<f64> = [1.0].into_iter().collect();
    as_slice() -> Receiver => &[f64] = vec![1.0].as_slice();
    as_mut_slice() -> Receiver => &mut [f64] = vec![1.0].as_mut_slice();
    as_ref() -> Receiver => Option<&f64> = Some(1.0).as_ref();
    as_mut() -> Receiver => Option<&mut f64> = Some(1.0).as_mut();
    as_deref() -> Receiver => Option<&f64> = Some(Box::new(1.0)).as_deref();
    as_deref_mut() -> Receiver => Option<&mut f64> = Some(Box::new(1.0)).as_deref_mut();
    each_ref() -> Receiver => [&f64; 1] = [1.0].each_ref();
    each_mut() -> Receiver => [&mut f64; 1] = [1.0].each_mut();
    borrow() -> Receiver => Vec<f64> = RefCell::new(vec![1.0]).borrow().to_vec();
    borrow_mut() -> Receiver => Vec<f64> = RefCell::new(vec![1.0]).borrow_mut().to_vec();
    get_mut() -> Receiver => &mut f64 = Cell::new(1.0).get_mut();
    get() -> Receiver => f64 = Cell::new(1.0).get();
    into_inner() -> Receiver => f64 = Cell::new(1.0).into_inner();
    to_mut() -> Receiver => usize = { let mut c: Cow<'_, [f64]> = Cow::Owned(vec![1.0]); c.to_mut().len() };

    // Some of it, in another order, or more than once.
    rev() -> Receiver => Option<&f64> = [1.0].iter().rev().next();
    skip(Free) -> Receiver => Option<&f64> = [1.0].iter().skip(1).next();
    take(Free) -> Receiver => Option<&f64> = [1.0].iter().take(1).next();
    take() -> Receiver => Option<f64> = Some(1.0).take();
    take_if(Calls(&[Element])) -> Receiver => Option<f64> = Some(1.0).take_if(|x| *x > 0.0);
    step_by(Free) -> Receiver => Option<&f64> = [1.0].iter().step_by(2).next();
    peekable() -> Receiver => Option<&f64> = [1.0].iter().peekable().next();
    fuse() -> Receiver => Option<&f64> = [1.0].iter().fuse().next();
    cycle() -> Receiver => Option<&f64> = [1.0].iter().cycle().next();
    filter(Calls(&[Element])) -> Receiver => Option<&f64> = [1.0].iter().filter(|x| **x > 0.0).next();
    skip_while(Calls(&[Element])) -> Receiver => Option<&f64> = [1.0].iter().skip_while(|x| **x > 0.0).next();
    take_while(Calls(&[Element])) -> Receiver => Option<&f64> = [1.0].iter().take_while(|x| **x > 0.0).next();
    inspect(Calls(&[Element])) -> Receiver => Option<&f64> = [1.0].iter().inspect(|x| assert!(**x > 0.0)).next();
    drain(Free) -> Receiver => Option<f64> = vec![1.0].drain(..).next();
    split_off(Free) -> Receiver => Vec<f64> = vec![1.0].split_off(0);
    repeat(Free) -> Receiver => Vec<f64> = [1.0].repeat(2);
    flatten() -> Element => Option<f64> = Some(Some(1.0)).flatten();
    concat() -> Element => Vec<f64> = [[1.0], [2.0]].concat();
    chain(LikeAll) -> Either(&Receiver, &Given(0)) => Option<f64> = [1.0].into_iter().chain([2.0]).next();
    or(LikeAll) -> Either(&Receiver, &Given(0)) => Option<f64> = None.or(Some(1.0));
    or_else(Calls(&[Plain])) -> Either(&Receiver, &Given(0)) => Option<f64> = None.or_else(|| Some(1.0));
    xor(LikeAll) -> Either(&Receiver, &Given(0)) => Option<f64> = None.xor(Some(1.0));
    ok() -> Receiver => Option<f64> = Ok::<f64, ()>(1.0).ok();
    ok_or(Free) -> Receiver => Result<f64, u32> = Some(1.0).ok_or(3);
    ok_or_else(Calls(&[])) -> Receiver => Result<f64, u32> = Some(1.0).ok_or_else(|| 3);
    map_err(Calls(&[Plain])) -> Receiver => Result<f64, u32> = Ok::<f64, ()>(1.0).map_err(|_| 3);

    // One element, perhaps.
    first() -> List(&Element) => Option<&f64> = [1.0].first();
    first_mut() -> List(&Element) => Option<&mut f64> = [1.0].first_mut();
    last() -> List(&Element) => Option<&f64> = [1.0].last();
    last_mut() -> List(&Element) => Option<&mut f64> = [1.0].last_mut();
    front() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).front().copied();
    front_mut() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).front_mut().copied();
    back() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).back().copied();
    back_mut() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).back_mut().copied();
    get(Free) -> At => Option<&f64> = [1.0].get(0);
    get_mut(Free) -> At => Option<&mut f64> = [1.0].get_mut(0);
    next() -> List(&Element) => Option<&f64> = [1.0].iter().next();
    next_back() -> List(&Element) => Option<&f64> = [1.0].iter().next_back();
    nth(Free) -> List(&Element) => Option<&f64> = [1.0].iter().nth(0);
    nth_back(Free) -> List(&Element) => Option<&f64> = [1.0].iter().nth_back(0);
    next_if(Calls(&[Element])) -> List(&Element) => Option<f64> = [1.0].into_iter().peekable().next_if(|x| *x > 0.0);
    peek() -> List(&Element) => Option<f64> = [1.0].into_iter().peekable().peek().copied();
    peek_mut() -> List(&Element) => Option<f64> = [1.0].into_iter().peekable().peek_mut().copied();
    pop() -> List(&Element) => Option<f64> = vec![1.0].pop();
    pop_if(Calls(&[Element])) -> List(&Element) => Option<f64> = vec![1.0].pop_if(|x| *x > 0.0);
    pop_front() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).pop_front();
    pop_back() -> List(&Element) => Option<f64> = VecDeque::from([1.0]).pop_back();
    find(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().find(|x| **x > 0.5);
    rfind(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().rfind(|x| **x > 0.5);
    reduce(Calls(&[Element, Element])) -> List(&Element) => Option<f64> = [1.0].into_iter().reduce(|a, b| a + b);
    min_by(Calls(&[Element, Element])) -> List(&Element) => Option<&f64> = [1.0].iter().min_by(|a, b| a.partial_cmp(b).unwrap());
    max_by(Calls(&[Element, Element])) -> List(&Element) => Option<&f64> = [1.0].iter().max_by(|a, b| a.partial_cmp(b).unwrap());
    min_by_key(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().min_by_key(|_| 1);
    max_by_key(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().max_by_key(|_| 1);

    // One element.
    unwrap() -> Element => f64 = Some(1.0).unwrap();
    expect(Free) -> Element => f64 = Some(1.0).expect("it is there");
    unwrap_or(Like) -> Either(&Element, &Given(0)) => f64 = Some(1.0).unwrap_or(2.0);
    unwrap_or_else(Calls(&[Plain])) -> Either(&Element, &Given(0)) => f64 = Some(1.0).unwrap_or_else(|| 2.0);
    unwrap_or_default() -> Element => f64 = Some(1.0).unwrap_or_default();
    sum() -> Element => f64 = [1.0].iter().sum();
    product() -> Element => f64 = [1.0].iter().product();
    remove(Free) -> Element => f64 = vec![1.0].remove(0);
    swap_remove(Free) -> Element => f64 = vec![1.0].swap_remove(0);
    get_or_insert(Stored) -> Either(&Element, &Given(0)) => f64 = *None.get_or_insert(1.0);
    get_or_insert_with(Makes) -> Either(&Element, &Given(0)) => f64 = *None.get_or_insert_with(|| 1.0);
    insert(Stored) -> Either(&Element, &Given(0)) => f64 = *None.insert(1.0);
    replace(Stored) -> Receiver => Option<f64> = Some(1.0).replace(2.0);

    // One element after the other.
    map(Calls(&[Element])) -> List(&Given(0)) => Option<f64> = [1.0].iter().map(|x| 2.0 * x).next();
    flat_map(Calls(&[Element])) -> List(&Inside(&Given(0))) => Option<f64> = [1.0].iter().flat_map(|x| [*x, *x]).next();
    filter_map(Calls(&[Element])) -> List(&Inside(&Given(0))) => Option<f64> = [1.0].iter().filter_map(|x| Some(2.0 * x)).next();
    map_while(Calls(&[Element])) -> List(&Inside(&Given(0))) => Option<f64> = [1.0].iter().map_while(|x| Some(2.0 * x)).next();
    and_then(Calls(&[Element])) -> List(&Inside(&Given(0))) => Option<f64> = Some(1.0).and_then(|x| Some(2.0 * x));
    and(Free) -> Given(0) => Option<f64> = Some(1).and(Some(1.0));
    find_map(Calls(&[Element])) -> Given(0) => Option<f64> = [1.0].iter().find_map(|x| Some(2.0 * x));
    map_or(Free, Calls(&[Element])) -> Either(&Given(0), &Given(1)) => f64 = Some(1.0).map_or(0.0, |x| 2.0 * x);
    map_or_else(Calls(&[Plain]), Calls(&[Element])) -> Either(&Given(0), &Given(1)) => f64 = Some(1.0).map_or_else(|| 0.0, |x| 2.0 * x);
    fold(Start, Calls(&[Accumulated, Element])) -> Accumulated => f64 = [1.0].iter().fold(0.0, |s, x| s + x);
    rfold(Start, Calls(&[Accumulated, Element])) -> Accumulated => f64 = [1.0].iter().rfold(0.0, |s, x| s + x);
    try_fold(Start, Calls(&[Accumulated, Element])) -> List(&Accumulated) => Option<f64> = [1.0].iter().try_fold(0.0, |s, x| Some(s + x));
    scan(Start, Calls(&[Accumulated, Element])) -> List(&Inside(&Given(1))) => Option<f64> = [1.0].iter().scan(0.0, |s, x| { *s += x; Some(*s) }).next();
    for_each(Calls(&[Element])) -> Plain => () = [1.0].iter().for_each(|x| assert!(*x > 0.0));
    try_for_each(Calls(&[Element])) -> Given(0) => Option<()> = [1.0].iter().try_for_each(|_| Some(()));
    any(Calls(&[Element])) -> Plain => bool = [1.0].iter().any(|x| *x > 0.0);
    all(Calls(&[Element])) -> Plain => bool = [1.0].iter().all(|x| *x > 0.0);
    is_some_and(Calls(&[Element])) -> Plain => bool = Some(1.0).is_some_and(|x| x > 0.0);
    is_none_or(Calls(&[Element])) -> Plain => bool = Some(1.0).is_none_or(|x| x > 0.0);
    is_ok_and(Calls(&[Element])) -> Plain => bool = Ok::<f64, ()>(1.0).is_ok_and(|x| x > 0.0);

    // Several at a time.
    enumerate() -> List(&Tuple(&[Unsigned, Element])) => Option<(usize, &f64)> = [1.0].iter().enumerate().next();
    zip(Free) -> List(&Tuple(&[Element, Inside(&Given(0))])) => Option<(&f64, u8)> = [1.0].iter().zip([1_u8]).next();
    unzip() -> Unzipped => (Vec<f64>, Vec<u8>) = [(1.0, 1_u8)].into_iter().unzip();
    partition(Calls(&[Element])) -> Tuple(&[Receiver, Receiver]) => (Vec<f64>, Vec<f64>) = [1.0].into_iter().partition(|x| *x > 0.0);
    split_at(Free) -> Tuple(&[Receiver, Receiver]) => (&[f64], &[f64]) = [1.0].split_at(1);
    split_at_mut(Free) -> Tuple(&[Receiver, Receiver]) => (&mut [f64], &mut [f64]) = [1.0].split_at_mut(1);
    split_first() -> List(&Tuple(&[Element, Receiver])) => Option<(&f64, &[f64])> = [1.0].split_first();
    split_first_mut() -> List(&Tuple(&[Element, Receiver])) => Option<(&mut f64, &mut [f64])> = [1.0].split_first_mut();
    split_last() -> List(&Tuple(&[Element, Receiver])) => Option<(&f64, &[f64])> = [1.0].split_last();
    split_last_mut() -> List(&Tuple(&[Element, Receiver])) => Option<(&mut f64, &mut [f64])> = [1.0].split_last_mut();
    first_chunk() -> List(&Receiver) => Option<&[f64; 1]> = [1.0].first_chunk();
    last_chunk() -> List(&Receiver) => Option<&[f64; 1]> = [1.0].last_chunk();
    split_first_chunk() -> List(&Tuple(&[Receiver, Receiver])) => Option<(&[f64; 1], &[f64])> = [1.0].split_first_chunk();
    windows(Free) -> List(&Receiver) => Option<&[f64]> = [1.0].windows(1).next();
    chunks(Free) -> List(&Receiver) => Option<&[f64]> = [1.0].chunks(1).next();
    chunks_mut(Free) -> List(&Receiver) => Option<&mut [f64]> = [1.0].chunks_mut(1).next();
    chunks_exact(Free) -> List(&Receiver) => Option<&[f64]> = [1.0].chunks_exact(1).next();
    chunks_exact_mut(Free) -> List(&Receiver) => Option<&mut [f64]> = [1.0].chunks_exact_mut(1).next();
    rchunks(Free) -> List(&Receiver) => Option<&[f64]> = [1.0].rchunks(1).next();
    chunk_by(Calls(&[Element, Element])) -> List(&Receiver) => Option<&[f64]> = [1.0].chunk_by(|a, b| a < b).next();
    split(Calls(&[Element])) -> List(&Receiver) => Option<&[f64]> = [1.0].split(|x| *x > 0.0).next();
    as_chunks() -> Tuple(&[List(&Receiver), Receiver]) => (&[[f64; 1]], &[f64]) = [1.0].as_chunks();
    as_rchunks() -> Tuple(&[Receiver, List(&Receiver)]) => (&[f64], &[[f64; 1]]) = [1.0].as_rchunks();

    // What is stored.
    push(Stored) -> Plain => () = Vec::new().push(1.0);
    push_back(Stored) -> Plain => () = VecDeque::new().push_back(1.0);
    push_front(Stored) -> Plain => () = VecDeque::new().push_front(1.0);
    insert(Free, Stored) -> Plain => () = Vec::new().insert(0, 1.0);
    resize(Free, Stored) -> Plain => () = Vec::new().resize(2, 1.0);
    resize_with(Free, Makes) -> Plain => () = Vec::new().resize_with(2, || 1.0);
    fill(Stored) -> Plain => () = [0.0].fill(1.0);
    fill_with(Makes) -> Plain => () = [0.0].fill_with(|| 1.0);
    set(Stored) -> Plain => () = Cell::new(0.0).set(1.0);
    extend(StoredAll) -> Plain => () = Vec::new().extend([1.0]);
    extend_from_slice(StoredAll) -> Plain => () = Vec::new().extend_from_slice(&[1.0]);
    append(StoredAll) -> Plain => () = Vec::new().append(&mut vec![1.0]);
    copy_from_slice(StoredAll) -> Plain => () = [0.0].copy_from_slice(&[1.0]);
    clone_from_slice(StoredAll) -> Plain => () = [0.0].clone_from_slice(&[1.0]);
    swap_with_slice(StoredAll) -> Plain => () = [0.0].swap_with_slice(&mut [1.0]);
    extend_from_within(Free) -> Plain => () = vec![1.0].extend_from_within(..);
    copy_within(Free, Free) -> Plain => () = [1.0].copy_within(.., 0);

    // What is moved or dropped.
    swap(Free, Free) -> Plain => () = [1.0, 2.0].swap(0, 1);
    swap(Free) -> Plain => () = Cell::new(1.0).swap(&Cell::new(2.0));
    reverse() -> Plain => () = [1.0].reverse();
    rotate_left(Free) -> Plain => () = [1.0].rotate_left(1);
    rotate_right(Free) -> Plain => () = [1.0].rotate_right(1);
    sort_by(Calls(&[Element, Element])) -> Plain => () = [1.0].sort_by(|a, b| a.partial_cmp(b).unwrap());
    sort_unstable_by(Calls(&[Element, Element])) -> Plain => () = [1.0].sort_unstable_by(|a, b| a.partial_cmp(b).unwrap());
    sort_by_key(Calls(&[Element])) -> Plain => () = [1.0].sort_by_key(|_| 1);
    sort_unstable_by_key(Calls(&[Element])) -> Plain => () = [1.0].sort_unstable_by_key(|_| 1);
    sort_by_cached_key(Calls(&[Element])) -> Plain => () = [1.0].sort_by_cached_key(|_| 1);
    select_nth_unstable_by(Free, Calls(&[Element, Element])) -> Tuple(&[Receiver, Element, Receiver])
        => (&mut [f64], &mut f64, &mut [f64]) = [1.0].select_nth_unstable_by(0, |a, b| a.partial_cmp(b).unwrap());
    retain(Calls(&[Element])) -> Plain => () = vec![1.0].retain(|x| *x > 0.0);
    retain_mut(Calls(&[Element])) -> Plain => () = vec![1.0].retain_mut(|x| *x > 0.0);
    dedup_by(Calls(&[Element, Element])) -> Plain => () = vec![1.0].dedup_by(|a, b| a < b);
    dedup_by_key(Calls(&[Element])) -> Plain => () = vec![1.0].dedup_by_key(|_| 1);
    truncate(Free) -> Plain => () = vec![1.0].truncate(1);
    clear() -> Plain => () = vec![1.0].clear();
    reserve(Free) -> Plain => () = vec![1.0].reserve(1);
    shrink_to_fit() -> Plain => () = vec![1.0].shrink_to_fit();

    // What holds no element.
    len() -> Unsigned => usize = [1.0].len();
    count() -> Unsigned => usize = [1.0].iter().count();
    capacity() -> Unsigned => usize = vec![1.0].capacity();
    position(Calls(&[Element])) -> List(&Unsigned) => Option<usize> = [1.0].iter().position(|x| *x > 0.0);
    rposition(Calls(&[Element])) -> List(&Unsigned) => Option<usize> = [1.0].iter().rposition(|x| *x > 0.0);
    partition_point(Calls(&[Element])) -> Unsigned => usize = [1.0].partition_point(|x| *x < 0.0);
    binary_search_by(Calls(&[Element])) -> List(&Unsigned) => Result<usize, usize> = [1.0].binary_search_by(|x| x.partial_cmp(&0.5).unwrap());
    binary_search_by_key(Free, Calls(&[Element])) -> List(&Unsigned) => Result<usize, usize> = [1.0].binary_search_by_key(&1, |_| 1);
    is_empty() -> Plain => bool = [1.0].is_empty();
    is_some() -> Plain => bool = Some(1.0).is_some();
    is_none() -> Plain => bool = Some(1.0).is_none();
    is_ok() -> Plain => bool = Ok::<f64, ()>(1.0).is_ok();
    is_err() -> Plain => bool = Ok::<f64, ()>(1.0).is_err();
    err() -> Plain => Option<u32> = Ok::<f64, u32>(1.0).err();
    size_hint() -> Plain => (usize, Option<usize>) = [1.0].iter().size_hint();
    as_ptr() -> Plain => *const u8 = [1_u8].as_ptr();
    is_sorted_by(Calls(&[Element, Element])) -> Plain => bool = [1.0].is_sorted_by(|a, b| a <= b);
    is_sorted_by_key(Calls(&[Element])) -> Plain => bool = [1.0].is_sorted_by_key(|_| 1);
    is_sorted() -> Compared => bool = [1.0].is_sorted();
    contains(Like) -> Compared => bool = [1.0].contains(&2.0);
    starts_with(LikeAll) -> Compared => bool = [1.0].starts_with(&[2.0]);
    ends_with(LikeAll) -> Compared => bool = [1.0].ends_with(&[2.0]);
    dedup() -> Compared => () = vec![1.0].dedup();

    // Of `bool`.
    then_some(Free) -> List(&Given(0)) => Option<f64> = true.then_some(1.0);
    then(Calls(&[])) -> List(&Given(0)) => Option<f64> = true.then(|| 1.0);
}
