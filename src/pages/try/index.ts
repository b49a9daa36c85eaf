/** Composing and sending from a page: which servers, which data, and the policy. The scripts are in the folder `try` at the top. */
export { tryFiles, triedMessages, trySchemaFile, tryView } from "./try-view.ts";
