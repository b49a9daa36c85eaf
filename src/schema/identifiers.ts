import { dataKeywords } from "#format";
import type { Node } from "#text";
import { evaluatePointer, parsePointer, stringOf } from "#text";
import type { Language } from "./language.ts";

/** Looks up what `$id` and `$anchor` name inside the schemas that were entered. */
export interface Identifiers {
  /** Makes the identifiers of a schema known, once. Only languages in which identifiers are bases have any. */
  enter(root: Node, language: Language): void;
  /** What a reference written at a node means by identifiers, or `undefined` where these do not say. */
  find(ref: string, from: Node, language: Language): Node | undefined;
}

interface Resource {
  readonly base: string;
  /** By absolute URI, without an empty fragment; anchors with theirs. */
  readonly known: Map<string, Node>;
}

/** A base that no document names, so that relative identifiers can be told apart. */
const unnamed = "schema:/";

function isIdentified(language: Language): boolean {
  return language.startsWith("draft-") || language.startsWith("20") || language === "openapi-3.1";
}

function absolute(uri: string, base: string): string | undefined {
  return URL.canParse(uri, base) ? new URL(uri, base).href.replace(/#$/, "") : undefined;
}

function identifierOf(node: Node, language: Language): string | undefined {
  return stringOf(node, language === "draft-04" ? "id" : "$id");
}

/** An index of the identifiers of each schema entered: linear in its size, and each shared node is seen once. */
export function createIdentifiers(): Identifiers {
  const resources = new WeakMap<Node, Resource>();

  function note(node: Node, inherited: Resource, language: Language): Resource {
    const id = identifierOf(node, language);
    const uri = id === undefined ? undefined : absolute(id, inherited.base);
    let resource = inherited;
    if (uri !== undefined && !inherited.known.has(uri)) inherited.known.set(uri, node);
    // A fragment alone names a place and is no new base (draft 07, section 8.2.3).
    if (uri !== undefined && !uri.includes("#")) resource = { base: uri, known: inherited.known };
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = stringOf(node, keyword);
      if (anchor !== undefined) resource.known.set(`${resource.base}#${anchor}`, node);
    }
    return resource;
  }

  function enter(root: Node, language: Language): void {
    if (!isIdentified(language) || resources.has(root)) return;
    const pending: [Node, Resource][] = [[root, { base: unnamed, known: new Map([[unnamed, root]]) }]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [node, inherited] = next;
      if (resources.has(node)) continue;
      if (node.kind === "list") for (const item of node.items) pending.push([item, inherited]);
      if (node.kind === "string") resources.set(node, inherited);
      if (node.kind !== "map") continue;
      const resource = note(node, inherited, language);
      resources.set(node, resource);
      for (const entry of node.entries) if (!dataKeywords.has(entry.key)) pending.push([entry.value, resource]);
    }
  }

  function find(ref: string, from: Node, language: Language): Node | undefined {
    const resource = isIdentified(language) ? resources.get(from) : undefined;
    const uri = resource && absolute(ref, resource.base);
    if (!resource || uri === undefined) return undefined;
    const whole = resource.known.get(uri);
    if (whole) return whole;
    const [document = "", fragment = ""] = uri.split("#");
    const base = document === unnamed ? undefined : resource.known.get(document);
    const tokens = base && parsePointer(decode(fragment));
    return tokens && evaluatePointer(base, tokens);
  }

  return { enter, find };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
