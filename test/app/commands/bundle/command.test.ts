import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contents, folder, msgdocs } from "../../cli/shell.ts";
import { bundled, head } from "./bundled.ts";

describe("the command", () => {
  const main = `${head}channels: { c: { publish: { message: { $ref: m.yaml } } } }\n`;

  test("writes a file in the language of its name, and says so", async () => {
    const cwd = folder({ "asyncapi.yaml": main, "m.yaml": "name: m\nx-n: 9007199254740993\n" });
    expect(await msgdocs(cwd, ["bundle", "-o", "out.json"])).toEqual({ exit: 0, stdout: "", stderr: "Wrote out.json\n" });
    expect(readFileSync(join(cwd, "out.json"), "utf8")).toContain('"x-n": 9007199254740993');
    expect(Object.keys(contents(cwd))).toEqual(["asyncapi.yaml", "m.yaml", "out.json"]);
    const quiet = await msgdocs(cwd, ["bundle", "-o", "out.json", "--format", "yaml", "-q"]);
    expect(quiet).toEqual({ exit: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(cwd, "out.json"), "utf8")).toContain("# of the city");
  });

  test("leaves references that lead nowhere as they are: exit 1, unless errors are allowed", async () => {
    const { stdout, stderr, exit } = await bundled({ "api.yaml": main });
    expect([stdout, exit]).toEqual([main, 1]);
    expect(stderr).toContain("reference/not-found");
    expect((await bundled({ "api.yaml": main }, "--allow-errors", "-o", "-")).exit).toBe(0);
  });

  test("reports what a check finds: exit 1, unless errors are allowed", async () => {
    const files = { "api.yaml": `${head}channels: { c: { servers: [prod], publish: { message: { payload: { type: strng } } } } }\n` };
    const { stdout, stderr, exit } = await bundled(files);
    expect([stdout, exit]).toEqual([files["api.yaml"], 1]);
    expect(stderr).toContain("channel/unknown-server");
    expect(stderr).toContain("schema/keyword");
    expect((await bundled(files, "--allow-errors")).exit).toBe(0);
  });

  test("writes over no file that it reads, and to nothing but files", async () => {
    const cwd = folder({ "api.yaml": main, "m.yaml": "name: m", "sub/x.yaml": "" });
    for (const out of ["api.yaml", "m.yaml", "sub", "missing/out.yaml"]) {
      const { exit, stderr } = await msgdocs(cwd, ["bundle", "api.yaml", "-o", out]);
      expect([exit, stderr]).toEqual([2, expect.stringContaining("error: ")]);
    }
    writeFileSync(join(cwd, "old.yaml"), "old");
    expect((await msgdocs(cwd, ["bundle", "api.yaml", "-o", "old.yaml"])).exit).toBe(0);
    expect(contents(cwd)).toMatchObject({ "api.yaml": main, "m.yaml": "name: m" });
  });

  test("writes nothing of what is no document", async () => {
    expect(await bundled({ "api.yaml": "asyncapi: 9.0.0\n" })).toMatchObject({ exit: 1, stdout: "" });
  });

  test("refuses what aliases would make too large", async () => {
    const bomb = [
      "x0: &x0 [1, 1]",
      ...Array.from({ length: 40 }, (_, index) => `x${index + 1}: &x${index + 1} [*x${index}, *x${index}]`),
    ].join("\n");
    const said = await bundled({ "api.yaml": main, "m.yaml": `${bomb.replace(/^/gm, "x-")}\n` });
    expect(said).toMatchObject({ exit: 1, stdout: "" });
    expect(said.stderr).toContain("document/too-large");
  });
});
