#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    fn hash(x: i64, y: i64) -> u64 {
        let mut h = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        h ^= h >> 29;
        h = h.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        h ^ (h >> 32)
    }

    #[exp(adjoint)]
    fn gradient(hash: u64, dx: f64, dy: f64) -> f64 {
        match hash & 7 {
            0 => dx + dy,
            1 => dx - dy,
            2 => -dx + dy,
            3 => -dx - dy,
            4 => dx,
            5 => -dx,
            6 => dy,
            _ => -dy,
        }
    }

    #[exp(adjoint)]
    fn fade(t: f64) -> f64 {
        t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
    }

    #[exp(adjoint)]
    fn perlin(x: f64, y: f64) -> f64 {
        let (x0, y0) = (x.floor(), y.floor());
        let (xi, yi) = (x0 as i64, y0 as i64);
        let (dx, dy) = (x - x0, y - y0);
        let (u, v) = (fade(dx), fade(dy));
        let lerp = |t: f64, a: f64, b: f64| a + t * (b - a);
        let bottom = lerp(u, gradient(hash(xi, yi), dx, dy), gradient(hash(xi + 1, yi), dx - 1.0, dy));
        let top = lerp(u, gradient(hash(xi, yi + 1), dx, dy - 1.0), gradient(hash(xi + 1, yi + 1), dx - 1.0, dy - 1.0));
        lerp(v, bottom, top)
    }

    /// Fractal Brownian motion: octaves of Perlin noise.
    #[exp(adjoint)]
    pub fn fbm(octaves: u32, x: f64, y: f64, lacunarity: f64, gain: f64) -> f64 {
        let mut amplitude = 1.0;
        let mut frequency = 1.0;
        let mut sum = 0.0;
        let mut norm = 0.0;
        for _ in 0..octaves {
            sum += amplitude * perlin(x * frequency, y * frequency);
            norm += amplitude;
            amplitude *= gain;
            frequency *= lacunarity;
        }
        sum / norm
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Fbm { octaves: 4 };
    let x = (3.3, -1.45, 2.1, 0.5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::fbm(4, x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
