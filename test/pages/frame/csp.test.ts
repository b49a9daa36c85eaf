import { expect, test } from "vitest";
import { csp } from "../../../src/pages/frame/frame.ts";

const own =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types msgdocs-search";

test("a page loads its own files and nothing else", () => {
  expect(csp({})).toBe(own);
});

test("settings add sources, each to its directive alone", () => {
  const added = csp({ "script-src": ["https://a.example"], "base-uri": ["'self'"], "connect-src": ["https://b.example", "data:"] });
  expect(added).toBe(
    `${own.replace("script-src 'self'", "script-src 'self' https://a.example").replace("base-uri 'none'", "base-uri 'self'")}; connect-src https://b.example data:`,
  );
  for (const source of ["x; script-src *", "x, default-src *", "x script-src"]) expect(csp({ "img-src": [source] })).toBe(own);
});

test("Trusted Types go with the one source 'none', and with no other", () => {
  expect(csp({ "require-trusted-types-for": ["'none'"] })).toBe(own.slice(0, own.indexOf("; require-")));
  expect(csp({ "require-trusted-types-for": ["'none'", "'script'"] })).toContain("require-trusted-types-for 'script'");
});
