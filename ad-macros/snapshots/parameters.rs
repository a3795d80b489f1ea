// Which parameters vary, which are fields, and how each is passed.

#[exp]
fn slices(a: &[f64], b: &mut [f64], c: &Vec<(f64, f64)>) -> f64 {
    a[0] * b[0] * c[0].0
}

#[exp]
pub(crate) fn fields<'a, T: Clone, const M: usize>(
    names: &'a [&str],
    item: T,
    counter: &core::cell::Cell<usize>,
    pick: impl Fn(usize) -> usize,
    #[fixed] data: &[f64],
    (a, b): (u32, u32),
    x: [f64; M],
) -> f64
where
    T: PartialEq,
{
    x[pick(a as usize + b as usize)] * data[0]
}

#[exp]
fn plain_or_not<'a, T, const M: usize>(settings: &Settings<'a>, body: [Body<M>; 2], item: Wrap<T>, x: f64) -> f64 {
    x
}

#[exp]
fn only_helps(v: &mut [f64], by: f64) {
    for x in v {
        *x *= by;
    }
}

#[exp]
fn over_functions(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[exp(name = Chosen, crate = renamed::ad)]
fn named(x: f64) -> Result<f64, String> {
    Ok(x)
}

#[exp]
fn fresh_names<N, D>(n: N, d: D, x: f64) -> f64 {
    x
}

#[exp]
fn loses(log: &mut Vec<String>, x: f64) -> f64 {
    log.push(String::new());
    x
}
