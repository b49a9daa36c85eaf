/** A server for assistants: answers from a site or portal that was built, over standard input and output. It writes nothing and opens no network. */
export { NotFound } from "./answers.ts";
export { serveAssistants } from "./serve.ts";
