/** Examples of a message, written and made up, in one panel. */
export { contentTypeOf, isEncoded } from "./example-panel-view.ts";
export type { ExamplePanel } from "./example-panel-view.ts";
export { MOST_EXAMPLES, examplePanelView, panelBlocks } from "./example-panel-view.ts";
export { messagePanel } from "./shared-panel.ts";
