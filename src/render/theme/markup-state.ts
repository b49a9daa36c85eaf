/** The position of an expression in the HTML of a template. */
export type MarkupState =
  | { readonly in: "text" | "comment" }
  | { readonly in: "raw"; readonly until: string }
  | { readonly in: "tag"; readonly tag: string }
  /** After `name=` and before the value. */
  | { readonly in: "before-value" | "unquoted"; readonly tag: string; readonly attribute: string }
  | { readonly in: "value"; readonly tag: string; readonly attribute: string; readonly quote: string };

type In<Name> = Extract<MarkupState, { readonly in: Name }>;

const RAW = new Set(["script", "style", "textarea", "title"]);

interface MarkupStep {
  readonly state: MarkupState;
  readonly at: number;
}

const to = (state: MarkupState, at: number): MarkupStep => ({ state, at });

/** Continues from text to the next tag or comment. `<` is text unless a letter, `/` or `!` follows (WHATWG HTML § 13.2.5.6). */
function fromText(text: string, at: number): MarkupStep {
  const open = /<(?:!--|\/?([A-Za-z][\w-]*))/g;
  open.lastIndex = at;
  const found = open.exec(text);
  // An expression directly after `<` would become the name of a tag.
  if (!found) return to(/<\/?$/.test(text) ? { in: "tag", tag: "" } : { in: "text" }, text.length);
  if (found[0] === "<!--") return to({ in: "comment" }, open.lastIndex);
  return to({ in: "tag", tag: found[0].startsWith("</") ? "" : (found[1] ?? "").toLowerCase() }, open.lastIndex);
}

function fromTag(state: In<"tag">, text: string, at: number): MarkupStep {
  const next = /[>=]/g;
  next.lastIndex = at;
  const found = next.exec(text);
  if (!found) return to(state, text.length);
  if (found[0] === ">") return to(RAW.has(state.tag) ? { in: "raw", until: `</${state.tag}` } : { in: "text" }, next.lastIndex);
  const attribute = /([^\s"'<>/=]+)\s*$/.exec(text.slice(at, found.index))?.[1]?.toLowerCase() ?? "";
  return to({ in: "before-value", tag: state.tag, attribute }, next.lastIndex);
}

function fromBeforeValue(state: In<"before-value" | "unquoted">, text: string, at: number): MarkupStep {
  const value = /\S/g;
  value.lastIndex = at;
  const found = value.exec(text);
  if (!found) return to(state, text.length);
  const [quote] = found;
  if (quote === '"' || quote === "'") return to({ ...state, in: "value", quote }, value.lastIndex);
  return to({ ...state, in: "unquoted" }, found.index);
}

/** Continues within something that ends with a fixed text. */
function until(text: string, at: number, step: { end: string; state: MarkupState; next: MarkupState }): MarkupStep {
  const found = text.toLowerCase().indexOf(step.end, at);
  return found < 0 ? to(step.state, text.length) : to(step.next, found + step.end.length);
}

function fromUnquoted(state: In<"before-value" | "unquoted">, text: string, at: number): MarkupStep {
  const end = /[\s>]/g;
  end.lastIndex = at;
  const found = end.exec(text);
  return found ? to({ in: "tag", tag: state.tag }, found.index) : to(state, text.length);
}

function step(state: MarkupState, text: string, at: number): MarkupStep {
  switch (state.in) {
    case "text":
      return fromText(text, at);
    case "tag":
      return fromTag(state, text, at);
    case "before-value":
      return fromBeforeValue(state, text, at);
    case "unquoted":
      return fromUnquoted(state, text, at);
    case "value":
      return until(text, at, { end: state.quote, state, next: { in: "tag", tag: state.tag } });
    case "comment":
      return until(text, at, { end: "-->", state, next: { in: "text" } });
    case "raw":
      return until(text, at, { end: state.until, state, next: { in: "tag", tag: "" } });
  }
}

/** The state after a piece of HTML. It is a tokenizer for what templates contain, far smaller than the standard's. */
export function markupAfter(state: MarkupState, text: string): MarkupState {
  let here: MarkupStep = { state, at: 0 };
  while (here.at < text.length) here = step(here.state, text, here.at);
  return here.state;
}
