import type { Element, ElementContent, Properties } from "hast";
import { tokenize } from "./tokenize.ts";

/** The content of a `pre` for code: token classes where the language is known. */
export function codeElement(code: string, info: string): { properties: Properties; children: Element[] } {
  const children = tokenize(code === "" ? "" : `${code}\n`, info).map(({ text, type }): ElementContent =>
    type === undefined
      ? { type: "text", value: text }
      : { type: "element", tagName: "span", properties: { className: [type] }, children: [{ type: "text", value: text }] },
  );
  return {
    properties: { tabIndex: 0, ...(info ? { dataLanguage: info } : {}) },
    children: [{ type: "element", tagName: "code", properties: {}, children }],
  };
}
