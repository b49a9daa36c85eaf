import { createHash } from "node:crypto";
import { fileNames } from "#model";

/** SVG is shown as an image only: opened by itself it could run script. */
const IMAGES = new Set(["apng", "avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]);
/** What a browser shows as inert text or picture, or saves. Nothing that it would run (HTML, SVG, XML with its style sheets, script). */
const FILES = new Set([
  ..."apng avif gif jpeg jpg png webp".split(" "),
  ..."avsc csv gz ics json md pdf proto tar toml tsv txt yaml yml zip".split(" "),
]);

/**
 * Where on the site a file of the author's goes, by its name relative to the documents' folder;
 * `undefined` where files of its kind are not published, or where it or a folder on the way is hidden (`.git/`, `.env.json`):
 * what a system hides was not meant for readers. The name depends on nothing but the file's own.
 */
export function assetPath(name: string, image: boolean): string | undefined {
  const file = name.split("/").pop() ?? name;
  const [, stem = "", extension = ""] = /^(.*)\.([^.]*)$/s.exec(file) ?? [];
  const kind = extension.toLowerCase();
  if (/(?:^|\/)\.(?!\.?(?:\/|$))/.test(name)) return undefined;
  if (!(image ? IMAGES : FILES).has(kind)) return undefined;
  const hash = createHash("sha256").update(name, "utf8").digest("hex").slice(0, 16);
  return `files/${fileNames([stem]).get(stem) ?? "x"}-${hash}.${kind}`;
}
