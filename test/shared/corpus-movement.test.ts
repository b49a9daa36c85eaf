import { join } from "node:path";
import { expect, test } from "vitest";
import { heavyViews } from "../browser/first-view.ts";
import { movement } from "../browser/movement.ts";
import { build, ofEachKind } from "../browser/sites.ts";
import { corpus, openBrowser } from "./corpus-browser.ts";

/** Pages of one kind are made by one template: one of each is looked at, in one width. MSGDOCS_LONG=1 looks at all in both, by hand. */
const long = process.env.MSGDOCS_LONG !== undefined;
const many = long ? Infinity : 1;

const { folder, browser } = openBrowser();

const published = [
  "asyncapi+spec/v2.4.0/examples/streetlights-mqtt.yml",
  "springwolf+springwolf-core/0ea3f1e8/springwolf-examples/springwolf-amqp-example/src/test/resources/asyncapi.json",
  "asyncapi+spec/3afe09b2/examples/adeo-kafka-request-reply-asyncapi.yml",
  "ballerina-platform+asyncapi-triggers/ff7e4e47/asyncapi/quickbooks/asyncapi.yaml",
  "deepgram+deepgram-api-specs/28d22b30/asyncapi.yml",
  "asyncapi+generator/97161a53/packages/templates/clients/websocket/test/__fixtures__/asyncapi-slack-client.yml",
  "asyncapi+spec/v2.4.0/examples/rpc-client.yml",
  "asyncapi+spec/v3.0.0/examples/streetlights-mqtt-asyncapi.yml",
  "lerenn+asyncapi-codegen/29744850/test/v3/issues/267/asyncapi.yaml",
  "microcks+microcks/18ab3372/webapp/src/test/resources/io/github/microcks/util/asyncapi/streetlights-asyncapi-3.0-dynamic.yaml",
];

test(
  "on the pages of ten documents nothing moves when scripts come, and no first view is over 40 KB",
  async () => {
    for (const [at, path] of published.entries()) {
      const site = build(`still-${String(at)}`, folder, [join(corpus, path)]);
      expect([path, heavyViews(site)]).toEqual([path, []]);
      const urls = ofEachKind(site, many).map(({ path: listed }) => site.url(listed));
      const widths = long ? [1280, 390] : [at % 2 ? 390 : 1280];
      for (const width of widths) expect([path, width, await movement(browser(), urls, width)]).toEqual([path, width, []]);
    }
  },
  (long ? 60 : 5) * 60_000,
);
