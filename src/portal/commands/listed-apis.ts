import type { PortalDocument } from "#config";
import type { Examined, PartDocument, Subject } from "#run";
import type { Diagnostic } from "#text";
import { problem, valueOf } from "#text";
import type { ListedApi, NameConflict, NamedApi, TakenName } from "../match/index.ts";
import { nameConflicts, takenNames } from "../match/index.ts";
import { portalPath } from "./portal-look.ts";
import { basename } from "node:path";

/** A document of a portal that could be read. */
export interface ListedDocument extends ListedApi {
  readonly examined: Examined & Required<Pick<Examined, "subject">>;
  readonly entry: PortalDocument | undefined;
}

/** The names and ids from which the name of a document's API is chosen. */
export function namedBy({ path, entry }: PartDocument, folder: string, subject: Subject | undefined): NamedApi {
  return {
    name: entry?.name,
    id: subject?.api.identifier?.value,
    path: portalPath(folder, path),
    title: subject?.api.info.title ?? basename(path),
    ...(entry && (entry.path === path || entry.versions !== undefined) ? { isListed: true } : {}),
  };
}

/** The documents under their names in the portal, without those that could not be read. */
export function listedApis(runs: readonly Examined[], documents: readonly PartDocument[], folder: string): ListedDocument[] {
  return runs.flatMap((examined, at) => {
    const [document, { subject }] = [documents[at], examined];
    if (!document || !subject) return [];
    const { version } = subject.api.info;
    return [{ ...namedBy(document, folder, subject), version, examined: { ...examined, subject }, entry: document.entry }];
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
        hint: "Give each an id, or one of them a name: { path: …, name: … } in the setting documents.",
      };
}

/** What is said of a document that becomes a version of another one's API. */
export function takenWords({ name }: Pick<TakenName, "name">, [owner, taker]: readonly [NamedApi, NamedApi]) {
  const hint = "If it is one, list both by their paths in the setting documents. Otherwise give it an id or a name of its own.";
  return { name: JSON.stringify(name), path: JSON.stringify(taker.path), other: JSON.stringify(owner.path), hint };
}

/** The problems of documents that cannot be in the same portal, or that take a name, each with both places. */
export function nameProblems(apis: readonly ListedDocument[]): Diagnostic[] {
  const pairOf = ({ first, second }: TakenName) => {
    const [own, other] = [apis[second], apis[first]];
    return own && other ? [{ own, other, related: [{ message: "the other one is here", place: placeOf(other) }] }] : [];
  };
  return [
    ...nameConflicts(apis).flatMap((conflict) =>
      pairOf(conflict).map(({ own, related }) => {
        const name = JSON.stringify(conflict.name);
        return problem("portal/same-name", placeOf(own), { ...conflictWords(conflict, own.version), name, related });
      }),
    ),
    ...takenNames(apis).flatMap((taken) =>
      pairOf(taken).map(({ own, other, related }) =>
        problem("portal/taken-name", placeOf(own), { ...takenWords(taken, [other, own]), related }),
      ),
    ),
  ];
}
