import { expect, test } from "vitest";
import { folder, msgdocs, report } from "./shell.ts";

const api = (title: string, action: string, type: string): string => `asyncapi: 3.0.0
info: { title: ${title}, version: 1.0.0 }
channels:
  lit:
    address: lamps/lit
    messages:
      Lit: { payload: { type: object, required: [lux], properties: { lux: { type: ${type} } } } }
      Off: { payload: { type: object, required: [at], properties: { at: { type: string } } } }
operations:
  onLit: { action: ${action}, channel: { $ref: '#/channels/lit' } }
`;

const files = {
  "lamps.yaml": api("Lamps", "send", "integer"),
  "meter.yaml": api("Meter", "receive", "string"),
  "good.json": '{ "lux": 3 }',
  "bad.json": '{ "lux": "dark" }',
  "off.yaml": "at: noon\n",
};

test("a payload is tried on a message by its name, and on a channel by its address or id, in the words of check", async () => {
  const cwd = folder(files);
  for (const what of ["Lit", "lamps/lit", "lit", "onLit"]) {
    const said = await msgdocs(cwd, ["try", what, "good.json", "lamps.yaml"]);
    expect(said).toMatchObject({ exit: 0, stdout: 'Lamps (sends): the payload fits "Lit".\n', stderr: "" });
  }
  expect((await msgdocs(cwd, ["try", "lamps/lit", "off.yaml", "lamps.yaml"])).stdout).toContain('fits "Off"');
  const bad = await msgdocs(cwd, ["try", "Lit", "bad.json", "lamps.yaml"]);
  expect(bad.exit).toBe(1);
  expect(bad.stdout).toContain('/lux must be an integer, and this is the string "dark". example/payload\n    at bad.json:1:10');
  expect(bad.stdout).toContain('Lamps (sends): the payload does not fit "Lit".');
  const { diagnostics } = report(await msgdocs(cwd, ["try", "Lit", "bad.json", "lamps.yaml", "--format", "json"]));
  expect(diagnostics).toMatchObject([{ code: "example/payload", file: "bad.json", start: { line: 1 } }]);
});

test("of a portal, every API with the channel says whether it could take the payload", async () => {
  const cwd = folder({ ...files, "msgdocs.yaml": "title: All\ndocuments: [lamps.yaml, meter.yaml]\n" });
  const said = await msgdocs(cwd, ["try", "lamps/lit", "good.json"]);
  expect(said.exit).toBe(1);
  expect(said.stdout).toContain('Lamps (sends): the payload fits "Lit".\nMeter (receives): the payload does not fit "Lit", "Off".\n');
  expect((await msgdocs(cwd, ["try", "lamps/lit", "off.yaml"])).exit).toBe(0);
});

test("what cannot be tried says why and what to do", async () => {
  const cwd = folder({ ...files, "broken.json": "{" });
  const unknown = await msgdocs(cwd, ["try", "lamp/lit", "good.json", "lamps.yaml"]);
  expect([unknown.exit, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean "lamps/lit"?') as string]);
  const far = await msgdocs(cwd, ["try", "elsewhere", "good.json", "lamps.yaml"]);
  expect([far.exit, far.stderr]).toEqual([2, expect.stringContaining('There are "lit", "lamps/lit",') as string]);
  expect((await msgdocs(cwd, ["try", "Lit", "none.json", "lamps.yaml"])).exit).toBe(2);
  const broken = await msgdocs(cwd, ["try", "Lit", "broken.json", "lamps.yaml"]);
  expect([broken.exit, broken.stdout]).toEqual([1, expect.stringContaining("broken.json:1:1") as string]);
  const text = files["lamps.yaml"].replace("Lit: { payload:", "Lit: { contentType: text/csv, payload:");
  const csv = await msgdocs(folder({ "lamps.yaml": text, "p.json": '"1;2"' }), ["try", "Lit", "p.json", "lamps.yaml"]);
  expect([csv.exit, csv.stdout]).toEqual([1, expect.stringContaining("is not checked against") as string]);
});
