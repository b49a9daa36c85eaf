import { channelMarkdown, messageMarkdown, operationMarkdown, schemaMarkdown } from "./entity-pages.ts";
import { listParts, page, type ListPart } from "./writing.ts";
import { PageWriter } from "./page-writer.ts";
import type { MachineFile, MachineParts } from "./writing.ts";
import { componentsMarkdown, overviewMarkdown, securityMarkdown, serversMarkdown, tagsMarkdown } from "./shared-pages.ts";

function listFile(parts: MachineParts, { kind, path, entities, number, of }: ListPart): MachineFile {
  const writer = new PageWriter(parts, path);
  const next = number < of ? `[The next ${kind}s by name](${writer.href(`${kind}s-${number + 1}.md`)})` : "";
  const lines = entities.map((entity) => {
    const summary = writer.summary(entity);
    return `- ${writer.link(entity)}${summary === "" ? "" : `: ${summary}`}`;
  });
  const title = `# ${kind[0]?.toUpperCase() ?? ""}${kind.slice(1)}s${of > 1 ? `, ${number} of ${of}` : ""}`;
  return { path, contents: page([title, lines.join("\n"), next]) };
}

function* sharedFiles(parts: MachineParts): Generator<MachineFile> {
  const { api } = parts;
  const made: [string, boolean, (writer: PageWriter) => string][] = [
    ["index.md", true, overviewMarkdown],
    ["servers.md", api.servers.length > 0, serversMarkdown],
    ["security.md", api.securitySchemes.length > 0, securityMarkdown],
    ["tags.md", api.allTags.length > 0, tagsMarkdown],
    ["components.md", api.components.some(({ used }) => !used), componentsMarkdown],
  ];
  for (const [path, there, write] of made) if (there) yield { path, contents: write(new PageWriter(parts, path)) };
}

/** Every page of the reference as Markdown, at the page's address with another extension, one at a time. */
export function* markdownFiles(parts: MachineParts): Generator<MachineFile> {
  const { api, routes, listRows } = parts;
  const files = <T extends Parameters<typeof routes.pageOf>[0]>(
    entity: T,
    write: (writer: PageWriter, entity: T) => string,
  ): MachineFile[] => {
    const writer = new PageWriter(parts, routes.pageOf(entity));
    const contents = write(writer, entity);
    const heading = contents.slice(0, contents.indexOf("\n"));
    return [{ path: writer.path, contents }, ...writer.furtherPages(heading)];
  };
  yield* sharedFiles(parts);
  for (const part of listParts(api, listRows)) yield listFile(parts, part);
  for (const channel of api.channels) yield* files(channel, channelMarkdown);
  for (const operation of api.operations) yield* files(operation, operationMarkdown);
  for (const message of api.messages) yield* files(message, messageMarkdown);
  for (const schema of api.schemas) yield* files(schema, schemaMarkdown);
}
