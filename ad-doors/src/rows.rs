//! Many points as rows of matrices, divided among threads.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ad::generic::{Argument, Of, Shape};
use ad::{Flat, many};

use crate::derivatives::Kind;
use crate::failure::{Failure, Outcome};

/// The points of a matrix, one in each row.
pub struct Points<'a, S: Shape> {
    pub(crate) flat: &'a Flat<S>,
    pub(crate) numbers: &'a [f64],
}

/// The points are rows.
pub enum ByRow {}

impl<S: Shape> many::Points<S, ByRow> for Points<'_, S> {
    fn count(&self) -> Option<usize> {
        Some(self.numbers.len() / self.flat.len())
    }
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        let n = self.flat.len();
        Argument::<S, _>::map_numbers(&self.flat.at(&self.numbers[i * n..(i + 1) * n]), f)
    }
}

/// The first points are evaluated by the caller's thread, which tells if further threads are worth their start.
const FIRST: usize = 64;
const WORTH: Duration = Duration::from_micros(500);

/// The stack of a further thread. A main thread usually has 8 MiB, and a recursion that fits there must fit here.
const STACK: usize = 16 << 20;

type Arguments<'a> = &'a [&'a [f64]];
type Results<'a, 'b> = &'a mut [&'b mut [f64]];

/// Compares the number of results, if the type of the function tells it, with the number of weights or places that are given.
pub(crate) fn compare(known: Option<usize>, given: usize, of: &str) -> Outcome<()> {
    match known {
        Some(known) if known != given => {
            Err(Failure::Argument(format!("the result has {known} numbers, and {given} {of} are given")))
        }
        _ => Ok(()),
    }
}

/// Evaluates `count` rows by `run`, which receives some of them. The function is from `n` numbers to `known`, if its type tells them.
pub(crate) fn in_rows(
    (n, known): (usize, Option<usize>),
    kind: Kind,
    count: usize,
    (arguments, results): (Arguments<'_>, &mut [&mut [f64]]),
    run: impl Fn(usize, Arguments<'_>, Results<'_, '_>) -> Outcome<()> + Sync,
) -> Outcome<()> {
    if count == 0 {
        return Ok(());
    }
    let m = results.first().map_or(0, |y| y.len() / count);
    let m = if let Kind::Adjoint(_) = kind { arguments.last().map_or(0, |w| w.len() / count) } else { m };
    compare(known, m, if let Kind::Adjoint(_) = kind { "weights" } else { "places" })?;
    let (given, wanted) = kind.lengths(n, m)?;
    let fits = |lengths: &[usize], found: &mut dyn Iterator<Item = usize>| {
        found.map(Some).eq(lengths.iter().map(|length| count.checked_mul(*length)))
    };
    if !fits(&given, &mut arguments.iter().map(|x| x.len()))
        || !fits(&wanted, &mut results.iter().map(|y| y.len()))
    {
        return Err(Failure::Argument(format!("{kind:?} of {n} numbers receives arrays of other lengths")));
    }
    if count == 1 {
        return run(1, arguments, results);
    }
    let start = Instant::now();
    let all = (arguments.to_vec(), results.iter_mut().map(|y| &mut **y).collect());
    let first = FIRST.min(count);
    let (some, mut rest) = divided(all, (count, first));
    call((0, first, some), &run)?;
    let left = count - first;
    let duration = start.elapsed() * u32::try_from(left / FIRST).unwrap_or(u32::MAX);
    let threads = if duration < WORTH { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
    let block = left.div_ceil(threads).next_multiple_of(16);
    let mut blocks = Vec::new();
    let mut left = left;
    while left > 0 {
        let length = block.min(left);
        let (some, others) = divided(rest, (left, length));
        blocks.push((count - left, length, some));
        rest = others;
        left -= length;
    }
    thread::scope(|scope| {
        let mut blocks = blocks.into_iter();
        let last = blocks.next_back();
        let run = &run;
        let mut outcomes = Vec::new();
        let running: Vec<_> = blocks
            .filter_map(|block| {
                let block = Arc::new(Mutex::new(Some(block)));
                let shared = Arc::clone(&block);
                let work = move || take(&shared).map_or(Ok(()), |block| call(block, run));
                let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                // This thread evaluates the block if the system has no further threads.
                thread.map_err(|_| outcomes.extend(take(&block).map(|block| call(block, run)))).ok()
            })
            .collect();
        outcomes.extend(last.map(|block| call(block, run)));
        let others = running.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err(Failure::Panic("a thread has panicked".into())))
        });
        others.collect::<Vec<_>>().into_iter().chain(outcomes).collect()
    })
}

/// The block, if nobody has taken it.
fn take<T>(block: &Mutex<Option<T>>) -> Option<T> {
    block.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Writes the rows of a matrix with `count` rows, whose lengths are compared.
pub(crate) fn write_rows(rows: impl Iterator<Item = Vec<f64>>, count: usize, to: &mut [f64]) -> Outcome<()> {
    let m = to.len() / count;
    for (i, row) in rows.enumerate() {
        compare(Some(row.len()), m, "places")?;
        to[i * m..(i + 1) * m].copy_from_slice(&row);
    }
    Ok(())
}

/// Rows of arguments and of results.
pub(crate) type Block<'a> = (Vec<&'a [f64]>, Vec<&'a mut [f64]>);

/// Evaluates a block of `count` rows, of which the first has the number `start`.
fn call(
    (start, count, (arguments, mut results)): (usize, usize, Block<'_>),
    run: &impl Fn(usize, Arguments<'_>, Results<'_, '_>) -> Outcome<()>,
) -> Outcome<()> {
    let Err(failure) = run(count, &arguments, &mut results) else { return Ok(()) };
    // Each row again, since only one row alone tells its number and the place of its panic.
    for i in 0..count {
        let (arguments, mut results) = row((&arguments, &mut results), (count, i));
        run(1, &arguments, &mut results).map_err(|failure| failure.at(start + i))?;
    }
    Err(failure)
}

/// Row `i` of `count`.
pub(crate) fn row<'a>(
    (arguments, results): (Arguments<'a>, &'a mut [&mut [f64]]),
    (count, i): (usize, usize),
) -> Block<'a> {
    let part = |length: usize| i * (length / count)..(i + 1) * (length / count);
    let results = results.iter_mut().map(|y| {
        let part = part(y.len());
        &mut y[part]
    });
    (arguments.iter().map(|x| &x[part(x.len())]).collect(), results.collect())
}

/// The first `some` of `count` rows, and the others.
fn divided((arguments, results): Block<'_>, (count, some): (usize, usize)) -> (Block<'_>, Block<'_>) {
    let (first, rest) = arguments.iter().map(|x| x.split_at(x.len() / count * some)).unzip();
    let halves = results.into_iter().map(|y| {
        let middle = y.len() / count * some;
        y.split_at_mut(middle)
    });
    let (to_first, to_rest) = halves.unzip();
    ((first, to_first), (rest, to_rest))
}
