import type { TemplateVariable, UriTemplate } from "../../src/format/uri-template.ts";

/** Expands URI templates (RFC 6570 § 3.2), so that the examples of the specification can judge the parser. The product expands none. */

export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>;

interface ExpansionStyle {
  readonly first: string;
  readonly separator: string;
  readonly withName: boolean;
  /** The text after the name of an empty value. */
  readonly ifEmpty: string;
  readonly allowReserved: boolean;
}

/** Appendix A, the table of operators. */
const styles: Readonly<Record<string, ExpansionStyle>> = {
  "": { first: "", separator: ",", withName: false, ifEmpty: "", allowReserved: false },
  "+": { first: "", separator: ",", withName: false, ifEmpty: "", allowReserved: true },
  "#": { first: "#", separator: ",", withName: false, ifEmpty: "", allowReserved: true },
  ".": { first: ".", separator: ".", withName: false, ifEmpty: "", allowReserved: false },
  "/": { first: "/", separator: "/", withName: false, ifEmpty: "", allowReserved: false },
  ";": { first: ";", separator: ";", withName: true, ifEmpty: "", allowReserved: false },
  "?": { first: "?", separator: "&", withName: true, ifEmpty: "=", allowReserved: false },
  "&": { first: "&", separator: "&", withName: true, ifEmpty: "=", allowReserved: false },
};

function encode(text: string, allowReserved: boolean): string {
  const strict = (part: string) =>
    encodeURIComponent(part.toWellFormed()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  if (!allowReserved) return strict(text);
  return text.replace(/%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]|[^%:/?#[\]@!$&'()*+,;=]+|%/g, (part) =>
    /^(?:%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])$/.test(part) ? part : strict(part),
  );
}

function pairs(value: readonly string[] | Readonly<Record<string, string>>): (readonly [string | undefined, string])[] {
  return Array.isArray(value) ? value.map((item: string) => [undefined, item] as const) : Object.entries(value as Record<string, string>);
}

function named(style: ExpansionStyle, name: string, text: string): string {
  if (!style.withName) return text;
  return text === "" ? name + style.ifEmpty : `${name}=${text}`;
}

function expandVariable(variable: TemplateVariable, value: TemplateValue, style: ExpansionStyle): string | undefined {
  const safe = (text: string) => encode(text, style.allowReserved);
  if (typeof value === "string") {
    const cut = variable.prefix === undefined ? value : Array.from(value).slice(0, variable.prefix).join("");
    return named(style, variable.name, safe(cut));
  }
  const members = pairs(value);
  if (members.length === 0) return undefined;
  if (!variable.explode) {
    const joined = members.map(([key, item]) => (key === undefined ? safe(item) : `${safe(key)},${safe(item)}`)).join(",");
    return named(style, variable.name, joined);
  }
  return members
    .map(([key, item]) =>
      key === undefined
        ? named(style, variable.name, safe(item))
        : style.withName
          ? named(style, safe(key), safe(item))
          : `${safe(key)}=${safe(item)}`,
    )
    .join(style.separator);
}

/** Expands a template (§ 3.2). Names without a value are left out; invalid expressions stay as they are written. */
export function expandUriTemplate(template: UriTemplate, values: ReadonlyMap<string, TemplateValue>): string {
  let text = "";
  let at = 0;
  for (const expression of template.expressions) {
    const style = styles[expression.operator];
    if (!style) continue;
    const parts = expression.variables.flatMap((variable) => {
      const value = values.get(variable.name);
      return (value === undefined ? undefined : expandVariable(variable, value, style)) ?? [];
    });
    text += encode(template.text.slice(at, expression.start), true);
    text += parts.length > 0 ? style.first + parts.join(style.separator) : "";
    at = expression.end;
  }
  return text + encode(template.text.slice(at), true);
}
