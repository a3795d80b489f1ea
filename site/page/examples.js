// Programs to begin with.

const examples = [
  {
    name: "The paper's monomial, x³",
    x: 2, from: -2, to: 3, order: 2, by: ["stack"],
    text: `// xᵏ by repeated squaring, for k = 3
let mut k = 3;
let mut power = x;
let mut result = 1;
while k > 0 {
    if k % 2 == 1 {
        result = result * power;
    } else {
        result = result * 1;
    }
    power = power * power;
    k = floor(k / 2);
}
result`,
  },
  {
    name: "A wave with a shared term",
    x: 1, from: -3, to: 3, order: 5, by: ["effects"],
    text: `let t = x * x;
sin(t) * exp(-t / 4) + t / 10`,
  },
  {
    name: "Newton's method for √x",
    x: 2, from: 0.2, to: 6, order: 3, by: ["forward"],
    text: `// The derivative is that of the iteration.
let mut y = 1;
let mut i = 0;
while i < 4 {
    y = (y + x / y) / 2;
    i += 1;
}
y`,
  },
  {
    name: "A loop that ends by itself: eˣ",
    x: 1, from: -2, to: 3, order: 4, by: ["backpropagator"],
    text: `// The power series, until a term is small.
let mut term = 1;
let mut sum = 1;
let mut n = 1;
while abs(term) > 0.0001 {
    term = term * x / n;
    sum = sum + term;
    n += 1;
}
sum`,
  },
  {
    name: "A branch: two parabolas",
    x: 0.5, from: -2, to: 2, order: 2, by: ["forward"],
    text: `// An enclosure over the branch contains both arms.
if x < 0 {
    -x * x
} else {
    x * x / 2
}`,
  },
  {
    name: "The logistic map, five times",
    x: 0.3, from: 0, to: 1, order: 3, by: ["stack", "forward"],
    text: `fn grow(t) {
    3.6 * t * (1 - t)
}
let mut y = x;
let mut i = 0;
while i < 5 {
    y = grow(y);
    i += 1;
}
y`,
  },
  {
    name: "An edge: sin x / x at 0",
    x: 0, from: -8, to: 8, order: 2, by: ["stack"],
    text: `// 0 / 0 is no number, and the page says so.
sin(x) / x`,
  },
  {
    name: "The density of the normal distribution",
    x: 0.7, from: -4, to: 4, order: 6, by: ["taylor", "forward"],
    text: `exp(-x * x / 2) / sqrt(2 * pi)`,
  },
];
