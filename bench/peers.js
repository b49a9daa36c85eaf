/**
 * Our builds and peers' in turns on the same documents: `npm run bench:peers -- [--runs N] [--sizes 4,100,1000] [--asyncapi]`.
 * Installs Redocly (15 MB), and with `--asyncapi` the AsyncAPI CLI (440 MB), into a temporary folder that is removed at the end.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli, measure, median } from "./measure.js";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, sizes: { type: "string", default: "4,100,1000" }, asyncapi: { type: "boolean" } },
});
const folder = mkdtempSync(join(tmpdir(), "msgdocs-peers-"));

/** Installs a package, and gives its version and the program it names. */
function install(name, program) {
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, name], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm could not install ${name}: ${stderr}`);
  const home = join(folder, "node_modules", name);
  const { version, bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return { name: `${name} ${version}`, program: join(home, typeof bin === "string" ? bin : bin[program]) };
}

function contenders() {
  const redocly = install("@redocly/cli", "redocly");
  const ours = { name: "msgdocs", args: (document) => [cli, "build", document, "-o", "site"] };
  const all = [ours, { name: redocly.name, args: (document) => [redocly.program, "build-docs", document, "-o", "out.html"] }];
  if (!values.asyncapi) return all;
  const asyncapi = install("@asyncapi/cli", "asyncapi");
  const template = "@asyncapi/html-template";
  return [
    ...all,
    {
      name: asyncapi.name,
      args: (document) => [asyncapi.program, "generate", "fromTemplate", document, template, "-o", "html", "--force-write"],
    },
  ];
}

try {
  writeFileSync(join(folder, "package.json"), "{}\n");
  const all = contenders();
  console.log("| channels | program | CPU s | wall s | memory MB | CPU to ours |\n| --- | --- | --- | --- | --- | --- |");
  for (const size of values.sizes.split(",").map(Number)) {
    const document = `${size}.yaml`;
    writeFileSync(join(folder, document), generate(size));
    const runs = all.map(() => []);
    const turns = Array.from({ length: Number(values.runs) }, () => [...all.entries()]).flat();
    for (const [at, { args }] of turns) {
      rmSync(join(folder, "site"), { recursive: true, force: true });
      runs[at].push(measure(args(document), folder));
    }
    const of = (at, field) => median(runs[at].map((each) => each[field]));
    for (const [at, { name }] of all.entries()) {
      console.log(
        `| ${size} | ${name} | ${of(at, "cpu").toFixed(2)} | ${of(at, "wall").toFixed(2)} | ${of(at, "memory").toFixed(0)} | ${(of(at, "cpu") / of(0, "cpu")).toFixed(2)} |`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
