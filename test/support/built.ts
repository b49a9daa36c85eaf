import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunContext, Subject } from "../../src/run/recipe/index.ts";
import { examine, filesOf, makeSite, openTheme } from "../../src/run/recipe/index.ts";
import type { Settings } from "../../src/config/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { settleDiagnostics } from "../../src/report/problem.ts";
import type { Theme } from "../../src/render/theme/index.ts";

/** What the recipe makes of a document, in memory. */
export interface Built {
  /** Absent where there is nothing to document. */
  readonly documents?: Documents;
  readonly subject?: Subject;
  readonly diagnostics: readonly Diagnostic[];
  /** The files of the site by path. */
  readonly files: ReadonlyMap<string, string>;
}

let settings: Settings | undefined;
let theme: Theme | undefined;

async function defaults(): Promise<{ settings: Settings; theme: Theme }> {
  settings ??= loadSettings({ config: undefined }, tmpdir()).settings;
  if (!settings) throw new Error("There are no default settings.");
  theme ??= (await openTheme(settings)).theme;
  if (!theme) throw new Error("The default theme does not load.");
  return { settings, theme };
}

/** Builds a document that lies on the disk, as the product does with `--allow-errors`, without writing anything. */
export async function builtFrom(
  path: string,
  given: Partial<RunContext> & { readonly change?: Partial<Settings>; readonly theme?: Theme | undefined } = {},
): Promise<Built> {
  const common = await defaults();
  const own = { ...common.settings, ...given.change };
  const { theme: used = common.theme } = given;
  const examined = await examine(path, { cwd: dirname(path), ...given, settings: own });
  const { subject, diagnostics } = examined;
  const files = new Map<string, string>();
  if (!subject) return { diagnostics, files };
  const problems = settleDiagnostics(diagnostics, own.rules);
  const made = await makeSite(subject, { settings: own, theme: used, problems });
  for (const { path: name, contents } of await filesOf(made, made.most)) {
    files.set(name, typeof contents === "string" ? contents : Buffer.from(contents).toString("latin1"));
  }
  const [failure] = made.site.failures;
  if (failure) throw new Error(`msgdocs failed on ${failure.path}: ${failure.reason}`);
  return { subject, documents: subject.documents, diagnostics, files };
}

/** Builds texts as files of a folder of their own, the first one of which is the document. */
export async function built(
  texts: Readonly<Record<string, string | Uint8Array>>,
  change: Partial<Settings> | ((folder: string) => Partial<Settings>) = {},
  { theme: used }: { readonly theme?: Theme | undefined } = {},
): Promise<Built> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-built-")));
  try {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await builtFrom(join(folder, Object.keys(texts)[0] ?? ""), {
      change: typeof change === "function" ? change(folder) : change,
      theme: used,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
