import { expect, test } from "vitest";
import { catalog } from "#text";
import { folder, msgdocs } from "./shell.ts";

test("explain prints the page of a code", async () => {
  const said = await msgdocs(folder(), ["explain", "channel/parameter-undefined"]);
  expect([said.exit, said.stderr]).toEqual([0, ""]);
  expect(said.stdout).toMatch(/^# channel\/parameter-undefined\n/);
  for (const title of ["## Wrong", "## Right", "## What to do"]) expect(said.stdout).toContain(title);
});

test("without a code it lists all of them with their levels", async () => {
  const { exit, stdout } = await msgdocs(folder(), ["explain"]);
  expect(exit).toBe(0);
  for (const [code, { level }] of Object.entries(catalog)) expect(stdout).toMatch(new RegExp(`^${code} +${level}!?$`, "m"));
  expect(stdout).toMatch(/^document\/syntax +error!$/m);
  expect(stdout).toMatch(/^structure\/wrong-type +error$/m);
});

test("an id of another tool is explained by the codes in its place", async () => {
  const said = await msgdocs(folder(), ["explain", "asyncapi2-channel-parameters"]);
  expect(said.exit).toBe(0);
  expect(said.stdout).toContain("# channel/parameter-undefined");
  expect(said.stdout).toContain("# channel/parameter-unused");
  expect((await msgdocs(folder(), ["explain", "asyncapi-id"])).stdout).toContain("the format does not ask for it");
});

test.each([
  ["channel/paramter-undefined", 'Did you mean "channel/parameter-undefined"?'],
  ["constructor", "There is no code"],
  ["../../package", "There is no code"],
])("%s is no code: exit 2, and the nearest one", async (name, words) => {
  const said = await msgdocs(folder(), ["explain", name]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toContain(words);
});
