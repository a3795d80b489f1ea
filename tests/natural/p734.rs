#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    #[exp(adjoint)]
    pub fn normalize(v: [f64; 3]) -> [f64; 3] {
        let inv = 1.0 / dot(v, v).sqrt();
        v.map(|c| c * inv)
    }

    #[exp(adjoint)]
    pub fn smith_g1(cos: f64, alpha: f64) -> f64 {
        let k = alpha / 2.0;
        cos / (cos * (1.0 - k) + k)
    }

    #[exp(adjoint)]
    pub fn lerp(a: f64, b: f64, t: f64) -> f64 {
        a + (b - a) * t
    }

    /// Reflected radiance of a metallic-roughness material (Cook–Torrance with GGX) in three color channels.
    #[exp(adjoint)]
    pub fn shade(
        base_color: [f64; 3],
        roughness: f64,
        metallic: f64,
        normal: [f64; 3],
        view: [f64; 3],
        light: [f64; 3],
        #[fixed] light_color: [f64; 3],
    ) -> [f64; 3] {
        let n = normalize(normal);
        let v = normalize(view);
        let l = normalize(light);
        let h = normalize([v[0] + l[0], v[1] + l[1], v[2] + l[2]]);
        let n_dot_l = dot(n, l);
        let n_dot_v = dot(n, v);
        if n_dot_l <= 0.0 || n_dot_v <= 0.0 {
            return [0.0; 3];
        }
        let alpha = roughness.max(0.05).powi(2);
        let n_dot_h = dot(n, h).max(0.0);
        let denominator = n_dot_h * n_dot_h * (alpha * alpha - 1.0) + 1.0;
        let ndf = alpha * alpha / (std::f64::consts::PI * denominator * denominator);
        let geometry = smith_g1(n_dot_v, alpha) * smith_g1(n_dot_l, alpha);
        let schlick = (1.0 - dot(h, v).clamp(0.0, 1.0)).powi(5);

        let mut out = [0.0; 3];
        for c in 0..3 {
            let f0 = lerp(0.04, base_color[c], metallic);
            let fresnel = f0 + (1.0 - f0) * schlick;
            let specular = ndf * geometry * fresnel / (4.0 * n_dot_l * n_dot_v);
            let diffuse = (1.0 - fresnel) * (1.0 - metallic) * base_color[c] / std::f64::consts::PI;
            out[c] = (diffuse + specular) * light_color[c] * n_dot_l;
        }
        out
    }
}

fn main() {
    let light_color = [3.0, 2.8, 2.5];
    let e = exp::Shade { light_color };
    let x = ([0.8, 0.5, 0.2], 0.4, 0.3, [0.1, 0.2, 1.0], [0.3, 0.0, 1.0], [-0.5, 0.6, 0.9]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::shade(x.0, x.1, x.2, x.3, x.4, x.5, light_color));
    ad::testing::check(&e, &x).unwrap();
}
