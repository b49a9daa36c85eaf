import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formats } from "../../src/report/index.ts";
import { readLimits } from "../../src/text/index.ts";
import { load } from "../documents/references/load-fixture.ts";
import { adversaries } from "./adversaries/index.ts";
import { pairs } from "./adversaries/pairs.ts";
import { shared } from "./adversaries/references.ts";
import { longRuns } from "./adversaries/runs.ts";
import { measured, slowness } from "./measured.ts";

const MEGABYTE = 1_000_000;

/** Those that once took minutes or gigabytes, one of each kind; MSGDOCS_LONG=1 runs all of them, by hand. */
const runs = longRuns.map(({ name }) => name);
const once = [
  "deep and wide",
  "channels with messages",
  "unknown schemas",
  "a chain of discriminators",
  "bindings",
  "names of servers",
  "a location of many messages",
  "messages of a long channel",
  "aliases of a large required in many schemas",
  "links of a trait in many operations",
  "parameters",
  "Markdown in many descriptions: footnotes",
  "Avro fields of a type by its aliases",
  "items that fail twice",
  "empty parts of a payload",
  ...runs,
];
const chosen = process.env.MSGDOCS_LONG === undefined ? adversaries.filter(({ name }) => once.includes(name)) : adversaries;

/** The seconds of a promise, on a quick machine. How slow this one is matters only to what takes longer. */
function most(seconds: number): number {
  return seconds < 10 ? 10 : 10 * slowness();
}

test("each of them is there", () => {
  expect(adversaries.filter(({ name }) => once.includes(name))).toHaveLength(once.length);
  expect(new Set(adversaries.map(({ name }) => name)).size).toBe(adversaries.length);
});

test.each(chosen)(
  "1 MB of $name takes at most 10 s of processor time and 512 MB",
  { timeout: 240_000 },
  async ({ make, file = "api.yaml" }) => {
    const cwd = mkdtempSync(join(tmpdir(), "msgdocs-adversary-"));
    try {
      writeFileSync(join(cwd, file), make(MEGABYTE));
      const { code, seconds, megabytes, stderr } = await measured(cwd, ["build", file, "-o", "site", "--allow-errors", "--quiet"], {
        timeout: 200_000,
      });
      expect([0, 1], stderr).toContain(code);
      expect(seconds).toBeLessThan(most(seconds));
      expect(megabytes).toBeLessThan(512);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
);

const compared = process.env.MSGDOCS_LONG === undefined ? pairs.slice(0, 1) : pairs;
const readings = process.env.MSGDOCS_LONG === undefined ? ["documented"] : ["documented", "strict"];

test.each(compared.flatMap((each) => readings.map((reading) => ({ ...each, reading }))))(
  "comparing two versions of 1 MB of $name, read as $reading, takes at most 10 s of processor time and 512 MB",
  { timeout: 240_000 },
  async ({ make, reading }) => {
    const cwd = mkdtempSync(join(tmpdir(), "msgdocs-adversary-"));
    try {
      for (const word of ["x", "y"] as const) writeFileSync(join(cwd, `${word}.yaml`), make(MEGABYTE, word));
      const args = ["diff", "x.yaml", "y.yaml", "--reading", reading, "--fail-on", "none", "--quiet"];
      const { code, seconds, megabytes, stderr } = await measured(cwd, args, { timeout: 200_000 });
      expect(code, stderr).toBe(0);
      expect(seconds).toBeLessThan(most(seconds));
      expect(megabytes).toBeLessThan(512);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
);

test.each(shared)("$name end where they are read, before anything is made of them", async ({ make }) => {
  const { documents, problems } = await load({ "api.yaml": make(60_000) }, { limits: { ...readLimits, repeatedMembers: 9_000 } });
  expect([documents, problems.map(({ code }) => code)]).toEqual([undefined, ["document/too-large"]]);
  const small = await load({ "api.yaml": make(2_000) });
  expect([small.documents?.edges.length, small.problems]).toEqual([expect.toSatisfy((count: number) => count > 5), []]);
});

/** What a report of 1 MB may be long: a reader of it may hold some hundred megabytes. */
const LONGEST = 150_000_000;

const reported = ["unknown YAML tags", "ways back to schemas", "problems under a long key", "unused variables of a long server"];

/** SARIF says most of each problem; MSGDOCS_LONG=1 tries every format. */
const written = process.env.MSGDOCS_LONG === undefined ? (["sarif"] as const) : formats;
const reports = adversaries.filter(({ name }) => reported.includes(name)).flatMap((each) => written.map((format) => ({ ...each, format })));

test.each(reports)(
  "a report on 1 MB of $name as $format takes at most 10 s and 512 MB, however slowly it is read, and has an end",
  { timeout: 120_000 },
  async ({ make, format, file = "api.yaml" }) => {
    const cwd = mkdtempSync(join(tmpdir(), "msgdocs-report-"));
    try {
      writeFileSync(join(cwd, file), make(MEGABYTE));
      const { code, seconds, megabytes, printed, stderr } = await measured(cwd, ["check", file, "-f", format], {
        timeout: 100_000,
        slow: true,
      });
      expect([0, 1], stderr).toContain(code);
      expect(seconds).toBeLessThan(most(seconds));
      expect(megabytes).toBeLessThan(512);
      expect(printed).toBeLessThan(LONGEST);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
);

test("the reports that are read are there", () => {
  expect(reports).toHaveLength(reported.length * written.length);
});
