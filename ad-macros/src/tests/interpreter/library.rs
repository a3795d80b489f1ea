//! Operators and functions: of the standard library, and of `ad::__private`.

use super::number::Number;
use super::{Frame, Run, Value};
use quote::ToTokens;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;
use syn::{BinOp, Expr, GenericArgument, PathArguments};

/// The number of items of an iterator without an end. No program asks for more.
pub(super) const ENDLESS: i128 = 64;

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// How often the plain functions were called that never give the same twice; from now on they count anew.
pub(in crate::tests) fn calls() -> u32 {
    CALLS.take()
}

/// A plain function of the user's: it counts its calls, and never gives the same twice.
fn counted<'a>(name: &str, argument: Option<Value<'a>>) -> Option<Value<'a>> {
    match name {
        "tick" | "noise" | "shuffled" => {}
        "restart" => {
            CALLS.set(0);
            return Some(Value::Unit);
        }
        _ => return None,
    }
    let count = CALLS.get().checked_add(1).expect("fewer calls");
    CALLS.set(count);
    let count = i128::from(count);
    Some(match name {
        "tick" => Value::Int(count),
        "noise" => Value::Number(Number::constant(2 * count + 1)),
        _ => {
            let length = size(argument.expect("a length"));
            let length = i128::try_from(length).expect("small");
            Value::List((0..length).map(|i| Value::Int((i + count) % length)).collect())
        }
    })
}

pub(super) fn operation<'a>(op: &BinOp, left: Value<'a>, right: Value<'a>) -> Value<'a> {
    let order = |a: &Value<'a>, b: &Value<'a>| match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Number(a), Value::Number(b)) => a.compare(*b),
        _ => panic!("these are not ordered here"),
    };
    match op {
        BinOp::Eq(_) => return Value::Bool(left.is_same(&right)),
        BinOp::Ne(_) => return Value::Bool(!left.is_same(&right)),
        BinOp::Lt(_) => return Value::Bool(order(&left, &right) == Ordering::Less),
        BinOp::Le(_) => return Value::Bool(order(&left, &right) != Ordering::Greater),
        BinOp::Gt(_) => return Value::Bool(order(&left, &right) == Ordering::Greater),
        BinOp::Ge(_) => return Value::Bool(order(&left, &right) != Ordering::Less),
        _ => {}
    }
    match (op, left, right) {
        (BinOp::Add(_) | BinOp::AddAssign(_), Value::Number(a), Value::Number(b)) => Value::Number(a.add(b)),
        (BinOp::Sub(_) | BinOp::SubAssign(_), Value::Number(a), Value::Number(b)) => {
            Value::Number(a.add(b.neg()))
        }
        (BinOp::Mul(_) | BinOp::MulAssign(_), Value::Number(a), Value::Number(b)) => Value::Number(a.mul(b)),
        (BinOp::Div(_) | BinOp::DivAssign(_), Value::Number(a), Value::Number(b)) => Value::Number(a.div(b)),
        (BinOp::Add(_) | BinOp::AddAssign(_), Value::Int(a), Value::Int(b)) => Value::Int(a + b),
        (BinOp::Sub(_) | BinOp::SubAssign(_), Value::Int(a), Value::Int(b)) => Value::Int(a - b),
        (BinOp::Mul(_) | BinOp::MulAssign(_), Value::Int(a), Value::Int(b)) => Value::Int(a * b),
        (BinOp::Div(_) | BinOp::DivAssign(_), Value::Int(a), Value::Int(b)) => Value::Int(a / b),
        (BinOp::Rem(_) | BinOp::RemAssign(_), Value::Int(a), Value::Int(b)) => Value::Int(a % b),
        (BinOp::BitAnd(_), Value::Bool(a), Value::Bool(b)) => Value::Bool(a & b),
        (BinOp::BitOr(_), Value::Bool(a), Value::Bool(b)) => Value::Bool(a | b),
        _ => panic!("an operation that is not understood: {}", op.to_token_stream()),
    }
}

pub(super) fn size(value: Value<'_>) -> usize {
    match value.read() {
        Value::Int(i) => usize::try_from(i).expect("a size"),
        _ => panic!("no size"),
    }
}

pub(super) fn number(value: Value<'_>) -> Number {
    match value.read() {
        Value::Number(n) => n,
        _ => panic!("no number"),
    }
}

pub(super) fn power(x: Number, n: usize) -> Number {
    std::iter::repeat_n(x, n).fold(Number::constant(1), Number::mul)
}

impl<'a> Frame<'a, '_> {
    /// The items of an iterator.
    pub(super) fn items(value: Value<'a>) -> Vec<Value<'a>> {
        match value {
            Value::Items(items) => items,
            Value::Range(Some(from), to) => (from..to.unwrap_or(from + ENDLESS)).map(Value::Int).collect(),
            Value::Reference(place) => match place.read() {
                Value::List(list) => {
                    let part = |i| Value::Reference(place.step(super::value::Projection::Index(i)));
                    (0..list.len()).map(part).collect()
                }
                value => Self::items(value),
            },
            Value::List(list) => list,
            Value::Option(inside) => inside.into_iter().map(|inside| *inside).collect(),
            _ => panic!("no iterator"),
        }
    }

    #[allow(clippy::too_many_lines, reason = "a `match` with a case for each function")]
    pub(super) fn call(&mut self, call: &'a syn::ExprCall) -> Run<'a> {
        let Expr::Path(path) = &*call.func else {
            let function = self.value(&call.func)?;
            let arguments = self.values(call.args.iter())?;
            return Ok(self.functions.apply(function, arguments));
        };
        if let Some(closure) = path.path.get_ident().and_then(|name| self.named(name)) {
            let arguments = self.values(call.args.iter())?;
            return Ok(self.functions.apply(closure.read(), arguments));
        }
        let owned = self.owned(&path.path);
        let last = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let mut arguments = self.values(call.args.iter())?;
        if let Some(value) = counted(&last, arguments.first().cloned()) {
            return Ok(value);
        }
        for name in [&owned, &last] {
            if self.functions.functions.contains_key(name.as_str()) {
                return Ok(self.functions.call(name, arguments));
            }
        }
        // `Cheap::<{ f::__CHEAP }>::keep(pullback)`, `Same::<{ f::__SAME }>::take(&mut queue, || call)`
        let policy = path.path.segments.iter().rev().nth(1);
        if let Some(policy) = policy.filter(|segment| segment.ident == "Cheap" || segment.ident == "Same")
            && let PathArguments::AngleBracketed(of) = &policy.arguments
            && let GenericArgument::Const(constant) = &of.args[0]
        {
            let holds = self.functions.constant(constant);
            let made = arguments.pop();
            let first = arguments.pop();
            let queue = || match first.clone() {
                Some(Value::Reference(place)) => place,
                _ => panic!("no queue"),
            };
            return Ok(match (last.as_str(), holds, made) {
                ("keep" | "begin", true, Some(_)) | ("queue", true, None) => Value::Unit,
                ("queue", false, None) => Value::List(Vec::new()),
                ("keep" | "begin", false, Some(made)) => made,
                ("again" | "take", true, Some(call)) => self.functions.apply(call, Vec::new()),
                ("again", false, _) => first.expect("a pullback"),
                ("take", false, _) => queue().change(|queue| queue.remove(0)),
                ("give", holds, Some(Value::Tuple(call))) => {
                    let y = call[0].clone();
                    if !holds {
                        queue().change(|queue| queue.push(Value::Tuple(call)));
                    }
                    y
                }
                _ => panic!("a policy that is not understood: {}", call.to_token_stream()),
            });
        }
        let mut arguments = arguments.into_iter();
        let mut next = || arguments.next().unwrap_or_else(|| panic!("an argument of `{owned}`"));
        let exclusive = |value| match value {
            Value::Reference(place) => place,
            _ => panic!("this is changed and cannot be"),
        };
        Ok(match owned.as_str() {
            "mem::replace" => exclusive(next()).replace(next().read()),
            "mem::take" => exclusive(next()).replace(Value::List(Vec::new())),
            "mem::swap" => {
                let (a, b) = (exclusive(next()), exclusive(next()));
                b.write(a.replace(b.read()));
                Value::Unit
            }
            // The shadow of a constant argument, for a parameter that is a number or not.
            "Slot::new" | "Default::default" => Value::Slot(Rc::default()),
            "Structure::slots" => next().slots(),
            "Shadow::transfer" => transfer(&next(), &next()),
            "Shadow::clear" => {
                let cells = next();
                cells.slots_with(&cells, &mut |cell, _| _ = cell.taken());
                Value::Unit
            }
            "Vec::new"
            | "VecDeque::new"
            | "adjoint::no_elements"
            | "adjoint::empty"
            | "Iterations::begin"
            | "Blocks::begin" => Value::List(Vec::new()),
            "Vec::from" | "VecDeque::from" | "Clone::clone" | "ToOwned::to_owned" | "adjoint::structure"
            | "adjoint::plain" | "From::from" => next().read(),
            // Numbers have no addresses here, so those of an argument must differ.
            "adjoint::position" => {
                let (Value::List(base), at) = (next().read(), number(next())) else { panic!("no list") };
                let place = base.into_iter().position(|x| number(x).compare(at).is_eq());
                let place = place.map(|i| Value::Int(i128::try_from(i).expect("a place")));
                Value::Option(place.map(Box::new))
            }
            "adjoint::numbers_in" => {
                Value::Int(i128::try_from(Self::items(next().read()).len()).expect("small"))
            }
            "Assemble::add" => {
                let (sink, part) = (exclusive(next()), vec![next(), next(), next()]);
                sink.change(|parts| parts.push(Value::Tuple(part)));
                Value::Unit
            }
            "Assemble::scale" => {
                let (sink, factor) = (exclusive(next()), next());
                sink.change(|parts| parts.push(factor));
                Value::Unit
            }
            "Assemble::begin" => {
                exclusive(next()).change(|parts| parts.push(Value::Unit));
                Value::Unit
            }
            "Assemble::add_along" => {
                let (sink, part) = (exclusive(next()), vec![next(), next(), next(), Value::Unit]);
                sink.change(|parts| parts.push(Value::Tuple(part)));
                Value::Unit
            }
            "Along::Number" => next(),
            "Along::Part" => Value::some(next()),
            "adjoint::like" => {
                next();
                next().read()
            }
            "adjoint::there" | "adjoint::taken" => match next().read() {
                Value::Option(Some(inside)) => *inside,
                _ => panic!("what is not there is asked for"),
            },
            "adjoint::pop" | "Iterations::pop" => exclusive(next()).change(|kept| {
                kept.pop().expect("the reverse sweep has more iterations than the forward sweep")
            }),
            "Iterations::last" => {
                let (Value::List(mut kept), count) = (next().read(), size(next())) else {
                    panic!("no stack")
                };
                Value::List(kept.split_off(kept.len() - count))
            }
            "Iterations::shorten" => {
                let (kept, count) = (exclusive(next()), size(next()));
                kept.change(|kept| kept.truncate(kept.len() - count));
                Value::Unit
            }
            // The fewest iterations that it may be.
            "adjoint::filled" => {
                let (count, is_filled) = (size(next()), next());
                let each = |k| vec![Value::Int(i128::try_from(k).expect("a size"))];
                let mut filled =
                    (0..count).filter(|k| match self.functions.apply(is_filled.clone(), each(*k)).read() {
                        Value::Bool(filled) => filled,
                        _ => panic!("no condition"),
                    });
                let first = filled.next();
                let last = filled.next_back().or(first);
                let range = first.into_iter().zip(last).flat_map(|(first, last)| first..=last);
                Value::Items(range.map(|k| Value::Int(i128::try_from(k).expect("a size"))).collect())
            }
            // A use of a number that was not written is noticed.
            "Blocks::next" => {
                let (blocks, count) = (exclusive(next()), size(next()));
                let end = blocks.len();
                let filler = Value::Number(Number::constant(0x5EED_5EED));
                blocks.change(|blocks| blocks.resize(end + count, filler));
                Value::Reference(blocks.step(super::value::Projection::Part(end, end + count)))
            }
            "Blocks::save" => {
                let (blocks, Value::List(content)) = (exclusive(next()), next().read()) else {
                    panic!("no buffer")
                };
                blocks.change(|blocks| blocks.extend(content));
                Value::Unit
            }
            "Blocks::last" => {
                let (blocks, count) = (exclusive(next()), size(next()));
                Value::List(blocks.change(|blocks| blocks.split_off(blocks.len() - count)))
            }
            "Blocks::restore" => {
                let (blocks, buffer) = (exclusive(next()), exclusive(next()));
                let count = buffer.len();
                buffer.write(Value::List(blocks.change(|blocks| blocks.split_off(blocks.len() - count))));
                Value::Unit
            }
            "Restore::restore" => {
                exclusive(next()).write(next().read());
                Value::Unit
            }
            "adjoint::keep" | "adjoint::end" | "Iterations::end" | "Blocks::end" | "Shadow::end" => {
                Value::Unit
            }
            "adjoint::repeated" => {
                let (element, count) = (next().read(), size(next()));
                Value::List((0..count).map(|_| element.clone()).collect())
            }
            "adjoint::max_by_position" | "adjoint::min_by_position" => {
                let (items, compare) = (Self::items(next()), next());
                let order = |a: &Value<'a>, b: &Value<'a>| order_by(self.functions, &compare, a, b);
                let all = items.iter().enumerate();
                let found = match last.as_str() {
                    "max_by_position" => all.max_by(|a, b| order(a.1, b.1)),
                    _ => all.min_by(|a, b| order(a.1, b.1)),
                };
                Value::Option(found.map(|(i, _)| Box::new(Value::Int(i128::try_from(i).expect("a size")))))
            }
            "adjoint::find_position" | "adjoint::last_position" | "adjoint::nth_position" => {
                let items = Self::items(next());
                let i = match last.as_str() {
                    "find_position" => items.iter().position(keeps(self.functions, next())),
                    "last_position" => items.len().checked_sub(1),
                    _ => Some(size(next())).filter(|n| *n < items.len()),
                };
                Value::Option(i.map(|i| Box::new(Value::Int(i128::try_from(i).expect("a size")))))
            }
            "adjoint::order_by" => {
                let (items, compare) = (Self::items(next()), next());
                let mut order: Vec<usize> = (0..items.len()).collect();
                order.sort_by(|i, j| order_by(self.functions, &compare, &items[*i], &items[*j]));
                Value::List(
                    order.into_iter().map(|i| Value::Int(i128::try_from(i).expect("a size"))).collect(),
                )
            }
            "array::from_fn" => {
                let (function, length) = (next(), self.length.expect("the length of the array"));
                let element = |i| self.functions.apply(function.clone(), vec![Value::Int(i)]);
                Value::List((0..length).map(element).collect())
            }
            // A use of this number is noticed.
            "adjoint::filler" => Value::Number(Number::constant(0x5EED_5EED)),
            "IntoIterator::into_iter" => Value::Items(Self::items(next())),
            "Iterator::collect" => Value::List(Self::items(next())),
            "Iterator::size_hint" => {
                let count = Self::items(next().read()).len();
                Value::Tuple(vec![Value::Int(i128::try_from(count).expect("a count"))])
            }
            "adjoint::held" | "Option::Some" | "__private::Some" | "::Some" | "Result::Ok" | "::Ok" => {
                Value::some(next())
            }
            // Failures contain nothing.
            "adjoint::unheld" | "Result::Err" | "::Err" => Value::Option(None),
            _ => match last.as_str() {
                "natural" | "natural_from" | "constant" | "named" | "integer" | "integer_from" | "number" => {
                    match next().read() {
                        Value::Int(i) => Value::Number(Number::constant(i)),
                        value => value,
                    }
                }
                "empty_sum" => Value::Number(Number::constant(0)),
                "detached" => Value::Int(number(next()).centered()),
                "power" => {
                    let x = number(next());
                    Value::Number(power(x, size(next())))
                }
                "curvature_of_power" => {
                    let (n, x) = (size(next()), number(next()));
                    let times = |factor: usize, exponent| {
                        let factor = Number::constant(i128::try_from(factor).expect("small"));
                        Value::Number(power(x, exponent).mul(factor))
                    };
                    let second = n * n.saturating_sub(1);
                    Value::Tuple(vec![times(n, n.saturating_sub(1)), times(second, n.saturating_sub(2))])
                }
                "times_constant" => Value::Number(number(next()).mul(number(next()))),
                "over_numbers" => next(),
                "negated" => Value::Number(number(next()).neg()),
                _ => panic!("a function that is not understood: {}", call.to_token_stream()),
            },
        })
    }
}

/// The order of two items by a closure such as that of `sort_by`.
pub(super) fn order_by<'a>(
    functions: &super::Functions<'a>,
    compare: &Value<'a>,
    a: &Value<'a>,
    b: &Value<'a>,
) -> Ordering {
    match functions.apply(compare.clone(), vec![a.clone(), b.clone()]).read() {
        Value::Int(order) => order.cmp(&0),
        _ => panic!("no order"),
    }
}

/// Moves the adjoints of slots to other slots.
pub(super) fn transfer<'a>(from: &Value<'a>, to: &Value<'a>) -> Value<'a> {
    from.slots_with(to, &mut |from, to| {
        if let Some(d) = from.taken() {
            to.add(d);
        }
    });
    Value::Unit
}

/// The predicate of a closure such as that of `filter`.
pub(super) fn keeps<'a>(
    functions: &super::Functions<'a>,
    function: Value<'a>,
) -> impl Fn(&Value<'a>) -> bool {
    move |item| match functions.apply(function.clone(), vec![item.clone()]).read() {
        Value::Bool(keeps) => keeps,
        _ => panic!("no condition"),
    }
}

/// The same for items that are passed by value.
pub(super) fn judged<'a>(keeps: impl Fn(&Value<'a>) -> bool) -> impl Fn(Value<'a>) -> bool {
    move |item| keeps(&item)
}
