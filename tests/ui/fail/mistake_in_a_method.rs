use ad::prelude::*;

#[exp]
#[derive(Clone, Copy)]
struct Point {
    x: f64,
}

#[exp]
impl Point {
    fn cell(self) -> f64 {
        let i = (self.scaled() as f64) as f32;
        self.x * i as f64
    }

    fn scaled(self) -> f64 {
        self.x * 2.0
    }
}

#[exp]
fn caller(p: Point<f64>) -> f64 {
    p.cell() + p.scaled()
}

fn main() {
    caller(Point { x: 1.0 });
    PointCell.eval(F64, Point { x: 1.0 });
}
