//! A program in C calls functions of Rust.

use std::env;
use std::path::Path;
use std::process::Command;

const SAID: &str = "\
code 0, the name is null
code 0, a pointer to numbers is null
code 0, a list of 18446744073709551615 elements does not fit into memory
code 0, a list of 1125899906842624 elements does not fit into memory
code 0, 2 lengths are given, and the argument needs 1
code 1, the function is null
code 1, the function is null
code 1, a pointer for results is null
code 1, the function is null
0 inputs, no name
no name
code 1, a pointer for results cannot lead to 18446744073709551615 of them
code 1, 9223372036854775809 × 2 numbers do not fit into memory
code 1, a pointer to numbers cannot lead to 2305843009213693950 of them
code 1, a pointer to numbers is not aligned
code 1, a pointer for results is null
code 1, a pointer for results cannot lead to 18446744073709551615 of them
code 1, a pointer for results is null
code 1, a pointer for results is null
code 1, the result has 1 numbers, and 2 weights are given
code 1, the result has 1 numbers, and 2 places are given
code 1, the result has 1 numbers, and 2 places are given
code 1, the result has 1 numbers, and 0 weights are given
code 3, a chain has two links (ad-doors/examples/c_library.rs:22)
thread 0 is right
thread 1 is right
thread 2 is right
thread 3 is right
inputs: anomaly eccentricity
distance: 0.5
gradient: 0 -1
distances: 0.75 0.5 0.25
code 1, `eccentricity` is 1, and must be in [0, 1)
code 1, a pointer to numbers is null
code 1, the result has 1 numbers, and 2 places are given
code 0, there is no function `distances`; there are distance, chain, products
code 3, a chain has two links (ad-doors/examples/c_library.rs:22)
chain: 70
gradient: 4 13 28 24
first row: 0 4 0 0
product: 0 4 0 0
sparse Hessian: 9 of 4 × 4, row 1 begins with column 0
entries: 4 4 2
results: 3
products: 2 6 12
second row: 0 3 2 0
adjoint: 2 31 420 300
tangent: 2 0 0
entries: 2 1 3 2 4 3
weighted Hessian: 1 1 10 10 100 100
code 2, a function with several results does not have a gradient; it has a Jacobian
code 1, the result has 3 numbers, and 2 weights are given
code 1, the result has 3 numbers, and 4 places are given
code 1, the number of weights is not that of the results
code 1, the number of weights is not that of the results
";

#[test]
fn a_program_in_c_has_values_derivatives_and_failures() {
    let compiler = "cc";
    if Command::new(compiler).arg("--version").output().is_err() {
        println!("there is no C compiler: nothing was checked");
        return;
    }
    // The binary of this test is beside the folder with the examples, which cargo has built.
    let folder = env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples");
    let program = folder.join("orbit-in-c");
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compile = Command::new(compiler);
    compile.arg(source.join("tests/orbit.c")).arg("-I").arg(source.join("include")).arg("-o").arg(&program);
    compile
        .args(["-Wall", "-Werror", "-pthread", "-L"])
        .arg(&folder)
        .arg("-lc_library")
        .arg(format!("-Wl,-rpath,{}", folder.display()));
    assert!(compile.status().unwrap().success());
    let run = Command::new(&program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stdout), SAID);
    assert!(run.status.success() && run.stderr.is_empty());
}
