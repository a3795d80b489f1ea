// `tests/language/rows.rs` compiles each example.
special! {
    erf = special::erf(0.5);
    erfc = special::erfc(0.5);
    gamma = special::gamma(0.5);
    ln_gamma = special::ln_gamma(0.5);
    digamma = special::digamma(0.5);
    polygamma = special::polygamma(1, 0.5);
    bessel_j = special::bessel_j(1, 0.5);
    bessel_y = special::bessel_y(1, 0.5);
    stumpff = special::stumpff(1, 0.5);
    squared_angle = special::squared_angle(0.5);
    normal_cdf = special::normal_cdf(0.5);
    sigmoid = special::sigmoid(0.5);
    log1pexp = special::log1pexp(0.5);
    xlogy = special::xlogy(0.5, 1.5);
    linoid = special::linoid(0.5);
    log1mexp = special::log1mexp(-0.5);
    log_add_exp = special::log_add_exp(0.5, 1.5);
    log_normal_cdf = special::log_normal_cdf(-0.5);
    hypot3 = special::hypot3(0.5, 1.0, 2.0);
}
