import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inject } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A page as the manifest lists it. */
export interface Listed {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
}

/** A site on the disk that the bundled product built. */
export interface BuiltSite {
  readonly name: string;
  readonly folder: string;
  readonly pages: readonly Listed[];
  url(path: string): string;
}

/** The sites that the files of this folder look at: built once for all of them, and only read. */
export interface Sites {
  readonly example: BuiltSite;
  /** Long names, other scripts, empty things. */
  readonly odd: BuiltSite;
  /** Released 3.x, request and reply, the reader's view leads. */
  readonly reply: BuiltSite;
  /** Six APIs, of which one does not fit and one has a hostile title. */
  readonly portal: BuiltSite;
  /** Those of one API. */
  readonly all: readonly BuiltSite[];
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the {@link Sites}, or why they could not be built. */
    readonly sites: { readonly folder: string } | { readonly error: string };
  }
}

/** Builds one site into a folder, in spite of errors in the document. */
export function build(name: string, folder: string, args: readonly string[]): BuiltSite {
  const out = join(folder, name);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "dist/cli.js"), "build", ...args, "--allow-errors", "--trust-settings", "-o", out],
    {
      encoding: "utf8",
      cwd: folder,
    },
  );
  if (status !== 0) throw new Error(`The site ${name} ended with ${String(status)}: ${stderr}`);
  return siteIn(name, out);
}

/** A site that was built, with the pages that its manifest lists. */
function siteIn(name: string, out: string): BuiltSite {
  const { pages } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { pages: Listed[] };
  return { name, folder: out, pages, url: (path) => pathToFileURL(join(out, path)).href };
}

/** An API that sends (`subscribe`) or receives (`publish`) orders. */
function service(folder: string, name: string, { title, version = "2.0.0", way = "publish", required = ["id"] }: Service): void {
  const payload = { type: "object", required, properties: { id: { type: "string" }, note: { type: "string" } } };
  const document = {
    asyncapi: "2.6.0",
    info: { title, version, contact: { name: `${name} crew` } },
    servers: { main: { url: "a-very-long-name-of-a-broker.events.example.org:9092", protocol: "kafka" } },
    channels: {
      "an-address/that-is/rather-long/{orderIdentifier}": {
        parameters: { orderIdentifier: { schema: { type: "string" } } },
        [way]: { operationId: `${way}${name}`, message: { name: "OrderCreatedInTheShop", payload } },
      },
    },
  };
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "asyncapi.json"), JSON.stringify(document));
}

interface Service {
  readonly title: string;
  readonly version?: string;
  readonly way?: "publish" | "subscribe";
  readonly required?: readonly string[];
}

function buildPortal(folder: string): void {
  const own = join(folder, "of-portal");
  service(own, "shop", { title: "Shop", way: "subscribe" });
  service(own, "shop/earlier", { title: "Shop", version: "1.0.0", way: "subscribe", required: ["id", "note"] });
  service(own, "billing", { title: `Billing"><script>alert(1)</script>\u202e\u05d0\u05d1` });
  service(own, "audit", { title: "Audit", required: ["id", "note"] });
  service(own, "customer-notifications", { title: "Warehouse one" });
  service(own, "fulfilment-worker", { title: "Warehouse three" });
  service(own, "warehouse-north", { title: "Warehouse two" });
  writeFileSync(
    join(own, "msgdocs.yaml"),
    'title: Acme events\ngroup: folder\ndocuments: ["*/asyncapi.json", { path: shop/asyncapi.json, versions: shop/earlier/asyncapi.json, name: shop }]\n',
  );
  build("portal", folder, ["--config", join(own, "msgdocs.yaml")]);
}

/** Builds the example, two documents of the tests' own, and a portal. */
export function buildSites(folder: string): void {
  const fixtures = join(root, "test/browser/fixtures");
  const settings = join(folder, "reply-settings.yaml");
  writeFileSync(settings, "reader: client\n");
  build("example", folder, ["--config", join(root, "example-docs/msgdocs.yaml")]);
  build("odd", folder, [join(fixtures, "odd.yaml")]);
  build("reply", folder, [join(fixtures, "reply.yaml"), "--config", settings]);
  buildPortal(folder);
}

/** The sites that were built before all tests. Throws where that failed. */
export function openSites(built = inject("sites")): Sites {
  if ("error" in built) throw new Error(built.error);
  const { folder } = built;
  const open = (name: string): BuiltSite => siteIn(name, join(folder, name));
  const [example, odd, reply] = [open("example"), open("odd"), open("reply")];
  return { example, odd, reply, portal: open("portal"), all: [example, odd, reply] };
}

/** Of each kind the first so many pages. */
export function ofEachKind(site: BuiltSite, count: number): Listed[] {
  const seen = new Map<string, number>();
  return site.pages.filter(({ kind }) => {
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before < count;
  });
}
