import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { hiddenName, isInside } from "#text";
import { contents, folder } from "../app/cli/shell.ts";
import { cli, root, until } from "../app/cli/spawned.ts";
import { document, numbered, schemas } from "./canary-positions.ts";
import type { Place } from "./canary.ts";
import { CANARY, place } from "./canary.ts";
import type { Call, Recorded } from "./recorder.ts";
import { record } from "./recorder.ts";
import { foundIn } from "../support/found-in.ts";

/** Runs of the program over a hostile repository, with every call that they make to the system written down. */

const places: Place[] = [];
afterEach(() => places.splice(0).forEach((each) => each.remove()));

const pipe = (path: string): unknown => execFileSync("mkfifo", [path]);

/** Everything in the repository that a document or settings can name and must not get. */
const baits = ["yaml", "json", "md", "png", "svg", "proto", "avsc"].flatMap((extension) => [
  `../secret.${extension}`,
  `link.${extension}`,
  `pipe.${extension}`,
  `.hidden.${extension}`,
]);
const targets = [
  ...baits,
  ...[".git/none", "link-to-git/none", ".git/é.yaml"],
  ...["way-out/secret.yaml", "up/secret.yaml", ".env", ".git/config", ".docker/config.json", "key.pem", "../.env", "/etc/passwd"],
  ...["/dev/zero", "/proc/self/environ", "https://localhost/secret.yaml", "http://127.0.0.1:9/secret.yaml", "inside", "look/layout.hbs"],
];

const naming = targets.map((path) => `[a](<${path}>) ![b](<${path}>)`).join("\n\n");

/** A document that names all of them, wherever a document names something. */
function hostileDocument(): string {
  const message = (more: object): object => ({ payload: { type: "object" }, ...more });
  const avro = "application/vnd.apache.avro;version=1.9.0";
  const proto = "application/vnd.google.protobuf;version=3";
  const imports = targets.map((path) => `import "${path}";`).join("\n");
  const own = schemas(targets, ($ref) => ({ $ref, description: { $ref } }));
  return JSON.stringify({
    ...own,
    info: { title: "t", version: "1", description: naming },
    channels: { ...numbered(targets, ($ref) => ({ $ref })), a: { publish: { message: { $ref: "#/components/messages/own" } } } },
    components: {
      ...(own.components as object),
      messages: {
        own: message({ externalDocs: { url: ".env" } }),
        avro: { schemaFormat: avro, payload: { type: "record", name: "A", fields: targets.map((type, at) => ({ name: `f${at}`, type })) } },
        proto: { schemaFormat: proto, payload: `syntax = "proto3";\n${imports}\nmessage A { Secret a = 1; }\n` },
        ...numbered(targets, ($ref) => ({ $ref })),
      },
      messageTraits: numbered(targets, ($ref) => ({ $ref })),
    },
  });
}

/** A repository as a stranger can commit it, with a folder beside it for output in which hostile files stand already. */
function hostilePlace(text = hostileDocument()): Place & { readonly out: string } {
  const at = place({
    "msgapi.json": text,
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": CANARY,
    ".env": CANARY,
    ".docker/config.json": `{ "auths": "${CANARY}" }`,
    "key.pem": `-----BEGIN PRIVATE KEY-----\n${CANARY}\n-----END PRIVATE KEY-----\n`,
    "known.json": `{ "version": 1, "problems": [] }`,
    "look/css/.hidden.css": CANARY,
  });
  places.push(at);
  for (const extension of ["yaml", "json", "md", "png", "svg", "proto", "avsc"]) {
    writeFileSync(join(at.project, `.hidden.${extension}`), CANARY);
    symlinkSync(`../secret.${extension}`, join(at.project, `link.${extension}`));
    pipe(join(at.project, `pipe.${extension}`));
  }
  // A theme whose files lead out, or are never written to.
  symlinkSync("../../layout.hbs", join(at.project, "look/layout.hbs"));
  pipe(join(at.project, "look/css/code.css"));
  symlinkSync("../../css", join(at.project, "look/js"));
  symlinkSync(".git", join(at.project, "link-to-git"));
  const out = join(at.base, "out");
  mkdirSync(join(out, ".site.msgdocs-old"), { recursive: true });
  writeFileSync(join(out, ".site.msgdocs-old/index.html"), CANARY);
  writeFileSync(join(out, ".site.msgdocs-old/.msgdocs.json"), '{"generator":"msgdocs","files":["index.html"]}');
  symlinkSync("../secret.json", join(out, "bundle.json.tmp"));
  return { ...at, out };
}

const product = ["dist", "themes", "templates", "docs/rules", "node_modules", "package.json", "preview"].map((name) => join(root, name));

/** The calls that a run over a hostile repository must not make. */
function trespasses({ project, out }: Pick<ReturnType<typeof hostilePlace>, "project" | "out">, calls: readonly Call[]): string[] {
  const ofProduct = product.map((path) => realpathSync(path));
  const mayOpen = (path: string): boolean => {
    if (ofProduct.some((each) => isInside(each, path)) || isInside(dirname(process.execPath), path)) return true;
    // How a process tells another one of the same number from the one that holds a lock.
    if (/^\/proc\/(?:self|\d+)\/(?:stat|fd\/\d+)$/.test(path)) return true;
    if (isInside(project, path)) return hiddenName(project, path) === undefined;
    return isInside(out, path) && !path.startsWith(join(out, ".site.msgdocs-old/"));
  };
  const mayCall = ({ kind, call, target, real = "" }: Call): boolean => {
    if (kind === "look") return true;
    if (kind === "open") return mayOpen(real);
    if (kind === "change") return real !== out && isInside(out, real);
    if (kind === "native") return ofProduct.some((each) => isInside(each, target));
    // To listen at an address is to look it up.
    return (kind === "listen" && target === "127.0.0.1:0") || (kind === "network" && call === "lookup" && target === "127.0.0.1");
  };
  return calls.filter((call) => !mayCall(call)).map(({ kind, call, target, real }) => [kind, call, target, real].join(" "));
}

const secrets = { AWS_SECRET_ACCESS_KEY: CANARY, NODE_AUTH_TOKEN: CANARY };

/** The hashes of what must not be read: a hash tells whoever guesses a secret that the guess is right. */
function secretHashes({ base, project }: Place): string[] {
  const paths = [
    ...["yaml", "json", "md", "png", "svg", "proto", "avsc"].map((extension) => join(base, `secret.${extension}`)),
    "/etc/passwd",
  ];
  return [...paths, join(project, ".env"), join(project, ".docker/config.json")].map((path) => hash("sha256", readFileSync(path)));
}

/** Runs the program, or another one, and checks what it did; returns what it said and how it ended. */
async function harmless(at: ReturnType<typeof hostilePlace>, args: readonly string[], program = [cli]): Promise<Recorded> {
  const before = contents(at.project);
  const run = await record(at.project, [...program, ...args], { ...secrets, TMPDIR: at.out }).ended;
  expect(trespasses(at, run.calls)).toEqual([]);
  expect(run.calls.filter(({ kind }) => kind === "open").length).toBeGreaterThan(3);
  expect(contents(at.project)).toEqual(before);
  const written = Object.entries(contents(at.out)).filter(([path]) => !path.startsWith(".site.msgdocs-old/"));
  const all = [run.stdout, run.stderr, ...written.flat()].join("\n");
  expect(foundIn(all, new RegExp(CANARY, "g"))).toEqual([]);
  expect(secretHashes(at).filter((each) => all.includes(each))).toEqual([]);
  return run;
}

test.each([
  ["check"],
  ["check", "--format", "sarif"],
  ["check", "--fix", "--dry-run"],
  ["check", ".", "--report", "json=../out/report.json"],
  ["build", "--single-file", "../out/one.html", "--allow-errors"],
  ["bundle", "-o", "../out/bundle.json"],
  ["bundle", "--format", "yaml"],
  ["diff", "msgapi.json", "msgapi.json"],
  ["build", "--inputs", "../out/inputs.json", "-o", "../out/site", "--allow-errors"],
  ["part", "--inputs", "../out/part.d", "msgapi.json", "-o", "../out/part"],
])("%s %s %s %s of a hostile repository opens nothing outside, connects to nothing and starts nothing", async (...args) => {
  const at = hostilePlace();
  const { code, signal, calls } = await harmless(at, args);
  expect([signal, [0, 1].includes(code ?? -1)]).toEqual([null, true]);
  expect(calls.some(({ real }) => real === join(at.project, "msgapi.json"))).toBe(true);
});

test("what was made before is compared with what is there now, and nothing more is opened", async () => {
  const names = {
    info: { title: "t", version: "1", description: naming },
    components: { schemas: { a: { anyOf: targets.map(($ref) => ({ $ref })) } } },
  };
  const at = hostilePlace(JSON.stringify(document(names)));
  const site = ["build", "-q", "-o", "../out/site", "--cache", "../out/cache", "--allow-errors"];
  const portal = ["build", "-o", "../out/portal", "--cache", "../out/cache"];
  await harmless(at, site);
  // The settings beside an API ask for more than they get. Its guides are looked for in every build.
  writeFileSync(join(at.project, "inside/msgapi.json"), JSON.stringify(document(names)));
  writeFileSync(
    join(at.project, "inside/msgdocs.yaml"),
    "logo: ../../secret.png\nfavicon: ../pipe.png\nwords: ../.hidden.yaml\nguides: ['../*.md']\n",
  );
  writeFileSync(join(at.project, "msgdocs.yaml"), "documents: [msgapi.json, inside/msgapi.json]\nallowErrors: true\n");
  for (const made of ["2 parts made", "1 part made"]) expect((await harmless(at, portal)).stderr).toContain(made);
  await harmless(at, ["part", "inside/msgapi.json", "-q", "-o", "../out/part", "--inputs", "../out/inputs.json"]);
  expect((await harmless(at, ["merge", "../out/part", "-o", "../out/merged"])).stderr).toContain("to ../out/merged");
});

test.each([["init", "msgapi.json"], ["init"], ["completion", "bash"], ["explain", "reference/outside-root"]])(
  "%s %s in a hostile repository writes nothing that was not asked for",
  async (...args) => {
    const at = hostilePlace();
    // Settings are there, and not overwritten.
    writeFileSync(join(at.project, "msgdocs.yaml"), "language: en\n");
    const { code, signal } = await harmless(at, args);
    expect([signal, [0, 1, 2].includes(code ?? -1)]).toEqual([null, true]);
  },
);

test("the Node API does no more than the commands", async () => {
  const at = hostilePlace();
  const calls = `
    const { build, bundle, check, model } = await import(${JSON.stringify(join(root, "dist/index.js"))});
    const options = { document: "msgapi.json" };
    const text = JSON.stringify;
    console.log(text(await check({ documents: ["msgapi.json"] })), text(await bundle(options)), text(await model(options)));
    const { files } = await build({ ...options, allowErrors: true });
    console.log([...files.values()].map((each) => Buffer.from(each).toString()).join("\\n"));
    console.log(text(await build({ ...options, allowErrors: true, output: "../out/site" })));`;
  const { code, stdout } = await harmless(at, ["--input-type=module", "--eval", calls], []);
  expect([code, stdout.includes("reference/outside-root")]).toEqual([0, true]);
});

test("watch of a hostile repository does no more, and SIGTERM ends it", async () => {
  const at = hostilePlace();
  const run = record(at.project, [cli, "watch", "--port", "0", "--allow-errors"], secrets);
  const builds = (): number => [...run.said().matchAll(/: \d+ ms, /g)].length;
  await until(() => builds() === 1);
  writeFileSync(join(at.project, "msgapi.json"), `${hostileDocument()}\n`);
  await until(() => builds() === 2);
  const before = contents(at.project);
  run.kill("SIGTERM");
  const { code, signal, calls, stdout, stderr } = await run.ended;
  expect([code, signal, stdout]).toEqual([143, null, ""]);
  expect(trespasses(at, calls)).toEqual([]);
  expect(calls.some(({ kind }) => kind === "listen")).toBe(true);
  expect([contents(at.project), stderr.includes(CANARY)]).toEqual([before, false]);
});

/** A document that reads nothing else. */
const plain = JSON.stringify(document({}));

/** Settings of a repository that name a program wherever one can be named. */
const programs = (program: string): string => `[core]
  fsmonitor = ${program}
  sshCommand = ${program}
  gitProxy = ${program}
  hooksPath = ${program.replace(/[^/]+$/, "hooks")}
  pager = ${program}
  editor = ${program}
  askPass = ${program}
  alternateRefsCommand = ${program}
${["rev-parse", "ls-tree", "cat-file", "show", "diff"].map((name) => `[alias]\n  ${name} = !${program}\n[pager]\n  ${name} = ${program}`).join("\n")}
[diff]
  external = ${program}
[diff "own"]
  textconv = ${program}
  command = ${program}
[filter "own"]
  smudge = ${program}
  clean = ${program}
  process = ${program}
[credential]
  helper = ${program}
[gpg]
  program = ${program}
[extensions]
  partialClone = origin
[remote "origin"]
  url = ext::${program}
  promisor = true
  partialclonefilter = blob:none
  uploadpack = ${program}
${["ext", "file", "ssh", "https"].map((name) => `[protocol "${name}"]\n  allow = always`).join("\n")}
`;

/** A folder with a git that does not know the variable by which newer ones are told to fetch nothing. */
function olderGit(): string {
  const own = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const bin = folder({ git: `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${own} "$@"\n` });
  chmodSync(join(bin, "git"), 0o755);
  return bin;
}

test.each([
  ["", "git"],
  ["blob", "git"],
  ["tree", "git"],
  ["blob", "an older git"],
  ["tree", "an older git"],
])("diff of versions in a hostile repository that lacks a %j starts %s and nothing else", async (lacks, which) => {
  const at = hostilePlace(plain);
  const path = which === "git" ? (process.env.PATH ?? "") : `${olderGit()}:${process.env.PATH ?? ""}`;
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", at.project, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  rmSync(join(at.project, ".git"), { recursive: true });
  writeFileSync(join(at.project, ".gitattributes"), "* filter=own diff=own merge=own\n");
  git("init", "-q", "-b", "main");
  git("add", "msgapi.json", ".gitattributes");
  git("commit", "-qm", "one");
  const [blob, tree] = [git("rev-parse", "main:msgapi.json").trim(), git("rev-parse", "main:").trim()];
  const other = execFileSync("git", ["-C", at.project, "hash-object", "-w", "--stdin"], { input: `{ "${CANARY}": 1 }`, encoding: "utf8" });
  git("replace", blob, other.trim());
  const [program, ran] = [join(at.base, "hooks/program"), join(at.base, "ran")];
  mkdirSync(dirname(program));
  for (const name of ["program", "post-index-change", "reference-transaction", "pre-auto-gc"])
    writeFileSync(join(dirname(program), name), `#!/bin/sh\necho "$0" >> ${ran}\n`, { mode: 0o755 });
  writeFileSync(join(at.project, ".git/config"), programs(program), { flag: "a" });
  const lost = { blob, tree }[lacks];
  if (lost) rmSync(join(at.project, ".git/objects", lost.slice(0, 2), lost.slice(2)));
  const { code, calls, stdout, stderr } = await record(at.project, [cli, "diff", "--base", "main", "msgapi.json"], {
    ...secrets,
    PATH: path,
  }).ended;
  expect([code, stderr.includes("this clone does not hold")]).toEqual(lost ? [1, true] : [0, false]);
  expect(trespasses(at, calls).filter((call) => !/^process \w+ git\b/.test(call))).toEqual([]);
  expect(calls.some(({ kind }) => kind === "process")).toBe(true);
  expect([existsSync(ran), (stdout + stderr).includes(CANARY)]).toEqual([false, false]);
});

test("a program that the repository names git is not the one that is started, though the working folder is searched first", async () => {
  const at = hostilePlace(plain);
  const ran = join(at.base, "ran");
  writeFileSync(join(at.project, "git"), `#!/bin/sh\necho ran >> ${ran}\n`, { mode: 0o755 });
  // Windows searches the working folder, whatever PATH says.
  const env = { ...secrets, PATH: `.:${process.env.PATH ?? ""}` };
  const { calls } = await record(at.project, [cli, "diff", "--base", "main", "msgapi.json"], env).ended;
  expect([calls.some(({ kind }) => kind === "process"), existsSync(ran)]).toEqual([true, false]);
});

const asking = [
  ["root: /", "root: ..", "root: up", "root: .git", "document: ../secret.yaml", "document: .env", "document: link.yaml"],
  ["document: pipe.yaml", "document: https://localhost/api.yaml", "output: ../elsewhere", "output: .git/site", "cache: ../vault"],
  ["cache: way-out", "baseline: ../secret.json", "baseline: link.json", "baseline: pipe.json", "baseline: .env", "theme: ../vault"],
  ["theme: way-out", "theme: look", "theme: .git", "templates: ..", "templates: up", "templates: look", "templates: .docker"],
  ["guides: ['../*.md']", "guides: [up/*.md]", "guides: [link.md]", "guides: [pipe.md]", "guides: [.hidden.md]", "guides: ['**/*.md']"],
  ["logo: ../secret.png", "logo: link.png", "logo: .hidden.png", "favicon: pipe.svg", "words: ../secret.yaml", "words: link.yaml"],
  ["words: pipe.yaml", "words: .env", "remote: { allow: [https://localhost/], headerEnv: { https://localhost: NODE_AUTH_TOKEN } }"],
].flat();

test.each(asking)("settings that ask for %s get nothing more", async (settings) => {
  const at = hostilePlace(plain);
  writeFileSync(join(at.project, "msgdocs.yaml"), `${settings}\n`);
  const output = settings.startsWith("output") ? [] : ["-o", "../out/site"];
  const { code, signal } = await harmless(at, ["build", "--allow-errors", ...output]);
  expect([signal, [0, 1, 2].includes(code ?? -1)]).toEqual([null, true]);
});

test.each(["msgdocs.yaml", "msgapi.json", "msgdocs.lock"])(
  "%s that leads out, or never ends, is neither followed nor waited for",
  async (name) => {
    for (const plant of [pipe, (path: string) => symlinkSync("../secret.yaml", path), (path: string) => symlinkSync("/dev/zero", path)]) {
      const at = hostilePlace(plain);
      rmSync(join(at.project, name), { force: true });
      plant(join(at.project, name));
      const { code, signal } = await harmless(at, ["build", "-o", "../out/site", "--allow-errors"]);
      expect([signal, [0, 1, 2].includes(code ?? -1)]).toEqual([null, true]);
    }
  },
);

test.each(["lock", "journal"])("a planted %s is neither followed nor waited for", async (name) => {
  for (const plant of [pipe, (path: string) => symlinkSync("../secret.json", path), (path: string) => symlinkSync("/dev/zero", path)]) {
    const at = hostilePlace(plain);
    plant(join(at.out, `.site.msgdocs-${name}`));
    const { code } = await harmless(at, ["build", "-o", "../out/site", "--allow-errors"]);
    expect([code, readdirSync(at.out).includes("site")]).toEqual([expect.toSatisfy((each: unknown) => each !== 0), false]);
  }
});

test("the recorder sees every way to open a file, to connect and to start a process", async () => {
  const cwd = folder({ "a.txt": "a" });
  const seen = async (script: string): Promise<string[]> => {
    writeFileSync(join(cwd, "script.mjs"), script);
    const { calls } = await record(cwd, ["script.mjs"]).ended;
    return calls.filter(({ kind }) => kind !== "look").map(({ kind, target }) => `${kind} ${target}`);
  };
  const a = join(cwd, "a.txt");
  for (const script of [
    `import { openSync } from "fs"; openSync("a.txt");`,
    `import fs from "node:fs"; fs.readFile("a.txt", () => {});`,
    `import * as fs from "fs/promises"; await fs.readFile("a.txt");`,
    `import { promises } from "fs"; await promises.open("./a.txt");`,
    `import { createReadStream } from "fs"; createReadStream("a.txt").resume();`,
    `import { ReadStream } from "fs"; new ReadStream("a.txt").resume();`,
    `import { copyFileSync } from "fs"; copyFileSync("a.txt", "b.txt");`,
    `import { readFileSync } from "fs"; readFileSync(new URL("a.txt", import.meta.url));`,
    `import { Worker } from "worker_threads"; new Worker('require("fs").readFileSync("a.txt")', { eval: true });`,
  ])
    expect([script, await seen(script)]).toEqual([script, expect.arrayContaining([`open ${a}`]) as string[]]);
  for (const script of [
    `import net from "net"; net.connect(65530, "127.0.0.1").on("error", () => {});`,
    `import tls from "tls"; tls.connect(65530, "127.0.0.1").on("error", () => {});`,
    `import http from "http"; http.get("http://127.0.0.1:65530").on("error", () => {});`,
    `import https from "https"; https.get("https://127.0.0.1:65530").on("error", () => {});`,
    `import http2 from "http2"; http2.connect("http://127.0.0.1:65530").on("error", () => {});`,
    `await fetch("http://127.0.0.1:65530").catch(() => {});`,
    `import dns from "dns/promises"; await dns.lookup("127.0.0.1:65530").catch(() => {});`,
    `import { resolve4 } from "dns"; resolve4("127.0.0.1:65530", () => {});`,
  ])
    expect([script, await seen(script)]).toEqual([script, expect.arrayContaining(["network 127.0.0.1:65530"]) as string[]]);
  for (const script of [
    `import { spawn } from "child_process"; spawn("true");`,
    `import { execFile } from "child_process"; execFile("true", () => {});`,
    `import { spawnSync } from "child_process"; spawnSync("true");`,
    `import { execFileSync } from "child_process"; execFileSync("true");`,
    `import { execSync } from "child_process"; execSync("true");`,
  ])
    expect([script, await seen(script)]).toEqual([script, expect.arrayContaining(["process true"]) as string[]]);
  const [link, moved] = [join(cwd, "link"), join(cwd, "moved")];
  symlinkSync(a, link);
  const { calls } = await record(cwd, ["-e", `fs.openSync("link"); fs.renameSync("link", "moved")`]).ended;
  expect(calls.map(({ kind, target, real }) => [kind, target, real])).toEqual([
    ["open", link, a],
    ["change", link, link],
    ["change", moved, moved],
  ]);
});
