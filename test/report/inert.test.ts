import { expect, test } from "vitest";
import { problem } from "#text";
import { formats, printReport, visible } from "#report";
import { placeOf, reportOf, yaml } from "./sample.ts";

const COMMANDS = ["##vso[task.setvariable variable=PATH]/evil", "##[set-output name=a]b", "##teamcity[buildStop]", "##VSO[x]"];
const name = `::error::${COMMANDS.join(" ")}`;
// A frame is put together of what is before, in and after the place: a command may begin in one and go on in the next.
const file = yaml(`# ##vso[before]\na: 1 # ##[mark]ed\nb: "##vso[x]" # ##teamcity[after]\n`, "::add-mask::a.yaml");
const places = ["1", "#[mark]ed", "##vso[x]", "teamcity"].map((text) => placeOf(file, text));
const related = [{ message: name, place: placeOf(file, "b") }];
const report = reportOf(places.map((place, at) => problem("tag/duplicate", place, { name: `${name}${at}`, hint: name, related })));

test.each(formats)("%s: a log holds no command of a stranger to the CI that shows it", (format) => {
  for (const colour of [false, true]) {
    const text = printReport(report, { format, colour, version: "1" });
    expect(text.match(/##(?:vso|teamcity)?\[/gi)).toBeNull();
    const lines = text.split("\n").filter((line) => /^\s*::/.test(line));
    expect(lines.filter((line) => format !== "github" || !line.startsWith("::error file="))).toEqual([]);
  }
});

test("programs read what was written", () => {
  const { diagnostics } = JSON.parse(printReport(report, { format: "json", colour: false, version: "1" })) as {
    diagnostics: { message: string; file: string }[];
  };
  expect(diagnostics.map(({ message }) => message)).toContain(`The tag ${name}0 is already in this list.`);
  expect(diagnostics[0]?.file).toBe("::add-mask::a.yaml");
});

test("people do, but for the command: spelled out, in other lines that a run prints, too", () => {
  expect(visible("a ##vso[b] ##[c] # ## [d]")).toBe("a #\\u{23}vso[b] #\\u{23}[c] # ## [d]");
  expect(printReport(report, { format: "pretty", colour: false, version: "1" })).toContain("\\u{3a}:add-mask::a.yaml\n");
});
