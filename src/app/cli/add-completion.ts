import type { Command } from "commander";
import { Argument } from "commander";
import { completionOf, shells, type Shell } from "./completion.ts";
import type { CliContext } from "./options.ts";

const EXAMPLES = `
Examples:
  $ source <(msgdocs completion bash)       for this shell; in ~/.bashrc for all
  $ msgdocs completion zsh > "\${fpath[1]}/_msgdocs"
  $ msgdocs completion fish > ~/.config/fish/completions/msgdocs.fish`;

/** The command that prints completions for a shell. */
export function addCompletion(program: Command, { io }: CliContext): void {
  program
    .command("completion")
    .description("print the completion of commands and flags for a shell")
    .addArgument(new Argument("[shell]", "the shell").choices(shells))
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell | undefined, _: unknown, called: Command) => {
      if (shell === undefined) called.error(`error: name the shell: ${shells.join(", ")}`);
      io.stdout(completionOf(program, shell));
    });
}
