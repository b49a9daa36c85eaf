import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** What stands in every file outside of the project, in a form that no escaping, cutting or folding changes. */
export const CANARY = "Canary7f3a91c2";
/** A word of the names of files outside that no document says. */
export const UNSAID = "unsaid5b20";

const YAML = `type: object\ntitle: ${CANARY}\ndescription: ${CANARY}\nenum: [${CANARY}]\nproperties: { ${CANARY}: { type: string } }\n`;
const JSON_TEXT = JSON.stringify({ type: "object", title: CANARY, examples: [CANARY], properties: { [CANARY]: {} } });
const PROTO = `syntax = "proto3";\nmessage Secret { string ${CANARY} = 1; }\n`;
const AVRO = JSON.stringify({ type: "record", name: CANARY, fields: [{ name: CANARY, type: "string" }] });

/** Files beside the project: one of each kind that anything in a document could be hoped to read. */
const outside: Readonly<Record<string, string>> = {
  "secret.yaml": YAML,
  "secret.yml": YAML,
  "secret.json": JSON_TEXT,
  "secret.md": `# ${CANARY}\n\n${CANARY}\n`,
  "secret.txt": `${CANARY}\n`,
  "secret.proto": PROTO,
  "secret.avsc": AVRO,
  "secret.png": CANARY,
  "secret.svg": `<svg xmlns="http://www.w3.org/2000/svg"><title>${CANARY}</title></svg>`,
  "broken.yaml": `${CANARY}: [`,
  "layout.hbs": CANARY,
  "css/base.css": `/* ${CANARY} */`,
  "vault/secret.yaml": YAML,
  [`vault/${UNSAID}.yaml`]: YAML,
  "vault/deep/secret.yaml": YAML,
  // The name of the project with more behind it: a comparison of texts takes it for a part of the project.
  "project-2/secret.yaml": YAML,
  "projec/secret.yaml": YAML,
};

export interface Place {
  /** The folder of everything. */
  readonly base: string;
  /** The folder that the document may read. */
  readonly project: string;
  remove(): void;
}

/** A project with links in it that lead out, and secrets all around it. */
export function place(files: Readonly<Record<string, string>>): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-canary-")));
  const project = join(base, "project");
  const all = [...Object.entries(outside), ...Object.entries(files).map(([name, text]): [string, string] => [`project/${name}`, text])];
  for (const [name, text] of all) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
  mkdirSync(join(project, "inside"), { recursive: true });
  const links = { "file-link.yaml": "../secret.yaml", "way-out": "../vault", "inside/far": "../../vault/deep", chain: "way-out", up: ".." };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project, name));
  symlinkSync(join(base, "secret.yaml"), join(project, "absolute-link.yaml"));
  return { base, project, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** Every spelling of a path to a secret, as a document may write it in a reference or a link, of files with this extension. */
export function spellings({ base }: Place, extension: string): string[] {
  const name = `secret.${extension}`;
  const path = `${base}/${name}`;
  const encoded = Array.from(path, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  return [
    ...[`../${name}`, `./../${name}`, `inside/../../${name}`, `nowhere/../../${name}`, `.//..//${name}`, `..//${name}`, `../${name}/`],
    ...[`../${basename(base)}/../${name}`, `../project-2/${name}`, `../projec/${name}`, `../project/../${name}`, `x/..;/../${name}`],
    ...[`../../${basename(base)}/${name}`, `${"../".repeat(30)}${path.slice(1)}`, `inside/${"../".repeat(30)}${path.slice(1)}`],
    ...[path, `/${path}`, `//${path}`, `/.${path}`, `file:${path}`, `file://${path}`, `file:///${path}`, `FILE://${path}`],
    ...[
      `file://localhost${path}`,
      `fIlE:/${path}`,
      `file:../${name}`,
      `file:secret.${extension}`,
      `jar:file:${path}!/a`,
      `view-source:${path}`,
    ],
    ...[`%2e%2e/${name}`, `..%2f${name}`, `%2E%2E%2F${name}`, `.%2e/${name}`, `%2e./${name}`, `%252e%252e/${name}`, `..%252f${name}`],
    ...[encoded, `%2f${path.slice(1)}`, `..%5c${name}`, `..\\${name}`, `inside\\..\\..\\${name}`, `.\\..\\${name}`, `..\\/${name}`],
    ...[
      `\\\\localhost${path.replaceAll("/", "\\")}`,
      `\\\\?\\C:\\${name}`,
      `\\\\.\\C:\\${name}`,
      `C:\\${name}`,
      `C:${name}`,
      `c:/${name}`,
      `//srv/${name}`,
    ],
    ...[
      `../${name}%00`,
      `../${name}%00.yaml`,
      `%00../${name}`,
      `../${name}\u0000.yaml`,
      `..%c0%af${name}`,
      `%c0%ae%c0%ae/${name}`,
      `..%ef%bc%8f${name}`,
    ],
    ...[
      `\u2024\u2024/${name}`,
      `\uff0e\uff0e/${name}`,
      `\u2025/${name}`,
      `..\u2215${name}`,
      `..\u2044${name}`,
      `..\uff0f${name}`,
      `..\u29f8${name}`,
    ],
    ...[
      `../${name}?x=1`,
      `?/../${name}`,
      `../${name};x`,
      ` ../${name}`,
      `../${name} `,
      `\t../${name}`,
      `\n../${name}`,
      `.\u00ad./${name}`,
      `\ufeff../${name}`,
    ],
    ...[
      `../SECRET.${extension}`,
      `../secret.${extension.toUpperCase()}`,
      `~/${name}`,
      `~root/${name}`,
      `$PWD/../${name}`,
      `\${PWD}/../${name}`,
      `%PWD%/../${name}`,
    ],
    ...[`/proc/self/cwd/../${name}`, `/proc/self/root${path}`, `proc/self/cwd/../${name}`, `/dev/fd/0`, `/dev/stdin`, `/proc/self/environ`],
    ...[
      "file-link.yaml",
      "absolute-link.yaml",
      `way-out/${name}`,
      `way-out/secret.yaml`,
      `way-out/${UNSAID.slice(0, -1)}.yaml`,
      `chain/secret.yaml`,
      `inside/far/secret.yaml`,
    ],
    ...[
      `inside/far/../secret.yaml`,
      `inside/../way-out/secret.yaml`,
      `way-out/../${name}`,
      `up/${name}`,
      `up/project/up/${name}`,
      "way-out/",
      "way-out",
      "up",
    ],
    ...[
      `http://127.0.0.1:1/${name}`,
      `https://localhost/${name}`,
      `http:../${name}`,
      `https:${name}`,
      `//localhost/${name}`,
      `data:,${name}`,
      `blob:${path}`,
    ],
  ];
}
