// The graph of a computation, from its variable on the left to its value on the right.

const powerLabel = /^powi\[(-?\d+)\]$/;
const place = { column: 92, row: 74, radius: 17, margin: 40 };

/** The position of each vertex: its column is the length of its longest path, and its row is free. */
function layout(steps) {
  const columns = [0];
  const rows = [[0]];
  steps.forEach((step, i) => {
    const used = step.operands.filter((o) => o.vertex !== null).map((o) => columns[o.vertex]);
    const column = 1 + Math.max(0, ...used);
    columns.push(column);
    (rows[column] ??= []).push(i + 1);
  });
  const tallest = Math.max(...rows.map((row) => row.length));
  const at = [];
  rows.forEach((row, column) => {
    // Vertices of a column are ordered by the height of their operands, so few edges cross.
    const height = (vertex) => {
      if (vertex === 0) return 0;
      const known = steps[vertex - 1].operands.filter((o) => o.vertex !== null).map((o) => at[o.vertex].y);
      return known.reduce((sum, y) => sum + y, 0) / Math.max(1, known.length);
    };
    const ordered = row.map((vertex) => [vertex, height(vertex)]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    ordered.forEach(([vertex], i) => {
      const y = place.margin + (i + (tallest - row.length) / 2) * place.row + (column % 2 && tallest > 1 ? 8 : 0);
      at[vertex] = { x: place.margin + column * place.column, y };
    });
  });
  return { at, width: 2 * place.margin + (rows.length - 1) * place.column, height: 2 * place.margin + (tallest - 1) * place.row + 16 };
}

/** An edge. Two edges between the same vertices are bent apart, and one over a vertex is bent around it. */
function edge(from, to, index, count) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const apart = (index - (count - 1) / 2) * 26;
  const around = dx > place.column * 1.5 && Math.abs(dy) < 20 ? -38 : 0;
  const bend = apart + around;
  const [cx, cy] = [(from.x + to.x) / 2 - (dy / length) * bend, (from.y + to.y) / 2 + (dx / length) * bend];
  const shorten = (end, other) => {
    const l = Math.hypot(cx - end.x, cy - end.y) || Math.hypot(other.x - end.x, other.y - end.y);
    return [end.x + ((cx - end.x) / l) * place.radius, end.y + ((cy - end.y) / l) * place.radius];
  };
  const [[x0, y0], [x1, y1]] = [shorten(from, to), shorten(to, from)];
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
}

/** Draws the graph. `vertices` has the state of each vertex: its class, and its adjoint. */
function drawGraph(steps, result, vertices) {
  const { at, width, height } = layout(steps);
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `a graph of ${steps.length} operations`,
    style: `min-width:${Math.min(width, Math.max(300, width * 0.72))}px;max-width:${width * 1.25}px`,
  });
  steps.forEach((step, i) => {
    const operands = step.operands.filter((o) => o.vertex !== null);
    operands.forEach((operand, k) => {
      const same = operands.filter((o) => o.vertex === operand.vertex);
      const before = operands.slice(0, k).filter((o) => o.vertex === operand.vertex).length;
      const state = vertices[i + 1].state;
      const path = edge(at[operand.vertex], at[i + 1], before, same.length);
      picture.append(svg("path", { class: `edge ${state === "future" || state === "undone" ? state : ""}`, d: path }));
    });
  });
  vertices.forEach(({ state, adjoint }, vertex) => {
    const { x, y } = at[vertex];
    const step = steps[vertex - 1];
    const kind = `node ${state} ${vertex === 0 ? "variable" : ""} ${vertex === result ? "result" : ""}`;
    const node = svg("g", { class: kind, transform: `translate(${x} ${y})` }, svg("circle", { r: place.radius }));
    if (vertex === result) node.append(svg("circle", { class: "outer", r: place.radius - 3.5 }));
    const exponent = step?.label.match(powerLabel)?.[1];
    const sign = exponent ? "pow" : step ? step.label : "x";
    const label = svg("text", { y: 5, "font-size": sign.length > 3 ? 11 : 15, style: sign.length > 3 ? "font-size:10.5px" : "" });
    label.textContent = sign;
    node.append(label);
    if (step) {
      const constants = step.operands.filter((o) => o.vertex === null).map((o) => o.text).concat(exponent ?? []);
      const name = svg("text", { class: "name", y: place.radius + 14 });
      name.textContent = `u${vertex}${constants.length ? ` (${constants.join(", ")})` : ""}`;
      node.append(name, svg("title"));
      node.lastChild.textContent = `u${vertex} = ${stepText(step)} = ${shown(step.value)}`;
    }
    if (adjoint !== null && adjoint !== undefined) {
      const number = svg("text", { class: "adjoint", y: -place.radius - 5 });
      number.textContent = shortly(adjoint);
      node.append(number);
    }
    picture.append(node);
  });
  return picture;
}

/** `u1 × x`, `sin(u2)`. */
function stepText({ label, operands }) {
  const texts = operands.map((o) => o.text.replace("-", "−"));
  if (["+", "−", "×", "÷"].includes(label)) return texts.join(` ${label} `);
  const power = label.match(powerLabel);
  if (power) return `pow(${texts[0]}, ${power[1]})`;
  return label === "neg" ? `−${texts[0]}` : `${label}(${texts.join(", ")})`;
}

/** A number with few digits, for a picture. */
function shortly(value) {
  if (typeof value !== "number") return shown(value);
  const text = String(value);
  return (text.length <= 7 ? text : String(Number(value.toPrecision(5)))).replace("-", "−");
}
