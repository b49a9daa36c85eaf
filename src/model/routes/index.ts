/** The home of each entity. No other code makes URLs and file names of the site. */
export {
  anchorAt,
  anchorBelow,
  anchorFor,
  anchorStep,
  createRoutes,
  homeOfMessage,
  numberedPages,
  relativeUrl,
  treeSource,
  wholeMessages,
  wholeReplies,
} from "./create-routes.ts";
export { fileNames, hashedNames } from "./file-names.ts";
export type { Routes, SchemaHome, SchemaHomes } from "./create-routes.ts";
