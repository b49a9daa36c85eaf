import type { Diagnostic, StringNode } from "#text";
import { placeWithin, problem } from "#text";
import { renderAll } from "../markdown/index.ts";
import { fillSlot } from "./fill-slots.ts";

const WHOLE = "Write an http, https or mailto address.";

/**
 * Safe HTML of a Markdown text from the settings. The text belongs to no document, so only links with a full address are links: others
 * become their labels. Ids begin with the prefix.
 */
export async function renderSettingsText(text: string, prefix: string): Promise<string> {
  const [rendered] = await renderAll([text]);
  return (rendered?.pieces ?? []).map((piece) => (typeof piece === "string" ? piece : fillSlot(piece, prefix))).join("");
}

/** What is wrong with such a text. Here every link that has no full address leads nowhere. */
export async function settingsTextProblems(node: StringNode): Promise<readonly Diagnostic[]> {
  const [rendered] = await renderAll([node.value]);
  const found = (rendered?.problems ?? []).map(({ code, blanks, start, end, hint }) =>
    problem(code, placeWithin(node, start, end), { ...blanks, hint: code === "text/unsafe-link" ? WHOLE : hint } as never),
  );
  const lost = (rendered?.pieces ?? []).flatMap((piece) => {
    if (typeof piece === "string" || piece.kind === "prefix") return [];
    const reason = "in the settings only a whole address is a link";
    const hint = piece.kind === "image" ? "The setting logo names a picture of the site." : WHOLE;
    return [problem("text/broken-link", placeWithin(node, piece.start, piece.end), { url: piece.target, reason, hint })];
  });
  return [...found, ...lost];
}
