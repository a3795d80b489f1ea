// The crate as WebAssembly: a request is text, and a response is JSON.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let compiled = null;
let instance = null;

/** Compiles the module, which the page contains as compressed text. */
async function load(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  instance = await WebAssembly.instantiate(compiled, {});
}

/** The answer to a request. An evaluation that panics ends its instance, and the next request gets a new one. */
function ask(command, parameters, program) {
  const words = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  const bytes = encoder.encode([command, ...words].join(" ") + "\n" + program);
  try {
    instance ??= new WebAssembly.Instance(compiled, {});
    const { memory, request, request_capacity, respond } = instance.exports;
    if (bytes.length > request_capacity()) return { error: "the program is too long" };
    new Uint8Array(memory.buffer, request(), bytes.length).set(bytes);
    respond(bytes.length);
    return JSON.parse(response());
  } catch (trap) {
    let message = "";
    try {
      message = response();
    } catch {
      // The memory is of no use.
    }
    instance = null;
    const words = trap instanceof RangeError ? "the program is too deep for the stack of the browser" : trap.message;
    return { error: message || words };
  }
}

function response() {
  const { memory, response, response_length } = instance.exports;
  return decoder.decode(new Uint8Array(memory.buffer, response(), response_length()));
}

/** A number as text: the shortest one that is this double. */
const shown = (value) => (typeof value === "number" ? String(value).replace("-", "−") : String(value).replace("-", "−"));

const byId = (id) => document.getElementById(id);

/** An element with attributes and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
