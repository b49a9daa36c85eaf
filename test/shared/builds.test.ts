import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { SiteOptions } from "../../src/run/recipe/index.ts";
import { examine, filesOf, makeSite, openTheme } from "../../src/run/recipe/index.ts";
import type { Settings } from "../../src/config/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import { corpus, rows } from "./corpus-index.ts";

/** The valid documents of the released 3.x. */
const released = rows.filter(({ version, verdict }) => verdict === "valid" && version.startsWith("3."));

interface Built {
  /** Codes of what is not right, errors only. */
  readonly errors: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

let given: { settings: Settings; theme: SiteOptions["theme"] };

beforeAll(async () => {
  const { settings } = loadSettings({}, fileURLToPath(new URL("../../", import.meta.url)));
  const theme = settings && (await openTheme(settings)).theme;
  if (!settings || !theme) throw new Error("The default settings or theme cannot be read.");
  given = { settings, theme };
});

/** The whole recipe of one document, with the folder of its repository to read, into memory. */
async function build(file: string): Promise<Built> {
  const settings: Settings = { ...given.settings, root: `${corpus}${file.split("/").slice(0, 3).join("/")}` };
  const { subject, diagnostics } = await examine(`${corpus}${file}`, { settings, cwd: corpus });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const files = new Map<string, string>();
  if (!subject) return { errors, files };
  for (const { path, contents } of await filesOf(await makeSite(subject, { ...given, settings, problems: diagnostics })))
    files.set(path, String(contents));
  return { errors, files };
}

interface Manifest {
  readonly things: readonly { readonly kind: string; readonly path: string; readonly anchor: string }[];
  readonly pages: readonly { readonly kind: string; readonly path: string }[];
  readonly files: readonly string[];
}

const kinds = ["channel", "operation", "message"] as const;

/**
 * Valid by the index's peer and not by the format: it does not check the examples of 3.x, the discriminator's place among the
 * required properties, that a reply has one address, or that the parameters hold every expression of the address. The others are exit 0.
 */
const stricter: Readonly<Record<string, readonly string[]>> = {
  "real/asyncapi+asyncapi-react/3251fb6c/library/src/__tests__/docs/v3/kraken-websocket-request-reply-message-filter-in-reply.json": [
    "example/payload",
  ],
  "real/asyncapi+asyncapi-react/3251fb6c/library/src/__tests__/docs/v3/kraken-websocket-request-reply-multiple-channels.json": [
    "example/payload",
  ],
  "real/asyncapi+asyncapi-react/3251fb6c/library/src/__tests__/docs/v3/websocket-gemini.json": ["example/payload"],
  "real/asyncapi+bundler/9f9ee9d6/example/example-with-nested-dirs/asyncapi/send/lightTurnOff/asyncapi.yaml": [
    "channel/parameter-undefined",
  ],
  "real/asyncapi+bundler/9f9ee9d6/example/example-with-nested-dirs/asyncapi/send/lightTurnOn/asyncapi.yaml": [
    "channel/parameter-undefined",
  ],
  "real/asyncapi+diff/3082ebdb/test/spec/asyncapi-v3.yml": ["operation/reply-address"],
  "real/asyncapi+generator/97161a53/packages/helpers/test/__fixtures__/asyncapi-websocket-query.yml": [
    "example/ambiguous",
    "schema/discriminator",
  ],
  "real/asyncapi+generator/97161a53/packages/templates/clients/kafka/test/__fixtures__/asyncapi-adeo.yml": ["operation/reply-address"],
  "real/asyncapi+generator/97161a53/packages/templates/clients/websocket/test/__fixtures__/asyncapi-hoppscotch-client.yml": [
    "example/ambiguous",
  ],
  "real/asyncapi+generator/97161a53/packages/templates/clients/websocket/test/__fixtures__/asyncapi-hoppscotch-server.yml": [
    "example/ambiguous",
  ],
  "real/asyncapi+generator/97161a53/packages/templates/clients/websocket/test/__fixtures__/asyncapi-slack-client.yml": [
    "example/ambiguous",
    "example/payload",
    "schema/discriminator",
  ],
  "real/asyncapi+spec/3afe09b2/scripts/validation/base-doc-combined.json": ["example/payload", "operation/reply-address"],
  "real/asyncapi+spec/v3.0.0-next-major-spec.10/examples/kraken-websocket-request-reply-multiple-channels.yml": ["example/payload"],
  "real/asyncapi+spec/v3.0.0-next-major-spec.13/examples/kraken-websocket-request-reply-message-filter-in-reply.yml": ["example/payload"],
  "real/asyncapi+spec/v3.0.0-next-major-spec.13/examples/websocket-gemini.yml": ["example/payload"],
  "real/asyncapi+spec/v3.0.0/examples/kraken-websocket-request-reply-message-filter-in-reply-asyncapi.yml": ["example/payload"],
  "real/asyncapi+spec/v3.0.0/examples/kraken-websocket-request-reply-multiple-channels-asyncapi.yml": ["example/payload"],
  "real/asyncapi+studio/da9d059f/apps/studio/src/examples/websocket-gemini.yml": ["example/payload"],
  "real/springwolf+springwolf-core/0ea3f1e8/springwolf-examples/springwolf-kafka-example/src/test/resources/groups/vehicles.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/968f8b07/springwolf-core/src/test/resources/application/asyncapi.polymorphic.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/981b8043/springwolf-core/src/test/resources/application/asyncapi.polymorphic.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/981b8043/springwolf-examples/springwolf-kafka-example/src/test/resources/asyncapi.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/981b8043/springwolf-examples/springwolf-kafka-example/src/test/resources/asyncapi.yaml": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/981b8043/springwolf-examples/springwolf-kafka-example/src/test/resources/groups/vehicles.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/f2c8d2df/springwolf-examples/springwolf-kafka-example/src/test/resources/asyncapi.json": [
    "schema/discriminator",
  ],
  "real/springwolf+springwolf-core/f2c8d2df/springwolf-examples/springwolf-kafka-example/src/test/resources/asyncapi.yaml": [
    "schema/discriminator",
  ],
};

describe("real documents of the released 3.x", () => {
  it.each(released)("$file", async ({ file, counts }) => {
    const { errors, files } = await build(file);
    expect([...new Set(errors)].toSorted()).toEqual(stricter[file] ?? []);
    const manifest = JSON.parse(files.get("manifest.json") ?? "{}") as Manifest;
    const homes = kinds.map((kind) => manifest.things.filter((thing) => thing.kind === kind).length);
    // Messages that nothing uses, and channels of components that only operations reach, are there beside those that count.
    expect(homes[1]).toBe(counts[1]);
    expect(homes[0]).toBeGreaterThanOrEqual(counts[0] ?? 0);
    expect(homes[2]).toBeGreaterThanOrEqual(counts[2] ?? 0);
    for (const { path, anchor } of manifest.things) expect(files.get(path), path).toContain(anchor === "" ? "<h1" : ` id="${anchor}"`);
    expect(manifest.files).toEqual([...files.keys()].toSorted());
    for (const { path } of manifest.pages) expect(files.get(path), path).toContain("</html>");
  });
});
