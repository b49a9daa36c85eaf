import { resolve } from "node:path";
import type { Command } from "commander";
import type { CliContext } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs build -o site && msgdocs mcp site
  $ msgdocs mcp portal                      in the settings of an assistant: command msgdocs, arguments mcp and the folder`;

/** The command that answers assistants. */
export function addMcp(program: Command, { io, ended }: CliContext): void {
  program
    .command("mcp")
    .description("answer assistants about a site or portal that was built (Model Context Protocol, standard input and output)")
    .argument("<folder>", "folder that build wrote")
    .addHelpText("after", EXAMPLES)
    .action(async (folder: string) => {
      const { attempt, exits, UsageError } = await import("../commands/index.ts");
      const { NotFound, serveAssistants } = await import("../assistants/index.ts");
      const serve = async (): Promise<typeof exits.fine> => {
        try {
          await serveAssistants(resolve(io.cwd, folder), { version: io.version, tell: io.stderr });
        } catch (error) {
          if (error instanceof NotFound) throw new UsageError(error.message, "Name a folder that msgdocs build wrote.");
          throw error;
        }
        return exits.fine;
      };
      ended(await attempt({ format: "pretty", quiet: false }, io, serve));
    });
}
