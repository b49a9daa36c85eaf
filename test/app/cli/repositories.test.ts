import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PortalJson } from "../../portal/match/organisation.ts";
import { contents, folder, msgdocs } from "./shell.ts";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const service = (head: string, direction: "publish" | "subscribe", type: string): string => `asyncapi: 2.6.0
${head}
channels:
  lamp/lit:
    ${direction}:
      message: { name: Lit, payload: { $ref: "#/components/schemas/Lit" }, examples: [{ payload: { id: 1 } }] }
components: { schemas: { Lit: { type: object, required: [id], properties: { id: { type: ${type} } } } } }
`;

const lamps = service("info: { title: Lamps, version: 1.0.0 }", "subscribe", "integer");
const rooms = service('id: "urn:example:rooms"\ninfo: { title: Rooms, version: 1.0.0 }', "publish", "number");

/** Makes the part of a repository of its own, with the document at its top, and returns its folder. */
async function partOf(name: string, document: string, settings = "title: House\n"): Promise<string> {
  const repository = folder({ "asyncapi.yaml": document, "portal.yaml": settings });
  const said = await msgdocs(repository, ["part", "asyncapi.yaml", "--config", "portal.yaml", "-o", name, "-q"]);
  expect([name, said.exit < 2, said.stderr]).toEqual([name, true, expect.not.stringContaining("config/") as string]);
  return join(repository, name);
}

function portal(settings = "title: House\n") {
  const place = folder({ "portal.yaml": settings, "guides/start.md": "# Start\n", "logo.svg": LOGO });
  return { place, merge: (...parts: string[]) => msgdocs(place, ["merge", ...parts, "--config", "portal.yaml", "-o", "site"]) };
}

type Apis = readonly { readonly name: string; readonly status: string }[];

const portalIn = (place: string): Omit<PortalJson, "apis"> & { readonly apis: Apis } =>
  JSON.parse(readFileSync(join(place, "site/portal.json"), "utf8")) as never;

describe("parts of many repositories, whose documents have one path", () => {
  it("are told apart by what the documents call themselves, in any order", async () => {
    const parts = [await partOf("a", lamps), await partOf("b", rooms)];
    const { place, merge } = portal();
    expect(await merge(...parts)).toMatchObject({ exit: 0 });
    const { apis, fit } = portalIn(place);
    expect(apis.map(({ name, status }) => [name, status])).toEqual([
      ["lamps", "built"],
      ["rooms", "built"],
    ]);
    expect(fit).toMatchObject([{ sender: "lamps", receiver: "rooms", because: { sender: { file: "lamps/asyncapi.yaml" } } }]);
    const before = contents(join(place, "site"));
    await merge(...parts.reverse());
    expect(contents(join(place, "site"))).toEqual(before);
  });

  it("say which document could not be built, and leave the others alone", async () => {
    const parts = [await partOf("a", lamps), await partOf("b", rooms), await partOf("broken", "asyncapi: 2.6.0\ninfo: {\n")];
    const { place, merge } = portal();
    expect(await merge(...parts)).toMatchObject({ exit: 1, stderr: expect.stringContaining("broken/asyncapi.yaml") as string });
    expect(portalIn(place).apis.map(({ name, status }) => [name, status])).toContainEqual(["rooms", "built"]);
  });

  it("are told apart by their repositories where they could not be read", async () => {
    const inRepository = (name: string): string => `title: House\nsourceUrl: "https://code.example/${name}/{path}"\n`;
    const bad = "asyncapi: 2.6.0\ninfo: {\n";
    const parts = [
      await partOf("lamps", lamps, inRepository("lamps")),
      await partOf("doors", bad, inRepository("doors")),
      await partOf("walls", bad, inRepository("walls")),
    ];
    const { place, merge } = portal();
    expect(await merge(...parts)).toMatchObject({ exit: 1 });
    const states = (): unknown => portalIn(place).apis.map(({ name, status }) => [name, status]);
    expect(states()).toEqual([
      ["doors", "failed"],
      ["lamps", "built"],
      ["walls", "failed"],
    ]);
    // A broken part is the newer state of what its own repository has there.
    await merge(...parts, await partOf("newer", bad, inRepository("lamps")));
    expect(states()).toContainEqual(["lamps", "stale"]);
    // Settings that all repositories share tell none of them apart.
    const shared = inRepository("any");
    await merge(await partOf("a", lamps, shared), await partOf("b", rooms, shared), await partOf("newer", bad, shared));
    expect(states()).toEqual(expect.arrayContaining([["lamps", "built"], ["rooms", "built"]])); // prettier-ignore
  });

  it("are refused with both their names where two are of one document", async () => {
    const parts = [await partOf("older", lamps), await partOf("newer", lamps.replace("1.0.0", "1.1.0"))];
    const { place, merge } = portal();
    for (const part of parts) renameSync(part, join(place, part.split("/").at(-1) ?? ""));
    const said = await merge("older", "newer");
    expect([said.exit, said.stderr]).toEqual([
      2,
      expect.stringContaining(
        'The parts "newer" and "older" differ, and both are of the document "asyncapi.yaml" of the API "lamps".',
      ) as string,
    ]);
  });
});

it("show who owns an API on its overview", async () => {
  const part = await partOf("a", lamps.replace("version: 1.0.0", "version: 1.0.0, x-owner: Team Light"));
  const { place, merge } = portal();
  expect(await merge(part)).toMatchObject({ exit: 0 });
  const page = (name: string): string => readFileSync(join(place, "site/apis/lamps", name), "utf8");
  expect([page("index.html"), page("index.md")]).toEqual([
    expect.stringMatching(/<span class="chip">Owner: <bdi>Team Light<\/bdi><\/span>/) as string,
    expect.stringContaining("- Owner: Team Light\n") as string,
  ]);
});

describe("settings that all repositories share", () => {
  it("may name guides and pictures that only the portal has", async () => {
    const settings = "title: House\nlogo: logo.svg\nfavicon: logo.svg\nguides: [guides/*.md]\n";
    const part = await partOf("a", lamps, settings);
    const { place, merge } = portal(settings);
    expect(await merge(part)).toMatchObject({ exit: 0 });
    const home = readFileSync(join(place, "site/apis/lamps/index.html"), "utf8");
    expect([home.includes("../../assets/logo.svg"), home.includes("../../guides.html")]).toEqual([true, true]);
    expect(readFileSync(join(place, "site/assets/logo.svg"), "utf8")).toBe(LOGO);
  });

  it.each([
    ["logo: logo.svg\n", "logo"],
    ["guides: [guides/*.md]\n", "guides"],
    ["language: de\nnoindex: true\n", "language, noindex"],
    ["group: owner\n", "group"],
  ])("are named where the part was made with others: %j", async (more, names) => {
    const part = await partOf("a", lamps);
    const { place, merge } = portal(`title: House\n${more}`);
    renameSync(part, join(place, "a"));
    expect(await merge("a")).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`The part "a" was made with other settings than the portal: ${names}.`) as string,
    });
    // With the same ones it is merged.
    writeFileSync(join(place, "portal.yaml"), "title: House\n");
    expect(await merge("a")).toMatchObject({ exit: 0 });
  });
});
