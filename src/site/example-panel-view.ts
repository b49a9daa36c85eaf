import type { Message } from "#model";
import type { PageContext } from "./context.ts";
import { valueHtml } from "./value-html.ts";

/** Where a panel stands on its page: `prefix` begins its anchors. */
export interface PanelSpot {
  readonly prefix: string;
}

/** The examples of a message as the partial `example-panel` shows them, or `undefined` where there is nothing to show. */
export function examplePanelView(_context: PageContext, message: Message, spot: PanelSpot): object | undefined {
  const [example] = message.examples;
  const node = example?.payload ?? example?.headers ?? example?.free;
  return node && { anchor: spot.prefix, asWritten: valueHtml(node) };
}
