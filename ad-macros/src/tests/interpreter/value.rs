//! The values of the interpreter, and their places.

use super::number::Number;
use std::cell::RefCell;
use std::rc::Rc;
use syn::ExprClosure;

pub(crate) type Memory<'a> = Rc<RefCell<Value<'a>>>;
/// The names in scope.
pub(crate) type Names<'a> = Rc<Vec<(Rc<str>, Memory<'a>)>>;

/// A value. A shared reference is a copy: nothing can be written while it exists, and slots are shared.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    Unit,
    Int(i128),
    Bool(bool),
    Number(Number),
    Tuple(Vec<Value<'a>>),
    List(Vec<Value<'a>>),
    Struct(Rc<str>, Vec<(String, Value<'a>)>),
    Option(Option<Box<Value<'a>>>),
    Slot(Rc<RefCell<Option<Number>>>),
    Range(Option<i128>, Option<i128>),
    /// The remaining items of an iterator.
    Items(Vec<Value<'a>>),
    /// `&mut place`
    Reference(Place<'a>),
    Closure(&'a ExprClosure, Names<'a>),
    /// The name of a function.
    Function(String),
}

impl<'a> Value<'a> {
    pub(crate) fn some(value: Value<'a>) -> Value<'a> {
        Value::Option(Some(Box::new(value)))
    }

    /// Without references.
    pub(crate) fn read(self) -> Value<'a> {
        match self {
            Value::Reference(place) => place.read().read(),
            value => value,
        }
    }

    pub(crate) fn is_same(&self, other: &Value<'a>) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a.compare(*b).is_eq(),
            (Value::Tuple(a), Value::Tuple(b)) => a.iter().zip(b).all(|(a, b)| a.is_same(b)),
            _ => panic!("these are not compared here"),
        }
    }

    /// The same structure with an empty slot for each number.
    pub(crate) fn slots(&self) -> Value<'a> {
        let all = |values: &[Value<'a>]| values.iter().map(Value::slots).collect();
        match self {
            Value::Number(_) => Value::Slot(Rc::default()),
            Value::Tuple(parts) => Value::Tuple(all(parts)),
            Value::List(parts) => Value::List(all(parts)),
            Value::Struct(name, fields) => Value::Struct(
                name.clone(),
                fields.iter().map(|(name, v)| (name.clone(), v.slots())).collect(),
            ),
            Value::Option(inside) => Value::Option(inside.as_ref().map(|value| Box::new(value.slots()))),
            Value::Reference(place) => place.read().slots(),
            value => value.clone(),
        }
    }

    /// Adds an adjoint to a slot.
    pub(crate) fn add(&self, d: Number) {
        let Value::Slot(slot) = self else { panic!("no slot") };
        let sum = slot.borrow().map_or(d, |sum| sum.add(d));
        *slot.borrow_mut() = Some(sum);
    }

    /// The adjoint of a slot, which is empty afterwards.
    pub(crate) fn taken(&self) -> Option<Number> {
        let Value::Slot(slot) = self else { panic!("no slot") };
        slot.take()
    }

    /// The adjoint of a slot.
    pub(crate) fn adjoint(&self) -> Option<Number> {
        let Value::Slot(slot) = self else { panic!("no slot") };
        *slot.borrow()
    }

    /// The slots of two structures, pairwise.
    pub(crate) fn slots_with(&self, other: &Value<'a>, visit: &mut dyn FnMut(&Value<'a>, &Value<'a>)) {
        match (self, other) {
            (Value::Slot(_), Value::Slot(_)) => visit(self, other),
            (Value::Tuple(a), Value::Tuple(b)) | (Value::List(a), Value::List(b)) => {
                assert_eq!(a.len(), b.len(), "lengths of shadows");
                a.iter().zip(b).for_each(|(a, b)| a.slots_with(b, visit));
            }
            (Value::Struct(_, a), Value::Struct(_, b)) => {
                a.iter().zip(b).for_each(|((_, a), (_, b))| a.slots_with(b, visit));
            }
            (Value::Option(Some(a)), Value::Option(Some(b))) => a.slots_with(b, visit),
            (Value::Reference(a), b) => a.read().slots_with(b, visit),
            (a, Value::Reference(b)) => a.slots_with(&b.read(), visit),
            _ => {}
        }
    }
}

/// A step into a value.
#[derive(Clone, Debug)]
pub(crate) enum Projection {
    Index(usize),
    Part(usize, usize),
    Field(String),
    There,
}

/// A part of a variable, or of a temporary.
#[derive(Clone)]
pub(crate) struct Place<'a> {
    pub(crate) memory: Memory<'a>,
    pub(crate) path: Vec<Projection>,
}

impl<'a> Place<'a> {
    pub(crate) fn new(value: Value<'a>) -> Place<'a> {
        Place { memory: Rc::new(RefCell::new(value)), path: Vec::new() }
    }

    /// The place behind references.
    pub(crate) fn followed(self) -> Place<'a> {
        let next = self.with(|value| match value {
            Value::Reference(place) => Some(place.clone()),
            _ => None,
        });
        match next {
            Some(place) => place.followed(),
            None => self,
        }
    }

    pub(crate) fn step(&self, step: Projection) -> Place<'a> {
        let mut place = self.clone().followed();
        place.path.push(step);
        place
    }

    /// The value at this place. A part of a list is a copy.
    fn with<T>(&self, see: impl FnOnce(&mut Value<'a>) -> T) -> T {
        fn go<'a, T>(value: &mut Value<'a>, path: &[Projection], see: impl FnOnce(&mut Value<'a>) -> T) -> T {
            let Some((step, rest)) = path.split_first() else { return see(value) };
            match (step, value) {
                (Projection::Index(i), Value::List(list) | Value::Tuple(list)) => {
                    go(&mut list[*i], rest, see)
                }
                (Projection::Field(name), Value::Tuple(list)) => {
                    go(&mut list[name.parse::<usize>().expect("an index")], rest, see)
                }
                (Projection::Field(name), Value::Struct(_, fields)) => {
                    let field = fields.iter_mut().find(|(other, _)| other == name).expect("a field");
                    go(&mut field.1, rest, see)
                }
                (Projection::There, Value::Option(Some(inside))) => go(inside, rest, see),
                (Projection::Part(a, b), Value::List(list)) => {
                    // The rest of the path is an index into the part, or the part itself.
                    let mut part = Value::List(list[*a..*b].to_vec());
                    let result = go(&mut part, rest, see);
                    if let Value::List(part) = part {
                        list[*a..*b].clone_from_slice(&part);
                    }
                    result
                }
                (step, Value::Reference(place)) => {
                    let mut place = place.clone();
                    place.path.push(step.clone());
                    place.path.extend_from_slice(rest);
                    place.with(see)
                }
                (step, _) => panic!("{step:?} of what has none"),
            }
        }
        go(&mut self.memory.borrow_mut(), &self.path, see)
    }

    pub(crate) fn read(&self) -> Value<'a> {
        self.with(|value| value.clone())
    }

    pub(crate) fn write(&self, new: Value<'a>) {
        self.with(|value| *value = new);
    }

    /// Replaces the value, and returns the previous one.
    pub(crate) fn replace(&self, new: Value<'a>) -> Value<'a> {
        self.with(|value| std::mem::replace(value, new))
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Vec<Value<'a>>) -> T) -> T {
        self.clone().followed().with(|value| match value {
            Value::List(list) => change(list),
            _ => panic!("no list is changed as one"),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.clone().followed().with(|value| match value {
            Value::List(list) => list.len(),
            _ => panic!("what has no length"),
        })
    }
}
