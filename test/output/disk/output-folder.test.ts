import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openOutput } from "#output";
import { put, scratch } from "./scratch.ts";

interface Danger {
  readonly output: string;
  readonly why: RegExp;
}

const dangers: readonly Danger[] = [
  { output: ".", why: /working folder, or holds it\. Name a folder of its own, such as -o site\.$/ },
  { output: "..", why: /working folder/ },
  { output: "/", why: /root of the file system\. Name a folder of its own/ },
  { output: "~", why: /home/ },
  { output: "~/site", why: /home/ },
  { output: "", why: /no usable name/ },
  { output: "a\0b", why: /no usable name/ },
  { output: "docs", why: /made from/ },
  { output: "foreign", why: /not written by msgdocs\. Name a new or an empty folder\.$/ },
  { output: "foreign/file.txt", why: /is a file/ },
  { output: "way-out", why: /leads out of the project/ },
  { output: "way-out/site", why: /leads out of the project/ },
  { output: "nowhere", why: /link/ },
  { output: "to-hidden", why: /leads through a link to/ },
  { output: "to-hidden/tags", why: /leads through a link to/ },
  { output: "../beside/site", why: /leads through a link to/ },
];

function project(): string {
  const outside = scratch();
  const cwd = join(scratch(), "project");
  put(cwd, { "docs/api.yaml": "", "foreign/file.txt": "theirs" });
  symlinkSync(outside, join(cwd, "way-out"));
  symlinkSync(join(cwd, "missing"), join(cwd, "nowhere"));
  mkdirSync(join(cwd, ".hidden/tags"), { recursive: true });
  symlinkSync(".hidden/tags", join(cwd, "to-hidden"));
  mkdirSync(join(dirname(cwd), ".git"));
  symlinkSync(outside, join(dirname(cwd), "beside"));
  return cwd;
}

test.each(dangers)("$output is refused and nothing is touched", ({ output, why }) => {
  const cwd = project();
  const inputs = [join(cwd, "docs/api.yaml")];
  const before = readdirSync(dirname(cwd), { recursive: true });
  expect(() => openOutput({ output, cwd, inputs })).toThrow(
    expect.objectContaining({ kind: "refused", message: expect.stringMatching(why) as string }),
  );
  expect(readdirSync(dirname(cwd), { recursive: true })).toEqual(before);
});

test("the home folder and every folder that holds it are refused", () => {
  for (const output of [homedir(), dirname(homedir())]) {
    expect(() => openOutput({ output, cwd: scratch(), inputs: [] })).toThrow(/home folder|root of the file system/);
  }
});

test("a folder elsewhere, and a link that stays in the project, are fine", () => {
  const cwd = project();
  mkdirSync(join(cwd, "real"));
  symlinkSync(join(cwd, "real"), join(cwd, "linked"));
  const linked = openOutput({ output: "linked", cwd, inputs: [] });
  expect(linked.folder).toBe(join(cwd, "real"));
  linked.close();
  const elsewhere = join(scratch(), "site");
  const output = openOutput({ output: elsewhere, cwd, inputs: [] });
  expect(output.folder).toBe(elsewhere);
  output.close();
});

test("a served manifest.json does not make a folder ours", () => {
  const cwd = project();
  put(cwd, {
    "foreign/manifest.json": '{"files":["file.txt"]}',
    "other/.msgdocs.json": "{}",
    "third/.msgdocs.json": '{"generator":"another","files":["a"]}',
  });
  for (const output of ["foreign", "other", "third"])
    expect(() => openOutput({ output, cwd, inputs: [] })).toThrow(/not written by msgdocs/);
});
