//! The places of statements: blocks, loops, exits.

use super::{Facts, Index};
use crate::adjoint::ir::*;

/// The place of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::adjoint) struct Site {
    pub(in crate::adjoint) block: usize,
    pub(in crate::adjoint) index: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::adjoint) enum BlockKind {
    Function,
    Branch,
    Loop,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::adjoint) struct BlockInfo {
    pub(in crate::adjoint) parent: Option<Site>,
    pub(in crate::adjoint) kind: BlockKind,
}

/// The blocks of a program and its exits.
pub(in crate::adjoint) struct Numbering {
    pub(super) blocks: Vec<BlockInfo>,
    pub(super) exits: Vec<usize>,
    pub(super) segments: Vec<Vec<(usize, usize)>>,
}

/// Numbers the blocks.
pub(in crate::adjoint) fn number(program: &mut Program) -> Numbering {
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

/// Numbers the exits of each loop body and of the function in program order. Also finds the segments of each block: the
/// statements from which on a number of exits of its frame come before.
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
pub(in crate::adjoint) fn each<'p>(body: &'p [Stmt], block: usize, visit: &mut dyn FnMut(Site, &'p Stmt)) {
    for (index, statement) in body.iter().enumerate() {
        visit(Site { block, index }, statement);
        match statement {
            Stmt::Branch { arms, .. } => arms.iter().for_each(|arm| each(&arm.body, arm.id, visit)),
            Stmt::Loop(inner) => each(&inner.body, inner.id, visit),
            _ => {}
        }
    }
}

/// The statements of the block of this number.
pub(super) fn block(body: &[Stmt], number: usize) -> Option<&[Stmt]> {
    if number == 0 {
        return Some(body);
    }
    let mut found = None;
    each(body, 0, &mut |_, statement| match statement {
        Stmt::Branch { arms, .. } => {
            found = found.or(arms.iter().find(|arm| arm.id == number).map(|arm| &arm.body[..]));
        }
        Stmt::Loop(inner) if inner.id == number => found = Some(&inner.body[..]),
        _ => {}
    });
    found
}

impl Index<'_> {
    /// The statement of `block` that contains the place, directly or in an inner block.
    pub(in crate::adjoint) fn ancestor(&self, mut site: Site, block: usize) -> Option<usize> {
        loop {
            if site.block == block {
                return Some(site.index);
            }
            site = self.blocks[site.block].parent?;
        }
    }

    /// The loop body or function that saves the values of a block.
    pub(in crate::adjoint) fn frame(&self, mut block: usize) -> usize {
        while self.blocks[block].kind == BlockKind::Branch {
            match self.blocks[block].parent {
                Some(parent) => block = parent.block,
                None => break,
            }
        }
        block
    }

    /// The start of the next segment of a block.
    pub(super) fn segment_after(&self, site: Site) -> Option<usize> {
        self.segments[site.block].iter().map(|(start, _)| *start).find(|start| *start > site.index)
    }

    /// The segment of a statement.
    pub(in crate::adjoint) fn segment(&self, site: Site) -> usize {
        self.segments[site.block].iter().rposition(|(start, _)| *start <= site.index).unwrap_or(0)
    }
}

impl Facts<'_> {
    /// Whether the pullback of this call, in this block, is remade rather than saved by name.
    pub(in crate::adjoint) fn again(&self, call: &Call, block: usize) -> bool {
        let frame = self.index.frame(block);
        call.callee == Callee::Function
            && call.recursion == Recursion::No
            && !call.changes()
            && self.index.blocks[frame].kind == BlockKind::Loop
            && !self.is_independent(frame)
    }
}
