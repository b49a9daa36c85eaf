import { describe, expect, it } from "vitest";
import type { Diagnostic } from "#text";
import { readLimits, sizeAllowed } from "#text";

interface Setting {
  readonly limits?: typeof readLimits;
  readonly total?: { bytes: number; heap: number };
  readonly language?: "yaml" | "json";
}

function ask(size: number, { limits = readLimits, total = { bytes: 0, heap: 0 }, language = "yaml" }: Setting = {}): string {
  const messages: string[] = [];
  const report = ({ code, message }: Diagnostic): unknown => messages.push(`${code} ${message}`);
  const allowed = sizeAllowed({ id: "/t", name: "t", language }, size, { limits, total, report });
  expect(allowed).toBe(messages.length === 0);
  return messages.join();
}

describe("sizeAllowed", () => {
  it("compares each file with the limit of its language", () => {
    expect(ask(100, { limits: { ...readLimits, yamlBytes: 99 } })).toBe(
      "document/too-large t is over the limit: 100 bytes, at most 99 bytes.",
    );
    expect(ask(100, { limits: { ...readLimits, yamlBytes: 99 }, language: "json" })).toBe("");
    expect(ask(100, { limits: { ...readLimits, jsonBytes: 99 }, language: "json" })).toContain("document/too-large t");
  });

  it("counts all files together", () => {
    const total = { bytes: 0, heap: 0 };
    const limits = { ...readLimits, totalBytes: 150 };
    expect(ask(100, { limits, total })).toBe("");
    expect(ask(51, { limits, total })).toContain("All files together");
    expect(ask(50, { limits, total })).toBe("");
  });

  it("compares the heap that reading needs before it reads", () => {
    const huge = { ...readLimits, yamlBytes: 2 ** 50, totalBytes: 2 ** 50 };
    expect(ask(2 ** 40, { limits: huge })).toContain("The memory needed to read t");
  });
});
