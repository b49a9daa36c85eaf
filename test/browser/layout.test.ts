import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { movement } from "./movement.ts";
import { overflow, unreadable } from "./reading.ts";
import { build, ofEachKind, openSites, type BuiltSite, type Listed } from "./sites.ts";
import { whatGoesWrong } from "./what-goes-wrong.ts";

let browser: Browser;
const sites = openSites();

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
});

async function eachPage(
  site: BuiltSite,
  options: BrowserContextOptions,
  look: (page: Page, listed: Listed) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  for (const listed of site.pages) {
    await page.goto(site.url(listed.path));
    await look(page, listed);
  }
  await context.close();
}

/** Texts of diagrams that reach over their box. */
async function overBoxes(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const boxes = [...document.querySelectorAll(".diagram :is(g, a):has(> rect)")].filter((box) => box.checkVisibility());
    return boxes.flatMap((box) => {
      const room = box.querySelector("rect").getBoundingClientRect();
      const reaches = (text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < room.left || right > room.right || top < room.top || bottom > room.bottom;
      };
      return [...box.querySelectorAll("text")].filter(reaches).map(({ textContent }) => textContent);
    });
  })()`);
}

test("every page opens from disk with its title and one main heading, breaks nothing, and holds at every width", async () => {
  let drawn = 0;
  let count = 0;
  for (const site of sites.all) {
    // A zoom of 200 % is a window of half the width with twice the pixels.
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    const wrong = whatGoesWrong(page);
    const printed = { path: "print.html", title: "" };
    for (const { path, title } of [...site.pages, printed]) {
      count += 1;
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(site.url(path));
      expect([path, await page.title()]).toEqual([path, expect.stringContaining(title) as string]);
      expect([path, await page.locator("h1").count()]).toEqual([path, 1]);
      expect([320, path, await overflow(page)]).toEqual([320, path, ""]);
      for (const width of site === sites.odd ? [640, 768, 1024] : []) {
        await page.setViewportSize({ width, height: 400 });
        expect([width, path, await overflow(page)]).toEqual([width, path, ""]);
      }
      if ((await page.locator(".diagram").count()) > 0) {
        drawn += 1;
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 800 });
          expect([width, path, await overBoxes(page)]).toEqual([width, path, []]);
        }
      }
      expect([path, wrong]).toEqual([path, []]);
    }
    await context.close();
  }
  expect(drawn).toBeGreaterThan(20);
  expect(count).toBeGreaterThan(60);
});

test("on a laptop the first screen says how to connect, and nothing of it leaves its column", async () => {
  for (const width of [320, 390, 1024, 1280, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(sites.example.url("index.html"));
    const over = await page.evaluate<number>(`(() => {
      document.querySelector(".counts > .ok").textContent = "12345 of 12345 examples match";
      const hero = document.querySelector(".hero").getBoundingClientRect();
      return [...document.querySelectorAll(".hero > *")].filter((each) => each.getBoundingClientRect().right > hero.right).length;
    })()`);
    expect([width, over]).toEqual([width, 0]);
    const end = await page.evaluate<number>(`document.querySelector(".connect-card").getBoundingClientRect().bottom`);
    if (width >= 1280) expect(end).toBeLessThan(900);
    await page.close();
  }
});

test("the first field of an operation is on the first screen, whatever is wrong with its payload", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-problems-"));
  const site = build("problems", folder, [fileURLToPath(new URL("fixtures/problems.yaml", import.meta.url))]);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url("operations/vehicles-subscribe.html"));
  expect(await page.locator(".schema-problems:visible > summary").innerText()).toBe("3 warnings");
  const field = page.locator(".schema-property:visible > .schema-name > a").first();
  expect(await field.innerText()).toBe("kind");
  const box = await field.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(900);
  await page.close();
  rmSync(folder, { recursive: true });
});

test("on a phone the heading is in the first 200 px of every kind of page, in spite of replies, long names, problems and changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-heading-"));
  const long = "a-rather-long/address-of-a/channel/that-has/many-parts";
  const document = (why: string): string => `asyncapi: 3.0.0
info: { title: Voices of a city and of all that is around it, version: "1", description: ${why} }
channels:
  ask: { address: ${long}/ask, description: ${why}, messages: { ask: { $ref: "#/components/messages/ask" } } }
  answer: { address: ${long}/answer, messages: { answer: { payload: { type: string } } } }
  again: { address: ${long}/again, messages: { ask: { $ref: "#/components/messages/ask" } } }
operations:
  ask: { action: receive, description: ${why}, channel: { $ref: "#/channels/ask" }, reply: { channel: { $ref: "#/channels/answer" } } }
  again: { action: send, channel: { $ref: "#/channels/again" } }
components:
  messages: { ask: { title: A question, description: ${why}, payload: { $ref: "#/components/schemas/ask" }, examples: [{ payload: 1 }] } }
  schemas: { ask: { type: string, description: ${why}, examples: [2] } }
`;
  const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder });
  git("init", "-q");
  writeFileSync(join(folder, "asyncapi.yaml"), document("before"));
  git("add", ".");
  git("commit", "-qm", "before");
  writeFileSync(join(folder, "asyncapi.yaml"), document("now"));
  const site = build("heading", folder, [join(folder, "asyncapi.yaml"), "--base", "HEAD"]);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const above = (): Promise<number[]> =>
    Promise.all([".route", ".page-problems", "main > .changed"].map((each) => page.locator(each).count()));
  await page.goto(site.url("operations/ask.html"));
  expect(await above()).toEqual([2, 1, 1]);
  await page.goto(site.url("messages/ask.html"));
  expect(await above()).toEqual([0, 1, 1]);
  for (const each of [site, ...sites.all, sites.portal]) {
    for (const { path } of each.pages) {
      await page.goto(each.url(path));
      const top = await page.evaluate<number>("document.querySelector('h1').getBoundingClientRect().top");
      expect([each.name, path, top < 200 ? "near the top" : top]).toEqual([each.name, path, "near the top"]);
    }
  }
  await page.close();
  rmSync(folder, { recursive: true });
});

test("on a phone the first field of an operation is on the second screen, however long its example is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-phone-"));
  const fields = Array.from({ length: 40 }, (_, at) => `field${at}: { type: string }`).join(", ");
  const document = `asyncapi: 3.0.0
info: { title: Voices of a city, version: "1" }
servers:
  main: { host: voice.example, pathname: /v1, protocol: wss, security: [{ $ref: "#/components/securitySchemes/key" }] }
channels:
  talk: { address: /talk/converse, messages: { set: { summary: What the other side is told of how it is to talk, payload: { type: object, properties: { ${fields} } } } } }
operations:
  set: { action: receive, summary: Tells the other side how it is to talk, channel: { $ref: "#/channels/talk" } }
components:
  securitySchemes: { key: { type: httpApiKey, in: header, name: Authorization } }
`;
  writeFileSync(join(folder, "asyncapi.yaml"), document);
  const site = build("phone", folder, [join(folder, "asyncapi.yaml")]);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url("operations/set.html"));
  const box = await page.locator(".schema-property:visible > .schema-name > a").first().boundingBox();
  expect(await page.locator(".duo > .panel").count()).toBe(2);
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(1.5 * 844);
  await page.close();
  rmSync(folder, { recursive: true });
});

test("the head of the overview reaches from the sidebar to the edge of a wide window, and moves nothing sideways", async () => {
  const page = await browser.newPage({ viewport: { width: 2300, height: 900 } });
  await page.goto(sites.example.url("index.html"));
  const [head = 0, beside = 0, over = 1] = await page.evaluate<number[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const rail = document.querySelector(".rail").getBoundingClientRect().width;
    return [parseFloat(getComputedStyle(document.querySelector(".hero"), "::before").width), clientWidth - rail, scrollWidth - clientWidth];
  })()`);
  expect(Math.abs(head - beside)).toBeLessThan(20);
  expect(over).toBeLessThanOrEqual(0);
  await page.close();
});

test("without script everything is readable, and nothing is offered that would not work", async () => {
  for (const site of sites.all) {
    await eachPage(site, { javaScriptEnabled: false }, async (page, { path }) => {
      expect([path, await unreadable(page)]).toEqual([path, []]);
    });
  }
});

test("who wants less motion gets none", async () => {
  const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 390, height: 800 } });
  await page.goto(sites.example.url("index.html"));
  const moving = await page.evaluate(`(() => ({
    scroll: getComputedStyle(document.documentElement).scrollBehavior,
    elements: [...document.querySelectorAll("*")].filter((element) => {
      const style = getComputedStyle(element);
      return style.animationName !== "none" || style.transitionDuration.split(",").some((each) => Number.parseFloat(each) > 0);
    }).length,
  }))()`);
  expect(moving).toEqual({ scroll: "auto", elements: 0 });
  await page.close();
});

test("with the system's own colours the current page and the focus are still told apart", async () => {
  const page = await browser.newPage({ forcedColors: "active", viewport: { width: 1280, height: 800 } });
  await page.goto(sites.example.url("channels.html"));
  expect(await page.evaluate("getComputedStyle(document.querySelector('.rail [aria-current]')).outlineStyle")).toMatch(/solid|underline/);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  await page.keyboard.press("/");
  expect(await page.evaluate("getComputedStyle(document.querySelector('.find')).outlineStyle")).toBe("solid");
  // A line that is transparent elsewhere would make every entry the current one.
  await page.goto(sites.example.url("guides/connecting.html"));
  const border = "getComputedStyle(document.querySelector('.contents a:not([aria-current])')).borderLeftColor";
  expect(await page.evaluate(border)).toBe(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
  await page.close();
});

test("an example's copy button is there to be seen, before anything points at it", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  const opacities = await page.evaluate<string[]>(
    `[...document.querySelectorAll(".example .code-holder > .copy")].map((button) => getComputedStyle(button).opacity)`,
  );
  expect(opacities.length).toBeGreaterThan(1);
  expect(new Set(opacities)).toEqual(new Set(["1"]));
  await page.close();
});

test("numbers and borders of a text from right to left stand at its side, and code in it stays as it is", async () => {
  const page = await browser.newPage();
  await page.goto(sites.odd.url("servers.html"));
  const directionOf = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector(".prose ${selector}")).direction`);
  expect(await Promise.all(["ol", "blockquote", "code"].map(directionOf))).toEqual(["rtl", "rtl", "ltr"]);
  await page.close();
});

test("a key from right to left stands before its value, and a summary where its heading does", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(sites.odd.url("operations/rtl.html"));
  await page.getByRole("radio", { name: "Example" }).check({ force: true });
  const [key, value, heading, summary] = await page.evaluate<number[]>(`(() => {
    const leftOf = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().left;
    };
    return [".example .k", ".example .s", "h1", ".sub"].map((selector) => leftOf(document.querySelector(selector)));
  })()`);
  expect(key).toBeLessThan(value ?? 0);
  expect(summary).toBe(heading);
  await page.close();
});

test("what is found begins at one edge, whatever script it is in", async () => {
  const page = await browser.newPage();
  await page.goto(`${sites.odd.url("search.html")}?q=${encodeURIComponent("رقم")}`);
  await page.waitForSelector(".found-all .found-title");
  const [title, place] = await page.evaluate<number[]>(`[".found-title", ".found-context"].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(".found-all " + each));
    return Math.round(range.getBoundingClientRect().left);
  })`);
  expect(title).toBe(place);
  await page.close();
});

test("the columns of a table are all in sight, whatever the addresses are and however much room examples leave it", async () => {
  const page = await browser.newPage();
  for (const { path } of [...ofEachKind(sites.odd, 1), ...sites.odd.pages.filter(({ kind }) => kind === "list")]) {
    await page.goto(sites.odd.url(path));
    for (const width of [700, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.table:not(.prose *)')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth).filter(Boolean)",
      );
      expect([width, path, hidden]).toEqual([width, path, []]);
    }
  }
  await page.close();
});

test("a channel without operations says so by name where its table has no head", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(sites.odd.url("channels.html"));
  const said = await page.evaluate<string[]>(
    "[...document.querySelectorAll('td:has(> .muted)')].map((cell) => getComputedStyle(cell, '::before').content)",
  );
  expect(said).toEqual(['"Operations "']);
  await page.close();
});

test("copying an example stands over none of its text", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  const covered = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll(".example .code-holder")].filter((holder) => holder.checkVisibility()).flatMap((holder) => {
    const button = holder.querySelector(".copy").getBoundingClientRect();
    const hits = [];
    const texts = document.createTreeWalker(holder.querySelector("pre"), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        if (text.data.trim() && box.right > button.left && box.left < button.right && box.bottom > button.top && box.top < button.bottom) hits.push(text.data);
      }
    }
    return hits;
  })`);
  expect(covered).toEqual([]);
  await page.close();
});

test("the menu of a page lies over all that is below it", async () => {
  for (const width of [390, 1024, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const { path } of ofEachKind(sites.example, 1)) {
      await page.goto(sites.example.url(path));
      await page.evaluate("document.querySelectorAll('.hand').forEach((menu) => { menu.open = true; })");
      const covered = await page.evaluate<string[]>(`[...document.querySelectorAll(".hand > div > *")].filter((item) => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== item;
      }).map(({ textContent }) => textContent)`);
      expect([width, path, covered]).toEqual([width, path, []]);
    }
    await page.close();
  }
});

test("while a long example scrolls, its tabs and its verdict stay in sight", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 400 } });
  await page.goto(sites.example.url("operations/takeassignmentanswer.html"));
  const outside = await page.evaluate<number[]>(`(() => {
    const panel = [...document.querySelectorAll(".examples")].find((each) => each.checkVisibility());
    panel.querySelector("pre").append("\\n".repeat(80));
    const parts = [".panel-title", ".example-foot"].map((each) => panel.querySelector(each));
    return [0, 300].map((top) => {
      panel.scrollTop = top;
      const box = panel.getBoundingClientRect();
      return parts.filter((part) => part.getBoundingClientRect().top < box.top || part.getBoundingClientRect().bottom > box.bottom).length;
    });
  })()`);
  expect(outside).toEqual([0, 0]);
  await page.close();
});

test("without script each of several examples has its name, and the search is at the edge whatever the title", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  const last = page.locator("[data-tab-name]").last();
  await page.locator(".duo > .bar [value=example]").check({ force: true });
  expect(await page.locator("[data-tab-name]").count()).toBeGreaterThan(1);
  expect((await last.boundingBox())?.width).toBeGreaterThan(50);
  const search = await page.locator(".find + a").boundingBox();
  expect((search?.x ?? 0) + (search?.width ?? 0)).toBeGreaterThan(350);
  await page.close();
});

test("on a phone a long name stays beside its arrow, and a key of an extension has the whole line", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(sites.example.url("operations/takeassignmentanswer.html"));
  const [arrow = 0, name = 1] = await page.evaluate<number[]>(`(() => {
    const link = document.querySelector(".pick-link");
    link.querySelector(".name").textContent = "AgentV1ReceiveFunctionCallResponseOfAnOperation";
    return [link.querySelector(".glyph"), link.querySelector(".name")].map((each) => each.getBoundingClientRect().left);
  })()`);
  expect(name).toBeGreaterThan(arrow);
  await page.goto(sites.example.url("index.html"));
  await page.evaluate("document.getElementById('details').open = true");
  const [key = 0, row = 1] = await page.evaluate<number[]>(
    "['th', 'tr'].map((each) => document.querySelector('.table.fixed tbody ' + each).clientWidth)",
  );
  expect(row - key).toBeLessThan(40);
  await page.close();
});

test("what a guide embeds is as wide as its text", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(sites.example.url("guides/connecting.html"));
  const ends = await page.evaluate<number[]>(
    "['.guide > .prose', '.guide .examples'].map((part) => document.querySelector(part).getBoundingClientRect().right)",
  );
  expect(ends[1]).toBe(ends[0]);
  await page.close();
});

test("nothing moves when the scripts of a page come, wide and on a phone", async () => {
  for (const site of sites.all) {
    const urls = ofEachKind(site, 1).map(({ path }) => site.url(path));
    for (const width of [1280, 390]) expect([width, await movement(browser, urls, width)]).toEqual([width, []]);
  }
});

test("a label of the card beside an operation has room for one long word, and no value of it is parted at a hyphen", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  const lines = await page.evaluate<number>(`(() => {
    const label = [...document.querySelectorAll(".keys dt")].find(({ textContent }) => textContent === "Publish");
    label.textContent = "Veröffentlichen";
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getClientRects().length;
  })()`);
  expect(lines).toBe(1);
  const parted = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.keys code')].filter((value) => value.textContent.length < 20 && value.getClientRects().length > 1).map(({ textContent }) => textContent)",
  );
  expect(parted).toEqual([]);
  await page.close();
});

test("an operation without messages says so below how to connect, not below its code", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-bare-"));
  const file = join(folder, "bare.json");
  const servers = { main: { url: "b.example:1883", protocol: "mqtt" } };
  const document = {
    asyncapi: "2.6.0",
    info: { title: "Bare", version: "1" },
    servers,
    channels: { lit: { subscribe: { operationId: "onLit" } } },
  };
  writeFileSync(file, JSON.stringify(document));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(build("bare", folder, [file]).url("operations/onlit.html"));
  const gap = await page.evaluate<number>(`(() => {
    const [card, said] = [".connects > :first-child", ".empty"].map((each) => document.querySelector(each).getBoundingClientRect());
    return said.top - card.bottom;
  })()`);
  expect(gap).toBe(24);
  expect(await page.locator(".connects > .copyable").count()).toBe(1);
  await page.close();
  rmSync(folder, { recursive: true });
});
