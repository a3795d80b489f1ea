//! Timing: processor time of the thread, in turn, the least of many rounds. Compared entries are timed in one run.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// Something to be timed.
pub(crate) type Run = Box<dyn FnMut()>;

/// The function as something to be timed; its result is used.
pub(crate) fn run<T>(mut f: impl FnMut() -> T + 'static) -> Run {
    Box::new(move || _ = black_box(f()))
}

/// Derivatives, each with a name, and the value that they are compared with.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) value: Run,
    pub(crate) derivatives: Vec<(&'static str, Run)>,
}

/// Nanoseconds that each takes: the least of many rounds, in which they take turns.
pub(crate) fn nanoseconds<'a>(runs: impl IntoIterator<Item = &'a mut Run>) -> Vec<f64> {
    const ROUNDS: u32 = 40;
    /// How long a round lasts at least.
    const ROUND: Duration = Duration::from_millis(2);
    let mut runs: Vec<&mut Run> = runs.into_iter().collect();
    let elapsed = |run: &mut Run, times: u32| {
        let start = ThreadTime::now();
        (0..times).for_each(|_| run());
        start.elapsed()
    };
    let times: Vec<u32> = runs
        .iter_mut()
        .map(|run| {
            elapsed(run, 1);
            let once = elapsed(run, 3) / 3;
            u32::try_from(ROUND.as_nanos() / once.as_nanos().max(1)).unwrap_or(u32::MAX).clamp(1, 100_000)
        })
        .collect();
    let mut least = vec![Duration::MAX; runs.len()];
    for _ in 0..ROUNDS {
        for (least, (run, times)) in least.iter_mut().zip(runs.iter_mut().zip(&times)) {
            *least = elapsed(run, *times).min(*least);
        }
    }
    least.iter().zip(times).map(|(least, times)| least.as_secs_f64() * 1e9 / f64::from(times)).collect()
}

/// Times the groups whose name is wanted, each derivative as a multiple of the value.
pub(crate) fn print(groups: &[fn() -> Group], wanted: impl Fn(&str) -> bool) {
    println!("{:<44}{:>14}{:>10}", "", "ns", "÷ value");
    for group in groups {
        let Group { name, mut value, mut derivatives } = group();
        if !wanted(name) {
            continue;
        }
        let runs = std::iter::once(&mut value).chain(derivatives.iter_mut().map(|(_, run)| run));
        let times = nanoseconds(runs);
        println!("{name:<44}{:>14.1}", times[0]);
        for ((derivative, _), time) in derivatives.iter().zip(&times[1..]) {
            println!("  {derivative:<42}{time:>14.1}{:>10.2}", time / times[0]);
        }
    }
}
