/** The home of each entity. No other code makes URLs and file names of the site. */
export {
  anchorAt,
  anchorBelow,
  anchorFor,
  anchorStep,
  createRoutes,
  numberedPages,
  relativeUrl,
  wholeMessages,
  wholeReplies,
} from "./create-routes.ts";
export { fileNames, hashedNames } from "./file-names.ts";
export type { Routes, SchemaHome } from "./create-routes.ts";
