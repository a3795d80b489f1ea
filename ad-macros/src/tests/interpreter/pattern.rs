//! Patterns, and the names that they bind.

use super::value::{Place, Projection};
use super::{Frame, Value};
use quote::ToTokens;
use std::cell::RefCell;
use std::rc::Rc;
use syn::Pat;

impl<'a> Frame<'a, '_> {
    pub(super) fn bind(&mut self, name: &str, value: Value<'a>) {
        self.names.push((name.into(), Rc::new(RefCell::new(value))));
    }

    /// Whether a value matches this pattern. If so, binds its names.
    pub(super) fn matches(&mut self, pattern: &'a Pat, value: Value<'a>) -> bool {
        match pattern {
            Pat::Wild(_) | Pat::Rest(_) => true,
            Pat::Paren(inner) => self.matches(&inner.pat, value),
            Pat::Type(inner) => self.matches(&inner.pat, value),
            Pat::Reference(inner) => self.matches(&inner.pat, value.read()),
            Pat::Ident(name) if name.ident == "None" => matches!(value.read(), Value::Option(None)),
            Pat::Ident(name) if matches!(&name.subpat, Some((_, of)) if matches!(**of, Pat::Rest(_))) => {
                self.bind(&name.ident.to_string(), value);
                true
            }
            Pat::Ident(name) => {
                self.bind(&name.ident.to_string(), value);
                true
            }
            Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                matches!(value.read(), Value::Option(None))
            }
            Pat::Path(path) if path.path.segments.iter().any(|segment| segment.ident == "Ordering") => {
                let order = match path.path.segments.last().expect("a name").ident.to_string().as_str() {
                    "Less" => -1,
                    "Equal" => 0,
                    _ => 1,
                };
                value.is_same(&Value::Int(order))
            }
            Pat::TupleStruct(inner) => match value.read() {
                Value::Option(inside) => {
                    let fails = inner.path.segments.last().is_some_and(|last| last.ident == "Err");
                    match inside {
                        Some(inside) => !fails && self.matches(&inner.elems[0], *inside),
                        None => fails,
                    }
                }
                _ => false,
            },
            Pat::Tuple(inner) => self.all(inner.elems.iter(), value),
            Pat::Slice(inner) => {
                let rest = |pattern: &Pat| {
                    matches!(pattern, Pat::Rest(_))
                        || matches!(pattern, Pat::Ident(name) if name.subpat.is_some())
                };
                let (Some(at), Value::List(mut list)) =
                    (inner.elems.iter().position(rest), value.clone().read())
                else {
                    return self.all(inner.elems.iter(), value.read());
                };
                let behind = inner.elems.len() - 1 - at;
                if list.len() < at + behind {
                    return false;
                }
                let last = list.split_off(list.len() - behind);
                let middle = Value::List(list.split_off(at));
                list.push(middle);
                list.extend(last);
                self.all(inner.elems.iter(), Value::List(list))
            }
            Pat::Or(inner) => inner.cases.iter().any(|case| self.matches(case, value.clone())),
            Pat::Lit(literal) => Self::literal(&literal.lit).is_same(&value.read()),
            Pat::Range(range) => {
                let Value::Int(i) = value.read() else { panic!("a range of what is no integer") };
                let limit = |limit: &Option<Box<syn::Expr>>| {
                    limit
                        .as_ref()
                        .map(|e| e.to_token_stream().to_string().parse::<i128>().expect("a literal"))
                };
                let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                limit(&range.start).is_none_or(|start| start <= i)
                    && limit(&range.end).is_none_or(|end| i < end || closed && i == end)
            }
            pattern => panic!("a pattern that is not understood: {}", pattern.to_token_stream()),
        }
    }

    fn all(&mut self, patterns: impl ExactSizeIterator<Item = &'a Pat>, value: Value<'a>) -> bool {
        if let Value::Reference(place) = value {
            return patterns.enumerate().all(|(i, pattern)| {
                let part = place.step(Projection::Index(i));
                self.matches(pattern, Value::Reference(part))
            });
        }
        match value {
            Value::Unit => patterns.len() == 0,
            Value::Tuple(parts) | Value::List(parts) if parts.len() == patterns.len() => {
                patterns.zip(parts).all(|(pattern, part)| self.matches(pattern, part))
            }
            _ => false,
        }
    }

    /// The place of a name.
    pub(super) fn named(&self, name: &syn::Ident) -> Option<Place<'a>> {
        let (_, memory) = self.names.iter().rev().find(|(other, _)| *name == **other)?;
        Some(Place { memory: memory.clone(), path: Vec::new() })
    }
}
