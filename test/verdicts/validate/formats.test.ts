import { describe, expect, it } from "vitest";
import { brokenFormat } from "../../../src/verdicts/validate/formats.ts";
import { tree } from "./tree.ts";

const accepted = (format: string, value: string) => brokenFormat(format, tree(value)) === undefined;

const text: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  date: { good: ["2024-02-29", "1999-12-31"], bad: ["2023-02-29", "2024-13-01", "2024-1-1", "2024-02-30T00:00:00Z"] },
  "date-time": {
    good: ["2026-05-01T12:00:00Z", "2026-05-01t12:00:00.123456+02:00", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.1-08:00"],
    bad: ["2026-05-01 12:00:00Z", "2026-05-01T12:00:00", "2026-05-01T24:00:00Z", "1998-12-31T22:59:60Z", "2026-05-01T12:00:00+25:00"],
  },
  time: { good: ["23:59:59Z", "12:00:00.5+05:30"], bad: ["24:00:00Z", "12:00", "12:00:00"] },
  duration: { good: ["P1Y2M3DT4H5M6S", "PT36H", "P4W"], bad: ["P", "PT", "P1D2H", "P1Y4W", "1D"] },
  byte: { good: ["", "Zm9v", "Zg==", "Zm8="], bad: ["Zm9", "Zm9v\\n", "Z===", "Zm9_"] },
  binary: { good: ["anything \\u0000 at all"], bad: [] },
  password: { good: ["*"], bad: [] },
  email: {
    good: ["joe.bloggs@example.com", '\\"joe bloggs\\"@example.com', "joe@[127.0.0.1]"],
    bad: ["joe", ".joe@example.com", "joe@", "@x"],
  },
  hostname: { good: ["example.com", "a", "1host"], bad: ["-a.example", "a_b", "a..b", "x".repeat(64)] },
  ipv4: { good: ["127.0.0.1", "255.255.255.255"], bad: ["256.0.0.1", "127.0.0", "01.2.3.4", "1.2.3.4/24"] },
  ipv6: { good: ["::1", "2001:db8::ff00:42:8329", "::ffff:192.0.2.1"], bad: ["12345::", "1::2::3", ":1", "fe80::1%eth0"] },
  uri: { good: ["https://a.example/b?c#d", "urn:uuid:x", "mailto:a@b.c"], bad: ["//a/b", "/a", "http:// a", "a b:c", "http://a/<>"] },
  "uri-reference": { good: ["../a", "#x", "", "//a"], bad: ["\\\\a", "#a b"] },
  "uri-template": { good: ["http://a/{b}{?c*}", "a/{+d:3}"], bad: ["a/{b", "a/}b", "{ }"] },
  iri: { good: ["http://ƒøø.ßår/?∂éœ"], bad: ["/x", "bar,baz:;foo"] },
  uuid: { good: ["2EB8AA08-aa98-11EA-b4aa-73B441D16380"], bad: ["2eb8aa08aa9811eab4aa73b441d16380", "x"] },
  "json-pointer": { good: ["", "/a~0b/0"], bad: ["a", "/~2"] },
  "relative-json-pointer": { good: ["1", "0/a", "2#"], bad: ["/a", "01", "-1"] },
  regex: { good: ["^[a-z]+$"], bad: ["^(abc]"] },
};

describe("brokenFormat", () => {
  for (const [format, { good, bad }] of Object.entries(text)) {
    it(`knows ${format}`, () => {
      for (const value of good) expect(accepted(format, `"${value}"`), value).toBe(true);
      for (const value of bad) expect(accepted(format, `"${value}"`), value).toBe(false);
    });
  }

  it("holds integers to their bits, by every digit", () => {
    expect(["2147483647", "-2147483648", "1e3", "7.0"].map((value) => accepted("int32", value))).toEqual([true, true, true, true]);
    expect(["2147483648", "-2147483649", "1.5"].map((value) => accepted("int32", value))).toEqual([false, false, false]);
    expect(["9223372036854775807", "-9223372036854775808"].map((value) => accepted("int64", value))).toEqual([true, true]);
    expect(["9223372036854775808", "-9223372036854775809"].map((value) => accepted("int64", value))).toEqual([false, false]);
  });

  it("holds floats to their range", () => {
    expect(accepted("float", "3.5e38")).toBe(false);
    expect(accepted("double", "3.5e38")).toBe(true);
    expect(accepted("double", "1e400")).toBe(false);
  });

  it("says nothing of other types, and of formats that it does not know", () => {
    expect(accepted("date", "12")).toBe(true);
    expect(accepted("int32", '"many"')).toBe(true);
    expect(accepted("iban", '"?"')).toBe(true);
  });
});
