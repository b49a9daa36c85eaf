import { hash } from "node:crypto";
import { join } from "node:path";
import type { Settings } from "#config";
import { packageRoot } from "#config";
import type { Diagnostic } from "#diagnostics";
import type { Place, TextFile } from "#json";
import type { Entity } from "#model";
import { lineColumn } from "#source";
import { themeFolders } from "./build-site.ts";
import type { Examined, Subject } from "./examine.ts";
import { hashesBelow, hashOfFile } from "./hash-files.ts";

/** The program as a hash: a version number stays the same while somebody works on it. */
export function programKey(version: string): string {
  return hash("sha256", JSON.stringify([version, hashesBelow(join(packageRoot(), "dist"))]), "hex");
}

const spot = ({ file, start, end }: Place): unknown => [file.name, start, end];

/** The same when more or less is written on lines before it. */
const lineSpot = ({ file, start }: Place): unknown => [file.name, lineColumn(file, start)];

/** A problem as pages show it. */
function told({ place, related, ...rest }: Diagnostic, where: (place: Place) => unknown): unknown {
  return [rest, where(place), related.map((each) => [each.message, where(each.place)])];
}

const textOf = ({ id, name, language, text }: TextFile): unknown => [id, name, language, hash("sha256", text, "hex")];

const keyOf = (parts: readonly unknown[]): string => hash("sha256", JSON.stringify(parts), "hex");

interface SiteKeyParts {
  readonly settings: Settings;
  readonly problems: readonly Diagnostic[];
  /** See {@link programKey}. */
  readonly program: string;
}

/** What a site is known by in a cache. */
export interface SiteKeys {
  /** Two runs with the same one make the same bytes. */
  readonly site: string;
  /** Two runs with the same one make the same pages of all that has not changed in the documents; absent where that is not told apart. */
  readonly pages?: string;
}

/** What every page may tell of an entity, besides what its document says in the same place. */
function named({ kind, id, title, deprecated }: Entity): unknown {
  return [kind, id, title, deprecated];
}

function entitiesOf({ api, routes }: Subject): unknown {
  const paged = [...api.channels, ...api.operations, ...api.messages, ...api.schemas];
  return [
    paged.map((entity) => [named(entity), routes.pageOf(entity)]),
    [...api.servers, ...api.securitySchemes, ...api.allTags].map(named),
  ];
}

/**
 * All that a site is made from, as a hash: the program, the settings but for where the site goes, every file of the theme, every text
 * that was read, every file that texts lead to (missing ones too), the brand, and the problems that are shown. For pages, the
 * documents but for what they say: names of entities, and the lines of problems.
 */
export function siteKeys({ files, paths, subject }: Examined, { settings, problems, program }: SiteKeyParts): SiteKeys {
  const shown = { ...settings, output: undefined, cache: undefined, editor: undefined, remarks: undefined, maxProblems: undefined };
  const brand = [settings.logo, settings.favicon].filter((path) => path !== undefined);
  const around = [program, shown, themeFolders(settings).map(hashesBelow)];
  const linked = [...new Set([...paths, ...brand])].sort().map((path): [string, string] => [path, hashOfFile(path)]);
  const site = keyOf([around, files.map(textOf), linked, problems.map((each) => told(each, spot))]);
  if (!subject?.fingerprints) return { site };
  const documents = new Set(subject.documents.files.map(({ id }) => id));
  const others = files.filter(({ id }) => !documents.has(id)).map(textOf);
  const beside = linked.filter(([path]) => !documents.has(path));
  const pages = [...documents, others, beside, entitiesOf(subject), problems.map((each) => told(each, lineSpot))];
  return { site, pages: keyOf([around, ...pages]) };
}
