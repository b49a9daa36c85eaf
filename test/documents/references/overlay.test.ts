import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLimits, stringOf, valueOf } from "#text";
import { loadDocuments } from "#documents";

it("takes a given text in place of the file, also where a link leads to its folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-overlay-"));
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "real"), join(folder, "link"));
  const text = (title: string) => `asyncapi: 2.6.0\ninfo: {title: ${title}, version: '1'}\nchannels: {}\n`;
  writeFileSync(join(folder, "real", "api.yaml"), text("stale"));
  for (const way of ["real", "link"]) {
    const path = join(folder, way, "api.yaml");
    const overlay = new Map([[path, new TextEncoder().encode(text("fresh"))]]);
    const { documents } = await loadDocuments(path, { cwd: folder, limits: readLimits, overlay });
    expect(stringOf(valueOf(documents?.root, "info"), "title")).toBe("fresh");
  }
});
