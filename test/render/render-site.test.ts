import { expect, test } from "vitest";
import { renderSite } from "../../src/render/index.ts";
import { defaultTheme, modelOf } from "../site/site-of.ts";

const channels = Array.from({ length: 40 }, (_, at) => `  c${at}: {}\n`).join("");
const document = `asyncapi: 2.6.0\ninfo: { title: Many, version: "1" }\nchannels:\n${channels}`;

/** The pages that are made before the site is given up, and its size where it is not. */
async function madeWithin(most: number): Promise<{ pages: string[]; characters: number; error?: unknown }> {
  const pages: string[] = [];
  let characters = 0;
  try {
    for await (const { path, contents } of renderSite({ site: await modelOf(document), theme: await defaultTheme(), most })) {
      if (path.endsWith(".html")) pages.push(path);
      characters += contents.length;
    }
  } catch (error) {
    return { pages, characters, error };
  }
  return { pages, characters };
}

test("a site whose pages surely do not fit is not begun; one that fits is made", async () => {
  const { pages, characters } = await madeWithin(Infinity);
  expect(pages.length).toBeGreaterThan(40);
  expect((await madeWithin(characters)).error).toBeUndefined();
  const most = Math.floor(characters * 0.85);
  const short = await madeWithin(most);
  expect(short.error).toMatchObject({ name: "SiteTooLargeError", most });
  expect(short.pages.length).toBeGreaterThan(20);
  expect(await madeWithin(characters / 5)).toMatchObject({ pages: [], error: { name: "SiteTooLargeError" } });
});
