import { fileURLToPath } from "node:url";
import { loadTheme } from "../../src/render/theme/index.ts";
import { samplesFor, writing, type Call, type CommandSample } from "../../src/samples/index.ts";

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

const { theme, problems } = await loadTheme([folder("templates"), folder("themes/default")], writing);
if (!theme) throw new Error(problems.map(({ message }) => message).join(" "));

/** The samples of a call by the templates that come with msgdocs. */
export function samplesOf(call: Call, languages: readonly string[], side: "client" | "application" = "client"): readonly CommandSample[] {
  return theme ? samplesFor(call, languages, side, theme.code) : [];
}
