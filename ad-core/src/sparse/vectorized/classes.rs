//! Steps that are computed together: classes of the same operation on operands of the same classes.
//!
//! The results of a class are neighbours in memory. As far as possible, their order makes the operands neighbours too. If the
//! members of a class use several operands in turn, the class is divided into several classes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::interned::Interned;
use super::record::{NONE, Operation, Step};
use super::run::{LANES, Positions};

/// A sum of at least so many terms is one instruction, which adds them from the left.
const LONG: usize = 16;

/// The long sums, and the steps that are computed.
pub(super) struct Sums {
    /// Whether a step is computed as itself.
    live: Vec<bool>,
    /// The terms of a long sum, by the step that is the whole sum.
    pub(super) terms: BTreeMap<u32, Vec<(u32, bool)>>,
}

impl Sums {
    pub(super) fn of(steps: &[Step], operations: &[Operation], outputs: &[(u32, u32)]) -> Self {
        let operation = |step: &Step| operations[step.operation as usize];
        let mut uses = vec![0_u32; steps.len()];
        outputs.iter().for_each(|(step, _)| uses[*step as usize] += 1);
        let mut live = vec![false; steps.len()];
        for (i, step) in steps.iter().enumerate().rev() {
            live[i] = uses[i] > 0 || matches!(operation(step), Operation::Guard(..));
            if live[i] {
                step.operands().iter().for_each(|a| uses[*a as usize] += 1);
            }
        }
        let is_sum = |i: u32| matches!(operation(&steps[i as usize]), Operation::Add | Operation::Sub);
        let mut terms = BTreeMap::new();
        let mut inside = vec![false; steps.len()];
        for head in (0..steps.len()).rev() {
            #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2³² steps")]
            let head = head as u32;
            if !live[head as usize] || inside[head as usize] || !is_sum(head) {
                continue;
            }
            let (mut chain, mut last) = (Vec::new(), head);
            loop {
                let [left, right, _] = steps[last as usize].operands;
                chain.push((right, operation(&steps[last as usize]) == Operation::Sub));
                if !is_sum(left) || uses[left as usize] > 1 {
                    chain.push((left, false));
                    break;
                }
                inside[left as usize] = true;
                last = left;
            }
            if chain.len() >= LONG {
                chain.reverse();
                let mut inner = steps[head as usize].operands[0];
                for _ in 2..chain.len() {
                    live[inner as usize] = false;
                    inner = steps[inner as usize].operands[0];
                }
                terms.insert(head, chain);
            }
        }
        Sums { live, terms }
    }
}

/// Steps with the same operation on operands of the same classes, computed together.
pub(super) struct Class {
    pub(super) operation: Operation,
    /// The operands: a class, and the positions there.
    pub(super) operands: Vec<(u32, Positions)>,
    pub(super) members: Vec<u32>,
    /// 0 for inputs and constants, which nothing computes. A group has one level and one length.
    pub(super) level: usize,
    pub(super) is_sum: bool,
}

impl Class {
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }
}

pub(super) struct Classes {
    pub(super) all: Vec<Class>,
    /// The class of a step, and its position there.
    pub(super) of: Vec<(u32, u32)>,
}

pub(super) const INPUTS: u32 = 0;
pub(super) const CONSTANTS: u32 = 1;

/// Steps with the same operation on operands of the same kinds, in an order in which operands come first. Inputs and constants are the
/// first two kinds, and a long sum is a kind of its own.
fn kinds(steps: &[Step], operations: &[Operation], sums: &Sums) -> Vec<Vec<u32>> {
    let mut kinds = vec![Vec::new(), Vec::new()];
    let (mut keys, mut kind_of) = (Interned::new(), vec![NONE; steps.len()]);
    for (i, step) in (0..).zip(steps) {
        let kind = match operations[step.operation as usize] {
            // All inputs, so that their positions are their numbers.
            Operation::Input => INPUTS,
            _ if !sums.live[i as usize] => continue,
            Operation::Constant => CONSTANTS,
            _ => {
                let mut key = [step.operation, NONE, NONE, NONE];
                if sums.terms.contains_key(&i) {
                    key = [NONE, i, NONE, NONE];
                } else {
                    key[1..]
                        .iter_mut()
                        .zip(step.operands())
                        .for_each(|(kind, a)| *kind = kind_of[*a as usize]);
                }
                CONSTANTS + 1 + keys.number(key)
            }
        };
        if kind as usize == kinds.len() {
            kinds.push(Vec::new());
        }
        kinds[kind as usize].push(i);
        kind_of[i as usize] = kind;
    }
    kinds
}

impl Classes {
    pub(super) fn of(steps: &[Step], operations: &[Operation], sums: &Sums) -> Self {
        let mut classes = Classes { all: Vec::new(), of: vec![(0, 0); steps.len()] };
        for (kind, mut members) in (0..).zip(kinds(steps, operations, sums)) {
            let operation = members
                .first()
                .map_or(Operation::Input, |i| operations[steps[*i as usize].operation as usize]);
            if kind <= CONSTANTS {
                classes.push(Class { operation, operands: Vec::new(), members, level: 0, is_sum: false });
                continue;
            }
            if let Some(terms) = sums.terms.get(&members[0]) {
                let levels =
                    terms.iter().map(|(term, _)| classes.all[classes.of[*term as usize].0 as usize].level);
                let level = levels.max().unwrap_or(0) + 1;
                classes.push(Class { operation, operands: Vec::new(), members, level, is_sum: true });
                continue;
            }
            let count = steps[members[0] as usize].operands().len();
            let place = |step: &u32, k: usize| classes.of[steps[*step as usize].operands[k] as usize];
            // Operands of the same classes are neighbours then, at positions that rise.
            members.sort_by_cached_key(|step| {
                let places: [_; 3] =
                    core::array::from_fn(|k| if k < count { place(step, k) } else { (NONE, NONE) });
                (places.map(|(class, _)| class), places.map(|(_, position)| position))
            });
            let same_classes = |a: &u32, b: &u32| (0..count).all(|k| place(a, k).0 == place(b, k).0);
            let mut parts: Vec<Vec<u32>> = Vec::new();
            for members in members.chunk_by(same_classes) {
                let distance = |a: &u32, b: &u32| -> [i64; 3] {
                    core::array::from_fn(|k| {
                        if k < count { i64::from(place(b, k).1) - i64::from(place(a, k).1) } else { 0 }
                    })
                };
                let regular = (1..=MOST_INTERLEAVED).map(|period| interleaved(members, period, distance));
                let regular = regular
                    .into_iter()
                    .find(|parts| parts.len() <= MOST_INTERLEAVED + members.len() / (2 * LANES));
                parts.extend(regular.unwrap_or_else(|| vec![members.to_vec()]));
            }
            for members in parts {
                let operand = |k: usize| {
                    let class = classes.of[steps[members[0] as usize].operands[k] as usize].0;
                    let positions =
                        members.iter().map(|step| classes.of[steps[*step as usize].operands[k] as usize].1);
                    (class, Positions::of(positions))
                };
                let operands: Vec<_> = (0..count).map(operand).collect();
                let level = classes.level(&operands, members.len());
                classes.push(Class { operation, operands, members, level, is_sum: false });
            }
        }
        classes
    }

    fn push(&mut self, class: Class) {
        let number = u32::try_from(self.all.len()).expect("fewer than 2³² classes");
        for (position, step) in (0..).zip(&class.members) {
            self.of[*step as usize] = (number, position);
        }
        self.all.push(class);
    }

    /// The level of a class of this length with these operands.
    fn level(&self, operands: &[(u32, Positions)], len: usize) -> usize {
        let after = operands.iter().map(|(operand, positions)| {
            let operand = &self.all[*operand as usize];
            let beside = operand.level > 0 && operand.len() == len && positions.are_same();
            if beside { operand.level } else { operand.level + 1 }
        });
        after.max().unwrap_or(1)
    }
}

/// A part of a program that is repeated may use up to so many operands in turn.
const MOST_INTERLEAVED: usize = 4;

/// Every `period`-th member from each of the first ones on, in [`progressions`].
fn interleaved(
    members: &[u32],
    period: usize,
    distance: impl Fn(&u32, &u32) -> [i64; 3] + Copy,
) -> Vec<Vec<u32>> {
    let each = |start: usize| members.iter().skip(start).step_by(period).copied().collect::<Vec<_>>();
    (0..period).flat_map(|start| progressions(&each(start), distance)).collect()
}

/// The members in parts, in each of which the distance of neighbours is the same.
pub(super) fn progressions(members: &[u32], distance: impl Fn(&u32, &u32) -> [i64; 3]) -> Vec<Vec<u32>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    while start < members.len() {
        let mut end = start + 1;
        while end + 1 < members.len()
            && distance(&members[end - 1], &members[end]) == distance(&members[end], &members[end + 1])
        {
            end += 1;
        }
        // Two members alone are no progression: the second one may begin another.
        let len = if end == start + 1 && end + 1 < members.len() {
            1
        } else {
            (end + 1).min(members.len()) - start
        };
        parts.push(members[start..start + len].to_vec());
        start += len;
    }
    parts
}
