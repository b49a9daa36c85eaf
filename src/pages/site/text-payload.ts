import type { SafeHtml } from "./context.ts";
import { escapeHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** XML has no `<` inside of a tag. Nothing is gone through twice: a text of many beginnings and no end is as quick as any. */
const MARKUP = /(<!--[^]*?(?:-->|$))|(<[/!?]?[A-Za-z_][\w:.-]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)([/?]?>)/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

function span(name: string, text: string): string {
  return `<span class="${name}">${escapeHtml(text)}</span>`;
}

function attributes(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const [whole, name = "", equals = "", value = ""] = match;
    html += escapeHtml(text.slice(at, match.index)) + span("n", name) + escapeHtml(equals) + span("s", value);
    at = match.index + whole.length;
  }
  return html + escapeHtml(text.slice(at));
}

/** Names, attributes and comments of XML marked; everything else as it is. */
function markupHtml(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [whole, comment, open = "", inside = "", close = ""] = match;
    html += escapeHtml(text.slice(at, match.index));
    html += comment === undefined ? span("k", open) + attributes(inside) + span("k", close) : span("cm", comment);
    at = match.index + whole.length;
  }
  return html + escapeHtml(text.slice(at));
}

const LONGEST = 20_000;

/** Whether payloads of a content type are text of their own: an example that is a string is that text, not JSON. */
export function isTextType(contentType: string): boolean {
  return !/^[^;]*[/+](?:json|yaml|x-yaml)\b/i.test(contentType);
}

/** A payload that is text, by its content type. */
export function textPayload(text: string, contentType: string): { readonly body: SafeHtml; readonly cut: boolean } {
  const cut = text.length > LONGEST;
  const shown = visible(cut ? text.slice(0, LONGEST) : text);
  const isMarkup = /[/+](?:xml|html|svg)\b/i.test(contentType);
  return { body: { html: isMarkup ? markupHtml(shown) : escapeHtml(shown) }, cut };
}
