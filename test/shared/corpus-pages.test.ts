import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { violationsInBothThemes } from "../browser/axe.ts";
import { invalidMarkup } from "../browser/invalid-markup.ts";
import { overflow, unreadable } from "../browser/reading.ts";
import { build, ofEachKind } from "../browser/sites.ts";
import { corpus, openBrowser } from "./corpus-browser.ts";

/** Pages of one kind are made by one template: so many of each are looked at; MSGDOCS_LONG=1 looks at all, by hand. */
const some = process.env.MSGDOCS_LONG === undefined ? 2 : Infinity;

const { folder, browser } = openBrowser();

test.each([
  ["streetlights", "asyncapi+spec/v2.4.0/examples/streetlights-mqtt.yml"],
  ["springwolf", "springwolf+springwolf-core/0ea3f1e8/springwolf-examples/springwolf-amqp-example/src/test/resources/asyncapi.json"],
  ["adeo", "asyncapi+spec/3afe09b2/examples/adeo-kafka-request-reply-asyncapi.yml"],
])(
  "pages of each kind of %s: axe in both themes, the policy, nothing sideways at 320 CSS px, whole without script, valid HTML",
  async (name, path) => {
    const site = build(name, folder, [join(corpus, path)]);
    const page = await browser().newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => wrong.push(message.text()));
    for (const { path: listed } of ofEachKind(site, some)) {
      await page.setViewportSize({ width: 320, height: 640 });
      // What axe itself does on the page before is no fault of ours.
      wrong.length = 0;
      await page.goto(site.url(listed));
      expect([listed, await overflow(page)]).toEqual([listed, ""]);
      expect([listed, wrong]).toEqual([listed, []]);
      expect([listed, await invalidMarkup(readFileSync(join(site.folder, listed), "utf8"))]).toEqual([listed, []]);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect([listed, await violationsInBothThemes(page)]).toEqual([listed, []]);
    }
    await page.close();
    const plain = await browser().newPage({ javaScriptEnabled: false });
    for (const { path: listed } of ofEachKind(site, some)) {
      await plain.goto(site.url(listed));
      expect([listed, await unreadable(plain)]).toEqual([listed, []]);
    }
    await plain.close();
  },
  300_000,
);
