import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, msgdocs } from "./shell.ts";

interface Parts {
  readonly version: string;
  readonly currency: string;
  readonly state: string;
  readonly avro: string;
  readonly above: string;
}

/** Two messages share the currency; one of them is in Avro as well. */
function shop({ version = "1.4.0", currency = "EUR", state = "open", avro = "A", above = "" }: Partial<Parts> = {}): string {
  return `asyncapi: 2.6.0
info: { title: Shop, version: ${version} }
channels:
  paid: { subscribe: { message: { $ref: "#/components/messages/Paid" } } }
  refunded: { subscribe: { message: { $ref: "#/components/messages/Refunded" } } }
  coded: { subscribe: { message: { $ref: "#/components/messages/Coded" } } }
components:
  messages:
    ${above}
    Paid: { name: Paid, payload: { type: object, properties: { currency: { $ref: "#/components/schemas/Currency" }, state: { enum: [${state}] } } } }
    Refunded: { name: Refunded, payload: { type: object, properties: { currency: { $ref: "#/components/schemas/Currency" } } } }
    Coded:
      name: Coded
      schemaFormat: application/vnd.apache.avro;version=1.9.0
      payload: { type: enum, name: Code, symbols: [${avro}] }
  schemas:
    Currency: { type: string, description: "${version}", enum: [${currency}] }
`;
}

interface Compared {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

const compare = (cwd: string, ...args: readonly string[]): Promise<Compared> => msgdocs(cwd, ["diff", "old.yaml", "new.yaml", ...args]);

describe("a file of accepted changes", () => {
  const accept = async (now: Partial<Parts>): Promise<string> => {
    const cwd = folder({ "old.yaml": shop(), "new.yaml": shop(now) });
    expect(await compare(cwd, "--write-baseline")).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining("accepted changes to") as string,
    });
    return cwd;
  };

  test("is found beside the settings, and accepts all that it was written for", async () => {
    const cwd = await accept({ currency: "EUR, USD", state: "open, shut", avro: "A, B" });
    expect(await compare(cwd)).toMatchObject({ exit: 0, stdout: expect.stringContaining("Nothing breaking, 4 accepted") as string });
    expect(await compare(cwd, "--baseline", "msgdocs-changes.json", "--format", "github")).toMatchObject({ exit: 0, stdout: "" });
    writeFileSync(join(cwd, "new.yaml"), shop({ currency: "EUR, USD", state: "open, shut", avro: "A, B" }).replace('1.4.0"', 'words"'));
    expect((await compare(cwd)).exit).toBe(0);
  });

  const first = { currency: "EUR, USD", state: "open, shut", avro: "A, B" };
  test.each([
    ["another value of the same list", { ...first, currency: "EUR, USD, GBP" }, "`enum` of `Currency` gained"],
    ["another symbol", { ...first, avro: "A, B, C" }, 'of message "Coded"'],
    [
      "another value at the place of another accepted change",
      { ...first, state: "open, shut, lost" },
      "`enum` of `state of the payload` gained",
    ],
  ])("does not accept %s", async (_, further, headline) => {
    const cwd = await accept(first);
    writeFileSync(join(cwd, "new.yaml"), shop(further));
    const { exit, stdout } = await compare(cwd);
    expect([exit, stdout]).toEqual([1, expect.stringContaining("1 breaking change, 3 accepted")]);
    expect(stdout).toContain("breaking ");
    expect(stdout.split("\n").find((line) => line.startsWith("  breaking "))).toContain(headline.split("`")[1] ?? headline);
  });

  test("does not accept another value beyond those that a report names", async () => {
    const many = Array.from({ length: 20 }, (_, at) => `N${at}`).join(", ");
    const cwd = await accept({ currency: `EUR, ${many}` });
    writeFileSync(join(cwd, "new.yaml"), shop({ currency: `EUR, ${many.replace("N19", "OTHER")}` }));
    expect((await compare(cwd)).exit).toBe(1);
  });

  test("does not accept another value that is a list", async () => {
    const api = (policy: string): string =>
      `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels:\n  c: { address: c, bindings: { kafka: { topicConfiguration: { cleanup.policy: [${policy}] } } } }\n`;
    const cwd = folder({ "old.yaml": api("delete"), "new.yaml": api("compact") });
    const compared = await compare(cwd);
    await compare(cwd, "--write-baseline");
    writeFileSync(join(cwd, "new.yaml"), api("delete, compact"));
    const { exit, stdout } = await compare(cwd);
    expect([compared.exit, exit, stdout.includes("1 breaking change")]).toEqual([1, 1, true]);
  });

  test("does not accept another field", async () => {
    const cwd = await accept({ currency: "EUR, USD" });
    writeFileSync(join(cwd, "new.yaml"), shop({ currency: "EUR, USD", state: "open, shut" }));
    expect(await compare(cwd)).toMatchObject({ exit: 1, stdout: expect.stringContaining("1 breaking change, 2 accepted") as string });
  });

  test("that leads out of the repository is not read", async () => {
    const cwd = folder({ "secret.json": "{}", "api/old.yaml": shop(), "api/new.yaml": shop() });
    symlinkSync("../secret.json", join(cwd, "api/msgdocs-changes.json"));
    const { exit, stderr } = await compare(join(cwd, "api"));
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/is not a file of accepted changes: .*link/)]);
  });

  test("counts as JSON too", async () => {
    const cwd = await accept({ currency: "EUR, USD" });
    expect(JSON.parse((await compare(cwd, "--format", "json")).stdout)).toMatchObject({
      compatible: true,
      summary: { breaking: 0, accepted: 3, annotation: 0 },
      changes: [{ accepted: { reason: "baseline" } }, {}, {}],
    });
  });

  test("counts in the history of a portal", async () => {
    const settings = "documents: [{ path: new.yaml, versions: old.yaml, name: shop }]\n";
    const cwd = folder({ "old.yaml": shop(), "new.yaml": shop({ version: "1.5.0", currency: "EUR, USD" }), "msgdocs.yaml": settings });
    await compare(cwd, "--write-baseline");
    expect(await msgdocs(cwd, ["build", "-q", "-o", "site"])).toMatchObject({ exit: 0 });
    const history = readFileSync(join(cwd, "site/apis/shop/changes.md"), "utf8");
    expect([history.includes("### Accepted"), history.includes("### Breaking")]).toEqual([true, false]);
  });

  test("of an earlier version is refused with a next step", async () => {
    const problem = { code: "change/payload", file: "new.yaml", pointer: "/components", message: "The payload of", count: 1 };
    const cwd = folder({
      "old.yaml": shop(),
      "new.yaml": shop(),
      "msgdocs-changes.json": JSON.stringify({ version: 1, problems: [problem] }),
    });
    const { exit, stderr } = await compare(cwd);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/was written by an earlier version.*\n.*--write-baseline/)]);
  });

  test("and one of known problems are told apart", async () => {
    const cwd = await accept({ currency: "EUR, USD" });
    expect((await msgdocs(cwd, ["check", "new.yaml", "--write-baseline"])).exit).toBe(0);
    expect(await compare(cwd, "--baseline", "msgdocs-baseline.json")).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("is the list of known problems of check") as string,
    });
    writeFileSync(join(cwd, "msgdocs.yaml"), "baseline: msgdocs-changes.json\n");
    const checked = await msgdocs(cwd, ["check", "new.yaml"]);
    expect([checked.exit, checked.stderr]).toEqual([2, expect.stringMatching(/lists changes that diff accepts[^]*msgdocs-baseline\.json/)]);
    expect(await compare(cwd, "--baseline", "none.json")).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("There is no file") as string,
    });
  });
});

describe("a comment", () => {
  const comment = (until: string, reason = "all moved"): string => `# msgdocs-accept change/payload${until}: ${reason}`;
  const accepting = (version: string, above: string, now: Partial<Parts> = { state: "open, shut" }): string =>
    shop({ version, above, ...now });

  test("accepts a change for versions before the one that it names, and says when that ended", async () => {
    const cwd = folder({ "old.yaml": shop(), "new.yaml": accepting("2.0.0", comment(" until 3.0.0")) });
    expect(JSON.parse((await compare(cwd, "--format", "json")).stdout)).toMatchObject({
      compatible: true,
      summary: { breaking: 0, accepted: 1 },
      changes: [{ accepted: { reason: "all moved", until: "3.0.0" } }, {}],
    });
    writeFileSync(join(cwd, "new.yaml"), accepting("2.0.0", comment(" until 2.0.0")));
    const ended = "This comment accepts nothing: the acceptance ended at 2.0.0, and this is 2.0.0.";
    expect(await compare(cwd)).toMatchObject({ exit: 1, stdout: expect.stringContaining(ended) as string });
    expect((await compare(cwd, "--format", "github")).stdout).toContain("the acceptance ended at 2.0.0");
    expect((await compare(cwd, "--format", "markdown")).stdout).toMatch(/^- ⚠️ This comment accepts nothing.*new\.yaml:9/m);
  });

  test("does not accept a later change, unless it is written anew", async () => {
    const released = accepting("2.0.0", comment(" until 3.0.0"));
    const further = { state: "open, shut, lost" };
    const cwd = folder({ "old.yaml": released, "new.yaml": accepting("2.0.1", comment(" until 3.0.0"), further) });
    const { exit, stdout } = await compare(cwd);
    expect(exit).toBe(1);
    expect(stdout).toContain("the earlier version has the same comment");
    writeFileSync(join(cwd, "new.yaml"), accepting("2.0.1", comment(" until 3.0.0", "agreed again"), further));
    expect((await compare(cwd)).exit).toBe(0);
  });

  test("a higher major version accepts nothing, and no advice says so", async () => {
    const cwd = folder({ "old.yaml": shop(), "new.yaml": shop({ version: "1.5.0", state: "open, shut" }) });
    expect((await compare(cwd)).stdout).toContain("A higher version does not accept the change.");
    writeFileSync(join(cwd, "new.yaml"), shop({ version: "2.0.0", state: "open, shut" }));
    expect((await compare(cwd)).exit).toBe(1);
  });
});

test("what is accepted is readable", async () => {
  const cwd = folder({ "old.yaml": shop(), "new.yaml": shop({ state: "open, shut" }) });
  await compare(cwd, "--write-baseline");
  expect(JSON.parse(readFileSync(join(cwd, "msgdocs-changes.json"), "utf8"))).toMatchObject({
    version: 2,
    changes: [
      {
        code: "change/payload",
        file: "new.yaml",
        message: expect.stringContaining("/state") as string,
        digest: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      },
      { code: "change/version" },
    ],
  });
});
