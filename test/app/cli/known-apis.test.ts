import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, msgdocs } from "./shell.ts";

interface Message {
  readonly required?: readonly string[];
  readonly quantity?: string;
}

const message = (name: string, { required = ["id"], quantity = "string" }: Message = {}): string =>
  `{ name: ${name}, payload: { type: object, required: [${required.join(", ")}], properties: { id: { type: string }, mail: { type: string }, quantity: { type: ${quantity} } } } }`;

const service = (name: string, verb: "publish" | "subscribe", messages: readonly string[]): string => `asyncapi: 2.6.0
info: { title: ${name}, version: 1.0.0, x-owner: Team ${name} }
servers: { main: { url: broker.example.com, protocol: kafka } }
channels:
  orders: { ${verb}: { message: { oneOf: [${messages.join(", ")}] } } }
`;

const placed = message("Placed", { required: ["id", "mail", "quantity"] });
const cancelled = message("Cancelled");

const before = {
  "msgdocs.yaml": "documents: [apis/*/api.yaml]\n",
  "apis/orders/api.yaml": service("Orders", "subscribe", [placed, cancelled]),
  "apis/billing/api.yaml": service("Billing", "publish", [message("Placed", { required: ["mail"] })]),
  "apis/stock/api.yaml": service("Stock", "publish", [message("Placed", { required: ["quantity"], quantity: "integer" })]),
};

/** What `diff` says of the work tree, where these files changed. */
async function diff(changed: Readonly<Record<string, string>>) {
  const cwd = folder(before);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args], {
      cwd,
      stdio: "ignore",
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  for (const [name, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const said = await msgdocs(cwd, ["diff", "--base", "main", "--fail-on", "breaking-known"]);
  await msgdocs(cwd, ["build", "--base", "main", "-o", "site", "-q"]);
  const page = (path: string): string => readFileSync(join(cwd, "site", path), "utf8");
  rmSync(join(cwd, ".git"), { recursive: true });
  return { ...said, known: said.stdout.match(/(?:known|meets): .*/g), page };
}

describe("the other APIs of a portal that a change concerns", () => {
  it("are told with their owners, and those that did not fit before either apart from those that the change breaks", async () => {
    const said = await diff({
      "apis/orders/api.yaml": service("Orders", "subscribe", [message("Placed", { required: ["id", "quantity"] }), cancelled]),
    });
    expect([said.exit, said.known]).toEqual([
      1,
      ["known: billing of Team Billing (no longer fits), stock of Team Stock (did not fit before either)"],
    ]);
    expect(said.page("changes/orders.md")).toMatch(
      /billing\.?[^,]*Team Billing ✗ does not fit, .*stock.*Team Stock ✗ did not fit before either/,
    );
  });

  it("stop no change that mends a clash, and none that another message of the channel has had all along", async () => {
    const said = await diff({ "apis/stock/api.yaml": service("Stock", "publish", [message("Placed", { required: ["quantity"] })]) });
    expect([said.exit, said.stdout.includes("breaking"), said.known]).toEqual([0, true, ["known: orders of Team Orders (fits now)"]]);
  });

  it("are told of a service that is new, in the report and on the page", async () => {
    const said = await diff({ "apis/mails/api.yaml": service("Mails", "publish", [placed]) });
    expect(said.stdout).toContain("mails (apis/mails/api.yaml) is new\n  meets: orders of Team Orders (fits)\n\n1 new API.\n");
    expect(said.page("changes.md")).toMatch(/mails\.md\): new — .*Concerns here: \[orders\]/);
  });

  it("are told all reasons for which they do not fit", async () => {
    const cwd = folder({
      ...before,
      "apis/orders/api.yaml": service("Orders", "subscribe", [message("Placed", { required: ["id"], quantity: "string" })]),
      "apis/stock/api.yaml": service("Stock", "publish", [message("Placed", { required: ["mail", "quantity"], quantity: "integer" })]),
    });
    const { stdout } = await msgdocs(cwd, ["check"]);
    expect(stdout).toMatch(/stock cannot take .*\/mail is missing.*\/quantity is missing.*\/quantity must be an integer/);
    await msgdocs(cwd, ["build", "-o", "site", "-q"]);
    for (const path of ["problems", "channels"]) {
      const page = readFileSync(join(cwd, `site/${path}.md`), "utf8");
      expect([path, page]).toEqual([path, expect.stringMatching(/Placed.*quantity.*must be an integer/) as string]);
    }
  });
});
