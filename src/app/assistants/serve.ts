import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { counted } from "#text";
import { judgePayload, listApis, pageOf, search, usersOf, whatBreaks, BuiltFolder, KINDS, NotFound } from "./answers.ts";

const api = z.string().optional().describe("The name of the API, as list_apis gives it. Not needed where there is one.");

/** An answer as the protocol has it. What is not there is an answer too; anything else is our bug, which the transport reports. */
async function answer(make: () => string | Promise<string>) {
  try {
    return { content: [{ type: "text" as const, text: await make() }] };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return { isError: true, content: [{ type: "text" as const, text: error.message }] };
  }
}

/** Serves answers about a built site or portal until standard input ends. Throws {@link NotFound} if the folder holds neither. */
export async function serveAssistants(path: string, { version, tell }: { version: string; tell: (text: string) => void }): Promise<void> {
  const folder = new BuiltFolder(path);
  tell(`Answering assistants about ${counted(folder.names.length, "API")}, until standard input ends.\n`);
  const server = new McpServer({ name: "msgdocs", version });
  const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } };
  server.registerTool(
    "list_apis",
    { ...readOnly, description: "All APIs with their versions, owners, and what they send and receive." },
    () => answer(() => listApis(folder)),
  );
  server.registerTool(
    "search",
    {
      ...readOnly,
      description: "Finds APIs, channels, operations, messages, schemas and fields by words.",
      inputSchema: { query: z.string() },
    },
    ({ query }) => answer(() => search(folder, query)),
  );
  for (const kind of KINDS) {
    const inputSchema = {
      api,
      id: z.string().describe(`The id, name, key${kind === "channel" ? ", address" : ""} or title of the ${kind}.`),
    };
    server.registerTool(
      `get_${kind}`,
      { ...readOnly, description: `All that the documentation says of one ${kind}, as Markdown.`, inputSchema },
      (asked) => answer(() => pageOf(folder, kind, asked)),
    );
  }
  server.registerTool(
    "who_uses",
    {
      ...readOnly,
      description: "Who sends and who receives on a channel or a message, and whether they fit.",
      inputSchema: { channel_or_message: z.string() },
    },
    (asked) => answer(() => usersOf(folder, asked.channel_or_message)),
  );
  server.registerTool(
    "validate_payload",
    {
      ...readOnly,
      description: "Whether a payload fits the schema of a message, and where it does not.",
      inputSchema: { api, message: z.string(), payload: z.string().describe("The payload as JSON text.") },
    },
    (asked) => answer(() => judgePayload(folder, asked)),
  );
  server.registerTool(
    "what_breaks",
    {
      ...readOnly,
      description: "What a changed document of an API breaks, and whom.",
      inputSchema: { api, document: z.string().describe("The whole changed document, as YAML or JSON.") },
    },
    (asked) => answer(() => whatBreaks(folder, asked)),
  );
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(transport);
  await ended;
  await server.close();
}
