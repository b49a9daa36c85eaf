/**
 * Our builds and peers' in turns on the same documents, and how soon a link into each is read:
 * `npm run bench:peers -- [--runs N] [--sizes 4,100,1000] [--asyncapi] [documents…]`. With documents of your own nothing is generated.
 * Our builds write into a new folder, and over the site of the turn before. Installs Redocly (15 MB), and with `--asyncapi` the AsyncAPI CLI (440 MB), into a temporary folder that is removed at the end, with all
 * sites: a file system may take five times as long to make files for some minutes after many were removed.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { deepLinks, lines } from "./deep-link.js";
import { generate, partsOf } from "./generate.js";
import { goal } from "./goal.js";
import { cli, measure, mediansOf } from "./measure.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
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
  const build = (document, site) => [cli, "build", document, "--allow-errors", "-o", `${site}-${document.replaceAll(/[\\/]/g, "-")}`];
  const ours = { name: "msgdocs", args: (document, count) => build(document, `site-${count}`) };
  const again = { name: "msgdocs, over an earlier site", args: (document) => build(document, "site-0") };
  const all = [ours, again, { name: redocly.name, args: (document) => [redocly.program, "build-docs", document, "-o", "out.html"] }];
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

/** What is wanted of a build of some size beside Redocly's, by the clock. */
const WANTED = { 4: 0.8, 100: 1.3, 1000: 3, 5000: 3 };

function tellGoal(size, ours, redocly) {
  const most = WANTED[size];
  if (most !== undefined) console.log(`${size} channels, ${goal("wall to Redocly's", ours.wall / redocly.wall, { most })}`);
}

/** Medians of each program over one document, the programs in turns so that a busy machine hurts all alike. */
function measureInTurns(all, document) {
  const measured = all.map(() => []);
  for (let count = 0; count < runs; count += 1)
    for (const [at, { args }] of all.entries()) measured[at].push(measure(args(document, count), folder));
  return measured.map(mediansOf);
}

function tellFigures(name, all, figures) {
  const theirs = figures[2];
  console.log("\n| document | program | CPU s | wall s | memory MB | wall to Redocly's |\n| --- | --- | --- | --- | --- | --- |");
  for (const [at, program] of all.entries()) {
    const { cpu, wall, memory } = figures[at];
    console.log(
      `| ${name} | ${program.name} | ${cpu.toFixed(2)} | ${wall.toFixed(2)} | ${memory.toFixed(0)} | ${(wall / theirs.wall).toFixed(2)} |`,
    );
  }
  console.log(`\n${name}, ${goal("a site replaced to a new one, wall", figures[1].wall / figures[0].wall, { most: 1.15 })}`);
}

try {
  writeFileSync(join(folder, "package.json"), "{}\n");
  const all = contenders();
  for (const document of positionals) tellFigures(basename(document), all, measureInTurns(all, resolve(document)));
  for (const size of positionals.length > 0 ? [] : values.sizes.split(",").map(Number)) {
    const document = `${size}.yaml`;
    writeFileSync(join(folder, document), generate(size));
    const figures = measureInTurns(all, document);
    tellFigures(document, all, figures);
    tellGoal(size, figures[0], figures[2]);
    if (size >= 100) await openLinks(size);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
