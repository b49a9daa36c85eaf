import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSettings } from "../../../src/config/index.ts";
import { createPortalSite, slotKey } from "../../../src/portal/pages/index.ts";
import type { Page, ProblemSum } from "../../../src/pages/index.ts";
import type { PortalSite, SlotContent } from "../../../src/portal/pages/index.ts";
import { createPortal } from "../../../src/portal/match/index.ts";
import type { Portal } from "../../../src/portal/match/index.ts";
import type { Theme } from "../../../src/render/index.ts";
import { loadTheme, renderPortal } from "../../../src/render/index.ts";
import type { JsonDiagnostic } from "../../../src/report/index.ts";
import { wordsOf } from "../../../src/text/index.ts";
import { htmlIn } from "../../support/html-in-view.ts";
import { entryOf, portalOf } from "../match/organisation.ts";

const base = fileURLToPath(new URL("../../../", import.meta.url));

const payload = (...required: readonly string[]) => ({
  type: "object",
  required,
  properties: { id: { type: "string" }, note: { type: "string", maxLength: 10 } },
});

/** A 2.x document that sends (`subscribe`) or receives (`publish`) one message. */
function service(title: string, way: "subscribe" | "publish", ...required: readonly string[]): object {
  return {
    asyncapi: "2.6.0",
    info: { title, version: "1.2.0", description: `What ${title} says.` },
    servers: { main: { url: "broker.example:9092", protocol: "kafka" } },
    channels: { "orders/{id}": { [way]: { operationId: `${way}Order`, message: { name: "Order", payload: payload(...required) } } } },
  };
}

const HOSTILE = `"><script>alert(1)</script>\u202e\u05d0`;

const organisation = {
  shop: service("Shop", "subscribe", "id"),
  billing: service("Billing", "publish", "id"),
  audit: service(HOSTILE, "publish", "id", "note"),
};

function siteOf(portal: Portal, language = "en", markdown = true, siteUrl?: string, further: readonly JsonDiagnostic[] = []): PortalSite {
  const { settings } = loadSettings({}, base);
  if (!settings) throw new Error("The default settings cannot be read.");
  const problems = portal.problems.map(({ code, blanks, place, related }) => ({
    code,
    severity: code === "portal/clash" ? ("error" as const) : ("info" as const),
    message: Object.values(blanks).join(" "),
    hint: null,
    ...place,
    related: related.map((each) => ({ message: each.message, ...each.place })),
  }));
  return createPortalSite(portal, {
    settings: { ...settings, language, markdown, ...(siteUrl === undefined ? {} : { siteUrl }) },
    words: wordsOf(language),
    problems: [...problems, ...further],
  });
}

const pageOf = (site: PortalSite, path: string | RegExp): Page => {
  const found = [...site.pages()].find((page) => (typeof path === "string" ? page.path === path : path.test(page.path)));
  if (!found) throw new Error(`There is no page ${String(path)}.`);
  return found;
};

let theme: Theme;
beforeAll(async () => {
  const loaded = await loadTheme([`${base}templates`, `${base}themes/default`]);
  if (!loaded.theme) throw new Error(loaded.problems.map(({ message }) => message).join("\n"));
  ({ theme } = loaded);
});

const render = (page: Page): string =>
  theme.render(page.template, {
    ...page.view(),
    assets: {
      style: "s",
      script: "s",
      headScript: "s",
      notFound: "s",
      portalStyle: "s",
      portalScript: "s",
      portalOwnStyle: "s",
      portalOwnScript: "s",
      icon: "",
    },
  });

describe("the pages of a portal", () => {
  let portal: Portal;
  let site: PortalSite;
  beforeAll(() => {
    portal = portalOf(organisation);
    site = siteOf(portal);
  });

  it("are found by a search, with the APIs and their owners", () => {
    const owned = portalOf(organisation).apis.map((api) => ({ ...api, owner: "Team Shop" }));
    const found = [...siteOf({ ...portal, apis: owned }).search()].map(({ kind, title, href }) => `${kind} ${title} ${href}`);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^channel orders\/\{id\} channels\//),
        expect.stringMatching(/^message Order messages\/.*\.html$/),
        "api shop apis/shop/index.html",
        expect.stringMatching(/^owner Team Shop browse\/owner\//),
      ]),
    );
    const paths = new Set([...siteOf({ ...portal, apis: owned }).pages()].map(({ path }) => path));
    const own = found.map((each) => each.slice(each.lastIndexOf(" ") + 1)).filter((href) => !href.startsWith("apis/"));
    expect(own.filter((href) => !paths.has(decodeURI(href)))).toEqual([]);
  });

  it("link to nothing that is not there, and neither a name nor a title gets out of its place", () => {
    const { style, script, headScript, notFound, portal: assets, icon, others } = theme.assets;
    const files = [
      style,
      script,
      headScript,
      notFound,
      assets.style,
      assets.script,
      assets.own.style,
      assets.own.script,
      ...(icon ? [icon] : []),
      ...others,
    ].map(({ path }) => path);
    const inApis = portal.apis.flatMap(({ name, index }) =>
      [
        "index.html",
        "llms.txt",
        ...[...(index?.channels ?? []), ...(index?.operations ?? []), ...(index?.messages ?? [])].map(({ page }) => page),
      ].map((page) => `apis/${name}/${page}`),
    );
    const known = [...files, ...inApis, ...[...site.files()].map(({ path }) => path)];
    const made = new Map<string, string>();
    for (const { path, contents } of renderPortal({ pages: site.pages(), failures: [], theme, known })) made.set(path, String(contents));
    for (const [path, text] of made) {
      if (path.endsWith(".html")) expect(text).not.toMatch(/<script>alert|style="|\son\w+=|\u202e/);
    }
    expect(made.get("index.html")).toContain("&lt;script&gt;alert(1)&lt;/script&gt;⟨U+202E⟩");
    expect([...made.keys()]).toEqual(
      expect.arrayContaining(["channels.html", "messages.html", "map.html", "problems.html", "search.html"]),
    );
  });

  it("say how many examples match of those that were checked, and how many were not", () => {
    const counted = (passed: number, failed: number, notChecked: number): string => {
      const apis = portal.apis.map((api) => ({
        ...api,
        ...(api.index ? { index: { ...api.index, examples: { passed, failed, notChecked } } } : {}),
      }));
      return render(pageOf(siteOf({ ...portal, apis }), "index.html")).replace(/<[^>]*>/g, "");
    };
    expect(counted(1, 0, 2)).toContain("✓ 1 / 1 examples · 2 not checked");
    expect(counted(1, 1, 0)).toContain("✗ 1 / 2 examples");
    expect(counted(0, 0, 3)).toContain("3 message examples not checked");
    expect(counted(0, 0, 3)).not.toContain("✓ 0");
  });

  it("have neither Markdown nor links to it where the settings leave it out", () => {
    const bare = siteOf(portal, "en", false);
    const pages = [...bare.pages()];
    expect([...site.pages()].filter(({ twin }) => !twin).map(({ path }) => path)).toEqual(["search.html", "404.html"]);
    expect(pages.filter(({ twin }) => twin)).toEqual([]);
    expect(pages.filter((page) => /\.md\b|text\/markdown/.test(render(page)))).toEqual([]);
    const text = [...bare.files()].find(({ path }) => path === "llms.txt")?.contents ?? "";
    expect(text).toContain("](channels.html)");
    expect(text).not.toContain(".md");
  });

  it("have a page for missing addresses whose links have the path of the portal, and no host", () => {
    const html = render(pageOf(siteOf(portal, "en", true, "https://docs.example/events"), "404.html"));
    const links = [...html.matchAll(/ (?:href|src|action|data-root)="([^"#]*)/g)].flatMap(([, link = ""]) => (link === "s" ? [] : [link]));
    expect(links.filter((link) => link !== "" && !link.startsWith("/events/"))).toEqual([]);
    expect(links).toEqual(expect.arrayContaining(["/events/channels.html", "/events/search.html", "/events/"]));
  });

  it("say in Markdown by what the APIs can be listed", () => {
    const [home, kind] = [pageOf(site, "index.html"), pageOf(site, "browse/protocol.html")];
    expect(home.twin?.print(home.view())).toMatch(/List the APIs by: .*\[Protocol\]\(browse\/protocol\.md\)/);
    expect(kind.twin?.print(kind.view())).toMatch(/- \[.+\]\(protocol\/.+\.md\): \d+ APIs?/);
  });

  it("link each message in the list of channels, as its first sender describes it", () => {
    const [page] = portal.apis
      .flatMap(({ name, index }) => (name === "shop" ? (index?.messages ?? []) : []))
      .map((message) => message.page);
    expect(render(pageOf(site, "channels.html"))).toContain(`<a href="apis/shop/${page}"><bdi>Order</bdi></a>`);
  });

  it("say on the page of a channel who sends, who receives, and prove what does not fit", () => {
    const page = pageOf(site, /^channels\//);
    const html = render(page);
    expect(html).toContain("audit refuses what shop sends");
    expect(html).toContain("<code>note</code> <bdi>is required by audit; shop may leave it out.</bdi>");
    expect(html).toContain('<span class="missing">no "note"</span>');
    expect(html).toMatch(/diagram-box diagram-bad/);
    expect(page.twin?.print(page.view())).toMatch(/### audit refuses what shop sends[^]*```json\n\{/);
  });

  it("say beside what does not fit how each side describes the field", () => {
    const page = pageOf(site, /^channels\//);
    const html = render(page);
    const note = "<code>note</code>: string, at most <code>10</code> characters";
    expect(html).toMatch(new RegExp(`<dt>shop sends Order .*allowed</span></dt><dd><p>${note}</p><code>shop\\.yaml`));
    expect(html).toMatch(new RegExp(`<dt>audit receives .*refused</span></dt><dd><p>${note} <span class="needed">required</span></p>`));
    expect(page.twin?.print(page.view())).toMatch(
      /- shop sends Order: allowed — `note`: string, at most `10` characters — .*\n- audit receives: refused — `note`: string, at most `10` characters, required — /,
    );
  });

  it("say which fields one side does not describe, and name the whole where it does not fit", () => {
    const say = (title: string, way: "publish" | "subscribe", schema: object): object => ({
      ...service(title, way),
      channels: { orders: { [way]: { message: { name: "Order", payload: schema } } } },
    });
    const viewOf = (sent: object, received: object): object =>
      pageOf(siteOf(portalOf({ one: say("One", "subscribe", sent), two: say("Two", "publish", received) })), /^channels\//).view();
    expect(viewOf({ type: "object" }, { type: "object", required: ["id"], properties: { id: { type: "string" } } })).toMatchObject({
      clashCards: [
        {
          told: "is required by two; one may leave it out.",
          sides: [
            { field: "id", unknown: "not described" },
            { field: "id", required: true },
          ],
        },
      ],
    });
    expect(viewOf({ type: "string", const: "a" }, { type: "number" })).toMatchObject({
      clashCards: [
        { told: 'The value may be "a"; for two it', why: "must be a number.", sides: [{ whole: "the whole" }, { whole: "the whole" }] },
      ],
    });
  });

  it("tell a refused value with both sides, and a long one with the receiver's alone", () => {
    const say = (title: string, way: "publish" | "subscribe", properties: object): object => ({
      ...service(title, way),
      channels: { orders: { [way]: { message: { name: "Order", payload: { type: "object", properties } } } } },
    });
    const listOf = (sent: object, received: object) => {
      const page = pageOf(
        siteOf(portalOf({ one: say("One", "subscribe", { sum: sent }), two: say("Two", "publish", { sum: received }) })),
        "channels.html",
      );
      return { html: render(page), markdown: page.twin?.print(page.view()) };
    };
    const plain = listOf({ type: "number", const: 1.5 }, { enum: ["open"] });
    expect(plain.html).toContain('<code>sum</code> <bdi>may be 1.5; for two it</bdi> <bdi lang="en">must be &quot;open&quot;.</bdi>');
    expect(plain.markdown).toContain('`sum` may be 1.5; for two it must be "open".');
    expect(listOf({ const: "a".repeat(100) }, { type: "string", maxLength: 9 }).html).toContain(
      '<code>sum</code> <bdi lang="en">must have at most 9 characters.</bdi>',
    );
    expect(listOf({ const: [1] }, { type: "string" }).html).toContain('<code>sum</code> <bdi lang="en">must be a string.</bdi>');
  });

  it("have views of values, without HTML", () => {
    expect([...site.pages()].flatMap((page) => htmlIn(page.view()))).toEqual([]);
  });

  it("compare field by field what each API says of a message, and mark the field that does not fit", () => {
    const page = pageOf(site, /^channels\//);
    const html = render(page);
    expect(html).toMatch(
      /<th scope="col"><a [^>]*>billing<\/a>, <a [^>]*>shop<\/a><\/th>|<th scope="col"><a [^>]*>shop<\/a>, <a [^>]*>billing<\/a><\/th>/,
    );
    expect(html).toMatch(
      /<code>id<\/code><\/th><td data-label="shop, billing">string <span class="needed">required<\/span><\/td><td data-label="audit"><span class="muted">the same<\/span><\/td>/,
    );
    expect(html).toMatch(
      /<code>note<\/code><\/th><td data-label="shop, billing">string, at most <code>10<\/code> characters<\/td><td data-label="audit" class="bad">.*does not fit/,
    );
    expect(page.twin?.print(page.view())).toMatch(/\| `note` \| string, at most `10` characters \| .* required ✗ does not fit \|/);
    // The same stands on the page of the message.
    expect(render(pageOf(site, /^messages\//))).toMatch(/<code>note<\/code>.*<td data-label="audit" class="bad">/);
  });

  it("compare lists, choices, headers and what only one describes, without what could leave its cell", () => {
    const say = (title: string, way: "publish" | "subscribe", message: object): object => ({
      ...service(title, way),
      channels: { orders: { [way]: { message: { name: "Order", ...message } } } },
    });
    const lines = (sku: object) => ({
      type: "object",
      properties: { lines: { type: "array", items: { type: "object", properties: { sku } } } },
    });
    const made = siteOf(
      portalOf({
        one: say("One", "subscribe", { payload: lines({ type: "<b>" }), headers: { type: "object", required: ["trace"] } }),
        two: say("Two", "publish", { payload: lines({ oneOf: [{ type: "string" }, { type: "integer" }] }) }),
      }),
    );
    const html = render(pageOf(made, /^channels\//));
    expect(html).not.toContain("<b>");
    expect(html).toMatch(/<code>lines\[\]\.sku<\/code><\/th><td data-label="one">.*?<\/td><td data-label="two" class="bad">one of 2 /);
    expect(html).toMatch(
      /colspan="3">Headers<\/th><\/tr>[^]*<code>trace<\/code><\/th><td data-label="one">any value <span class="needed">required<\/span><\/td>/,
    );
  });

  it("say in a line that all describe a message in the same way", () => {
    const made = siteOf(portalOf({ one: service("One", "subscribe", "id"), two: service("Two", "publish", "id") }));
    const page = pageOf(made, /^channels\//);
    expect(render(page)).toMatch(
      /<p>2 APIs describe it in the same way\. <a href="\.\.\/messages\/order\.html#described">Who reads each field<\/a><\/p>/,
    );
    expect(page.twin?.print(page.view())).toContain(
      "[Order](../messages/order.md): 2 APIs describe it in the same way. [Who reads each field](",
    );
  });

  it("name who owns each side of a channel, and the channel that is perhaps the same", () => {
    const { channels } = service("Two", "publish", "id") as { readonly channels: Readonly<Record<string, object>> };
    const two = { ...service("Two", "publish", "id"), channels: { "orders/eu": channels["orders/{id}"] } };
    const portal = portalOf({ one: service("One", "subscribe", "id"), two });
    const apis = portal.apis.map((api) => ({ ...api, owner: `Team ${api.title}` }));
    const made = siteOf({ ...portal, apis });
    const [open, named] = [pageOf(made, /^channels\/orders-id/), pageOf(made, /^channels\/orders-eu/)];
    expect(render(open)).toContain("The sending side is owned by Team One.");
    expect(render(named)).toMatch(
      /The receiving side is owned by Team Two\.[^]*Perhaps the same channel[^<]*<a class="mono" href="orders-id/,
    );
    expect(render(open)).toMatch(/Perhaps the same channel[^<]*<a class="mono" href="orders-eu/);
    expect(named.twin?.print(named.view())).toMatch(/owned by Team Two\.[^]*Perhaps the same channel[^:]*: \[orders\/\{id\}\]\(orders-id/);
  });

  it("say on the home page what is to be seen to first", () => {
    const page = pageOf(site, "index.html");
    expect(page.view()).toMatchObject({ attention: [{ text: "1 message does not fit", items: [{ text: "shop → audit" }] }] });
    expect(page.twin?.print(page.view())).toMatch(/1 message does not fit[^]*\[Billing\]\(apis\/billing\/index\.md\)/);
  });

  it("draw who sends to whom, the same as a table", () => {
    const html = render(pageOf(site, "map.html"));
    expect(html).toContain("<title>shop to audit: 1 channel, does not fit</title>");
    expect(html).toContain('<rect class="matrix-cell matrix-bad"');
    // With the keyboard one goes to the names and to the table: a picture may have hundreds of cells.
    const links = [...html.matchAll(/<a ([^>]*)>(?:(?!<\/a>).)*?class="matrix-(cell|row)/g)].map(([, given = "", what]) => [
      what,
      given.includes('tabindex="-1"'),
    ]);
    expect(new Set(links.map(String))).toEqual(new Set(["cell,true", "row,false"]));
    expect(html).toMatch(/<th scope="row"><a href="apis\/shop\/index\.html">shop<\/a><\/th>.*audit<\/a> <span class="x">/);
  });

  it("list each message once, with all who send and receive it on one page, and who reads each field", () => {
    const page = pageOf(site, "messages.html");
    expect(page.view()).toMatchObject({
      count: 1,
      rows: [{ text: "Order", variants: true }],
    });
    const message = pageOf(site, "messages/order.html");
    expect(message.view()).toMatchObject({
      who: {
        rows: [
          { api: { text: "shop" }, owner: expect.any(String) as string, direction: "send" },
          { api: { text: "audit" }, direction: "receive", fit: { tone: "bad" } },
          { api: { text: "billing" }, direction: "receive", fit: { tone: "ok" } },
        ],
      },
      comparisons: [{ hasReaders: true }],
    });
    expect(render(message)).toContain('<th scope="col">Read by</th>');
    expect(render(message)).toMatch(
      /<code>note<\/code>.*<td class="readers"><span class="needed">required by<\/span> audit<br><span>accepted by<\/span> billing<\/td>/,
    );
    expect(message.twin?.print(message.view())).toContain("required by audit; accepted by billing");
  });

  it("say of a field whether all read it, or nobody, and whose schemas cannot tell", () => {
    const names = ["a", "b", "c", "d", "e"];
    const readers = Object.fromEntries(names.map((name) => [name, service(name, "publish", "id")]));
    const sender = structuredClone(organisation.shop) as ReturnType<typeof service> & {
      channels: Record<string, { subscribe: { message: { payload: { properties: object } } } }>;
    };
    Object.assign(sender.channels["orders/{id}"]?.subscribe.message.payload.properties ?? {}, { secret: { type: "string" } });
    const readBy = (path: string, portal: Portal) =>
      new RegExp(`<code>${path}</code>.*<td class="readers">(.*?)</td>`).exec(render(pageOf(siteOf(portal), "messages/order.html")))?.[1];
    const all = portalOf({ shop: sender, ...readers });
    expect(["id", "note", "secret"].map((path) => readBy(path, all))).toEqual([
      '<span class="needed">required by</span> all 5',
      "<span>accepted by</span> all 5",
      "nobody here",
    ]);
  });

  it("say the owner of a list once, where its groups or its title do", () => {
    const grouped = {
      ...portalOf(organisation),
      apis: portalOf(organisation).apis.map((api) => ({ ...api, owner: `Team ${api.name}`, group: `Team ${api.name}` })),
    };
    const { settings } = loadSettings({}, base);
    if (!settings) throw new Error("The default settings cannot be read.");
    const byOwner = { ...settings, portal: { group: "owner" } as typeof settings.portal };
    const made = createPortalSite(grouped, { settings: byOwner, words: wordsOf("en"), problems: [] });
    const [home, owner] = ["index.html", /^browse\/owner\/team-audit/].map((path) => render(pageOf(made, path)));
    expect(home).toContain('class="table apis owned"');
    expect(home).toContain('class="group-row"');
    expect(owner).toContain('class="table apis owned"');
    expect(owner).not.toContain('class="group-row"');
    expect(render(pageOf(siteOf(portalOf(organisation)), "index.html"))).toContain('class="table apis"');
  });

  it("say of an API that it was built in spite of errors, unless problems are not shown", () => {
    const { settings } = loadSettings({}, base);
    if (!settings) throw new Error("The default settings cannot be read.");
    const faulty = {
      ...portalOf(organisation),
      apis: portalOf(organisation).apis.map((api) => ({ ...api, hasErrors: api.name === "billing" })),
    };
    const [shown, hidden] = [true, false].map((problems) => {
      const made = createPortalSite(faulty, {
        settings: { ...settings, show: { ...settings.show, problems } },
        words: wordsOf("en"),
        problems: [],
      });
      const page = pageOf(made, "index.html");
      return { html: render(page), text: page.twin?.print(page.view()) };
    });
    expect(shown?.html).toMatch(/1 with errors<\/span> <span><a href="apis\/billing\/index.html">/);
    expect(shown?.html.match(/<span class="badge bad"><span aria-hidden="true">✗<\/span> has errors<\/span>/g)).toHaveLength(1);
    expect(shown?.text).toContain("has errors");
    expect(hidden?.html).not.toMatch(/with errors|has errors/);
  });

  it("mark each field for which a receiver refuses what is sent, and tell each by its name", () => {
    const say = (title: string, way: "publish" | "subscribe", required: readonly string[], carrier: readonly string[]): object => ({
      asyncapi: "2.6.0",
      info: { title, version: "1.0.0" },
      channels: {
        u: {
          [way]: {
            message: {
              name: "Shipped",
              payload: {
                type: "object",
                required,
                properties: {
                  box: { type: "object", properties: { carrier: { enum: carrier } }, required: ["carrier"] },
                  weight: { type: "number" },
                },
              },
            },
          },
        },
      },
    });
    const html = render(
      pageOf(
        siteOf(
          portalOf({ one: say("One", "subscribe", ["box"], ["dhl", "fedex"]), two: say("Two", "publish", ["box", "weight"], ["dhl"]) }),
        ),
        /^channels\//,
      ),
    );
    expect(html.match(/<td data-label="two" class="bad">/g)).toHaveLength(2);
    expect(html).toMatch(
      /<code>weight<\/code> <bdi>is required by two; one may leave it out\.<\/bdi> +<code>box\.carrier<\/code> <bdi lang="en">must be &quot;dhl&quot;\.<\/bdi>/,
    );
  });

  it("list findings with the worst first, and that an API could not be built before why", () => {
    const found = (code: string, severity: "error" | "warning" | "info", file: string, line: number) => ({
      code,
      severity,
      message: `${code} of ${file}`,
      hint: null,
      file,
      pointer: "",
      start: { line, column: 1, offset: 0 },
      end: { line, column: 1, offset: 0 },
      related: [],
    });
    const built = portalOf(organisation);
    const failed = ["x", "y"].map((name) => ({
      name,
      title: name,
      document: `${name}.yaml`,
      status: "failed" as const,
      owner: null,
      group: "",
      versions: [],
    }));
    const made = createPortalSite(
      { ...built, apis: [...built.apis, ...failed] },
      {
        settings: { ...(loadSettings({}, base).settings ?? {}) } as never,
        words: wordsOf("en"),
        problems: [
          found("document/syntax", "error", "x.yaml", 1),
          found("portal/not-built", "error", "x.yaml", 1),
          found("portal/not-built", "error", "y.yaml", 1),
          found("document/not-found", "error", "y.yaml", 1),
          found("portal/one-sided", "info", "z.yaml", 1),
          found("portal/taken-name", "warning", "z.yaml", 1),
          found("document/syntax", "error", "built.yaml", 1),
        ],
      },
    );
    const page = pageOf(made, "problems.html");
    const view = page.view() as { groups: { anchor: string; findings: { code: string; message: string }[] }[]; sums: object[] };
    expect(view.groups.map(({ anchor }) => anchor)).toEqual(["not-built", "other", "one-sided"]);
    expect(view.groups[0]?.findings.map(({ message }) => message)).toEqual([
      "portal/not-built of x.yaml",
      "document/syntax of x.yaml",
      "portal/not-built of y.yaml",
      "document/not-found of y.yaml",
    ]);
    // The header counts what the page counts.
    expect(view.sums).toMatchObject([{ count: 4 }, { count: 1 }, { count: 1 }]);
    expect(render(page)).toMatch(/class="bad-count"[^>]*>4</);
  });

  it("have a column of owners only where an API has one", () => {
    const unowned = portalOf(organisation);
    const owned = { ...unowned, apis: unowned.apis.map((api) => ({ ...api, owner: api.name === "audit" ? "Team Audit" : null })) };
    const headings = [/^channels\/orders/, "messages/order.html"].map((path) =>
      [unowned, owned].map((portal) => render(pageOf(siteOf(portal), path)).includes('<th scope="col">Owner</th>')),
    );
    expect(headings).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(render(pageOf(siteOf(owned), "messages/order.html"))).toMatch(/audit<\/a><\/th><td>Team Audit<\/td>/);
  });

  it("list the findings by kind with both places", () => {
    const page = pageOf(site, "problems.html");
    expect(page.view()).toMatchObject({
      groups: [
        {
          anchor: "clash",
          oneCode: "portal/clash",
          findings: [
            {
              clash: { sender: { text: "shop" } },
              places: [
                { text: "audit.yaml:1", href: expect.stringMatching(/^apis\/audit\/operations\/.*\.html#messages\.Order$/) as string },
                { text: "shop.yaml:1", href: expect.stringMatching(/^apis\/shop\/operations\/.*\.html#messages\.Order$/) as string },
              ],
            },
          ],
        },
      ],
    });
  });

  it("count in the header the same errors as above the findings, with those of a document that could not be built", () => {
    const [first] = portal.apis;
    if (!first) throw new Error("There is no API.");
    const broken = { ...first, name: "broken", document: "broken.yaml", index: undefined, status: "failed" as const };
    const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 }, pointer: "" };
    const own = { file: "broken.yaml", code: "document/syntax", severity: "error" as const, message: "Not YAML.", hint: null, related: [] };
    const other = { ...own, file: "shop.yaml" };
    const told = siteOf({ ...portal, apis: [...portal.apis, broken] }, "en", true, undefined, [
      { ...own, ...place },
      { ...other, ...place },
    ]);
    const html = render(pageOf(told, "problems.html"));
    expect(html).toContain('<span class="badge bad">2 errors</span>');
    expect(html).toContain('<span class="bad-count" aria-hidden="true">2</span><span class="sr">2 errors</span>');
  });

  it("say the code of findings once where all of a kind have it", () => {
    const html = render(pageOf(site, "problems.html"));
    expect(html.match(/<code>portal\/clash<\/code>/g)).toHaveLength(1);
    expect(html).toContain('>audit.yaml:1</a><a class="at mono"');
  });

  it("say of a channel without an address that it is not known until run time, on the list and on its page", () => {
    const replies = {
      asyncapi: "3.0.0",
      info: { title: "Replies", version: "1.0.0" },
      channels: { inbox: { title: "Inbox of the caller", address: null }, ask: { address: "ask" } },
      operations: { answer: { action: "send", channel: { $ref: "#/channels/inbox" } } },
    };
    const made = siteOf(portalOf({ replies }));
    const said = "The address is not known beforehand: it is made at run time.";
    const list = pageOf(made, "channels.html");
    expect(render(list).split(said)).toHaveLength(2);
    expect(render(list)).toContain(`Inbox of the caller</bdi></a><p class="sum">${said}</p></th>`);
    expect(list.twin?.print(list.view())).toMatch(new RegExp(`\\[Inbox of the caller\\].*${said}`));
    expect(render(pageOf(made, /^channels\/inbox/))).toContain(`<p class="sub">1 API describes this channel. ${said}</p>`);
  });

  it("name who receives by a wildcard, on the lists and on the pages of both channels", () => {
    const fleet = (title: string, way: "publish" | "subscribe", address: string, type: string): object => ({
      asyncapi: "2.6.0",
      info: { title, version: "1.0.0" },
      servers: { main: { url: "fleet.example", protocol: "mqtt" } },
      channels: { [address]: { [way]: { message: { name: "Load", payload: { type } } } } },
    });
    const met = siteOf(
      portalOf({
        cranes: fleet("Cranes", "subscribe", "crane/1/load", "string"),
        safety: fleet("Safety", "publish", "crane/+/load", "number"),
      }),
    );
    const rows = render(pageOf(met, "channels.html"));
    expect(rows).toMatch(/safety<\/a> <small class="muted">by a wildcard<\/small> <span class="x">/);
    expect(rows).toMatch(/cranes<\/a> <small class="muted">by a wildcard<\/small><\/li>/);
    expect(rows).not.toContain("nobody here");
    const [own, other] = ["crane-1", "crane-load"].map((start) => render(pageOf(met, new RegExp(`^channels/${start}`))));
    expect(own).toMatch(/by a wildcard<\/span>: <a [^>]*>safety<\/a> receives<\/li>/);
    expect(own).toMatch(/<text [^>]*>safety<\/text>/);
    expect(other).toMatch(/by a wildcard<\/span>: <a [^>]*>cranes<\/a> sends<\/li>/);
    // The counts, the picture and the table of both pages have both sides.
    for (const page of [own ?? "", other ?? ""]) {
      expect(page).toMatch(/↑<\/span> 1 sends<\/span>.*↓<\/span> 1 receives<\/span>/);
      for (const name of ["cranes", "safety"]) expect(page).toMatch(new RegExp(`<text [^>]*>${name}</text>`));
      expect(page.match(/<small class="muted">by a wildcard<\/small><\/td>/g)).toHaveLength(1);
    }
    const page = pageOf(met, /^channels\/crane-load/);
    expect(page.twin?.print(page.view())).toMatch(/- \[cranes\].*sends.*by a wildcard/);
    const llms = [...met.files()].find(({ path }) => path === "llms.txt")?.contents;
    expect(llms).toContain("[cranes](apis/cranes/llms.txt): MQTT; does not fit with safety\n");
  });

  it("style no class that the theme styles as something else, and need none of the style of pages of APIs", () => {
    const classesOf = (css: string): Set<string> => {
      const selectors = [...css.matchAll(/(?:^|[{}])\s*([^{}@;]+)(?=\{)/g)].flatMap(([, list = ""]) => list.split(","));
      return new Set(selectors.flatMap((selector) => /^\s*\.([a-z][a-z0-9-]*)\s*$/.exec(selector)?.[1] ?? []));
    };
    const text = ({ contents }: { readonly contents: string | Uint8Array }): string => String(contents);
    const { style, portal: further } = theme.assets;
    const folder = join(base, "themes/default/css/portal");
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8").replaceAll(/\/\*[^]*?\*\//g, ""));
    const [ofSite, ofPortal, own] = [text(style), written.join(""), text(further.own.style)].map(classesOf);
    expect(ofPortal?.size).toBeGreaterThan(20);
    expect([...(ofPortal ?? [])].filter((name) => ofSite?.has(name) === true)).toEqual([]);
    const onlyInApis = [...(ofSite ?? [])].filter((name) => own?.has(name) === false);
    expect(onlyInApis.length).toBeGreaterThan(30);
    const used = new Set(
      [...site.pages()].flatMap((page) => [...render(page).matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "))),
    );
    expect(onlyInApis.filter((name) => used.has(name))).toEqual([]);
  });

  it("are in German where the settings say so", () => {
    const german = siteOf(portal, "de");
    expect(render(pageOf(german, "channels.html"))).toContain("Gesendet von");
  });

  it("do not depend on the order of the APIs", () => {
    const turned = siteOf(portalOf(Object.fromEntries(Object.entries(organisation).reverse())));
    const all = (of: PortalSite): string[] => [...of.pages()].map(render);
    expect(all(turned)).toEqual(all(site));
  });

  describe("what they put into the pages of an API", () => {
    const contentOf = (page: string, slot: "also" | "note" | "findings", current?: string): SlotContent | undefined => {
      const [, , api] = portal.apis;
      if (!api?.index) throw new Error("There is no API.");
      return site.fill({ slot, api, index: api.index, page, path: `apis/${api.name}/${page}`, current });
    };
    const fill = (...request: Parameters<typeof contentOf>): string => {
      const content = contentOf(...request);
      return content ? theme.render(content.template, content.view) : "";
    };

    it("names the others on a channel, what does not fit first", () => {
      const page = portal.apis[2]?.index?.channels[0]?.page.replace(/#.*/, "") ?? "";
      const html = fill(page, "also");
      expect(html.match(/>(?:audit|billing)<\/a> receives/g)).toEqual([">audit</a> receives", ">billing</a> receives"]);
      expect(html).toContain("This channel across APIs");
      expect(fill("servers.html", "also")).toBe("");
    });

    it("counts the findings beside the link to them, as the portal's own pages do", () => {
      const own = ([...site.pages()][0]?.view() as { portalSections: readonly { errors?: ProblemSum }[] }).portalSections;
      const { count = 0, text = "" } = own.find((section) => section.errors !== undefined)?.errors ?? {};
      expect(count).toBeGreaterThan(0);
      expect(fill("index.html", "findings")).toBe(
        ` <span class="bad-count" aria-hidden="true">${count}</span><span class="sr">${text}</span>`,
      );
    });

    it("says the same where the key is the same", () => {
      const [, , api] = portal.apis;
      if (!api?.index) throw new Error("There is no API.");
      const { index } = api;
      const pages = [...index.channels, ...index.operations, ...index.messages].map((each) => each.page);
      const keys = new Map<string, Set<string>>();
      for (const page of ["index.html", "servers.html", ...pages])
        for (const slot of ["also", "group", "versions", "note", "findings"] as const) {
          const request = { slot, api: { ...api, group: "shops" }, index, page, path: `apis/${api.name}/${page}`, current: undefined };
          const content = site.fill(request);
          const said = JSON.stringify([content?.view, content?.twin()]);
          keys.set(slotKey(request), (keys.get(slotKey(request)) ?? new Set()).add(said));
        }
      expect([...keys].filter(([, said]) => said.size > 1)).toEqual([]);
      // The channel, its operation and its message share a key.
      expect(keys.size).toBeLessThan(5 * (new Set(pages).size + 2) - 4);
    });

    it("says the same in the Markdown of the page", () => {
      const page = portal.apis[2]?.index?.channels[0]?.page.replace(/#.*/, "") ?? "";
      const also = contentOf(page, "also")?.twin();
      expect(also).toMatch(
        /\n## Also on this channel\n\n- \[.*\]\(.*\.md\): This channel across APIs\n {2}- \[audit\]\(.*\.md\): receives — ✗ does not fit — `note` is required by audit; shop may leave it out\./,
      );
      expect(also).toMatch(/\n {2}- \[billing\]\(.*\.md\): receives — ✓ fits\n$/);
      expect(contentOf("index.html", "also")?.twin()).toMatch(
        /\n## Neighbours\n\nsends on 1 channel · 2 neighbours · 1 message does not fit\n\n- \[audit\]\(.*\): Sends to — \[.*order.*\]\(operations\/.*\.md\) — [^]*### Does not fit\n\n- \[shop\]/i,
      );
      expect(contentOf("index.html", "note", "apis/shop/index.html")?.twin()).toBe(
        "\n\nThis is an earlier version. [Go to the current version](index.md)",
      );
    });

    it("draws and counts the neighbours on its overview", () => {
      const html = fill("index.html", "also");
      expect(html).toMatch(/<h2 id="neighbours">[^]*<svg[^]*audit[^]*<table>/);
      expect(html).toMatch(
        /<p class="counts"><span>.*sends on 1 channel<\/span><span>2 neighbours<\/span><a class="fit-bad" href="#neighbour-clashes">/,
      );
      expect(html).not.toContain("Nobody else");
    });

    it("names the channels on which nobody else is", () => {
      const rooms = { rooms: { subscribe: { message: {} } } };
      const alone = {
        ...organisation.shop,
        channels: { ...("channels" in organisation.shop ? (organisation.shop.channels as object) : {}), ...rooms },
      };
      const made = portalOf({ ...organisation, shop: alone });
      const api = made.apis.find(({ name }) => name === "shop");
      if (!api?.index) throw new Error("There is no API.");
      const content = siteOf(made).fill({
        slot: "also",
        api,
        index: api.index,
        page: "index.html",
        path: "apis/shop/index.html",
        current: undefined,
      });
      expect(content?.twin()).toMatch(/\nNobody else in this portal is on 1 channel: \[rooms\]\(\.\.\/\.\.\/channels\/rooms-.*\.md\)/);
    });

    it("says of an earlier version that it is one, and nothing else", () => {
      expect(fill("index.html", "note", "apis/shop/index.html")).toContain("This is an earlier version.");
      expect(fill("index.html", "note")).toBe("");
      expect(fill("index.html", "also", "apis/shop/index.html")).toBe("");
    });
  });
});

describe("a portal of many APIs", () => {
  const many = (count: number, groupOf: (at: number) => string, language = "en"): PortalSite => {
    const [entry] = portalOf({ shop: organisation.shop }).apis;
    const { index } = entry ?? {};
    if (!index) throw new Error("There is no API.");
    const apis = Array.from({ length: count }, (_, at) => {
      const name = `api-${String(at).padStart(3, "0")}`;
      return {
        ...entryOf({ ...index, name, title: name }),
        group: groupOf(at),
        ...(at === 7 ? { index: undefined, status: "failed" as const } : {}),
      };
    });
    return siteOf(createPortal(apis, { title: "Many", brokers: {}, schemaText: () => undefined }), language);
  };

  it.each([
    ["en", "1,259"],
    ["de", "1.259"],
  ])("writes its figures as readers of the language %s do, and those for programs as digits", (language, figure) => {
    const site = many(1259, () => "team", language);
    const home = pageOf(site, "index.html");
    const html = render(home);
    // In the sentence at the top, the list beside it without the one that was not built, the range, and what the script fills in.
    expect(html.match(/1[,.]?259/g)).toEqual(Array(html.match(/1[,.]?259/g)?.length).fill(figure));
    expect(html).toContain(`<p class="sub">${figure} APIs `);
    expect(html).toContain(`<span class="count">${figure.replace("9", "8")}</span>`);
    expect(html).toMatch(new RegExp(`data-said="[^"]*${figure}[^"]*">1–60 (?:of|von) ${figure}</span>`));
    expect(html).toContain(`data-thousands="${figure[1]}"`);
    expect(home.twin?.print(home.view()).replaceAll("\\", "")).toContain(`${figure} APIs `);
    for (const { path, contents } of site.files()) if (path.endsWith(".js")) expect(contents).not.toContain(figure);
  });

  it("marks the states that are errors with their sign, also where the script filters", () => {
    const site = many(10, () => "");
    const sign = '<span class="x" aria-hidden="true">✗</span> ';
    expect(render(pageOf(site, "index.html"))).toContain(`data-value="not built"><span>${sign}<bdi>not built</bdi></span>`);
    expect(render(pageOf(site, "browse/state.html"))).toContain(`${sign}<bdi>not built</bdi></a>`);
    expect(render(pageOf(site, "browse/state/failed.html"))).toContain(`<span>${sign}<bdi>not built</bdi></span>`);
    const data = [...site.files()].find(({ path }) => path === "search/apis.js")?.contents;
    expect(data).toContain('"bad":["does not fit","examples fail","has errors","not built"]');
  });

  it("leads from its home to the lists by a value and to what spans all, each in a sentence of its own", () => {
    const textOf = (html: string): string | undefined => /<p class="tries">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]*>/g, "");
    expect(
      textOf(
        render(
          pageOf(
            many(10, () => ""),
            "index.html",
          ),
        ),
      ),
    ).toBe("List the APIs by: State, Protocol, Broker. Or see: Channels, Messages, Map.");
  });

  it("lists them over pages, with a tile for each group, others last", () => {
    const site = many(130, (at) => (at % 3 === 0 ? "" : `team-${at % 3}`));
    const home = pageOf(site, "index.html").view();
    expect(home).toMatchObject({ dense: true, range: "1–60 of 130", groups: [{ text: "team-1" }, { text: "team-2" }, { text: "Other" }] });
    expect([...site.pages()].map(({ path }) => path)).toEqual(
      expect.arrayContaining(["apis-2.html", "apis-3.html", "browse/group/team-1.html"]),
    );
    expect(pageOf(site, "map.html").view()).toMatchObject({ groups: [{ text: "team-1" }, { text: "team-2" }, { text: "Other" }] });
  });

  it("names on its map those that send the most, where it is too large for a matrix", () => {
    const receivers = Array.from({ length: 50 }, (_, at) => [`audit-${at}`, service(`Audit ${at}`, "publish", "id", "note")] as const);
    const site = siteOf(portalOf({ shop: organisation.shop, ...Object.fromEntries(receivers) }));
    const map = render(pageOf(site, "map.html"));
    expect(map).not.toContain('class="matrix"');
    expect(map).toMatch(
      /<h2>Send to the most<\/h2>\n<ul class="ranks">\n<li><a href="apis\/shop\/index.html">shop<\/a> <span class="muted">50 receivers/,
    );
    // Of many pairs that do not fit, the first page names who is in most of them.
    const home = pageOf(site, "index.html");
    expect(render(home)).toMatch(
      /50 messages do not fit<\/span> <span>On 1 channel, most with <a [^>]*>shop<\/a> <span class="muted">\(50\)/,
    );
    expect(home.twin?.print(home.view())).toMatch(/On 1 channel, most with[^]*\n {2}- \[shop\].*\(50\)/);
  });

  it("keeps the row of one that could not be built, without a page", () => {
    const site = many(10, () => "");
    const html = render(pageOf(site, "index.html"));
    expect(html).toMatch(/<tr id="api-api-007"><th scope="row"><bdi>api-007<\/bdi>/);
    expect(html).toContain('<span aria-hidden="true">✗</span> 1 could not be built</span>');
  });

  it("has no lists by group where no API is in one", () => {
    const browsed = (site: PortalSite): string[] =>
      [...site.pages()].map(({ path }) => path).filter((path) => path.startsWith("browse/group"));
    expect(browsed(many(10, () => ""))).toEqual([]);
    expect(browsed(many(10, () => "team"))).toEqual(["browse/group.html", "browse/group/team.html"]);
  });

  it("lists a broker once, whether by its host or by a template that can make it", () => {
    const at = (title: string, url: string): object => ({
      ...service(title, "subscribe"),
      servers: { main: { url, protocol: "mqtt", ...(url.startsWith("{") ? { variables: { region: { enum: ["eu", "us"] } } } : {}) } },
      channels: { [title]: { subscribe: { message: {} } } },
    });
    const apis = { one: at("One", "{region}.broker.example"), two: at("Two", "eu.broker.example:1883") };
    const site = siteOf(portalOf(apis));
    expect(pageOf(site, "index.html").view()).toMatchObject({ lead: expect.stringContaining("on 1 broker.") as string });
    expect(pageOf(site, "channels.html").view()).toMatchObject({ brokers: [{ title: "mqtt://eu.broker.example:1883", rows: [{}, {}] }] });
    expect(pageOf(site, "browse/broker.html").view()).toMatchObject({ values: [{ text: "eu.broker.example:1883", count: 2 }] });
  });

  it("names a broker without a host by its protocol", () => {
    const site = siteOf(portalOf({ one: { ...service("One", "subscribe"), servers: { main: { url: "", protocol: "kafka" } } } }));
    expect(pageOf(site, "browse/broker.html").view()).toMatchObject({ values: [{ text: "kafka://", count: 1 }] });
  });

  it("has a table where so many pairs would fill a picture", () => {
    const apis = (count: number) =>
      Array.from({ length: count }, (_, at) => [`audit-${at}`, service(`Audit ${at}`, "publish", "id")] as const);
    const shops = (count: number) =>
      Array.from({ length: count }, (_, at) => [`shop-${at}`, service(`Shop ${at}`, "subscribe", "id")] as const);
    const map = (senders: number, receivers: number): object =>
      pageOf(siteOf(portalOf(Object.fromEntries([...shops(senders), ...apis(receivers)]))), "map.html").view();
    expect(map(18, 25)).toHaveProperty("matrix");
    expect(map(18, 26)).not.toHaveProperty("matrix");
    expect(map(18, 26)).toHaveProperty("lead", expect.stringContaining("44 APIs and 468 pairs of sender and receiver are too many"));
    // The more rows there are, the fewer neighbours each of them names.
    const { rows } = map(10, 90) as { rows: readonly { text: string; sendsTo: { items: readonly object[]; more: number } }[] };
    const [shop] = rows.filter(({ text }) => text === "shop-0");
    expect([rows.length, shop?.sendsTo.items.length, shop?.sendsTo.more]).toEqual([100, 8, 82]);
  });

  it("has a table where no picture could be read", () => {
    const site = many(130, () => "");
    expect(pageOf(site, "map.html").view()).not.toHaveProperty("matrix");
    expect(pageOf(site, "map-2.html").view()).toHaveProperty("rows");
    expect(pageOf(site, "map-2.html").view()).toHaveProperty("title", expect.stringMatching(/, page 2 · /i));
  });

  it("lists channels and messages over pages, with as many rows as the lists of a site", () => {
    const channels = Array.from({ length: 101 }, (_, at): [string, object] => [
      `orders/${at}`,
      { subscribe: { message: { name: `Order ${at}`, payload: payload("id") } } },
    ]);
    const site = siteOf(portalOf({ shop: { ...organisation.shop, channels: Object.fromEntries(channels) } }));
    const lists = [...site.pages()].map(({ path }) => path).filter((path) => /^(?:channels|messages)(?:-\d+)?\.html$/.test(path));
    expect(lists.sort()).toEqual(["channels-2.html", "channels.html", "messages-2.html", "messages.html"]);
  });

  it("gives scripts the data of all in little room", () => {
    const files = [...many(1000, (at) => `team-${at % 9}`).files()];
    const data = files.find(({ path }) => path === "search/apis.js")?.contents ?? "";
    expect(data.length / 1000).toBeLessThan(130);
    expect(data).toMatch(/^msgdocsSearch\.take\("apis",0,\{.*\}\);\n$/);
  });
});
