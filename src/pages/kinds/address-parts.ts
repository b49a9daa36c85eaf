import { addressPieces } from "#format";
import type { Line } from "../blocks/index.ts";
import type { SafeHtml } from "../frame/index.ts";
import { breakableHtml } from "../frame/index.ts";

/** A piece of an address or URL; `variable` where it is an expression in braces. */
export interface AddressPart {
  readonly text: string;
  /** The text, with places where it may break. */
  readonly label: SafeHtml;
  readonly variable: boolean;
}

/** Splits an address at its `{expressions}`, so that they can be marked. Unbalanced braces stay text. */
export function addressParts(address: string): AddressPart[] {
  return addressPieces(address).map(({ text, name }, at) => {
    // A separator at the beginning of a piece may break before it, unless the piece is the first.
    const html = at > 0 ? breakableHtml(text).replace(/^[./:_-](?=[^./:_-])/, "$&<wbr>") : breakableHtml(text);
    return { text, label: { html }, variable: name !== undefined };
  });
}

/** An address as it is written. */
export function addressLine(parts: readonly AddressPart[]): Line {
  return parts.length === 0 ? "" : { code: parts.map(({ text }) => text).join("") };
}
