//! From classes of steps to instructions.
//!
//! A *group* consists of classes of the same length. Their operands are results of the same group at the same position, or results of
//! earlier groups at any position. [`LANES`] positions of a group are computed at once. So most results stay in the cache of first
//! level.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::classes::{CONSTANTS, Classes, INPUTS, Sums, progressions};
use super::pairs::paired;
use super::record::{Operation, Step};
use super::run::{Group, Instruction, LANES, Positions, Progression, Row, Source, Term, Vectorized};

/// The instructions that compute `outputs`: pairs of a step, and its place in the results. `None` if they compute fewer than `occupied`
/// steps on the average.
pub(super) fn vectorized(
    occupied: usize,
    inputs: usize,
    steps: &[Step],
    operations: &[Operation],
    outputs: &[(u32, u32)],
) -> Option<Vectorized> {
    let sums = Sums::of(steps, operations, outputs);
    let classes = Classes::of(steps, operations, &sums);
    let computed = classes.all.iter().filter(|class| class.level > 0);
    let [steps_computed, instructions] = computed.fold([0, 0], |[steps, instructions], class| {
        [steps + class.len(), instructions + class.len().div_ceil(LANES)]
    });
    if instructions * occupied > steps_computed + outputs.len() {
        return None;
    }
    Some(Layout::new(inputs, steps, &sums, classes, outputs).finish().aligned())
}

/// Places in arithmetic progressions for most of the pairs of a position and its place, which are sorted.
fn rows(places: &[(u32, u32)]) -> Vec<Row> {
    // The strides between two positions in the middle.
    let Some((middle, _)) = places.get(places.len() / 2) else { return Vec::new() };
    let at = |position: u32| {
        places[places.partition_point(|(p, _)| *p < position)..]
            .iter()
            .take_while(move |(p, _)| *p == position)
    };
    let strides = at(*middle).flat_map(|(_, a)| at(middle + 1).filter_map(move |(_, b)| b.checked_sub(*a)));
    let candidates = strides.take(MOST_ROWS).map(|stride| with_stride(places, stride));
    candidates
        .max_by_key(|rows| rows.iter().map(|row| row.positions.len()).sum::<usize>())
        .unwrap_or_default()
}

/// No more progressions than this write the results of one class.
const MOST_ROWS: usize = 16;

/// The longest progressions with this stride.
fn with_stride(places: &[(u32, u32)], stride: u32) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for &(position, place) in places {
        let (position, place) = (position as usize, place as usize);
        let next = |row: &&mut Row| {
            row.positions.end == position && row.first + row.stride * row.positions.len() == place
        };
        if let Some(row) = rows.iter_mut().rev().find(next) {
            row.positions.end += 1;
        } else if rows.len() < 4 * MOST_ROWS {
            rows.push(Row { positions: position..position + 1, first: place, stride: stride as usize });
        }
    }
    rows.sort_by_key(|row| core::cmp::Reverse(row.positions.len()));
    rows.truncate(MOST_ROWS);
    rows.retain(|row| row.positions.len() >= LANES / 2);
    rows
}

/// A layout in progress.
struct Layout<'a> {
    steps: &'a [Step],
    sums: &'a Sums,
    classes: Classes,
    /// The places of the results of each class, where they are regular. The others are copied in the end.
    scatters: Vec<Vec<Row>>,
    /// Where the results of a class are, if they are in memory as a whole.
    arrays: Vec<Option<usize>>,
    broadcasts: BTreeMap<u64, usize>,
    plan: Vectorized,
}

impl<'a> Layout<'a> {
    fn new(
        inputs: usize,
        steps: &'a [Step],
        sums: &'a Sums,
        classes: Classes,
        outputs: &[(u32, u32)],
    ) -> Self {
        let count = classes.all.len();
        let mut layout = Layout {
            steps,
            sums,
            classes,
            scatters: (0..count).map(|_| Vec::new()).collect(),
            arrays: vec![None; count],
            broadcasts: BTreeMap::new(),
            plan: Vectorized::new(inputs),
        };
        layout.place_outputs(outputs);
        layout
    }

    /// Memory for so many floats, and for the lanes behind the last one.
    fn array(&mut self, len: usize) -> usize {
        let at = self.plan.memory.len();
        self.plan.memory.resize(at + len.next_multiple_of(LANES) + LANES, 0.0);
        at
    }

    /// Where the results of a class are in memory, as a whole.
    fn whole(&mut self, class: u32) -> usize {
        if let Some(at) = self.arrays[class as usize] {
            return at;
        }
        let at = match class {
            INPUTS => 0,
            _ => self.array(self.classes.all[class as usize].len()),
        };
        if class == CONSTANTS {
            for (i, step) in self.classes.all[class as usize].members.iter().enumerate() {
                self.plan.memory[at + i] = self.steps[*step as usize].constant().expect("a constant");
            }
        }
        self.arrays[class as usize] = Some(at);
        at
    }

    /// Where a step's result is in memory.
    fn address(&mut self, step: u32) -> usize {
        let (class, position) = self.classes.of[step as usize];
        self.whole(class) + position as usize
    }

    fn place_outputs(&mut self, outputs: &[(u32, u32)]) {
        let mut by_class: Vec<Vec<(u32, u32)>> = (0..self.classes.all.len()).map(|_| Vec::new()).collect();
        for &(step, place) in outputs {
            match self.steps[step as usize].constant() {
                Some(c) => {
                    self.plan.constants.resize(outputs.len(), 0.0);
                    self.plan.constants[place as usize] = c;
                }
                None => {
                    let (class, position) = self.classes.of[step as usize];
                    by_class[class as usize].push((position, place));
                }
            }
        }
        for (class, mut places) in (0..).zip(by_class) {
            places.sort_unstable();
            let rows = if self.classes.all[class as usize].level > 0 { rows(&places) } else { Vec::new() };
            let others = places.iter().filter(|place| !rows.iter().any(|row| row.contains(**place)));
            for others in others.copied().collect::<Vec<_>>().chunk_by(|(a, _), (b, _)| a == b) {
                let from = self.whole(class) + others[0].0 as usize;
                let places: Vec<u32> = others.iter().map(|(_, place)| *place).collect();
                let distance = |a: &u32, b: &u32| [i64::from(*b) - i64::from(*a), 0, 0];
                for places in progressions(&places, distance) {
                    let stride = places.get(1).map_or(0, |second| second - places[0]) as usize;
                    let progression = Progression { first: places[0] as usize, stride, len: places.len() };
                    self.plan.copies.push((from, progression));
                }
            }
            self.scatters[class as usize] = rows;
        }
    }

    fn finish(mut self) -> Vectorized {
        let mut groups: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
        for (number, class) in self.classes.all.iter().enumerate().filter(|(_, class)| class.level > 0) {
            let number = u32::try_from(number).expect("fewer than 2³² classes");
            groups.entry((class.level, class.len())).or_default().push(number);
        }
        // Operands of other groups are in memory as a whole.
        for group in groups.values() {
            for number in group {
                for (operand, _) in self.classes.all[*number as usize].operands.clone() {
                    let (class, operand_class) =
                        (&self.classes.all[*number as usize], &self.classes.all[operand as usize]);
                    let apart = (class.level, class.len()) != (operand_class.level, operand_class.len());
                    if apart && operand != CONSTANTS {
                        self.whole(operand);
                    }
                }
                if self.classes.all[*number as usize].is_sum {
                    let head = self.classes.all[*number as usize].members[0];
                    self.sums.terms[&head].iter().for_each(|(term, _)| _ = self.address(*term));
                }
            }
        }
        for ((_, len), group) in groups {
            let instructions = Grouping::new(&mut self, group).finish();
            self.plan.groups.push(Group { len, instructions: paired(&instructions) });
        }
        self.plan
    }
}

/// A group in progress.
struct Grouping<'l, 'a> {
    layout: &'l mut Layout<'a>,
    classes: Vec<u32>,
    instructions: Vec<Instruction>,
    /// The results of a class in this group, and the operands that were gathered.
    results: BTreeMap<u32, Source>,
    gathered: Vec<(u32, Positions, Source)>,
    free: Vec<Source>,
}

impl<'l, 'a> Grouping<'l, 'a> {
    fn new(layout: &'l mut Layout<'a>, classes: Vec<u32>) -> Self {
        let (instructions, results) = (Vec::new(), BTreeMap::new());
        Grouping { layout, classes, instructions, results, gathered: Vec::new(), free: Vec::new() }
    }

    fn finish(mut self) -> Vec<Instruction> {
        let mut last_use: BTreeMap<u32, usize> = BTreeMap::new();
        for (i, class) in self.classes.iter().enumerate() {
            for (operand, _) in &self.layout.classes.all[*class as usize].operands {
                last_use.insert(*operand, i);
            }
        }
        for (i, class) in core::mem::take(&mut self.classes).into_iter().enumerate() {
            self.compute(class);
            let operands: Vec<u32> = self.layout.classes.all[class as usize]
                .operands
                .iter()
                .map(|(operand, _)| *operand)
                .collect();
            for done in operands.into_iter().chain([class]) {
                // A class that is used again, or that lies in memory as a whole, keeps its place.
                if last_use.get(&done).is_none_or(|last| *last <= i)
                    && self.layout.arrays[done as usize].is_none()
                    && let Some(register) = self.results.remove(&done)
                {
                    self.free.push(register);
                }
            }
        }
        self.instructions
    }

    fn register(&mut self) -> Source {
        self.free.pop().unwrap_or_else(|| Source { at: self.layout.array(0), step: 0 })
    }

    /// The constant in each lane.
    fn broadcast(&mut self, c: f64) -> Source {
        let at = match self.layout.broadcasts.get(&c.to_bits()) {
            Some(at) => *at,
            None => {
                let at = self.layout.array(0);
                self.layout.plan.memory[at..at + LANES].fill(c);
                self.layout.broadcasts.insert(c.to_bits(), at);
                at
            }
        };
        Source { at, step: 0 }
    }

    /// Operand `k` of a class, which may have to be gathered first.
    fn operand(&mut self, class: u32, k: usize) -> Source {
        let (of, positions) = self.layout.classes.all[class as usize].operands[k].clone();
        if positions.are_same()
            && let Some(source) = self.results.get(&of)
        {
            return *source;
        }
        if let (CONSTANTS, Positions::Progression { first, stride: 0 }) = (of, &positions) {
            let step = self.layout.classes.all[of as usize].members[*first];
            return self.broadcast(self.layout.steps[step as usize].constant().expect("a constant"));
        }
        let at = self.layout.whole(of);
        if let Positions::Progression { first, stride: 1 } = positions {
            return Source { at: at + first, step: 1 };
        }
        if let Some((_, _, source)) =
            self.gathered.iter().find(|(class, list, _)| *class == of && *list == positions)
        {
            return *source;
        }
        // One number for all positions is gathered once, into a register that is not used for anything else.
        let to = match positions {
            Positions::Progression { stride: 0, .. } => Source { at: self.layout.array(0), step: 0 },
            _ => self.register(),
        };
        self.instructions.push(Instruction::Gather { from: positions.clone().from(at), to });
        self.gathered.push((of, positions, to));
        to
    }

    fn compute(&mut self, number: u32) {
        let class = &self.layout.classes.all[number as usize];
        let (operation, count, is_sum) = (class.operation, class.operands.len(), class.is_sum);
        let mut operands = [Source::default(); 3];
        for (k, operand) in operands[..count].iter_mut().enumerate() {
            *operand = self.operand(number, k);
        }
        let [a, b, _] = operands;
        let to = match self.layout.arrays[number as usize] {
            Some(at) => Source { at, step: 1 },
            None => self.register(),
        };
        self.instructions.push(match operation {
            _ if is_sum => {
                let head = self.layout.classes.all[number as usize].members[0];
                let terms = self.layout.sums.terms[&head].iter();
                let terms = terms
                    .map(|(term, negative)| Term { at: self.layout.address(*term), negative: *negative });
                Instruction::Sum { terms: terms.collect(), to }
            }
            Operation::Add => Instruction::Add([a, b], to),
            Operation::Sub => Instruction::Sub([a, b], to),
            Operation::Mul => Instruction::Mul([a, b], to),
            Operation::Div => Instruction::Div([a, b], to),
            Operation::Neg => Instruction::Neg(a, to),
            Operation::Function(entry) => Instruction::Function(entry, operands, to),
            Operation::Guard(question, answer) => Instruction::Guard { question, operands, count, answer },
            Operation::Input | Operation::Constant => unreachable!("nothing computes an input or a constant"),
        });
        self.results.insert(number, to);
        for row in core::mem::take(&mut self.layout.scatters[number as usize]) {
            self.instructions.push(Instruction::Scatter { from: to, row });
        }
    }
}
