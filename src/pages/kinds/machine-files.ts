import { bundle, isForAll } from "#documents";
import { modelJson } from "../machine/index.ts";
import type { SiteContext, SiteFile } from "../frame/index.ts";
import { triedMessages, tryFiles, trySchemaFile } from "../try/index.ts";
import { fileLabel, FULL_TEXT_PATH, madeFile } from "../frame/index.ts";
import { llmsText } from "./llms-text.ts";

/** A file offered for download. */
interface Download {
  readonly path: string;
  readonly text: string;
}

/** The files for programs. Their paths are known before any is made. */
export function downloads({
  documents,
  routes,
  settings,
  words,
}: Pick<SiteContext, "documents" | "routes" | "settings" | "words">): Download[] {
  const stem = fileLabel(documents.main, documents.main)
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "");
  const name = routes.folder([stem]).get(stem) ?? "x";
  const texts = [
    { path: `downloads/${name}.yaml`, text: words("site.download-yaml") },
    { path: `downloads/${name}.json`, text: words("site.download-json") },
  ];
  return [
    ...(isForAll(settings) ? texts : []),
    { path: "model.json", text: words("site.download-model") },
    { path: "llms.txt", text: words("site.download-llms") },
    ...(settings.markdown ? [{ path: FULL_TEXT_PATH, text: words("site.download-full") }] : []),
  ];
}

/** The whole document bundled into one file, as YAML and as JSON. If it is too large for one file, the file says so. */
function* documentsOf(site: SiteContext): Generator<SiteFile> {
  // Bundled texts are complete, so a site for a limited audience offers none.
  if (!isForAll(site.settings)) return;
  const { documents } = site;
  const [yaml, json] = downloads(site);
  for (const [download, format] of [[yaml, "yaml"] as const, [json, "json"] as const]) {
    if (!download) continue;
    const alone = documents.files.length === 1 && documents.main.language === format;
    const text = (): string | undefined => (alone ? documents.main.text : bundle(documents, { format }).text);
    yield madeFile(download.path, () => text() ?? `${JSON.stringify({ error: "The bundled document would be too large." })}\n`);
  }
}

/** The files of schemas, and the same as scripts for the pages that judge by them. */
function* schemaFiles(site: SiteContext): Generator<SiteFile> {
  const tried = triedMessages(site);
  if (!site.settings.schemaFiles && tried.size === 0) return;
  for (const file of site.schemaFiles.files()) {
    if (site.settings.schemaFiles) yield file;
    const message = tried.get(file.path);
    if (message) yield trySchemaFile(site, message, file.contents);
  }
}

/** `llms.txt`, the bundled document and the model. */
export function* machineFiles(site: SiteContext): Generator<SiteFile> {
  yield* schemaFiles(site);
  yield* tryFiles(site);
  yield madeFile("llms.txt", () => llmsText(site, downloads(site)));
  yield* documentsOf(site);
  yield madeFile("model.json", () => modelJson(site));
}
