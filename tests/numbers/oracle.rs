//! Reads the tables of `tests/oracle/`: arguments, derivatives and error scales, as typed rows. It relies
//! on `std` only.

/// The derivatives of a function at a point: `A` arguments, `K` derivatives of ascending order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<const A: usize, const K: usize> {
    /// The function, by its Rust name; a fixed order or exponent follows in brackets, as in `powi[-2]`.
    pub(crate) function: &'static str,
    /// The point, exactly; for two arguments `self` comes first.
    pub(crate) at: [f64; A],
    /// The derivatives at the point, correctly rounded; infinite where the true one overflows.
    pub(crate) exact: [f64; K],
    /// The absolute error that half an ulp in the arguments and in the result causes, per derivative.
    pub(crate) inherent: [f64; K],
    /// A bound of the absolute error that the textbook rules commit in doubles, per derivative.
    pub(crate) rules: [f64; K],
}

/// f, f′, f″, f‴ of a function of one variable.
pub(crate) type Unary = Row<1, 4>;
/// The partial derivatives up to order three, as listed by [`PARTIALS`].
pub(crate) type Binary = Row<2, 10>;
/// f, f′, …, to the tenth derivative, of a composite function of one variable.
pub(crate) type Composition = Row<1, 11>;

/// The derivatives of a [`Binary`] row: how often by the first argument, how often by the second.
pub(crate) const PARTIALS: [(usize, usize); 10] =
    [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)];

const UNARY: &str = include_str!("../oracle/unary.csv");
const BINARY: &str = include_str!("../oracle/binary.csv");
const COMPOSITIONS: &str = include_str!("../oracle/compositions.csv");

/// The functions of one variable.
pub(crate) fn unary() -> Vec<Unary> {
    rows(UNARY)
}

/// The functions of two variables.
pub(crate) fn binary() -> Vec<Binary> {
    rows(BINARY)
}

/// The composite functions. [`formulas`] defines them.
pub(crate) fn compositions() -> Vec<Composition> {
    rows(COMPOSITIONS)
}

/// The name and the text of each composite function.
pub(crate) fn formulas() -> Vec<(&'static str, &'static str)> {
    let texts = COMPOSITIONS.lines().filter_map(|line| line.strip_prefix("# "));
    texts.map(|text| text.split_once(" = ").expect("a comment is `# name = formula`")).collect()
}

/// The rows of one function.
pub(crate) fn of<const A: usize, const K: usize>(rows: &[Row<A, K>], function: &str) -> Vec<Row<A, K>> {
    rows.iter().filter(|row| row.function == function).copied().collect()
}

impl<const A: usize, const K: usize> Row<A, K> {
    /// The relative condition number of the k-th derivative: at least one, infinite at its zeros and where
    /// it overflows.
    pub(crate) fn condition(&self, k: usize) -> f64 {
        if self.exact[k] == 0.0 || self.exact[k].is_infinite() {
            return f64::INFINITY;
        }
        // Scaled before the division, for the unit of a small derivative may underflow.
        self.inherent[k] / (f64::EPSILON / 2.0) / self.exact[k].abs()
    }

    /// Whether the k-th derivative is known to `digits` digits in units of [`Self::units_off`]: a comparison
    /// proves little where it is not.
    pub(crate) fn is_sharp(&self, k: usize, digits: i32) -> bool {
        self.inherent[k].max(self.rules[k]) <= self.exact[k].abs() * 10_f64.powi(-digits)
    }

    /// The error of `computed` as the k-th derivative, in attainable units.
    ///
    /// The unit is the larger of the inherent error and the one of the textbook rules. Zero means equal
    /// (infinities with one sign and zeros of any sign included); infinity means wrong beyond any unit.
    pub(crate) fn units_off(&self, k: usize, computed: f64) -> f64 {
        let unit = self.inherent[k].max(self.rules[k]);
        if computed == self.exact[k] {
            0.0
        } else if computed.is_nan() || self.exact[k].is_infinite() || unit == 0.0 {
            f64::INFINITY
        } else {
            ((computed - self.exact[k]) / unit).abs()
        }
    }

    /// Whether no product of a few of the numbers here can leave the range of doubles.
    ///
    /// Elsewhere a rule may overflow or underflow on the way to a derivative that does neither.
    pub(crate) fn is_moderate(&self) -> bool {
        let moderate = |v: &f64| *v == 0.0 || (1e-60..=1e60).contains(&v.abs());
        self.at.iter().chain(&self.exact).all(moderate)
    }
}

fn rows<const A: usize, const K: usize>(table: &'static str) -> Vec<Row<A, K>> {
    table.lines().skip(1).filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row<const A: usize, const K: usize>(line: &'static str) -> Row<A, K> {
    let mut fields = line.split(',');
    let function = fields.next().expect("a row starts with the function's name");
    let mut number =
        || fields.next().and_then(|field| field.parse().ok()).unwrap_or_else(|| panic!("{line}"));
    let row = Row {
        function,
        at: [(); A].map(|()| number()),
        exact: [(); K].map(|()| number()),
        inherent: [(); K].map(|()| number()),
        rules: [(); K].map(|()| number()),
    };
    assert_eq!(fields.next(), None, "a row has a field too many: {line}");
    row
}
