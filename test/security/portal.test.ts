import { expect, test } from "vitest";
import { contents, folder, msgdocs } from "../app/cli/shell.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { printPlain } from "../support/plain.ts";
import { outsideOfSite } from "./closed-site.ts";
import { hostileLeaves } from "./hostile-leaves.ts";
import { payloads } from "./payloads.ts";

/** An API that sends or receives orders. */
const friend = (title: string, way: "publish" | "subscribe", required: string): string =>
  JSON.stringify({
    asyncapi: "2.6.0",
    info: { title, version: "1.0.0" },
    servers: { main: { url: "broker.example", protocol: "kafka" } },
    channels: { orders: { [way]: { message: { name: "Order", payload: { type: "object", required: [required] } } } } },
  });

const friends = {
  "msgdocs.yaml": "documents: ['*/asyncapi.json']\nallowErrors: true\ngroup: owner\n",
  "shop/asyncapi.json": friend("Shop", "subscribe", "id"),
  "audit/asyncapi.json": friend("Audit", "publish", "note"),
};

/** The pages that a build wrote. */
function siteIn(place: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(contents(place)).filter(([path]) => path !== ".msgdocs.json"));
}

const [dialect] = dialects;
const attacker = dialect ? printPlain(formatDocument(dialect, hostileLeaves(payloads, 0))) : "";
/** One that comes to the channel of others, and says of itself what no page may take for markup. */
const intruder = friend(
  `"></a><script>alert(1)</script>\u202e../../shop`,
  "publish",
  `</td></tr></table><h1 id="main">x|](javascript:x)`,
).replace(`"info":{`, `"id":"urn:x:../../shop/<b>","info":{"contact":{"name":"<img src=x onerror=alert(1)>"},`);

test("a hostile document of a portal changes nothing of other APIs but what is said of it there, as text", async () => {
  const place = folder({ ...friends, "attacker/asyncapi.json": attacker });
  await msgdocs(place, ["build", "-q", "--trust-settings", "-o", "alone"]);
  const alone = siteIn(`${place}/alone`);
  expect(
    Object.keys(alone)
      .filter((path) => path.startsWith("apis/"))
      .some((path) => !/^apis\/(?:shop|audit)\//.test(path)),
  ).toBe(true);
  const quiet = folder(friends);
  await msgdocs(quiet, ["build", "-q", "--trust-settings", "-o", "site"]);
  const without = siteIn(`${quiet}/site`);
  const ofFriends = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).filter(([path]) => /^apis\/(?:shop|audit)\//.test(path));
  expect(ofFriends(alone)).toEqual(ofFriends(without));
  expect(outsideOfSite(new Map(Object.entries(alone)))).toEqual([]);
});

test("one that is on the channel of others stands in their pages as text", async () => {
  const place = folder({ ...friends, "intruder/asyncapi.json": intruder });
  await msgdocs(place, ["build", "-q", "--trust-settings", "-o", "site"]);
  const files = siteIn(`${place}/site`);
  expect(outsideOfSite(new Map(Object.entries(files)))).toEqual([]);
  expect(files["map.html"]).toContain("matrix");
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith(".html")) expect([path, /<img src=x|<script>alert|<h1 id="main"/.exec(text)]).toEqual([path, null]);
    const outsideOfCode = text.replace(/```[^]*?```|`[^`\n]*`/g, "");
    if (path.endsWith(".md")) expect([path, /[^\\]\]\(javascript:|\u202e/.exec(outsideOfCode)]).toEqual([path, null]);
    if (path.startsWith("search/")) expect([path, /<\/?script|<!--/i.exec(text)]).toEqual([path, null]);
  }
  // It has a folder of its own, whatever it calls itself.
  const apis = new Set(Object.keys(files).flatMap((path) => /^apis\/([^/]+)\//.exec(path)?.[1] ?? []));
  expect(apis.size).toBe(3);
  expect(Object.keys(files).filter((path) => path.includes(".."))).toEqual([]);
  const channel = Object.keys(files).find((path) => /^apis\/shop\/operations\/.*\.html$/.test(path)) ?? "";
  expect(files[channel]).toMatch(/class="on-channel"[^]*does not fit/);
});
