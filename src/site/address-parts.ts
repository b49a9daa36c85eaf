import { visible } from "./visible.ts";

/** A piece of an address or URL; `variable` where it is an expression in braces. */
export interface AddressPart {
  readonly text: string;
  readonly variable: boolean;
}

/** An address split at its `{expressions}`, so that they can be told apart. Unbalanced braces stay text. */
export function addressParts(address: string): AddressPart[] {
  return address
    .split(/(\{[^{}]*\})/)
    .filter((text) => text !== "")
    .map((text) => ({ text: visible(text), variable: /^\{[^{}]*\}$/.test(text) }));
}
