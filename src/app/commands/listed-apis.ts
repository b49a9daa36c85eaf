import { relative, sep } from "node:path";
import type { PortalDocument } from "#config";
import type { ListedApi, NameConflict } from "#portal";
import { nameConflicts } from "#portal";
import type { Diagnostic } from "#text";
import { counted, problem, valueOf } from "#text";
import type { Examined } from "../build/index.ts";

/** A document of a portal that could be read. */
export interface ListedDocument extends ListedApi {
  readonly examined: Examined & Required<Pick<Examined, "subject">>;
  readonly entry: PortalDocument | undefined;
}

interface DocumentList {
  readonly documents: readonly string[];
  readonly listed: ReadonlyMap<string, PortalDocument>;
  /** The folder of the settings. */
  readonly folder: string;
}

/** The documents under their names in the portal, without those that could not be read. */
export function listedApis(runs: readonly Examined[], { documents, listed, folder }: DocumentList): ListedDocument[] {
  return runs.flatMap((examined, at) => {
    const [document = "", { subject }] = [documents[at], examined];
    if (!subject) return [];
    const { identifier, info } = subject.api;
    const entry = listed.get(document);
    const path = relative(folder, document).split(sep).join("/");
    return [
      {
        name: entry?.name,
        id: identifier?.value,
        path,
        title: info.title,
        version: info.version,
        examined: { ...examined, subject },
        entry,
      },
    ];
  });
}

const placeOf = ({ examined: { subject } }: ListedDocument) => valueOf(subject.api.node, "info") ?? subject.api.node;

/** What is said of two documents that claim one name. */
export function conflictWords({ isSameVersion, isFirstKept }: Pick<NameConflict, "isSameVersion" | "isFirstKept">, version: string) {
  const ofOwn = "a name of its own: { path: …, name: … } in the setting documents.";
  if (isFirstKept) return { reason: "the settings give it to the other one", hint: `Give this one ${ofOwn}` };
  return isSameVersion
    ? { reason: `both are its version ${JSON.stringify(version)}`, hint: `Leave one of them out, or give one another version or ${ofOwn}` }
    : {
        reason: "they are not versions of one API",
        hint: "Give one of them a name: { path: …, name: … } in the setting documents.",
      };
}

/** The problems of documents that cannot be in the same portal, each with both places. */
export function nameProblems(apis: readonly ListedDocument[]): Diagnostic[] {
  return nameConflicts(apis).flatMap(({ name, first, second, ...conflict }) => {
    const [own, other] = [apis[second], apis[first]];
    if (!own || !other) return [];
    const related = [{ message: "the other one is here", place: placeOf(other) }];
    return [problem("portal/same-name", placeOf(own), { ...conflictWords(conflict, own.version), name: JSON.stringify(name), related })];
  });
}

/** A line about files that globs match but that are not documents; empty if there are none. */
export function fragmentsLine(fragments: number | undefined): string {
  if (!fragments) return "";
  return `Left out ${counted(fragments, "file")} that ${fragments === 1 ? "is no document" : "are no documents"}.\n`;
}
