import { expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { pageAt, textOf } from "../kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Orders, version: "1" }
channels:
  orders:
    publish:
      operationId: takeOrder
      message:
        name: order
        payload: { type: object, properties: { id: { type: strng }, total: { minimum: many } } }
    subscribe: { operationId: tellOrder, message: { name: told, payload: { type: string } } }
`;

/** The list of all problems. */
const groupsOf = (files: ReadonlyMap<string, string>): string => {
  const page = files.get("problems.html") ?? "";
  return page.slice(page.indexOf('<div class="body problem-groups">'));
};

test("a document with errors says so on the overview, has a page of them by what they concern, and counts them in the sidebar", async () => {
  const { files } = await built({ "main.yaml": document });
  const overview = files.get("index.html") ?? "";
  expect(textOf(overview)).toContain("The document has 2 errors. This site was built all the same.");
  expect(overview).toContain('<a href="problems.html">See all problems</a>');
  expect(overview).not.toContain("problem-groups");
  const groups = groupsOf(files);
  expect(textOf(/<summary>.*?<\/summary>/.exec(groups)?.[0] ?? "").trim()).toBe("Message order 2 2 errors");
  expect(groups).toMatch(/<a href="operations\/takeorder\.html#problem-1">/);
  const page = files.get("operations/takeorder.html") ?? "";
  const red = (count: number): string =>
    `<span class="count bad" aria-hidden="true">${count}</span><span class="sr"> ${count} errors</span>`;
  expect(page).toContain(`<a href="../problems.html"><span>Problems</span>${red(2)}</a>`);
  expect(
    [...page.matchAll(/<a href="(?:takeorder|tellorder)\.html"[^>]*>.*?<\/a>/g)].map(
      ([link]) => /<span class="count bad"[^>]*>(\d+)/.exec(link)?.[1],
    ),
  ).toEqual(expect.arrayContaining(["2", undefined]));
});

test("a document with warnings only has a link to them beside its figures, and does not say that the site is incomplete", async () => {
  const odd = document.replace("{ minimum: many }", "{ type: integer, examples: [many] }").replace("strng", "string");
  const overview = (await built({ "main.yaml": odd })).files.get("index.html") ?? "";
  expect(overview).toContain('<a class="warn" href="problems.html">1 warning</a></p>');
  expect(textOf(overview)).not.toMatch(/in spite|incomplete/);
  expect(overview).toContain(
    '<span>Problems</span><span class="count warn" aria-hidden="true">1</span><span class="sr"> 1 warning</span></a>',
  );
});

test("errors and warnings are counted apart, by the same numbers on the overview, in the sidebar, on the pages and on that of all problems", async () => {
  const two = document.replace("{ minimum: many }", "{ type: integer, examples: [many] }");
  const { files } = await built({ "main.yaml": two });
  expect(textOf(files.get("index.html"))).toContain("The document has 1 error and 1 warning.");
  expect(files.get("index.md")).toContain("[The document has 1 error and 1 warning.](problems.md)");
  const all = files.get("problems.html") ?? "";
  expect(all).toContain('<p class="badges"><span class="badge bad">1 error</span><span class="badge warn">1 warning</span></p>');
  expect(textOf(/<summary>.*?<\/summary>/.exec(groupsOf(files))?.[0] ?? "").trim()).toBe("Message order 1 1 error 1 1 warning");
  expect(textOf(pageAt(files, "operations/takeorder.html"))).toContain("On this page: 1 error and 1 warning.");
  for (const page of [...files].filter(([path]) => path.endsWith(".html") && !/^(?:404|search)/.test(path)))
    expect(page[1], page[0]).toMatch(
      /<span>Problems<\/span>(?:<span class="count (?:bad|warn)"[^>]*>1<\/span><span class="sr"> 1 \w+<\/span>){2}/,
    );
});

test("a document without errors has no such lines", async () => {
  const { files } = await built({ "main.yaml": document.replace("strng", "string").replace("many", "1") });
  expect(files.has("problems.html")).toBe(false);
  expect(files.get("index.html")).not.toMatch(/page-problems|count bad|problem-groups/);
});

test("a problem of a guide is listed under it and on its page, and a place that has no page is no link", async () => {
  const texts = {
    "main.yaml": document.replace("strng", "string").replace("many", "1"),
    "start.md": "# Begin\n\nSee [nothing](message:nope).\n",
  };
  const site = await built(texts, (folder) => ({ guides: [`${folder}/start.md`] }));
  const overview = site.files.get("index.html") ?? "";
  const groups = groupsOf(site.files);
  expect(textOf(/<summary>.*?<\/summary>/.exec(groups)?.[0] ?? "").trim()).toBe("Guide Begin 1 1 warning");
  expect(groups).toMatch(/<a href="guides\/start\.html#problem-1">message:nope leads nowhere/);
  const guide = site.files.get("guides/start.html") ?? "";
  expect(guide).toMatch(/<li id="problem-1">/);
  expect(guide).toContain('<a class="broken" data-target="message:nope">nothing</a>');
  for (const page of [overview, guide]) expect(page).not.toContain('href=""');
});

const manyWarnings = document
  .replace("{ minimum: many }", "{ type: array, items: { type: integer }, examples: [a, b, c, d, e] }")
  .replace("strng", "string");

test("a page with warnings only is amber, and a field shows three of its problems and how many more there are", async () => {
  const mild = pageAt((await built({ "main.yaml": manyWarnings })).files, "messages/order.html");
  expect(mild).toContain('<div class="page-problems warn" id="problems">');
  expect(mild.match(/class="field-problem"/g)).toHaveLength(3);
  expect(textOf(mild)).toContain("2 more");
  const bad = pageAt((await built({ "main.yaml": document })).files, "messages/order.html");
  expect(bad).toContain('<div class="page-problems" id="problems">');
});

test("a site shows no problems where the settings say so, in none of its files", async () => {
  const sentence = /did you mean|page-problems|field-problem|problem-groups|problems\.(?:html|md)/i;
  const filesWith = async (problems: boolean): Promise<string[]> => {
    const { files } = await built({ "main.yaml": document }, () => ({ show: { source: false, problems, assistants: true } }));
    return [...files].filter(([path, text]) => !/^(?:assets|downloads)\//.test(path) && sentence.test(text)).map(([path]) => path);
  };
  expect(await filesWith(true)).toEqual(expect.arrayContaining(["index.md", "operations/takeorder.html", "print.html", "manifest.json"]));
  expect(await filesWith(false)).toEqual([]);
});

test("the overview says how many examples are not checked, beside those that match", async () => {
  const checked = "{ payload: { type: string }, examples: [{ payload: a }] }";
  const unread = "{ contentType: text/csv, payload: { type: object }, examples: [{ payload: a }, { payload: b }] }";
  const overview = async (messages: string): Promise<string> =>
    textOf(
      (
        await built({
          "main.yaml": `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: { a: { publish: { message: { oneOf: [${messages}] } } } }`,
        })
      ).files.get("index.html"),
    );
  expect(await overview(`${checked}, ${unread}`)).toContain("1 of 1 message example matches · 2 not checked");
  expect(await overview(unread)).toContain("2 message examples not checked");
  expect(await overview(checked)).not.toContain("not checked");
});

test("what is wrong with a reference stands at the field that it is for, not at the object around it", async () => {
  const payload = `{ type: object, properties: { at: { $ref: "#/components/schemas/Spot", description: here }, far: { type: object, properties: { to: { $ref: "#/components/schemas/Spot", default: {} } } } } }`;
  const text = `asyncapi: 2.6.0
info: { title: Orders, version: "1" }
channels: { orders: { publish: { operationId: takeOrder, message: { name: order, payload: ${payload} } } } }
components: { schemas: { Spot: { type: object, properties: { x: { type: number } } } } }
`;
  const page = (await built({ "main.yaml": text })).files.get("operations/takeorder.html") ?? "";
  const rows = [...page.matchAll(/<li class="schema-row[^>]* id="([^"]*)"/g)];
  const marked = [...page.matchAll(/class="field-problem"/g)].map(({ index }) => rows.findLast((row) => row.index < index)?.[1]);
  expect(marked).toEqual(["messages.order.payload.at", "messages.order.payload.far.to"]);
});
