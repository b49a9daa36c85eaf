import type { Blockquote, Paragraph } from "mdast";
import { ALERTS } from "./allowed.ts";

const MARKER = new RegExp(`^\\[!(${ALERTS.join("|")})\\][ \\t]*(?:\\n|$)`, "i");

/** A quotation that is an alert: its kind, the rest of its first paragraph after the marker, and the following blocks. */
interface Alert {
  readonly kind: (typeof ALERTS)[number];
  readonly said: Paragraph["children"];
  readonly rest: Blockquote["children"];
}

/** Reads a quotation as an alert; `undefined` if its first line is not a marker or nothing follows it. */
export function alertOf({ children: [first, ...rest] }: Blockquote): Alert | undefined {
  if (first?.type !== "paragraph") return undefined;
  const [text, ...phrases] = first.children;
  if (text?.type !== "text") return undefined;
  const [marker = "", word = ""] = MARKER.exec(text.value) ?? [];
  const kind = ALERTS.find((each) => each === word.toLowerCase());
  if (!kind) return undefined;
  const below = text.value.slice(marker.length);
  const said: Paragraph["children"] = below === "" ? phrases : [{ type: "text", value: below }, ...phrases];
  return said.length + rest.length === 0 ? undefined : { kind, said, rest };
}
