import type { Command, Option } from "commander";
import { Argument } from "commander";
import { catalog } from "#text";
import type { CliContext } from "./options.ts";

/** The shells that have completions. */
export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

/** What completions need to know about a command. */
interface CommandWords {
  /** All names of the command, with those of the commands above it: `theme eject`. */
  readonly paths: readonly string[];
  readonly description: string;
  readonly options: readonly Option[];
  readonly subcommands: readonly string[];
  /** The possible values of its argument, if they are known. */
  readonly choices: readonly string[];
}

/** A command and all its subcommands, the outermost first. */
function commandsOf(command: Command, above: readonly string[] = []): CommandWords[] {
  const names = [command.name(), ...command.aliases()];
  const paths = above.length === 0 ? [""] : above.flatMap((path) => names.map((name) => `${path} ${name}`.trim()));
  const below = command.commands.filter((each) => each.name() !== "help");
  const codes = command.name() === "explain" ? Object.keys(catalog) : [];
  const choices = [...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices), ...codes];
  const options = command.createHelp().visibleOptions(command);
  const own = { paths, description: command.description(), options, choices, subcommands: below.map((each) => each.name()) };
  return [own, ...below.flatMap((each) => commandsOf(each, paths))];
}

const flagsOf = ({ short = "", long = "" }: Option): string[] => [short, long].filter((flag) => flag !== "");

/** Whether an option takes a value. */
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Whether a value is a path, judged by its name in the option. */
const pathOf = ({ flags }: Option): "folder" | "file" | undefined =>
  flags.includes("<dir>") ? "folder" : flags.includes("<file>") ? "file" : undefined;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly CommandWords[]): string {
  const names = commands.flatMap(({ paths }) => paths).filter((path) => path !== "");
  const values = commands.flatMap(({ paths, options }) =>
    options.filter(takesValue).map((option) => {
      const at = paths.flatMap((path) => flagsOf(option).map((flag) => quoted(`${path}:${flag}`))).join("|");
      const words = option.argChoices ? `-W ${quoted(option.argChoices.join(" "))}` : pathOf(option) === "folder" ? "-d" : "-f";
      return `    ${at}) COMPREPLY=($(compgen ${words} -- "$current")); return ;;`;
    }),
  );
  const words = commands.map(({ paths, options, subcommands, choices }) => {
    const all = [...subcommands, ...choices, ...options.flatMap(flagsOf).filter((flag) => flag.startsWith("--"))];
    return `    ${paths.map(quoted).join("|")}) words=${quoted(all.join(" "))} ;;`;
  });
  return `# Completion of msgdocs for bash: source <(msgdocs completion bash)
_msgdocs() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${command:+$command }$word" in
      ${names.map(quoted).join("|")}) command="\${command:+$command }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$command:$before" in
${values.join("\n")}
  esac
  case "$command" in
${words.join("\n")}
  esac
  if [[ "$current" == -* || -z "$command" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$(printf '%s\\n' $words | grep -v '^-')" -- "$current") $(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _msgdocs msgdocs
`;
}

/** Escapes a text for a specification of zsh, where brackets and colons have a meaning. */
const zshText = (text: string): string => text.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`);

function zshOption(option: Option): string {
  const flags = flagsOf(option);
  const choices = option.argChoices
    ? `(${option.argChoices.join(" ")})`
    : { folder: "_files -/", file: "_files" }[pathOf(option) ?? "file"];
  const isPlain = !option.argChoices && pathOf(option) === undefined;
  const value = takesValue(option) ? `:value:${isPlain ? " " : choices}` : "";
  const text = `[${zshText(option.description)}]${value}`;
  // Only one of the short and the long form is offered.
  const apart = flags.length > 1 ? `'(${flags.join(" ")})'{${flags.join(",")}}` : (flags[0] ?? "");
  return `${apart}${quoted(text)}`;
}

function zsh(commands: readonly CommandWords[]): string {
  const [root, ...others] = commands;
  const isTop = ({ paths }: CommandWords): boolean => paths[0]?.includes(" ") === false;
  const named = others.filter(isTop).map(({ paths, description }) => quoted(`${paths[0] ?? ""}:${zshText(description)}`));
  const cases = others.filter(isTop).map(({ paths, options, subcommands, choices }) => {
    const words = [...subcommands, ...choices];
    const inner = others.filter((each) => each.paths[0]?.startsWith(`${paths[0] ?? ""} `)).flatMap((each) => each.options);
    const specs = [...options, ...inner.filter((each) => !options.some(({ long }) => long === each.long))].map(zshOption);
    const rest = words.length > 0 ? `'1:what:(${words.join(" ")})' '*:file:_files'` : "'*:file:_files'";
    return `    ${paths.join("|")}) _arguments ${[...specs, rest].join(" \\\n      ")} ;;`;
  });
  return `#compdef msgdocs
# Completion of msgdocs for zsh: msgdocs completion zsh > a folder of $fpath, as _msgdocs
_msgdocs() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(${named.join(" ")})
    _describe 'command' commands
    _arguments ${(root?.options ?? []).map(zshOption).join(" ")}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _msgdocs ]]; then _msgdocs "$@"; else compdef _msgdocs msgdocs; fi
`;
}

function fish(commands: readonly CommandWords[]): string {
  const tops = commands.flatMap(({ paths }) => paths).filter((path) => path !== "" && !path.includes(" "));
  const lines = commands.flatMap(({ paths, options, subcommands, choices }) => {
    const last = paths.map((path) => path.split(" ").at(-1) ?? "");
    const when = paths[0] === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${last.join(" ")}`;
    const head = `complete -c msgdocs -n ${quoted(when)}`;
    const words = [...subcommands, ...choices].map((word) => {
      const description = commands.find(({ paths: [first] }) => first?.split(" ").at(-1) === word)?.description;
      return `${head} -f -a ${word}${description === undefined ? "" : ` -d ${quoted(description)}`}`;
    });
    const flags = options.map((option) => {
      const { short, long, description, argChoices } = option;
      const name = `${short ? ` -s ${short.slice(1)}` : ""}${long ? ` -l ${long.slice(2)}` : ""}`;
      const value = argChoices ? ` -x -a ${quoted(argChoices.join(" "))}` : takesValue(option) ? " -r" : "";
      return `${head}${name}${value} -d ${quoted(description)}`;
    });
    return [...words, ...flags];
  });
  return `# Completion of msgdocs for fish: msgdocs completion fish > ~/.config/fish/completions/msgdocs.fish
complete -c msgdocs -n 'not __fish_seen_subcommand_from ${tops.join(" ")}' -f
${lines.join("\n")}
`;
}

/** The completion script for a shell. It is made from the same data as the help. */
export function completionOf(root: Command, shell: Shell): string {
  return { bash, zsh, fish }[shell](commandsOf(root));
}

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
