#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod noise {
        /// Two octaves of gradient noise on a fixed permutation.
        const PERMUTATION: [usize; 8] = [3, 7, 0, 5, 1, 6, 4, 2];

        fn hash(ix: i64, iy: i64) -> usize {
            PERMUTATION[(PERMUTATION[ix.rem_euclid(8) as usize] + iy.rem_euclid(8) as usize) % 8]
        }

        fn fade(t: f64) -> f64 {
            t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
        }

        fn gradient(h: usize, x: f64, y: f64) -> f64 {
            let (u, v) = if h < 4 { (x, y) } else { (y, x) };
            (if h & 1 != 0 { -u } else { u }) + (if h & 2 != 0 { -2.0 * v } else { 2.0 * v })
        }

        fn perlin(x: f64, y: f64) -> f64 {
            let (fx, fy) = (x.floor(), y.floor());
            let (ix, iy) = (fx as i64, fy as i64);
            let (dx, dy) = (x - fx, y - fy);
            let (u, v) = (fade(dx), fade(dy));
            let lerp = |t: f64, a: f64, b: f64| a + t * (b - a);
            lerp(
                v,
                lerp(u, gradient(hash(ix, iy), dx, dy), gradient(hash(ix + 1, iy), dx - 1.0, dy)),
                lerp(u, gradient(hash(ix, iy + 1), dx, dy - 1.0), gradient(hash(ix + 1, iy + 1), dx - 1.0, dy - 1.0)),
            )
        }

        pub fn terrain_height(position: (f64, f64), frequency: f64, persistence: f64, octaves: u32) -> f64 {
            let mut amplitude = 1.0;
            let mut f = frequency;
            let mut total = 0.0;
            for _ in 0..octaves {
                total += amplitude * perlin(position.0 * f, position.1 * f);
                amplitude *= persistence;
                f *= 2.0;
            }
            total
        }
    }
    pub use noise::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TerrainHeight { octaves: 2 };
    let x = ((1.37, -0.61), 1.7, 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::terrain_height((1.37, -0.61), 1.7, 0.5, 2));
    ad::testing::check(&e, &x).unwrap();
}
