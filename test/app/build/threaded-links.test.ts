import { hash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ThreadedLinks } from "../../../src/app/build/threaded-links.ts";
import type { Links } from "../../../src/render/links/index.ts";
import { OwnLinks } from "../../../src/render/links/index.ts";
import { SharedText } from "../../../src/render/theme/index.ts";

/** More than is handed over at once, of everything that there is to tell; every seventh page has a link that leads nowhere. */
async function tell(links: Links): Promise<string[]> {
  const filler = "<p>\u00e9\ud83d\ude00 words</p>".repeat(2000);
  const shared = Array.from(
    { length: 7 },
    (_, at) => new SharedText(`<p id="*x${at}"></p><a href="../other/${at}.html#y"></a>${filler}`, "*"),
  );
  for (let at = 0; at < 300; at += 1) {
    links.addFile(`files/${at}.json`);
    const own = [`${filler}<p id="own"></p><a href="${at % 7 === 0 ? "gone" : at}.html#own"></a>`, '<a href="../files/7.json"></a>'];
    const text = shared[at % 7]!;
    await links.addPage(`pages/${at}.html`, { own, parts: [{ text, as: `p${at}-` }] });
  }
  for (let at = 0; at < 3000; at += 1) {
    const href = `pages/${at % 300}.html#${at % 3 === 0 ? "own" : "elsewhere"}`;
    await links.addEntry({
      kind: "field",
      title: `orderId ${at}`,
      context: "Order",
      href,
      names: [`name${at % 11}`],
      text: "words ".repeat(80),
    });
  }
  const search = [...(await links.searchFiles())];
  links.addFile("other/3.html");
  const broken = (await links.broken()).map(({ page, target, reason }) => `${page} ${target}: ${reason}`);
  return [...search.map(({ path, contents }) => `${path} ${hash("sha256", contents)}`), ...broken];
}

test("a thread gives the same answers in the same order", async () => {
  const threaded = new ThreadedLinks();
  try {
    const [own, other] = [await tell(new OwnLinks()), await tell(threaded)];
    // 28 files of the search; one page and six files that are asked for are not there, nor are eight anchors.
    expect(own).toHaveLength(28 + 7 + 8);
    expect(other).toEqual(own);
  } finally {
    threaded.stop();
  }
});

test.each([
  ["fails", 'parentPort.on("message", () => { throw new URIError("a bug"); })', "a bug"],
  ["ends", 'parentPort.on("message", () => process.exit(0))', "The thread that verifies links has ended."],
  ["ends at once", "void parentPort", "The thread that verifies links has ended."],
  ["does not begin", 'import "./there-is-none.js"; parentPort', "there-is-none.js"],
])("a thread that %s fails the site, whatever is told or asked", async (_, code, message) => {
  const file = join(mkdtempSync(join(tmpdir(), "msgdocs-thread-")), "thread.mjs");
  writeFileSync(file, `import { parentPort } from "node:worker_threads"; ${code};`);
  const links = new ThreadedLinks(file);
  await expect(tell(links)).rejects.toThrow(message);
  await expect(links.searchFiles()).rejects.toThrow(message);
  await expect(links.broken()).rejects.toThrow(message);
  links.stop();
});
