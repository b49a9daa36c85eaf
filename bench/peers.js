/**
 * Our builds and peers' in turns on the same documents, and how soon a link into each is read: `npm run bench:peers -- [--runs N] [--sizes 4,100,1000] [--asyncapi]`.
 * Installs Redocly (15 MB), and with `--asyncapi` the AsyncAPI CLI (440 MB), into a temporary folder that is removed at the end, with all
 * sites: a file system may take five times as long to make files for some minutes after many were removed.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deepLinks, lines } from "./deep-link.js";
import { generate, partsOf } from "./generate.js";
import { goal } from "./goal.js";
import { cli, measure, mediansOf } from "./measure.js";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, sizes: { type: "string", default: "4,100,1000" }, asyncapi: { type: "boolean" } },
});
const runs = Number(values.runs);
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
  const ours = { name: "msgdocs", args: (document, count) => [cli, "build", document, "-o", `site-${count}-${document}`] };
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

/** Our site and Redoc's page of a document, at one operation in the middle of it. The page's script comes from the package, not from a CDN. */
async function openLinks(size) {
  const page = join(folder, "out.html");
  const bundle = "redoc.standalone.js";
  copyFileSync(join(folder, "node_modules/@redocly/cli/lib/chunks", bundle), join(folder, bundle));
  writeFileSync(page, readFileSync(page, "utf8").replace(/https:\/\/cdn\.redocly\.com\/[^"]*redoc\.standalone\.js/g, `./${bundle}`));
  const { thing, id, address } = partsOf(Math.floor(size / 2));
  const text = `Counts each ${thing}.`;
  const links = [
    { path: `site-0-${size}.yaml/operations/hear-${id}.html`, text },
    { path: `out.html#/channels/${address}/operations/hear-${id}`, text },
  ];
  for (const [name, line] of Object.entries(lines)) {
    const [ours, theirs] = await deepLinks(folder, links, { runs, line });
    console.log(
      `Cold deep link to a payload, ${size} channels, ${name}: ${ours.toFixed(0)} ms to Redoc's ${theirs.toFixed(0)} ms; ${goal("sooner, times", theirs / ours, { least: 10 })}`,
    );
  }
}

/** What is wanted of a build of some size beside Redocly's. */
function tellGoals(size, ours, redocly) {
  const wanted = { 4: { cpu: 1 }, 100: { cpu: 1.5 }, 1000: { wall: 4 } }[size] ?? {};
  for (const [field, most] of Object.entries(wanted))
    console.log(`${size} channels, ${goal(`${field} to Redocly's`, ours[field] / redocly[field], { most })}`);
}

/** Medians of each program over one document, the programs in turns so that a busy machine hurts all alike. */
function measureInTurns(all, document) {
  const measured = all.map(() => []);
  for (let count = 0; count < runs; count += 1)
    for (const [at, { args }] of all.entries()) measured[at].push(measure(args(document, count), folder));
  return measured.map(mediansOf);
}

function tellFigures(size, all, figures) {
  console.log("\n| channels | program | CPU s | wall s | memory MB | CPU to ours |\n| --- | --- | --- | --- | --- | --- |");
  for (const [at, { name }] of all.entries()) {
    const { cpu, wall, memory } = figures[at];
    console.log(
      `| ${size} | ${name} | ${cpu.toFixed(2)} | ${wall.toFixed(2)} | ${memory.toFixed(0)} | ${(cpu / figures[0].cpu).toFixed(2)} |`,
    );
  }
  console.log("");
}

try {
  writeFileSync(join(folder, "package.json"), "{}\n");
  const all = contenders();
  for (const size of values.sizes.split(",").map(Number)) {
    const document = `${size}.yaml`;
    writeFileSync(join(folder, document), generate(size));
    const figures = measureInTurns(all, document);
    tellFigures(size, all, figures);
    tellGoals(size, figures[0], figures[1]);
    if (size >= 100) await openLinks(size);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
