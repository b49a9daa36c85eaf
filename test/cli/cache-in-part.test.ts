import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, folder, msgdocs } from "./shell.ts";

const field = (at: number, name: string): string =>
  `          ${name}: { type: string, description: "The ${name} of ${at}.", maxLength: 40 }`;

/** One thing that is told of a channel, large enough for more pages than one. */
const channel = (at: number): string => `  lamps/${at}:
    description: "Where lamp ${at} tells."
    publish:
      operationId: light${at}
      message:
        messageId: lit${at}
        description: "Lamp ${at} was lit. See [the size](#/components/schemas/Size)."
        payload:
          type: object
          properties:
            size: { $ref: "#/components/schemas/Size" }
${at === 7 ? Array.from({ length: 120 }, (_, name) => `  ${field(at, `f${name}`)}`).join("\n") : `  ${field(at, "lux")}`}
        examples: [{ payload: { size: 3 } }]
`;

const document = `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0 }
channels:
${Array.from({ length: 27 }, (_, at) => channel(at)).join("")}components:
  schemas:
    Size: { type: integer, maximum: 90, description: "How large.\\n\\n## Large\\n\\nOver nine." }
    Other: { $ref: "parts.yaml#/Part" }
`;

const start = {
  "msgapi.yaml": document,
  "parts.yaml": "Part: { type: string, description: A part., minLength: 3 }\n",
  "msgdocs.yaml": "limits: { schemaRows: 50 }\n",
};

/** Builds with the cache and without, holds both against each other, and says how many files were kept. */
async function keptOf(cwd: string): Promise<number | "all"> {
  const warm = await msgdocs(cwd, ["build", "-o", "warm", "--cache", "kept"]);
  const cold = await msgdocs(cwd, ["build", "-o", "cold"]);
  const without = (text: string): string => text.replace(/^Wrote .*$/gm, "");
  expect([warm.exit, without(warm.stderr), warm.stdout]).toEqual([cold.exit, without(cold.stderr), cold.stdout]);
  const [first, second] = [contents(join(cwd, "warm")), contents(join(cwd, "cold"))];
  expect(Object.keys(first)).toEqual(Object.keys(second));
  expect(Object.keys(first).filter((path) => first[path] !== second[path])).toEqual([]);
  expect(first["messages/lit7.2.html"]).toBeDefined();
  if (warm.stderr.includes(", as they were kept")) return "all";
  return Number(/, (\d+) of them as they were kept/.exec(warm.stderr)?.[1] ?? 0);
}

const edit = (cwd: string, [from, to, name = "msgapi.yaml"]: readonly [from: string, to: string, name?: string]): void => {
  const text = readFileSync(join(cwd, name), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(cwd, name), text.replace(from, to));
};

test("after a change the pages that tell nothing of it are kept, and the site is what it is without a cache", async () => {
  const cwd = folder(start);
  expect(await keptOf(cwd)).toBe(0);
  expect(await keptOf(cwd)).toBe("all");
  // Of each of 27 lamps: three pages, as many texts, a schema; and the pages that go on with one of them.
  const most = 26 * 7 + 8;
  edit(cwd, ["Lamp 3 was lit.", "Lamp 3 went on."]);
  expect(await keptOf(cwd)).toBe(most);
  edit(cwd, ["Where lamp 4 tells.", "Where the fourth tells, in `many` more words."]);
  expect(await keptOf(cwd)).toBe(most);
  edit(cwd, ["{ size: 3 }", "{ size: 4 }"]);
  expect(await keptOf(cwd)).toBe(most);
  edit(cwd, ["The f99 of 7.", "The hundredth of seven."]);
  const others = Number(await keptOf(cwd));
  expect([others < most, others > most - 10]).toEqual([true, true]);
  edit(cwd, ["minLength: 3", "minLength: 4", "parts.yaml"]);
  expect(await keptOf(cwd)).toBeGreaterThan(most);
  expect(await keptOf(cwd)).toBe("all");
});

test("what may be shown anywhere, or is asked for by what is kept, makes everything anew", async () => {
  const cwd = folder({ ...start, "msgdocs.yaml": `${start["msgdocs.yaml"]}allowErrors: true\n` });
  await keptOf(cwd);
  const edits = [
    ["title: Lamps", "title: Lights"],
    ["messageId: lit3", "messageId: lit3b"],
    ["channels:\n", "# Channels.\nchannels:\n"],
    ["## Large", "## Size"],
    ["{ size: 3 }", "{ size: s }"],
    ["schemaRows: 50", "schemaRows: 51", "msgdocs.yaml"],
  ] as const;
  for (const each of edits) {
    edit(cwd, each);
    expect([each, await keptOf(cwd)]).toEqual([each, 0]);
  }
});

test("where anything is damaged, everything is made anew", async () => {
  const cwd = folder(start);
  await keptOf(cwd);
  for (const kind of ["pages", "sites", "objects"]) {
    const all = readdirSync(join(cwd, "kept", kind), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of kind === "objects" ? all.filter((_, at) => at % 50 === 0) : all) {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      rmSync(path);
      writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    }
    const [told = ""] = /Lamp 3 .*?\./.exec(readFileSync(join(cwd, "msgapi.yaml"), "utf8")) ?? [];
    edit(cwd, [told, `Lamp 3 has lost its ${kind}.`]);
    expect([kind, await keptOf(cwd)]).toEqual([kind, 0]);
  }
});

test("what is made again counts in the place of what it was: a site that has little room is made in part again and again", async () => {
  const cwd = folder(start);
  await keptOf(cwd);
  const size = Object.values(contents(join(cwd, "warm"))).reduce((sum, text) => sum + text.length, 0);
  edit(cwd, ["limits: {", `limits: { siteCharacters: ${Math.ceil(size * 1.2)},`, "msgdocs.yaml"]);
  expect(await keptOf(cwd)).toBe(0);
  for (let at = 0; at < 6; at += 1) {
    // As many letters: a problem stands behind them on the line.
    edit(cwd, [at === 0 ? "Lamp 3 was lit." : `Lamp 3 was l${at - 1}t.`, `Lamp 3 was l${at}t.`]);
    expect([at, Number(await keptOf(cwd)) > 100]).toEqual([at, true]);
  }
});
