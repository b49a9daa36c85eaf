import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config";
import { packageRoot } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Message } from "#model";
import type { OutputFile } from "#render";
import type { LoadedTheme, Theme } from "#theme";
import type { Subject } from "./examine.ts";

/** The theme of some settings: the built-in templates, the theme, the user's own templates, the later winning. */
export async function openTheme({ theme, templates }: Settings): Promise<LoadedTheme> {
  const { loadTheme } = await import("#theme");
  return loadTheme([join(packageRoot(), "templates"), theme, ...(templates === undefined ? [] : [templates])]);
}

export interface SiteOptions {
  readonly settings: Settings;
  readonly theme: Theme;
  /** Problems that the site is built in spite of, as they are reported. */
  readonly problems: readonly Diagnostic[];
}

/**
 * The second half of the recipe: site → render, as files made one at a time. Nothing of it is loaded for a check.
 */
export async function buildSite(subject: Subject, { settings, theme, problems }: SiteOptions): Promise<Iterable<OutputFile>> {
  const [{ createSite, brandAssets }, { renderSite }, { wordsOf }, { createSampler }] = await Promise.all([
    import("#site"),
    import("#render"),
    import("#words"),
    import("#sample"),
  ]);
  const { api, prose } = subject;
  const verdicts = { counts: (message: Message) => subject.verdicts.totalsOf(message), of: subject.verdicts.of };
  const samples = createSampler({ ...subject, limits: settings.limits });
  const site = createSite(api, { ...subject, verdicts, samples, settings, words: wordsOf(settings.language), problems });
  function* assets(): Generator<OutputFile> {
    for (const { source, path } of [...brandAssets(settings), ...prose.assets()]) yield { path, contents: readFileSync(source) };
  }
  return renderSite({ site, theme, assets });
}
