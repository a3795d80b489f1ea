// The plot: the function, its derivative, its Taylor polynomial, and the enclosures.

const margins = { left: 46, right: 10, top: 10, bottom: 24 };

/** The size of the plot in units of its picture, so that its text has one size on all screens. */
function plotSize() {
  const width = Math.max(300, Math.min(680, byId("canvas").clientWidth || 640));
  return { width, height: Math.round(0.56 * width), ...margins };
}

/** Ticks at 1, 2 or 5 times a power of ten. */
function ticks(from, to, count) {
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const list = [];
  for (let i = Math.ceil(from / step); i * step <= to && list.length < 20; i++) list.push(i * step);
  return list.map((tick) => Number(tick.toPrecision(12)));
}

/** The heights to be seen: those of the function without its extremes. */
function heights(values, more) {
  const known = values.filter((y) => y !== null).sort((a, b) => a - b);
  if (!known.length) return [-1, 1];
  const cut = known.length > 60 ? Math.floor(known.length / 50) : 0;
  let [low, high] = [known[cut], known[known.length - 1 - cut]];
  const middle = (low + high) / 2;
  const spread = Math.max(high - low, 1e-9 * Math.abs(middle), 1e-9);
  for (const y of more) {
    if (Math.abs(y - middle) < 1.5 * spread) [low, high] = [Math.min(low, y), Math.max(high, y)];
  }
  const margin = high > low ? (high - low) * 0.12 : Math.abs(low) / 2 || 1;
  return [low - margin, high + margin];
}

function polynomial(coefficients, t) {
  return coefficients.reduceRight((sum, c) => sum * t + c, 0);
}

/** A line through points, with gaps where there is no number. */
function line(points) {
  let path = "";
  let isDown = false;
  for (const [px, py] of points) {
    if (py === null || !Number.isFinite(py)) {
      isDown = false;
      continue;
    }
    path += `${isDown ? "L" : "M"}${px.toFixed(2)} ${py.toFixed(2)}`;
    isDown = true;
  }
  return path;
}

function drawPlot(state, curves, band) {
  const { width, height, left, right, top, bottom } = plotSize();
  const { from, to, x } = state;
  const taylor = Array.isArray(curves.taylor) && curves.taylor.every((c) => typeof c === "number") ? curves.taylor : null;
  const at = (i, n) => from + ((to - from) * i) / n;
  const slopes = byId("show-slopes").checked ? curves.slopes.filter((y) => y !== null) : [];
  const [low, high] = heights(curves.values, taylor ? [taylor[0], ...slopes] : slopes);
  const px = (t) => left + ((t - from) / (to - from)) * (width - left - right);
  const py = (y) => top + ((high - y) / (high - low)) * (height - top - bottom);
  // Far outside of the picture is as good as outside.
  const bounded = (y) => (y === null ? null : Math.max(-4 * height, Math.min(5 * height, py(y))));

  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describePlot(state, curves, taylor) });
  const clip = svg("clipPath", { id: "frame" },
    svg("rect", { x: left, y: top, width: width - left - right, height: height - top - bottom }));
  picture.append(svg("defs", {}, clip));
  for (const tick of ticks(from, to, width / 80)) {
    picture.append(svg("line", { class: tick === 0 ? "axis zero" : "axis", x1: px(tick), x2: px(tick), y1: top, y2: height - bottom }));
    const label = svg("text", { x: px(tick), y: height - 7, "text-anchor": "middle", "font-size": 12 });
    label.textContent = shown(tick);
    picture.append(label);
  }
  for (const tick of ticks(low, high, 6)) {
    picture.append(svg("line", { class: tick === 0 ? "axis zero" : "axis", x1: left, x2: width - right, y1: py(tick), y2: py(tick) }));
    const label = svg("text", { x: left - 6, y: py(tick) + 4, "text-anchor": "end", "font-size": 12 });
    label.textContent = shown(tick);
    picture.append(label);
  }
  const inside = svg("g", { "clip-path": "url(#frame)" });
  picture.append(inside);
  if (byId("show-band").checked && Array.isArray(band)) inside.append(drawBand(band, px, bounded, at));
  const curve = (name, points) => inside.append(svg("path", { class: `curve ${name}`, d: line(points) }));
  const points = (values) => values.map((y, i) => [px(at(i, values.length - 1)), bounded(y)]);
  if (byId("show-slopes").checked) curve("slope", points(curves.slopes));
  if (byId("show-taylor").checked && taylor) {
    const values = Array.from({ length: 241 }, (_, i) => polynomial(taylor, at(i, 240) - x));
    curve("taylor", points(values));
  }
  if (byId("show-values").checked) curve("function", points(curves.values));
  if (taylor && x >= from && x <= to) {
    inside.append(svg("circle", { class: "point", cx: px(x), cy: bounded(taylor[0]), r: 5.5 }));
  }
  byId("canvas").replaceChildren(picture);
}

function drawBand(band, px, bounded, at) {
  const ends = (box) => {
    if (!Array.isArray(box)) return null;
    const [low, high] = box.map((end) => (typeof end === "number" ? end : end === "∞" ? 1e300 : -1e300));
    return [bounded(low), bounded(high)];
  };
  const boxes = band.map((box, i) => {
    const y = ends(box);
    if (!y) return "";
    const [x0, x1] = [px(at(i, band.length)), px(at(i + 1, band.length))].map((p) => p.toFixed(2));
    // A box is at least a hair high, so that the band of a straight line is seen.
    return `M${x0} ${(y[0] + 0.4).toFixed(2)}H${x1}V${(y[1] - 0.4).toFixed(2)}H${x0}Z`;
  });
  return svg("path", { class: "area", d: boxes.join("") });
}

function describePlot({ x, from, to }, curves, taylor) {
  const known = curves.values.filter((y) => y !== null);
  if (!known.length) return `f has no finite value between ${from} and ${to}`;
  const extremes = `f lies between ${shown(Math.min(...known))} and ${shown(Math.max(...known))} for x from ${from} to ${to}`;
  return taylor ? `${extremes}. The Taylor polynomial at ${x} has the coefficients ${taylor.map(shown).join(", ")}.` : extremes;
}

/** Words about boxes without an enclosure, and about the Taylor polynomial. */
function plotNote(curves, band) {
  const notes = [];
  if (Array.isArray(band)) {
    const without = band.filter((box) => !Array.isArray(box));
    if (without.length) notes.push(`${without.length} of ${band.length} boxes have no enclosure: ${without[0]}.`);
    else notes.push(`The band is proven: over each of ${band.length} boxes, interval arithmetic contains the function.`);
  }
  if (!Array.isArray(curves.taylor)) notes.push(`No Taylor polynomial: ${curves.taylor}.`);
  else if (!curves.taylor.every((c) => typeof c === "number")) notes.push("The Taylor polynomial has a coefficient that is no number.");
  return notes.join(" ");
}
