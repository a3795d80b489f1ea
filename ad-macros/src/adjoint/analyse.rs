//! What the reverse sweep needs, and how it comes by it.
//!
//! A value is *active* if it depends on a variable, and *useful* if the result depends on it. What the reverse text of
//! the active and useful statements reads is *needed*. It is *replayed*, computed again in the reverse sweep, if that is
//! cheap and if what it is computed from can be had there; else it is *saved*.
//!
//! **Positions.** In the reverse text of a block, the text of statement `j` stands at position 2j+1, and the positions
//! are gone through downwards. A replay that reads a container stands at 2w, right after the text of `w`, the first
//! statement after it that changes the container: there the change is undone. If there is none, it stands in front of
//! everything. A value that is asked for at a higher position than its replay can have is saved.
//!
//! **Undoing.** A change of a container is undone if the reverse text reads the container as it was at a moment that can
//! precede the change: earlier in the text, or in a common loop within the container's scope.

use super::functions;
use super::ir::*;
use std::collections::{BTreeMap, HashMap, HashSet};

/// In front of all statements of a block.
pub(super) const TOP: usize = usize::MAX;

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Site {
    pub(super) block: usize,
    pub(super) index: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BlockKind {
    Function,
    Branch,
    Loop,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BlockInfo {
    pub(super) parent: Option<Site>,
    pub(super) kind: BlockKind,
}

/// What a piece of reverse text asks for.
#[derive(Clone, Default)]
pub(super) struct Needs {
    pub(super) values: Vec<Id>,
    pub(super) containers: Vec<Id>,
    /// Containers of which only the structure is asked for.
    pub(super) structures: Vec<Id>,
}

impl Needs {
    fn plain(&mut self, plain: &Plain) {
        self.values.extend(&plain.values);
        self.containers.extend(&plain.reads);
    }
}

/// The result of the analysis.
pub(super) struct Facts {
    pub(super) active: Vec<bool>,
    pub(super) useful: Vec<bool>,
    pub(super) blocks: Vec<BlockInfo>,
    /// How many exits each loop body, or the function, has.
    pub(super) exits: Vec<usize>,
    /// For each block, from which statement on how many exits of its frame stand before.
    pub(super) segments: Vec<Vec<(usize, usize)>>,
    /// Where each variable is defined.
    pub(super) sites: HashMap<Id, Site>,
    /// The needed values that are saved.
    pub(super) saved: HashSet<Id>,
    /// The needed values that are replayed, and at which position.
    pub(super) replayed: BTreeMap<Id, usize>,
    /// The names of the overwritten values that are put back; pushes that are undone have theirs in `unpushed`.
    pub(super) undone: HashSet<Id>,
    pub(super) unpushed: HashSet<(usize, usize)>,
    /// The containers that the reverse text reads.
    pub(super) containers: HashSet<Id>,
    /// Whether the forward sweep is so cheap that callers rather repeat it.
    pub(super) cheap: bool,
    /// The buffers that live in the body of a loop although they are declared outside.
    pub(super) sunk: HashMap<Id, usize>,
    /// The variables that are declared with a value.
    initialised: HashSet<Id>,
    asked: HashSet<Id>,
}

/// Numbers the blocks.
pub(super) fn number(program: &mut Program) -> Numbering {
    fn walk(body: &mut [Stmt], block: usize, blocks: &mut Vec<BlockInfo>) {
        for (index, statement) in body.iter_mut().enumerate() {
            let mut enter = |id: &mut usize, kind| {
                *id = blocks.len();
                blocks.push(BlockInfo { parent: Some(Site { block, index }), kind });
            };
            match statement {
                Stmt::Branch { arms, .. } => {
                    for arm in arms {
                        enter(&mut arm.id, BlockKind::Branch);
                    }
                }
                Stmt::Loop(inner) => enter(&mut inner.id, BlockKind::Loop),
                _ => {}
            }
            match statement {
                Stmt::Branch { arms, .. } => {
                    arms.iter_mut().for_each(|arm| walk(&mut arm.body, arm.id, blocks));
                }
                Stmt::Loop(inner) => walk(&mut inner.body, inner.id, blocks),
                _ => {}
            }
        }
    }
    let mut blocks = vec![BlockInfo { parent: None, kind: BlockKind::Function }];
    walk(&mut program.body, 0, &mut blocks);
    let mut exits = vec![0; blocks.len()];
    let mut segments = vec![Vec::new(); blocks.len()];
    ways_out(&mut program.body, 0, &mut vec![0], &mut exits, &mut segments);
    Numbering { blocks, exits, segments }
}

/// The blocks of a program and its ways out.
pub(super) struct Numbering {
    blocks: Vec<BlockInfo>,
    exits: Vec<usize>,
    segments: Vec<Vec<(usize, usize)>>,
}

/// Numbers the exits of each loop body and of the function in the order of the text, and finds the segments of each
/// block: from which statement on how many exits of its frame stand before it in the text.
fn ways_out(
    body: &mut [Stmt],
    block: usize,
    frames: &mut Vec<usize>,
    exits: &mut Vec<usize>,
    segments: &mut Vec<Vec<(usize, usize)>>,
) {
    let frame = frames[frames.len() - 1];
    segments[block].push((0, exits[frame]));
    for (index, statement) in body.iter_mut().enumerate() {
        if exits[frame] > segments[block].last().map_or(0, |(_, before)| *before) {
            segments[block].push((index, exits[frame]));
        }
        match statement {
            Stmt::Branch { arms, .. } => {
                for arm in arms {
                    ways_out(&mut arm.body, arm.id, frames, exits, segments);
                }
            }
            Stmt::Loop(inner) => {
                frames.push(inner.id);
                ways_out(&mut inner.body, inner.id, frames, exits, segments);
                frames.pop();
            }
            Stmt::Exit(exit) => {
                let left = match exit.target {
                    Target::Break(level) | Target::Continue(level) => level + 1,
                    Target::Return => frames.len(),
                };
                for frame in frames.iter().rev().take(left) {
                    exits[*frame] += 1;
                    exit.ways.push((*frame, exits[*frame]));
                }
            }
            _ => {}
        }
    }
}

/// Visits every statement with its site.
pub(super) fn each<'p>(body: &'p [Stmt], block: usize, visit: &mut dyn FnMut(Site, &'p Stmt)) {
    for (index, statement) in body.iter().enumerate() {
        visit(Site { block, index }, statement);
        match statement {
            Stmt::Branch { arms, .. } => arms.iter().for_each(|arm| each(&arm.body, arm.id, visit)),
            Stmt::Loop(inner) => each(&inner.body, inner.id, visit),
            _ => {}
        }
    }
}

pub(super) fn analyse(program: &Program, numbering: Numbering) -> Facts {
    let Numbering { blocks, exits, segments } = numbering;
    let mut sites = HashMap::new();
    each(&program.body, 0, &mut |site, statement| match statement {
        Stmt::Let { var, .. } | Stmt::Declare { var, .. } => _ = sites.insert(*var, site),
        Stmt::Write { old, .. } => _ = sites.insert(*old, site),
        Stmt::Loop(inner) => _ = sites.insert(inner.trips, site),
        _ => {}
    });
    let active = active(program);
    let useful = useful(program, &active);
    let cheap = is_cheap(program);
    let mut facts = Facts {
        active,
        useful,
        blocks,
        exits,
        segments,
        sites,
        saved: HashSet::new(),
        replayed: BTreeMap::new(),
        undone: HashSet::new(),
        unpushed: HashSet::new(),
        containers: HashSet::new(),
        cheap,
        sunk: HashMap::new(),
        initialised: HashSet::new(),
        asked: HashSet::new(),
    };
    each(&program.body, 0, &mut |_, statement| {
        if let Stmt::Declare { var, init: Some(_) } = statement
            && program.vars[*var].role == Role::Container
            && !program.vars[*var].ty.is_plain()
        {
            facts.initialised.insert(*var);
        }
    });
    facts.sunk = super::buffers::sunk(program, &facts);
    let changes = changes(program);
    // What is saved and undone only grows.
    while facts.round(program, &changes) {}
    // What was saved for a reason that has gone is not asked for any more.
    let Facts { asked, undone, .. } = &facts;
    let saved = facts.saved.iter().copied().filter(|id| asked.contains(id) || undone.contains(id)).collect();
    facts.saved = saved;
    facts
}

/// The numbers that depend on a variable. Containers always count as such.
fn active(program: &Program) -> Vec<bool> {
    let mut active: Vec<bool> = program
        .vars
        .iter()
        .map(|var| match var.role {
            Role::Again | Role::Parameter | Role::Header | Role::Container => !var.ty.is_plain(),
            Role::Value | Role::Scalar => !var.ty.is_plain() && var.ty != Ty::Number,
        })
        .collect();
    loop {
        let before = active.clone();
        each(&program.body, 0, &mut |_, statement| match statement {
            Stmt::Let { var, rhs } => {
                let now = match rhs {
                    Rhs::Constant(_) | Rhs::Plain(_) => false,
                    Rhs::Binary(_, a, b) => active[*a] || active[*b],
                    Rhs::Negate(a) | Rhs::Version(a) => active[*a],
                    Rhs::Function { operands, .. } => operands.iter().any(|operand| active[*operand]),
                    Rhs::Read(place) => active[place.root],
                    Rhs::Source(_) | Rhs::Call(_) => !program.vars[*var].ty.is_plain(),
                };
                active[*var] |= now;
            }
            Stmt::Declare { var, init: Some(Source::Value(id)) } => active[*var] |= active[*id],
            Stmt::Write { place, value: Source::Value(id), .. } => active[place.root] |= active[*id],
            _ => {}
        });
        if active == before {
            return active;
        }
    }
}

/// The numbers on which the result, or a container, depends.
fn useful(program: &Program, active: &[bool]) -> Vec<bool> {
    let mut useful: Vec<bool> = program
        .vars
        .iter()
        .map(|var| match var.role {
            Role::Value | Role::Scalar => var.ty != Ty::Number && !var.ty.is_plain(),
            _ => !var.ty.is_plain(),
        })
        .collect();
    values_of(&program.result).into_iter().for_each(|id| useful[id] = true);
    loop {
        let before = useful.clone();
        each(&program.body, 0, &mut |_, statement| match statement {
            Stmt::Let { var, rhs } if useful[*var] => match rhs {
                Rhs::Binary(_, a, b) => {
                    useful[*a] = true;
                    useful[*b] = true;
                }
                Rhs::Negate(a) | Rhs::Version(a) => useful[*a] = true,
                Rhs::Function { operands, .. } => operands.iter().for_each(|operand| useful[*operand] = true),
                Rhs::Source(source) => values_of(source).into_iter().for_each(|id| useful[id] = true),
                Rhs::Call(call) => {
                    for argument in &call.arguments {
                        match argument {
                            Argument::Value(source) => {
                                values_of(source).into_iter().for_each(|id| useful[id] = true);
                            }
                            Argument::Borrow { place } => useful[place.root] = true,
                            Argument::PlainBorrow(_) => {}
                        }
                    }
                }
                _ => {}
            },
            Stmt::Declare { var, init: Some(source) } if useful[*var] => {
                values_of(source).into_iter().for_each(|id| useful[id] = true);
            }
            Stmt::Write { place, value, .. } if useful[place.root] => {
                values_of(value).into_iter().for_each(|id| useful[id] = true);
            }
            Stmt::Push { value, .. } => values_of(value).into_iter().for_each(|id| useful[id] = true),
            _ => {}
        });
        if useful == before {
            break;
        }
    }
    useful.iter().zip(active).map(|(useful, active)| *useful && *active).collect()
}

/// The values that are parts of a source.
fn values_of(source: &Source) -> Vec<Id> {
    match source {
        Source::Value(id) => vec![*id],
        Source::Build(build) => build.parts.iter().flat_map(values_of).collect(),
        Source::Repeat { element, .. } => values_of(element),
        Source::Place(place) | Source::ToVec(place) => vec![place.root],
        Source::Plain(_) | Source::Empty(_) => Vec::new(),
    }
}

/// Whether nothing in it is dear.
fn is_cheap(program: &Program) -> bool {
    let mut cheap = true;
    each(&program.body, 0, &mut |_, statement| match statement {
        Stmt::Loop(_) => cheap = false,
        Stmt::Let { rhs, .. } => match rhs {
            Rhs::Binary(Operator::Div, ..)
            | Rhs::Source(Source::Repeat { vector: true, .. } | Source::ToVec(_)) => cheap = false,
            Rhs::Function { name, .. } => cheap &= functions::row(name).is_some_and(|row| row.cheap),
            Rhs::Plain(plain) => cheap &= !plain.dear || plain.tokens.is_empty(),
            Rhs::Source(Source::Build(build)) => cheap &= !matches!(build.kind, BuildKind::Vector),
            Rhs::Call(call) => cheap &= !call.recursive,
            _ => {}
        },
        _ => {}
    });
    cheap
}

/// The sites at which each container is changed.
fn changes(program: &Program) -> HashMap<Id, Vec<Site>> {
    let mut changes: HashMap<Id, Vec<Site>> = HashMap::new();
    each(&program.body, 0, &mut |site, statement| {
        if let Stmt::Write { place, .. } | Stmt::Push { place, .. } = statement
            && program.vars[place.root].role != Role::Scalar
        {
            for container in &program.vars[place.root].views {
                changes.entry(*container).or_default().push(site);
            }
        }
    });
    changes
}

/// What the values of a place's indices are.
fn place_values(place: &Place, needs: &mut Needs) {
    for projection in &place.projections {
        if let Projection::Index(plain) = projection {
            needs.plain(plain);
        }
    }
}

impl Facts {
    /// The statement of `block`, or of one around it, in which something stands.
    pub(super) fn ancestor(&self, mut site: Site, block: usize) -> Option<usize> {
        loop {
            if site.block == block {
                return Some(site.index);
            }
            site = self.blocks[site.block].parent?;
        }
    }

    /// The loop body or function that keeps what is saved in a block.
    pub(super) fn frame(&self, mut block: usize) -> usize {
        while self.blocks[block].kind == BlockKind::Branch {
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => break,
            }
        }
        block
    }

    /// Whether the pullback of a call in this block is made again rather than kept by name.
    pub(super) fn in_loop(&self, block: usize) -> bool {
        self.blocks[self.frame(block)].kind == BlockKind::Loop
    }

    /// Where the next segment of a block begins.
    fn segment_after(&self, site: Site) -> Option<usize> {
        self.segments[site.block].iter().map(|(start, _)| *start).find(|start| *start > site.index)
    }

    /// The segment in which a statement stands.
    pub(super) fn segment(&self, site: Site) -> usize {
        self.segments[site.block].iter().rposition(|(start, _)| *start <= site.index).unwrap_or(0)
    }

    /// One round of: who needs what, what of it can be replayed, which changes are undone. Whether anything is new.
    fn round(&mut self, program: &Program, changes: &HashMap<Id, Vec<Site>>) -> bool {
        let mut asked: HashMap<Id, usize> = HashMap::new();
        // Which containers, where, and whether their numbers as well.
        let mut reads: Vec<(Id, Site, bool)> = Vec::new();
        let mut work: Vec<(Id, Site, usize)> = Vec::new();
        let statements = statements(program);
        each(&program.body, 0, &mut |site, statement| {
            let needs = self.needs(program, site, statement);
            work.extend(needs.values.iter().map(|id| (*id, site, 2 * site.index + 1)));
            reads.extend(needs.containers.iter().map(|id| (*id, site, true)));
            reads.extend(needs.structures.iter().map(|id| (*id, site, false)));
        });
        // The result's place.
        let mut needs = Needs::default();
        source_places(&program.result, &mut needs);
        let end = Site { block: 0, index: program.body.len() };
        work.extend(needs.values.iter().map(|id| (*id, end, TOP)));

        let mut positions: BTreeMap<Id, usize> = BTreeMap::new();
        let mut conflicts: HashSet<Id> = HashSet::new();
        while let Some((id, site, position)) = work.pop() {
            if program.vars[id].role != Role::Value {
                continue;
            }
            let Some(home) = self.sites.get(&id).copied() else { continue };
            let position = if site.block == home.block {
                position
            } else {
                self.ancestor(site, home.block).map_or(TOP, |index| 2 * index + 1)
            };
            let known = asked.get(&id).copied();
            if known.is_some_and(|known| known >= position) {
                continue;
            }
            asked.insert(id, position);
            if self.saved.contains(&id) {
                continue;
            }
            let Some(needs) = statements.get(&id).and_then(|statement| self.replay(program, home, statement))
            else {
                self.saved.insert(id);
                continue;
            };
            let at = self.position(program, &statements, changes, id, &mut HashMap::new());
            if at < position {
                conflicts.insert(id);
                continue;
            }
            if positions.insert(id, at).is_none() {
                reads.extend(needs.containers.iter().map(|container| (*container, home, true)));
                work.extend(needs.values.iter().map(|value| (*value, home, at)));
            }
        }
        if !conflicts.is_empty() {
            self.saved.extend(conflicts);
            return true;
        }
        // Which changes must be undone, so that these reads see what they saw.
        let mut grown = false;
        let containers: HashSet<Id> = reads.iter().map(|(id, ..)| *id).collect();
        each(&program.body, 0, &mut |site, statement| {
            if let Stmt::Write { place, .. } | Stmt::Push { place, .. } = statement
                && program.vars[place.root].role != Role::Scalar
            {
                let undo = program.vars[place.root].views.iter().any(|container| {
                    let number = matches!(statement, Stmt::Write { .. }) && place.ty == Ty::Number;
                    reads.iter().any(|(read, at, numbers)| {
                        read == container && (*numbers || !number) && self.precedes(*container, *at, site)
                    })
                });
                // The shadow gets the structure of what was there before.
                let whole = matches!(statement, Stmt::Write { .. }) && self.replaces(place);
                if undo || whole {
                    grown |= match statement {
                        Stmt::Write { old, .. } => self.undone.insert(*old),
                        _ => self.unpushed.insert((site.block, site.index)),
                    };
                }
            }
        });
        grown |= containers.iter().any(|container| self.containers.insert(*container));
        let old: HashSet<Id> = self
            .undone
            .difference(&self.saved)
            .filter(|old| !program.steps.contains_key(old))
            .copied()
            .collect();
        grown |= !old.is_empty();
        self.saved.extend(old);
        self.replayed = positions;
        self.asked = asked.into_keys().collect();
        grown
    }

    /// Whether a write to this place replaces a container of numbers that has been given a value before.
    pub(super) fn replaces(&self, place: &Place) -> bool {
        let list = matches!(place.ty.owned(), Ty::List(_) | Ty::Unknown);
        list && place.projections.is_empty() && self.initialised.contains(&place.root)
    }

    /// Whether a read can happen before a change, within the life of the container.
    fn precedes(&self, container: Id, read: Site, change: Site) -> bool {
        let declared = self.sites.get(&container).map_or(0, |site| site.block);
        let life = self.sunk.get(&container).copied().unwrap_or(declared);
        // The innermost block that has both.
        let mut block = read.block;
        loop {
            if let (Some(a), Some(b)) = (self.ancestor(read, block), self.ancestor(change, block)) {
                // The head of a loop is read before its body is run.
                if a < b || a == b && read.block == block {
                    return true;
                }
                break;
            }
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        // A loop around both, inside of the block where the container lives.
        while block != life {
            if self.blocks[block].kind == BlockKind::Loop {
                return true;
            }
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => return true,
            }
        }
        false
    }

    /// The position of a replay: in front, or right after the first change of what it reads has been undone.
    fn position(
        &self,
        program: &Program,
        statements: &HashMap<Id, &Stmt>,
        changes: &HashMap<Id, Vec<Site>>,
        id: Id,
        known: &mut HashMap<Id, usize>,
    ) -> usize {
        if let Some(position) = known.get(&id) {
            return *position;
        }
        let Some(home) = self.sites.get(&id).copied() else { return TOP };
        let Some(needs) = statements.get(&id).and_then(|statement| self.replay(program, home, statement))
        else {
            return TOP;
        };
        let mut position = TOP;
        for container in &needs.containers {
            for change in changes.get(container).into_iter().flatten() {
                if let Some(index) = self.ancestor(*change, home.block)
                    && index > home.index
                {
                    // What is undone in a later segment is undone before this one goes on.
                    let next = self.segment_after(home);
                    position = position.min(2 * next.map_or(index, |next| index.min(next)));
                }
            }
        }
        for value in &needs.values {
            let here = self.sites.get(value).is_some_and(|site| site.block == home.block);
            if here && !self.saved.contains(value) && program.vars[*value].role == Role::Value {
                position = position.min(self.position(program, statements, changes, *value, known));
            }
        }
        known.insert(id, position);
        position
    }

    /// What the replay of a value needs, if it can be replayed.
    fn replay(&self, program: &Program, site: Site, statement: &Stmt) -> Option<Needs> {
        let Stmt::Let { rhs, .. } = statement else { return None };
        let mut needs = Needs::default();
        match rhs {
            Rhs::Constant(plain) => needs.plain(plain),
            Rhs::Plain(plain) if !plain.dear => needs.plain(plain),
            Rhs::Binary(Operator::Div, ..) | Rhs::Version(_) | Rhs::Plain(_) => return None,
            Rhs::Binary(_, a, b) => needs.values.extend([a, b]),
            Rhs::Negate(a) => needs.values.push(*a),
            Rhs::Function { name, operands, parameter } => {
                if !functions::row(name)?.cheap {
                    return None;
                }
                needs.values.extend(operands);
                parameter.iter().for_each(|plain| needs.plain(plain));
            }
            Rhs::Read(place) => {
                place_values(place, &mut needs);
                root(program, place, &mut needs);
            }
            Rhs::Source(source) => {
                if !is_cheap_source(source) {
                    return None;
                }
                source_needs(program, source, &mut needs);
            }
            Rhs::Call(call) => {
                if !self.in_loop(site.block) || call.recursive {
                    return None;
                }
                call_needs(program, call, &mut needs);
            }
        }
        Some(needs)
    }

    /// What the reverse text of a statement needs.
    fn needs(&self, program: &Program, site: Site, statement: &Stmt) -> Needs {
        let mut needs = Needs::default();
        match statement {
            Stmt::Let { var, rhs } if self.useful[*var] => match rhs {
                Rhs::Binary(Operator::Mul, a, b) => {
                    if self.active[*a] {
                        needs.values.push(*b);
                    }
                    if self.active[*b] {
                        needs.values.push(*a);
                    }
                }
                Rhs::Binary(Operator::Div, _, b) => {
                    needs.values.push(*b);
                    if self.active[*b] {
                        needs.values.push(*var);
                    }
                }
                Rhs::Function { name, operands, parameter } => {
                    if let Some(row) = functions::row(name) {
                        if row.operands {
                            needs.values.extend(operands);
                        }
                        if row.value {
                            needs.values.push(*var);
                        }
                    }
                    parameter.iter().for_each(|plain| needs.plain(plain));
                }
                Rhs::Read(place) => place_values(place, &mut needs),
                Rhs::Source(source) => source_places(source, &mut needs),
                Rhs::Call(call) => {
                    for argument in &call.arguments {
                        match argument {
                            Argument::Borrow { place } => {
                                place_values(place, &mut needs);
                                root(program, place, &mut needs);
                            }
                            Argument::PlainBorrow(plain) => needs.plain(plain),
                            Argument::Value(source) => source_places(source, &mut needs),
                        }
                    }
                    if self.in_loop(site.block) || call.recursive {
                        call_needs(program, call, &mut needs);
                    }
                }
                _ => {}
            },
            Stmt::Declare { var, init: Some(source) } if self.useful[*var] => {
                source_places(source, &mut needs);
            }
            Stmt::Write { place, value, old } => {
                if program.vars[place.root].role != Role::Scalar {
                    if self.useful[place.root] || self.undone.contains(old) {
                        place_values(place, &mut needs);
                    }
                    if self.undone.contains(old) {
                        if !program.steps.contains_key(old) {
                            needs.values.push(*old);
                        }
                        needs.containers.extend(&program.vars[place.root].views);
                    }
                }
                source_places(value, &mut needs);
            }
            Stmt::Push { place, value } => {
                place_values(place, &mut needs);
                source_places(value, &mut needs);
            }
            Stmt::Branch { scrutinee, arms, .. } if arms.iter().any(|arm| self.matters(&arm.body)) => {
                needs.plain(scrutinee);
                arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| needs.plain(guard));
            }
            Stmt::Loop(inner) if self.matters(&inner.body) => {
                if inner.left || matches!(inner.head, Head::While) {
                    needs.values.push(inner.trips);
                }
                if let Head::For { iterator, .. } = &inner.head {
                    iterator_needs(program, iterator, &mut needs);
                }
            }
            _ => {}
        }
        needs
    }

    /// Whether a block has reverse text.
    pub(super) fn matters(&self, body: &[Stmt]) -> bool {
        body.iter().any(|statement| match statement {
            Stmt::Let { var, .. } => self.useful[*var],
            Stmt::Write { place, old, .. } => self.useful[place.root] || self.undone.contains(old),
            Stmt::Push { .. } => true,
            Stmt::Branch { arms, .. } => arms.iter().any(|arm| self.matters(&arm.body)),
            Stmt::Loop(inner) => self.matters(&inner.body),
            Stmt::Declare { .. } | Stmt::Forward(_) | Stmt::Unless(_) | Stmt::Exit(_) => false,
        })
    }
}

/// All that a statement mentions, without the blocks inside of it.
pub(super) fn needs_of(program: &Program, statement: &Stmt, needs: &mut Needs) {
    match statement {
        Stmt::Let { rhs, .. } => match rhs {
            Rhs::Constant(plain) | Rhs::Plain(plain) => needs.plain(plain),
            Rhs::Function { parameter, .. } => parameter.iter().for_each(|plain| needs.plain(plain)),
            Rhs::Read(place) => {
                place_values(place, needs);
                root(program, place, needs);
            }
            Rhs::Source(source) => source_needs(program, source, needs),
            Rhs::Call(call) => call_needs(program, call, needs),
            Rhs::Binary(..) | Rhs::Negate(_) | Rhs::Version(_) => {}
        },
        Stmt::Declare { init, .. } => init.iter().for_each(|source| source_needs(program, source, needs)),
        Stmt::Write { place, value, .. } | Stmt::Push { place, value } => {
            place_values(place, needs);
            root(program, place, needs);
            source_needs(program, value, needs);
        }
        Stmt::Branch { scrutinee, arms, .. } => {
            needs.plain(scrutinee);
            arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| needs.plain(guard));
        }
        Stmt::Loop(inner) => {
            if let Head::For { iterator, .. } = &inner.head {
                iterator_needs(program, iterator, needs);
            }
        }
        Stmt::Forward(plain) | Stmt::Unless(plain) => needs.plain(plain),
        Stmt::Exit(_) => {}
    }
}

/// The statement that binds each value.
fn statements(program: &Program) -> HashMap<Id, &Stmt> {
    let mut statements = HashMap::new();
    each(&program.body, 0, &mut |_, statement| {
        if let Stmt::Let { var, .. } = statement {
            statements.insert(*var, statement);
        }
    });
    statements
}

/// What is needed to have the numbers of a place.
fn root(program: &Program, place: &Place, needs: &mut Needs) {
    needs.values.push(place.root);
    needs.containers.extend(&program.vars[place.root].views);
}

fn is_cheap_source(source: &Source) -> bool {
    match source {
        Source::Value(_) | Source::Plain(_) => true,
        Source::Build(Build { kind, parts }) => {
            !matches!(kind, BuildKind::Vector) && parts.iter().all(is_cheap_source)
        }
        _ => false,
    }
}

/// What is needed to make a source again.
pub(super) fn source_needs(program: &Program, source: &Source, needs: &mut Needs) {
    match source {
        Source::Value(id) => needs.values.push(*id),
        Source::Plain(plain) => needs.plain(plain),
        Source::Place(place) | Source::ToVec(place) => {
            place_values(place, needs);
            root(program, place, needs);
        }
        Source::Build(build) => build.parts.iter().for_each(|part| source_needs(program, part, needs)),
        Source::Repeat { element, count, .. } => {
            source_needs(program, element, needs);
            needs.plain(count);
        }
        Source::Empty(_) => {}
    }
}

/// What is needed to find the shadows of the parts of a source.
fn source_places(source: &Source, needs: &mut Needs) {
    match source {
        Source::Place(place) | Source::ToVec(place) => place_values(place, needs),
        Source::Build(build) => build.parts.iter().for_each(|part| source_places(part, needs)),
        Source::Repeat { element, .. } => source_places(element, needs),
        Source::Value(_) | Source::Plain(_) | Source::Empty(_) => {}
    }
}

/// What is needed to make a call again.
fn call_needs(program: &Program, call: &Call, needs: &mut Needs) {
    for argument in &call.arguments {
        match argument {
            Argument::Value(source) => source_needs(program, source, needs),
            Argument::Borrow { place } => {
                place_values(place, needs);
                root(program, place, needs);
            }
            Argument::PlainBorrow(plain) => needs.plain(plain),
        }
    }
}

/// What is needed to run an iterator again.
fn iterator_needs(program: &Program, iterator: &Iteration, needs: &mut Needs) {
    match iterator {
        Iteration::Plain(plain) => needs.plain(plain),
        Iteration::Range { start, end, .. } => {
            needs.plain(start);
            needs.plain(end);
        }
        Iteration::View { place, arguments, .. } => {
            place_values(place, needs);
            needs.values.push(place.root);
            needs.structures.extend(&program.vars[place.root].views);
            arguments.iter().for_each(|plain| needs.plain(plain));
        }
        Iteration::Zip(a, b) => {
            iterator_needs(program, a, needs);
            iterator_needs(program, b, needs);
        }
        Iteration::Adapt { inner, argument, .. } => {
            iterator_needs(program, inner, needs);
            argument.iter().for_each(|plain| needs.plain(plain));
        }
        Iteration::Copied(inner) => iterator_needs(program, inner, needs),
    }
}
