import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { examine, filesOf, makeSite, openTheme } from "../../../src/run/recipe/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import { pageAt, textOf } from "./site-of.ts";

/** The example of the released 3.0, as the product builds it. */
const folder = fileURLToPath(new URL("../../../example-docs/chargers/", import.meta.url));
const files = new Map<string, string>();
let problems: readonly Diagnostic[] = [];

beforeAll(async () => {
  const { settings } = loadSettings({}, folder);
  if (!settings) throw new Error("The default settings cannot be read.");
  const { theme } = await openTheme(settings);
  const { subject, diagnostics } = await examine(`${folder}asyncapi.yaml`, { settings, cwd: folder });
  if (!theme || !subject) throw new Error("The example cannot be read.");
  problems = diagnostics;
  for (const { path, contents } of await filesOf(await makeSite(subject, { settings, theme, problems }))) files.set(path, String(contents));
});

const page = (path: string): string => textOf(pageAt(files, path));

describe("a document of the released 3.0", () => {
  test("has no problems", () => {
    expect(problems.filter(({ severity }) => severity === "error" || severity === "warning").map(({ code }) => code)).toEqual([]);
    expect(problems.map(({ code }) => code)).not.toContain("channel/no-operation");
  });

  test("says where a server is by host and pathname, with what it asks for", () => {
    const text = page("servers.html");
    expect(text).toContain("wss:// {region} .stations.chargers.example:8443/v2/ {operator}");
    expect(text).toContain("Host {region}.stations.chargers.example:8443 Path /v2/{operator}");
    expect(text).toMatch(/stationKey API key, header \S+ or stations\.security/);
    expect(text).toMatch(/schemaRegistryVendor apicurio/);
  });

  test("shows a request and its reply on one page", () => {
    const text = page("operations/askstart.html");
    expect(text).toContain("↑ Charging stations sends you can receive");
    expect(text).toContain("Start charging");
    expect(text).not.toContain("Unlock the plug");
    expect(text).toMatch(/Reply .*\$message\.header#\/replyTo/);
    expect(text).toMatch(/Each request names the address that its answer is waited for at/);
    expect(text).toMatch(/Accepted .*Refused/);
    expect(page("operations/askstop.html")).not.toContain("The station cannot, and says why");
  });

  test("links a reply's channel and messages back to the requests", () => {
    for (const path of ["channels/answers.html", "messages/accepted.html"]) {
      const main = pageAt(files, path).replace(/^[^]*<main/, "");
      expect(main).toContain('href="../operations/askstart.html"');
      expect(main).toContain('href="../operations/askstop.html"');
    }
    expect(page("channels/answers.html")).toMatch(/Key answers Answers .*Start charging , .*Stop charging Source/);
    expect(page("channels/answers.html")).not.toContain("No operation uses this channel");
    expect(page("operations/askstop.html")).not.toContain("Refused");
  });

  test("takes all messages of the channel where an operation names none", () => {
    const text = page("operations/takemetering.html");
    expect(text).toContain("Meter reading");
    expect(text).toContain("Grid signal");
  });

  test("shows parameters by their values", () => {
    expect(page("channels/metering.html")).toMatch(/region .*The region of the stations\. .*eu-north .*eu-south .*default eu-north/);
    expect(page("channels/commands.html")).toMatch(/stationId .*ST-0042 .*\$message\.payload#\/stationId/);
  });

  test("shows schemas of every format as trees", () => {
    const avro = page("messages/meterreading.html");
    for (const said of ["wattHours", "Energy since the session began.", "phases", "Degrees Celsius of the plug", "key"])
      expect(avro).toContain(said);
    const proto = page("messages/gridsignal.html");
    for (const said of ["direction", "How much less, all stations together.", "station_ids", "CURTAIL"]) expect(proto).toContain(said);
    expect(page("schemas/unlock.html")).toContain("Also where the cable is under load.");
    expect(page("messages/startcharging.html")).toContain("Address that the answer is sent to.");
  });

  test("lists the scopes that there are, and those that are needed", () => {
    const text = page("security.html");
    for (const said of ["sessions:write", "Start and stop sessions", "stations:admin", "https://login.chargers.example/refresh"]) {
      expect(text).toContain(said);
    }
    expect(page("operations/askstart.html")).toMatch(/officeLogin OAuth 2\.0 sessions:write for the operation/);
  });

  test("follows references to tags and external documentation", () => {
    expect(page("tags.html")).toMatch(/session .*One car at one outlet/);
    expect(page("index.html")).toContain("The operator's handbook");
  });

  test("lets the object win over its traits, and says what each gave", () => {
    const start = page("operations/askstart.html");
    expect(start).toContain("A station that does not answer within thirty seconds");
    expect(start).toContain("What is written down, and for how long");
    expect(page("operations/askstop.html")).toContain("This text is for operations without one of their own.");
    expect(page("messages/stopcharging.html")).toContain("application/cbor");
  });
});
