#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    const EARTH_RADIUS_KM: f64 = 6371.0;

    /// Length of a route over places in degrees (latitude, longitude), and its longest leg.
    #[exp(adjoint)]
    pub fn route(places: &[(f64, f64)]) -> (f64, f64) {
        let legs = places.windows(2).map(|w| {
            let [(lat1, lon1), (lat2, lon2)] = [w[0], w[1]].map(|(a, b): (f64, f64)| (a.to_radians(), b.to_radians()));
            let h = ((lat2 - lat1) / 2.0).sin().powi(2)
                + lat1.cos() * lat2.cos() * ((lon2 - lon1) / 2.0).sin().powi(2);
            2.0 * EARTH_RADIUS_KM * h.sqrt().asin()
        });
        legs.fold((0.0, 0.0), |(sum, longest), leg| (sum + leg, if leg > longest { leg } else { longest }))
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Route;
    let x = vec![(52.5, 13.4), (48.9, 2.4), (41.9, 12.5)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::route(&[(52.5, 13.4), (48.9, 2.4), (41.9, 12.5)]));
    ad::testing::check(&e, &x).unwrap();
}
