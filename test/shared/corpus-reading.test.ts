import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { searched } from "../browser/reading.ts";
import { build, type BuiltSite } from "../browser/sites.ts";
import { whatGoesWrong } from "../browser/what-goes-wrong.ts";
import { corpus, openBrowser } from "./corpus-browser.ts";

const { folder, browser } = openBrowser();

interface Told {
  readonly id: string;
  readonly title: string;
  readonly address?: string;
  readonly description?: string;
  readonly verb?: string;
  readonly channel?: string;
  readonly operations?: readonly string[];
  readonly channels?: readonly string[];
}

type Kind = "channel" | "operation" | "message";

const documents = [
  ["29 channels of 2.4", "ballerina-platform+asyncapi-triggers/ff7e4e47/asyncapi/quickbooks/asyncapi.yaml", "application"],
  ["50 operations of 3.0 over 4 channels", "deepgram+deepgram-api-specs/28d22b30/asyncapi.yml", "client"],
  ["request and reply over one channel", "asyncapi+asyncapi-react/3251fb6c/library/src/__tests__/docs/v3/kraken-websocket-request-reply-message-filter-in-reply.json", "client"],
] as const; // prettier-ignore

/** Some of many, over all of them. */
function some<T>(all: readonly T[], count = 4): T[] {
  return all.filter((_, at) => at % Math.ceil(all.length / count) === 0);
}

describe.each(documents)("%s", (name, path, reader) => {
  let site: BuiltSite;
  let page: Page;
  let wrong: string[];
  let model: Record<`${Kind}s`, readonly Told[]>;

  beforeAll(async () => {
    const settings = join(folder, `${name}.yaml`);
    writeFileSync(settings, `reader: ${reader}\n`);
    site = build(name.replaceAll(" ", "-"), folder, [join(corpus, path), "--config", settings]);
    model = JSON.parse(readFileSync(join(site.folder, "model.json"), "utf8")) as typeof model;
    page = await browser().newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    wrong = whatGoesWrong(page);
  });

  /** Where a thing lives: a page, with an anchor if the page is another's. */
  function homeOf(kind: Kind, { id }: Told): string {
    const { things } = JSON.parse(readFileSync(join(site.folder, "manifest.json"), "utf8")) as {
      things: { kind: string; id: string; path: string; anchor: string }[];
    };
    const home = things.find((each) => each.kind === kind && each.id === id);
    if (!home) throw new Error(`There is no ${kind} ${id}.`);
    return home.anchor === "" ? home.path : `${home.path}#${home.anchor}`;
  }

  const pageOf = (kind: Kind, told: Told): string => homeOf(kind, told).replace(/#.*/, "");

  async function find(text: string): Promise<{ kind: string; title: string; href: string }[]> {
    return page.evaluate(`msgdocsSearch.find(${JSON.stringify(text)}, 30)`);
  }

  async function expectFound(text: string, kind: Kind, entity: Told): Promise<void> {
    // A channel on the page of its only operation is found as that operation.
    const home = homeOf(kind, entity).replace(/#channel$/, "");
    expect([text, (await find(text)).map(({ href }) => href)]).toEqual([text, expect.arrayContaining([home])]);
  }

  test("finds addresses, operations, messages and words of descriptions, also with a letter missing", async () => {
    await page.goto(site.url("search.html"));
    for (const channel of some(model.channels)) {
      const part = channel.address?.match(/\p{L}{3,}/gu)?.at(-1);
      if (part) await expectFound(part, "channel", channel);
    }
    for (const operation of some(model.operations)) {
      await expectFound(operation.id, "operation", operation);
      const long = /\p{Lu}?\p{Ll}{4,}/u.exec(operation.id)?.[0];
      if (long) await expectFound(operation.id.replace(long, long.slice(0, 2) + long.slice(3)), "operation", operation);
    }
    for (const message of some(model.messages)) {
      await expectFound(message.title, "message", message);
      const word = message.description?.match(/\p{L}{7,}/gu)?.at(-1);
      if (word) await expectFound(word, "message", message);
    }
    expect(wrong).toEqual([]);
  });

  test("finds each field of a page's trees, and opens it at its row", async () => {
    const fields: string[] = [];
    for (const { path: listed } of some(
      site.pages.filter(({ kind }) => kind === "schema" || kind === "message" || kind === "operation"),
      5,
    )) {
      await page.goto(site.url(listed));
      fields.push(
        ...(await page.evaluate<string[]>(
          "[...document.querySelectorAll('.schema-property > .schema-name > a')].slice(0, 2).map(({ textContent }) => textContent)",
        )),
      );
    }
    expect(fields.length).toBeGreaterThan(3);
    for (const field of new Set(fields)) {
      await page.goto(site.url("search.html"));
      const hit = (await find(field)).find(({ kind, title }) => kind === "field" && title === field);
      expect([field, hit?.href]).toEqual([field, expect.stringContaining("#")]);
      const url = new URL(hit?.href ?? "", site.url("search.html"));
      await page.goto(url.href);
      const row = page.locator(`[id="${decodeURIComponent(url.hash.slice(1))}"]`);
      expect([field, await row.isVisible(), await row.locator(".schema-name").first().innerText()]).toEqual([
        field,
        true,
        expect.stringContaining(field),
      ]);
    }
  });

  test("a page reached directly knows its place: menu, breadcrumbs, neighbours; the keyboard goes on to the next", async () => {
    const operation = model.operations.at(-1);
    const [first] = model.operations;
    if (!operation || !first) throw new Error("no operation");
    await page.goto(site.url(pageOf("operation", operation)));
    expect(await page.locator(".rail li [aria-current=page]").count()).toBe(1);
    expect(await page.locator(".crumbs a").last().getAttribute("href")).toMatch(/^(?:\.\.\/channels\/|#channel$)/);
    expect(await page.locator(".turn [rel=prev]").count()).toBe(1);
    await page.keyboard.press("Control+k");
    await page.keyboard.type(first.id);
    await searched(page);
    await page.locator("#found [aria-selected=true]").waitFor();
    const sought = page.locator(`#found a[href$="${pageOf("operation", first)}"]`);
    for (let step = 0; step < 15 && (await sought.getAttribute("aria-selected")) !== "true"; step += 1)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.endsWith(pageOf("operation", first)));
    expect(wrong).toEqual([]);
  });

  test("what the application does is said of every operation, what its reader can do and the document's own verb too; a channel has all of them, a message all places", async () => {
    for (const operation of some(model.operations)) {
      await page.goto(site.url(pageOf("operation", operation)));
      const others = reader === "client" ? "you" : "(?:clients|others)";
      expect(await page.locator(".route").first().textContent()).toMatch(new RegExp(` (?:sends|receives) *${others} can (?:send|receive)`));
      expect(await page.locator("#details").textContent()).toContain(`The document says ${operation.verb ?? ""}`);
    }
    const isAtHome = (kind: Kind) => (told: Told) => !homeOf(kind, told).includes("#");
    for (const channel of some(model.channels.filter(isAtHome("channel")), 3)) {
      await page.goto(site.url(pageOf("channel", channel)));
      expect([channel.id, await page.locator(".op").count()]).toEqual([channel.id, channel.operations?.length]);
    }
    for (const message of some(model.messages.filter(isAtHome("message")), 3)) {
      await page.goto(site.url(pageOf("message", message)));
      const used = await page.evaluate<string[]>(
        `[...document.querySelectorAll("section:has(> #used-by) a, .used a")].map((link) => link.getAttribute("href"))`,
      );
      const channels = model.channels.filter(({ id }) => message.channels?.includes(id));
      expect(used).toEqual(expect.arrayContaining(channels.map((channel) => `../${homeOf("channel", channel)}`)));
    }
  });
});
