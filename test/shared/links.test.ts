import { join } from "node:path";
import { expect, test } from "vitest";
import { follow } from "../browser/follow-links.ts";
import { build } from "../browser/sites.ts";
import { corpus, openBrowser } from "./corpus-browser.ts";

const { folder, browser } = openBrowser();

test.each([
  ["streetlights", "asyncapi+spec/v2.4.0/examples/streetlights-mqtt.yml"],
  ["springwolf", "springwolf+springwolf-core/0ea3f1e8/springwolf-examples/springwolf-amqp-example/src/test/resources/asyncapi.json"],
  ["adeo", "asyncapi+spec/3afe09b2/examples/adeo-kafka-request-reply-asyncapi.yml"],
])(
  "links of every kind of %s lead to what is there, and there is no kind that nobody thought of",
  async (name, path) => {
    const site = build(name, folder, [join(corpus, path)]);
    const page = await browser().newPage();
    const { count, unknown, wrong } = await follow(page, site, { urlOf: (each) => site.url(each), most: 2 });
    expect({ unknown, wrong }).toEqual({ unknown: [], wrong: [] });
    expect(count).toBeGreaterThan(40);
    await page.close();
  },
  120_000,
);
