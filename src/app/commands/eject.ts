import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { packageRoot } from "#config";
import { templateHash } from "#render";
import { visible } from "#report";
import type { Exit, Io } from "#run";
import { exits, makeFolder, refuseWayOut, replaceFile, UsageError } from "#run";
import { nearest, readOwnFile } from "#text";

export interface EjectRequest {
  /** The path of a template or theme file, such as `partials/sidebar.hbs`. Without it, all are listed. */
  readonly file?: string | undefined;
  /** The folder to copy it into. */
  readonly to: string;
}

/** The files that can be overridden, by path: templates and files of the default theme. */
function ejectable(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of [join(packageRoot(), "templates"), join(packageRoot(), "themes", "default")]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found.set(relative(folder, path).replaceAll("\\", "/"), path);
    }
  }
  return found;
}

/** The content to write. A template starts with the version it was copied from, so that outdated copies can be found. */
function copyOf(name: string, path: string): string {
  const text = readOwnFile(path).toString();
  return name.endsWith(".hbs") ? `{{!-- overrides ${templateHash(text)} --}}\n${text}` : text;
}

/** Copies one file of the theme into the user's folder, or lists the files. It never overwrites a file. */
export function eject({ file, to }: EjectRequest, io: Io): Promise<Exit> {
  const files = ejectable();
  if (file === undefined) {
    io.stdout(`${[...files.keys()].sort().join("\n")}\n`);
    return Promise.resolve(exits.fine);
  }
  const name = file.replaceAll("\\", "/").replace(/^\.\//, "");
  const source = files.get(name);
  if (source === undefined) {
    const near = nearest(name, files.keys());
    const hint = near === undefined ? "msgdocs theme eject lists all files." : `Did you mean ${JSON.stringify(near)}?`;
    throw new UsageError(`There is no template or theme file ${JSON.stringify(file)}.`, hint);
  }
  const target = resolve(io.cwd, to, name);
  refuseWayOut(target, io.cwd);
  if (existsSync(target)) throw new UsageError(`${JSON.stringify(target)} is there already.`, "Move it away first.");
  makeFolder(dirname(target), io.cwd);
  replaceFile(target, copyOf(name, source), io.cwd);
  io.stdout(`Copied ${name} to ${visible(relative(io.cwd, target).replaceAll("\\", "/"))}. Build with --templates ${visible(to)}.\n`);
  return Promise.resolve(exits.fine);
}
