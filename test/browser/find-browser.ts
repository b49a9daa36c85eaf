import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The first draws nothing on a screen, and takes a third less time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome.exe",
  "msedge.exe",
];

const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...paths, ...PLACES].find((path) => existsSync(path));
}

/** The one that playwright downloads, where somebody has had it do so. */
function playwrightBrowser(): string | undefined {
  const path = chromium.executablePath();
  return path !== "" && existsSync(path) ? path : undefined;
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
}

/** Debian and its kin, as root: what a plain container of CI is. */
function installedBrowser(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const install = (name: string): boolean => run("apt-get", ["install", "-y", "--no-install-recommends", name]);
  const done = run("apt-get", ["update"]) && (install("chromium-headless-shell") || install("chromium"));
  return done ? systemBrowser() : undefined;
}

/**
 * A Chromium to test with: the one that CHROME_PATH names, the system's, playwright's, or one installed now. A clear failure
 * where there is none, for a browser test that is skipped is no test.
 */
export function findBrowser(): string {
  const named = process.env.CHROME_PATH;
  const found = named ?? systemBrowser() ?? playwrightBrowser() ?? installedBrowser();
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    named === undefined
      ? "There is no browser to test with. Install Chromium or Chrome, or run `npx playwright-core install chromium`, or set CHROME_PATH."
      : `CHROME_PATH names ${named}, where there is no browser.`,
  );
}
