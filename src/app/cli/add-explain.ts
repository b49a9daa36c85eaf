import type { Command } from "commander";
import type { CliContext } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs explain                         all codes with their levels
  $ msgdocs explain example/payload
  $ msgdocs explain asyncapi2-channel-parameters`;

/** The command that says what a code means. */
export function addExplain(program: Command, { io, ended }: CliContext): void {
  program
    .command("explain")
    .description("say what a code means, with what breaks it and what to do")
    .argument("[code]", "code of a problem, or the id of a rule in another tool")
    .addHelpText("after", EXAMPLES)
    .action(async (code: string | undefined) => {
      const { attempt, explain } = await import("../commands/index.ts");
      ended(await attempt({ format: "pretty", quiet: false }, io, (own) => explain(code, own)));
    });
}
