/** Examples of a message, written and made up, in one panel. */
export type { ExamplePanel } from "./example-panel-view.ts";
export {
  contentTypeOf,
  encodingOf,
  isEncoded,
  exampleAnchors,
  examplePanelView,
  panelBlocks,
  exampleInFront,
  firstScalar,
  givenBy,
  payloadValue,
} from "./example-panel-view.ts";
