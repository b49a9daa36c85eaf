import { addresses } from "./payloads/addresses.ts";
import { breakouts } from "./payloads/breakouts.ts";
import { classics } from "./payloads/classics.ts";
import { clobbering } from "./payloads/clobbering.ts";
import { elements } from "./payloads/elements.ts";
import { expressions } from "./payloads/expressions.ts";
import { foreign } from "./payloads/foreign.ts";
import { handlers } from "./payloads/handlers.ts";
import { invisible } from "./payloads/invisible.ts";
import { markdown } from "./payloads/markdown.ts";
import { mutations } from "./payloads/mutations.ts";
import { styles } from "./payloads/styles.ts";

/** Texts by the way in that they try. */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  classics,
  breakouts,
  elements,
  handlers,
  foreign,
  addresses,
  styles,
  mutations,
  expressions,
  markdown,
  clobbering,
  invisible,
};

/** What browsers have been made to run through documents: each way in once, written for this project. */
export const payloads: readonly string[] = [...new Set(Object.values(kinds).flat())];

/** Keys that mean something to JavaScript, a file system or a shell, and all match patterns of the format. */
export const keys: readonly string[] = ["__proto__", "constructor", "toString", "hasOwnProperty", "..", "con", "-rf", "index", "assets"];
