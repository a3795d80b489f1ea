//! A buffer that an iteration refills several times becomes several buffers, each of which is filled once.
//!
//! ```text
//! for … {                              for … {
//!     for i in 0..n { z[i] = …; }          for i in 0..n { z[i] = …; }
//!     … z[j] …                             … z[j] …
//!     for i in 0..n { z[i] = …; }          for i in 0..n { w[i] = …; }
//!     … z[j] …                             … w[j] …
//! }                                    }
//! ```
//!
//! The reverse code reads the contents of all fillings. If a buffer is filled once, the forward code writes it where it is saved
//! (see `refilled`), so nothing is copied.

use super::analyse::{Uses, each, source_uses};
use super::buffers::{fills, touches};
use super::ir::*;
use super::loops;
use quote::format_ident;
use std::collections::HashMap;
use std::{mem, slice};

/// See the module.
pub(super) fn apart(program: &mut Program) {
    let mut body = mem::take(&mut program.body);
    for (buffer, count) in candidates(program, &body) {
        let mut ids = Vec::new();
        for filling in further(program, &mut body, false, buffer, &count) {
            let id = program.vars.len();
            let mut var = program.vars[buffer].clone();
            var.ident = format_ident!("{}_{id}", var.ident);
            var.shadow = format_ident!("{}_{id}", var.shadow);
            var.views = vec![id];
            program.vars.push(var);
            rename(filling, buffer, id);
            ids.push(id);
        }
        declare(&mut body, buffer, &ids);
    }
    program.body = body;
}

/// The lists of numbers that several loops write, and to which nothing refers. Each has the code of its length, which is constant.
fn candidates(program: &Program, body: &[Stmt]) -> Vec<(Id, String)> {
    let mut result = Uses::default();
    source_uses(program, &program.result, &mut result);
    let given = |id: &Id| result.values.contains(id) || result.containers.contains(id);
    let viewed =
        |id: &Id| program.vars.iter().enumerate().any(|(by, var)| by != *id && var.views.contains(id));
    let mut writing: HashMap<Id, usize> = HashMap::new();
    loops(body, &mut |inner| {
        for statement in &inner.body {
            if let Stmt::Write { place, .. } = statement {
                *writing.entry(place.root).or_default() += 1;
            }
        }
    });
    let mut found = Vec::new();
    each(body, 0, &mut |_, statement| {
        if let Stmt::Declare { var, init: Some(Source::Repeat { vector: true, count, .. }) } = statement
            && program.vars[*var].role == Role::Container
            && program.vars[*var].ty == Ty::List(Box::new(Ty::Number))
            && count.simple
            && count.reads.is_empty()
            && !count.state
            && writing.get(var).is_some_and(|loops| *loops > 1)
            && !program.deques.contains(var)
            && !given(var)
            && !viewed(var)
        {
            found.push((*var, count.tokens.to_string()));
        }
    });
    found
}

/// For each filling but the first one, the statements up to the next one. There are none unless one loop contains all uses of the
/// buffer, its iterations begin with a filling, and they only read and write numbers.
fn further<'b>(
    program: &Program,
    body: &'b mut [Stmt],
    repeated: bool,
    buffer: Id,
    count: &str,
) -> Vec<&'b mut [Stmt]> {
    let uses = |statement: &Stmt| {
        let mut uses = false;
        each(slice::from_ref(statement), 0, &mut |_, part| {
            let declares = matches!(part, Stmt::Declare { var, .. } if *var == buffer);
            uses |= !declares && touches(program, part, buffer);
        });
        uses
    };
    let using: Vec<usize> = (0..body.len()).filter(|at| uses(&body[*at])).collect();
    if let [only] = using[..] {
        // A condition reads the content that the iteration before has left.
        if touches(program, &body[only], buffer) {
            return Vec::new();
        }
        return match &mut body[only] {
            Stmt::Loop(inner) => {
                let repeated = matches!(inner.head, Head::For { .. });
                further(program, &mut inner.body, repeated, buffer, count)
            }
            Stmt::Branch { arms, .. } => {
                let mut using = arms.iter_mut().filter(|arm| arm.body.iter().any(uses));
                match (using.next(), using.next()) {
                    (Some(arm), None) => further(program, &mut arm.body, false, buffer, count),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
    }
    let is_count = |end: &Plain| end.tokens.to_string() == count;
    let is_filling = |at: &usize| match &body[*at] {
        Stmt::Loop(inner) => fills(program, inner, buffer, &is_count) && !has_exit(&inner.body),
        _ => false,
    };
    let fillings: Vec<usize> = using.iter().copied().filter(is_filling).collect();
    if !repeated || fillings.first() != using.first() || !only_numbers(program, body, buffer) {
        return Vec::new();
    }
    let (mut rest, mut segments) = (body, Vec::new());
    for filling in fillings.into_iter().skip(1).rev() {
        let (before, segment) = rest.split_at_mut(filling);
        segments.push(segment);
        rest = before;
    }
    segments.reverse();
    segments
}

fn has_exit(body: &[Stmt]) -> bool {
    let mut found = false;
    each(body, 0, &mut |_, statement| found |= matches!(statement, Stmt::Exit(_)));
    found
}

/// Whether the body of a loop only reads and writes numbers of a buffer.
fn only_numbers(program: &Program, body: &[Stmt], buffer: Id) -> bool {
    let number = |place: &Place| {
        place.root == buffer
            && matches!(place.projections.as_slice(), [Projection::Index(by)] if !by.reads.contains(&buffer))
    };
    let mut only = true;
    each(body, 0, &mut |_, statement| {
        only &= match statement {
            statement if !touches(program, statement, buffer) => true,
            Stmt::Write { place, value: Source::Value(_), .. } | Stmt::Let { rhs: Rhs::Read(place), .. } => {
                number(place)
            }
            _ => false,
        };
    });
    only
}

/// Lets statements use another buffer.
fn rename(body: &mut [Stmt], from: Id, to: Id) {
    for statement in body {
        match statement {
            Stmt::Write { place, .. } | Stmt::Let { rhs: Rhs::Read(place), .. } if place.root == from => {
                place.root = to;
            }
            Stmt::Branch { arms, .. } => arms.iter_mut().for_each(|arm| rename(&mut arm.body, from, to)),
            Stmt::Loop(inner) => rename(&mut inner.body, from, to),
            _ => {}
        }
    }
}

/// Declares further buffers beside a buffer.
fn declare(body: &mut Vec<Stmt>, buffer: Id, others: &[Id]) {
    let mut at = 0;
    while at < body.len() {
        match &mut body[at] {
            Stmt::Declare { var, init } if *var == buffer => {
                let init = init.clone();
                let others = others.iter().map(|var| Stmt::Declare { var: *var, init: init.clone() });
                body.splice(at..at, others);
                return;
            }
            Stmt::Branch { arms, .. } => {
                arms.iter_mut().for_each(|arm| declare(&mut arm.body, buffer, others));
            }
            Stmt::Loop(inner) => declare(&mut inner.body, buffer, others),
            _ => {}
        }
        at += 1;
    }
}
