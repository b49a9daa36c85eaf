import type { Diagnostic, Node, StringNode } from "#text";
import type { Binding, DescribedObject, Entity, ExternalDocs, NamedValue, Operation, SecurityRequirement, Server } from "#model";
import { demandsOf } from "#model";
import type { SchemaOwner } from "../standalone/index.ts";
import { block, code, inline, json, markdownOf, nameOf, page, section, shortJson, type MachineFile, type MachineParts } from "./writing.ts";

/** Links of one page that are listed; the rest is a number. */
const MOST_LINKS = 200;

/** Problems of one page that are listed. */
const MOST_PROBLEMS = 50;

/** What the Markdown of one page is written with: links are relative to it. */
export class PageWriter {
  readonly parts: MachineParts;
  readonly path: string;
  readonly #further: string[] = [];

  constructor(parts: MachineParts, page: string) {
    this.parts = parts;
    this.path = markdownOf(page);
  }

  /** A text of the document, without what would hide a part of it. */
  text(text: string): string {
    return this.parts.visible(text);
  }

  /** Whether the page is that of an entity. */
  isOf(entity: Entity): boolean {
    return markdownOf(this.parts.routes.pageOf(entity)) === this.path;
  }

  /** Puts lines on a page that goes on with this one. */
  goOn(title: string, lines: readonly string[]): void {
    this.#further.push(section(2, title, lines.join("\n")));
  }

  /** A link to the page that goes on next. */
  nextPage(): string {
    const path = this.#pathOf(this.#further.length);
    return `[${path.replace(/^.*\//, "")}](${this.href(path)})`;
  }

  /** The pages that go on with this one, under its first line. */
  furtherPages(heading: string): MachineFile[] {
    return this.#further.map((contents, at) => {
      const first = `[${heading.replace(/^# /, "")}](${this.href(this.path)})`;
      return {
        path: this.#pathOf(at),
        contents: page([heading, `Page ${at + 2} of ${this.#further.length + 1}, which goes on with ${first}.`, contents]),
      };
    });
  }

  #pathOf(index: number): string {
    return this.path.replace(/\.md$/, `.${index + 2}.md`);
  }

  /** A relative link to a file of the site. */
  href(path: string, anchor?: string): string {
    return this.parts.routes.relative(this.path, path, anchor);
  }

  link(entity: Entity): string {
    const { routes } = this.parts;
    return `[${inline(this.parts.shorten(this.text(nameOf(entity))))}](${this.href(markdownOf(routes.pageOf(entity)))})`;
  }

  /** A link to a schema's own file. */
  schemaFile(owner: SchemaOwner): string | undefined {
    const path = this.parts.schemaFiles.pathOf(owner);
    return path && `[${inline(path.replace(/^.*\//, ""))}](${this.href(path)})`;
  }

  /** Links with their first sentences, one a line. */
  list(entities: readonly Entity[]): string {
    const lines = entities.slice(0, MOST_LINKS).map((entity) => {
      const summary = this.summary(entity);
      return `- ${this.link(entity)}${summary === "" ? "" : `: ${summary}`}`;
    });
    if (entities.length > MOST_LINKS) lines.push(`- and ${entities.length - MOST_LINKS} more`);
    return lines.join("\n");
  }

  links(entities: readonly Entity[]): string {
    return this.several(entities, (entity) => this.link(entity));
  }

  /** Things with commas between, bounded: the rest is a number. */
  several<T>(things: readonly T[], say: (thing: T) => string): string {
    const shown = things.slice(0, 50).map(say).join(", ");
    return things.length > 50 ? `${shown} and ${things.length - 50} more` : shown;
  }

  /** The beginning of a description, or the summary, in one line. */
  summary(entity: Entity): string {
    const text = entity.summary?.value ?? this.parts.prose.plain(entity.description);
    return inline(this.text(text).slice(0, 300).toWellFormed());
  }

  plain(description: StringNode | undefined): string {
    return inline(this.text(this.parts.prose.plain(description)));
  }

  /** A description as Markdown that cannot reach beyond itself. */
  description(description: StringNode | undefined): string {
    return this.text(this.parts.prose.markdown(description));
  }

  value(node: StringNode | undefined): string | undefined {
    return node && code(this.text(node.value));
  }

  json(node: Node): string {
    return this.text(json(node));
  }

  bindings(bindings: readonly Binding[]): string {
    const parts = bindings.map(({ key, node }) => `${inline(this.text(key))}:\n\n${this.json(node)}`);
    return section(2, "Bindings", parts.join("\n\n"));
  }

  externalDocs(docs: ExternalDocs | undefined): string {
    if (!docs) return "";
    return `More documentation: ${inline(this.text(docs.url?.value ?? ""))} ${this.plain(docs.description)}`.trim();
  }

  /** What is wrong with what a page shows, as a section of the page. */
  problems(shown: readonly Entity[]): string {
    return section(2, "Problems", this.problemLines(this.parts.placed.of(shown)));
  }

  /** What is wrong with one of several things of a page. */
  problemsHere(problems: readonly Diagnostic[]): string {
    return problems.length === 0 ? "" : `Problems:\n\n${this.problemLines(problems)}`;
  }

  /** Problems, one a line, each with where it is written and after it what `tell` adds. */
  problemLines(problems: readonly Diagnostic[], tell: (problem: Diagnostic) => string = () => ""): string {
    const { sources } = this.parts;
    const lines = problems.slice(0, MOST_PROBLEMS).map((problem) => {
      const { severity, code: id, message, place } = problem;
      return `- ${severity} ${code(id)}: ${inline(this.text(message))} (${code(this.text(sources.label(place)))})${tell(problem)}`;
    });
    if (problems.length > MOST_PROBLEMS) lines.push(`- and ${problems.length - MOST_PROBLEMS} more`);
    return lines.join("\n");
  }

  /** Extensions and fields that the format does not know, apart from fields that it knows and whose values could not be read. */
  further({ extensions, otherFields }: Pick<DescribedObject, "extensions" | "otherFields">): string {
    const list = (fields: readonly NamedValue[]): string =>
      fields.map(({ key, value }) => `- ${code(this.text(key))}: ${this.text(shortJson(value))}`).join("\n");
    const known = otherFields.filter(({ unread }) => !unread);
    const unread = otherFields.filter((field) => field.unread);
    return page([
      section(2, "Further fields", list([...extensions, ...known])),
      section(2, "Fields that could not be read", list(unread)),
    ]).trim();
  }

  /** Alternatives of which one is enough. */
  security(requirements: readonly SecurityRequirement[] | undefined): string {
    if (!requirements) return "not declared";
    if (requirements.length === 0) return "nothing";
    const one = ({ schemes }: SecurityRequirement): string =>
      schemes.length === 0
        ? "nothing"
        : schemes.map(({ name, scheme }) => (scheme ? this.link(scheme) : code(this.text(name)))).join(" and ");
    return requirements.map(one).join(", or ");
  }

  /** What using an operation takes, with who asks for it where it is a server. */
  access(operation: Operation, servers: readonly Server[]): string {
    const demands = new Map<string, (Operation | Server)[]>();
    for (const { by, security } of demandsOf(operation, servers)) {
      const text = this.security(security);
      demands.set(text, [...(demands.get(text) ?? []), by]);
    }
    const texts = [...demands].map(([text, by]) => {
      const named = by.filter(({ kind }) => kind === "server");
      return named.length === 0 || (text === this.security(undefined) && demands.size === 1) ? text : `${text} (for ${this.links(named)})`;
    });
    return texts.join("; ");
  }

  tags(entity: Entity): string | undefined {
    return entity.tags.map(({ tag }) => this.link(tag)).join(", ") || undefined;
  }

  /** Text as a block, for what is not JSON. */
  block(text: string): string {
    return block(this.text(text), "");
  }
}
