import { didYouMean, percentDecoded } from "#text";
import type { StringNode } from "#text";
import type { Entity } from "#model";
import type { EmbedSlot, ImageSlot, LinkSlot } from "../markdown/index.ts";
import { assetPath, resolveEmbed } from "./prose.ts";
import type { EntityIndex } from "./entity-index.ts";
import type { AuthorFile, FileTarget, ProseContext, Embed } from "./prose.ts";

/** The target of a link, or why there is none. */
export type LinkTarget =
  | { readonly kind: "entity"; readonly entity: Entity }
  | { readonly kind: "page"; readonly page: string; readonly anchor?: string }
  | { readonly kind: "asset"; readonly asset: AuthorFile }
  | { readonly kind: "embed"; readonly embed: Embed }
  /** An id in the same text, without its prefix. */
  | { readonly kind: "own"; readonly id: string }
  | { readonly kind: "broken"; readonly reason: string; readonly hint?: string };

/** The text and the model that a link is resolved against. */
export interface LinkTargetContext {
  readonly node: StringNode;
  /** The ids of the text's headings. */
  readonly ids: readonly string[];
  readonly entities: EntityIndex;
  readonly context: ProseContext;
}

function broken(reason: string, hint?: string): LinkTarget {
  return { kind: "broken", reason, ...(hint ? { hint } : {}) };
}

function resolveAnchor(target: string, { ids }: LinkTargetContext): LinkTarget {
  const wanted = percentDecoded(target.slice(1));
  const id = ids.find((each) => each === wanted) ?? ids.find((each) => each === wanted.toLowerCase());
  return id === undefined ? broken("no heading of this text has that anchor", didYouMean(wanted, ids)) : { kind: "own", id };
}

function resolveEntity(target: string, { entities }: LinkTargetContext): LinkTarget {
  const colon = target.indexOf(":");
  const kind = target.slice(0, colon).toLowerCase();
  const written = target.slice(colon + 1);
  const entity = entities.find(kind, written) ?? entities.find(kind, percentDecoded(written));
  if (entity) return { kind: "entity", entity };
  const what = kind === "security" ? "security scheme" : kind;
  return broken(`there is no ${what} ${JSON.stringify(percentDecoded(written))}`, entities.near(kind, percentDecoded(written)));
}

function resolvePage({ page, anchors }: Extract<FileTarget, { kind: "page" }>, fragment: string): LinkTarget {
  if (fragment === "") return { kind: "page", page };
  const wanted = percentDecoded(fragment);
  if (!anchors) return { kind: "page", page, anchor: wanted };
  const known = anchors();
  const anchor = known.get(wanted) ?? known.get(wanted.toLowerCase());
  if (anchor === undefined) return broken("no heading of that page has that anchor", didYouMean(wanted, known.keys()));
  return { kind: "page", page, ...(anchor === "" ? {} : { anchor }) };
}

const ELSEWHERE = "Link to the web address where it is published, or write its content into a Markdown file.";

/** Where a relative path of a text begins: a guide has a folder of its own. */
function besideWhat(name: string): string {
  if (!/\.(?:md|markdown)$/i.test(name)) return "beside the document";
  return name.includes("/") ? `in ${JSON.stringify(name.slice(0, name.lastIndexOf("/")))}, the folder of the guide` : "beside the guide";
}

function resolveFile(target: string, { node, context }: LinkTargetContext, image: boolean): LinkTarget {
  const [, written = "", fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
  if (written === "") return broken("it names no file");
  if (/^[\\/]/.test(written)) return broken("it starts at the root of a server", "Write the path relative to the document.");
  const found = context.findFile(node.file, percentDecoded(written)) ?? context.findFile(node.file, written);
  if (!found) return broken(`there is no such file ${besideWhat(node.file.name)}`);
  if (found.kind === "page") return resolvePage(found, fragment ?? "");
  if (found.kind === "too-large") return broken(`the file is larger than ${found.most}, which is the most that is copied into a site`);
  const path = assetPath(found.name, image);
  if (path === undefined)
    return broken(
      image
        ? "it is not an image, or is hidden"
        : "hidden files, plain text, and those of a kind that could run script or is not known are not published",
      image ? undefined : ELSEWHERE,
    );
  if (!found.isPublic) {
    return broken(
      "its content is not what its name says, or is no API description, schema or table, and such files are not published",
      ELSEWHERE,
    );
  }
  return { kind: "asset", asset: { source: found.source, path } };
}

/** Resolves the target of one slot. The result does not depend on the page that shows the text. */
export function resolveTarget(slot: LinkSlot | ImageSlot | EmbedSlot, surroundings: LinkTargetContext): LinkTarget {
  const { target } = slot;
  if (slot.kind === "embed") {
    const embed = resolveEmbed(target, surroundings.entities);
    return embed.kind === "broken" ? embed : { kind: "embed", embed };
  }
  if (slot.kind === "image") return resolveFile(target, surroundings, true);
  if (target.startsWith("#")) return resolveAnchor(target, surroundings);
  if (/^[a-z]+:/i.test(target)) return resolveEntity(target, surroundings);
  return resolveFile(target, surroundings, false);
}
