import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import german from "../../../src/text/words/de.json" with { type: "json" };
import english from "../../../src/text/words/en.json" with { type: "json" };
import { languageCodes, reason, translateReason, wordsOf, type Phrase } from "../../../src/text/words/index.ts";

const base = fileURLToPath(new URL("../../../", import.meta.url));

/** The texts below a folder, but for templates of code, which are in no language that is spoken. */
function textsBelow(folder: string, extension: RegExp): string[] {
  return readdirSync(base + folder, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && extension.test(each.name) && !each.parentPath.endsWith("code"))
    .map((each) => readFileSync(`${each.parentPath}/${each.name}`, "utf8"));
}

const templates = textsBelow("templates", /\.hbs$/);
const files: readonly (readonly [string, Readonly<Record<string, Phrase>>])[] = [
  ["en", english],
  ["de", german],
];

function formsOf(phrase: Phrase): string[] {
  return typeof phrase === "string" ? [phrase] : Object.values(phrase);
}

function blanksOf(phrase: Phrase): string[] {
  return [...new Set(formsOf(phrase).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

test("numbers in phrases are figures of the language, and reasons for programs are digits", () => {
  const say = (language: string, own = {}) =>
    [1, 999, 1259, 1234567].map((count) => wordsOf(language, own)("portal.count-apis", { count }));
  expect(say("en")).toEqual(["1 API", "999 APIs", "1,259 APIs", "1,234,567 APIs"]);
  expect(say("de")).toEqual(["1 API", "999 APIs", "1.259 APIs", "1.234.567 APIs"]);
  expect(say("fr", { "site.thousands": " " })[2]).toBe("1 259 APIs");
  // A text is never changed, whatever it looks like.
  expect(wordsOf("en")("portal.mark-since", { version: "1259" })).toBe("Since 1259");
  for (const [key, phrase] of Object.entries(english)) {
    if (!key.startsWith("reason.") || typeof phrase === "string") continue;
    const said = reason(key.slice("reason.".length) as Parameters<typeof reason>[0], { count: 1259 });
    expect(said).toContain("1259");
    expect(translateReason(wordsOf("de"), said)).toContain("1.259");
  }
});

test("templates write each count as a figure", () => {
  const raw = templates.flatMap((text) => text.match(/[^\s]{0,20}\{\{(?:[\w.@/]+[./])?(?:count|more|errors|clashCount)\}\}/g) ?? []);
  // Where an example is cut, `more` is the address of the whole.
  expect(raw).toEqual(['href="{{more}}']);
});

describe("the languages", () => {
  test("are those that have a file", () => {
    const named = readdirSync(`${base}src/text/words`).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);
    expect([...languageCodes].sort()).toEqual(named);
  });

  test("say no phrase twice", () => {
    const keys = (language: string) => [...readFileSync(`${base}src/text/words/${language}.json`, "utf8").matchAll(/^ {2}"([^"]+)":/gm)];
    for (const [language, phrases] of files) expect(keys(language).map(([, key]) => key)).toEqual(Object.keys(phrases));
  });

  test("say every phrase, in the same order, with the same blanks", () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
    const blanks = (phrases: Readonly<Record<string, Phrase>>) =>
      Object.fromEntries(Object.entries(phrases).map(([key, phrase]) => [key, blanksOf(phrase)]));
    expect(blanks(german)).toEqual(blanks(english));
  });

  test.each(files)("%s leaves no phrase empty and no brace open", (_, phrases) => {
    for (const form of Object.values(phrases).flatMap(formsOf)) expect(form.replace(/\{\w+\}/g, "x")).toMatch(/^[^{}]*[^\s{}][^{}]*$/);
  });

  test.each(files)("%s says one of everything that it counts as one: a number before a noun has its forms", (_, phrases) => {
    // After these a number stands alone: "3 more", "1 required", "one of 3: Card · Cash".
    const alone = /\{count\}(?: more| weitere| required| Pflicht| nach Position| by position|: \{names\}|\.|$)/;
    const plural = Object.entries(phrases).filter(
      ([, phrase]) => typeof phrase === "string" && phrase.includes("{count}") && !alone.test(phrase),
    );
    expect(plural).toEqual([]);
  });

  test("German is German: what it says as English does is a name or a word of the trade", () => {
    const same = Object.entries(english).filter(
      ([key, phrase]) => JSON.stringify(phrase) === JSON.stringify(german[key as keyof typeof german]),
    );
    const words = new Set(
      same.flatMap(([, phrase]) => formsOf(phrase).flatMap((form) => form.replace(/\{\w+\}/g, "").match(/\p{L}[\p{L}\d.-]*/gu) ?? [])),
    );
    const trade =
      `API APIs Bindings Broker Clients clients Code Connect Downloads Enter Esc GSSAPI Host Id JSON Link Logo Name OAuth OpenID Operation Parameter PLAIN Portal Query SASL Schema Schemas
      SCRAM-SHA-256 SCRAM-SHA-512 Scope Scopes Server Tag Tags Trait Traits URL Version YAML`.split(/\s+/);
    expect([...words].filter((word) => !trade.includes(word))).toEqual([]);
  });
});

describe("the templates", () => {
  test("say nothing but words of the files", () => {
    const rooms: Readonly<Record<string, string>> = { t: "site", p: "portal" };
    const said = new Set(
      templates.flatMap((text) => [...text.matchAll(/\b([tp])\.([\w-]+)/g)].map(([, of = "t", key = ""]) => `${rooms[of] ?? ""}.${key}`)),
    );
    expect([...said].filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  });

  test("hold no words of their own, neither as text nor in an attribute that is read", () => {
    const own = templates.flatMap((text) => {
      const bare = text.replace(/\{\{!--[^]*?--\}\}/g, "").replace(/\{\{[^]*?\}\}/g, "");
      const attributes = [...bare.matchAll(/\b(?:alt|title|placeholder|aria-label|content)="([^"]*)"/g)].map(([, value = ""]) => value);
      return [bare.replace(/<[^>]*>/g, " "), ...attributes].flatMap((each) => each.match(/\p{L}{2,}/gu) ?? []);
    });
    // Names, and what `<meta>` holds for machines.
    expect([...new Set(own)].sort()).toEqual(["JSON", "YAML", "device", "initial", "noindex", "scale", "width"]);
  });

  test("and the views use every word there is", () => {
    const sources = [...templates, ...textsBelow("src", /\.[jt]s$/), ...textsBelow("themes", /\.js$/)].join("\n");
    // Keys that are put together: `site.${kind}s`.
    const made = [...sources.matchAll(/`((?:site|schema|example|portal)\.[^`]*)`/g)].map(
      ([, key = ""]) => new RegExp(`^${key.replace(/\$\{[^}]*\}/g, "[\\w-]+").replaceAll(".", "\\.")}$`),
    );
    const unused = Object.keys(english).filter((key) => {
      const short = key
        .replace(/^site\./, "t.")
        .replace(/^portal\./, "p.")
        .replaceAll("-", "\\-");
      return (
        !sources.includes(`"${key}"`) &&
        !sources.includes(`reason("${key.replace(/^reason\./, "")}"`) &&
        !new RegExp(`\\b${short.replace(".", "\\.")}(?![\\w-])`).test(sources) &&
        !new RegExp(`\\bwords\\.${short.replace(/^try\./, "")}(?![\\w-])|"${short.replace(/^try\./, "")}"`).test(sources) &&
        !made.some((each) => each.test(key))
      );
    });
    expect(unused).toEqual([]);
  });
});

describe("a phrase", () => {
  test.each([
    ["en", 1, "1 property"],
    ["en", 2, "2 properties"],
    ["en", 0, "0 properties"],
    ["de", 1, "1 Eigenschaft"],
    ["de-AT", 7, "7 Eigenschaften"],
    ["xx", 1, "1 property"],
    ["not a tag", 2, "2 properties"],
  ])("in %s for %i is %j", (language, count, said) => expect(wordsOf(language)("schema.show.properties", { count })).toBe(said));

  test("may have more forms than English has", () => {
    const words = wordsOf("cs", { "site.more": { one: "{count} další", few: "{count} další (2–4)", other: "{count} dalších" } });
    expect([1, 3, 9].map((count) => words("site.more", { count }))).toEqual(["1 další", "3 další (2–4)", "9 dalších"]);
    expect(words("site.channels")).toBe("Channels");
  });

  test("of one's own wins over the language's, and its blanks are filled once", () => {
    const words = wordsOf("de", { "schema.open": "{what} → {name}" });
    expect(words("schema.open", { name: "{what}", what: "{name}" })).toBe("{name} → {what}");
    expect(words("site.channels")).toBe("Kanäle");
  });
});

describe("a reason", () => {
  const words = wordsOf("de");
  test("is said in English, and again in the language of a site, its blanks as they were", () => {
    const said = reason("slow-pattern", { pattern: '"^(a+)+$"' });
    expect(said).toBe('the pattern "^(a+)+$" takes too long');
    expect(translateReason(words, said)).toBe('das Muster "^(a+)+$" braucht zu lange');
    expect(translateReason(words, reason("too-deep"))).toBe("es ist zu tief verschachtelt");
    expect(translateReason(wordsOf("en"), said)).toBe(said);
  });

  test("is told from every other, whatever its blanks hold", () => {
    const keys = Object.keys(english).flatMap((key) => (key.startsWith("reason.") ? [key as keyof typeof english] : []));
    expect(keys.length).toBeGreaterThan(25);
    const blanks = Object.fromEntries(keys.flatMap((key) => blanksOf(english[key])).map((blank) => [blank.slice(1, -1), "a\n{x} (.*)"]));
    for (const count of [1, 2]) {
      const filled = { ...blanks, count };
      for (const key of keys) expect([key, translateReason(words, wordsOf("en")(key, filled))]).toEqual([key, words(key, filled)]);
    }
  });

  test("that counts has its forms in both languages", () => {
    const said = [1, 2].map((count) => reason("steps-spent", { count }));
    expect(said).toEqual(["the budget of 1 step ran out", "the budget of 2 steps ran out"]);
    expect(said.map((each) => translateReason(words, each))).toEqual([
      "der Vorrat von 1 Schritt war aufgebraucht",
      "der Vorrat von 2 Schritten war aufgebraucht",
    ]);
  });

  test("that nobody knows stays as it is", () => expect(translateReason(words, "the moon was full")).toBe("the moon was full"));
});
