import { renderAll } from "../markdown/index.ts";
import { fillSlot } from "./fill-slots.ts";

/**
 * Safe HTML of a Markdown text from the settings. The text belongs to no document, so only links with a full address are links: others
 * become their labels. Ids begin with the prefix.
 */
export async function renderSettingsText(text: string, prefix: string): Promise<string> {
  const [rendered] = await renderAll([text]);
  return (rendered?.pieces ?? []).map((piece) => (typeof piece === "string" ? piece : fillSlot(piece, prefix))).join("");
}
