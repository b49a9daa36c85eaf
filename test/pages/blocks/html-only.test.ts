import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const textOf = (path: string): string => readFileSync(path, "utf8");

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => (path.endsWith(end) ? [`${folder}/${path}`] : []));

const makers = ["src/pages", "src/samples", "src/changes/pages", "src/portal/pages"];

/** The fields that Markdown leaves out, with the file that names them and the reason. */
const fields = makers
  .flatMap((folder) => filesIn(folder, ".ts"))
  .flatMap((path) =>
    [...textOf(path).matchAll(/htmlOnly(?:<[^(]*>)?\([^{]*(?:\{[^}]*\}, )?\{([^}]*)\}\)/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/(\w+): "([^"]*)"/g)].map(([, field = "", reason = ""]) => ({ path, field, reason })),
    ),
  );

/** The words in templates of pages. */
const inTemplates = new Set(
  filesIn("templates", ".hbs")
    .filter((path) => !path.includes("code/"))
    .flatMap((path) => [...textOf(path).matchAll(/\w+/g)].map(([word]) => word)),
);

test("each field that Markdown leaves out has a reason", () => {
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(({ reason }) => !/^[a-z]\S* \S|^listed|^as `\w+`$/.test(reason))).toEqual([]);
});

test("a template shows each field that Markdown leaves out", () => {
  expect(fields.filter(({ field }) => !inTemplates.has(field))).toEqual([]);
});
