"""Compositions of elementary functions, as text, with the points at which their Taylor series are taken.

All constants are dyadic, hence exact doubles, so that the text means the same in every language. The
text is evaluated on plain mpmath numbers and on series; `^` is spelled `**` with integer exponents,
other powers by name.
"""

import functions

# A Black–Scholes call: strike 100, rate 1/32, volatility 1/4, maturity 1/2; d is d1.
D1 = "((ln(x / 100) + 0.03125 * 0.5 + 0.015625) / (0.25 * sqrt(0.5)))"
PHI = "0.5 * erfc(-({}) * sqrt(0.5))"
CALL = f"x * {PHI.format(D1)} - 100 * exp(-0.015625) * {PHI.format(D1 + ' - 0.25 * sqrt(0.5)')}"

COMPOSITIONS = {
    "exp_sin_over": ("exp(sin(x)) / (1 + x**2)", [-2.5, -0.5, 0.0, 0.75, 2.0]),
    "self_power": ("powf(x, x)", [0.125, 0.5, 1.0, 2.5, 6.0]),
    "sqrt_one_plus_ln_squared": ("sqrt(1 + ln(x)**2)", [0.125, 0.5, 1.0, 3.0, 100.0]),
    "tanh_cube": ("tanh(x**3)", [-1.25, -0.5, 0.0, 0.75, 1.5]),
    "black_scholes_call": (CALL, [60.0, 90.0, 100.0, 105.5, 150.0]),
    "erf_bell": ("erf(x) * exp(-x**2)", [-1.5, -0.25, 0.0, 0.75, 2.5]),
    "sigmoid": ("1 / (1 + exp(-x))", [-20.0, -2.0, 0.0, 0.75, 5.0]),
    "softplus": ("ln_1p(exp(x))", [-20.0, -1.5, 0.0, 2.0, 20.0]),
    "log_sum_exp": ("ln(exp(x) + exp(2 * x) + exp(-x) + 1)", [-3.0, -0.5, 0.0, 1.25, 4.0]),
    "rational": ("(x**3 - 2 * x + 1) / (x**2 + x + 1)", [-2.0, -0.5, 0.0, 1.5, 10.0]),
    "runge": ("1 / (1 + 25 * x**2)", [-1.0, -0.25, 0.0, 0.125, 0.75]),
    "cbrt_one_plus": ("cbrt(1 + x)", [-2.5, -0.75, 0.0, 1.0, 26.0]),
    "atan_recip": ("atan(1 / x)", [-3.0, -0.5, 0.25, 1.0, 20.0]),
    "sin_recip": ("sin(1 / x)", [-0.75, 0.25, 0.5, 2.0, 10.0]),
    "sinc": ("sin(x) / x", [-7.5, 0.5, 1.0, 3.0, 20.0]),
    "gaussian": ("exp(-x**2 / 2)", [-2.0, 0.0, 0.5, 1.0, 4.0]),
    "flat": ("exp(-1 / x**2)", [-0.5, 0.25, 0.75, 1.0, 3.0]),
    "tower": ("exp(exp(x) - 1)", [-2.0, -0.5, 0.0, 0.75, 1.5]),
    "ln_ln": ("ln(ln(x))", [1.5, 2.0, 4.0, 20.0, 1000.0]),
    "ln_gap": ("ln((1 + x) / (1 - x))", [-0.75, -0.125, 0.0, 0.5, 0.9375]),
    "cos_square": ("cos(x**2)", [-2.0, 0.0, 0.5, 1.25, 3.0]),
    "chirp": ("sin(x**3) * exp(-x)", [-1.0, 0.0, 0.5, 1.5, 2.0]),
    "damped": ("exp(-x / 4) * cos(3 * x)", [-1.0, 0.0, 0.5, 2.0, 10.0]),
    "tan_sin": ("tan(sin(x))", [-1.5, 0.0, 0.5, 1.25, 3.0]),
    "sec": ("1 / cos(x)", [-1.25, 0.0, 0.5, 1.0, 2.0]),
    "gudermann": ("2 * atan(tanh(x / 2))", [-2.0, 0.0, 0.5, 1.5, 6.0]),
    "asin_ratio": ("asin(x / (1 + x**2))", [-2.0, 0.0, 0.25, 0.75, 5.0]),
    "acos_cube": ("acos(x**3)", [-0.75, 0.125, 0.5, 0.875, -0.25]),
    "acosh_square": ("acosh(1 + x**2)", [0.5, 0.75, 1.0, 2.5, 10.0]),
    "asinh_exp": ("asinh(exp(x))", [-3.0, -0.5, 0.0, 1.0, 4.0]),
    "atanh_sin": ("atanh(sin(x))", [-1.25, 0.0, 0.25, 1.0, 1.5]),
    "catenary": ("2 * cosh(x / 2) - sinh(x)", [-2.0, 0.0, 0.5, 1.5, 4.0]),
    "polynomial": ("((((x - 3) * x + 5) * x - 7) * x + 2) * x**6", [-1.5, 0.0, 0.5, 1.0, 2.5]),
    "laurent": ("x**-3 + 2 * x**-1 - x**2", [-2.0, 0.25, 0.75, 1.0, 8.0]),
    "exp2_log2": ("exp2(x * log2(x + 2))", [-1.5, 0.0, 0.5, 2.0, 4.0]),
    "log10_quadratic": ("log10(x**2 + x + 10)", [-6.0, -0.5, 0.0, 1.5, 30.0]),
    "expm1_ratio": ("exp_m1(x) / x", [-2.0, 0.5, 1.0, 3.0, 10.0]),
    "ln1p_sin": ("ln_1p(sin(x) / 2)", [-1.5, 0.0, 0.25, 1.0, 4.0]),
    "relativistic": ("1 / sqrt(1 - x**2)", [-0.75, 0.0, 0.25, 0.5, 0.9375]),
    "lennard_jones": ("4 * (x**-12 - x**-6)", [0.875, 1.0, 1.125, 1.5, 3.0]),
    "planck": ("x**3 / exp_m1(x)", [0.5, 1.0, 2.75, 6.0, 20.0]),
    "hypot_line": ("sqrt(x**2 + (1 - x)**2)", [-2.0, 0.0, 0.25, 0.5, 3.0]),
    "angle_of_curve": ("atan2(x**2 - 1, 1 + x)", [-0.5, 0.0, 0.75, 1.0, 3.0]),
    "erfc_scaled": ("exp(x**2) * erfc(x)", [-1.0, 0.0, 0.5, 1.5, 3.0]),
}


def evaluate(text, x):
    """The value of the text at `x`, a plain number or a series."""
    names = {name: f for name, f in functions.UNARY.items() if name.isidentifier()}
    names |= {"powf": functions.BINARY["powf"], "atan2": functions.BINARY["atan2"], "x": x}
    return eval(text, {"__builtins__": {}}, names)
