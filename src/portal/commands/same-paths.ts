import { basename } from "node:path";
import { UsageError } from "#run";
import { groupBy, isUrl } from "#text";
import { apiName } from "../match/index.ts";
import type { PartSource } from "./part-source.ts";

/**
 * The name that a document gives itself, by its id or title: in many repositories all documents have one path. `undefined` for one that
 * could not be read.
 */
function ownName({ index: { named } }: PartSource): string | undefined {
  const isRead = named.id !== undefined || named.name !== undefined || named.title !== basename(named.path);
  return isRead ? apiName({ ...named, path: "" }) : undefined;
}

/** A path below a folder. A URL stays as it is. */
function below(folder: string, path: string): string {
  return isUrl(path) ? path : `${folder}/${path}`;
}

/** A value of a part with its files below a folder. */
function inFolder(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((each) => inFolder(each, folder));
  if (typeof value !== "object" || value === null) return value;
  const moved = Object.entries(value).map(([key, each]) => {
    const isFile = typeof each === "string" && (key === "file" || key === "document");
    return [key, isFile ? below(folder, each) : inFolder(each, folder)];
  });
  return Object.fromEntries(moved) as unknown;
}

/** A part whose files have names of their own in the portal. */
function withOwnFiles(source: PartSource, folder: string): PartSource {
  const { examples } = source.index;
  const moved = inFolder(source.index, folder) as PartSource["index"];
  const places = Object.entries(examples).map(([state, all]) => [state, all.map((each) => below(folder, each))]);
  return { ...source, index: { ...moved, named: source.index.named, examples: Object.fromEntries(places) as typeof examples } };
}

/** The parts of one document. It is unclear which of two different ones counts; a failed one beside one that was built is its newer state. */
function onlyOnce(sources: readonly PartSource[]): readonly PartSource[] {
  const known = new Map<boolean, PartSource>();
  for (const source of sources) {
    const isBuilt = source.index.index !== undefined;
    const other = known.get(isBuilt);
    if (other && other.seal !== source.seal) {
      const [first, second] = [other.part, source.part].sort().map((each) => JSON.stringify(each));
      const { document, name } = source.index;
      throw new UsageError(
        `The parts ${first ?? ""} and ${second ?? ""} differ, and both are of the document ${JSON.stringify(document)} of the API ${JSON.stringify(name)}.`,
        "Give merge the newer one alone. If they are different services, give each document an id of its own, and make both parts anew.",
      );
    }
    known.set(isBuilt, source);
  }
  return [...known.values()];
}

/**
 * What each of several parts of one path is the part of. One that could not be read is the newer state of what its repository has there;
 * without a repository it may be that of any of them.
 */
function subjectsOf(parts: readonly PartSource[]): ReadonlyMap<PartSource, string | undefined> {
  const byRepository = groupBy(parts, ({ index }) => index.named.repository);
  const subjectOf = (part: PartSource): string | undefined => {
    const { repository } = part.index.named;
    const [name, another] = new Set(byRepository.get(repository)?.flatMap((each) => ownName(each) ?? []));
    // Repositories that share all settings are not told apart by them.
    return ownName(part) ?? (repository === undefined || another !== undefined ? undefined : (name ?? repository));
  };
  return new Map(parts.map((part) => [part, subjectOf(part)]));
}

/** A part of a document that could not be read, and of which nothing else is known, under the name of its folder. */
function calledByFolder(source: PartSource): PartSource {
  const named = { ...source.index.named, id: basename(source.part) };
  return { ...source, index: { ...source.index, named, name: apiName(named), title: apiName(named) } };
}

/**
 * The parts to merge, each once. Parts of several repositories may have documents with one path: they are told apart by what the
 * documents call themselves, and those that could not be read by their repositories. Their files get a folder of that name.
 */
export function tellApart(sources: readonly PartSource[]): readonly PartSource[] {
  return [...groupBy(sources, ({ index }) => index.document).values()].flatMap((samePath) => {
    const subjects = subjectsOf(samePath);
    if (new Set([...subjects.values()].filter((each) => each !== undefined)).size < 2) return onlyOnce(samePath);
    const bySubject = groupBy(samePath, (source) => subjects.get(source) ?? basename(source.part));
    return [...bySubject.values()].flatMap((own) => {
      const [name] = own.flatMap((source) => ownName(source) ?? []);
      return onlyOnce(own).map((source) =>
        name === undefined ? withOwnFiles(calledByFolder(source), basename(source.part)) : withOwnFiles(source, name),
      );
    });
  });
}
