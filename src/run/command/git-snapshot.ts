/** Reads earlier versions of documents from git. */
import { execFileSync } from "node:child_process";
import { dirname, join, relative, sep } from "node:path";
import type { FileSnapshot } from "#documents";
import { isInside, MADE_BYTES, realPathOf, repositoryOf, statsOf } from "#text";
import type { PortalDocument, Settings } from "#config";
import type { ReadVersion } from "../recipe/index.ts";
import { readVersion } from "../recipe/index.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import type { Input } from "./find-documents.ts";

/** A commit of the repository around a folder. Its files can be read without touching the work tree. */
export interface GitSnapshot extends FileSnapshot {
  /** The top folder of the repository, a real absolute path. */
  readonly top: string;
  /** Returns the absolute paths of the files below a folder. */
  readonly filesBelow: (folder: string) => readonly string[];
}

/** How many milliseconds git may take. */
const PATIENCE = 30_000;

/**
 * Prevents git from fetching, prompting and writing, and from reading paths as patterns. Older versions do not know
 * `GIT_NO_LAZY_FETCH`, so that no protocol is allowed either: some start a program that the settings of the repository name.
 */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

const SAFE = ["core.fsmonitor=false", "safe.bareRepository=explicit"].flatMap((each) => ["-c", each]);

/** The problem of a file that a partial clone does not have. Git would fetch it, which is not allowed here. */
const LACKING = {
  problem: "refused",
  reason: "this clone does not hold what it holds; in a partial clone, fetch it with: git fetch --refetch",
} as const;

/** The output of git; `undefined` if it fails. */
function git(folder: string, args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync("git", ["-C", folder, ...SAFE, ...args], {
      // Windows searches the working folder for a program first, and a repository may hold a git.exe.
      cwd: dirname(process.execPath),
      env: { ...process.env, ...ENVIRONMENT },
      maxBuffer: MADE_BYTES,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: PATIENCE,
      windowsHide: true,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError("There is no git on this machine, which reads earlier versions.", "Install git, or compare two files.");
    if (error instanceof Error && "code" in error && error.code === "ETIMEDOUT")
      throw new UsageError(`Git did not answer within ${PATIENCE / 1_000} seconds.`, "Try git log in this folder, or compare two files.");
    return undefined;
  }
}

function line(folder: string, args: readonly string[]): string | undefined {
  return git(folder, args)
    ?.toString("utf8")
    .replace(/\r?\n$/, "");
}

/** The nearest existing folder, because a document may have disappeared with its folder. */
function existing(folder: string): string {
  return statsOf(folder)?.isDirectory() === true || dirname(folder) === folder ? folder : existing(dirname(folder));
}

/** A hint for a ref that does not exist. */
function hintFor(top: string, ref: string): string {
  if (line(top, ["rev-parse", "--is-shallow-repository"]) === "true") {
    // Servers do not give short hashes, or what is before a commit, by name.
    if (/[~^@]|^[0-9a-f]{7,64}$/.test(ref))
      return "This clone is shallow. Fetch its history with: git fetch --unshallow (in GitHub Actions: fetch-depth: 0).";
    const remotes = line(top, ["remote"])?.split("\n") ?? [];
    const remote = remotes.find((name) => ref.startsWith(`${name}/`));
    const branch = remote === undefined ? ref : ref.slice(remote.length + 1);
    const from = remote ?? "origin";
    return `This clone is shallow. Fetch the ref with: git fetch --depth=1 ${from} ${branch} (in GitHub Actions: fetch-depth: 0), then compare with FETCH_HEAD or ${from}/${branch}.`;
  }
  if (commitOf(top, `origin/${ref}`) !== undefined) return `Did you mean "origin/${ref}"?`;
  return "Name a branch, a tag or a commit of this repository; git fetch brings those of the server.";
}

function commitOf(top: string, ref: string): string | undefined {
  const commit = line(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

/** Whether a text can be a ref. Texts that git would read as options cannot. */
function isRef(ref: string): boolean {
  return ref !== "" && !ref.startsWith("-") && !/[\s:\p{Cc}]/u.test(ref);
}

/**
 * The top of the repository around a folder. Git itself would accept a folder with `HEAD`, `objects` and `refs`, which a stranger can
 * commit; nobody can commit a `.git`.
 */
function topOf(folder: string): string | undefined {
  const repository = repositoryOf(existing(folder));
  for (const name of [".git/HEAD", ".git/config"]) {
    const stats = statsOf(join(repository, name));
    // Git would wait forever for a pipe.
    if (stats && !stats.isFile())
      throw new UsageError(`${JSON.stringify(join(repository, name))} is not a file.`, "Compare two files instead.");
  }
  const top = line(repository, ["rev-parse", "--show-toplevel"]);
  return top === undefined || top === "" ? undefined : realPathOf(top);
}

/** Whether a commit of this name exists. */
export function isVersion({ ref }: RefPath, folder: string): boolean {
  const top = isRef(ref) ? topOf(folder) : undefined;
  return top !== undefined && commitOf(top, ref) !== undefined;
}

/** Opens a commit. Throws a {@link UsageError} if there is no repository or no such ref. */
export function openSnapshot(ref: string, folder: string): GitSnapshot {
  const name = JSON.stringify(ref);
  if (!isRef(ref)) throw new UsageError(`${name} is no ref of git.`, "Name a branch, a tag or a commit.");
  const root = topOf(folder);
  if (root === undefined) throw new UsageError(`${JSON.stringify(folder)} is in no git repository.`, "Compare two files instead.");
  const commit = commitOf(root, ref);
  if (commit === undefined) throw new UsageError(`There is no ref ${name} in this repository.`, hintFor(root, ref));
  const inRepository = (path: string): string => relative(root, path).split(sep).join("/");
  return {
    top: root,
    filesBelow(folder) {
      if (!isInside(root, folder)) return [];
      const below = inRepository(folder);
      const names = git(root, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, ...(below === "" ? [] : ["--", `${below}/`])]);
      if (!names)
        throw new UsageError(`Git cannot list the files of ${name}.`, "In a partial clone, fetch what it lacks: git fetch --refetch");
      return names
        .toString("utf8")
        .split("\0")
        .flatMap((name) => (name === "" ? [] : [join(root, name)]));
    },
    nameOf: (path) => `${ref}:${inRepository(path)}`,
    open(path) {
      if (!isInside(root, path)) return { problem: "outside-root", reason: "it is outside of the repository" };
      const listed = git(root, ["ls-tree", "-z", "-l", "--full-tree", commit, "--", inRepository(path)]);
      if (!listed) return LACKING;
      const [entry = ""] = listed.toString("utf8").split("\0");
      const [, mode = "", kind, object = "", size = ""] = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-|BAD)\t/.exec(entry) ?? [];
      if (mode === "") return { problem: "missing", reason: "there is no such file in this version" };
      if (kind !== "blob" || mode === "120000")
        return { problem: "not-a-file", reason: mode === "120000" ? "it is a link" : "it is not a file" };
      return Number.isNaN(Number(size))
        ? LACKING
        : { size: Number(size), read: () => git(root, ["cat-file", "blob", object]) ?? Buffer.alloc(0) };
    },
  };
}

/**
 * A version of a document, such as `main:apis/orders.yaml`. The path is relative to the top of the repository, or with `./` to the
 * working folder.
 */
export interface RefPath {
  readonly ref: string;
  readonly path: string;
}

/** The ref and path of an argument; `undefined` for plain paths and URLs. */
export function parseRefPath(given: string): RefPath | undefined {
  const [, ref = "", path = ""] = /^([^:]+):([^]+)$/.exec(given) ?? [];
  // `C:\api.yaml`, `https://…` and `./a:b.yaml` are not versions.
  if (ref === "" || path.startsWith("//") || /^\.{0,2}\//.test(ref) || (/^[A-Za-z]$/.test(ref) && /^[\\/]/.test(path))) return undefined;
  return { ref, path };
}

/** The absolute path for a path in a commit. */
export function pathInSnapshot({ path }: RefPath, { top }: GitSnapshot, cwd: string): string {
  return /^\.{1,2}\//.test(path) ? join(realPathOf(cwd), path) : join(top, path);
}

/** Where to read one version of a document. */
export interface DocumentVersion extends Pick<Input, "overlay" | "named"> {
  readonly document: string;
  readonly snapshot?: GitSnapshot | undefined;
}

export async function readLocation(
  { document, ...more }: DocumentVersion,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
  entry?: PortalDocument,
): Promise<ReadVersion> {
  const { perspective = settings.perspective } = entry ?? {};
  return readVersion(document, { settings: { ...settings, perspective }, cwd: io.cwd, progress: io.progress, ...more });
}
