import type { Command } from "commander";
import { Option } from "commander";
import type { InitRequest } from "../commands/index.ts";
import type { CliContext } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs init                            looks for documents, and asks on a terminal
  $ msgdocs init api/asyncapi.yaml --ci github --pre-commit
  $ msgdocs init services                   a portal of all documents below the folder`;

/** All hosts; the compiler checks that none is missing. The commands are not loaded just to read arguments. */
const hosts = Object.keys({ github: true, gitlab: true } satisfies Record<NonNullable<InitRequest["ci"]>, true>);

interface InitFlags {
  readonly ci?: InitRequest["ci"];
  readonly preCommit?: true;
  readonly docker?: true;
}

/** The command for starting: it writes settings and files for CI. */
export function addInit(program: Command, { io, ended }: CliContext): void {
  program
    .command("init")
    .description("write settings, and on request files for CI; nothing is overwritten")
    .argument("[document...]", "documents, or folders of them; several are a portal; looked for without one")
    .addOption(new Option("--ci <host>", "files that check and publish at every push").choices(hosts))
    .option("--pre-commit", "a hook of pre-commit")
    .option("--docker", "an image that serves the site")
    .addHelpText("after", EXAMPLES)
    .action(async (documents: string[], { ci, preCommit, docker }: InitFlags) => {
      const { attempt, init } = await import("../commands/index.ts");
      const request = { documents, ci, preCommit: preCommit === true, docker: docker === true };
      ended(await attempt({ format: "pretty", quiet: false }, io, (own) => init(request, own)));
    });
}
