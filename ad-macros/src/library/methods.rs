//! The methods of containers, options, results and iterators, and some of `bool`, `Cell` and `RefCell`. The number of arguments
//! distinguishes two methods of one name.

use super::Gives::{
    self, Accumulated, At, Compared, Either, Element, Given, Inside, List, Plain, Receiver, Tuple, Unsigned,
    Unzipped,
};
use super::Takes::{self, Calls, Free, Like, LikeAll, Makes, Start, Stored, StoredAll};
use super::definitions::{self, Of};
use super::reverse::{OfIterator, OfList, OfOption, OfPlain};
use syn::{Expr, ExprMethodCall};

/// A method.
pub(crate) struct Row {
    name: &'static str,
    pub(crate) arguments: &'static [Takes],
    pub(crate) gives: Gives,
    /// Whether it may change the content of its receiver, or lets its caller change that.
    pub(crate) mutable: bool,
    /// Whether the result is `()`.
    unit: bool,
    /// How an adjoint program runs it, for each kind of receiver.
    pub(crate) iterator: Option<OfIterator>,
    pub(crate) list: Option<OfList>,
    pub(crate) option: Option<OfOption>,
    pub(crate) plain: Option<OfPlain>,
}

/// The method of this name with this number of arguments.
pub(crate) fn find(name: &str, arguments: usize) -> Option<&'static Row> {
    named(name).find(|method| method.arguments.len() == arguments)
}

/// The method of a call.
pub(crate) fn of(call: &ExprMethodCall) -> Option<&'static Row> {
    find(&call.method.to_string(), call.args.len())
}

/// The methods of this name.
pub(crate) fn named(name: &str) -> impl Iterator<Item = &'static Row> {
    METHODS.iter().filter(move |method| method.name == name)
}

impl Row {
    /// Whether the result is an iterator. Other receivers have `map` as well.
    pub(crate) fn adapts(&self) -> bool {
        matches!(self.list, Some(OfList::View(_))) || self.iterator.is_some_and(OfIterator::adapts)
    }

    /// Whether a call inspects its receiver: its value contains no number, and depends on the content of the receiver.
    pub(crate) fn inspects(&self) -> bool {
        let own = self.mutable
            || self.list.is_some()
            || self.option.is_some()
            || self.iterator == Some(OfIterator::ForEach);
        // A call without a value is for its effect.
        !own && !self.unit && matches!(self.gives, Plain | Unsigned | Compared | List(Unsigned))
    }

    /// Whether a call only chooses or sorts the items of its receiver, by closures that inspect.
    pub(crate) fn selects(&self) -> bool {
        let inspects = |argument: &Takes| matches!(argument, Calls(_));
        !self.arguments.is_empty()
            && self.arguments.iter().all(inspects)
            && matches!(self.gives, Receiver | Plain | List(Element) | Tuple([Receiver, Receiver]))
    }

    /// Whether two calls give the same result and have no effects but those of their arguments. A user's type hardly has such a
    /// method with another meaning. Methods such as `sum` have this one after another call.
    pub(crate) fn is_pure(&self, of_call: bool) -> bool {
        let known = self.list.is_some_and(|list| list != OfList::Borrow)
            || self.option.is_some()
            || self.iterator.is_some()
            || matches!(self.gives, Compared);
        let of_iterators = !matches!(self.iterator, None | Some(OfIterator::Same))
            && !matches!(self.list, Some(OfList::Parts(..)));
        known && !self.mutable && (of_call || !of_iterators)
    }

    /// Whether a call may do no more than read its operands, and fail.
    pub(crate) fn reads(&self) -> bool {
        matches!(self.list, Some(OfList::View(_) | OfList::Parts(..) | OfList::Length))
            || matches!(self.option, Some(OfOption::Unwrap | OfOption::Copied))
    }

    /// Whether later code determines the type of the result.
    pub(crate) fn infers(&self) -> bool {
        matches!(self.iterator, Some(OfIterator::Sum | OfIterator::Product))
    }

    /// Whether a call is cheaper than to save its value.
    pub(crate) fn is_cheap(&self) -> bool {
        match self.list {
            Some(OfList::View(_)) => self.arguments.is_empty() && !self.mutable,
            list => list == Some(OfList::Length),
        }
    }

    /// A call of a method with a definition as that definition.
    pub(crate) fn defined(&self, call: &ExprMethodCall) -> Option<Expr> {
        let of = match (self.list, self.iterator, self.option) {
            (Some(OfList::Defined), ..) => Of::List,
            (_, Some(OfIterator::Defined), _) => Of::Iterator,
            (.., Some(OfOption::Assigned)) => Of::Option,
            _ => return None,
        };
        definitions::find(of, self.name, self.arguments.len())?.expression(call)
    }
}

impl Row {
    const fn new(name: &'static str, arguments: &'static [Takes], gives: Gives, mutable: bool) -> Row {
        Row {
            name,
            arguments,
            gives,
            mutable,
            unit: false,
            iterator: None,
            list: None,
            option: None,
            plain: None,
        }
    }
}

macro_rules! reverse {
    (iterator $reverse:expr) => {{
        use OfIterator::*;
        Some($reverse)
    }};
    (list $reverse:expr) => {{
        use OfList::*;
        Some($reverse)
    }};
    (option $reverse:expr) => {{
        use OfOption::*;
        Some($reverse)
    }};
    (plain $reverse:expr) => {{
        use OfPlain::*;
        Some($reverse)
    }};
}

macro_rules! methods {
    ($($(&$mutable:ident)? $name:ident($($argument:expr),*) -> $gives:expr $(, $of:ident: $reverse:expr)* => $ty:ty = $example:expr;)*) => {
        static METHODS: &[Row] = &[$({
            #[allow(unused_mut, reason = "a row without adjoint programs")]
            let mut row = Row::new(
                stringify!($name),
                &[$($argument),*],
                $gives,
                !<[&str]>::is_empty(&[$(stringify!($mutable))?]),
            );
            $(row.$of = reverse!($of $reverse);)*
            row.unit = matches!(stringify!($ty).as_bytes(), b"()");
            row
        },)*];

        #[cfg(test)]
        pub(super) fn examples() -> Vec<super::tests::Example> {
            #[allow(unused_imports, reason = "the names that a line may use")]
            use std::{borrow::Cow, cell::{Cell, RefCell}, collections::{BTreeMap, VecDeque}};
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
    iter() -> Receiver, list: View("I"), plain: View => Option<&f64> = [1.0].iter().next();
    &mut iter_mut() -> Receiver, list: View("I") => Option<&mut f64> = [1.0].iter_mut().next();
    into_iter() -> Receiver, iterator: Same => Option<f64> = [1.0].into_iter().next();
    by_ref() -> Receiver, iterator: Same => Option<&f64> = [1.0].iter().by_ref().next();
    copied() -> Receiver, iterator: Copied, option: Copied => Option<f64> = [1.0].iter().copied().next();
    cloned() -> Receiver, iterator: Copied, option: Copied => Option<f64> = [1.0].iter().cloned().next();
    clone() -> Receiver, option: Copied, list: Copy => Vec<f64> = vec![1.0].clone();
    to_owned() -> Receiver, list: Owned => Vec<f64> = [1.0][..].to_owned();
    to_vec() -> Receiver, list: ToVec => Vec<f64> = [1.0].to_vec();
    into_vec() -> Receiver => Vec<f64> = vec![1.0].into_boxed_slice().into_vec();
    into_boxed_slice() -> Receiver => Box<[f64]> = vec![1.0].into_boxed_slice();
    collect() -> Receiver, iterator: Collect => Vec<f64> = [1.0].into_iter().collect();
    as_slice() -> Receiver, list: Slice, plain: Reference => &[f64] = vec![1.0].as_slice();
    &mut as_mut_slice() -> Receiver, list: Slice => &mut [f64] = vec![1.0].as_mut_slice();
    as_ref() -> Receiver, list: Slice, option: Same, plain: View => Option<&f64> = Some(1.0).as_ref();
    &mut as_mut() -> Receiver, list: Slice => Option<&mut f64> = Some(1.0).as_mut();
    as_deref() -> Receiver, option: Same, plain: View => Option<&f64> = Some(Box::new(1.0)).as_deref();
    &mut as_deref_mut() -> Receiver => Option<&mut f64> = Some(Box::new(1.0)).as_deref_mut();
    each_ref() -> Receiver, list: Slice => [&f64; 1] = [1.0].each_ref();
    &mut each_mut() -> Receiver => [&mut f64; 1] = [1.0].each_mut();
    borrow() -> Receiver, list: Borrow => Vec<f64> = RefCell::new(vec![1.0]).borrow().to_vec();
    &mut borrow_mut() -> Receiver => Vec<f64> = RefCell::new(vec![1.0]).borrow_mut().to_vec();
    &mut get_mut() -> Receiver => &mut f64 = Cell::new(1.0).get_mut();
    get() -> Receiver => f64 = Cell::new(1.0).get();
    into_inner() -> Receiver => f64 = Cell::new(1.0).into_inner();
    &mut to_mut() -> Receiver => usize = { let mut c: Cow<'_, [f64]> = Cow::Owned(vec![1.0]); c.to_mut().len() };

    // Some of it, in another order, or more than once.
    rev() -> Receiver, iterator: Rev => Option<&f64> = [1.0].iter().rev().next();
    skip(Free) -> Receiver, iterator: Skip => Option<&f64> = [1.0].iter().skip(1).next();
    take(Free) -> Receiver, iterator: Take => Option<&f64> = [1.0].iter().take(1).next();
    &mut take() -> Receiver, option: Assigned => Option<f64> = Some(1.0).take();
    &mut replace(Stored) -> Receiver, option: Assigned
        => Option<f64> = Some(1.0).replace(2.0);
    take_if(Calls(&[Element])) -> Receiver => Option<f64> = Some(1.0).take_if(|x| *x > 0.0);
    step_by(Free) -> Receiver, iterator: StepBy => Option<&f64> = [1.0].iter().step_by(2).next();
    peekable() -> Receiver, iterator: Same => Option<&f64> = [1.0].iter().peekable().next();
    fuse() -> Receiver, iterator: Same => Option<&f64> = [1.0].iter().fuse().next();
    cycle() -> Receiver, iterator: Refused => Option<&f64> = [1.0].iter().cycle().next();
    filter(Calls(&[Element])) -> Receiver, iterator: Filter, option: Defined
        => Option<&f64> = [1.0].iter().filter(|x| **x > 0.0).next();
    skip_while(Calls(&[Element])) -> Receiver, iterator: SkipWhile
        => Option<&f64> = [1.0].iter().skip_while(|x| **x > 0.0).next();
    take_while(Calls(&[Element])) -> Receiver, iterator: TakeWhile
        => Option<&f64> = [1.0].iter().take_while(|x| **x > 0.0).next();
    inspect(Calls(&[Element])) -> Receiver, iterator: Refused
        => Option<&f64> = [1.0].iter().inspect(|x| assert!(**x > 0.0)).next();
    &mut drain(Free) -> Receiver => Option<f64> = vec![1.0].drain(..).next();
    &mut split_off(Free) -> Receiver, list: Defined => Vec<f64> = vec![1.0].split_off(0);
    repeat(Free) -> Receiver, list: Defined
        => Vec<f64> = [1.0].repeat(2);
    flatten() -> Element, iterator: Flatten, option: Flatten => Option<f64> = Some(Some(1.0)).flatten();
    concat() -> Element, list: Defined => Vec<f64> = [[1.0], [2.0]].concat();
    chain(LikeAll) -> Either(&Receiver, &Given(0)), iterator: Chained => Option<f64> = [1.0].into_iter().chain([2.0]).next();
    or(LikeAll) -> Either(&Receiver, &Given(0)), option: Defined => Option<f64> = None.or(Some(1.0));
    or_else(Calls(&[Plain])) -> Either(&Receiver, &Given(0)), option: Defined => Option<f64> = None.or_else(|| Some(1.0));
    xor(LikeAll) -> Either(&Receiver, &Given(0)), option: Defined => Option<f64> = None.xor(Some(1.0));
    ok() -> Receiver, option: Same => Option<f64> = Ok::<f64, ()>(1.0).ok();
    ok_or(Free) -> Receiver, option: OkOr => Result<f64, u32> = Some(1.0).ok_or(3);
    ok_or_else(Calls(&[])) -> Receiver, option: OkOrElse => Result<f64, u32> = Some(1.0).ok_or_else(|| 3);
    map_err(Calls(&[Plain])) -> Receiver => Result<f64, u32> = Ok::<f64, ()>(1.0).map_err(|_| 3);

    // One element, perhaps.
    first() -> List(&Element), list: Parts(Some("LEN > 0"), &["0"]), plain: Part => Option<&f64> = [1.0].first();
    &mut first_mut() -> List(&Element), list: Parts(Some("LEN > 0"), &["0"]) => Option<&mut f64> = [1.0].first_mut();
    last() -> List(&Element), list: Parts(Some("LEN > 0"), &["LEN - 1"]), iterator: Select, plain: Part => Option<&f64> = [1.0].last();
    &mut last_mut() -> List(&Element), list: Parts(Some("LEN > 0"), &["LEN - 1"]) => Option<&mut f64> = [1.0].last_mut();
    front() -> List(&Element), list: Parts(Some("LEN > 0"), &["0"]), plain: Part => Option<f64> = VecDeque::from([1.0]).front().copied();
    &mut front_mut() -> List(&Element), list: Parts(Some("LEN > 0"), &["0"]) => Option<f64> = VecDeque::from([1.0]).front_mut().copied();
    back() -> List(&Element), list: Parts(Some("LEN > 0"), &["LEN - 1"]), plain: Part => Option<f64> = VecDeque::from([1.0]).back().copied();
    &mut back_mut() -> List(&Element), list: Parts(Some("LEN > 0"), &["LEN - 1"]) => Option<f64> = VecDeque::from([1.0]).back_mut().copied();
    get(Free) -> At, list: Parts(Some("(A) < LEN"), &["A"]), plain: Part => Option<&f64> = [1.0].get(0);
    &mut get_mut(Free) -> At, list: Parts(Some("(A) < LEN"), &["A"]) => Option<&mut f64> = [1.0].get_mut(0);
    next() -> List(&Element) => Option<&f64> = [1.0].iter().next();
    next_back() -> List(&Element) => Option<&f64> = [1.0].iter().next_back();
    nth(Free) -> List(&Element), iterator: Select => Option<&f64> = [1.0].iter().nth(0);
    nth_back(Free) -> List(&Element), iterator: Defined => Option<&f64> = [1.0].iter().nth_back(0);
    next_if(Calls(&[Element])) -> List(&Element) => Option<f64> = [1.0].into_iter().peekable().next_if(|x| *x > 0.0);
    peek() -> List(&Element), plain: Part => Option<f64> = [1.0].into_iter().peekable().peek().copied();
    &mut peek_mut() -> List(&Element) => Option<f64> = [1.0].into_iter().peekable().peek_mut().copied();
    &mut pop() -> List(&Element), list: Defined => Option<f64> = vec![1.0].pop();
    &mut pop_if(Calls(&[Element])) -> List(&Element), list: Defined => Option<f64> = vec![1.0].pop_if(|x| *x > 0.0);
    &mut pop_front() -> List(&Element), list: Defined => Option<f64> = VecDeque::from([1.0]).pop_front();
    &mut pop_back() -> List(&Element), list: Defined => Option<f64> = VecDeque::from([1.0]).pop_back();
    find(Calls(&[Element])) -> List(&Element), iterator: Select => Option<&f64> = [1.0].iter().find(|x| **x > 0.5);
    rfind(Calls(&[Element])) -> List(&Element), iterator: Defined => Option<&f64> = [1.0].iter().rfind(|x| **x > 0.5);
    reduce(Calls(&[Element, Element])) -> List(&Element), iterator: Reduce
        => Option<f64> = [1.0].into_iter().reduce(|a, b| a + b);
    min_by(Calls(&[Element, Element])) -> List(&Element), iterator: Select
        => Option<&f64> = [1.0].iter().min_by(|a, b| a.partial_cmp(b).unwrap());
    max_by(Calls(&[Element, Element])) -> List(&Element), iterator: Select
        => Option<&f64> = [1.0].iter().max_by(|a, b| a.partial_cmp(b).unwrap());
    min() -> List(&Element), iterator: Defined => Option<&u32> = [1].iter().min();
    max() -> List(&Element), iterator: Defined => Option<&u32> = [1].iter().max();
    min_by_key(Calls(&[Element])) -> List(&Element), iterator: Defined
        => Option<&f64> = [1.0].iter().min_by_key(|_| 1);
    max_by_key(Calls(&[Element])) -> List(&Element), iterator: Defined
        => Option<&f64> = [1.0].iter().max_by_key(|_| 1);

    // One element.
    unwrap() -> Element, option: Unwrap => f64 = Some(1.0).unwrap();
    expect(Free) -> Element, option: Unwrap => f64 = Some(1.0).expect("it is there");
    unwrap_or(Like) -> Either(&Element, &Given(0)), option: Defined => f64 = Some(1.0).unwrap_or(2.0);
    unwrap_or_else(Calls(&[Plain])) -> Either(&Element, &Given(0)), option: Defined
        => f64 = Some(1.0).unwrap_or_else(|| 2.0);
    unwrap_or_default() -> Element, option: UnwrapOrDefault => f64 = Some(1.0).unwrap_or_default();
    sum() -> Element, iterator: Sum => f64 = [1.0].iter().sum();
    product() -> Element, iterator: Product => f64 = [1.0].iter().product();
    &mut remove(Free) -> Element, list: Defined => f64 = vec![1.0].remove(0);
    &mut swap_remove(Free) -> Element, list: Defined => f64 = vec![1.0].swap_remove(0);
    get_or_insert(Stored) -> Either(&Element, &Given(0)),
        option: Assigned
        => f64 = *None.get_or_insert(1.0);
    get_or_insert_with(Makes) -> Either(&Element, &Given(0)),
        option: Assigned
        => f64 = *None.get_or_insert_with(|| 1.0);
    insert(Stored) -> Either(&Element, &Given(0)), option: Assigned
        => f64 = *None.insert(1.0);

    // One element after the other.
    map(Calls(&[Element])) -> List(&Given(0)), iterator: Map, option: Defined, list: Map
        => Option<f64> = [1.0].iter().map(|x| 2.0 * x).next();
    flat_map(Calls(&[Element])) -> List(&Inside(&Given(0))), iterator: FlatMap
        => Option<f64> = [1.0].iter().flat_map(|x| [*x, *x]).next();
    filter_map(Calls(&[Element])) -> List(&Inside(&Given(0))), iterator: FilterMap
        => Option<f64> = [1.0].iter().filter_map(|x| Some(2.0 * x)).next();
    map_while(Calls(&[Element])) -> List(&Inside(&Given(0))), iterator: MapWhile
        => Option<f64> = [1.0].iter().map_while(|x| Some(2.0 * x)).next();
    and_then(Calls(&[Element])) -> List(&Inside(&Given(0))), option: Defined
        => Option<f64> = Some(1.0).and_then(|x| Some(2.0 * x));
    and(Free) -> Given(0), option: Defined => Option<f64> = Some(1).and(Some(1.0));
    find_map(Calls(&[Element])) -> Given(0), iterator: Defined
        => Option<f64> = [1.0].iter().find_map(|x| Some(2.0 * x));
    map_or(Free, Calls(&[Element])) -> Either(&Given(0), &Given(1)), option: Defined => f64 = Some(1.0).map_or(0.0, |x| 2.0 * x);
    map_or_else(Calls(&[Plain]), Calls(&[Element])) -> Either(&Given(0), &Given(1)), option: Defined
        => f64 = Some(1.0).map_or_else(|| 0.0, |x| 2.0 * x);
    fold(Start, Calls(&[Accumulated, Element])) -> Accumulated, iterator: Fold => f64 = [1.0].iter().fold(0.0, |s, x| s + x);
    rfold(Start, Calls(&[Accumulated, Element])) -> Accumulated, iterator: Defined
        => f64 = [1.0].iter().rfold(0.0, |s, x| s + x);
    try_fold(Start, Calls(&[Accumulated, Element])) -> List(&Accumulated), iterator: Defined => Option<f64> = [1.0].iter().try_fold(0.0, |s, x| Some(s + x));
    scan(Start, Calls(&[Accumulated, Element])) -> List(&Inside(&Given(1))), iterator: Scan
        => Option<f64> = [1.0].iter().scan(0.0, |s, x| { *s += x; Some(*s) }).next();
    for_each(Calls(&[Element])) -> Plain, iterator: ForEach => () = [1.0].iter().for_each(|x| assert!(*x > 0.0));
    try_for_each(Calls(&[Element])) -> Given(0) => Option<()> = [1.0].iter().try_for_each(|_| Some(()));
    any(Calls(&[Element])) -> Plain, iterator: Defined
        => bool = [1.0].iter().any(|x| *x > 0.0);
    all(Calls(&[Element])) -> Plain, iterator: Defined
        => bool = [1.0].iter().all(|x| *x > 0.0);
    is_some_and(Calls(&[Element])) -> Plain, option: Defined => bool = Some(1.0).is_some_and(|x| x > 0.0);
    is_none_or(Calls(&[Element])) -> Plain, option: Defined => bool = Some(1.0).is_none_or(|x| x > 0.0);
    is_ok_and(Calls(&[Element])) -> Plain, option: Defined => bool = Ok::<f64, ()>(1.0).is_ok_and(|x| x > 0.0);

    // Several at a time.
    enumerate() -> List(&Tuple(&[Unsigned, Element])), iterator: Enumerate
        => Option<(usize, &f64)> = [1.0].iter().enumerate().next();
    zip(Free) -> List(&Tuple(&[Element, Inside(&Given(0))])), iterator: Zip, option: Defined
        => Option<(&f64, u8)> = [1.0].iter().zip([1_u8]).next();
    unzip() -> Unzipped, iterator: Defined => (Vec<f64>, Vec<u8>) = [(1.0, 1_u8)].into_iter().unzip();
    partition(Calls(&[Element])) -> Tuple(&[Receiver, Receiver]), iterator: Defined => (Vec<f64>, Vec<f64>) = [1.0].into_iter().partition(|x| *x > 0.0);
    split_at(Free) -> Tuple(&[Receiver, Receiver]), list: Parts(None, &["..A", "A.."]) => (&[f64], &[f64]) = [1.0].split_at(1);
    &mut split_at_mut(Free) -> Tuple(&[Receiver, Receiver]), list: Parts(None, &["..A", "A.."])
        => (&mut [f64], &mut [f64]) = [1.0].split_at_mut(1);
    split_first() -> List(&Tuple(&[Element, Receiver])), list: Parts(Some("LEN > 0"), &["0", "1.."])
        => Option<(&f64, &[f64])> = [1.0].split_first();
    &mut split_first_mut() -> List(&Tuple(&[Element, Receiver])) => Option<(&mut f64, &mut [f64])> = [1.0].split_first_mut();
    split_last() -> List(&Tuple(&[Element, Receiver])), list: Parts(Some("LEN > 0"), &["LEN - 1", "..LEN - 1"])
        => Option<(&f64, &[f64])> = [1.0].split_last();
    &mut split_last_mut() -> List(&Tuple(&[Element, Receiver])) => Option<(&mut f64, &mut [f64])> = [1.0].split_last_mut();
    first_chunk() -> List(&Receiver) => Option<&[f64; 1]> = [1.0].first_chunk();
    last_chunk() -> List(&Receiver) => Option<&[f64; 1]> = [1.0].last_chunk();
    split_first_chunk() -> List(&Tuple(&[Receiver, Receiver])) => Option<(&[f64; 1], &[f64])> = [1.0].split_first_chunk();
    windows(Free) -> List(&Receiver), list: View("I..I + N") => Option<&[f64]> = [1.0].windows(1).next();
    chunks(Free) -> List(&Receiver), list: View("I * N..(I * N + N).min(LEN)") => Option<&[f64]> = [1.0].chunks(1).next();
    &mut chunks_mut(Free) -> List(&Receiver), list: View("I * N..(I * N + N).min(LEN)")
        => Option<&mut [f64]> = [1.0].chunks_mut(1).next();
    chunks_exact(Free) -> List(&Receiver), list: View("I * N..(I * N + N).min(LEN)")
        => Option<&[f64]> = [1.0].chunks_exact(1).next();
    &mut chunks_exact_mut(Free) -> List(&Receiver), list: View("I * N..(I * N + N).min(LEN)")
        => Option<&mut [f64]> = [1.0].chunks_exact_mut(1).next();
    rchunks(Free) -> List(&Receiver), list: View("LEN - (I * N + N).min(LEN)..LEN - I * N") => Option<&[f64]> = [1.0].rchunks(1).next();
    &mut rchunks_mut(Free) -> List(&Receiver), list: View("LEN - (I * N + N).min(LEN)..LEN - I * N")
        => Option<&mut [f64]> = [1.0].rchunks_mut(1).next();
    rchunks_exact(Free) -> List(&Receiver), list: View("LEN - (I * N + N).min(LEN)..LEN - I * N")
        => Option<&[f64]> = [1.0].rchunks_exact(1).next();
    chunk_by(Calls(&[Element, Element])) -> List(&Receiver) => Option<&[f64]> = [1.0].chunk_by(|a, b| a < b).next();
    split(Calls(&[Element])) -> List(&Receiver), iterator: Refused => Option<&[f64]> = [1.0].split(|x| *x > 0.0).next();
    as_chunks() -> Tuple(&[List(&Receiver), Receiver]) => (&[[f64; 1]], &[f64]) = [1.0].as_chunks();
    as_rchunks() -> Tuple(&[Receiver, List(&Receiver)]) => (&[f64], &[[f64; 1]]) = [1.0].as_rchunks();

    // What is stored.
    &mut push(Stored) -> Plain, list: Push => () = Vec::new().push(1.0);
    &mut push_back(Stored) -> Plain, list: Defined => () = VecDeque::new().push_back(1.0);
    &mut push_front(Stored) -> Plain, list: Defined => () = VecDeque::new().push_front(1.0);
    &mut insert(Free, Stored) -> List(&Given(1)), list: Defined => Option<f64> = BTreeMap::new().insert(0, 1.0);
    &mut resize(Free, Stored) -> Plain, list: Defined => () = Vec::new().resize(2, 1.0);
    &mut resize_with(Free, Makes) -> Plain, list: Defined => () = Vec::new().resize_with(2, || 1.0);
    &mut fill(Stored) -> Plain, list: Defined => () = [0.0].fill(1.0);
    &mut fill_with(Makes) -> Plain, list: Defined
        => () = [0.0].fill_with(|| 1.0);
    set(Stored) -> Plain => () = Cell::new(0.0).set(1.0);
    &mut extend(StoredAll) -> Plain, list: Defined => () = Vec::new().extend([1.0]);
    &mut extend_from_slice(StoredAll) -> Plain, list: Defined => () = Vec::new().extend_from_slice(&[1.0]);
    &mut append(StoredAll) -> Plain, list: Defined => () = Vec::new().append(&mut vec![1.0]);
    &mut copy_from_slice(StoredAll) -> Plain, list: Defined => () = [0.0].copy_from_slice(&[1.0]);
    &mut clone_from_slice(StoredAll) -> Plain, list: Defined => () = [0.0].clone_from_slice(&[1.0]);
    &mut swap_with_slice(StoredAll) -> Plain => () = [0.0].swap_with_slice(&mut [1.0]);
    &mut extend_from_within(Free) -> Plain, list: Defined
        => () = vec![1.0].extend_from_within(..);
    &mut copy_within(Free, Free) -> Plain, list: Defined => () = [1.0].copy_within(.., 0);

    // What is moved or dropped.
    &mut swap(Free, Free) -> Plain, list: Swap => () = [1.0, 2.0].swap(0, 1);
    swap(Free) -> Plain => () = Cell::new(1.0).swap(&Cell::new(2.0));
    &mut reverse() -> Plain, list: Defined
        => () = [1.0].reverse();
    &mut rotate_left(Free) -> Plain, list: Defined => () = [1.0].rotate_left(1);
    &mut rotate_right(Free) -> Plain, list: Defined => () = [1.0].rotate_right(1);
    &mut sort_by(Calls(&[Element, Element])) -> Plain, list: Sort("order_by")
        => () = [1.0].sort_by(|a, b| a.partial_cmp(b).unwrap());
    &mut sort_unstable_by(Calls(&[Element, Element])) -> Plain, list: Sort("order_by")
        => () = [1.0].sort_unstable_by(|a, b| a.partial_cmp(b).unwrap());
    &mut sort_by_key(Calls(&[Element])) -> Plain, list: Sort("order_by_key") => () = [1.0].sort_by_key(|_| 1);
    &mut sort_unstable_by_key(Calls(&[Element])) -> Plain, list: Sort("order_by_key") => () = [1.0].sort_unstable_by_key(|_| 1);
    &mut sort_by_cached_key(Calls(&[Element])) -> Plain, list: Sort("order_by_key") => () = [1.0].sort_by_cached_key(|_| 1);
    &mut select_nth_unstable_by(Free, Calls(&[Element, Element])) -> Tuple(&[Receiver, Element, Receiver]) => (&mut [f64], &mut f64, &mut [f64]) = [1.0].select_nth_unstable_by(0, |a, b| a.partial_cmp(b).unwrap());
    &mut retain(Calls(&[Element])) -> Plain, list: Defined => () = vec![1.0].retain(|x| *x > 0.0);
    &mut retain_mut(Calls(&[Element])) -> Plain => () = vec![1.0].retain_mut(|x| *x > 0.0);
    &mut dedup_by(Calls(&[Element, Element])) -> Plain => () = vec![1.0].dedup_by(|a, b| a < b);
    &mut dedup_by_key(Calls(&[Element])) -> Plain => () = vec![1.0].dedup_by_key(|_| 1);
    &mut truncate(Free) -> Plain, list: Defined
        => () = vec![1.0].truncate(1);
    &mut clear() -> Plain, list: Clear => () = vec![1.0].clear();
    reserve(Free) -> Plain, list: Defined => () = vec![1.0].reserve(1);
    shrink_to_fit() -> Plain, list: Defined => () = vec![1.0].shrink_to_fit();

    // Results without elements.
    len() -> Unsigned, list: Length => usize = [1.0].len();
    count() -> Unsigned, iterator: Defined
        => usize = [1.0].iter().count();
    capacity() -> Unsigned => usize = vec![1.0].capacity();
    position(Calls(&[Element])) -> List(&Unsigned), iterator: Defined => Option<usize> = [1.0].iter().position(|x| *x > 0.0);
    rposition(Calls(&[Element])) -> List(&Unsigned) => Option<usize> = [1.0].iter().rposition(|x| *x > 0.0);
    partition_point(Calls(&[Element])) -> Unsigned => usize = [1.0].partition_point(|x| *x < 0.0);
    binary_search_by(Calls(&[Element])) -> List(&Unsigned) => Result<usize, usize> = [1.0].binary_search_by(|x| x.partial_cmp(&0.5).unwrap());
    binary_search_by_key(Free, Calls(&[Element])) -> List(&Unsigned) => Result<usize, usize> = [1.0].binary_search_by_key(&1, |_| 1);
    is_empty() -> Plain, list: Length => bool = [1.0].is_empty();
    is_some() -> Plain, option: IsThere => bool = Some(1.0).is_some();
    is_none() -> Plain, option: IsMissing => bool = Some(1.0).is_none();
    is_ok() -> Plain, option: IsThere => bool = Ok::<f64, ()>(1.0).is_ok();
    is_err() -> Plain, option: IsMissing => bool = Ok::<f64, ()>(1.0).is_err();
    err() -> Plain => Option<u32> = Ok::<f64, u32>(1.0).err();
    size_hint() -> Plain => (usize, Option<usize>) = [1.0].iter().size_hint();
    as_ptr() -> Plain => *const u8 = [1_u8].as_ptr();
    is_sorted_by(Calls(&[Element, Element])) -> Plain => bool = [1.0].is_sorted_by(|a, b| a <= b);
    is_sorted_by_key(Calls(&[Element])) -> Plain => bool = [1.0].is_sorted_by_key(|_| 1);
    is_sorted() -> Compared => bool = [1.0].is_sorted();
    contains(Like) -> Compared => bool = [1.0].contains(&2.0);
    starts_with(LikeAll) -> Compared => bool = [1.0].starts_with(&[2.0]);
    ends_with(LikeAll) -> Compared => bool = [1.0].ends_with(&[2.0]);
    &mut dedup() -> Compared => () = vec![1.0].dedup();

    // Of `bool`.
    then_some(Free) -> List(&Given(0)), option: ThenSome => Option<f64> = true.then_some(1.0);
    then(Calls(&[])) -> List(&Given(0)), option: Then => Option<f64> = true.then(|| 1.0);
}
