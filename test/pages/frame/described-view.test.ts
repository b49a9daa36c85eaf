import { expect, test } from "vitest";
import { siteOf } from "../kinds/site-of.ts";

const document = (summary: string): string => `asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels:
  lamps:
    publish: { operationId: dim, summary: ${JSON.stringify(summary)} }
    subscribe: { operationId: tell }
`;

test("a summary is whole where it is a short text; a long one is in lists and cards as its beginning, and whole on its own page", async () => {
  const short = "s".repeat(1_000);
  const whole = await siteOf(document(short));
  for (const path of ["operations.html", "channels/lamps.html", "operations/dim.html"]) expect(whole.get(path)).toContain(short);
  const long = `${"s".repeat(999)}😀${"t".repeat(500)}`;
  const cut = await siteOf(document(long));
  for (const path of ["operations.html", "channels/lamps.html"]) {
    expect(cut.get(path)).toContain(`${"s".repeat(999)}…`);
    expect(cut.get(path)).not.toContain("tttt");
  }
  expect(cut.get("operations/dim.html")).toContain(long);
});
