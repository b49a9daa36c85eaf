import { listParts, page, type ListPart } from "./writing.ts";
import { PageWriter } from "./page-writer.ts";
import type { MachineFile, MachineParts } from "./writing.ts";

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

/** The lists of what has pages, by name, so that a program finds one of many. */
export function* listFiles(parts: MachineParts): Generator<MachineFile> {
  for (const part of listParts(parts.api, parts.listRows)) yield listFile(parts, part);
}
