//! Methods: of containers, options, slots and iterators.

use super::library::{ENDLESS, judged, keeps, number, power, size};
use super::number::Number;
use super::value::{Place, Projection};
use super::{Frame, Run, Value};
use quote::ToTokens;

impl<'a> Frame<'a, '_> {
    #[allow(clippy::too_many_lines, reason = "a `match` with a case for each method")]
    pub(super) fn method(&mut self, call: &'a syn::ExprMethodCall) -> Run<'a> {
        let name = call.method.to_string();
        if name == "transfer"
            && let syn::Expr::Call(shadows) = &*call.receiver
        {
            let mut shadows = self.values(shadows.args.iter())?.into_iter();
            let (Some(from), Some(to)) = (shadows.next(), shadows.next()) else { panic!("two shadows") };
            return Ok(super::library::transfer(&from, &to));
        }
        if let ("retained" | "regained" | "fitted", syn::Expr::Call(of)) = (name.as_str(), &*call.receiver) {
            let value = self.value(&of.args[0])?;
            return Ok(match (name.as_str(), value) {
                ("regained", value) => match value.read() {
                    Value::Option(Some(saved)) => *saved,
                    _ => panic!("nothing is saved"),
                },
                (_, value) => value,
            });
        }
        // Methods that change their receiver.
        if matches!(
            name.as_str(),
            "push"
                | "push_reserved"
                | "pop"
                | "push_back"
                | "push_front"
                | "pop_back"
                | "pop_front"
                | "swap"
                | "iter_mut"
                | "chunks_mut"
                | "reserve"
                | "clear"
                | "fill"
                | "reverse"
                | "copy_from_slice"
                | "extend"
                | "extend_from_slice"
                | "truncate"
                | "remove"
                | "__take"
                | "__put"
                | "swap_remove"
                | "insert"
                | "rotate_left"
                | "rotate_right"
        ) {
            let place = self.place(&call.receiver)?;
            let arguments = self.values(call.args.iter())?;
            return Ok(Self::change(&name, &place, arguments));
        }
        let place = self.place(&call.receiver)?.followed();
        if name == "split_at_mut" {
            let (count, middle) = (place.len(), size(self.value(&call.args[0])?));
            let part = |from, to| Value::Reference(place.step(Projection::Part(from, to)));
            return Ok(Value::Tuple(vec![part(0, middle), part(middle, count)]));
        }
        if name == "__part" {
            let (from, count) = (size(self.value(&call.args[0])?), size(self.value(&call.args[1])?));
            assert!(from + count <= place.len(), "a part beyond the end of a list");
            return Ok(Value::Reference(place.step(Projection::Part(from, from + count))));
        }
        if name == "sort_by" {
            let compare = self.value(&call.args[0])?;
            place
                .change(|list| list.sort_by(|a, b| super::library::order_by(self.functions, &compare, a, b)));
            return Ok(Value::Unit);
        }
        if name == "retain" {
            let keeps = keeps(self.functions, self.value(&call.args[0])?);
            place.change(|list| list.retain(keeps));
            return Ok(Value::Unit);
        }
        if name == "for_each" {
            // The closure may change outer variables.
            let items = Self::items(place.read());
            let function = self.value(&call.args[0])?;
            for item in items {
                self.functions.apply(function.clone(), vec![item]);
            }
            return Ok(Value::Unit);
        }
        let receiver = place.read().read();
        if let Value::Struct(of, _) = &receiver {
            let owned = format!("{of}::{name}");
            if self.functions.functions.contains_key(&owned) {
                let by_value = self.functions.functions[&owned]
                    .0
                    .receiver()
                    .is_some_and(|self_| self_.reference.is_none());
                let mut arguments = vec![if by_value { receiver } else { Value::Reference(place) }];
                arguments.extend(self.values(call.args.iter())?);
                return Ok(self.functions.call(&owned, arguments));
            }
        }
        let mut arguments = self.values(call.args.iter())?.into_iter();
        let functions = self.functions;
        let mut next = || arguments.next().unwrap_or_else(|| panic!("an argument of `{name}`"));
        let option = |item: Option<Value<'a>>| Value::Option(item.map(Box::new));
        let int = |i: usize| Value::Int(i128::try_from(i).expect("a size"));
        if matches!(name.as_str(), "next" | "nth" | "find" | "any" | "all" | "position") {
            let named = matches!(receiver, Value::Items(_));
            let mut items = Self::items(receiver).into_iter();
            let answer = match name.as_str() {
                "next" => option(items.next()),
                "nth" => option(items.nth(size(next()))),
                "find" => option(items.find(keeps(functions, next()))),
                "any" => Value::Bool(items.any(judged(keeps(functions, next())))),
                "all" => Value::Bool(items.all(judged(keeps(functions, next())))),
                _ => option(items.position(judged(keeps(functions, next()))).map(int)),
            };
            // An iterator with a name loses the items that it was asked for.
            if named {
                place.write(Value::Items(items.collect()));
            }
            return Ok(answer);
        }
        Ok(match (name.as_str(), receiver) {
            ("by_ref", Value::Items(_)) => Value::Reference(place),
            ("peek", Value::Items(items)) => option(items.first().cloned()),
            ("is_some", Value::Option(inside)) => Value::Bool(inside.is_some()),
            ("is_none", Value::Option(inside)) => Value::Bool(inside.is_none()),
            ("unwrap" | "expect", Value::Option(inside)) => *inside.expect("something is there"),
            ("unwrap_or", Value::Option(inside)) => inside.map_or_else(&mut next, |inside| *inside),
            ("map_or", Value::Option(inside)) => {
                let (default, function) = (next(), next());
                inside.map_or(default, |inside| functions.apply(function, vec![*inside]))
            }
            ("map", Value::Option(inside)) => {
                let function = next();
                Value::Option(inside.map(|inside| Box::new(functions.apply(function, vec![*inside]))))
            }
            ("unwrap_or_else", Value::Option(inside)) => {
                let function = next();
                inside.map_or_else(|| functions.apply(function, Vec::new()), |inside| *inside)
            }
            ("and_then", Value::Option(inside)) => {
                let function = next();
                inside.map_or(Value::Option(None), |inside| functions.apply(function, vec![*inside]))
            }
            ("then_some", Value::Bool(b)) => {
                let value = next();
                Value::Option(b.then(|| Box::new(value)))
            }
            ("then", Value::Bool(b)) => {
                let function = next();
                Value::Option(b.then(|| Box::new(functions.apply(function, Vec::new()))))
            }
            ("add", slot @ Value::Slot(_)) => {
                slot.add(number(next()));
                Value::Unit
            }
            ("receive", slot @ Value::Slot(_)) => {
                if let Some(d) = next().read().taken() {
                    slot.add(d);
                }
                Value::Unit
            }
            ("get", slot @ Value::Slot(_)) => {
                Value::Option(slot.adjoint().map(|d| Box::new(Value::Number(d))))
            }
            ("take", slot @ Value::Slot(_)) => {
                Value::Option(slot.taken().map(|d| Box::new(Value::Number(d))))
            }

            ("len", Value::List(list)) => Value::Int(i128::try_from(list.len()).expect("a size")),
            ("is_empty", Value::List(list)) => Value::Bool(list.is_empty()),
            ("first" | "front", Value::List(list)) => Value::Option(list.into_iter().next().map(Box::new)),
            ("last" | "back", Value::List(list)) => Value::Option(list.into_iter().next_back().map(Box::new)),
            ("get", Value::List(list)) => Value::Option(list.into_iter().nth(size(next())).map(Box::new)),
            ("map", Value::List(list)) => {
                let function = next();
                let each = |item| functions.apply(function.clone(), vec![item]);
                Value::List(list.into_iter().map(each).collect())
            }
            ("split_first", Value::List(mut list)) => {
                let rest = list.split_off(1.min(list.len()));
                let first = list.pop().map(|first| Box::new(Value::Tuple(vec![first, Value::List(rest)])));
                Value::Option(first)
            }
            ("powi", Value::Number(a)) => Value::Number(power(a, size(next()))),
            ("partial_cmp", Value::Number(a)) => Value::some(Value::Int(a.compare(number(next())) as i128)),
            ("is_some_and" | "is_none_or", Value::Option(inside)) => {
                let (function, otherwise) = (next(), Value::Bool(name == "is_none_or"));
                inside.map_or(otherwise, |inside| functions.apply(function, vec![*inside]))
            }
            ("split_at", Value::List(mut list)) => {
                let rest = list.split_off(size(next()));
                Value::Tuple(vec![Value::List(list), Value::List(rest)])
            }
            ("wrapping_mul", Value::Int(a)) => Value::Int(a * i128::try_from(size(next())).expect("small")),
            ("saturating_sub", Value::Int(a)) => {
                Value::Int((a - i128::try_from(size(next())).expect("small")).max(0))
            }
            ("min", Value::Int(a)) => Value::Int(a.min(i128::try_from(size(next())).expect("small"))),
            ("max", Value::Int(a)) => Value::Int(a.max(i128::try_from(size(next())).expect("small"))),
            (
                "number" | "inferred" | "__there" | "as_ref" | "clone" | "to_vec" | "to_owned" | "as_slice",
                value,
            )
            | ("copied" | "cloned", value @ Value::Option(_)) => value,
            (name, receiver) => {
                let mut items = Self::items(receiver);
                Value::Items(match name {
                    "iter" | "into_iter" | "copied" | "cloned" | "by_ref" | "peekable" => items,
                    "rev" => items.into_iter().rev().collect(),
                    "cycle" => {
                        let count = if items.is_empty() { 0 } else { size(Value::Int(ENDLESS)) };
                        items.into_iter().cycle().take(count).collect()
                    }
                    "take" => {
                        items.truncate(size(next()));
                        items
                    }
                    "skip" => items.split_off(size(next()).min(items.len())),
                    "step_by" => items.into_iter().step_by(size(next())).collect(),
                    "enumerate" => {
                        (0..).map(Value::Int).zip(items).map(|(i, v)| Value::Tuple(vec![i, v])).collect()
                    }
                    "zip" => {
                        let other = Self::items(next());
                        items.into_iter().zip(other).map(|(a, b)| Value::Tuple(vec![a, b])).collect()
                    }
                    "windows" => items.windows(size(next())).map(|part| Value::List(part.to_vec())).collect(),
                    "chunks_exact" => {
                        items.chunks_exact(size(next())).map(|part| Value::List(part.to_vec())).collect()
                    }
                    "chain" => {
                        items.extend(Self::items(next()));
                        items
                    }
                    "flatten" => items.into_iter().flat_map(Self::items).collect(),
                    "flat_map" => {
                        let function = next();
                        let each = |item| Self::items(functions.apply(function.clone(), vec![item]));
                        items.into_iter().flat_map(each).collect()
                    }
                    "filter" => {
                        items.retain(keeps(functions, next()));
                        items
                    }
                    "skip_while" => {
                        let skips = keeps(functions, next());
                        items.into_iter().skip_while(skips).collect()
                    }
                    "scan" => {
                        let (state, function) = (Value::Reference(Place::new(next())), next());
                        let each = |item| match functions.apply(function.clone(), vec![state.clone(), item]) {
                            Value::Option(inside) => inside.map(|inside| inside.read()),
                            _ => panic!("no option"),
                        };
                        items.into_iter().map_while(each).collect()
                    }
                    "last" => return Ok(option(items.into_iter().last())),
                    "rposition" | "partition_point" => {
                        let keeps = keeps(functions, next());
                        return Ok(match name {
                            "rposition" => option(items.iter().rposition(keeps).map(int)),
                            _ => int(items.partition_point(keeps)),
                        });
                    }
                    "count" => return Ok(int(items.len())),
                    "reduce" => {
                        let function = next();
                        let both = |a, b| functions.apply(function.clone(), vec![a, b]);
                        return Ok(Value::Option(items.into_iter().reduce(both).map(Box::new)));
                    }
                    "min_by" | "max_by" => {
                        let function = next();
                        let greater = |a: &Value<'a>, b: &Value<'a>| {
                            let order = functions.apply(function.clone(), vec![a.clone(), b.clone()]);
                            matches!(order.read(), Value::Int(1))
                        };
                        let one = |a, b| if greater(&a, &b) == (name == "max_by") { a } else { b };
                        return Ok(Value::Option(items.into_iter().reduce(one).map(Box::new)));
                    }
                    "take_while" => {
                        let keeps = keeps(functions, next());
                        items.into_iter().take_while(keeps).collect()
                    }
                    "filter_map" => {
                        let function = next();
                        let each = |item| Self::items(functions.apply(function.clone(), vec![item]));
                        items.into_iter().flat_map(each).collect()
                    }
                    "chunks" => items.chunks(size(next())).map(|part| Value::List(part.to_vec())).collect(),
                    "map" => {
                        let function = next();
                        items.into_iter().map(|item| functions.apply(function.clone(), vec![item])).collect()
                    }
                    "collect" => return Ok(Value::List(items)),
                    "sum" => {
                        return Ok(Value::Number(
                            items.into_iter().map(number).fold(Number::constant(0), Number::add),
                        ));
                    }
                    "product" => {
                        return Ok(Value::Number(
                            items.into_iter().map(number).fold(Number::constant(1), Number::mul),
                        ));
                    }
                    "fold" => {
                        let (init, function) = (next(), next());
                        return Ok(items
                            .into_iter()
                            .fold(init, |sum, item| functions.apply(function.clone(), vec![sum, item])));
                    }
                    "try_fold" => {
                        let (mut sum, function) = (next(), next());
                        for item in items {
                            match functions.apply(function.clone(), vec![sum, item]) {
                                Value::Option(Some(next)) => sum = *next,
                                none => return Ok(none),
                            }
                        }
                        return Ok(Value::Option(Some(Box::new(sum))));
                    }
                    _ => panic!("a method that is not understood: {}", call.to_token_stream()),
                })
            }
        })
    }

    fn change(name: &str, place: &Place<'a>, arguments: Vec<Value<'a>>) -> Value<'a> {
        let mut arguments = arguments.into_iter().map(Value::read);
        let mut next = || arguments.next().unwrap_or_else(|| panic!("an argument of `{name}`"));
        match name {
            "push" | "push_back" => {
                let value = next();
                place.change(|list| list.push(value));
            }
            "reserve" => {
                let count = size(next());
                place.change(|list| {
                    list.shrink_to_fit();
                    list.reserve_exact(count);
                });
            }
            "push_reserved" => {
                let value = next();
                place.change(|list| {
                    assert!(
                        list.len() < list.capacity(),
                        "there are more iterations than memory is reserved for"
                    );
                    list.push(value);
                });
            }
            "push_front" => {
                let value = next();
                place.change(|list| list.insert(0, value));
            }
            "pop_front" => {
                let first = |list: &mut Vec<Value<'a>>| (!list.is_empty()).then(|| list.remove(0));
                return Value::Option(place.change(first).map(Box::new));
            }
            "pop" | "pop_back" => return Value::Option(place.change(Vec::pop).map(Box::new)),
            "swap" => {
                let (a, b) = (size(next()), size(next()));
                place.change(|list| list.swap(a, b));
            }
            "reverse" => place.change(|list| list.reverse()),
            "fill" => {
                let value = next();
                place.change(|list| list.fill(value));
            }
            "__take" => {
                let at = size(next());
                return place.change(|list| list.remove(at));
            }
            "__put" => {
                let (at, part) = (size(next()), next());
                place.change(|list| list.insert(at, part));
            }
            "clear" => place.change(Vec::clear),
            "truncate" => {
                let count = size(next());
                place.change(|list| list.truncate(count));
            }
            "remove" => {
                let i = size(next());
                return place.change(|list| list.remove(i));
            }
            "swap_remove" => {
                let i = size(next());
                return place.change(|list| list.swap_remove(i));
            }
            "insert" => {
                let (i, value) = (size(next()), next());
                place.change(|list| list.insert(i, value));
            }
            "rotate_left" => {
                let count = size(next());
                place.change(|list| list.rotate_left(count));
            }
            "rotate_right" => {
                let count = size(next());
                place.change(|list| list.rotate_right(count));
            }
            "copy_from_slice" => {
                let new = Self::items(next());
                place.change(|list| list.clone_from_slice(&new));
            }
            "extend" | "extend_from_slice" => {
                let mut new = Self::items(next());
                new.iter_mut().for_each(|value| *value = value.clone().read());
                place.change(|list| list.append(&mut new));
            }
            "chunks_mut" => {
                let (size, place) = (size(next()), place.clone().followed());
                let part = |from| Projection::Part(from, place.len().min(from + size));
                let parts = (0..place.len()).step_by(size);
                return Value::Items(parts.map(|from| Value::Reference(place.step(part(from)))).collect());
            }
            "iter_mut" => return Value::Items(Self::items(Value::Reference(place.clone().followed()))),
            _ => {}
        }
        Value::Unit
    }
}
