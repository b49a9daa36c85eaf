import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the installed package that a module belongs to. */
function packageOf(id) {
  const found = /^(?:\0)?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(id);
  return found?.[1];
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text =
    file === undefined ? `${license} (the package has no licence text of its own)` : readFileSync(join(folder, file), "utf8").trim();
  return { name, version, license, text: `${name} ${version} (${license})\n\n${text}\n` };
}

/** A package as CycloneDX 1.6 lists it. */
function componentOf({ name, version, license }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, licenses: [{ expression: license }], purl };
}

/** The bill of materials of the bundle. It holds no time, so that two builds are the same bytes. */
function billOf(packages) {
  const { name, version, license } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const component = { ...componentOf({ name, version, license }), type: "application" };
  return { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component }, components: packages.map(componentOf) };
}

/** The folders of a package and of all that it depends on: its own bundle holds them, and does not say which. */
function foldersOf(name, root, found = new Set(), from = root) {
  const folder = [from, root].map((each) => join(each, "node_modules", name)).find((each) => existsSync(join(each, "package.json")));
  if (folder === undefined || found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const each of Object.keys(dependencies)) foldersOf(each, root, found, folder);
  return found;
}

/** A rolldown plugin that says beside the bundle what went into it: LICENSES.txt with all licences, and a bill of materials. */
export function licencesPlugin(root, bundled) {
  return {
    name: "licences",
    generateBundle() {
      const modules = [...this.getModuleIds()].map(packageOf).filter(Boolean);
      const folders = [...new Set([...modules, ...bundled.flatMap((name) => [...foldersOf(name, root)])])].filter((each) =>
        existsSync(join(each, "package.json")),
      );
      const licences = folders.map(licenceOf).sort((a, b) => (a.name < b.name ? -1 : 1));
      const bill = `${JSON.stringify(billOf(licences), undefined, 2)}\n`;
      this.emitFile({ type: "asset", fileName: "sbom.cdx.json", source: bill });
      const rule = `\n${"-".repeat(80)}\n\n`;
      const head = `msgdocs contains the following packages.\n`;
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: [head, ...licences.map((each) => each.text)].join(rule) });
    },
  };
}
