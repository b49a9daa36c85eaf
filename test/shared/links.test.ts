import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow } from "../browser/follow-links.ts";
import { launch } from "../browser/launch.ts";
import { build } from "../browser/sites.ts";

const corpus = fileURLToPath(new URL("../../../shared/corpus/real", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-corpus-links-"));
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["streetlights", "asyncapi+spec/v2.4.0/examples/streetlights-mqtt.yml"],
  ["springwolf", "springwolf+springwolf-core/0ea3f1e8/springwolf-examples/springwolf-amqp-example/src/test/resources/asyncapi.json"],
  ["adeo", "asyncapi+spec/3afe09b2/examples/adeo-kafka-request-reply-asyncapi.yml"],
])(
  "links of every kind of %s lead to what is there, and there is no kind that nobody thought of",
  async (name, path) => {
    const site = build(name, folder, [join(corpus, path)]);
    const page = await browser.newPage();
    const { count, unknown, wrong } = await follow(page, site, { urlOf: (each) => site.url(each), most: 2 });
    expect({ unknown, wrong }).toEqual({ unknown: [], wrong: [] });
    expect(count).toBeGreaterThan(40);
    await page.close();
  },
  120_000,
);
