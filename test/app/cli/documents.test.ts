import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, msgdocs, report } from "./shell.ts";

const document = (title: string, more = ""): string => `asyncapi: 2.6.0\n${more}info: { title: ${title}, version: 1.0.0 }\nchannels: {}\n`;

const services = {
  "msgdocs.yaml": "documents: [services/**/*.yaml]\n",
  "services/orders/asyncapi.yaml": document("Orders"),
  "services/stock/asyncapi.yaml": `# A comment first.\n---\n${document("Stock")}`,
  "services/common/order.yaml": "type: object\ndescription: Goes with asyncapi documents.\n",
};

describe("the setting documents", () => {
  it("lists documents by globs, and leaves out fragments and counts them", async () => {
    const said = await msgdocs(folder(services), ["check", "--format", "json"]);
    expect(report(said)).toMatchObject({ diagnostics: [], summary: { documents: 2 } });
    expect(said.exit).toBe(0);
    expect(said.stderr).toContain("Left out 1 file that is no document.");
  });

  it("leaves out fragments that a glob of the command line matches, and no file that is named", async () => {
    const place = folder(services);
    expect(report(await msgdocs(place, ["check", "services/**/*.yaml", "--format", "json"])).summary.documents).toBe(2);
    const named = report(await msgdocs(place, ["check", "services/common/order.yaml", "--format", "json"]));
    expect(named.diagnostics.map(({ code }) => code)).toContain("version/missing");
  });

  it("reads what stands before the fields once, however it could be divided", async () => {
    // With nested repetitions this ran for hours.
    const place = folder({
      "a.yaml": document("Orders"),
      "b.yaml": `${"---\n\n\n".repeat(24)}x: 1\n`,
      "c.yaml": `${" ".repeat(1e6)}x: 1\n`,
    });
    const said = await msgdocs(place, ["check", "*.yaml"]);
    expect([said.exit, said.stderr]).toEqual([0, "Left out 2 files that are no documents.\n"]);
  });

  it("takes a folder for its documents, whatever their names", async () => {
    const place = folder({
      "apis/orders.yaml": document("Orders"),
      "apis/part.yaml": "type: object\n",
      "apis/notes.txt": "",
      "empty/a.txt": "",
    });
    expect(report(await msgdocs(place, ["check", "apis", "--format", "json"])).summary.documents).toBe(1);
    expect((await msgdocs(place, ["build", "apis", "-o", "site"])).exit).toBe(0);
    writeFileSync(join(place, "apis/stock.yaml"), document("Stock"));
    expect(report(await msgdocs(place, ["check", "apis", "--format", "json"])).summary.documents).toBe(2);
    const several = await msgdocs(place, ["build", "apis", "-o", "site"]);
    expect([several.exit, several.stderr]).toEqual([2, expect.stringContaining("For a portal of all: msgdocs init apis")]);
    const none = await msgdocs(place, ["check", "empty"]);
    expect([none.exit, none.stderr]).toEqual([2, expect.stringContaining('named by a glob, such as "empty/**/*.yaml".')]);
  });

  it("names the file that is nearest to one that is not there", async () => {
    const said = await msgdocs(folder({ "asyncapi.yaml": document("Orders") }), ["check", "asyncap.yaml"]);
    expect([said.exit, said.stdout]).toEqual([1, expect.stringContaining('hint: Did you mean "asyncapi.yaml"?')]);
  });

  it("does not speak of paths where a file is there and cannot be read", async () => {
    const said = await msgdocs(folder(), ["check", "/dev/null"]);
    expect([said.exit, said.stdout]).toEqual([1, expect.stringContaining("hint: Name a file that can be read.")]);
  });

  it.each([
    ["that does not parse", "asyncapi: 2.6.0\ninfo: {\n", "document/syntax"],
    ["without a version", "info: { title: T, version: 1.0.0 }\nchannels: {}\n", "version/missing"],
    ["with a version in another case", "AsyncAPI: 2.6.0\ninfo: { title: T, version: 1.0.0 }\n", "version/missing"],
    ["with the version last", "info: { title: T }\nchannels: {}\nasyncapi: 2.6.0\n", "structure/required-field"],
  ])("takes a broken document for one: %s", async (_, text, code) => {
    const said = report(await msgdocs(folder({ ...services, "services/bad/asyncapi.yaml": text }), ["check", "--format", "json"]));
    expect(said.summary.documents).toBe(3);
    expect(said.diagnostics.map((each) => each.code)).toContain(code);
  });

  it("says how two documents of one id and version can both stay", async () => {
    const one = document("Orders", "id: urn:acme:orders\n");
    const files = { "msgdocs.yaml": "documents: ['*/a.yaml']\n", "east/a.yaml": one, "west/a.yaml": one };
    const place = folder(files);
    const { diagnostics } = report(await msgdocs(place, ["check", "--format", "json"]));
    expect(diagnostics.find(({ code }) => code === "portal/same-name")?.hint).toContain("a name of its own: { path: …, name: … }");
    writeFileSync(join(place, "msgdocs.yaml"), "documents: ['*/a.yaml', { path: west/a.yaml, name: orders-west }]\n");
    expect(report(await msgdocs(place, ["check", "--format", "json"])).diagnostics.map(({ code }) => code)).not.toContain(
      "portal/same-name",
    );
  });

  it("tells of a document that takes the id of another folder's API, in check and build, unless the settings name both", async () => {
    const one = document("Orders", "id: urn:acme:orders\n");
    const files = { "msgdocs.yaml": "documents: ['*/a.yaml']\n", "east/a.yaml": one, "west/a.yaml": one.replace("1.0.0", "2.0.0") };
    const place = folder(files);
    const found = { code: "portal/taken-name", severity: "warning", file: "west/a.yaml", related: [{ file: "east/a.yaml" }] };
    for (const command of [["check"], ["build", "-o", "site"]]) {
      const said = await msgdocs(place, [...command, "--format", "json"]);
      expect(said.exit).toBe(0);
      expect(report(said).diagnostics).toMatchObject([found]);
    }
    writeFileSync(join(place, "msgdocs.yaml"), "documents: [east/a.yaml, west/a.yaml]\n");
    expect(report(await msgdocs(place, ["check", "--format", "json"])).diagnostics).toEqual([]);
    expect(report(await msgdocs(place, ["build", "-o", "site", "--format", "json"])).diagnostics).toEqual([]);
  });

  it("refuses two APIs of one name with both places", async () => {
    const files = { ...services, "services/a/orders/asyncapi.yaml": document("Others") };
    const said = await msgdocs(folder(files), ["check", "--format", "json"]);
    expect(said.exit).toBe(1);
    expect(report(said).diagnostics).toMatchObject([
      // Said once, although neither of the two is in the portal.
      { code: "portal/same-name", file: "services/orders/asyncapi.yaml", related: [{ file: "services/a/orders/asyncapi.yaml" }] },
    ]);
  });

  it.each([
    [
      "a name",
      { "msgdocs.yaml": "documents: [services/**/*.yaml, { path: services/a/orders/asyncapi.yaml, name: others }]\n" },
      document("Others"),
    ],
    ["another id", {}, document("Others", "id: urn:acme:others\n")],
    ["another version of the same title", {}, document("Orders").replace("1.0.0", "2.0.0")],
  ])("takes two with %s", async (_, more, text) => {
    const said = await msgdocs(folder({ ...services, ...more, "services/a/orders/asyncapi.yaml": text }), ["check", "--format", "json"]);
    expect(report(said).diagnostics).toEqual([]);
  });

  it.each([
    ["documents: 5\n", "config/wrong-type"],
    ["documents: [5]\n", "config/wrong-type"],
    ["documents: [{ name: a }]\n", "config/wrong-type"],
    ["documents: [{ path: a.yaml, nmae: a }]\n", "config/unknown-key"],
    ["documents: [{ path: a.yaml, perspective: other }]\n", "config/wrong-type"],
    ["documents: [a.yaml]\ndocument: a.yaml\n", "config/wrong-type"],
    ["documents: [../../../../../**/*.yaml]\n", "config/not-trusted"],
    ["documents: [.hidden/*.yaml]\n", "config/not-trusted"],
  ])("is checked: %s", async (text, code) => {
    const said = await msgdocs(folder({ "msgdocs.yaml": text, "a.yaml": document("A") }), ["check", "--format", "json"]);
    expect(said.exit).toBe(2);
    expect(said.stderr + said.stdout).toContain(code);
  });

  it("says which entry matches no document", async () => {
    const said = await msgdocs(folder({ "msgdocs.yaml": "documents: [services/*.yaml]\n" }), ["check"]);
    expect(said.exit).toBe(2);
    expect(said.stderr).toContain('No document matches "services/*.yaml", which the setting documents names.');
    expect(said.stderr).toContain("Correct the path");
  });

  it("says what files of an entry lack, if none is a document", async () => {
    const said = await msgdocs(folder({ "msgdocs.yaml": "documents: [services/*.yaml]\n", "services/a.yaml": "title: A\n" }), ["check"]);
    expect(said.exit).toBe(2);
    expect(said.stderr).toContain("A document says its format version in the field asyncapi or msgapi.");
  });
});
