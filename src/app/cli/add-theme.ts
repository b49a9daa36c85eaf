import type { Command } from "commander";
import type { CliContext } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs theme eject                              what can be copied
  $ msgdocs theme eject partials/sidebar.hbs --to look
  $ msgdocs build --templates look -o site`;

/** The command that copies a file of the theme, to be changed. */
export function addTheme(program: Command, { io, ended }: CliContext): void {
  const theme = program.command("theme").description("your own look");
  theme
    .command("eject")
    .description("copy a template or theme file into a folder of yours, to be changed there")
    .argument("[file]", "path of the file; all are listed without one")
    .option("--to <dir>", "folder to copy it into", "templates")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string | undefined, { to }: { readonly to: string }) => {
      const { attempt, eject } = await import("../commands/index.ts");
      ended(await attempt({ format: "pretty", quiet: false }, io, (own) => eject({ file, to }, own)));
    });
}
