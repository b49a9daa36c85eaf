/** Examples of a message, written and made up, in one panel. */
export { contentTypeOf, encodingOf, isEncoded } from "./example-panel-view.ts";
export type { ExamplePanel } from "./example-panel-view.ts";
export { exampleAnchors, examplePanelView, panelBlocks } from "./example-panel-view.ts";
export { exampleInFront, firstScalar, givenBy, payloadValue } from "./payload-value.ts";
