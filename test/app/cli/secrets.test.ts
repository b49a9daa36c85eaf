import { expect, test } from "vitest";
import { formats } from "#report";
import { folder, msgdocs } from "./shell.ts";

const document = (secret: string, host = "a.example"): string => `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
servers:
  host: { host: "lamps:${secret}1@${host}", protocol: amqp }
  path: { host: "lamps:${secret}2@${host}/lit", protocol: amqp, flavour: sour }
  plain: { host: lamps:${secret}3@${host}, protocol: amqp }
  filled:
    host: "{user}:{pass}@${host}"
    protocol: amqp
    variables:
      user: { default: lamps, enum: [other] }
      pass: { default: ${secret}4, enum: [other] }
channels: {}
`;

test.each(formats)("check --format %s repeats no password", async (format) => {
  const { stdout, stderr } = await msgdocs(folder({ "api.yaml": document("s3cret") }), ["check", "api.yaml", "--format", format]);
  expect(stdout).toContain("server/password");
  expect(stdout).toContain("server/host");
  expect(stdout).toContain("server/variable-value");
  expect(stdout + stderr).not.toContain("s3cret");
});

test("a frame marks what it masks, on the line and beside it", async () => {
  const { stdout } = await msgdocs(folder({ "api.yaml": document("s3cret") }), ["check", "api.yaml"]);
  expect(stdout).toContain(`    > 5 |   path: { host: "lamps:***@a.example/lit", protocol: amqp, flavour: sour }
        |                 ^^^^^^^^^^^^^^^^^^^^^^^^^`);
  expect(stdout).toContain(`    > 5 |   path: { host: "lamps:***@a.example/lit", protocol: amqp, flavour: sour }
        |                                                            ^^^^^^^`);
  expect(stdout).toContain(`    > 12 |       pass: { default: ***, enum: [other] }
         |                        ^^^`);
  expect(stdout).toContain("      12 |       pass: { default: ***, enum: [other] }\n");
});

test("a document that cannot be read shows none", async () => {
  const { stdout } = await msgdocs(folder({ "api.yaml": document("s3cret").replace("amqp }", "amqp") }), ["check", "api.yaml"]);
  expect(stdout).toContain("lamps:***@");
  expect(stdout).not.toContain("s3cret1");
});

test.each(["pretty", "json", "markdown", "sarif", "junit"])("diff --format %s repeats no password", async (format) => {
  const cwd = folder({ "old.yaml": document("s3cret"), "new.yaml": document("n3wer", "b.example") });
  const { stdout } = await msgdocs(cwd, ["diff", "old.yaml", "new.yaml", "--format", format]);
  expect(stdout).toContain("b.example");
  expect(stdout).not.toMatch(/s3cret|n3wer/);
});
