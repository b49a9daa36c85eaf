import { join } from "node:path";
import { Ajv } from "ajv";
import { format } from "prettier";
import { expect, test } from "vitest";
import { packageRoot, settingSections, settingsSchema } from "#config";
import { settingsPage } from "../../.config/guide.js";

const published = (path: string): string => join(packageRoot(), "docs", path);

// With -u, these two tests write what is published.

test("the published schema is that of the rows, and valid", async () => {
  expect(new Ajv({ strict: false, validateFormats: false }).validateSchema(settingsSchema)).toBe(true);
  const text = await format(JSON.stringify(settingsSchema, undefined, 2), { parser: "json", printWidth: 140 });
  await expect(text).toMatchFileSnapshot(published("settings.schema.json"));
});

test("the page of the settings in the guide is that of the rows", async () => {
  await expect(settingsPage(settingSections)).toMatchFileSnapshot(published("guide/settings.md"));
});
