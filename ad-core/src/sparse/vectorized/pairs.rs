//! Two instructions in one. An intermediate result then need not be stored and loaded, which takes longer than an operation.

use alloc::vec::Vec;

use super::run::{First, Instruction, Second, Source};

/// So many instructions are searched for another use of a result.
const FAR: usize = 64;

/// The instructions of a group, of which neighbours are pairs where possible.
pub(super) fn paired(instructions: &[Instruction]) -> Vec<Instruction> {
    let mut paired = Vec::with_capacity(instructions.len());
    let mut rest = instructions;
    while let Some((first, behind)) = rest.split_first() {
        let both =
            behind.split_first().and_then(|(second, behind)| Some((pair(first, second, behind)?, behind)));
        let (instruction, behind) = both.unwrap_or_else(|| (first.clone(), behind));
        paired.push(instruction);
        rest = behind;
    }
    paired
}

/// Both instructions in one, if the result of the first is in a register that nothing but the second reads.
fn pair(first: &Instruction, second: &Instruction, behind: &[Instruction]) -> Option<Instruction> {
    let (kind, operands, t) = match *first {
        Instruction::Add(operands, t) => (First::Add, operands, t),
        Instruction::Sub(operands, t) => (First::Sub, operands, t),
        Instruction::Mul(operands, t) => (First::Mul, operands, t),
        _ => return None,
    };
    let (second, c, to) = match *second {
        Instruction::Neg(a, to) if a == t => (Second::Neg, t, to),
        Instruction::Add([a, b], to) if a == t && b == t => (Second::Twice, t, to),
        Instruction::Mul([a, b], to) if a == t && b == t => (Second::Square, t, to),
        Instruction::Add([a, c] | [c, a], to) if a == t => (Second::Add, c, to),
        Instruction::Mul([a, c] | [c, a], to) if a == t => (Second::Mul, c, to),
        Instruction::Sub([a, c], to) if a == t && c != t => (Second::Sub, c, to),
        Instruction::Sub([c, b], to) if b == t && c != t => (Second::From, c, to),
        _ => return None,
    };
    let is_unread = to == t || is_unread(t, behind);
    (t.step == 0 && is_unread).then_some(Instruction::Pair(kind, operands, second, c, to))
}

/// Whether the number in this register is not read any more.
fn is_unread(register: Source, behind: &[Instruction]) -> bool {
    for instruction in behind.iter().take(FAR) {
        let (operands, to): (&[Source], Option<Source>) = match instruction {
            Instruction::Add(operands, to)
            | Instruction::Sub(operands, to)
            | Instruction::Mul(operands, to)
            | Instruction::Div(operands, to) => (operands, Some(*to)),
            Instruction::Neg(a, to) => (core::slice::from_ref(a), Some(*to)),
            // Operands that there are not are the first input.
            Instruction::Function(_, operands, to) => (operands, Some(*to)),
            Instruction::Guard { operands, .. } => (operands, None),
            // They read memory that is no register.
            Instruction::Gather { to, .. } | Instruction::Sum { to, .. } => (&[], Some(*to)),
            Instruction::Scatter { from, .. } => (core::slice::from_ref(from), None),
            Instruction::Pair(..) => return false,
        };
        if operands.contains(&register) {
            return false;
        }
        if to == Some(register) {
            return true;
        }
    }
    behind.len() <= FAR
}
