import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { payloads } from "../security/payloads.ts";

const suite = new URL("../../../shared/corpus/suites/xss-payloads.json", import.meta.url);
const theirs = (JSON.parse(readFileSync(suite, "utf8")) as { payload: string }[]).map(({ payload }) => payload);

function found(texts: readonly string[], pattern: RegExp): Set<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase())));
}

/** What a parser may take for an element, an attribute, a scheme, and the name of an element to be found by. */
const kinds = {
  elements: /<\/?([a-z][\w:.-]*)/gi,
  attributes: /[\s/"']([a-z][\w:.-]*)\s*=/gi,
  schemes: /["'(=\s](javascript|vbscript|data|mhtml|view-source|file|blob|urn|clsid|xmpp|mailto)\s*:/gi,
  names: /\b(?:name|id)=["']?([a-z]{4,})/gi,
};

/** Words of the suite's own pages and texts: nothing of a browser's is called so. */
const own = new Set("alert cn foobar injected maskforclickjacking movie password postdomevents secret setter username".split(" "));

test.each(Object.entries(kinds))("our own payloads reach as far as the suite: %s", (_, pattern) => {
  const ours = found(payloads, pattern);
  const missing = [...found(theirs, pattern)].filter((name) => !ours.has(name) && !own.has(name));
  expect(missing.sort()).toEqual([]);
});
