import { opposite, type Direction, type Operation } from "#model";
import type { Settings } from "#config";
import { stringOf } from "#text";
import type { Words } from "#text";
import { visible } from "./visible.ts";

/** Which way messages go, in the words of the one whose view leads. */
export interface DirectionView {
  /** The leading view's verb, `send` or `receive`: class of badges and arrows. */
  readonly way: Direction;
  /** An arrow, for those who see it. */
  readonly sign: string;
  /** "Application sends", or "You receive". */
  readonly name: string;
  /** "sends", or "receive" in the reader's view: for narrow places. */
  readonly short: string;
}

interface Speaking {
  readonly settings: Settings;
  readonly words: Words;
}

/** What the leading view's side does where the application sends or receives. */
export function leadingWay({ view }: Settings, direction: Direction): Direction {
  return view === "client" ? opposite[direction] : direction;
}

/** The direction of messages as a badge. `publish` of 2.x is what the application receives; the model has turned it already. */
export function directionView({ settings, words }: Speaking, direction: Direction): DirectionView {
  const client = settings.view === "client";
  const way = leadingWay(settings, direction);
  return {
    way,
    sign: way === "send" ? "↑" : "↓",
    name: words(client ? `site.you-${way}` : `site.application-${way}s`),
    short: words(client ? `site.${way}` : `site.${way}s`),
  };
}

/** One sentence that says both sides, whichever leads, and the document's own word. */
export function directionSentence(speaking: Speaking, operation: Operation): { text: string; verb: string; says: string } {
  const { settings, words } = speaking;
  const says = words("site.document-says");
  if (!operation.isDirectionKnown) {
    return { text: words("site.sentence-unread"), says, verb: visible(stringOf(operation.node, "action") ?? "") };
  }
  const count = operation.messages.length;
  const leads = settings.view === "client" ? "client" : "application";
  return {
    // Without a message there is none that could be spoken of.
    text: count === 0 ? `${directionView(speaking, operation.direction).name}.` : words(`site.sentence-${leads}-${operation.direction}`, { count }),
    says,
    verb: operation.verb,
  };
}
