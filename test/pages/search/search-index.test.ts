import { expect, it } from "vitest";
import type { SearchEntry } from "../../../src/pages/search/index.ts";
import { fold, SearchIndex, tokenize } from "../../../src/pages/search/index.ts";
import { wordsOf } from "../../../src/text/index.ts";

const entry = (title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  kind: "message",
  title,
  context: "",
  href: "a.html",
  names: [],
  text: "",
  ...more,
});

const built = (...entries: SearchEntry[]) => {
  const index = new SearchIndex();
  for (const each of entries) index.add(each);
  return new Map([...index.files("search")].map(({ path, contents }) => [path, contents]));
};

/** What a page's script is handed by one file. */
function taken(contents: string | undefined): { part: string; number: number; value: unknown } {
  const [, part = "", number = "", json = ""] = /^msgdocsSearch\.take\("(\w+)",(\d+),(.*)\);\n$/s.exec(contents ?? "") ?? [];
  return { part, number: Number(number), value: JSON.parse(json) };
}

it("takes names apart where they have joints, and keeps them whole", () => {
  expect([...tokenize("lightMeasured HTTPServer2 order-items/{id}")]).toEqual([
    "light",
    "measured",
    "lightmeasured",
    "http",
    "server",
    "httpserver",
    "2",
    "order",
    "items",
    "id",
  ]);
});

it("folds case, marks and forms", () => {
  expect(fold("Ärger ﬁsh")).toBe("arger fish");
  expect([...tokenize("東京都")]).toEqual(["東京", "京都"]);
});

it("codes terms by what they share, and hits by difference", () => {
  const files = built(entry("light"), entry("lights"), entry("other", { names: ["light"] }));
  expect(taken(files.get("search/terms.js")).value).toEqual({ terms: "0light 5s 0other", starts: [0], size: 128, count: 3, letters: {} });
  expect(taken(files.get("search/hits-0.js")).value).toEqual(["0;;2", "1", "2"]);
  expect(taken(files.get("search/titles-0.js")).value).toHaveLength(3);
});

it("has the best hits of a common first letter ready: ranks first, then the order of the entries, each entry once", () => {
  const texts = Array.from({ length: 600 }, (_, at) => entry(`other${String(at)}`, { text: "see below, by hand" }));
  const files = built(...texts, entry("book"), entry("big box", { names: ["bag"] }));
  const { letters } = taken(files.get("search/terms.js")).value as { letters: Record<string, string> };
  // 602 entries begin a word with b: the whole title stands first, then the other, then the texts from the first on.
  expect(letters.b).toBe(`go;gp;;;;${["0", ...Array.from({ length: 97 }, () => "1")].join(".")}`);
  expect(Object.keys(letters)).toEqual(expect.arrayContaining(["b", "h", "o", "s"]));
  // What few words begin with is found the usual way.
  expect(taken(built(entry("book")).get("search/terms.js")).value).toMatchObject({ letters: {} });
});

it("groups the fields of one name before them, of messages from two on, of other places where they are many", () => {
  const field = (context: string, note: string): SearchEntry => entry("amount", { kind: "field", context, note });
  const index = new SearchIndex();
  const numbers = ["P", "Q", "R", "S", "T", "U"].map((name) => field(name, "number"));
  const texts = ["V", "W", "X"].map((name) => field(name, "string"));
  for (const each of [...numbers, ...texts]) index.add(each);
  index.groupFields(wordsOf("en"));
  const files = new Map([...index.files("search")].map(({ path, contents }) => [path, contents]));
  const titles = taken(files.get("search/titles-0.js")).value as string[][];
  expect(titles.map(([, , context = ""]) => context)).toEqual([..."PQRSTUVWX".split(""), "in 9 places"]);
  expect(titles.at(-1)?.slice(3)).toEqual(["search.html?q=amount", "P, Q, R, S, T, U", "", "number, string", "0.1.1.1.1.1.1.1.1"]);
  const terms = (taken(files.get("search/terms.js")).value as { terms: string }).terms.split(" ");
  const hits = taken(files.get("search/hits-0.js")).value as string[];
  // By the name: the group, then those that are in it.
  expect(hits[terms.indexOf("0amount")]).toBe("9;;;0.1.1.1.1.1.1.1.1");
  const portal = new SearchIndex();
  const ofMessages = new SearchIndex();
  for (const each of [entry("V"), entry("W"), ...texts.slice(0, 2)]) ofMessages.add(each);
  portal.addSlice(ofMessages.slice(), { folder: "apis/a/", of: "A" });
  for (const each of [ofMessages, portal]) {
    each.groupFields(wordsOf("en"));
    expect(each.slice().entries.at(-1)?.slice(0, 3)).toEqual(["field", "amount", "in 2 messages"]);
  }
});

it("lets no text end a script or break a line", () => {
  const text = built(entry("</script>\u2028<!--")).get("search/titles-0.js") ?? "";
  expect(text).not.toMatch(/<|\u2028/);
  expect(taken(text).value).toEqual([["message", "</script>\u2028<!--", "", "a.html"]]);
});

it("gives the same bytes whatever the number of entries before a term was met", () => {
  const many = Array.from({ length: 400 }, (_, index) => entry(`name${String(index)} shared`));
  const files = built(...many);
  expect([...files.keys()].filter((path) => path.includes("titles"))).toHaveLength(4);
  expect(built(...many)).toEqual(files);
});

it("shows of each entry why it may be found: the beginnings of its text and of its values, and what it is", () => {
  const files = built(entry("a", { text: "One\n two.", values: "north south", note: "string" }), entry("b", { text: "word ".repeat(60) }));
  const [first, second] = taken(files.get("search/titles-0.js")).value as string[][];
  expect(first).toEqual(["message", "a", "", "a.html", "One two.", "north south", "string"]);
  expect(second).toEqual(["message", "b", "", "a.html", `${"word ".repeat(28).trim()}…`]);
});

it("ranks a field by its whole name before titles, and by a part of it below them", () => {
  const files = built(entry("robotId", { kind: "field" }), entry("Other", { text: "robot" }));
  const { terms } = taken(files.get("search/terms.js")).value as { terms: string };
  const hits = taken(files.get("search/hits-0.js")).value as string[];
  expect(terms).toBe("0id 0other 0robot 5id");
  expect(hits).toEqual([";;;0", "1", ";;;0;;1", "0"]);
});
