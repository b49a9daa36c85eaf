import type { SafeHtml } from "./context.ts";
import { breakableHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** A piece of an address or URL; `variable` where it is an expression in braces. */
export interface AddressPart {
  readonly text: string;
  /** The text with places to break at. */
  readonly label: SafeHtml;
  readonly variable: boolean;
}

/** An address split at its `{expressions}`, so that they can be told apart. Unbalanced braces stay text. */
export function addressParts(address: string): AddressPart[] {
  return address
    .split(/(\{[^{}]*\})/)
    .filter((text) => text !== "")
    .map((written, at) => {
      const text = visible(written);
      // What stands before the separator that a piece begins with is in another piece.
      const html = at > 0 ? breakableHtml(text).replace(/^[./:_-](?=[^./:_-])/, "$&<wbr>") : breakableHtml(text);
      return { text, label: { html }, variable: /^\{[^{}]*\}$/.test(written) };
    });
}
