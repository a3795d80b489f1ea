//! Two rules that save memory: counters, and buffers that are refilled in each iteration.

use super::analyse::{BlockKind, Index, Site, Uses, each, uses_of};
use super::ir::*;
use quote::quote;
use std::collections::{HashMap, HashSet};
use std::slice;

/// An integer that a literal increments is restored like a container, by counting back.
///
/// ```text
/// // Input:  let v = p; … p = v + 1;
/// // In reverse:           p -= 1; let v = p; …
/// ```
pub(super) fn counters(program: &mut Program) {
    let mut counters: HashSet<Id> = HashSet::new();
    each(&program.body, 0, &mut |_, statement| {
        if let Stmt::Write { place, old, .. } = statement
            && program.steps.contains_key(old)
            && program.vars[place.root].role == Role::Scalar
        {
            counters.insert(place.root);
        }
    });
    for counter in &counters {
        let var = &mut program.vars[*counter];
        var.role = Role::Container;
        var.views = vec![*counter];
    }
    let idents: HashMap<Id, _> = counters.iter().map(|id| (*id, program.vars[*id].ident.clone())).collect();
    read(&mut program.body, &idents);
}

/// The reads of a counter.
fn read(body: &mut [Stmt], counters: &HashMap<Id, proc_macro2::Ident>) {
    for statement in body {
        match statement {
            Stmt::Let { rhs, .. } => {
                if let Rhs::Version(memory) = rhs
                    && let Some(ident) = counters.get(memory)
                {
                    *rhs = Rhs::Plain(Plain {
                        tokens: quote!(#ident),
                        reads: vec![*memory],
                        ..Plain::default()
                    });
                }
            }
            Stmt::Branch { arms, .. } => arms.iter_mut().for_each(|arm| read(&mut arm.body, counters)),
            Stmt::Loop(inner) => read(&mut inner.body, counters),
            _ => {}
        }
    }
}

/// The buffers that are refilled at the beginning of each iteration, with the body of the loop.
///
/// ```text
/// let mut q = vec![0.0; d];
/// for … {                               // all that is done with `q` is done in here
///     for j in 0..d { q[j] = …; }       // and begins with a filling, by what does not read `q`
///     …
/// }
/// ```
///
/// The content of such a buffer is dead between two iterations, so the buffer lives in the body of the loop. At the end of each
/// iteration it is saved as a whole, and overwritten values are saved only for reads of the same iteration. This is correct for
/// any container of constant length. The refilling shows that it is cheaper.
pub(super) fn privatized(index: &Index<'_>) -> HashMap<Id, usize> {
    let program = index.program;
    let mut touched: HashMap<Id, Vec<(Site, &Stmt)>> = HashMap::new();
    let mut declared = Vec::new();
    each(&program.body, 0, &mut |site, statement| {
        let mut uses = Uses::default();
        uses_of(program, statement, &mut uses);
        let all: HashSet<Id> =
            uses.values.into_iter().chain(uses.containers).chain(uses.structures).collect();
        for id in all {
            if program.vars[id].role == Role::Container {
                touched.entry(id).or_default().push((site, statement));
            }
        }
        if let Stmt::Declare { var, init: Some(Source::Repeat { vector: true, count, .. }) } = statement
            && program.vars[*var].role == Role::Container
        {
            declared.push((*var, site, index.spelled(count)));
        }
    });
    let mut uses = Uses::default();
    super::analyse::source_uses(program, &program.result, &mut uses);
    let given: HashSet<Id> = uses.values.into_iter().chain(uses.containers).collect();
    declared
        .into_iter()
        .filter(|(var, ..)| !given.contains(var))
        .filter_map(|(var, site, count)| {
            let touches = touched.get(&var)?;
            filled_in(index, var, site, &count, touches).map(|body| (var, body))
        })
        .collect()
}

/// The body of the loop in which a buffer lives.
fn filled_in(
    index: &Index<'_>,
    var: Id,
    declared: Site,
    count: &str,
    touches: &[(Site, &Stmt)],
) -> Option<usize> {
    let mut block = touches.first()?.0.block;
    while index.blocks[block].kind != BlockKind::Loop
        || touches.iter().any(|(site, _)| index.ancestor(*site, block).is_none())
    {
        block = index.blocks[block].parent?.block;
    }
    // Inside the block of its declaration, and without an exit.
    let mut outer = block;
    while outer != declared.block {
        outer = index.blocks[outer].parent?.block;
    }
    if block == declared.block || index.exits[block] > 0 {
        return None;
    }
    // The first statement that uses it refills it.
    let first = touches.iter().filter_map(|(site, _)| index.ancestor(*site, block)).min()?;
    let mut filling = None;
    each(&index.program.body, 0, &mut |site, statement| {
        if site == (Site { block, index: first })
            && let Stmt::Loop(inner) = statement
        {
            filling = Some(inner);
        }
    });
    let filling = filling?;
    if index.exits[filling.id] > 0 || !fills(index.program, filling, var, &|end| index.spelled(end) == count)
    {
        return None;
    }
    // Its length is constant.
    let fixed = touches.iter().all(|(_, statement)| match statement {
        Stmt::Push { .. } => false,
        Stmt::Let { rhs: Rhs::Call(call), .. } => call.changed().all(|(place, _)| place.root != var),
        Stmt::Write { place, .. } => place.root != var || !place.projections.is_empty(),
        _ => true,
    });
    fixed.then_some(block)
}

/// Whether a loop `for i in 0..n` overwrites each number of a buffer before it reads this number, and reads no other one. `is_count`
/// says whether `n` is the length of the buffer.
pub(super) fn fills(program: &Program, inner: &Loop, buffer: Id, is_count: &dyn Fn(&Plain) -> bool) -> bool {
    let Head::For { item: Header::One(counter), iterator } = &inner.head else { return false };
    let Iteration::Range { start, end, closed: false } = &**iterator else { return false };
    if !start.is_zero() || !is_count(end) {
        return false;
    }
    let element = |place: &Place| {
        place.root == buffer
            && matches!(place.projections.as_slice(), [Projection::Index(by)] if by.variable() == Some(*counter))
    };
    let (mut overwritten, mut own) = (false, true);
    for statement in &inner.body {
        overwritten |= matches!(statement, Stmt::Write { place, .. } if element(place));
        each(slice::from_ref(statement), inner.id, &mut |_, part| {
            own &= match part {
                part if !touches(program, part, buffer) => true,
                Stmt::Write { place, .. } => element(place),
                Stmt::Let { rhs: Rhs::Read(place), .. } => element(place) && overwritten,
                _ => false,
            };
        });
    }
    overwritten && own
}

/// Whether a statement uses a buffer, or only its structure.
pub(super) fn touches(program: &Program, statement: &Stmt, buffer: Id) -> bool {
    let mut uses = Uses::default();
    uses_of(program, statement, &mut uses);
    [uses.values, uses.containers, uses.structures].iter().any(|ids| ids.contains(&buffer))
}
