/** The home of each entity. No other code makes URLs and file names of the site. */
export type { Routes, SchemaHome, SchemaHomes } from "./create-routes.ts";
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
  fileNames,
  hashedNames,
} from "./create-routes.ts";
