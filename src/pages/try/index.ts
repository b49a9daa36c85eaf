/** Composing and sending from a page: which servers, which data, and the policy. */
export { tryProblems, tryFiles, triedMessages, trySchemaFile, tryView } from "./try-view.ts";
