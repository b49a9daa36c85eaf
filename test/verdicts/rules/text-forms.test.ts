import { expect, it } from "vitest";
import { isAbsoluteUrl, isEmail, isMediaType, isUri } from "../../../src/verdicts/rules/rule.ts";

it.each(["urn:example:a", "https://a.example/b?c#d", "mailto:a@b.example", "a:%20"])("%s is a URI", (text) => {
  expect(isUri(text)).toBe(true);
});
it.each(["", "a", "/a", "a b:c", "https://a b", "a:%2", "a:{x}", "x:a#b#c", "1a:b"])("%j is not a URI", (text) => {
  expect(isUri(text)).toBe(false);
});
it.each(["//a.example", "a.example", "https://", "http:/a", "https:a"])("%s is no absolute URL", (text) => {
  expect(isAbsoluteUrl(text)).toBe(false);
});
it("takes links into a page", () => {
  expect(isAbsoluteUrl("https://a.example/b#c")).toBe(true);
});
it.each(["application/json", "application/vnd.a+json; charset=utf-8", 'a/b;c="d;e"', "avro/binary", "*/*"])(
  "%s is a media type",
  (text) => {
    expect(isMediaType(text)).toBe(true);
  },
);
it.each(["json", "application/", "/json", "a/b/c", "application/json charset", ""])("%j is no media type", (text) => {
  expect(isMediaType(text)).toBe(false);
});
it.each(["a@b.example", "jörg.müller@exämple.de", "a+b@localhost"])("%s is an address", (text) => {
  expect(isEmail(text)).toBe(true);
});
it.each(["a", "a@", "@b", "a b@c", "a@b@c", "a@.b", "<a@b>"])("%s is no address", (text) => {
  expect(isEmail(text)).toBe(false);
});
